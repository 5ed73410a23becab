"""The event log in SQL."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from sqlalchemy import Connection, Row, Select, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema
from afterwit.adapters.database.connect import Database
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import Replaced, Stored

SESSION_FIELDS = Session.__struct_fields__
EVENT_FIELDS = Event.__struct_fields__
_encode = msgspec.json.Encoder().encode
_inputs = msgspec.json.Decoder(dict[str, object])
_bookmarks = msgspec.json.Decoder(Bookmark)


class SqlEventLog:
    """Sessions and events in a database, each kept once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert

    def append(
        self, session: Session, events: Sequence[Event], bookmark: Bookmark, replaced: Sequence[Replaced]
    ) -> int:
        """Keep a batch and how far it goes, all or nothing; say how many events were new."""
        rows = [_event_row(event) for event in events]
        with self._database.writing() as connection:
            identity, known = self._session_row(connection, session, bookmark.count)
            if rows and events[0].seq <= known:
                seen = self._seen(connection, identity, events[0].seq, events[-1].seq)
                rows = [row for row in rows if row["seq"] not in seen]
            for row in rows:
                row["session_id"] = identity
            if rows:
                connection.execute(self._insert(schema.events).on_conflict_do_nothing(), rows)
                had = schema.sessions.c
                failed = sum(row["ok"] is False for row in rows)
                counted = {"events": had.events + len(rows), "failed": had.failed + failed}
                connection.execute(update(schema.sessions).where(had.id == identity).values(counted))
            self._keep(connection, identity, bookmark, replaced)
        return len(rows)

    @staticmethod
    def _seen(connection: Connection, identity: int, first: int, last: int) -> set[int]:
        """The events of a span that are there already."""
        had = schema.events.c
        span = (had.session_id == identity) & had.seq.between(first, last)
        return set(connection.execute(select(had.seq).where(span)).scalars())

    def _session_row(self, connection: Connection, session: Session, count: int) -> tuple[int, int]:
        """The session's row, with its facts as of now, and how many events it had."""
        known = connection.execute(
            select(schema.sessions.c.id, schema.sessions.c.events).where(schema.sessions.c.key == session.key)
        ).one_or_none()
        facts = {field: _storable(getattr(session, field)) for field in SESSION_FIELDS}
        if known is None:
            new = self._insert(schema.sessions).values(key=_storable(session.key), events=0, failed=0, **facts)
            made = connection.execute(new.returning(schema.sessions.c.id)).scalar_one()
            return cast("int", made), 0
        identity, had = cast("int", known[0]), cast("int", known[1])
        if count >= had:
            # A shorter copy of the session knows less of it: what is there stays.
            connection.execute(update(schema.sessions).where(schema.sessions.c.id == identity).values(facts))
        return identity, had

    def _keep(self, connection: Connection, identity: int, bookmark: Bookmark, replaced: Sequence[Replaced]) -> None:
        place = self._insert(schema.bookmarks).values(source=bookmark.source, data=_encode(bookmark))
        connection.execute(place.on_conflict_do_update(index_elements=["source"], set_={"data": place.excluded.data}))
        if replaced:
            rows = [
                {"session_id": identity, "label": label, "digest": digest, "number": number}
                for label, digest, number in replaced
            ]
            connection.execute(self._insert(schema.placeholders).on_conflict_do_nothing(), rows)

    def bookmarks(self) -> dict[str, Bookmark]:
        """How far each file has been read, by the digest of its path."""
        with self._database.reading() as connection:
            rows = connection.execute(select(schema.bookmarks.c.data)).scalars()
            return {bookmark.source: bookmark for bookmark in map(_bookmarks.decode, rows)}

    def session(self, key: str) -> Session | None:
        """One session by its key."""
        with self._database.reading() as connection:
            row = connection.execute(select(schema.sessions).where(schema.sessions.c.key == key)).one_or_none()
        return None if row is None else _session(row)

    def sessions(self, *, host: str = "", limit: int = 0) -> list[Stored]:
        """The sessions, the latest first."""
        query = select(schema.sessions).order_by(
            schema.sessions.c.finished.desc().nulls_last(), schema.sessions.c.id.desc()
        )
        if host:
            query = query.where(schema.sessions.c.host == host)
        if limit:
            query = query.limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [Stored(session=_session(row), events=row.events, failed=row.failed) for row in rows]

    def events(self, key: str, *, kinds: Iterable[str] = ()) -> Iterator[Event]:
        """A session's events in order, of these kinds or purposes, or all."""
        query = self._events_of(key)
        wanted = list(kinds)
        if wanted:
            query = query.where(or_(schema.events.c.kind.in_(wanted), schema.events.c.purpose.in_(wanted)))
        with self._database.reading() as connection:
            for row in connection.execute(query):
                yield _event(row)

    def replaced(self, key: str) -> list[Replaced]:
        """The placeholders of a session so far."""
        query = (
            select(schema.placeholders.c.label, schema.placeholders.c.digest, schema.placeholders.c.number)
            .join(schema.sessions, schema.sessions.c.id == schema.placeholders.c.session_id)
            .where(schema.sessions.c.key == key)
        )
        with self._database.reading() as connection:
            return [(row[0], bytes(row[1]), row[2]) for row in connection.execute(query)]

    @staticmethod
    def _events_of(key: str) -> Select[tuple[object, ...]]:
        columns = [schema.events.c[field] for field in EVENT_FIELDS]
        query = select(*columns).join(schema.sessions, schema.sessions.c.id == schema.events.c.session_id)
        return cast(
            "Select[tuple[object, ...]]", query.where(schema.sessions.c.key == key).order_by(schema.events.c.seq)
        )


def _event_row(event: Event) -> dict[str, object]:
    return {
        "seq": event.seq,
        "kind": event.kind,
        "purpose": event.purpose,
        "at": event.at,
        "text": _storable(event.text),
        "tool": _storable(event.tool),
        "input": None if event.input is None else _encode(event.input).decode(),
        "ok": event.ok,
        "why": event.why,
        "answers": event.answers,
        "native_id": _storable(event.native_id),
        "line_id": _storable(event.line_id),
        "agent": _storable(event.agent),
        "line": event.line,
    }


def _storable(value: object) -> object:
    """PostgreSQL takes no NUL in text; both stores get the same."""
    return value.replace("\x00", "\ufffd") if isinstance(value, str) and "\x00" in value else value


def _session(row: Row[tuple[object, ...]]) -> Session:
    return Session(**{field: getattr(row, field) for field in SESSION_FIELDS})


def _event(row: Row[tuple[object, ...]]) -> Event:
    values = cast("dict[str, Any]", dict(zip(EVENT_FIELDS, row, strict=True)))
    if values["input"] is not None:
        values["input"] = _inputs.decode(values["input"])
    return Event(**values)
