"""An ONNX model of the BERT kind, open and ready: numbers of pieces in, a vector each out.

Imports numpy, and onnxruntime once a model is opened: import it where vectors are made, not before.
"""

import importlib
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from afterwit.adapters.embeddings.digest import digest_of
from afterwit.adapters.embeddings.vectors import Vectors, of_length_one
from afterwit.errors import ModelFailed

MOST_THREADS = 2
_FATAL = 4
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_INTEGERS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_EACH_PIECE, _WHOLE = 3, 2
"""How many sides an output has that tells of each piece of a text, or of the text."""
_TROUBLE = (
    "EPFail",
    "EngineError",
    "Fail",
    "InvalidArgument",
    "InvalidGraph",
    "InvalidProtobuf",
    "NoModel",
    "NoSuchFile",
    "NotImplemented",
    "RuntimeException",
)
"""What onnxruntime raises; the only thing that these have in common is Exception."""
_OPENING = Lock()


class _Value(Protocol):
    """An input or output of a model, as onnxruntime tells it."""

    name: str
    type: str
    shape: Sequence[int | str | None] | None


class OnnxModel:
    """Makes vectors: the mean over a text's pieces, of length 1."""

    def __init__(self, path: Path) -> None:
        runtime: Any = importlib.import_module("onnxruntime")
        self._trouble = _raised_by(runtime)
        self._path = path
        try:
            self._session: Any = runtime.InferenceSession(path, _options(runtime), providers=["CPUExecutionProvider"])
        except self._trouble as error:
            raise ModelFailed(f"{path} cannot be opened as an ONNX model: {_first_line(error)}.") from error
        self._types = self._checked(self._session.get_inputs())
        self._output = self._chosen(self._session.get_outputs())

    def _checked(self, inputs: Sequence[_Value]) -> dict[str, type[np.signedinteger]]:
        """The type of each input, if they are those of such a model."""
        names = [each.name for each in inputs]
        if "input_ids" not in names or not set(names) <= set(_INPUTS) or any(x.type not in _INTEGERS for x in inputs):
            told = ", ".join(f"{each.name} {each.type}" for each in inputs) or "nothing"
            raise ModelFailed(
                f"{self._path} takes {told}: give a text model that takes integers as {', '.join(_INPUTS)}."
            )
        return {each.name: _INTEGERS[each.type] for each in inputs}

    def _chosen(self, outputs: Sequence[_Value]) -> str:
        """The first output that can be vectors: some models tell more than that."""
        for each in outputs:
            if each.type.startswith("tensor(float") and (not each.shape or len(each.shape) in {_EACH_PIECE, _WHOLE}):
                return each.name
        told = ", ".join(f"{each.name} {each.type}" for each in outputs) or "nothing"
        raise ModelFailed(f"{self._path} gives no vectors but {told}: give a model made for embeddings.")

    def vectors(self, rows: Sequence[Sequence[int]], padding: int) -> Vectors:
        """A vector for each row of pieces; shorter rows are filled up and the filling does not count."""
        pieces = np.full((len(rows), max(map(len, rows))), padding, dtype=np.int64)
        mask = np.zeros_like(pieces)
        for number, row in enumerate(rows):
            pieces[number, : len(row)] = row
            mask[number, : len(row)] = 1
        given: dict[str, npt.NDArray[np.int64]] = dict(zip(_INPUTS, (pieces, mask, np.zeros_like(pieces)), strict=True))
        try:
            (output,) = self._session.run(
                [self._output], {name: given[name].astype(kind) for name, kind in self._types.items()}
            )
        except self._trouble as error:
            raise ModelFailed(
                f"{self._path} cannot be run: {_first_line(error)}; does its vocabulary belong to it?"
            ) from error
        made = of_length_one(self._pooled(np.asarray(output), mask))
        if made is None:
            raise ModelFailed(f"{self._path} gives vectors that are no numbers or all zero: use another model.")
        return made

    def _pooled(self, output: npt.NDArray[Any], mask: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """A row for each text, the mean over its pieces where the model tells of each."""
        output = output.astype(np.float32)
        if output.ndim == _EACH_PIECE and output.shape[:2] == mask.shape and output.shape[2]:
            return np.einsum("tpd,tp->td", output, mask.astype(np.float32)) / mask.sum(axis=1, keepdims=True)
        if output.ndim == _WHOLE and output.shape[0] == len(mask) and output.shape[1]:
            return output
        sides = " x ".join(map(str, output.shape)) or "a single number"
        raise ModelFailed(
            f"{self._path} gives {sides} for {len(mask)} texts, which is no vector each: give a model for embeddings."
        )


def open_model(path: Path, digest: str) -> OnnxModel:
    """The model in a file if that has this SHA-256; each is read, checked and opened once in a process."""
    with _OPENING:
        return _opened(path, digest)


@cache
def _opened(path: Path, digest: str) -> OnnxModel:
    found = digest_of(path)
    if found != digest:
        raise ModelFailed(
            f"{path} is not the model that it should be (SHA-256 {found[:12]}…, not {digest[:12]}…): install it anew."
        )
    return OnnxModel(path)


def _options(runtime: Any) -> Any:  # noqa: ANN401 - onnxruntime has no types
    """Few threads that sleep when there is nothing to do, no memory held in reserve, nothing on the terminal."""
    runtime.set_default_logger_severity(_FATAL)
    runtime.disable_telemetry_events()
    options = runtime.SessionOptions()
    options.log_severity_level = _FATAL
    options.intra_op_num_threads = min(MOST_THREADS, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _raised_by(runtime: Any) -> tuple[type[Exception], ...]:  # noqa: ANN401
    state = runtime.capi.onnxruntime_pybind11_state
    return (RuntimeError, ValueError, *(getattr(state, name) for name in _TROUBLE if hasattr(state, name)))


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200].rstrip(". ")
