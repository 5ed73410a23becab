"""`afterwit hook EVENT`: takes down what a host tells, at once, and returns.

A host waits for its hooks, at every turn, so this module imports next to nothing and never raises: what cannot be
understood is left alone. When a session pauses or ends, the place of its transcript is noted in the project's inbox,
for `afterwit learn` to read. When it ends, and where the agent's last reply says what it was corrected in, `learn` is
started on its own, so that nobody waits, and a lesson is there for the next message. When a session starts and when the
user says something, the lessons that are new to it are told. A project that has no `.afterwit/` folder is not touched.
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
TOLD = frozenset({"SessionStart", "UserPromptSubmit"})
"""The events at which a host takes what a hook prints into the agent's context."""
CORRECTED = b"self_corrections"
"""What a reply has in which an agent says what it was corrected in."""
LATEST = 64 * 1024
"""So much of a transcript's end is looked at for it."""
LESSONS = "lessons.md"
MOST_TOLD = 4000
"""Characters of lessons that are told: they cost their reader something at every turn."""
STATE_FOLDER = ".afterwit"
INBOX = "inbox.jsonl"
LONGEST = 16 * 1024 * 1024


def run_hook(arguments: "list[str]", stdin: "BinaryIO | None") -> int:
    """Handle one event; 0 or, called wrongly, 1: to a host 2 would mean that the hook forbids what is going on."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write("afterwit hook EVENT: reads the host's JSON from standard input.\n")
        return 0 if arguments in (["--help"], ["-h"]) else 1
    if arguments[0] not in NOTED | TOLD or stdin is None:
        return 0
    try:
        told = json.loads(stdin.read(LONGEST))
        if arguments[0] in NOTED:
            _note(told, ended=arguments[0] == "SessionEnd")
        else:
            _tell(told, everything=arguments[0] == "SessionStart")
    except (ValueError, OSError, RecursionError):
        return 0
    return 0


def _note(told: object, *, ended: bool) -> None:
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
    inbox = os.path.join(state, INBOX)
    if os.path.lexists(inbox) and (os.path.islink(inbox) or not os.path.isfile(inbox)):
        return  # whatever a repository put there, it is no inbox of ours
    descriptor = os.open(inbox, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if line not in os.read(descriptor, LONGEST):  # a session pauses many times, and is noted once
            os.write(descriptor, line)
    finally:
        os.close(descriptor)
    transcript = os.path.join(folder, transcript)
    if os.path.isfile(transcript) and (ended or _corrected(transcript)):
        _learn(transcript, state)


def _corrected(transcript: str) -> bool:
    """Whether the end of a transcript has a reply in which the agent says what it was corrected in."""
    with open(transcript, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LATEST))
        _, found, rest = file.read(LATEST).rpartition(CORRECTED)
    listed = rest[:16].translate(None, b'\\": ')
    return bool(found) and not listed.startswith((b"[]", b"null"))


def _learn(transcript: str, state: str) -> None:
    """Have a transcript learned from, where the system can start what nobody waits for."""
    if not hasattr(os, "posix_spawn"):
        return
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    command = [
        sys.executable,
        "-P",  # a repository is not to run its own code here
        "-m",
        "afterwit",
        "learn",
        transcript,
        "--automatic",
        "--project",
        os.path.dirname(state),
    ]
    if sys.platform == "linux":  # in a session of its own: what ends the host does not end it
        os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet, setsid=True)
    else:
        os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)


def _tell(told: object, *, everything: bool) -> None:
    """Print the lessons: all of them when a session starts, later those that came since."""
    facts = cast("dict[str, object]", told) if isinstance(told, dict) else {}
    folder, transcript = facts.get("cwd"), facts.get("transcript_path")
    state = _state_folder(folder) if isinstance(folder, str) else None
    if state is None:
        return
    since = "" if everything else _began(transcript)
    if since is None:
        return
    lessons = os.path.join(state, LESSONS)
    if os.path.islink(lessons) or not os.path.isfile(lessons):
        return
    with open(lessons, encoding="utf-8", errors="replace") as file:
        lines = [line.rstrip() for line in file.read(LONGEST).splitlines() if line.startswith("- ")]
    new = [line for line in lines if line[2:22] >= since][::-1]
    shown: list[str] = []
    for line in new:  # the newest first, as far as there is room
        if sum(map(len, shown)) + len(line) > MOST_TOLD:
            break
        shown.append("".join(sign for sign in line if sign.isprintable()))
    if shown:
        sys.stdout.write("Lessons of this project:\n" + "\n".join(shown[::-1]) + "\n")


def _began(transcript: object) -> "str | None":
    """The time of a session's first line that has one; None where that cannot be told."""
    if not isinstance(transcript, str) or not os.path.isfile(transcript):
        return None
    with open(transcript, "rb") as file:
        head = file.read(LATEST).decode("utf-8", "replace")
    _, found, rest = head.partition('"timestamp":')
    moment = rest.lstrip(' "')[:19]
    return f"{moment}Z" if found and moment[:2] == "20" else None


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
