"""Invented sessions of the hosts, as long and as odd as a test needs them."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

Line = dict[str, object]

CLAUDE = "7d0c1c52-2b0e-4a53-8f0b-5d2f6f1b9e01"
CODEX = "019f30aa-11c2-7d10-9a55-77aa10b2c3d4"


def at(second: int) -> str:
    """A moment of the day on which all of it happened."""
    return f"2026-03-04T{8 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"


def claude_line(number: int, kind: str, message: Line, **more: object) -> Line:
    """A line of Claude Code with a message in it."""
    return {
        "type": kind,
        "uuid": f"line-{number}",
        "sessionId": CLAUDE,
        "cwd": "/code/lantern",
        "version": "2.1.40",
        "gitBranch": "main",
        "timestamp": at(number),
        "message": message,
        **more,
    }


def said(number: int, text: str, **more: object) -> Line:
    """The user says something."""
    return claude_line(number, "user", {"role": "user", "content": text}, **more)


def called(number: int, command: str, **more: object) -> Line:
    """The agent runs a command, in a message that cost 10 tokens to read and 5 to write."""
    block = {"type": "tool_use", "id": f"call-{number}", "name": "Bash", "input": {"command": command}}
    usage = {"input_tokens": 10, "output_tokens": 5}
    message: Line = {"id": f"message-{number}", "role": "assistant", "model": "m-1", "content": [block], "usage": usage}
    return claude_line(number, "assistant", message, **more)


def answered(number: int, call: int, text: str, **more: object) -> Line:
    """The command's result."""
    block = {"type": "tool_result", "tool_use_id": f"call-{call}", "content": text}
    return claude_line(number, "user", {"role": "user", "content": [block]}, **more)


def claude(turns: int = 3, **more: object) -> list[Line]:
    """A session of three lines a turn: the user asks, the agent runs a command, the command answers."""
    lines: list[Line] = []
    for turn in range(turns):
        first = 3 * turn + 1
        lines += [
            said(first, f"Look at part {turn}.", **more),
            called(first + 1, f"ls part-{turn}", **more),
            answered(first + 2, first + 1, f"part-{turn}.txt", **more),
        ]
    return lines


def codex(turns: int = 2, *, cwd: str = "/code/lantern", **meta: object) -> list[Line]:
    """A rollout of Codex: its first line, then the user, a command and its output a turn, and the tokens so far."""
    opening: Line = {"id": CODEX, "cwd": cwd, "cli_version": "0.140.0", "originator": "codex-tui", "source": "cli"}
    opening.update(meta)
    lines: list[Line] = [{"timestamp": at(0), "type": "session_meta", "payload": opening}]
    for turn in range(1, turns + 1):
        call: Line = {"type": "function_call", "name": "exec_command", "call_id": f"call-{turn}"}
        total = {"input_tokens": 100 * turn, "output_tokens": 10 * turn}
        payloads: list[tuple[str, Line]] = [
            ("response_item", {"type": "message", "role": "user", "content": [{"text": f"Do step {turn}."}]}),
            ("response_item", {**call, "arguments": json.dumps({"cmd": f"make step-{turn}"})}),
            ("response_item", {"type": "function_call_output", "call_id": f"call-{turn}", "output": f"made {turn}"}),
            ("event_msg", {"type": "token_count", "info": {"total_token_usage": total}}),
        ]
        for kind, payload in payloads:
            line: Line = {"timestamp": at(turn), "type": kind, "payload": payload}
            lines.append(line)
    return lines


def copilot(cwd: str = "/code/lantern") -> list[Line]:
    """A session of Copilot CLI."""
    context = {"sessionId": "copilot-1", "copilotVersion": "1.2", "context": {"cwd": cwd}}
    told = [("session.start", context), ("user.message", {"content": "Which files are there?"})]
    return [
        {"type": kind, "data": data, "id": f"c{number}", "parentId": None, "timestamp": at(number)}
        for number, (kind, data) in enumerate(told)
    ]


def gemini(cwd: str = "") -> list[Line]:
    """A chat of Gemini CLI; where no folder is given, none is named."""
    header: Line = {"sessionId": "gemini-1", "projectHash": "0f", "startTime": at(0), "kind": "main"}
    if cwd:
        header["directories"] = [cwd]
    return [header, {"id": "g1", "type": "user", "content": "Which files are there?", "timestamp": at(1)}]


def chat(messages: int, *, size: int = 20) -> list[Line]:
    """Messages in the shape of OpenAI's chat completions."""
    roles = ("user", "assistant")
    return [{"role": roles[number % 2], "content": f"{number} ".ljust(size, "x")} for number in range(messages)]


def encoded(lines: Iterable[object]) -> bytes:
    """One JSON value a line."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def write(path: Path, lines: Iterable[object]) -> Path:
    """A file of one JSON value a line, in a folder that is made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(lines))
    return path


def append(path: Path, lines: Sequence[object]) -> None:
    """The host writes on."""
    with path.open("ab") as file:
        file.write(encoded(lines))
