"""The event log in SQL."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from sqlalchemy import Connection, Row, Select, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.database import Database
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.ports import LAST, Replaced, Stored

SESSION_FIELDS = Session.__struct_fields__
EVENT_FIELDS = Event.__struct_fields__
PAGE_EVENTS = 500
PAGE_CHARACTERS = 4_000_000
"""Events are read in pages, so that a long session needs little memory and a reader that stops holds nothing."""

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
        rows = {event.seq: _event_row(event) for event in reversed(events)}
        with self._database.writing() as connection:
            identity, known, revoked = self._session_row(connection, session, bookmark.count)
            if revoked:
                self._keep(connection, identity, bookmark, ())
                return 0
            if rows and known:
                for seq in self._seen(connection, identity, min(rows), max(rows)):
                    rows.pop(seq, None)
            new = [rows[seq] for seq in sorted(rows)]
            for row in new:
                row["session_id"] = identity
            if new:
                connection.execute(insert(schema.events), new)
                had = schema.sessions.c
                failed = sum(row["ok"] is False for row in new)
                counted = {"events": had.events + len(new), "failed": had.failed + failed}
                connection.execute(update(schema.sessions).where(had.id == identity).values(counted))
            self._keep(connection, identity, bookmark, replaced)
        return len(new)

    @staticmethod
    def _seen(connection: Connection, identity: int, first: int, last: int) -> Sequence[int]:
        """The events of a span that are there already."""
        had = schema.events.c
        span = (had.session_id == identity) & had.seq.between(first, last)
        return connection.execute(select(had.seq).where(span)).scalars().all()

    def _session_row(self, connection: Connection, session: Session, count: int) -> tuple[int, int, bool]:
        """The session's row, with its facts as of now, how many events it had, and whether it was revoked.

        The row is this transaction's alone until its end: two that append to one session take turns.
        """
        had, key = schema.sessions.c, storable.text(session.key)
        facts = {field: storable.fact(getattr(session, field)) for field in SESSION_FIELDS}
        row = select(had.id, had.events, had.origin).where(had.key == key).with_for_update()
        known = connection.execute(row).one_or_none()
        if known is None:
            new = self._insert(schema.sessions).values(key=key, events=0, failed=0, **facts)
            made = connection.execute(new.on_conflict_do_nothing().returning(had.id)).scalar_one_or_none()
            if made is not None:
                return cast("int", made), 0, False
            known = connection.execute(row).one()  # made by another in between
        identity, events = cast("int", known[0]), cast("int", known[1])
        revoked = known[2] == "revoked"
        if count >= events and not revoked:
            # A shorter copy of the session knows less of it: what is there stays.
            connection.execute(update(schema.sessions).where(had.id == identity).values(facts))
        return identity, events, revoked

    def _keep(self, connection: Connection, identity: int, bookmark: Bookmark, replaced: Sequence[Replaced]) -> None:
        place = self._insert(schema.bookmarks).values(
            source=storable.text(bookmark.source), data=storable.packed(bookmark)
        )
        connection.execute(place.on_conflict_do_update(index_elements=["source"], set_={"data": place.excluded.data}))
        if replaced:
            rows = [
                {"session_id": identity, "label": storable.text(label), "digest": digest, "number": number}
                for label, digest, number in replaced
            ]
            connection.execute(self._insert(schema.placeholders).on_conflict_do_nothing(), rows)

    def forget(self, key: str) -> int:
        """Erase a session's events, and take in no more of it; say how many those were."""
        had = schema.sessions.c
        blank = Session(host="", native_id="", origin="revoked")
        kept = {"host", "native_id"}
        facts = {field: getattr(blank, field) for field in SESSION_FIELDS if field not in kept}
        with self._database.erasing() as connection:
            row = select(had.id, had.events).where(had.key == storable.text(key)).with_for_update()
            known = connection.execute(row).one_or_none()
            if known is None:
                return 0
            for table in (schema.events, schema.placeholders):
                connection.execute(delete(table).where(table.c.session_id == known.id))
            connection.execute(
                update(schema.sessions).where(had.id == known.id).values(facts | {"events": 0, "failed": 0})
            )
        return cast("int", known.events)

    def bookmarks(self) -> dict[str, Bookmark]:
        """How far each file has been read, by the digest of its path."""
        with self._database.reading() as connection:
            rows = connection.execute(select(schema.bookmarks.c.data)).scalars()
            return {bookmark.source: bookmark for bookmark in map(_bookmarks.decode, rows)}

    def session(self, key: str) -> Session | None:
        """One session by its key."""
        query = select(schema.sessions).where(schema.sessions.c.key == storable.text(key))
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _session(row)

    def sessions(self, *, host: str = "", limit: int = 0) -> list[Stored]:
        """The sessions, the latest first."""
        query = select(schema.sessions).order_by(
            schema.sessions.c.finished.desc().nulls_last(), schema.sessions.c.id.desc()
        )
        if host:
            query = query.where(schema.sessions.c.host == storable.text(host))
        if limit:
            query = query.limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [Stored(session=_session(row), events=row.events, failed=row.failed) for row in rows]

    def events(self, key: str, *, kinds: Iterable[str] = (), first: int = 0, last: int = LAST) -> Iterator[Event]:
        """A session's events in order from one place to another, of these kinds or purposes, or all."""
        had, known = schema.events.c, schema.sessions.c
        with self._database.reading() as connection:
            identity = connection.execute(select(known.id).where(known.key == storable.text(key))).scalar_one_or_none()
        if identity is None:
            return
        query = (
            select(*(had[field] for field in EVENT_FIELDS))
            .where(had.session_id == identity, had.seq.between(first, last))
            .order_by(had.session_id, had.seq)
            .limit(PAGE_EVENTS)
        )
        if wanted := [storable.text(kind) for kind in kinds]:
            query = query.where(or_(had.kind.in_(wanted), had.purpose.in_(wanted)))
        page = self._page(query)
        while page:
            yield from page
            if len(page) < PAGE_EVENTS and sum(len(event.text) for event in page) <= PAGE_CHARACTERS:
                return  # a page that is not full is the last
            page = self._page(query.where(had.seq > page[-1].seq))

    def _page(self, query: Select[Any]) -> list[Event]:
        """The first events of a query, fewer where they are long."""
        page: list[Event] = []
        characters = 0
        options = {"stream_results": True, "max_row_buffer": PAGE_EVENTS}
        with (
            self._database.reading() as connection,
            connection.execute(query, execution_options=options) as rows,
        ):
            for row in rows:
                page.append(_event(row))
                characters += len(page[-1].text)
                if characters > PAGE_CHARACTERS:
                    break
        return page

    def replaced(self, key: str) -> list[Replaced]:
        """The placeholders of a session so far."""
        had = schema.placeholders.c
        query = (
            select(had.label, had.digest, had.number)
            .join(schema.sessions, schema.sessions.c.id == had.session_id)
            .where(schema.sessions.c.key == storable.text(key))
            .order_by(had.label, had.number)
        )
        with self._database.reading() as connection:
            return [(row[0], bytes(row[1]), row[2]) for row in connection.execute(query)]


def _event_row(event: Event) -> dict[str, object]:
    return {
        "seq": event.seq,
        "kind": event.kind,
        "purpose": event.purpose,
        "at": None if event.at is None else storable.number(event.at),
        "text": storable.text(event.text),
        "tool": storable.text(event.tool),
        "input": None if event.input is None else storable.packed(event.input).decode(),
        "ok": event.ok,
        "why": storable.text(event.why),
        "answers": event.answers,
        "native_id": storable.text(event.native_id),
        "line_id": storable.text(event.line_id),
        "agent": storable.text(event.agent),
        "line": event.line,
    }


def _session(row: Row[Any]) -> Session:
    return Session(**{field: getattr(row, field) for field in SESSION_FIELDS})


def _event(row: Row[Any]) -> Event:
    values = dict(zip(EVENT_FIELDS, row, strict=True))
    if values["input"] is not None:
        values["input"] = storable.unpacked(values["input"])
    return Event(**values)
