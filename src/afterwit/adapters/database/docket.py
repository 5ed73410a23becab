"""The docket in SQL: every proposal with every verdict, and what became of it."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from afterwit.adapters.clock import now
from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.database import Database
from afterwit.adapters.database.trees import Trees, in_parts
from afterwit.errors import NotFound
from afterwit.model.package import Package, Tree
from afterwit.model.proposal import Proposal
from afterwit.model.verdict import Finding, Outcome, Overrule, Verdict, written
from afterwit.ports import Judged

_proposals = msgspec.json.Decoder(Proposal)
_measured = msgspec.json.Decoder(dict[str, bool | int | float | str])
_findings = msgspec.json.Decoder(tuple[Finding, ...])


class SqlDocket:
    """The proposals of one zone."""

    def __init__(self, database: Database, zone: str, clock: Callable[[], int] = now) -> None:
        self._database = database
        self._zone = storable.text(zone)
        self._clock = clock
        self._trees = Trees(database, self._zone)

    def enter(self, proposal: Proposal, verdicts: Sequence[Verdict], overrule: Overrule | None) -> int:
        """Note a judged proposal, and whose word stands against which gates; give its number."""
        package = _package(proposal)
        with self._database.writing(durable=True) as connection:
            row = {
                "zone": self._zone,
                "at": storable.number(self._clock()),
                "does": proposal.does,
                "subject": storable.text(proposal.subject),
                "target": proposal.target,
                "score": proposal.score,
                "author": proposal.author,
                "by": storable.text(proposal.by),
                "trigger": proposal.trigger,
                "reason": storable.text(proposal.reason),
                "body": storable.packed(_with_files(proposal, {})),
                "tree": self._trees.put(connection, package),
                "fate": "open",
                "fate_reason": "",
                "overruled_by": None if overrule is None else storable.text(overrule.by),
                "overruled_why": None if overrule is None else storable.text(overrule.reason),
            }
            new = insert(schema.proposals).values(row).returning(schema.proposals.c.id)
            number = cast("int", connection.execute(new).scalar_one())
            if sessions := dict.fromkeys(storable.text(evidence.session) for evidence in proposal.evidence):
                rests = [{"proposal_id": number, "session": session} for session in sessions]
                connection.execute(insert(schema.proposal_sessions), rests)
            overruled = frozenset[str]() if overrule is None else overrule.gates
            rows = [_verdict_row(number, at, verdict, overruled) for at, verdict in enumerate(verdicts)]
            if rows:
                connection.execute(insert(schema.verdicts), rows)
            return number

    def close(self, number: int, outcome: Outcome) -> None:
        """Note what became of it."""
        had = schema.proposals.c
        told, change = written(outcome)
        values = {"fate": outcome.fate, "fate_reason": storable.text(told), "change_id": change}
        with self._database.writing(durable=True) as connection:
            here = (had.zone == self._zone) & (had.id == number)
            if connection.execute(update(schema.proposals).where(here).values(values)).rowcount != 1:
                message = f"There is no proposal {number}, so that nothing can be noted of it."
                raise NotFound(message)

    def proposal(self, number: int) -> Judged | None:
        """One proposal."""
        found = self._judged(schema.proposals.c.id == storable.number(number), limit=1)
        return found[0] if found else None

    def proposals(self, *, fate: str = "", subject: str = "", limit: int = 0) -> list[Judged]:
        """The proposals, the latest first."""
        had = schema.proposals.c
        chosen = [had.fate == fate] if fate else []
        if subject:
            chosen.append(had.subject == storable.text(subject))
        return self._judged(*chosen, limit=limit)

    def forget(self, session: str) -> int:
        """Erase what was proposed from a session, all but that something was; say how many those were."""
        had, rests = schema.proposals.c, schema.proposal_sessions.c
        theirs = (
            select(had.id)
            .join(schema.proposal_sessions, rests.proposal_id == had.id)
            .where(had.zone == self._zone, rests.session == storable.text(session), had.body.is_not(None))
        )
        with self._database.erasing() as connection:
            numbers = list(connection.execute(theirs).scalars())
            erase(connection, self._trees, numbers)
        return len(numbers)

    def _judged(self, *chosen: Any, limit: int) -> list[Judged]:  # noqa: ANN401 - SQLAlchemy's own conditions
        had = schema.proposals.c
        query = select(schema.proposals).where(had.zone == self._zone, *chosen).order_by(had.id.desc())
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(limit) if limit else query).all()
            verdicts = self._verdicts(connection, [row.id for row in rows])
            found: list[Judged] = []
            for row in rows:
                # A package at a time: all of them at once could fill the memory.
                trees = self._trees.get(connection, [row.tree])
                found.append(_whole(row, trees.get(row.tree), verdicts.get(row.id, [])))
            return found

    @staticmethod
    def _verdicts(connection: Connection, numbers: Sequence[int]) -> dict[int, list[tuple[Verdict, bool]]]:
        had = schema.verdicts.c
        found: dict[int, list[tuple[Verdict, bool]]] = {}
        for some in in_parts(numbers):
            query = select(schema.verdicts).where(had.proposal_id.in_(some)).order_by(had.proposal_id, had.position)
            for row in connection.execute(query):
                verdict = Verdict(
                    gate=row.gate,
                    passed=row.passed,
                    reason=row.reason,
                    measured=_measured.decode(row.measured),
                    findings=_findings.decode(row.findings),
                )
                found.setdefault(row.proposal_id, []).append((verdict, row.overruled))
        return found


def erase(connection: Connection, trees: Trees, numbers: Sequence[int]) -> None:
    """Take out what proposals say and what was said of them; that they were made, when and by whom, stays."""
    had, verdict = schema.proposals.c, schema.verdicts.c
    for some in in_parts(numbers):
        theirs = had.id.in_(some)
        dropped = set(connection.execute(select(had.tree).where(theirs, had.tree.is_not(None))).scalars())
        nothing = {"body": None, "tree": None, "reason": "", "fate_reason": "", "overruled_why": None}
        connection.execute(update(schema.proposals).where(theirs).values(nothing))
        blank = {"reason": "", "measured": b"{}", "findings": b"[]"}
        connection.execute(update(schema.verdicts).where(verdict.proposal_id.in_(some)).values(blank))
        trees.drop_unused(connection, dropped)


def _package(proposal: Proposal) -> Package | None:
    return getattr(proposal.op, "package", None)


def _with_files(proposal: Proposal, files: dict[str, bytes]) -> Proposal:
    package = _package(proposal)
    if package is None:
        return proposal
    op = msgspec.structs.replace(proposal.op, package=msgspec.structs.replace(package, files=files))
    return msgspec.structs.replace(proposal, op=op)


def _verdict_row(number: int, position: int, verdict: Verdict, overruled: frozenset[str]) -> dict[str, object]:
    return {
        "proposal_id": number,
        "position": position,
        "gate": storable.text(verdict.gate),
        "passed": verdict.passed,
        "overruled": verdict.gate in overruled,
        "reason": storable.text(verdict.reason),
        "measured": storable.packed(verdict.measured),
        "findings": storable.packed(verdict.findings),
    }


def _whole(row: Row[Any], tree: Tree | None, verdicts: Sequence[tuple[Verdict, bool]]) -> Judged:
    proposal = overrule = None
    if row.body is not None and (row.tree is None or tree is not None):
        proposal = _with_files(_proposals.decode(row.body), {} if tree is None else tree.files)
    if row.overruled_by is not None:
        gates = frozenset(verdict.gate for verdict, overruled in verdicts if overruled)
        overrule = Overrule(gates=gates, reason=row.overruled_why or "", by=row.overruled_by)
    return Judged(
        id=row.id,
        at=row.at,
        proposal=proposal,
        verdicts=tuple(verdict for verdict, _ in verdicts),
        overrule=overrule,
        fate=row.fate,
        reason=row.fate_reason,
        change=row.change_id,
    )
