"""The gates that the settings name, in their order: ours by name, others as `module:callable`."""

import importlib
from collections.abc import Callable, Mapping
from typing import cast

from afterwit.config import Judge, Keep
from afterwit.errors import ConfigError
from afterwit.judge.boundary import BoundaryGate
from afterwit.judge.chain import Chain
from afterwit.judge.duplicate import DuplicateGate
from afterwit.judge.evidence import EvidenceGate
from afterwit.judge.quality import QualityGate
from afterwit.judge.safety import SafetyGate
from afterwit.judge.score import ScoreGate
from afterwit.ports import Gate

Make = Callable[[Judge], Gate]

OURS: Mapping[str, Make] = {
    "evidence": EvidenceGate,
    "quality": QualityGate,
    "duplicate": DuplicateGate,
    "safety": SafetyGate,
    "score": ScoreGate,
}


def chain_of(config: Judge, installed: frozenset[str] = frozenset(), body_bytes: int = Keep().body_bytes) -> Chain:
    """The chain: the boundary, which no setting can take away, then the gates that the settings name.

    Settings that name none leave the boundary, which says only what may be touched, alone: then nothing is approved.
    """
    problems: list[str] = []
    gates = [gate for entry in config.gates if (gate := _gate(entry, config, problems)) is not None]
    if problems:
        raise ConfigError(problems)
    return Chain([BoundaryGate(config, installed, body_bytes), *gates] if gates else [])


def _gate(entry: str, config: Judge, problems: list[str]) -> Gate | None:
    if entry in OURS:
        return OURS[entry](config)
    make = _loaded(entry, problems)
    if make is None:
        return None
    try:
        gate = make(config)
    except (TypeError, ValueError, LookupError, AttributeError, RuntimeError, OSError) as error:
        problems.append(f"judge.gates: {entry} cannot be made ({type(error).__name__}: {error})")
        return None
    if isinstance(getattr(gate, "name", None), str) and callable(getattr(gate, "judge", None)):
        return gate
    problems.append(f"judge.gates: {entry} makes no gate: it needs a name and a judge")
    return None


def _loaded(entry: str, problems: list[str]) -> Make | None:
    module, colon, name = entry.partition(":")
    if not colon:
        problems.append(
            f"judge.gates: there is no gate {entry}; ours are {', '.join(OURS)}, others are module:callable"
        )
        return None
    try:
        make = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        problems.append(f"judge.gates: {entry} cannot be loaded ({error})")
        return None
    if not callable(make):
        problems.append(f"judge.gates: {entry} is nothing that can be called")
        return None
    return cast("Make", make)
