"""`afterwit hook EVENT`: what a host calls when a session starts, at every prompt and tool call, and when it ends.

It runs so often that of ours it loads nothing but its edge and the writer of lines. Every event becomes a line of the
project's spool, which whoever opens the store next takes in; nothing that was said is in it. Only where there is
something to tell the agent is more loaded (telling.py). It is never in the way of its host: whatever goes wrong here,
the host hears nothing and the exit code is 0, and `afterwit doctor` tells of it by the project's faults.jsonl.
"""

import json
import os
import sys
import time

from afterwit.faces.hooks.edge import Edge, hushed, state_folder

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes longer to import than all the rest of this module
    from typing import BinaryIO, NoReturn, cast
else:

    def cast(_: object, value: object) -> object:
        """Nothing, at run time."""
        return value


IN_OTHER_WORDS = {
    "BeforeAgent": "UserPromptSubmit",
    "AfterAgent": "Stop",
    "AfterTool": "PostToolUse",
    "PreCompress": "PreCompact",
}
"""What Gemini CLI calls the events of Claude Code and Codex."""
PAUSES = frozenset({"Stop", "SubagentStop", "PreCompact", "SessionEnd"})
"""The events at which a transcript has something new to read."""
TOOLS = frozenset({"PostToolUse", "PostToolUseFailure"})
EVENTS = PAUSES | TOOLS | {"SessionStart", "UserPromptSubmit"}
USUAL_HOST = "claude-code"
PATIENCE = 5.0
"""Seconds after which a hook gives up, all in all; where a machine is not very busy it takes a fraction of one."""
AT_A_PAUSE = 1.2
"""The same at a pause: a host that ends gives its hooks one and a half, and the start of Python is part of that."""
HEARD, LEARNED = ".heard", ".learned"
"""Stand after the name of the spool: that there is something to learn from, and when that was last begun with."""
BETWEEN = 60.0
"""Seconds between two times that sessions are learned from because another starts."""
LESSONS = "lessons.md"
SKILLS = "skills"
CORRECTED = b"self_corrections"
"""What a reply has in which an agent says what it was corrected in."""
LATEST = 64 * 1024
"""So much of a transcript's end is looked at for it."""
LONGEST = 64 * 1024 * 1024
LONGEST_NAME = 200
FEWEST_WORDS = 3
"""A prompt of fewer, as `go on` is, says nothing that a skill could be about."""
TOOL_ANSWERS = ("tool_response", "toolResult")
"""Where hosts put what a tool answered."""
CODES = ("exit_code", "exitCode", "returncode", "return_code")
PRINTED = ("stdout", "stderr", "output")
LAST_LINES = 5
COMPLAINTS = (
    "error:", "fatal:", "unknown flag", "unknown option", "unrecognized", "command not found", "no such file",
    "not permitted", "permission denied", "traceback (most", "npm err", "cannot ",
)  # fmt: skip
"""How a command says at its end that it failed, in small letters."""
CODE_TOLD = ("exit code: ", "exit code ", "exited with code ")


class Call:
    """How the hook was called: with what event, by which host, for which agent."""

    def __init__(self, event: str, host: str) -> None:
        self.event = IN_OTHER_WORDS.get(event, event)
        self.host = host or USUAL_HOST
        self.agent = os.environ.get("AFTERWIT_AGENT", "").strip() or self.host

    @property
    def seconds(self) -> float:
        """How long it may take."""
        return AT_A_PAUSE if self.event in PAUSES else PATIENCE

    @property
    def called(self) -> str:
        """The event in the host's own word."""
        if self.host != "gemini":
            return self.event
        return next((theirs for theirs, ours in IN_OTHER_WORDS.items() if ours == self.event), self.event)


def main(arguments: "list[str]") -> "NoReturn":
    """Be the process of a hook. It ends at once: what was loaded takes no leave, since a host would wait for that."""
    call = understood(arguments)
    if call is None:
        os.write(2, b"afterwit hook EVENT [--host HOST]: reads the host's JSON from standard input.\n")
        # A host is not to be told that something is wrong; 2 would even mean that the hook forbids what is going on.
        os._exit(1 if os.isatty(0) and arguments not in (["--help"], ["-h"]) else 0)
    out = hushed()
    run_hook(call, sys.stdin.buffer if sys.stdin else None, out=out)
    os._exit(0)


def run_hook(call: Call, stdin: "BinaryIO | None", seconds: float = 0, out: int | None = None) -> bytes:
    """What a host is told at one event, as it wants to hear it; empty where there is nothing."""
    if call.event not in EVENTS or stdin is None or os.environ.get("AFTERWIT_REVIEWER"):
        return b""
    edge = Edge(call.event, seconds or call.seconds)
    with edge:
        facts = _facts(stdin)
        folder = facts.get("cwd")
        state = state_folder(folder if isinstance(folder, str) and folder else os.getcwd())
        if state is not None:
            edge.state = state
            text = _handle(call, facts, edge, state)
            edge.answer = _form(call, text) if text else b""
            if out is not None:
                _write(out, edge.answer)
            if edge.promise is not None:
                edge.promise.settle()
    return edge.answer


