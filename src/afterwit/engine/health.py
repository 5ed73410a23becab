"""What is well here and what is not: every check, each with what to do."""

import os
import platform
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from afterwit.adapters.clock import now
from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.adapters.database.connect import sqlite_needs_lock
from afterwit.config import Config
from afterwit.configured import load
from afterwit.engine.install import installed_checks
from afterwit.engine.kernel import Kernel
from afterwit.engine.project import Project
from afterwit.engine.wire import cache_folder, kernel
from afterwit.errors import BadSkill, ConfigError, ModelFailed, StoreFailed, WriteFailed, WrongUse
from afterwit.intake.discover import host_folders
from afterwit.keep import faults
from afterwit.keep.book import place
from afterwit.keep.trusted import is_trusted
from afterwit.model import bullets
from afterwit.model.package import STATES, State
from afterwit.redact import Redactor

LOW_DISK_BYTES = 512 * 1024 * 1024
STALE_HOURS = 24
"""Whoever learns in a turn is done sooner."""
FAULTS_DAYS = 7
MOST_FAULTS = 5
"""Kinds of faults that are told."""


class Check(msgspec.Struct, frozen=True):
    """One thing looked at."""

    name: str
    state: Literal["well", "note", "wrong"]
    says: str
    """What was found, and where it is not well, what to do."""


def checks(project: Project, store: str | None) -> Iterator[Check]:
    """Look at everything; a thing that is wrong hides no other."""
    yield Check("python", "well", f"{platform.python_version()} on {sys.platform} {platform.machine()}")
    yield _sqlite()
    config = Config()
    try:
        config, _ = load(project.root, flags={"store": store})
        yield Check("settings", "well", "all understood")
    except ConfigError as error:
        for problem in error.problems:
            yield Check("settings", "wrong", problem)
    yield _engine(config)
    yield _folder(project)
    if project.state.is_dir():
        yield _trust(project)
    if project.key_file.exists():
        yield _key(project)
    store_check = _store(project, config)
    yield store_check
    if project.state.is_dir() and store_check.state != "wrong":
        yield from _skillbook(project, config)
    if project.state.is_dir():
        yield from _hooks(project.state / faults.FILE)
    yield from (Check(f"in {name}", state, says) for name, state, says in installed_checks(project))
    yield from _hosts(config)


def _sqlite() -> Check:
    version = sqlite3.sqlite_version
    if sqlite_needs_lock():
        return Check("sqlite", "note", f"{version}, which has the WAL-reset bug: writers take turns by a file lock")
    return Check("sqlite", "well", version)


def _engine(config: Config) -> Check:
    redactor = Redactor(personal=config.redact.personal, cache_folder=cache_folder())
    probe = redactor.redact("password = " + '"' + "Tr0ub4dor&3x" + '"')
    if "Tr0ub4dor" in probe:
        return Check("redaction", "wrong", "a planted password was not taken out: reinstall afterwit")
    if redactor.engine == "re2":
        return Check("redaction", "note", "works, slower than it could: pip install hyperscan")
    return Check("redaction", "well", redactor.engine)


def _folder(project: Project) -> Check:
    place = project.state if project.state.exists() else project.root
    if not os.access(place, os.W_OK | os.X_OK):
        return Check("folder", "wrong", f"{place} may not be written: change its permissions or choose --project")
    free = shutil.disk_usage(place).free
    if free < LOW_DISK_BYTES:
        return Check("folder", "wrong", f"{place} has only {free // 1024 // 1024} MiB left on its disk: make room")
    return Check(
        "folder", "well", str(project.state) if project.state.exists() else f"{project.state} (made at first use)"
    )


def _trust(project: Project) -> Check:
    if is_trusted(str(project.state)):
        return Check("trust", "well", "hooks and the MCP server listen to this project")
    return Check(
        "trust",
        "wrong",
        f"hooks and the MCP server leave this project alone, as nobody has used it here yet: look at {project.state}, "
        "then run afterwit learn",
    )


def _key(project: Project) -> Check:
    mode = project.key_file.stat().st_mode & 0o077
    if mode:
        return Check("key", "wrong", f"others may read {project.key_file}: chmod 600 {project.key_file}")
    return Check("key", "well", "readable by its owner alone")


def _store(project: Project, config: Config) -> Check:
    if not config.store and not project.database.exists():
        return Check("store", "well", "nothing kept yet: afterwit learn")
    try:
        with open_database(config.store or project.database) as database:
            known = SqlEventLog(database).sessions()
            events = sum(stored.events for stored in known)
            return Check("store", "well", f"{len(known):,} sessions, {events:,} events in {database.place}")
    except (StoreFailed, WrongUse) as error:
        return Check("store", "wrong", str(error))


