"""Attempts in SQL: what agents started to learn in their own turns, and what became of it."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import cast

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.alone import alone
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.trees import in_parts
from afterwit.model.learning import Attempt, AttemptState

_attempts = msgspec.json.Decoder(Attempt)


class SqlAttempts:
    """The attempts of one zone."""

    def __init__(self, database: Database, zone: str) -> None:
        self._database = database
        self._zone = storable.text(zone)
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert
        # Two that start the same skill at once would both find none open.
        self._alone = partial(alone, database, f"attempts {self._zone}")

    def start(self, attempt: Attempt) -> tuple[Attempt, bool]:
        """Keep an attempt, or go on with the one of this skill that is open; give it, and whether it is new."""
        had, skill = schema.attempts.c, storable.text(attempt.skill)
        row = {"zone": self._zone, "skill": skill, "state": attempt.state, "data": _data(attempt)}
        with self._alone(self._database.writing(durable=True)) as connection:
            of_skill = (had.zone == self._zone, had.state == "open", had.skill == skill)
            is_open = select(had.id, had.data).where(*of_skill).order_by(had.id.desc()).limit(1)
            if (found := connection.execute(is_open).one_or_none()) is not None:
                both = _attempt(found.id, found.data).joined(attempt)
                connection.execute(update(schema.attempts).where(had.id == both.id).values(data=_data(both)))
                self._rest(connection, both.id, both.sessions)
                return both, False
            new = insert(schema.attempts).values(row).returning(had.id)
            number = cast("int", connection.execute(new).scalar_one())
            self._rest(connection, number, attempt.sessions)
        return msgspec.structs.replace(attempt, id=number), True

    def finish(self, attempt: Attempt) -> bool:
        """Close an open one with what this one says; False where somebody closed it before."""
        had = schema.attempts.c
        this = (had.zone == self._zone, had.id == storable.number(attempt.id), had.state == "open")
        closed = update(schema.attempts).where(*this).values(state=attempt.state, data=_data(attempt))
        with self._alone(self._database.writing(durable=True)) as connection:
            if connection.execute(closed).rowcount == 0:
                return False
            self._rest(connection, attempt.id, attempt.sessions)
        return True

    def attempt(self, number: int) -> Attempt | None:
        """One attempt."""
        found = self._found(schema.attempts.c.id == storable.number(number), limit=1)
        return found[0] if found else None

    def attempts(self, *, state: AttemptState | None = None, skill: str = "", limit: int = 0) -> list[Attempt]:
        """The attempts, the latest first."""
        had = schema.attempts.c
        chosen: list[ColumnElement[bool]] = []
        if state is not None:
            chosen.append(had.state == state)
        if skill:
            chosen.append(had.skill == storable.text(skill))
        return self._found(*chosen, limit=limit)

    def forget(self, session: str) -> int:
        """Erase those that a session made or that cite it; say how many those were."""
        had, rests = schema.attempts.c, schema.attempt_sessions.c
        theirs = select(had.id).where(
            had.zone == self._zone, had.id == rests.attempt_id, rests.session == storable.text(session)
        )
        with self._alone(self._database.erasing()) as connection:
            gone: Sequence[int] = connection.execute(theirs).scalars().all()
            for some in in_parts(gone):
                connection.execute(delete(schema.attempt_sessions).where(rests.attempt_id.in_(some)))
                connection.execute(delete(schema.attempts).where(had.id.in_(some)))
        return len(gone)

    def _found(self, *chosen: ColumnElement[bool], limit: int) -> list[Attempt]:
        had = schema.attempts.c
        query = select(had.id, had.data).where(had.zone == self._zone, *chosen).order_by(had.id.desc())
        with self._database.reading() as connection:
            return [_attempt(row.id, row.data) for row in connection.execute(query.limit(limit) if limit else query)]

    def _rest(self, connection: Connection, number: int, sessions: Iterable[str]) -> None:
        rows = [{"attempt_id": number, "session": session} for session in {storable.text(each) for each in sessions}]
        if rows:
            connection.execute(self._insert(schema.attempt_sessions).on_conflict_do_nothing(), rows)


def _data(attempt: Attempt) -> bytes:
    held = msgspec.structs.replace(
        attempt,
        at=storable.number(attempt.at),
        finished=None if attempt.finished is None else storable.number(attempt.finished),
    )
    return storable.packed(held)


def _attempt(number: int, data: bytes) -> Attempt:
    return msgspec.structs.replace(_attempts.decode(data), id=number)
