"""Reading sessions into a project's own store, as `afterwit learn` does."""

from collections.abc import Iterable
from pathlib import Path

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.reading import SourceRead, read_sessions
from afterwit.engine.wire import event_log, intake
from afterwit.model.event import Event
from afterwit.ports import Stored


def learn(project: Path, *paths: Path, config: Config | None = None, dry_run: bool = False) -> list[SourceRead]:
    """Read these files into the project's store."""
    with intake(Project(project), config or Config(), dry_run=dry_run) as needed:
        return list(read_sessions(paths, needed))


def sessions(project: Path) -> list[Stored]:
    """What the store has."""
    with event_log(Project(project), Config()) as log:
        return log.sessions()


def events(project: Path, key: str = "") -> list[Event]:
    """The events of a session, by default of the only one."""
    with event_log(Project(project), Config()) as log:
        return list(log.events(key or log.sessions()[0].session.key))


def told(read: Iterable[SourceRead]) -> list[tuple[int, int, bool, str]]:
    """What a run says of each file: events read, new ones, whether it was left unopened, what was wrong."""
    return [(one.events, one.new, one.unchanged, one.problem) for one in read]
