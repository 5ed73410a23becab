"""`afterwit skills` and `afterwit show`: the skillbook, and one skill with all that is known of it."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import Parameter

from afterwit.engine.kernel import Kernel
from afterwit.engine.skillbook import Known, known
from afterwit.engine.wire import kernel
from afterwit.faces.cli.common import Common, Rows, console, counted, print_json
from afterwit.faces.cli.history import change_document, did
from afterwit.faces.cli.learned import use_document
from afterwit.faces.cli.outcomes import STYLES, print_findings, proposal_document, verdict_document
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.shown import event_document, event_line, iso, when
from afterwit.keep.book import place
from afterwit.keep.store import REJECTED
from afterwit.model.domain import folder
from afterwit.model.event import Event
from afterwit.model.package import MAIN, State
from afterwit.model.skill import Metrics, Skill
from afterwit.model.skill_document import read
from afterwit.model.use import Followed, Tally, Use
from afterwit.ports import Judged, Matches

if TYPE_CHECKING:
    from rich.console import Console


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What was seen of a skill since it was there."""

    metrics: Metrics
    matches: Matches
    tally: Tally
    uses: list[Use]
    """Each use of it, the latest first, where they were asked for."""


WORDS: dict[Followed, str] = {
    "followed": "followed",
    "partially": "followed in part",
    "not": "not followed",
    "unknown": "cannot be told",
}
STATE_STYLES: dict[State, str] = {"active": "", "pending": "yellow", "archived": "dim"}


