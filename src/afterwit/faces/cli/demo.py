"""`afterwit demo`: what Afterwit does today, on sample sessions, in a scratch project."""

import tempfile
from importlib import resources
from pathlib import Path

from rich.console import Console

from afterwit.faces.cli.common import Common, console
from afterwit.faces.cli.learn import learn
from afterwit.faces.cli.sessions import events, sessions


def demo(*, common: Common = Common()) -> int:  # noqa: B008 - frozen, and cyclopts reads the default
    """Read the sample sessions into a scratch project and show what was found; leaves nothing behind."""
    out = console()
    with (
        tempfile.TemporaryDirectory(prefix="afterwit-demo-") as folder,
        resources.as_file(resources.files("afterwit") / "samples") as samples,
    ):
        scratch = Common(project=Path(folder), json=common.json, debug=common.debug)
        if common.json:
            return learn(samples, common=scratch)
        out.print("Two sessions of two agents, as their hosts wrote them, are read into an empty project.\n")
        _typed(out, "afterwit learn samples/")
        learn(samples, common=scratch)
        _typed(out, "afterwit learn samples/", why="again: only what is new is read")
        learn(samples, common=scratch)
        _typed(out, "afterwit sessions")
        sessions(common=scratch)
        _typed(out, "afterwit events 5a3e", why="one session; secrets and names are gone, failures are told apart")
        events("5a3e", common=scratch)
        _typed(out, "afterwit events 5a3e --kind refusal", why="what the user did not want, in their words")
        events("5a3e", kind=("refusal",), common=scratch)
    out.print("\nThat was a scratch project. In yours: afterwit learn", style="bold")
    return 0


def _typed(out: Console, command: str, why: str = "") -> None:
    note = f"   [dim]# {why}[/dim]" if why else ""
    out.print(f"\n[bold cyan]$ {command}[/bold cyan]{note}", markup=True)
