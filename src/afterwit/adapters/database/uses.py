"""Uses in SQL: which skills were put before agents, and whether they were followed."""

import hashlib
from collections.abc import Sequence
from functools import partial

import msgspec
from sqlalchemy import ColumnElement, Integer, and_, case, delete, func, insert, select
from sqlalchemy.sql.selectable import Select

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.alone import alone
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.trees import in_parts
from afterwit.model.use import RANKS, Tally, Use

COUNTS = tuple(field for field in Tally.__struct_fields__ if field != "last")
FOLLOWED, PARTIALLY, IGNORED, UNKNOWN = (RANKS.index(word) for word in ("followed", "partially", "not", "unknown"))

_uses = msgspec.json.Decoder(Use)


class SqlUses:
    """The uses of the skills of one zone."""

    def __init__(self, database: Database, zone: str) -> None:
        self._database = database
        self._zone = storable.text(zone)
        # Two that put the uses of one session would both take them for new.
        self._alone = partial(alone, database, f"uses {self._zone}")

    def put(self, session: str, found: Sequence[Use]) -> list[Use]:
        """Make these the uses of a session, all or nothing; give those that are new or other than they were."""
        had, key = schema.uses.c, storable.text(session)
        named = {_digest(use.key): use for use in found}
        rows = {name: _row(name, use, place) for place, (name, use) in enumerate(named.items())}
        known = select(had.id, had.name, had.place, had.data).where(had.zone == self._zone, had.session == key)
        gone: list[int] = []
        same: set[str] = set()
        with self._alone(self._database.writing()) as connection:
            for row in connection.execute(known):
                now = rows.get(row.name)
                if now is not None and now["data"] == bytes(row.data):
                    same.add(row.name)
                if now is not None and (now["place"], now["data"]) == (row.place, bytes(row.data)):
                    del rows[row.name]
                else:
                    gone.append(row.id)
            for some in in_parts(gone):
                connection.execute(delete(schema.uses).where(had.id.in_(some)))
            if rows:
                here = {"zone": self._zone, "session": key}
                connection.execute(insert(schema.uses), [here | row for row in rows.values()])
        return [use for name, use in named.items() if name not in same]

    def of(self, session: str) -> list[Use]:
        """The uses in a session, in its order."""
        had = schema.uses.c
        query = select(had.data).where(had.zone == self._zone, had.session == storable.text(session))
        return self._found(query.order_by(had.place))

    def about(self, skill: str) -> list[Use]:
        """The uses of a skill, the latest first."""
        had = schema.uses.c
        found = self._found(select(had.data).where(had.zone == self._zone, had.skill == storable.text(skill)))
        return sorted(found, key=lambda use: (-(use.at or 0), use.session, use.agent))

    def tally(self, skill: str) -> Tally:
        """The uses of a skill, counted."""
        return self._tallies(schema.uses.c.skill == storable.text(skill)).get(storable.text(skill), Tally())

    def tallies(self) -> dict[str, Tally]:
        """The same for every skill that has any, by name."""
        return self._tallies()

    def forget(self, session: str) -> int:
        """Erase the uses in a session; say how many those were."""
        had = schema.uses.c
        theirs = (had.zone == self._zone, had.session == storable.text(session))
        with self._alone(self._database.erasing()) as connection:
            return connection.execute(delete(schema.uses).where(*theirs)).rowcount

    def drop(self, skill: str) -> None:
        """There was no such skill."""
        had = schema.uses.c
        with self._alone(self._database.erasing()) as connection:
            connection.execute(delete(schema.uses).where(had.zone == self._zone, had.skill == storable.text(skill)))

    def _tallies(self, *chosen: ColumnElement[bool]) -> dict[str, Tally]:
        """Each moment once, with the most that any copy of it tells; then each skill."""
        had = schema.uses.c
        session = had.session if self._database.dialect == "sqlite" else had.session.collate("C")
        one = (
            select(
                had.skill,
                func.max(_as_number(had.how == "read")).label("asked"),
                func.max(had.followed).label("rank"),
                func.max(_as_number(had.matched)).label("matched"),
                func.max(case((had.matched, had.at))).label("last"),
                func.min(session).label("session"),
            )
            .where(had.zone == self._zone, *chosen)
            .group_by(had.skill, had.moment)
            .subquery()
            .c
        )
        asked = one.asked == 1
        counts: dict[str, ColumnElement[int]] = {
            "sessions": func.count(case((asked, one.session)).distinct()),
            "disclosed": _how_many(and_(one.rank == UNKNOWN, one.asked == 0)),
            "followed": _how_many(one.rank == FOLLOWED),
            "partially": _how_many(one.rank == PARTIALLY),
            "ignored": _how_many(one.rank == IGNORED),
            "unknown": _how_many(and_(one.rank == UNKNOWN, asked)),
            "matches": func.sum(one.matched),
        }
        query = select(
            one.skill, func.max(one.last).label("last"), *(counts[name].label(name) for name in COUNTS)
        ).group_by(one.skill)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return {row.skill: Tally(last=row.last, **{name: getattr(row, name) for name in COUNTS}) for row in rows}

    def _found(self, query: Select[tuple[bytes]]) -> list[Use]:
        with self._database.reading() as connection:
            return [_uses.decode(row.data) for row in connection.execute(query)]


def _as_number(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return case((condition, 1), else_=0)


def _how_many(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(_as_number(condition), type_=Integer)


def _digest(text: str) -> str:
    return hashlib.sha256(storable.text(text).encode()).hexdigest()


def _row(name: str, use: Use, place: int) -> dict[str, object]:
    held = msgspec.structs.replace(use, at=None if use.at is None else storable.number(use.at))
    return {
        "name": name,
        "skill": storable.text(use.skill),
        "place": place,
        "how": use.how,
        "followed": RANKS.index(use.followed),
        "matched": use.matched,
        "at": held.at,
        "moment": _digest(held.moment),
        "data": storable.packed(held),
    }