def skills(
    *,
    state: State | Literal["rejected"] | None = None,
    domain: Annotated[str, Parameter(metavar="DOMAIN")] = "",
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """List the skills: what waits for you, what is active, what is archived.

    Parameters
    ----------
    state
        Only those of this state.
    domain
        Only those of this domain.
    """
    with kernel(common.here(), common.config(), to_write=False) as here:
        wanted = "archived" if state == "rejected" else state
        found = [entry for entry in here.index.entries(wanted) if not domain or folder(domain) == folder(entry.domain)]
        rejected = {entry.name for entry in found if entry.state == "archived" and _rejected(entry.name, here)}
        if state in {"rejected", "archived"}:
            found = [entry for entry in found if (entry.name in rejected) == (state == "rejected")]
        metrics = here.ratings.all_metrics() if common.json else {}
    if common.json:
        rows = [
            {
                "name": entry.name,
                "state": entry.state,
                "rejected": entry.state == "archived" and entry.name in rejected,
                "domain": entry.domain,
                "description": entry.description,
                "agent": entry.agent or None,
                "source": here.source(entry),
                "pinned": entry.pinned,
                "path": str(here.zone.root / place(entry.state, entry.name)),
                "metrics": metrics_document(metrics.get(entry.name, Metrics())),
            }
            for entry in found
        ]
        print_json({"skills": rows})
        return 0
    out = console()
    if not found:
        out.print("No such skill." if state or domain else "No skills yet: afterwit import DIR takes some in.")
        return 0
    table = Rows("skill", "state", "domain", "what for", flexible="what for")
    order: list[State] = ["pending", "active", "archived"]
    for entry in sorted(found, key=lambda entry: (order.index(entry.state), entry.domain, entry.name)):
        pinned = " (pinned)" if entry.pinned else ""
        told = "rejected" if entry.state == "archived" and entry.name in rejected else entry.state
        table.add(entry.name, told + pinned, entry.domain, entry.description, style=STATE_STYLES[entry.state])
    table.print(out)
    waiting = sum(entry.state == "pending" for entry in found)
    if waiting:
        out.print(f"\n{counted(waiting, 'skill')} to decide on: afterwit show NAME, then approve or reject it.")
    return 0


def show(
    name: str,
    /,
    *,
    evidence: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Show one skill: its text, where it came from, what the gates said, how it fared, its versions.

    Parameters
    ----------
    name
        The skill.
    evidence
        Also the events that it rests on, as they happened, and the sessions in which it was used.
    """
    with kernel(common.here(), common.config(), to_write=False) as here:
        found = known(name, here)
        cited = {judged.id: _cited(judged, here) for judged in found.proposals} if evidence else {}
        seen = Seen(
            metrics=found.metrics,
            matches=here.ratings.matches(name),
            tally=here.uses.tally(name),
            uses=here.uses.about(name) if evidence else [],
        )
        path = str(here.zone.root / place(found.skill.state, name)) if found.skill else ""
    if common.json:
        print_json({**_document(found, cited, path), "use": _use_document(seen)})
        return 0
    _print(found, cited, path, seen)
    return 0


def metrics_document(metrics: Metrics) -> dict[str, object]:
    """A skill's counts as JSON."""
    return {**msgspec.to_builtins(metrics), "times_not_followed": metrics.times_not_followed}


def _rejected(name: str, here: Kernel) -> bool:
    skill = here.book.at("archived", name)
    return skill is not None and read(skill.package.text).metadata.get(REJECTED) == "true"


def _cited(judged: Judged, here: Kernel) -> list[tuple[str, Event | None]]:
    return [
        (evidence.session, here.rooms.view.event(evidence.session, evidence.event))
        for evidence in (judged.proposal.evidence if judged.proposal else ())
    ]


def _use_document(seen: Seen) -> dict[str, object]:
    counts = msgspec.to_builtins(seen.tally)
    return {
        "found": seen.matches.count,
        "last_found": iso(seen.matches.last),
        "read_in_sessions": counts["sessions"],
        **{word: counts[word] for word in ("followed", "partially")},
        "not": counts["ignored"],
        **{word: counts[word] for word in ("unknown", "disclosed")},
        "seen": [use_document(use) for use in seen.uses],
    }


def _document(found: Known, cited: dict[int, list[tuple[str, Event | None]]], path: str) -> dict[str, object]:
    return {
        "name": found.name,
        **(_skill_document(found.skill, path) if found.skill else {"state": None}),
        "metrics": metrics_document(found.metrics),
        "proposals": [
            {
                "proposal": judged.id,
                "outcome": judged.fate,
                "why": judged.reason,
                **(proposal_document(judged.proposal) if judged.proposal else {}),
                "verdicts": [verdict_document(verdict) for verdict in judged.verdicts],
                "events": [
                    {"session": session, **(event_document(event) if event else {"id": None})}
                    for session, event in cited.get(judged.id, [])
                ],
            }
            for judged in found.proposals
        ],
        "changes": [change_document(change) for change in found.changes],
    }


def _skill_document(skill: Skill, path: str) -> dict[str, object]:
    document = read(skill.package.text)
    return {
        "state": skill.state,
        "source": skill.source,
        "pinned": skill.pinned,
        "path": path,
        "description": document.description,
        "use_when": document.use_when,
        "domain": document.domain,
        "agent": document.agent or None,
        "version": document.version,
        "fingerprints": list(document.fingerprints),
        "digest": skill.package.digest(),
        "files": sorted(skill.package.files),
        "text": skill.package.text,
    }


def _print(found: Known, cited: dict[int, list[tuple[str, Event | None]]], path: str, seen: Seen) -> None:
    from rich.text import Text  # noqa: PLC0415

    out = console()
    if found.skill:
        _print_skill(out, found.skill, seen, path)
    else:
        out.print(Text(found.name, style="bold"), "is not kept; this is what was proposed:")
    for judged in found.proposals:
        out.print()
        asked = f"{judged.proposal.does} by {judged.proposal.author}" if judged.proposal else "revoked"
        title = f"Proposal {judged.id}, {when(judged.at)}, {asked}: "
        out.print(Text(title, style="bold") + Text(judged.fate, style=STYLES.get(judged.fate, "")))
        for verdict in judged.verdicts:
            mark = Text("  yes ", style="green") if verdict.passed else Text("  no  ", style="yellow")
            out.print(mark + Text(f"{verdict.gate}: {one_line(verdict.reason)}"), soft_wrap=True)
            if not verdict.passed:
                print_findings(out, verdict)
        for session, event in cited.get(judged.id, []):
            told = f"{event.id} {event.kind}: {event_line(event)}" if event else "is no longer in the log"
            out.print(Text(f"  {session} {told}", style="dim"), soft_wrap=True)
    if found.changes:
        out.print()
        table = Rows("change", "when", "who", "did", "why", flexible="why", right=("change",))
        for change in found.changes:
            about = change.about
            table.add(str(change.id), when(change.at), about.by or about.author, did(change), about.why)
        table.print(out)


def _print_skill(out: "Console", skill: Skill, seen: Seen, path: str) -> None:
    from rich.text import Text  # noqa: PLC0415

    document = read(skill.package.text)
    pinned = ", pinned" if skill.pinned else ""
    out.print(Text(skill.name, style="bold"), Text(f"{skill.state}{pinned}", style=STATE_STYLES[skill.state]))
    out.print(one_line(document.description), soft_wrap=True)
    facts = [skill.source, f"domain {document.domain}", f"version {document.version}"]
    out.print(", ".join([*facts, f"learned by {document.agent}"] if document.agent else facts), style="dim")
    out.print(path, style="dim", soft_wrap=True)
    others = sorted(set(skill.package.files) - {MAIN})
    if others:
        out.print(f"with {', '.join(others)}", style="dim", soft_wrap=True)
    _print_seen(out, seen)
    out.print()
    out.print(document.body.strip(), soft_wrap=True)


def _print_seen(out: "Console", seen: Seen) -> None:
    """How often it was found, read and followed; with the sessions, where they were asked for."""
    from rich.text import Text  # noqa: PLC0415

    metrics, tally = seen.metrics, seen.tally
    if seen.matches.count:
        last = f", last {when(seen.matches.last)}" if seen.matches.last is not None else ""
        out.print(f"Found {counted(seen.matches.count, 'time')}{last}.")
    if tally.sessions:
        told = f"followed {tally.followed}, in part {tally.partially}, not {tally.ignored}"
        unknown = f", cannot be told {tally.unknown}" if tally.unknown else ""
        out.print(f"Read in {counted(tally.sessions, 'session')}: {told}{unknown}.")
    elif tally.followed or tally.partially:
        out.print(f"Followed {tally.followed}, in part {tally.partially}, where it was only disclosed.")
    if metrics != tally.metrics:
        out.print(
            f"Asked for {counted(metrics.times_requested, 'time')}, followed {metrics.times_followed:g}; "
            f"helped {metrics.positive_impact}, hurt {metrics.negative_impact}, no difference {metrics.neutral_impact}."
        )
    for use in seen.uses:
        agent = f" by {use.agent}" if use.agent else ""
        shown = f" ({', '.join(use.evidence)})" if use.evidence else ""
        line = f"{use.session} {use.event} {use.how}{agent}: {WORDS[use.followed]}{shown}"
        out.print(Text(f"  {one_line(line)}", style="dim"), soft_wrap=True)
