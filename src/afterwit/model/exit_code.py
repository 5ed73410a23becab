"""The exit code of a command, as the hosts write it around the output: each has a way of its own."""

STILL_RUNNING = "Process running with session ID"
"""Codex's word for a command that has not ended; its outcome comes with a later call."""
CODEX_HEADER = ("Chunk ID:", "Wall time:", "Process ")
LONGEST_CODE = 12
MARK_LENGTH = 100
"""A mark at the end of the output is no longer than this."""


def exit_code(text: str) -> tuple[int | None, str]:
    """The exit code as a host writes it around the output, and the output without it."""
    return _at_the_start(text) or _at_the_end(text) or (None, text)


def _at_the_start(text: str) -> tuple[int | None, str] | None:
    if text.startswith("Exit code"):
        return _claude_form(text)
    return _codex_form(text) if text.startswith(CODEX_HEADER) else None


def _at_the_end(text: str) -> tuple[int | None, str] | None:
    end = text[-MARK_LENGTH:].rstrip()
    if end.endswith(">"):
        return _copilot_form(text, end)
    return _appended_form(text, end) if end.endswith(")") else None


def _claude_form(text: str) -> tuple[int | None, str] | None:
    """`Exit code 1` on the first line; Codex's patches have more header lines, closed by `Output:`."""
    first, _, rest = text.partition("\n")
    code = _number(first.removeprefix("Exit code").lstrip(": "))
    body = rest.partition("\nOutput:\n")[2] if rest.startswith("Wall time:") else rest
    return None if code is None else (code, body)


def _codex_form(text: str) -> tuple[int | None, str] | None:
    """`Process exited with code 1` among header lines."""
    header, _, body = text.partition("\nOutput:\n")
    _, ended, code = f"\n{header}".partition("\nProcess exited with code ")
    if ended:
        return _number(code.partition("\n")[0]), body
    return (None, STILL_RUNNING) if f"\n{STILL_RUNNING}" in f"\n{header}" else None


def _copilot_form(text: str, end: str) -> tuple[int | None, str] | None:
    """`<shellId: 3 completed with exit code 1>` on the last line."""
    mark = end[end.rfind("\n<") + 1 :]
    said = mark.startswith("<") and "exit code " in mark
    code = _number(mark.rpartition("exit code ")[2].rstrip(">")) if said else None
    return None if code is None else (code, text[: text.rindex(mark)])


def _appended_form(text: str, end: str) -> tuple[int | None, str] | None:
    """`(exit code: 1)` at the end."""
    _, mark, code = end.rpartition("(exit code: ")
    number = _number(code.rstrip(")")) if mark else None
    return None if number is None else (number, text[: text.rindex(mark)])


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.lstrip("-").isdigit() and len(text) <= LONGEST_CODE else None
