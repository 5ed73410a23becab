"""Builds the rooms from the settings, and hands them to the journeys."""

import json
import os
import secrets
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.adapters.in_memory import MemoryEventLog
from afterwit.adapters.unwritten import Unwritten
from afterwit.config import Config
from afterwit.engine.learn import Intake
from afterwit.engine.project import Project
from afterwit.errors import UnreadableSource, WrongUse
from afterwit.intake.discover import host_folders, of_project
from afterwit.intake.readers import READERS
from afterwit.ports import EventLog

INBOX = "inbox.jsonl"


@contextmanager
def event_log(project: Project, config: Config, *, to_write: bool = False) -> Generator[EventLog, None, None]:
    """The project's event log, or the shared one that the settings name.

    A project that has none gets one when something is to be written; until then it is as if there were an empty one.
    """
    if config.store and "://" not in config.store:
        message = f"{config.store} is no store: write it as postgresql://user@host/database, or leave it out."
        raise WrongUse(message)
    if to_write:
        project.key()  # makes the state folder with all that belongs in it
    elif not config.store and not project.database.exists():
        yield MemoryEventLog()
        return
    with open_database(config.store or project.database) as database:
        yield SqlEventLog(database)


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


def cache_folder() -> Path:
    """Where what can be made again may be kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "afterwit"


def project_transcripts(project: Project, hosts: Collection[str]) -> list[Path]:
    """The transcripts of this project: those in these hosts' folders, and those that hooks have noted."""
    folders = [folder for folder in host_folders(Path.home(), os.environ) if folder.host in hosts]
    found = dict.fromkeys(of_project(folders, project.root))
    found.update(dict.fromkeys(_noted(project.state / INBOX)))
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


def _noted(inbox: Path) -> Iterator[Path]:
    try:
        lines = inbox.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            path = Path(json.loads(line)["transcript"])
            noted = path.is_file()
        except (ValueError, KeyError, TypeError, OSError, RecursionError):
            continue
        if noted:
            yield path
