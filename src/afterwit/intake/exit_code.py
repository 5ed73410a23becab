"""The exit code of a command, as the hosts write it around the output: each has a way of its own."""

STILL_RUNNING = "Process running with session ID"
"""Codex's word for a command that has not ended; its outcome comes with a later call."""
LONGEST_CODE = 12


def exit_code(text: str) -> tuple[int | None, str]:
    """The exit code as a host writes it around the output, and the output without it."""
    for form in (_claude_form, _codex_form, _copilot_form, _appended_form):
        found = form(text)
        if found is not None:
            return found
    return None, text


def _claude_form(text: str) -> tuple[int | None, str] | None:
    """`Exit code 1` on the first line; Codex's patches have more header lines, closed by `Output:`."""
    if not text.startswith("Exit code"):
        return None
    first, _, rest = text.partition("\n")
    code = _number(first.removeprefix("Exit code").lstrip(": "))
    body = rest.partition("\nOutput:\n")[2] if rest.startswith("Wall time:") else rest
    return None if code is None else (code, body)


def _codex_form(text: str) -> tuple[int | None, str] | None:
    """`Process exited with code 1` among header lines."""
    if not text.startswith(("Chunk ID:", "Wall time:", "Process ")):
        return None
    header, _, body = text.partition("\nOutput:\n")
    for line in header.split("\n"):
        if line.startswith("Process exited with code "):
            return _number(line.removeprefix("Process exited with code ")), body
        if line.startswith(STILL_RUNNING):
            return None, line
    return None


def _copilot_form(text: str) -> tuple[int | None, str] | None:
    """`<shellId: 3 completed with exit code 1>` on the last line."""
    end = text.rstrip()
    if not end.endswith(">"):
        return None
    start = end.rfind("\n<") + 1
    mark = end[start:]
    said = mark.startswith("<") and "exit code " in mark
    code = _number(mark.rpartition("exit code ")[2].rstrip(">")) if said else None
    return None if code is None else (code, end[:start])


def _appended_form(text: str) -> tuple[int | None, str] | None:
    """`(exit code: 1)` at the end."""
    body, mark, code = text.rstrip()[-40:].rpartition("(exit code: ")
    number = _number(code.rstrip(")")) if mark and code.endswith(")") else None
    return None if number is None else (number, text[: text.rindex("(exit code: ")] or body)


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.lstrip("-").isdigit() and len(text) <= LONGEST_CODE else None
