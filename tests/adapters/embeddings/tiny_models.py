"""ONNX models of a few hundred bytes, written by hand: a table of vectors, looked up by number."""

import struct
from collections.abc import Sequence

FLOAT, INT32, INT64 = 1, 6, 7
_INTEGER, _INTEGERS = 2, 7

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
PIECES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "one", "two", "three", "##s")
TABLE = tuple((float(number), 1.0, -float(number * number), 0.5) for number in range(len(PIECES)))
EACH, WHOLE = ("texts", "pieces", 4), ("texts", 4)


def _number(value: int) -> bytes:
    """A number as protobuf writes it: seven bits a byte."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*written, value))


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    content = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(content)) + content


def value(name: str, kind: int, sides: Sequence[str | int] | None) -> bytes:
    """An input or output with the length of each side, or the name of that length; None tells nothing of them."""
    shape = b"".join(_field(1, _field(2 if isinstance(side, str) else 1, side)) for side in sides or ())
    tensor = _field(1, kind) + (b"" if sides is None else _field(2, shape))
    return _field(1, name) + _field(2, _field(1, tensor))


def node(kind: str, given: Sequence[str], made: str, attribute: bytes = b"") -> bytes:
    """One step."""
    return b"".join(_field(1, name) for name in given) + _field(2, made) + _field(4, kind) + attribute


def integer(name: str, number: int) -> bytes:
    """An attribute of a step."""
    return _field(5, _field(1, name) + _field(3, number) + _field(20, _INTEGER))


def integers(name: str, numbers: Sequence[int]) -> bytes:
    """An attribute of a step that has several numbers."""
    return _field(5, _field(1, name) + b"".join(_field(8, number) for number in numbers) + _field(20, _INTEGERS))


def model(
    steps: Sequence[bytes], inputs: Sequence[bytes], outputs: Sequence[bytes], table: Sequence[Sequence[float]] = TABLE
) -> bytes:
    """A model of these steps that know a table by that name."""
    raw = b"".join(struct.pack(f"<{len(row)}f", *row) for row in table)
    tensor = _field(1, len(table)) + _field(1, len(table[0])) + _field(2, FLOAT) + _field(8, "table") + _field(9, raw)
    graph = (
        b"".join(_field(1, step) for step in steps)
        + _field(2, "tiny")
        + _field(5, tensor)
        + b"".join(_field(11, each) for each in inputs)
        + b"".join(_field(12, each) for each in outputs)
    )
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))


def text_inputs(kind: int = INT64, names: Sequence[str] = INPUTS) -> list[bytes]:
    """The inputs of a text model."""
    return [value(name, kind, ("texts", "pieces")) for name in names]


def lookup(table: Sequence[Sequence[float]] = TABLE, kind: int = INT64, names: Sequence[str] = INPUTS) -> bytes:
    """A model that gives the vector of each piece."""
    steps = [node("Gather", ("table", "input_ids"), "last_hidden_state")]
    return model(steps, text_inputs(kind, names), [value("last_hidden_state", FLOAT, ("texts", "pieces", 4))], table)


def pooled() -> bytes:
    """A model that gives the mean itself."""
    steps = [
        node("Gather", ("table", "input_ids"), "each"),
        node("ReduceMean", ("each",), "sentence", integers("axes", [1]) + integer("keepdims", 0)),
    ]
    return model(steps, text_inputs(), [value("sentence", FLOAT, ("texts", 4))])


def as_numbers(sides: Sequence[str | int] | None, *steps: bytes) -> bytes:
    """A model that gives its own input as numbers that are no vectors, after these steps from `cast` to `given`."""
    cast = node("Cast", ("input_ids",), "cast", integer("to", FLOAT))
    return model(
        [cast, *(steps or [node("Identity", ("cast",), "given")])], text_inputs(), [value("given", FLOAT, sides)]
    )