def _write(out: int, answer: bytes) -> None:
    while answer:
        answer = answer[os.write(out, answer) :]


def understood(arguments: "list[str]") -> Call | None:
    """The event and the host that were named; None where the call is none."""
    named: list[str] = []
    host = ""
    rest = iter(arguments)
    for word in rest:
        if word == "--host":
            host = next(rest, "")
        elif word.startswith("--host="):
            host = word.removeprefix("--host=")
        else:
            named.append(word)
    if len(named) != 1 or named[0].startswith("-") or len(host) > LONGEST_NAME:
        return None
    return Call(named[0], host)


def _facts(stdin: "BinaryIO") -> "dict[str, object]":
    told = json.loads(stdin.read(LONGEST))
    if not isinstance(told, dict):
        raise json.JSONDecodeError("No object", "", 0)
    return cast("dict[str, object]", told)


def _handle(call: Call, facts: "dict[str, object]", edge: Edge, state: str) -> str:
    """Write the event down, start what is to be started, and give what there is to tell."""
    session, transcript = _text(facts, "session_id", "sessionId")[:LONGEST_NAME], _transcript(facts)
    spool = _spool(state, call, session, transcript)
    if call.event in PAUSES:
        _pause(call, facts, state, session or transcript, transcript)
        return ""
    try:
        told = _telling(call.event, facts, edge, state, session or transcript)
    finally:
        if call.event == "SessionStart":  # only now: the answer is not to share the machine with it
            _catch_up(call, spool, state, transcript)
    if call.event == "SessionStart" and session and session.isprintable():
        named = f"This session is {call.host}:{session} to Afterwit's tools.\n"
        return f"{told}\n{named}" if told else named
    return told


def _telling(event: str, facts: "dict[str, object]", edge: Edge, state: str, session: str) -> str:
    if not _worth_a_look(event, facts, state):
        return ""
    from afterwit.faces.hooks.telling import tell  # noqa: PLC0415 - few hooks have anything to tell

    return tell(event, facts, edge, state, session)


def _spool(state: str, call: Call, session: str, transcript: str) -> str:
    """Write a line, and that there is something to learn from; give the path of the spool."""
    from afterwit.keep.lines import SPOOL, append  # noqa: PLC0415 - a hook that has nothing to write does not need it

    line: dict[str, object] = {
        "at": int(time.time() * 1000),
        "event": call.event,
        "agent": call.agent[:LONGEST_NAME],
        "session": session,
        "transcript": transcript,
    }
    spool = os.path.join(state, SPOOL)
    append(spool, json.dumps(line).encode() + b"\n", beside=True)
    if call.event not in {"SessionStart", "SessionEnd"}:  # before the one nothing happened; the other sees to it itself
        try:
            os.close(os.open(spool + HEARD, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644))
        except FileExistsError:
            return spool
    return spool


def _transcript(facts: "dict[str, object]") -> str:
    """Where the session's transcript lies; empty where the host does not say."""
    path = _text(facts, "transcript_path", "transcriptPath")
    return os.path.join(_text(facts, "cwd") or os.getcwd(), path) if path else ""


def _text(facts: "dict[str, object]", *keys: str) -> str:
    found = (facts.get(key) for key in keys)
    return next((value for value in found if isinstance(value, str)), "")


def shows_failure(facts: "dict[str, object]") -> bool:
    """Whether the answer of a tool shows a failure, in whatever way hosts show it, or a pipe that hides one."""
    answer = next((facts[key] for key in TOOL_ANSWERS if key in facts), None)
    if isinstance(answer, str) and answer[:1] == "{" and len(answer) <= LATEST:
        try:
            answer = json.loads(answer)  # as Codex has it
        except ValueError:
            return _shows_code(answer)
    if isinstance(answer, str):
        return _shows_code(answer) or _swallowed(facts, answer)
    if not isinstance(answer, dict):
        return False
    told = cast("dict[str, object]", answer)
    about = told.get("metadata")
    codes = [told.get(key) for key in CODES]
    codes += [cast("dict[str, object]", about).get(key) for key in CODES] if isinstance(about, dict) else []
    printed = [value for key in PRINTED if isinstance(value := told.get(key), str)]
    return (
        any(isinstance(code, int) and code != 0 for code in codes)
        or True in (told.get("is_error"), told.get("isError"))
        or bool(told.get("error"))
        or told.get("success") is False
        or told.get("resultType") == "failure"
        or any(_swallowed(facts, text) for text in printed)
    )


