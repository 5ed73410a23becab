"""Self-corrections: an agent's structured reply that notes, in a field of its own, what the user corrected."""

import json
from collections.abc import Iterator, Sequence
from typing import cast, get_args

from afterwit.config import Notice
from afterwit.model.event import Event
from afterwit.model.proposal import Category
from afterwit.model.session import Session
from afterwit.model.signal import Correction, Signal
from afterwit.model.words import tokens
from afterwit.notice.around import LONGEST_SAID, digest

FIELD = "self_corrections"
CONFIDENCE = 0.8
"""The agent says so itself, about something that the user spoke of."""
UNSURE = 0.6
"""Where it speaks of something else, nobody but the agent says that it was corrected."""
MOST = 20
"""Notes of one reply that are taken."""
LONGEST_REPLY = 64 * 1024
"""Characters of an object that are read."""
MOST_TRIED = 20
"""Beginnings of an object before the field that are tried."""
CATEGORIES: frozenset[str] = frozenset(get_args(Category))
_NOTE = ("text", "lesson", "correction")
_DECODER = json.JSONDecoder()


def self_corrections(session: Session, events: Sequence[Event], config: Notice) -> Iterator[Signal]:
    """What the agent noted of having been corrected, one signal a note."""
    del config  # a reply has the field or has it not
    if session.origin in {"reviewer", "revoked"}:
        return
    said: Event | None = None
    told: set[str] = set()
    for event in events:
        kind = event.kind
        if kind == "user":
            if not event.agent:
                said = event
        elif not event.agent and (found := _told_by(event)):
            for text, category in found:
                about = f"said {digest(*sorted(set(tokens(text))))}"
                if about in told:
                    continue
                told.add(about)
                yield Signal(
                    session=session.key,
                    sort="self_correction",
                    trigger="user_correction",
                    about=about,
                    events=(said.id, event.id) if said else (event.id,),
                    what=Correction(said=text, category=category),
                    confidence=CONFIDENCE if said and _is_about(text, said.text) else UNSURE,
                    at=event.at,
                    project=session.project,
                    phase=session.phase,
                )


def _told_by(event: Event) -> list[tuple[str, Category | None]]:
    """The notes in a reply that is nothing but an object, or in one that is given by a tool for it.

    Prose around an object may be about somebody else's: an agent that shows a file has not been corrected.
    """
    if event.kind == "agent" and FIELD in event.text:
        bare = event.text.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
        return notes_in(bare) if bare.startswith("{") and bare.endswith("}") else []
    if event.kind == "tool_call" and event.input and FIELD in event.input:
        listed = event.input[FIELD]
        return notes_of(cast("list[object]", listed)) if isinstance(listed, list) else []
    return []


def _is_about(note: str, said: str) -> bool:
    return not set(tokens(note)).isdisjoint(tokens(said))


def notes_in(reply: str) -> list[tuple[str, Category | None]]:
    """The notes in a reply, each with its category, where it names one."""
    return notes_of(_field(reply))


def notes_of(listed: list[object]) -> list[tuple[str, Category | None]]:
    """What such a list says, each with its category; what is no note is left out."""
    notes: list[tuple[str, Category | None]] = []
    for entry in listed[:MOST]:
        text, category = _note(entry)
        if text and tokens(text):
            notes.append((text[:LONGEST_SAID], category))
    return notes


def _note(entry: object) -> tuple[str, Category | None]:
    if isinstance(entry, str):
        return entry.strip(), None
    if not isinstance(entry, dict):
        return "", None
    fields = cast("dict[str, object]", entry)
    values = (fields.get(name) for name in _NOTE)
    text = next((value.strip() for value in values if isinstance(value, str) and value.strip()), "")
    named = fields.get("category")
    category = named.strip().lower() if isinstance(named, str) else ""
    return text, cast("Category", category) if category in CATEGORIES else None


def _field(reply: str) -> list[object]:
    """The list under the field of the first object in a text that has one; empty where there is none."""
    key = reply.find(f'"{FIELD}"')
    if key < 0:
        return []
    opening = key
    for _ in range(MOST_TRIED):
        # The object that has the field begins before it, and others may begin and end in between.
        opening = reply.rfind("{", max(0, key - LONGEST_REPLY), opening)
        if opening < 0:
            break
        listed = _object_at(reply[opening : key + LONGEST_REPLY]).get(FIELD)
        if isinstance(listed, list):
            return cast("list[object]", listed)
    return []


def _object_at(text: str) -> dict[str, object]:
    try:
        value, _ = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}
