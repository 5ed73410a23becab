"""The shelf of a project: its skills and how they are found. All that a search needs, without the store."""

import os
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from afterwit.adapters.clock import now
from afterwit.adapters.embeddings import embedder_of
from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.errors import BadSkill, ConfigError, WriteFailed, WrongUse
from afterwit.judge.boundary import source_class
from afterwit.keep.book import Book
from afterwit.keep.trajectory import Trajectory
from afterwit.keep.trusted import is_trusted
from afterwit.keep.zone import Zone
from afterwit.model.package import Package, SourceClass, State
from afterwit.ports import Embedder
from afterwit.recall.index import Entry, SkillIndex
from afterwit.recall.vectors import Vectors

Watch = Callable[[str, int, int], None]
"""Is told what is being done, and how many of how many are."""

INSTALLED = "installed.json"
OURS = (
    "",
    "afterwit.db",
    "index.db",
    "vectors.db",
    "writing.lock",
    "trajectory",
    "drafts",
    "key",
    ".gitignore",
    "config.toml",
    "mcp-token",
    "offered",
    "install",
    INSTALLED,
)
"""What of the state folder is never reached by a link; the skills, lessons and views have checks of their own."""
INDEX = "index.db"
VECTORS = "vectors.db"


class Shelf(msgspec.Struct, frozen=True, kw_only=True):
    """The skills, and how they are found."""

    config: Config
    zone: Zone
    book: Book
    index: SkillIndex
    embedder: Embedder | None
    without_embedder: str
    """Why there is no embedder, in words."""
    watch: Watch | None
    """Is told of what takes long."""
    trajectory: Trajectory | None
    """The log of what becomes of skills; None where none is kept."""
    clock: Callable[[], int]
    """The time now, in milliseconds since 1970 UTC."""

    def look(self) -> None:
        """Take into the index what has changed on disk, by whatever hand."""
        look(self.book, self.index, self.watch)

    def source(self, entry: Entry) -> SourceClass:
        """Where a skill of the index came from."""
        return self.book.classify(entry.name, {"source": entry.source})


@contextmanager
def shelf(project: Project, config: Config, *, watch: Watch | None = None) -> Generator[Shelf, None, None]:
    """The project's shelf; it leaves no trace in a project that has nothing yet."""
    refuse_links(project)
    if not project.state.exists():
        with TemporaryDirectory() as nowhere, shelf_in(Path(nowhere), config, kept=False) as found:
            yield found
        return
    with shelf_in(project.state, config, kept=True, watch=watch) as found:
        found.look()
        yield found


@contextmanager
def shelf_in(state: Path, config: Config, *, kept: bool, watch: Watch | None = None) -> Generator[Shelf, None, None]:
    """The shelf of a state folder, whose index is kept in it or only in memory; nobody has looked yet."""
    zone = Zone(state, max_files=config.judge.max_files, max_bytes=config.judge.max_bytes)
    there = installed(state)
    recall = config.recall
    embedder, without = embedder_of(recall.embedder, recall.embedder_model, os.environ.get(recall.embedder_key, ""))
    with closing(SkillIndex(state / INDEX, Vectors(state / VECTORS)) if kept else SkillIndex()) as index:
        yield Shelf(
            config=config,
            zone=zone,
            book=Book(zone, lambda name, metadata: source_class(name, metadata, config.judge, there)),
            index=index,
            embedder=embedder,
            without_embedder=without,
            watch=watch,
            trajectory=Trajectory(state / "trajectory") if config.learning.trajectory_logging else None,
            clock=now,
        )


def look(book: Book, index: SkillIndex, watch: Watch | None = None) -> None:
    """Make the index agree with the files; a folder that is no skill hides no other, and `doctor` tells of it."""

    def load(state: State, name: str) -> Package | None:
        try:
            skill = book.at(state, name)
        except (BadSkill, WriteFailed):
            return None
        return None if skill is None else skill.package

    index.sync(book.listing(), load, watch and (lambda done, of: watch("Indexing skills", done, of)))


def refuse_links(project: Project) -> None:
    """What Afterwit writes stays in the project: a link in a repository could lead anywhere."""
    linked = [str(place) for name in OURS if (place := project.state / name).is_symlink()]
    if linked:
        raise WrongUse(f"{', '.join(linked)} leads elsewhere by a symbolic link: put the real thing there.")


def refuse_strangers(project: Project) -> None:
    """What runs by itself does so only where a person has used Afterwit before, and not in whatever was cloned."""
    if project.state.exists() and not is_trusted(str(project.state)):
        raise WrongUse(
            f"{project.state} came along with the project, and nobody has used it here yet: "
            "look at it, and run `afterwit learn` in the project once."
        )


def installed(state: Path) -> frozenset[str]:
    """The skills that `afterwit install` put there, by the lock it leaves. Without knowing them nothing is written."""
    try:
        return frozenset(msgspec.json.decode((state / INSTALLED).read_bytes(), type=list[str]))
    except (FileNotFoundError, NotADirectoryError):
        return frozenset()
    except (OSError, msgspec.DecodeError) as error:
        raise ConfigError([f"{state / INSTALLED} cannot be read ({error}): run afterwit install again"]) from error