def _swallowed(facts: "dict[str, object]", printed: str) -> bool:
    """Whether a pipe took the exit code of a command that complains: one in ten failures is told by its words alone."""
    given = facts.get("tool_input")
    command = cast("dict[str, object]", given).get("command") if isinstance(given, dict) else None
    if not isinstance(command, str) or "|" not in command:
        return False
    last = printed[-LONGEST_NAME * 5 :].casefold().splitlines()[-LAST_LINES:]
    return any(word in line[:LONGEST_NAME] for line in last for word in COMPLAINTS)


def _shows_code(answer: str) -> bool:
    """Whether what a command printed begins with an exit code other than 0, as some hosts write it there."""
    head = answer[:LONGEST_NAME].casefold()
    for words in CODE_TOLD:
        _, found, rest = head.partition(words)
        number = rest[:1]
        if found:
            return number.isdigit() and number != "0"
    return False


def _pause(call: Call, facts: "dict[str, object]", state: str, session: str, transcript: str) -> None:
    """Have a session learned from when it ends, or as soon as its agent says what it was corrected in."""
    ended = call.event == "SessionEnd"
    there = not transcript or os.path.isfile(transcript)
    if there and (ended or _corrected(facts, transcript)):
        _learn(state, [transcript] if transcript else ["--host", call.host])
    from afterwit.keep.lines import OFFERED  # noqa: PLC0415 - it is loaded by now

    if ended and session and os.path.isdir(os.path.join(state, OFFERED)):
        from afterwit.engine.offered import Offered  # noqa: PLC0415 - most sessions were offered nothing

        Offered(state, session).forget()


def _corrected(facts: "dict[str, object]", transcript: str) -> bool:
    """Whether the agent's last reply, as the host tells it or else as it is written down, says what was corrected."""
    reply = _text(facts, "last_assistant_message", "prompt_response")
    if reply or not transcript:
        return _notes_something(reply.encode("utf-8", "replace"))
    with open(transcript, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LATEST))
        return _notes_something(file.read(LATEST))


def _notes_something(said: bytes) -> bool:
    _, found, rest = said.rpartition(CORRECTED)
    listed = rest[:16].translate(None, b'\\": ')
    return bool(found) and not listed.startswith((b"[]", b"null"))


def _catch_up(call: Call, spool: str, state: str, transcript: str) -> None:
    """Have those sessions learned from that hooks told of since this was last done.

    Not every host tells of the end of a session, and none does of one that is killed. Of several that start at once,
    one does it; where it was done a moment ago, it is left to the next.
    """
    try:
        if 0 <= time.time() - os.stat(spool + LEARNED, follow_symlinks=False).st_mtime < BETWEEN:
            return
    except FileNotFoundError:
        pass
    try:
        os.rename(spool + HEARD, spool + LEARNED)
    except FileNotFoundError:
        return
    os.utime(spool + LEARNED, follow_symlinks=False)
    _learn(state, [] if transcript else ["--host", call.host])


def _learn(state: str, what: "list[str]") -> None:
    """Have a transcript learned from, those of a host that does not say which, or all that hooks told of.

    Nobody waits for it.
    """
    if not hasattr(os, "posix_spawn"):
        return
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    command = [
        sys.executable,
        "-P",  # a repository is not to run its own code here
        "-m",
        "afterwit",
        "learn",
        *what,
        "--automatic",
        "--project",
        os.path.dirname(state),
    ]
    if sys.platform == "linux":  # in a session of its own: what ends the host does not end it
        os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet, setsid=True)
    else:
        os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)


def _worth_a_look(event: str, facts: "dict[str, object]", state: str) -> bool:
    """Whether there may be something to tell: more is loaded only then."""
    if event in TOOLS:
        failed = event == "PostToolUseFailure" or shows_failure(facts)
        return failed and facts.get("is_interrupt") is not True and _has_skills(state)
    if event == "UserPromptSubmit":
        prompt = _text(facts, "prompt").strip()
        if prompt.startswith("/") or len(prompt.split(None, FEWEST_WORDS)) < FEWEST_WORDS:
            return False
    lessons = os.path.join(state, LESSONS)
    return _has_skills(state) or (os.path.isfile(lessons) and not os.path.islink(lessons))


def _has_skills(state: str) -> bool:
    folder = os.path.join(state, SKILLS)
    if os.path.islink(folder) or not os.path.isdir(folder):
        return False
    with os.scandir(folder) as entries:
        return next(entries, None) is not None


def _form(call: Call, text: str) -> bytes:
    """What is told, as the host wants to hear it: as a whole, and in signs that no terminal or pipe changes."""
    told: dict[str, object] = {"hookSpecificOutput": {"hookEventName": call.called, "additionalContext": text}}
    if call.host == "copilot":
        told["additionalContext"] = text
    return json.dumps(told).encode() + b"\n"
