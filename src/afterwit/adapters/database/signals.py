"""Signals in SQL: what was noticed, queued until it has been judged and remembered afterwards."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from functools import partial

import msgspec
from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.alone import alone
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.trees import in_parts
from afterwit.model.signal import Signal

_signals = msgspec.json.Decoder(Signal)


class SqlSignals:
    """What was noticed in the sessions of one zone."""

    def __init__(self, database: Database, zone: str) -> None:
        self._database = database
        self._zone = storable.text(zone)
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert
        # Two that put the signals of one session would both take them for new; one that settles what another puts
        # could wait for it while that one waits for the first.
        self._alone = partial(alone, database, f"signals {self._zone}")

    def put(self, session: str, found: Sequence[Signal], events: int = 0) -> int:
        """Make these the signals of a session, all or nothing; say how many are new."""
        had, key = schema.signals.c, storable.text(session)
        named = {_digest(signal.key): signal for signal in found}
        rows = {name: _row(name, signal, place) for place, (name, signal) in enumerate(named.items())}
        known = select(had.id, had.name, had.place, had.data).where(had.zone == self._zone, had.session == key)
        gone: list[int] = []
        changed: list[dict[str, object]] = []
        with self._alone(self._database.writing()) as connection:
            for row in connection.execute(known):
                now = rows.pop(row.name, None)
                if now is None:
                    gone.append(row.id)
                elif (now["place"], now["data"]) != (row.place, bytes(row.data)):
                    changed.append({"its_id": row.id, "its_place": now["place"], "its_data": now["data"]})
            for some in in_parts(gone):
                connection.execute(delete(schema.signals).where(had.id.in_(some)))
            if changed:
                its: dict[str, object] = {"place": bindparam("its_place"), "data": bindparam("its_data")}
                connection.execute(update(schema.signals).where(had.id == bindparam("its_id")).values(its), changed)
            if rows:
                here = {"zone": self._zone, "session": key, "state": "queued"}
                connection.execute(insert(schema.signals), [here | row for row in rows.values()])
            looked = {"zone": self._zone, "session": key, "events": storable.number(events)}
            new = self._insert(schema.noticed).values(looked)
            connection.execute(
                new.on_conflict_do_update(index_elements=["zone", "session"], set_={"events": looked["events"]})
            )
        return len(rows)

    def seen(self) -> dict[str, int]:
        """How many events of each session had been looked at."""
        had = schema.noticed.c
        with self._database.reading() as connection:
            rows = connection.execute(select(had.session, had.events).where(had.zone == self._zone)).all()
        return {row[0]: row[1] for row in rows}

    def queued(self) -> list[Signal]:
        """Those that have not been judged, in the order in which they came."""
        had = schema.signals.c
        return self._found(had.state == "queued", order=had.id)

    def about(self, subjects: Iterable[str]) -> list[Signal]:
        """All signals about these things, judged or not, in the order in which they came."""
        had = schema.signals.c
        wanted = in_parts({_digest(subject) for subject in subjects})
        return self._found(*(had.about.in_(some) for some in wanted), order=had.id)

    def of(self, session: str) -> list[Signal]:
        """The signals of a session, in its order."""
        had = schema.signals.c
        return self._found(had.session == storable.text(session), order=had.place)

    def settle(self, judged: Iterable[Signal]) -> None:
        """These have been judged."""
        had = schema.signals.c
        theirs = (
            had.zone == self._zone,
            had.session == bindparam("its_session"),
            had.name == bindparam("its_name"),
        )
        done = [{"its_session": storable.text(each.session), "its_name": _digest(each.key)} for each in judged]
        if done:
            with self._alone(self._database.writing()) as connection:
                connection.execute(update(schema.signals).where(*theirs).values(state="judged"), done)

    def forget(self, session: str) -> int:
        """Erase what was noticed in a session; say how many those were."""
        had = schema.signals.c
        theirs = (had.zone == self._zone, had.session == storable.text(session))
        looked = schema.noticed.c
        with self._alone(self._database.erasing()) as connection:
            connection.execute(
                delete(schema.noticed).where(looked.zone == self._zone, looked.session == storable.text(session))
            )
            same = select(had.about).where(*theirs).scalar_subquery()
            again = update(schema.signals).where(had.zone == self._zone, had.about.in_(same))
            connection.execute(again.values(state="queued"))
            return connection.execute(delete(schema.signals).where(*theirs)).rowcount

    def _found(self, *chosen: ColumnElement[bool], order: ColumnElement[int]) -> list[Signal]:
        """Those that fit any of these conditions, no two of which fit the same signal."""
        had = schema.signals.c
        query = select(order, had.data).where(had.zone == self._zone)
        with self._database.reading() as connection:
            rows = [row for one in chosen for row in connection.execute(query.where(one))]
        rows.sort(key=lambda row: row[0])
        return [_signals.decode(row.data) for row in rows]


def _digest(text: str) -> str:
    return hashlib.sha256(storable.text(text).encode()).hexdigest()


def _row(name: str, signal: Signal, place: int) -> dict[str, object]:
    held = msgspec.structs.replace(
        signal,
        at=None if signal.at is None else storable.number(signal.at),
        steps_wasted=storable.number(signal.steps_wasted),
        # JSON has neither NaN nor infinity, and a confidence must be some number.
        confidence=signal.confidence if math.isfinite(signal.confidence) else 0.0,
    )
    return {
        "name": name,
        "sort": signal.sort,
        "about": _digest(signal.about),
        "place": place,
        "data": storable.packed(held),
    }
