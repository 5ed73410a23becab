"""Safety: no harm in the text, nothing that was only read as an order, no new power without a person."""

from collections import Counter
from collections.abc import Iterator

from afterwit.config import Judge
from afterwit.judge.capabilities import ALL, added, capabilities
from afterwit.judge.harm import Harm, harm_in, harm_in_text
from afterwit.judge.origin import Found, Origins, found_in
from afterwit.model.package import Package
from afterwit.model.proposal import (
    AddLesson,
    AddMemory,
    AnnotateSkill,
    CreateSkill,
    MergeSkills,
    MoveSkill,
    Proposal,
    ReplaceMemory,
    UpdateSkill,
)
from afterwit.model.verdict import Finding, Verdict
from afterwit.ports import View

MOST = 50
"""So many findings are told; the counts are of all."""

TOLD = {
    "hidden text": ("place with hidden text", "places with hidden text"),
    "override": ("order against the user or the host", "orders against the user or the host"),
    "exfiltration": ("place that sends keys or data away", "places that send keys or data away"),
    "credentials": ("place that reads keys", "places that read keys"),
    "download and run": ("place that runs what it downloads", "places that run what they download"),
    "payload": ("wrapped program", "wrapped programs"),
    "agent configuration": ("change to what configures agents", "changes to what configures agents"),
    "binary": ("program nobody can read", "programs nobody can read"),
    "secrets": ("secret", "secrets"),
    "origin": ("thing that nobody said or did", "things that nobody said or did"),
    "capability": ("new capability", "new capabilities"),
}
"""Each kind of finding in words, for the reason."""


class SafetyGate:
    """Looks for harm in everything that is to be written."""

    name = "safety"

    def __init__(self, config: Judge) -> None:
        del config

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """No where there is a finding; notes are counted and do not count against it."""
        package, before, text = _content(proposal, view)
        if package is None and not text:
            return Verdict(gate=self.name, passed=True, reason="It writes no text.")
        learned = proposal.author != "person"
        harm = harm_in(package, learned=learned) if package else harm_in_text(text, learned=learned)
        known = {each.same for old in before for each in harm_in(old, learned=learned)}
        harm = [each for each in harm if not each.text or each.same not in known]
        counts = Counter[str](each.kind for each in harm if not each.note)
        findings = [_finding(each) for each in harm if not each.note]
        measured: dict[str, bool | int | float | str] = {}
        if learned:
            strange = list(_strange(proposal, view, package, before, text))
            counts.update("origin" for _ in strange)
            findings += strange
        if package:
            has = capabilities(package)
            measured["capabilities"] = ", ".join(each for each in ALL if each in has)
            # The first is what it takes the place of; of a merge, what the other could do is new here.
            new = added(package, before[0]) if before and learned else []
            counts.update("capability" for _ in new)
            findings += (Finding("", f"adds the capability {each}: a person must approve") for each in new)
        notes = [each for each in harm if each.note]
        measured |= {kind: counts[kind] for kind in TOLD if counts[kind]} | {"notes": len(notes)}
        return Verdict(
            gate=self.name,
            passed=not findings,
            reason=_reason(counts, notes),
            measured=measured,
            findings=tuple(findings[:MOST]),
        )


def _content(proposal: Proposal, view: View) -> tuple[Package | None, list[Package], str]:
    """What is to be written, the versions it is made from, and the text where it is no package."""
    match proposal.op:
        case CreateSkill(package=package):
            return package, [], ""
        case UpdateSkill(package=package, name=name):
            return package, _packages(view, name), ""
        case MergeSkills(package=package, name=name, source=source):
            return package, _packages(view, name, source), ""
        case MoveSkill(name=name, decision="approve" | "restore" as decision):
            moved = view.at("pending" if decision == "approve" else "archived", name)
            return moved.package if moved else None, [], ""
        case AnnotateSkill(annotation=text) | AddLesson(text=text) | AddMemory(text=text) | ReplaceMemory(text=text):
            return None, [], text
        case _:
            return None, [], ""


def _packages(view: View, *names: str) -> list[Package]:
    return [skill.package for name in names if (skill := view.skill(name)) is not None]


def _strange(
    proposal: Proposal, view: View, package: Package | None, before: list[Package], text: str
) -> Iterator[Finding]:
    """What neither the user said nor the agent did."""
    origins = Origins(proposal, view)
    if package is None and origins.said(text):
        return
    files = package.files if package else {"": text.encode("utf-8", "surrogatepass")}
    for path, content in sorted(files.items()):
        known = "\n".join(old.files.get(path, b"").decode("utf-8", "replace") for old in before)
        runnable = package is not None and path in package.executable
        for found in found_in(path or "text.md", content, known, executable=runnable):
            if not origins.knows(found):
                yield Finding(f"{path}:{found.line}" if path else "", _told(found, origins))


def _told(found: Found, origins: Origins) -> str:
    shown = found.text.strip()[:120]
    sort = "line of a script" if found.sort == "script" else found.sort
    if origins.has_read(found):
        return f"the {sort} `{shown}` comes only from text that was read"
    return f"the {sort} `{shown}` comes from nothing that the user said or the agent did with success"


def _finding(harm: Harm) -> Finding:
    return Finding(f"{harm.path}:{harm.line}" if harm.line and harm.path else harm.path, harm.what)


def _reason(counts: Counter[str], notes: list[Harm]) -> str:
    noted = f" {len(notes)} worth a look: {notes[0].what} ({notes[0].path}:{notes[0].line})." if notes else ""
    if not counts:
        return f"No harm was found.{noted}"
    told = ", ".join(f"{counts[kind]} {words[counts[kind] > 1]}" for kind, words in TOLD.items() if counts[kind])
    return f"It has {told}.{noted}"
