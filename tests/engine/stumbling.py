"""Transcripts of invented sessions that stumble over something, and the journey that learns from them."""

from collections.abc import Iterable
from pathlib import Path

from afterwit.config import Config
from afterwit.engine.learn import Learned, learn
from afterwit.engine.project import Project
from afterwit.engine.wire import learning
from tests.notice.deeds import Deed, Told, ran
from tests.transcripts import Line, claude_line, said, write

DIFF = (
    ran("gh pr diff 104 --stat", "unknown flag: --stat", 1),
    ran("gh pr diff 104 --name-only", "src/cart.py\nsrc/page.py"),
)
PUSH = (
    ran("git push", "fatal: The current branch fix-cart has no upstream branch.", 128),
    ran("git push --set-upstream origin fix-cart", "branch 'fix-cart' set up to track 'origin/fix-cart'."),
)


def transcript(told: Iterable[Told], name: str = "one", *, day: int = 4, opening: str = "Have a look.") -> list[Line]:
    """A session as Claude Code writes it, on a day in March."""
    lines: list[Line] = [said(1, opening, sessionId=name, timestamp=_at(day, 1))]
    for each in told:
        batch = each if isinstance(each, tuple) else (each,)
        begun = [(number, deed) for number, deed in enumerate(batch, len(lines) + 1) if deed.tool]
        lines += [_called(number, deed, name, day) for number, deed in begun]
        for number, deed in begun:
            lines.append(_answered(len(lines) + 1, number, deed, name, day))
        words = [deed for deed in batch if not deed.tool]
        for deed in words:
            lines.append(_worded(len(lines) + 1, deed, name, day))
    return lines


def _at(day: int, second: int) -> str:
    return f"2026-03-{day:02}T08:{second // 60:02}:{second % 60:02}.000Z"


def _called(number: int, deed: Deed, name: str, day: int) -> Line:
    block = {"type": "tool_use", "id": f"{name}-{number}", "name": deed.tool, "input": deed.given}
    message: Line = {"id": f"{name}-m{number}", "role": "assistant", "model": "m-1", "content": [block]}
    return _line(number, "assistant", message, name, day)


def _answered(number: int, call: int, deed: Deed, name: str, day: int) -> Line:
    block = {
        "type": "tool_result",
        "tool_use_id": f"{name}-{call}",
        "content": deed.text,
        "is_error": deed.flagged,
    }
    return _line(number, "user", {"role": "user", "content": [block]}, name, day)


def _worded(number: int, deed: Deed, name: str, day: int) -> Line:
    if deed.kind == "user":
        return said(number, deed.text, sessionId=name, timestamp=_at(day, number), uuid=f"{name}-{number}")
    message: Line = {"id": f"{name}-m{number}", "role": "assistant", "content": [{"type": "text", "text": deed.text}]}
    return _line(number, "assistant", message, name, day)


def _line(number: int, kind: str, message: Line, name: str, day: int) -> Line:
    more: Line = {"sessionId": name, "timestamp": _at(day, number), "uuid": f"{name}-{number}"}
    return {**claude_line(number, kind, message), **more}


def told_in(folder: Path, *told: Told, name: str = "one", day: int = 4, opening: str = "Have a look.") -> Path:
    """The file of such a session."""
    return write(folder / f"{name}.jsonl", transcript(told, name, day=day, opening=opening))


def learned(root: Path, *paths: Path, config: Config | None = None, dry_run: bool = False) -> Learned:
    """Learn from these files, as `afterwit learn` does."""
    with learning(Project(root), config or Config(), dry_run=dry_run) as (intake, kernel):
        return learn(paths, intake, kernel)


def kept(root: Path) -> dict[str, bytes]:
    """All that Afterwit has in a project, but for its database and index."""
    state = root / ".afterwit"
    files = (path for path in sorted(state.rglob("*")) if path.is_file())
    return {str(path.relative_to(state)): path.read_bytes() for path in files if ".db" not in path.name}
