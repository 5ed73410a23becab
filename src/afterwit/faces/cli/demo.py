"""`afterwit demo`: the whole loop on sample sessions, in a scratch project."""

import tempfile
from contextlib import ExitStack
from importlib import resources
from pathlib import Path

from rich.console import Console

from afterwit.faces.cli.common import Common, console
from afterwit.faces.cli.decisions import approve
from afterwit.faces.cli.learn import learn
from afterwit.faces.cli.lessons import show as lessons
from afterwit.faces.cli.search import search
from afterwit.faces.cli.sessions import sessions
from afterwit.faces.cli.skills import show
from afterwit.keep.trusted import forget

LEARNED = "rl-gh-pr-diff-unknown-flag-stat"
PROMPT = "What does PR 60 change? List the files with gh pr diff --stat."


def demo(*, common: Common = Common()) -> int:  # noqa: B008 - frozen, and cyclopts reads the default
    """Read sample sessions into a scratch project, learn from them, approve, and recall; leaves nothing behind."""
    out = console()
    with (
        tempfile.TemporaryDirectory(prefix="afterwit-demo-") as folder,
        resources.as_file(resources.files("afterwit") / "samples") as samples,
        ExitStack() as cleaning,
    ):
        scratch = Common(project=Path(folder), json=common.json, debug=common.debug)
        cleaning.callback(forget, str(scratch.here().state))
        if common.json:
            return learn(samples, common=scratch)
        out.print("Three sessions of two agents, as their hosts wrote them. Two of them stumble over the same thing.\n")
        _typed(out, "afterwit learn samples/")
        learn(samples, common=scratch)
        _typed(out, "afterwit learn samples/", why="again: nothing new, so nothing changes")
        learn(samples, common=scratch)
        _typed(out, "afterwit sessions")
        sessions(common=scratch)
        _typed(out, f"afterwit show {LEARNED}", why="what was learned, from which events, and what the gates said")
        show(LEARNED, common=scratch)
        _typed(out, f"afterwit approve {LEARNED}", why="nothing becomes active by itself")
        approve(LEARNED, common=scratch)
        _typed(out, "afterwit lessons", why="what the user asked for holds at once")
        lessons(common=scratch)
        _typed(out, f"afterwit search '{PROMPT}'", why="the prompt of the next session")
        search(PROMPT, common=scratch)
    out.print("\nThat was a scratch project. In yours: afterwit learn", style="bold")
    return 0


def _typed(out: Console, command: str, why: str = "") -> None:
    note = f"   [dim]# {why}[/dim]" if why else ""
    out.print(f"\n[bold cyan]$ {command}[/bold cyan]{note}", markup=True)
