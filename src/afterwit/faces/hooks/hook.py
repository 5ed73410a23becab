"""`afterwit hook EVENT`: takes down what a host tells, at once, and returns.

A host waits for its hooks, at every turn, so this module imports next to nothing and never raises: what cannot be
understood is left alone. When a session pauses or ends, the place of its transcript is noted in the project's inbox,
for `afterwit learn` to read; a project that has no `.afterwit/` folder is not touched.
"""

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes longer to import than all the rest of this module
    from typing import BinaryIO, cast
else:

    def cast(_: object, value: object) -> object:
        """Nothing, at run time."""
        return value


NOTED = frozenset({"Stop", "SubagentStop", "PreCompact", "SessionEnd"})
"""The events at which a transcript has something new to read."""
STATE_FOLDER = ".afterwit"
INBOX = "inbox.jsonl"
LONGEST = 16 * 1024 * 1024


def run_hook(arguments: "list[str]", stdin: "BinaryIO | None") -> int:
    """Handle one event; 0 or, called wrongly, 1: to a host 2 would mean that the hook forbids what is going on."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write("afterwit hook EVENT: reads the host's JSON from standard input.\n")
        return 0 if arguments in (["--help"], ["-h"]) else 1
    if arguments[0] not in NOTED or stdin is None:
        return 0
    try:
        told = json.loads(stdin.read(LONGEST))
        _note(told)
    except (ValueError, OSError, RecursionError):
        return 0
    return 0


def _note(told: object) -> None:
    if not isinstance(told, dict):
        return
    facts = cast("dict[str, object]", told)
    transcript, folder = facts.get("transcript_path"), facts.get("cwd")
    if not isinstance(transcript, str) or not transcript or not isinstance(folder, str):
        return
    state = _state_folder(folder)
    if state is None:
        return
    line = json.dumps({"transcript": os.path.join(folder, transcript)}).encode() + b"\n"
    # One write to a file opened for appending: notes of several hooks at once do not mix.
    descriptor = os.open(os.path.join(state, INBOX), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if line not in os.read(descriptor, LONGEST):  # a session pauses many times, and is noted once
            os.write(descriptor, line)
    finally:
        os.close(descriptor)


def _state_folder(folder: str) -> str | None:
    """The nearest `.afterwit` folder upward, as the command line finds it."""
    folder = os.path.abspath(folder)
    while True:
        state = os.path.join(folder, STATE_FOLDER)
        if os.path.isdir(state):
            return state
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = parent