def _skillbook(project: Project, config: Config) -> Iterator[Check]:
    try:
        with kernel(project, config, to_write=False) as here:
            known = {(entry.state, entry.name) for entry in here.index.entries()}
            counts = Counter(state for state, _ in known)
            told = ", ".join(f"{counts[state]:,} {state}" for state in STATES)
            yield Check("skills", "well", told if known else "none yet")
            yield _search(here)
            yield from _learning(here)
            for stranger in here.book.strangers():
                yield Check(
                    "skills", "wrong", f"{here.zone.root / stranger} is no skill: remove it, or give it a SKILL.md"
                )
            for state, name, _ in here.book.listing():
                if (state, name) not in known:
                    yield Check("skills", "wrong", _why_broken(here, state, name))
    except (StoreFailed, WrongUse, WriteFailed) as error:
        yield Check("skills", "wrong", str(error))


def _learning(here: Kernel) -> Iterator[Check]:
    """What agents left half done, and what of the hooks' notes could not be read."""
    since = now() - STALE_HOURS * 60 * 60 * 1000
    for attempt in here.attempts.attempts(state="open"):
        if attempt.at < since:
            day = datetime.fromtimestamp(attempt.at / 1000, UTC).strftime("%Y-%m-%d")
            says = f"{attempt.caller.agent} started to {attempt.action} {attempt.skill} on {day} and did not finish"
            yield Check("learning", "note", f"{says}: its draft is in {here.zone.root / 'drafts' / attempt.skill}")
    if waiting := len(here.turns.notes(waiting=True)):
        yield Check("learning", "note", f"{waiting:,} signals that agents left wait for a review, which comes later")
    if skipped := here.turns.skipped():
        yield Check(
            "learning", "note", f"{skipped:,} lines that hooks left could not be read: the disk may have been full"
        )


def _search(here: Kernel) -> Check:
    if here.embedder is None:
        return Check("search", "note", f"by words only: {here.without_embedder}")
    try:
        here.embedder.embed(["Does it work?"])
        missing = here.index.without_vector(here.embedder)
    except ModelFailed as problem:
        return Check("search", "wrong", f"by words only: {problem}")
    waiting = f", {missing:,} skills to be embedded at the next search" if missing else ""
    return Check("search", "well", f"by words and by meaning ({here.embedder.name}){waiting}")


def _why_broken(here: Kernel, state: State, name: str) -> str:
    try:
        here.book.at(state, name)
    except (BadSkill, WriteFailed) as error:
        return f"{error} Mend or remove {here.zone.root / place(state, name)}."
    return f"{name} could not be read: run the command again"


def _hooks(file: Path) -> Iterator[Check]:
    """The faults of the last days, those of a kind together, the latest first."""
    day = 24 * 60 * 60 * 1000
    since, until = now() - FAULTS_DAYS * day, now() + day
    times, latest = Counter[_Fault](), dict[_Fault, int]()
    for line in file.read_bytes().splitlines() if file.is_file() and not file.is_symlink() else ():
        try:
            fault = msgspec.json.decode(line, type=_Fault)
        except (msgspec.DecodeError, RecursionError):  # cut off by a full disk
            continue
        kind = msgspec.structs.replace(fault, at=0)
        if since <= fault.at <= until:
            times[kind] += 1
            latest[kind] = max(fault.at, latest.get(kind, 0))
    if not times:
        yield Check("hooks", "well", f"no fault in {FAULTS_DAYS} days")
    for kind in sorted(latest, key=lambda kind: -latest[kind])[:MOST_FAULTS]:
        last = datetime.fromtimestamp(latest[kind] / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        often = f", {times[kind]:,} times" if times[kind] > 1 else ""
        said = ": ".join(filter(None, (kind.error, kind.message.rstrip("."))))
        told = f"{kind.event} failed, last on {last}{often} ({said}; version {kind.version})"
        yield Check("hooks", "wrong", f"{bullets.one_line(told)}: mend what it names, or report it, then delete {file}")


class _Fault(msgspec.Struct, frozen=True):
    """A line that a hook left."""

    event: str = ""
    error: str = ""
    message: str = ""
    version: str = ""
    at: int = 0


def _hosts(config: Config) -> Iterator[Check]:
    found: dict[str, int] = {}
    places: dict[str, Path] = {}
    for folder in host_folders(Path.home(), os.environ):
        places.setdefault(folder.host, folder.folder)
        found[folder.host] = found.get(folder.host, 0) + sum(1 for _ in folder.files())
    for host, count in found.items():
        if host not in config.intake.hosts:
            yield Check(f"host {host}", "note", "left out by intake.hosts")
        elif count:
            yield Check(f"host {host}", "well", f"{count:,} transcripts in {places[host]}")
        else:
            yield Check(f"host {host}", "note", f"none in {places[host]}")
