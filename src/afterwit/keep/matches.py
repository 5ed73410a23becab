"""Matches that wait to be counted: who only searches opens no database for them, and the next who does takes them in.

A line each in `matches.jsonl`. The file is moved away before it is counted, so that no two count it at once; what
somebody moved and did not count, because they were killed, is counted by the next. Killed in the instant between
counting and deleting, it is counted twice.
"""

import json
import os
import secrets
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from afterwit.keep.lines import append

FILE = "matches.jsonl"
TAKEN = f"{FILE}.taken-"


class WaitingMatches:
    """The file in a state folder."""

    def __init__(self, state: Path) -> None:
        self._state = state

    def note(self, names: Iterable[str], at: int) -> str:
        """Add these; give the problem in words where that cannot be done."""
        lines = "".join(f"{json.dumps({'skill': name, 'at': at})}\n" for name in names)
        path = self._state / FILE
        try:
            append(path, lines.encode("utf-8", "replace"))
        except OSError as error:
            return f"{path} cannot be written ({error.strerror}): change its permissions."
        return ""

    def take(self) -> list[tuple[Path, dict[str, tuple[int, int]]]]:
        """What waits, by the file it is now in: how often each skill was found, and when last. `done` ends it."""
        taken: list[tuple[Path, dict[str, tuple[int, int]]]] = []
        for name in sorted(self._waiting()):
            mine = self._state / f"{TAKEN}{os.getpid()}-{secrets.token_hex(4)}"
            try:
                (self._state / name).rename(mine)
                taken.append((mine, _counted(mine)))
            except OSError:  # another has it, or the folder is not to be written: then it waits
                continue
        return taken

    @staticmethod
    def done(taken: Path) -> None:
        """All of it has been counted."""
        taken.unlink(missing_ok=True)

    def _waiting(self) -> list[str]:
        if not self._state.is_dir():
            return []
        with os.scandir(self._state) as entries:
            return [
                entry.name
                for entry in entries
                if (entry.name == FILE or _left_behind(entry.name)) and entry.is_file(follow_symlinks=False)
            ]


def _left_behind(name: str) -> bool:
    """Whether a file was taken by somebody who is no longer there."""
    process = name.removeprefix(TAKEN).partition("-")[0] if name.startswith(TAKEN) else ""
    if not process.isascii() or not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False


def _counted(path: Path) -> dict[str, tuple[int, int]]:
    times, last = Counter[str](), dict[str, int]()
    for line in path.read_bytes().splitlines():
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):  # cut off by a full disk
            continue
        entry = cast("dict[str, object]", told) if isinstance(told, dict) else {}
        name, at = entry.get("skill"), entry.get("at")
        if isinstance(name, str) and type(at) is int:
            times[name] += 1
            last[name] = max(at, last.get(name, at))
    return {name: (count, last[name]) for name, count in times.items()}
