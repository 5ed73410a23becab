"""The trajectory log: what became of skills, one JSON line each, a file a day."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Literal, cast

from afterwit.keep.lines import append

Happening = Literal["extraction", "approval", "rejection", "prune", "match", "trigger"]
"""Written to pending, approved to active, rejected to archived, archived for want of use, found for a need, or:
something that may lead to a skill was noticed, and waits to be judged."""

Value = str | int | float | bool | None

GATES = ("depth", "reusability", "trigger", "verification")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Trajectory:
    """The log in a folder. Several processes may write to it at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def log(  # noqa: PLR0913
        self,
        event: Happening,
        skill: str,
        *,
        agent: str,
        gates: Mapping[str, bool],
        source: str,
        at: int,
        **more: Value,
    ) -> str | None:
        """Note what happened; give the problem in words where that cannot be done, because what it tells of is done.

        Each of the four gates is in the entry, with null where it was not asked.
        """
        when = _EPOCH + timedelta(milliseconds=at)
        entry: dict[str, object] = {
            "timestamp": when.isoformat(timespec="seconds").replace("+00:00", "Z"),
            "event": event,
            "skill": skill,
            "agent": agent,
            "gates": {gate: gates.get(gate) for gate in GATES},
            "source": source,
        }
        line = json.dumps(entry | more | entry, ensure_ascii=False).encode("utf-8", "replace")
        path = self._path(when.date())
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            append(path, line + b"\n")
        except OSError as error:
            return (
                f"The trajectory log {path} cannot be written ({error.strerror}): mend that, or set "
                "learning.trajectory_logging to false."
            )
        return None

    def read(self, day: date) -> list[dict[str, object]]:
        """The entries of a day in order, without lines that a full disk cut off."""
        try:
            lines = self._path(day).read_bytes().split(b"\n")
        except (FileNotFoundError, NotADirectoryError):
            return []
        return [entry for line in lines if (entry := _entry(line)) is not None]

    def _path(self, day: date) -> Path:
        return self._folder / f"continuous-learning-{day.isoformat()}.jsonl"


def _entry(line: bytes) -> dict[str, object] | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, object]", entry) if isinstance(entry, dict) else None
