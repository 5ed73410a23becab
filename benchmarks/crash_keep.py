"""Kill writers of a state folder at any moment, break every system call of a write, and count what is torn or lost.

    python -m benchmarks.crash_keep --kills 1000 [--postgresql] [--faults 1]

A package is torn if its files are not all of one version. A change is lost if it was acknowledged and is not there.
The history disagrees if its changes, replayed, are not what is on disk. Litter is what is left aside after the repair.
"""

import argparse
import itertools
import multiprocessing
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
from sqlalchemy import text

from afterwit.adapters.database import SqlHistory, open_database
from afterwit.adapters.database.lock import FileLock
from afterwit.errors import Conflict
from afterwit.keep.journal import Journal, replay
from afterwit.keep.paths import STAGING
from afterwit.keep.zone import Zone
from afterwit.model.change import About, Edit
from afterwit.model.package import Tree

WRITERS = 3
KILLS_A_STORE = 25
"""Then a new one is begun, so that making a store is hit as well."""
OPENING_EVERY = 4
"""One writer in so many is killed at any moment from its start on, the others only once they write."""
LONGEST_LIFE = 0.1
PATIENCE = 60
KILLS_REPORTED = 100
SKILLS = tuple(f"rl-{number}" for number in range(4))
FOLDERS = ("skills", "skills-pending")
PLACES = ("lessons.md", *(f"{folder}/{name}" for folder in FOLDERS for name in SKILLS))

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["afterwit.adapters.database", "afterwit.keep.journal", "alembic.command", __name__])


class Kept(NamedTuple):
    """A state folder and the store of its history."""

    folder: Path
    store: str | Path

    def journal(self, stack: ExitStack) -> tuple[Zone, SqlHistory, Journal]:
        """All that writes need, open until the stack ends."""
        history = SqlHistory(stack.enter_context(open_database(self.store)), "crash")
        zone = Zone(self.folder)
        return zone, history, Journal(zone, history, FileLock(self.folder.with_name("writing.lock")).held)


class Tally(msgspec.Struct):
    """What came of it."""

    kills: int = 0
    torn: int = 0
    lost: int = 0
    disagreeing: int = 0
    litter: int = 0
    acknowledged: int = 0
    """Changes that the journal said were done."""
    taken_back: int = 0
    """Changes that a kill left undone: it came while files were being changed."""
    conflicts: int = 0
    """Writers that were told that another was faster."""

    def __str__(self) -> str:
        bad = f"{self.torn} torn, {self.lost} acknowledged lost, {self.disagreeing} disagreeing, {self.litter} litter"
        return f"{self.kills} kills, {bad}"

    @property
    def detail(self) -> str:
        """What the kills hit."""
        hit = f"{self.taken_back} changes killed in the midst and taken back"
        return f"{self.acknowledged} changes acknowledged, {hit}, {self.conflicts} conflicts between writers"

    @property
    def bad(self) -> bool:
        """Whether anything is not as it should be."""
        return bool(self.torn or self.lost or self.disagreeing or self.litter)


def package(version: str, chance: random.Random) -> Tree:
    """A package whose every file says its version, and one says how many there are."""
    names = ["SKILL.md", "scripts/run.sh", "references/a.md", "references/deep/b.md"][: chance.randint(1, 4)]
    files = {name: f"{version} {len(names)}\n".encode() * chance.randint(1, 400) for name in names}
    return Tree(files=files, executable=frozenset({"scripts/run.sh"} & files.keys()))


def whole(tree: Tree) -> bool:
    """Whether all that belongs to a version is there, and nothing else."""
    said = {line for content in tree.files.values() for line in content.decode().splitlines()}
    return len(said) == 1 and said.pop().endswith(f" {len(tree.files)}")


