"""Builds the rooms from the settings, and hands them to the journeys."""

import getpass
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from afterwit.adapters.clock import now
from afterwit.adapters.database import (
    Database,
    SqlAttempts,
    SqlDocket,
    SqlEventLog,
    SqlHistory,
    SqlRatings,
    SqlSignals,
    SqlTurns,
    open_database,
)
from afterwit.adapters.database.lock import FileLock
from afterwit.adapters.database.uses import SqlUses
from afterwit.adapters.in_memory import MemoryEventLog
from afterwit.adapters.in_memory_history import MemoryDocket, MemoryHistory, MemoryRatings
from afterwit.adapters.in_memory_signals import MemorySignals
from afterwit.adapters.in_memory_turns import MemoryAttempts, MemoryTurns
from afterwit.adapters.in_memory_uses import MemoryUses
from afterwit.adapters.unwritten import Unwritten
from afterwit.adapters.with_uses import RatingsWithUses
from afterwit.config import Config
from afterwit.engine.gates import chain_of
from afterwit.engine.indexed import Indexed
from afterwit.engine.kernel import Kernel
from afterwit.engine.project import Project
from afterwit.engine.reading import Intake
from afterwit.engine.review_and_learn import Rooms
from afterwit.engine.shelf import INDEX, Shelf, Watch, installed, look, refuse_links, shelf_in
from afterwit.engine.spooled import drain, transcripts_waiting
from afterwit.engine.view import ProjectView
from afterwit.errors import UnreadableSource, WrongUse
from afterwit.intake.discover import host_folders, of_project
from afterwit.intake.readers import READERS
from afterwit.keep.journal import Journal
from afterwit.keep.logged import Logged
from afterwit.keep.store import Keeper
from afterwit.keep.trusted import forget, trust
from afterwit.notice.everything import check
from afterwit.ports import EventLog, Store
from afterwit.redact import default_scanner

INBOX = "inbox.jsonl"
NOT_COPIED = ("afterwit.db", INDEX)
"""How the names of files begin that a copy of a project gets in another way, or makes anew."""


@contextmanager
def event_log(project: Project, config: Config, *, to_write: bool = False) -> Generator[EventLog, None, None]:
    """The project's event log, or the shared one that the settings name.

    A project that has none gets one when something is to be written; until then it is as if there were an empty one.
    """
    refuse_links(project)
    if to_write:
        project.key()  # makes the state folder with all that belongs in it
    elif not config.store and not project.database.exists():
        yield MemoryEventLog()
        return
    with _database(project, config) as database:
        yield SqlEventLog(database)


def _database(project: Project, config: Config) -> Database:
    if config.store and "://" not in config.store:
        message = f"{config.store} is no store: write it as postgresql://user@host/database, or leave it out."
        raise WrongUse(message)
    return open_database(config.store or project.database)


@contextmanager
def kernel(
    project: Project, config: Config, *, to_write: bool = True, watch: Watch | None = None
) -> Generator[Kernel, None, None]:
    """The project's kernel; one that only reads leaves no trace in a project that has nothing yet."""
    refuse_links(project)
    if not to_write and not project.state.exists():
        with TemporaryDirectory() as nowhere, _kernel(Path(nowhere), MemoryEventLog(), None, config) as found:
            yield found
        return
    if to_write:
        default_scanner(cache_folder())  # what is to be written is looked through for secrets
    zone = _zone(project)
    if to_write:
        trust(str(project.state))
    with (
        _database(project, config) as database,
        _kernel(
            project.state, SqlEventLog(database), (database, zone), config, to_write=to_write, watch=watch
        ) as found,
    ):
        yield found


def _zone(project: Project) -> str:
    """What tells the project's rows in a store from those of others."""
    return hashlib.blake2b(b"zone", key=project.key(), digest_size=16).hexdigest()


@contextmanager
def rehearsal(project: Project, config: Config, *, watch: Watch | None = None) -> Generator[Kernel, None, None]:
    """A kernel over a copy of the project that goes with the block: the same code runs, and nothing is kept."""
    if config.store:
        raise WrongUse("A dry run works on a copy of the project's own store: try it without --store.")
    with TemporaryDirectory(prefix="afterwit-dry-run-") as folder:
        copy = Project(Path(folder))
        copy.state.mkdir()
        for entry in project.state.iterdir() if project.state.is_dir() else ():
            if not entry.name.startswith(NOT_COPIED):
                with suppress(FileNotFoundError):  # the spool is counted by whoever else opens the project
                    (shutil.copytree if entry.is_dir() else shutil.copyfile)(entry, copy.state / entry.name)
        if project.database.exists():
            with open_database(project.database) as database:
                database.copy_to(copy.database)
        try:
            with kernel(copy, msgspec.structs.replace(config, store=""), watch=watch) as found:
                yield found
        finally:
            if not project.key_file.exists():
                forget(str(copy.state))


