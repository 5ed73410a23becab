"""What each tool does: a journey of the engine, and what came of it as a document and as words.

Runs on the desk's thread, where the kernel is. Imported at the first call, not before.
"""

from collections.abc import Callable, Mapping

import msgspec

from afterwit.engine import foreground
from afterwit.engine.context import Asked, context
from afterwit.engine.domains import domains, in_domain
from afterwit.engine.find import search
from afterwit.engine.foreground_lessons import Told, add_lessons
from afterwit.engine.kernel import Kernel
from afterwit.engine.learning_status import learning_status
from afterwit.engine.live import Live
from afterwit.engine.matched import note_matches
from afterwit.errors import WrongUse
from afterwit.faces.mcp import words
from afterwit.faces.mcp.answer import Answer
from afterwit.faces.mcp.arguments import checked, shown
from afterwit.faces.mcp.desk import Hands
from afterwit.faces.mcp.tools import BY_NAME, MOST_RESULTS
from afterwit.model.event import Event
from afterwit.model.learning import Caller
from afterwit.recall.levels import one_line
from afterwit.recall.searcher import Filters

HOW = "mcp"
"""How skills are found here, for the trajectory log."""
READ_TOKENS = 6000
"""Whoever asks for a skill by its name gets all of it: a body is to have less than 5,000 tokens."""
MOST_LISTED = 100
"""Domains, or skills of a domain, that are told at once."""
EVENTS = 30

Given = dict[str, object]


def call(name: str, given: Mapping[str, object], caller: Caller, hands: Hands) -> Answer:
    """Do what a tool is for; raises AfterwitError with everything that speaks against it."""
    tool = BY_NAME[name]
    caller = msgspec.structs.replace(caller, session=session_named(given))
    if tool.ours:
        return _CALLS[name](checked(tool, given), caller, hands)
    rest = {field: value for field, value in given.items() if field != "session"}
    return _CALLS[name](rest, caller, hands)


def session_named(given: Mapping[str, object]) -> str:
    """The session that the agent says it works in; empty where it does not say."""
    named = given.get("session")
    if named is not None and not isinstance(named, str):
        raise WrongUse(f"session is the id of your session as a text, not {shown(named)}: or leave it out.")
    return (named or "").strip()


def _search(given: Given, caller: Caller, hands: Hands) -> Answer:
    kernel, query = hands.kernel, str(given["query"])
    filters = Filters(domain=str(given.get("domain", "")))
    most = given.get("k", min(kernel.config.recall.results, MOST_RESULTS))
    found = search(query, kernel, most if isinstance(most, int) else MOST_RESULTS, filters=filters)
    uncounted = _count([one.name for one in found.results], caller, kernel)
    results = [
        {
            "name": one_line(one.name),
            "score": one.score,
            "why": [one_line(why) for why in one.why],
            "description": one_line(one.description),
            "use_when": one_line(one.use_when),
            "domain": one_line(one.domain),
        }
        for one in found.results
    ]
    notes = [*found.notes, *([uncounted] if uncounted else [])]
    return Answer(document={"results": results, "notes": notes}, text=words.of_search(found, notes))


def _read(given: Given, caller: Caller, hands: Hands) -> Answer:
    name, file = str(given["name"]), str(given.get("file", ""))
    asked = Asked(skill=name, reference="" if file == "SKILL.md" else file, budget=READ_TOKENS)
    found = context(asked, hands.kernel, count=False)
    uncounted = _count([name], caller, hands.kernel)
    text = f"{found.text}\n{uncounted}" if uncounted else found.text
    return Answer(document={"name": name, "file": file or "SKILL.md", "text": found.text}, text=text)


def _domains(given: Given, caller: Caller, hands: Hands) -> Answer:
    del caller
    named = str(given.get("domain", "")).strip()
    if named:
        skills = in_domain(named, hands.kernel)
        document: Given = {"domain": named, "skills": msgspec.to_builtins(skills[:MOST_LISTED])}
        return Answer(
            document=document | {"more": max(0, len(skills) - MOST_LISTED)},
            text=words.of_domain(named, skills[:MOST_LISTED], max(0, len(skills) - MOST_LISTED)),
        )
    found = domains(hands.kernel)
    more = max(0, len(found) - MOST_LISTED)
    return Answer(
        document={"domains": msgspec.to_builtins(found[:MOST_LISTED]), "more": more},
        text=words.of_domains(found[:MOST_LISTED], more),
    )


