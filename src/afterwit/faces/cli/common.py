"""What every command has: its options for where and how, and ways to print."""

import json as json_format
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Protocol

from cyclopts import Parameter

from afterwit.config import Config
from afterwit.configured import Setting, load
from afterwit.engine.project import Project, find_project
from afterwit.errors import WrongUse
from afterwit.faces.cli.plain import one_line
from afterwit.keep.trusted import trust

if TYPE_CHECKING:
    from rich.console import Console

    from afterwit.engine.shelf import Watch


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """Options that every command takes."""

    project: Annotated[Path | None, Parameter(metavar="DIR")] = None
    """The project [nearest folder upward with .afterwit/ or .git, else here]."""
    store: Annotated[str | None, Parameter(metavar="URL")] = None
    """A shared PostgreSQL store instead of the project's own file."""
    json: Annotated[bool, Parameter(negative="")] = False
    """Print one JSON document on standard output, and nothing else there."""
    debug: Annotated[bool, Parameter(negative="")] = False
    """Show the whole trace of an error."""

    def here(self) -> Project:
        """The project that is meant."""
        if self.project is not None:
            if not self.project.is_dir():
                message = f"There is no folder {self.project}: check --project."
                raise WrongUse(message)
            return Project(self.project.absolute())
        return find_project(Path.cwd())

    def chosen(self) -> Project:
        """The project that is meant, and that the user has now chosen to use: hooks listen to it from here on."""
        project = self.here()
        if project.state.is_dir() and not project.state.is_symlink():
            trust(str(project.state))
        return project

    def settings(self) -> tuple[Config, list[Setting]]:
        """The settings in force, and where each comes from."""
        return load(self.here().root, flags={"store": self.store})

    def config(self) -> Config:
        """The settings in force."""
        return self.settings()[0]


def print_json(document: object) -> None:
    """The one JSON document of a command."""
    sys.stdout.write(json_format.dumps(document, ensure_ascii=False, indent=2) + "\n")


def console() -> "Console":
    """Standard output for people: colours and width as the terminal has them."""
    from rich.console import Console  # noqa: PLC0415 - JSON output needs none of it

    class Plain(Console):
        """What is printed is mostly others' words: no markup in them, and the end of a pipe is the edge's business."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Plain(highlight=False, markup=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def hanging(out: "Console", text: str, indent: int) -> str:
    """A sentence for what is left of a terminal's line, the next lines below its beginning; in a pipe it is one."""
    if not out.is_terminal:
        return text
    lines = wrap(text, max(20, out.width - indent), break_long_words=False, break_on_hyphens=False)
    return f"\n{' ' * indent}".join(lines)


class Rows:
    """A table without lines that fits the terminal: one flexible column gives way, the others stay readable."""

    GAP = "  "

    def __init__(self, *columns: str, flexible: str, right: tuple[str, ...] = ()) -> None:
        self._columns = columns
        self._flexible = columns.index(flexible)
        self._right = {columns.index(column) for column in right}
        self._rows: list[tuple[tuple[str, ...], str]] = []

    def add(self, *cells: str, style: str = "") -> None:
        """One more row; line ends and control characters in cells become spaces."""
        self._rows.append((tuple(one_line(cell) for cell in cells), style))

    def print(self, out: "Console") -> None:
        """Write it all, cut to the terminal's width; in a pipe nothing is cut."""
        from rich.cells import cell_len, set_cell_size  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        rows = [(self._columns, "bold"), *self._rows]
        widths = [max(cell_len(cells[index]) for cells, _ in rows) for index in range(len(self._columns))]
        if out.is_terminal:
            others = sum(widths) - widths[self._flexible] + len(self.GAP) * (len(widths) - 1)
            widths[self._flexible] = min(widths[self._flexible], max(12, out.width - others))
        for cells, style in rows:
            shown: list[str] = []
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
                room = width - cell_len(cell)
                fitted = set_cell_size(cell, width - 1) + "…" if room < 0 else cell
                pad = " " * max(0, room)
                shown.append(pad + fitted if index in self._right else fitted + pad)
            out.print(Text(self.GAP.join(shown).rstrip(), style=style), soft_wrap=True)


class Advance(Protocol):
    """Called with how much further the work has come."""

    def __call__(self, amount: int, /) -> None:
        """Take note."""
        ...


@contextmanager
def progress(title: str, total: int, *, bytes_: bool = True) -> Generator[Advance, None, None]:
    """A bar on standard error, on a terminal only; over bytes, or over things."""
    if not sys.stderr.isatty() or total == 0:
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    done = DownloadColumn() if bytes_ else MofNCompleteColumn()
    columns = (TextColumn(title), BarColumn(), done, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda amount: bar.advance(task, amount)


@contextmanager
def watching() -> "Generator[Watch, None, None]":
    """A bar on standard error for whatever turns out to be much to do, on a terminal only."""
    with ExitStack() as open_bars:
        bars: dict[str, tuple[Advance, int]] = {}

        def watch(title: str, done: int, of: int, /) -> None:
            if title not in bars:
                bars[title] = (open_bars.enter_context(progress(title, of, bytes_=False)), 0)
            advance, before = bars[title]
            advance(done - before)
            bars[title] = (advance, done)

        yield watch


def counted(count: int, one: str, many: str = "") -> str:
    """`1 session`, `3 sessions`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