@contextmanager
def _kernel(  # noqa: PLR0913 - what it is built from
    state: Path,
    log: EventLog,
    stored: tuple[Database, str] | None,
    config: Config,
    *,
    to_write: bool = False,
    watch: Watch | None = None,
) -> Generator[Kernel, None, None]:
    history, docket, ratings, signals, uses = (
        (MemoryHistory(), MemoryDocket(), MemoryRatings(), MemorySignals(), MemoryUses())
        if stored is None
        else (SqlHistory(*stored), SqlDocket(*stored), SqlRatings(*stored), SqlSignals(*stored), SqlUses(*stored))
    )
    attempts, turns = (
        (MemoryAttempts(), MemoryTurns(ratings)) if stored is None else (SqlAttempts(*stored), SqlTurns(*stored))
    )
    with shelf_in(state, config, kept=stored is not None, watch=watch) as shelf:
        book, index = shelf.book, shelf.index
        journal = Journal(shelf.zone, history, FileLock(state / "writing.lock").held)
        store: Store = Keeper(book, journal, config, now)
        if shelf.trajectory is not None:
            store = Logged(store, shelf.trajectory, now)
        rooms = Rooms(
            chain=chain_of(config.judge, installed(state), config.keep.body_bytes),
            view=ProjectView(log, book, index),
            docket=docket,
            store=Indexed(store, book, index, lambda: look(book, index)),
            enabled=config.learning.enabled,
        )
        found = Kernel(
            **{field: getattr(shelf, field) for field in Shelf.__struct_fields__},
            log=log,
            journal=journal,
            history=history,
            docket=docket,
            ratings=RatingsWithUses(ratings, uses),
            signals=signals,
            uses=uses,
            attempts=attempts,
            turns=turns,
            rooms=rooms,
            user=_user(),
        )
        if history.unsettled():
            journal.reconcile()
        if to_write and (gone := [path for path in history.places() if not (state / path).exists()]):
            journal.adopt(gone, now())
        found.look()
        if stored is not None:
            drain(found)
        yield found


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may have no name for who runs in it
        return ""


@contextmanager
def intake(project: Project, config: Config, *, host: str = "", dry_run: bool = False) -> Generator[Intake, None, None]:
    """All that reading sessions needs; a dry run is the same, over a log that forgets."""
    with event_log(project, config, to_write=not dry_run) as log:
        yield Intake(
            log=Unwritten(log) if dry_run else log,
            readers=READERS,
            host=host,
            key=secrets.token_bytes() if dry_run and not project.key_file.exists() else project.key(),
            config=config,
            cache=cache_folder(),
        )


@contextmanager
def learning(
    project: Project, config: Config, *, host: str = "", dry_run: bool = False
) -> Generator[tuple[Intake, Kernel], None, None]:
    """All that learning from sessions needs; a dry run is the same, over a copy of the project."""
    check(config.notice)  # before anything is made
    with rehearsal(project, config) if dry_run else kernel(project, config) as found:
        intake = Intake(
            log=found.log,
            readers=READERS,
            host=host,
            key=secrets.token_bytes() if dry_run and not project.key_file.exists() else project.key(),
            config=config,
            cache=cache_folder(),
        )
        yield intake, found


def cache_folder() -> Path:
    """Where what can be made again may be kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "afterwit"


def project_transcripts(project: Project, config: Config, hosts: Collection[str]) -> list[Path]:
    """The transcripts of this project: those in these hosts' folders, and those that hooks told of."""
    folders = [folder for folder in host_folders(Path.home(), os.environ) if folder.host in hosts]
    found = dict.fromkeys(of_project(folders, project.root))
    # In this order: what another counts meanwhile is told twice, and not missed.
    waiting = [*transcripts_waiting(project.state), *_noted(project.state / INBOX)]
    told = dict.fromkeys((*_seen(project, config), *waiting))
    found.update(dict.fromkeys(path for path in map(Path, told) if _is_file(path)))
    return list(found)


def transcripts_in(path: Path) -> list[Path]:
    """The file itself, or every file below the folder."""
    if not path.exists():
        message = f"There is no file or folder {path}: check the path."
        raise UnreadableSource(message)
    if not path.is_dir():
        return [path]
    return sorted(file for file in _visible(path) if file.is_file())


def _visible(folder: Path) -> Iterator[Path]:
    """Everything below a folder that is not hidden, and nothing of what is: a repository's own files, environments."""
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from _visible(entry)
        else:
            yield entry


def _seen(project: Project, config: Config) -> Iterator[str]:
    """The transcripts of the sessions that hooks told of, as the store knows them, the earliest first."""
    if not project.key_file.exists() or not (config.store or project.database.exists()):
        return
    refuse_links(project)
    with _database(project, config) as database:
        yield from (
            seen.transcript for seen in reversed(SqlTurns(database, _zone(project)).sessions()) if seen.transcript
        )


def _noted(inbox: Path) -> Iterator[str]:
    """The transcripts that hooks of former versions noted."""
    try:
        lines = inbox.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            transcript = json.loads(line)["transcript"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if isinstance(transcript, str):
            yield transcript


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (ValueError, OSError):
        return False
