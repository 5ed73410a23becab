"""An invented session in which an agent learns, and what is known while its calls and reports are checked."""

from collections.abc import Callable

from afterwit.model.event import Event
from afterwit.model.learning import Ref
from afterwit.notice.known import Known, KnownSkill
from tests.notice.sessions import SESSION, Script

CREATE: dict[str, object] = {
    "kind": "create_candidate",
    "package_name_hint": "rl-notion-database-filters",
    "trigger": "recovered_surprise",
    "reason_not_written": "needs_full_context_review",
    "event_refs": ["e2", "e3", "e5"],
    "summary": "Reusable Notion filter schema gotcha.",
}
UPDATE: dict[str, object] = {
    "kind": "update_candidate",
    "skill_name": "notion-filters",
    "issue": "wrong_api_assumption",
    "reason_not_patched": "needs_existing_skill_diff",
    "observed_effect": "retry_after_user_correction",
    "event_refs": ["e3", "e5", "e6"],
    "patch_hint": "Use rich_text filter for this property.",
}

SKILLS = {
    "notion-filters": KnownSkill(state="active", source="manual"),
    "rl-sheets": KnownSkill(state="active", source="learned"),
    "rl-waiting": KnownSkill(state="pending", source="learned"),
    "rl-retired": KnownSkill(state="archived", source="learned"),
    "rl-pinned": KnownSkill(state="active", source="learned", pinned=True),
    "rl-house": KnownSkill(state="active", source="core"),
    "learn-skill": KnownSkill(state="active", source="core"),
}


def told() -> list[Event]:
    """The session: e1 to e14."""
    script = Script()
    script.says("user", "Filter the Notion database by title, and make a skill of it")  # e1
    script.calls("query_database", {"filter": "title"}, ok=False)  # e2, e3
    script.calls("query_database", {"filter": "rich_text"})  # e4, e5
    script.says("user", "No, use the rich_text filter")  # e6
    script.says("agent", "I use the rich_text filter now.")  # e7
    script.says("system", "A reminder of the host")  # e8
    script.says("user", "Search the notes", agent="searcher")  # e9
    script.refuses("rm -r exports", "Leave the exports alone")  # e10, e11
    script.calls("query_database", {"filter": "date"}, ok=False)  # e12, e13
    script.calls("query_database", {"filter": "status"}, ok=None)  # e14, e15
    for event in script.events:
        if event.kind == "tool_call":
            event.native_id = f"toolu_{event.seq}"
    return script.events


EVENTS = told()
_BY_ID = {name: event for event in EVENTS for name in (event.id, event.native_id) if name}


def found(ref: str) -> tuple[Ref, Event] | None:
    """An event by its id or by the host's."""
    event = _BY_ID.get(ref)
    return (Ref(SESSION.key, event.id), event) if event else None


def result(_ref: Ref, call: Event) -> Event | None:
    """What came of a call."""
    return next((event for event in EVENTS if event.answers == call.seq), None)


def known(
    *,
    prefix: str = "rl-",
    skill: Callable[[str], KnownSkill | None] = SKILLS.get,
    finished: frozenset[str] = frozenset(),
) -> Known:
    """What is known of the session and the skills above, or of others."""
    return Known(prefix=prefix, skill=skill, event=found, result=result, finished=finished)


KNOWN = known()


def refs(*ids: str) -> tuple[Ref, ...]:
    """Events of the session as they are kept."""
    return tuple(Ref(SESSION.key, each) for each in ids)


def without(raw: dict[str, object], *fields: str) -> dict[str, object]:
    """The same without some fields."""
    return {name: value for name, value in raw.items() if name not in fields}
