"""Ratings in SQL: counts are added where they are, so that two who count at once lose nothing."""

from collections.abc import Mapping

from sqlalchemy import Connection, Executable, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.database import Database
from afterwit.model.skill import Metrics
from afterwit.ports import Matches

FIELDS = Metrics.__struct_fields__


class SqlRatings:
    """How the skills of one zone fare."""

    def __init__(self, database: Database, zone: str) -> None:
        self._database = database
        self._zone = storable.text(zone)
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert

    def metrics(self, name: str) -> Metrics:
        """A skill's counts so far."""
        had = schema.ratings.c
        query = select(*(had[field] for field in FIELDS)).where(had.zone == self._zone, had.name == storable.text(name))
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return Metrics() if row is None else Metrics(**dict(zip(FIELDS, row, strict=True)))

    def count(self, name: str, seen: Metrics) -> None:
        """Add to a skill's counts."""
        self._add(name, {field: getattr(seen, field) for field in FIELDS}, None)

    def matches(self, name: str) -> Matches:
        """How often a skill was found."""
        had = schema.ratings.c
        query = select(had.matches, had.last_matched).where(had.zone == self._zone, had.name == storable.text(name))
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return Matches() if row is None else Matches(count=row[0], last=row[1])

    def all_metrics(self) -> dict[str, Metrics]:
        """The counts of every skill that has any, by name."""
        had = schema.ratings.c
        query = select(had.name, *(had[field] for field in FIELDS)).where(had.zone == self._zone)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        counted = {row[0]: Metrics(**dict(zip(FIELDS, row[1:], strict=True))) for row in rows}
        return {name: metrics for name, metrics in counted.items() if metrics != Metrics()}

    def all_matches(self) -> dict[str, Matches]:
        """How often each skill was found that was found at all, by name."""
        had = schema.ratings.c
        query = select(had.name, had.matches, had.last_matched).where(had.zone == self._zone, had.matches > 0)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return {row[0]: Matches(count=row[1], last=row[2]) for row in rows}

    def match(self, name: str, at: int) -> None:
        """A skill was found once more."""
        self._add(name, {"matches": 1}, storable.number(at))

    def match_all(self, found: Mapping[str, tuple[int, int]]) -> None:
        """Skills were found so many times, and last then: all of it is counted or nothing."""
        with self._database.writing() as connection:
            self.match_within(connection, found)

    def match_within(self, connection: Connection, found: Mapping[str, tuple[int, int]]) -> None:
        """The same, in a transaction that has more to it."""
        for name, (times, last) in sorted(found.items()):
            connection.execute(self._adding(name, {"matches": times}, storable.number(last)))

    def forget(self, name: str) -> None:
        """There was no such skill."""
        had = schema.ratings.c
        with self._database.erasing() as connection:
            connection.execute(delete(schema.ratings).where(had.zone == self._zone, had.name == storable.text(name)))

    def _add(self, name: str, counts: dict[str, float], at: int | None) -> None:
        with self._database.writing() as connection:
            connection.execute(self._adding(name, counts, at))

    def _adding(self, name: str, counts: dict[str, float], at: int | None) -> Executable:
        had = schema.ratings.c
        none = dict.fromkeys((*FIELDS, "matches"), 0)
        row = {"zone": self._zone, "name": storable.text(name), **none, **counts, "last_matched": at}
        more: dict[str, object] = {field: had[field] + counts[field] for field in counts}
        if at is not None:
            later = had.last_matched.is_(None) | (had.last_matched < at)
            more["last_matched"] = case((later, at), else_=had.last_matched)
        new = self._insert(schema.ratings).values(row)
        return new.on_conflict_do_update(index_elements=["zone", "name"], set_=more)