def _events(given: Given, caller: Caller, hands: Hands) -> Answer:
    live = _live(hands)
    session = live.catch_up(caller.session, caller.agent)
    if not session:
        raise WrongUse(_unknown(caller))
    last = given.get("last", EVENTS)
    found = live.events(session, str(given.get("query", "")), last if isinstance(last, int) else EVENTS)
    rows = [_row(event) for event in found]
    return Answer(document={"session": session, "events": rows}, text=words.of_events(session, rows))


def _row(event: Event) -> Given:
    text = event.text or (msgspec.json.encode(event.input).decode("utf-8", "replace") if event.input else "")
    row = {"id": event.id, "kind": event.kind, "tool": event.tool, "ok": event.ok, "native_id": event.native_id}
    return {**{field: value for field, value in row.items() if value not in {"", None}}, "text": words.short(text)}


def _start(given: Given, caller: Caller, hands: Hands) -> Answer:
    started = foreground.start(given, caller, hands.kernel, _live(hands))
    return Answer(document=msgspec.to_builtins(started), text=words.of_start(started), progress=started.message)


def _finish(given: Given, caller: Caller, hands: Hands) -> Answer:
    finished = foreground.finish(given, caller, hands.kernel, _live(hands))
    return Answer(document=msgspec.to_builtins(finished), text=words.of_finish(finished))


def _report(given: Given, caller: Caller, hands: Hands) -> Answer:
    reported = foreground.report(given, caller, hands.kernel, _live(hands))
    return Answer(document=msgspec.to_builtins(reported), text=words.of_report(reported), ends_turn=True)


def _lesson(given: Given, caller: Caller, hands: Hands) -> Answer:
    session = _live(hands).catch_up(caller.session, caller.agent)
    if not session:
        raise WrongUse(f"{_unknown(caller)} A lesson has to rest on it; the user can add one: afterwit lessons add")
    told = msgspec.convert({"text": " ".join(str(given["text"]).split()), "category": given.get("category")}, Told)
    located = msgspec.structs.replace(caller, session=session)
    outcome = add_lessons([told], located, hands.kernel, "")
    if outcome.stopped:
        raise WrongUse(outcome.stopped)
    refused = [one.reason for one in (*outcome.rejected, *outcome.failed)]
    if refused or not outcome.applied:
        why = "; ".join(refused) or "learning is off"
        raise WrongUse(
            f"The lesson was not kept: {why}. A lesson rests on what the user said lately: keep to their words, or "
            "have them add it: afterwit lessons add"
        )
    message = outcome.applied[0].message
    return Answer(document={"lesson": told.text, "message": message}, text=message)


def _status(given: Given, caller: Caller, hands: Hands) -> Answer:
    del given, caller
    status = learning_status(hands.kernel)
    return Answer(document=msgspec.to_builtins(status), text=words.of_status(status))


def _live(hands: Hands) -> Live:
    if hands.live is None:
        raise RuntimeError("A tool that learns was called at a desk that only reads.")
    return hands.live


def _unknown(caller: Caller) -> str:
    if caller.session:
        return f"There is no session {shown(caller.session)} here: give its id as the host has it, or leave it out."
    return "The running session is not known here: pass its id as session, or have the hooks installed."


def _count(names: list[str], caller: Caller, kernel: Kernel) -> str:
    """Note that these were found; what a reviewer of our own looks at is no use."""
    if caller.reviewer or not names:
        return ""
    problem = note_matches(names, kernel, HOW)
    return f"It was not noted which: {problem}" if problem else ""


_CALLS: Mapping[str, Callable[[Given, Caller, Hands], Answer]] = {
    "search_skills": _search,
    "read_skill": _read,
    "list_domains": _domains,
    "session_events": _events,
    "skill_learning_start": _start,
    "skill_learning_finish": _finish,
    "report_turn": _report,
    "add_lesson": _lesson,
    "learning_status": _status,
}