class Writer:
    """A process that makes change after change, and says so after each."""

    def __init__(self, kept: Kept, seed: int) -> None:
        self._said, theirs = cast("tuple[Connection, Connection]", CONTEXT.Pipe(duplex=False))
        self._process = CONTEXT.Process(target=_write, args=(kept, seed, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def wait(self) -> None:
        """Until its first change is made."""
        assert self._said.poll(PATIENCE), "a writer did not write"

    def killed_within(self, seconds: float) -> list[int]:
        """Let it live for so long at most, kill it, and answer which changes it said are done; 0 for a conflict."""
        self._process.join(seconds)
        alive = self._process.is_alive()
        self._process.kill()
        self._process.join()
        assert alive, "a writer ended by itself"
        said: list[int] = []
        with self._said:
            try:
                while True:
                    said.append(int(self._said.recv_bytes()))
            except EOFError:
                return said


def _write(kept: Kept, seed: int, tell: Connection) -> None:
    chance = random.Random(seed)  # noqa: S311 - the same changes again
    with ExitStack() as stack:
        zone, _, journal = kept.journal(stack)
        for turn in itertools.count():
            edits = _edits(zone, f"{seed}.{turn}", chance)
            about = About(does="crash", subject=edits[0].path, author="mechanical", sessions=(f"crash:{seed}",))
            try:
                number = journal.commit(edits, about, turn)
            except Conflict:
                number = 0
            tell.send_bytes(str(number).encode())


def _edits(zone: Zone, version: str, chance: random.Random) -> list[Edit]:
    """A skill made or changed, removed, or moved together with a line in the lessons."""
    name, folder = chance.choice(SKILLS), chance.choice(FOLDERS)
    place = f"{folder}/{name}"
    before = zone.read(place)
    if before is None or chance.random() < 0.5:
        return [Edit(path=place, before=before, after=package(version, chance))]
    if chance.random() < 0.3:
        return [Edit(path=place, before=before, after=None)]
    other = f"{FOLDERS[folder == FOLDERS[0]]}/{name}"
    there = zone.read("lessons.md")
    return [
        Edit(path=place, before=before, after=None),
        Edit(path=other, before=zone.read(other), after=before),
        Edit(path="lessons.md", before=there, after=Tree(files={"": f"{version} 1\n".encode()})),
    ]


def crash(stores: Sequence[Kept], kills: int, *, seed: int = 0) -> Tally:
    """Kill so many writers of one folder after the other."""
    chance = random.Random(seed)  # noqa: S311 - the same moments again, as far as a machine allows
    seeds = itertools.count(seed * 1_000_000)
    tally = Tally()
    for begun, kept in enumerate(stores):
        share = kills // len(stores) + (begun < kills % len(stores))
        writers = [Writer(kept, next(seeds)) for _ in range(WRITERS)]
        for kill in range(share):
            which = kill % WRITERS
            if chance.randrange(OPENING_EVERY):
                writers[which].wait()
            said = writers[which].killed_within(chance.uniform(0, LONGEST_LIFE))
            tally.kills += 1
            look(kept, said, tally)
            writers[which] = Writer(kept, next(seeds))
        said = [number for writer in writers for number in writer.killed_within(0)]
        look(kept, said, tally)
        tally.taken_back += _taken_back(kept)
    return tally


def _taken_back(kept: Kept) -> int:
    with open_database(kept.store) as database, database.reading() as connection:
        return connection.execute(text("SELECT count(*) FROM changes WHERE stage = 'abandoned'")).scalar_one()


def look(kept: Kept, said: Sequence[int], tally: Tally) -> None:
    """Repair as the next process would, and see what is there."""
    with ExitStack() as stack:
        zone, history, journal = kept.journal(stack)
        stack.enter_context(journal.alone())
        done = [number for number in said if number]
        tally.conflicts += len(said) - len(done)
        tally.acknowledged += len(done)
        for number in done:
            change = history.change(number)
            tally.lost += change is None or change.stage != "done"
        found = {place: tree for place in PLACES if (tree := zone.read(place)) is not None}
        tally.torn += sum(not whole(tree) for tree in found.values())
        numbers = [change.id for change in reversed(history.changes())]
        tally.disagreeing += found != replay(change for number in numbers if (change := history.change(number)))
        aside = kept.folder / STAGING
        tally.litter += len(list(aside.iterdir())) if aside.is_dir() else 0


def milliseconds(folder: Path, commits: int = 200) -> float:
    """How long one change of a package takes, its history on SQLite: the median."""
    folder.mkdir()
    kept = Kept(folder / "zone", folder / "afterwit.db")
    chance = random.Random(0)  # noqa: S311 - the same changes again
    taken: list[float] = []
    with ExitStack() as stack:
        zone, _, journal = kept.journal(stack)
        for number in range(commits):
            edits = [Edit(path=PLACES[1], before=zone.read(PLACES[1]), after=package(str(number), chance))]
            begun = time.perf_counter()
            journal.commit(edits, About(does="crash", subject="rl-0", author="mechanical"), number)
            taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def report() -> list[str]:
    """A part of what `make test-crash` does, and what a change costs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stores = [folder / str(number) for number in range(KILLS_REPORTED // KILLS_A_STORE)]
        for store in stores:
            store.mkdir()
        tally = crash([Kept(store / "zone", store / "afterwit.db") for store in stores], KILLS_REPORTED)
        speed = milliseconds(folder / "speed")
    return [
        "\n## Crashes while skills are written\n",
        f"Writers of skills killed with SIGKILL: {tally} ({tally.detail}).",
        f"A change, flushed to disk with its history on SQLite, takes {speed:.1f} ms (median of 200).",
        "`make test-crash` kills a thousand, and breaks a write at each of its system calls.",
    ]


def main() -> None:
    """Kill as many as asked for, and say what came of it."""
    arguments = argparse.ArgumentParser(description="Kill writers of a state folder, and count what is torn or lost.")
    arguments.add_argument("--kills", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--postgresql", action="store_true", help="history on PostgreSQL instead of SQLite")
    arguments.add_argument("--faults", type=int, default=0, help="also break every so-many-th system call of a write")
    asked = arguments.parse_args()
    wrong = False
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stores = [folder / str(number) for number in range(-(-asked.kills // KILLS_A_STORE))]
        places: list[str | Path] = [store / "afterwit.db" for store in stores]
        if asked.postgresql:
            from tests.postgres import running_server  # noqa: PLC0415 - needs a server's programs

            server = stack.enter_context(running_server())
            places = [server.new_database() for _ in stores]
        for store in stores:
            store.mkdir()
        kept = [Kept(store / "zone", place) for store, place in zip(stores, places, strict=True)]
        tally = crash(kept, asked.kills, seed=asked.seed)
        print(f"{tally} ({tally.detail})")
        wrong = tally.bad
        if asked.faults:
            from benchmarks.fault_keep import break_everything  # noqa: PLC0415 - needs strace

            faults = break_everything(folder / "faults", every=asked.faults)
            print(faults)
            wrong |= faults.bad
    raise SystemExit(wrong)


if __name__ == "__main__":
    main()
