"""Turns in SQL: what agents left at the end of theirs, and what was counted, each thing once."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.alone import alone
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.ratings import SqlRatings
from afterwit.adapters.database.trees import in_parts
from afterwit.model.learning import HINT, Counts, SeenSession, SkillIssueSignal, SpoolBatch, TurnNote

FIELDS = Counts.__struct_fields__
REMEMBERED = 1000
"""So many batches of the spool are known by name: the file of one is deleted right after it was counted."""

_notes = msgspec.json.Decoder(TurnNote)
_seen = msgspec.json.Decoder(SeenSession)


class SqlTurns:
    """What is kept of agents' turns in one zone."""

    def __init__(self, database: Database, zone: str) -> None:
        self._database = database
        self._zone = storable.text(zone)
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert
        # What is counted is read, added to and written back.
        self._alone = partial(alone, database, f"turns {self._zone}")
        self._ratings = SqlRatings(database, zone)

    def note(self, notes: Sequence[TurnNote]) -> None:
        """Keep these, all or nothing; an issue of a skill counts as a hint for its agent at once."""
        if not notes:
            return
        had = schema.turn_notes.c
        with self._alone(self._database.writing(durable=True)) as connection:
            for note in notes:
                held = msgspec.structs.replace(note, at=storable.number(note.at))
                waiting = note.signals and not note.reviewed
                row = {"zone": self._zone, "waiting": waiting, "data": storable.packed(held)}
                number = connection.execute(insert(schema.turn_notes).values(row).returning(had.id)).scalar_one()
                if sessions := {storable.text(session) for session in note.sessions}:
                    rests = [{"note_id": number, "session": session} for session in sessions]
                    connection.execute(insert(schema.turn_note_sessions), rests)
                if isinstance(note.what, SkillIssueSignal):
                    hinted = self._counted(connection, note.caller.agent).plus(HINT)
                    self._put_counts(connection, note.caller.agent, hinted)

    def notes(self, *, limit: int = 0, waiting: bool = False) -> list[TurnNote]:
        """What was left, the latest first; or only signals that no review has dealt with."""
        had = schema.turn_notes.c
        query = select(had.id, had.data).where(had.zone == self._zone).order_by(had.id.desc())
        if waiting:
            query = query.where(had.waiting)
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(limit) if limit else query).all()
        return [msgspec.structs.replace(_notes.decode(row.data), id=row.id) for row in rows]

    def take_in(self, batch: SpoolBatch) -> bool:
        """Count what hooks left, all of it or nothing; False where this batch was counted before."""
        done = schema.spool_batches.c
        named = {"zone": self._zone, "name": storable.text(batch.name), "skipped": batch.skipped}
        # Durable, because the file that the batch is from is deleted next.
        with self._alone(self._database.writing(durable=True)) as connection:
            new = self._insert(schema.spool_batches).values(named).on_conflict_do_nothing().returning(done.id)
            if connection.execute(new).one_or_none() is None:
                return False
            for agent, counts in batch.counts.items():
                self._put_counts(connection, agent, self._counted(connection, agent).plus(counts))
            self._see(connection, batch.sessions)
            self._ratings.match_within(connection, batch.matches)
            latest = select(done.id).where(done.zone == self._zone).order_by(done.id.desc())
            oldest = latest.offset(REMEMBERED).limit(1).scalar_subquery()
            connection.execute(delete(schema.spool_batches).where(done.zone == self._zone, done.id <= oldest))
        return True

    def skipped(self) -> int:
        """How many lines of the batches that are remembered made no sense."""
        had = schema.spool_batches.c
        with self._database.reading() as connection:
            return int(connection.execute(select(func.sum(had.skipped)).where(had.zone == self._zone)).scalar() or 0)

    def counts(self) -> dict[str, Counts]:
        """The counters of each agent that has any."""
        had = schema.counters.c
        query = select(had.agent, *(had[field] for field in FIELDS)).where(had.zone == self._zone).order_by(had.agent)
        with self._database.reading() as connection:
            return {row[0]: _counts(row[1:]) for row in connection.execute(query)}

    def reviewed(self, agent: str, seen: Counts, at: int, notes: Sequence[int] = ()) -> None:
        """A review that began with these counts is done: they are taken off, what came since stays."""
        had = schema.turn_notes.c
        with self._alone(self._database.writing(durable=True)) as connection:
            left = self._counted(connection, agent).reviewed(seen, storable.number(at))
            self._put_counts(connection, agent, left)
            for some in in_parts(map(storable.number, notes)):
                these = (had.zone == self._zone, had.id.in_(some))
                for row in connection.execute(select(had.id, had.data).where(*these)).all():
                    done = msgspec.structs.replace(_notes.decode(row.data), reviewed=True)
                    change = update(schema.turn_notes).where(had.id == row.id)
                    connection.execute(change.values(waiting=False, data=storable.packed(done)))

    def sessions(self, *, limit: int = 0) -> list[SeenSession]:
        """The sessions that hooks told of, the latest first."""
        had = schema.seen_sessions.c
        query = select(had.data).where(had.zone == self._zone).order_by(had.at.desc(), had.name)
        with self._database.reading() as connection:
            return [_seen.decode(row.data) for row in connection.execute(query.limit(limit) if limit else query)]

    def forget(self, session: str) -> int:
        """Erase what was left by or cites a session, and that hooks told of it; say how many notes those were."""
        had, rests, seen = schema.turn_notes.c, schema.turn_note_sessions.c, schema.seen_sessions.c
        theirs = select(had.id).where(
            had.zone == self._zone, had.id == rests.note_id, rests.session == storable.text(session)
        )
        native = _digest(session.partition(":")[2])
        with self._alone(self._database.erasing()) as connection:
            gone: Sequence[int] = connection.execute(theirs).scalars().all()
            for some in in_parts(gone):
                connection.execute(delete(schema.turn_note_sessions).where(rests.note_id.in_(some)))
                connection.execute(delete(schema.turn_notes).where(had.id.in_(some)))
            connection.execute(delete(schema.seen_sessions).where(seen.zone == self._zone, seen.session == native))
        return len(gone)

    def _counted(self, connection: Connection, agent: str) -> Counts:
        had = schema.counters.c
        query = select(*(had[field] for field in FIELDS)).where(had.zone == self._zone, had.name == _digest(agent))
        row = connection.execute(query).one_or_none()
        return Counts() if row is None else _counts(row)

    def _put_counts(self, connection: Connection, agent: str, counts: Counts) -> None:
        row = {field: storable.fact(getattr(counts, field)) for field in FIELDS}
        key = {"zone": self._zone, "name": _digest(agent), "agent": storable.text(agent)}
        new = self._insert(schema.counters).values(key | row)
        connection.execute(new.on_conflict_do_update(index_elements=["zone", "name"], set_=row))

    def _see(self, connection: Connection, sessions: Iterable[SeenSession]) -> None:
        """Keep these sessions, each joined with what is known of it."""
        told: dict[str, SeenSession] = {}
        for each in sessions:
            seen = msgspec.structs.replace(each, at=storable.number(each.at))
            name = _digest(f"{seen.agent}\n{seen.session}")
            told[name] = told[name].joined(seen) if name in told else seen
        had = schema.seen_sessions.c
        for names in in_parts(told):
            query = select(had.name, had.data).where(had.zone == self._zone, had.name.in_(names))
            for row in connection.execute(query).all():
                told[row.name] = _seen.decode(row.data).joined(told[row.name])
            connection.execute(delete(schema.seen_sessions).where(had.zone == self._zone, had.name.in_(names)))
            rows = [{"zone": self._zone, "name": name, **_row(told[name])} for name in names]
            connection.execute(insert(schema.seen_sessions), rows)


def _digest(text: str) -> str:
    return hashlib.sha256(storable.text(text).encode()).hexdigest()


def _counts(row: Sequence[Any]) -> Counts:
    return Counts(**dict(zip(FIELDS, row, strict=True)))


def _row(seen: SeenSession) -> dict[str, object]:
    return {"session": _digest(seen.session), "at": seen.at, "data": storable.packed(seen)}
