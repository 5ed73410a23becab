"""Kill writers of a store with SIGKILL at any moment, and count what is torn or lost.

    python -m benchmarks.crash --kills 1000 [--postgresql]

A batch is torn if only part of it, or of what goes with it, is there: events, counts, bookmark, placeholders. It is
lost if the store had said that it is kept, and it is not there.
"""

import argparse
import multiprocessing
import random
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

import msgspec
from sqlalchemy import text

from afterwit.adapters.database import Database, SqlEventLog, open_database
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session

BATCH = 40
WRITERS = 2
KILLS_A_STORE = 25
"""Then a new one is begun, so that making a store is hit as well."""
OPENING_EVERY = 4
"""One writer in so many is killed at any moment from its start on, the others only once they write."""
LONGEST_LIFE = 0.05
"""Seconds from then on until a writer is killed, at most."""
PATIENCE = 60
KILLS_REPORTED = 500

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["afterwit.adapters.database", "alembic.command", "psycopg", __name__])


class Tally(msgspec.Struct):
    """What came of it."""

    kills: int = 0
    torn: int = 0
    lost: int = 0
    batches: int = 0
    """Batches that the store said it keeps."""
    writing: int = 0
    """Kills that came after the writer's first batch; the others hit it while it opened the store."""

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.torn} torn, {self.lost} acknowledged lost"


class Writer:
    """A process that appends to one session, batch after batch, and says so after each."""

    def __init__(self, store: str | Path, number: int) -> None:
        self.session = Session(host="crash", native_id=str(number))
        self._said, theirs = cast("tuple[Connection, Connection]", CONTEXT.Pipe(duplex=False))
        self._process = CONTEXT.Process(target=_write, args=(store, self.session, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def wait(self) -> None:
        """Until its first batch is kept."""
        assert self._said.poll(PATIENCE), "a writer did not write"

    def killed_within(self, seconds: float) -> int:
        """Let it live for so long at most, kill it, and answer how many batches it said are kept."""
        self._process.join(seconds)
        alive = self._process.is_alive()
        self._process.kill()
        self._process.join()
        assert alive, "a writer ended by itself"
        said = 0
        with self._said:
            try:
                while True:
                    said = int(self._said.recv_bytes())
            except EOFError:
                return said


def _write(store: str | Path, session: Session, tell: Connection) -> None:
    with open_database(store) as database:
        log = SqlEventLog(database)
        batch = sum(stored.events for stored in log.sessions() if stored.session.key == session.key) // BATCH
        while True:
            first, last = batch * BATCH + 1, (batch + 1) * BATCH
            events = [
                Event(seq=seq, kind="tool_result", text="x" * 500, ok=seq % BATCH != 0)
                for seq in range(first, last + 1)
            ]
            log.append(
                session, events, Bookmark(source=session.key, count=last), [("KEY", batch.to_bytes(4, "big"), batch)]
            )
            batch += 1
            tell.send_bytes(str(batch).encode())


def crash(stores: Sequence[str | Path], kills: int, *, seed: int = 0) -> Tally:
    """Kill so many writers of one store after the other."""
    chance = random.Random(seed)  # noqa: S311 - the same moments again, as far as a machine allows
    tally = Tally()
    for begun, store in enumerate(stores):
        share = kills // len(stores) + (begun < kills % len(stores))
        kept = [0] * WRITERS
        writers = [Writer(store, number) for number in range(WRITERS)]
        for kill in range(share):
            number = kill % WRITERS
            if chance.randrange(OPENING_EVERY):
                writers[number].wait()
            said = writers[number].killed_within(chance.uniform(0, LONGEST_LIFE))
            writers[number] = Writer(store, number)
            kept[number] = max(kept[number], said)
            tally.kills += 1
            tally.writing += said > 0
            _look(store, f"crash:{number}", kept[number], tally)
        for number, writer in enumerate(writers):
            kept[number] = max(kept[number], writer.killed_within(0))
            _look(store, f"crash:{number}", kept[number], tally)
        tally.batches += sum(kept)
    return tally


def _look(store: str | Path, key: str, said: int, tally: Tally) -> None:
    """Open the store as the next process would, and see what is there."""
    with open_database(store) as database, database.reading() as connection:
        events, failed = _both(connection.execute(text(_COUNTED), {"key": key}).one_or_none())
        rows, bad = _both(connection.execute(text(_ROWS), {"key": key}).one())
        placeholders = connection.execute(text(_PLACEHOLDERS), {"key": key}).scalar_one()
        place = connection.execute(text("SELECT data FROM bookmarks WHERE source = :key"), {"key": key}).scalar()
        count = msgspec.json.decode(place, type=Bookmark).count if place else 0
        batches = rows // BATCH
        agree = (events, failed, count, placeholders) == (batches * BATCH, batches, batches * BATCH, batches)
        tally.torn += not (agree and rows % BATCH == 0 and bad == batches and _whole(database))
        tally.lost += batches < said


_COUNTED = "SELECT events, failed FROM sessions WHERE key = :key"
_ROWS = """SELECT count(*), count(CASE WHEN NOT ok THEN 1 END) FROM events
    JOIN sessions ON sessions.id = session_id WHERE key = :key"""
_PLACEHOLDERS = "SELECT count(*) FROM placeholders JOIN sessions ON sessions.id = session_id WHERE key = :key"


def _both(row: Sequence[int] | None) -> tuple[int, int]:
    return (row[0], row[1]) if row is not None else (0, 0)


def _whole(database: Database) -> bool:
    if database.dialect != "sqlite":
        return True
    with database.reading() as connection:
        return connection.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]


def report() -> list[str]:
    """Half as many kills as `make test-crash` takes, on SQLite alone."""
    with tempfile.TemporaryDirectory() as folder:
        stores = [Path(folder) / f"{number}.db" for number in range(KILLS_REPORTED // KILLS_A_STORE)]
        tally = crash(stores, KILLS_REPORTED)
    return [
        "\n## Crashes\n",
        f"Writers to SQLite killed with SIGKILL: {tally} ({tally.writing} of them killed while writing,",
        f"{tally.batches} batches acknowledged). `make test-crash` kills a thousand on each database.",
    ]


def main() -> None:
    """Kill as many as asked for, and say what came of it."""
    arguments = argparse.ArgumentParser(description="Kill writers of a store, and count what is torn or lost.")
    arguments.add_argument("--kills", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--postgresql", action="store_true", help="on PostgreSQL instead of SQLite")
    asked = arguments.parse_args()
    stores = range(-(-asked.kills // KILLS_A_STORE))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        places: list[str | Path] = [folder / f"{number}.db" for number in stores]
        if asked.postgresql:
            from tests.postgres import running_server  # noqa: PLC0415 - needs a server's programs

            server = stack.enter_context(running_server())
            places = [server.new_database() for _ in stores]
        tally = crash(places, asked.kills, seed=asked.seed)
    print(f"{tally} ({tally.writing} killed while writing, {tally.batches} batches acknowledged)")
    raise SystemExit(bool(tally.torn or tally.lost))


if __name__ == "__main__":
    main()
