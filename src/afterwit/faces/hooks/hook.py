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

from afterwit.faces.hooks.edge import PATIENCE, Edge, hushed, state_folder

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
SPOOL = "spool.jsonl"
OFFERED = "offered"
"""The folder in which it is noted what each session was told."""
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
CODES = ("exit_code", "exitCode", "returncode", "return_code")
CODE_TOLD = ("exit code: ", "exit code ", "exited with code ")


class Call:
    """How the hook was called: with what event, by which host, for which agent."""

    def __init__(self, event: str, host: str) -> None:
        self.event = IN_OTHER_WORDS.get(event, event)
        self.host = host or USUAL_HOST
        self.agent = os.environ.get("AFTERWIT_AGENT") or self.host

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
    answer = run_hook(call, sys.stdin.buffer if sys.stdin else None)
    with Edge(call.event, PATIENCE):
        while answer:
            answer = answer[os.write(out, answer) :]
    os._exit(0)


def run_hook(call: Call, stdin: "BinaryIO | None", seconds: float = PATIENCE) -> bytes:
    """What a host is to be told at one event, as it wants to hear it; empty where there is nothing."""
    if call.event not in EVENTS or stdin is None or os.environ.get("AFTERWIT_REVIEWER"):
        return b""
    edge = Edge(call.event, seconds)
    with edge:
        facts = _facts(stdin)
        folder = facts.get("cwd")
        state = state_folder(folder if isinstance(folder, str) and folder else os.getcwd())
        if state is not None:
            edge.state = state
            text = _handle(call, facts, state)
            edge.answer = _form(call, text) if text else b""
    return edge.answer


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


def _handle(call: Call, facts: "dict[str, object]", state: str) -> str:
    """Write the event down, start what is to be started, and give what there is to tell."""
    session, transcript = _text(facts, "session_id", "sessionId")[:LONGEST_NAME], _transcript(facts)
    failed = call.event == "PostToolUseFailure" or (call.event == "PostToolUse" and _failed(facts))
    _spool(state, call, session, transcript, failed=failed)
    if call.event in PAUSES:
        _pause(call, facts, state, session or transcript, transcript)
        return ""
    told = ""
    if _worth_a_look(call.event, facts, state, failed=failed):
        from afterwit.faces.hooks.telling import tell  # noqa: PLC0415 - few hooks have anything to tell

        told = tell(call.event, facts, state, session or transcript)
    if call.event == "SessionStart" and session and session.isprintable():
        named = f"This session is {call.host}:{session} to Afterwit's tools.\n"
        return f"{told}\n{named}" if told else named
    return told


def _spool(state: str, call: Call, session: str, transcript: str, *, failed: bool) -> None:
    from afterwit.keep.lines import append  # noqa: PLC0415 - a hook that has nothing to write does not need it

    line: dict[str, object] = {
        "at": int(time.time() * 1000),
        "event": call.event,
        "agent": call.agent[:LONGEST_NAME],
        "session": session,
        "transcript": transcript,
    }
    if failed:
        line["failed"] = True
    append(os.path.join(state, SPOOL), json.dumps(line).encode() + b"\n")


def _transcript(facts: "dict[str, object]") -> str:
    """Where the session's transcript lies; empty where the host does not say."""
    path = _text(facts, "transcript_path", "transcriptPath")
    return os.path.join(_text(facts, "cwd") or os.getcwd(), path) if path else ""


def _text(facts: "dict[str, object]", *keys: str) -> str:
    found = (facts.get(key) for key in keys)
    return next((value for value in found if isinstance(value, str)), "")


def _failed(facts: "dict[str, object]") -> bool:
    """Whether the answer of a tool shows a failure, in whatever way hosts show it."""
    answer = facts.get("tool_response", facts.get("toolResult"))
    if isinstance(answer, str):
        return _shows_code(answer)
    if not isinstance(answer, dict):
        return False
    told = cast("dict[str, object]", answer)
    codes = [told.get(key) for key in CODES]
    return (
        any(isinstance(code, int) and code != 0 for code in codes)
        or True in (told.get("is_error"), told.get("isError"))
        or bool(told.get("error"))
        or told.get("success") is False
        or told.get("resultType") == "failure"
    )


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
        _learn(call, transcript, state)
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


def _learn(call: Call, transcript: str, state: str) -> None:
    """Have a transcript learned from, or those of the host where it does not say which; nobody waits for it."""
    if not hasattr(os, "posix_spawn"):
        return
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    command = [
        sys.executable,
        "-P",  # a repository is not to run its own code here
        "-m",
        "afterwit",
        "learn",
        *([transcript] if transcript else ["--host", call.host]),
        "--automatic",
        "--project",
        os.path.dirname(state),
    ]
    if sys.platform == "linux":  # in a session of its own: what ends the host does not end it
        os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet, setsid=True)
    else:
        os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)


def _worth_a_look(event: str, facts: "dict[str, object]", state: str, *, failed: bool) -> bool:
    """Whether there may be something to tell: more is loaded only then."""
    if event in TOOLS:
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
