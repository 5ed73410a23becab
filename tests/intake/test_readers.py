"""What every reader owes: it never raises, and it loses no line, whatever the line has become."""

import copy
import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import UnreadableSource
from afterwit.intake import shapes
from afterwit.intake.conversations import MESSAGE_KEYS
from afterwit.intake.detect import Head
from afterwit.intake.readers import READERS
from afterwit.intake.readers.codex import TOLD_TWICE
from afterwit.model.event import Event
from tests.reading import SESSIONS, lines_of, reading, written

IN_LINES = [
    "claude-code.jsonl",
    "claude-code-subagent.jsonl",
    "codex.jsonl",
    "codex-bare.jsonl",
    "copilot.jsonl",
    "audit-log.jsonl",
]
IN_DOCUMENTS = [
    "gemini-old.json",
    "openai-chat.json",
    "openai-runs.json",
    "anthropic.json",
    "swe-agent.traj",
    "atif.json",
    "approvals.json",
]
ALL = sorted(path.name for path in SESSIONS.iterdir())

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def containers(value: object) -> list[dict[str, object] | list[object]]:
    """Every object and list inside a value, itself included."""
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return [fields, *(found for inner in fields.values() for found in containers(inner))]
    if isinstance(value, list):
        items = cast("list[object]", value)
        return [items, *(found for inner in items for found in containers(inner))]
    return []


@st.composite
def mutated(draw: st.DrawFn, original: object) -> object:
    """A value with a few of its parts dropped, replaced by something else, or doubled."""
    value = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 4))):
        inside = [container for container in containers(value) if container]
        if not inside:
            break
        container = draw(st.sampled_from(inside))
        change = draw(st.sampled_from(["drop", "replace", "swap"]))
        key = draw(st.sampled_from(list(container) if isinstance(container, dict) else list(range(len(container)))))
        if change == "drop":
            del container[key]  # type: ignore[arg-type]  # the key was drawn from this container
        elif change == "replace":
            container[key] = draw(JSON)  # type: ignore[index]
        elif isinstance(container, dict):
            other = draw(st.sampled_from(list(container)))
            container[key], container[other] = container[other], container[key]  # type: ignore[index]
        else:
            container.append(copy.deepcopy(container[key]))  # type: ignore[index]
    return value


@st.composite
def mutated_lines(draw: st.DrawFn, name: str) -> list[object]:
    """A session with a few lines changed, doubled or moved; the first stays, so that the host is still known."""
    lines: list[object] = list(lines_of(name))
    for _ in range(draw(st.integers(1, 5))):
        place = draw(st.integers(1, len(lines) - 1))
        change = draw(st.sampled_from(["change", "change", "double", "move", "other"]))
        if change == "change":
            lines[place] = draw(mutated(lines[place]))
        elif change == "double":
            lines.insert(place, lines[place])
        elif change == "move":
            lines.insert(draw(st.integers(1, len(lines) - 1)), lines.pop(place))
        else:
            lines.insert(place, draw(JSON))
    return lines


def read_lines(lines: list[object]) -> list[Event]:
    """The events of these lines."""
    with TemporaryDirectory() as folder:
        return reading(written(Path(folder) / "a", lines)).events


def told_elsewhere(line: object) -> bool:
    """Whether a line is one of Codex's that tell a thing for the second time, or only count tokens."""
    match line:
        case {"type": "event_msg", "payload": {"type": str(kind)}}:
            return kind in TOLD_TWICE or kind == "token_count"
        case _:
            return False


@pytest.mark.parametrize("name", IN_LINES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_line_is_lost_whatever_it_has_become(name: str, data: st.DataObject) -> None:
    lines = data.draw(mutated_lines(name))
    told = {event.line for event in read_lines(lines)}
    lost = [number for number, line in enumerate(lines, start=1) if number not in told and not told_elsewhere(line)]
    assert lost == []


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_line_of_gemini_is_lost_but_headers_and_what_was_said_before(data: st.DataObject) -> None:
    lines = data.draw(mutated_lines("gemini.jsonl"))
    told = {event.line for event in read_lines(lines)}
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        fields = shapes.mapping(line)
        identity = shapes.string(fields, "id")
        assert number in told or "projectHash" in fields or identity in seen
        seen.add(identity)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_message_of_a_chat_is_lost(data: st.DataObject) -> None:
    lines = data.draw(mutated_lines("openai-messages.jsonl"))
    loose = [line for line in lines if not shapes.mapping(line).keys() & {*MESSAGE_KEYS}]
    assert {event.line for event in read_lines(loose)} == set(range(1, len(loose) + 1))


@pytest.mark.parametrize("name", IN_DOCUMENTS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_document_makes_a_reader_raise(name: str, data: st.DataObject) -> None:
    document = data.draw(mutated(json.loads((SESSIONS / name).read_text(encoding="utf-8"))))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_text(json.dumps(document, indent=data.draw(st.sampled_from([None, 1]))), encoding="utf-8")
        with suppress(UnreadableSource):
            reading(path)


@pytest.mark.parametrize("name", ALL)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_file_cut_or_damaged_anywhere_makes_no_reader_raise(name: str, data: st.DataObject) -> None:
    content = (SESSIONS / name).read_bytes()
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_bytes(content[:start] + data.draw(st.binary(max_size=4)) + content[end:])
        with suppress(UnreadableSource):
            reading(path)


@given(values=st.lists(st.dictionaries(st.sampled_from(["type", "role", "content", "messages", "data"]), JSON)))
@settings(max_examples=50, deadline=None)
def test_sniffing_never_raises(values: list[dict[str, object]]) -> None:
    for reader in READERS:
        assert reader.sniff(Head(values, array=False)) in {True, False}


@pytest.mark.parametrize("name", ALL)
def test_values_nested_as_deep_as_they_come_are_read(name: str, tmp_path: Path) -> None:
    deep = "[" * 900 + "]" * 900
    text = (SESSIONS / name).read_text(encoding="utf-8")
    path = tmp_path / "a"
    path.write_text(
        text.replace('"content":', f'"content":{deep},"was":').replace('"output":', f'"output":{deep},"o":')
    )
    with suppress(UnreadableSource):
        assert reading(path).events


@pytest.mark.parametrize("name", ["claude-code.jsonl", "codex.jsonl", "copilot.jsonl", "audit-log.jsonl"])
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_reading_on_gives_what_one_reading_gives(name: str, data: st.DataObject) -> None:
    lines = (SESSIONS / name).read_bytes().splitlines(keepends=True)
    stops = sorted(data.draw(st.sets(st.integers(1, len(lines) - 1), max_size=4)))
    with TemporaryDirectory() as folder:
        # Hosts name the file by the session, and so can a reader before a line does.
        path = Path(folder) / f"{reading(SESSIONS / name).session.native_id}.jsonl"
        read_so_far: list[Event] = []
        last = None
        for stop in [*stops, len(lines)]:
            path.write_bytes(b"".join(lines[:stop]))
            part = reading(path, last)
            read_so_far += part.events
            last = part.last
        whole = reading(path)
        assert read_so_far == whole.events
        assert last is not None
        assert last.session == whole.session
