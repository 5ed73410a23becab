"""The history in SQL. What it says is kept is on the disk: it is what a crash is mended from."""

import itertools
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.docket import erase
from afterwit.adapters.database.trees import EMPTY, Trees, in_parts
from afterwit.adapters.derived import derived
from afterwit.errors import NotFound
from afterwit.model.change import About, Change, Edit
from afterwit.model.package import Tree

DONE = ("done", "revoked")
_Edit = tuple[str, str | None, str | None]

WITH_PACKAGE = ("create_skill", "update_skill", "merge_skills")
"""The operations whose proposals hold the whole text of a skill."""


class SqlHistory:
    """The changes of one zone: a store may serve the folders of many projects."""

    def __init__(self, database: Database, zone: str) -> None:
        self._database = database
        self._zone = storable.text(zone)
        self._trees = Trees(database, self._zone)
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert

    def intend(self, about: About, edits: Sequence[Edit], at: int) -> int:
        """Write down, durably, what is about to be done; give the change's number."""
        with self._database.writing(durable=True) as connection:
            return self._intend(connection, about, edits, at)

    def settle(self, change: int) -> None:
        """It has been done."""
        with self._database.writing(durable=True) as connection:
            self._settle(connection, change)

    def record(self, about: About, edits: Sequence[Edit], at: int) -> int:
        """Write down what is done already; give the change's number."""
        with self._database.writing(durable=True) as connection:
            number = self._intend(connection, about, edits, at)
            self._settle(connection, number)
            return number

    def abandon(self, change: int, why: str) -> None:
        """It was given up, and everything is as before. What it would have written is not kept."""
        had = schema.edits.c
        with self._database.erasing() as connection:
            self._move(connection, change, "abandoned", why)
            theirs = had.change_id == change
            both = connection.execute(select(had.before, had.after).where(theirs)).all()
            connection.execute(update(schema.edits).where(theirs).values(before=None, after=None))
            self._trees.drop_unused(connection, {digest for row in both for digest in row if digest is not None})

    def unsettled(self) -> list[Change]:
        """Those that were intended and then neither settled nor abandoned, in order."""
        had = schema.changes.c
        with self._database.reading() as connection:
            query = self._all().where(had.stage == "intended").order_by(had.id)
            return [self._whole(connection, row) for row in connection.execute(query).all()]

    def change(self, number: int) -> Change | None:
        """One change."""
        with self._database.reading() as connection:
            row = connection.execute(self._all().where(schema.changes.c.id == storable.number(number))).one_or_none()
            return None if row is None else self._whole(connection, row)

    def changes(self, *, subject: str = "", path: str = "", limit: int = 0) -> list[Change]:
        """The changes that were done, the latest first; a tree without files stands for any content."""
        had, place = schema.changes.c, schema.edits.c
        query = self._all().where(had.stage.in_(DONE)).order_by(had.id.desc())
        if subject:
            query = query.where(had.subject == storable.text(subject))
        if path:
            query = query.where(had.id.in_(select(place.change_id).where(place.path == storable.text(path))))
        if limit:
            query = query.limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            numbers = [row.id for row in rows]
            edits = self._edits(connection, numbers)
            sessions = self._sessions(connection, numbers)
        return [_change(row, sessions.get(row.id, ()), edits.get(row.id, ()), None) for row in rows]

    def left(self, path: str) -> str | None:
        """The digest of what the last change left at a place; None where that is nothing."""
        had = schema.places.c
        query = select(had.digest).where(had.zone == self._zone, had.path == storable.text(path))
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one_or_none()

    def places(self) -> list[str]:
        """Every place where the last change left something."""
        had = schema.places.c
        query = select(had.path).where(had.zone == self._zone, had.digest.is_not(None)).order_by(had.path)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def content(self, digest: str) -> Tree | None:
        """The content that a digest stands for, if the history has it."""
        with self._database.reading() as connection:
            return self._trees.get(connection, [digest]).get(digest)

    def changes_from(self, session: str) -> list[int]:
        """The changes that were done and rest on a session, the earliest first."""
        had, rests = schema.changes.c, schema.change_sessions.c
        query = (
            select(had.id)
            .join(schema.change_sessions, rests.change_id == had.id)
            .where(had.zone == self._zone, rests.session == storable.text(session), had.stage.in_(DONE))
            .order_by(had.id)
        )
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def forget(self, changes: Sequence[int]) -> int:
        """Erase what these changes wrote and what came of it later, all but what is on disk now; count the changes.

        What was proposed for them is erased as well.
        """
        had, place, at = schema.changes.c, schema.edits.c, schema.places.c
        every = (
            select(place.change_id, place.before, place.after)
            .join(schema.changes, had.id == place.change_id)
            .where(had.zone == self._zone)
            .order_by(place.change_id, place.position)
        )
        with self._database.erasing() as connection:
            rows = cast("list[tuple[int, str | None, str | None]]", [tuple(row) for row in connection.execute(every)])
            chosen = sorted({number for number, *_ in rows}.intersection(changes))
            left = connection.execute(select(at.digest).where(at.zone == self._zone)).scalars()
            gone = derived(rows, chosen, set(left))
            touched = {number for number, *trees in rows if number in chosen or gone.intersection(trees)}
            theirs = place.change_id.in_(select(had.id).where(had.zone == self._zone))
            for some, side in itertools.product(in_parts(gone), ("before", "after")):
                lost = theirs & place[side].in_(some)
                connection.execute(update(schema.edits).where(lost).values({side: None}))
            self._trees.drop(connection, gone)
            for some in in_parts(touched):
                done = had.id.in_(some) & (had.stage == "done")
                connection.execute(update(schema.changes).where(done).values(stage="revoked"))
            for some in in_parts(chosen):
                connection.execute(update(schema.changes).where(had.id.in_(some)).values(why=""))
            for some in in_parts(touched):
                # A later version of a skill was proposed with all of its text; of a lesson, with its own line only.
                whole = had.id.in_(chosen) | had.does.in_(WITH_PACKAGE)
                asked = select(had.proposal_id).where(had.id.in_(some), had.proposal_id.is_not(None), whole)
                erase(connection, self._trees, list(connection.execute(asked).scalars()))
        return len(touched)

    def _intend(self, connection: Connection, about: About, edits: Sequence[Edit], at: int) -> int:
        row = {
            "zone": self._zone,
            "at": storable.number(at),
            "does": storable.text(about.does),
            "subject": storable.text(about.subject),
            "author": about.author,
            "by": storable.text(about.by),
            "why": storable.text(about.why),
            "proposal_id": about.proposal,
            "undoes": about.undoes,
            "stage": "intended",
            "stage_why": "",
        }
        new = insert(schema.changes).values(row).returning(schema.changes.c.id)
        number = cast("int", connection.execute(new).scalar_one())
        if sessions := dict.fromkeys(map(storable.text, about.sessions)):
            rests = [{"change_id": number, "session": session} for session in sessions]
            connection.execute(insert(schema.change_sessions), rests)
        rows = [
            {
                "change_id": number,
                "position": position,
                "path": storable.text(edit.path),
                "before": self._trees.put(connection, edit.before),
                "after": self._trees.put(connection, edit.after),
            }
            for position, edit in enumerate(edits)
        ]
        if rows:
            connection.execute(insert(schema.edits), rows)
        return number

    def _settle(self, connection: Connection, number: int) -> None:
        self._move(connection, number, "done", "")
        had, at = schema.edits.c, schema.places.c
        query = select(had.path, had.after).where(had.change_id == number).order_by(had.position)
        for path, after in connection.execute(query).all():
            if after is None:
                connection.execute(delete(schema.places).where(at.zone == self._zone, at.path == path))
            else:
                row = {"zone": self._zone, "path": path, "digest": after}
                new = self._insert(schema.places).values(row)
                connection.execute(new.on_conflict_do_update(index_elements=["zone", "path"], set_={"digest": after}))

    def _move(self, connection: Connection, number: int, stage: str, why: str) -> None:
        had = schema.changes.c
        here = (had.zone == self._zone) & (had.id == number) & (had.stage == "intended")
        moved = connection.execute(update(schema.changes).where(here).values(stage=stage, stage_why=storable.text(why)))
        if moved.rowcount != 1:
            message = f"Change {number} is not under way: see `afterwit history`."
            raise NotFound(message)

    def _all(self) -> Select[Any]:
        return select(schema.changes).where(schema.changes.c.zone == self._zone)

    def _whole(self, connection: Connection, row: Row[Any]) -> Change:
        edits = self._edits(connection, [row.id]).get(row.id, ())
        sessions = self._sessions(connection, [row.id]).get(row.id, ())
        trees = self._trees.get(connection, (digest for _, *both in edits for digest in both))
        return _change(row, sessions, edits, trees)

    @staticmethod
    def _edits(connection: Connection, numbers: Sequence[int]) -> dict[int, list[_Edit]]:
        had = schema.edits.c
        found: dict[int, list[_Edit]] = {}
        query = select(had.change_id, had.path, had.before, had.after).order_by(had.change_id, had.position)
        for some in in_parts(numbers):
            for number, *edit in connection.execute(query.where(had.change_id.in_(some))):
                found.setdefault(number, []).append(cast("_Edit", tuple(edit)))
        return found

    @staticmethod
    def _sessions(connection: Connection, numbers: Sequence[int]) -> dict[int, list[str]]:
        had = schema.change_sessions.c
        found: dict[int, list[str]] = {}
        query = select(had.change_id, had.session).order_by(had.session)
        for some in in_parts(numbers):
            for number, session in connection.execute(query.where(had.change_id.in_(some))):
                found.setdefault(number, []).append(session)
        return found


def _change(
    row: Row[Any], sessions: Sequence[str], edits: Sequence[_Edit], trees: dict[str | None, Tree] | None
) -> Change:
    """The change; without trees, something without content stands for each."""
    about = About(
        does=row.does,
        subject=row.subject,
        author=row.author,
        by=row.by,
        why=row.why,
        proposal=row.proposal_id,
        undoes=row.undoes,
        sessions=tuple(sessions),
    )
    whole = tuple(
        Edit(path=path, before=_tree(before, trees), after=_tree(after, trees)) for path, before, after in edits
    )
    return Change(id=row.id, at=row.at, about=about, stage=row.stage, edits=whole)


def _tree(digest: str | None, trees: dict[str | None, Tree] | None) -> Tree | None:
    if trees is None:
        return None if digest is None else EMPTY
    return trees.get(digest)
