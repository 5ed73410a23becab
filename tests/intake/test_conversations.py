"""Chats as people keep them, whatever the shape."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.intake.conversations import LINE_LOOKED_AT, conversations, seem
from afterwit.intake.detect import Head
from afterwit.intake.source import HEAD_BYTES, Source
from tests.intake.test_readers import JSON

TALK: list[dict[str, object]] = [
    {"role": "user", "content": "Hello?"},
    {"role": "assistant", "content": "Yes."},
    {"role": "user", "content": "Good."},
]
OTHER: list[dict[str, object]] = [{"role": "user", "content": "Other?"}]


def found(path: Path, content: str) -> list[list[dict[str, object]]]:
    """The messages of every conversation in a file with this content."""
    path.write_text(content, encoding="utf-8")
    with Source(path) as source:
        return [list(conversation.messages) for conversation in conversations(source)]


def lines(*values: object) -> str:
    """One JSON value a line."""
    return "".join(f"{json.dumps(value)}\n" for value in values)


@pytest.mark.parametrize("key", ["messages", "traj", "conversation", "conversations", "trajectory", "history"])
def test_an_object_with_messages_is_a_conversation(key: str, tmp_path: Path) -> None:
    assert found(tmp_path / "a", json.dumps({"note": 1, key: TALK})) == [TALK]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (json.dumps(TALK), [TALK]),
        (json.dumps(TALK, indent=2), [TALK]),
        (json.dumps(TALK[0]), [TALK[:1]]),
        (json.dumps(TALK[0], indent=2), [TALK[:1]]),
        (json.dumps([{"messages": TALK}, {"messages": OTHER}]), [TALK, OTHER]),
        (json.dumps([{"messages": TALK}, {"messages": OTHER}], indent=2), [TALK, OTHER]),
        (lines(*TALK), [TALK]),
        (f"\n \n{lines(*TALK)}", [TALK]),
        (lines({"messages": TALK}, {"messages": OTHER}), [TALK, OTHER]),
        (lines({"messages": TALK}), [TALK]),
        (json.dumps({"messages": TALK}, indent=2), [TALK]),
        ('{"messages": [\n' + ",\n".join(map(json.dumps, TALK)) + "\n]}", [TALK]),
        (json.dumps({"messages": TALK})[:-2], [TALK]),
        (json.dumps(TALK)[:-1], [TALK]),
        (lines(*TALK) + '{"role": "user", "cont', [TALK]),
        ("{broken\n" + lines(*TALK), [TALK]),
    ],
)
def test_messages_are_found_in_every_shape(content: str, expected: object, tmp_path: Path) -> None:
    assert found(tmp_path / "a", content) == expected


@pytest.mark.parametrize("size", [HEAD_BYTES, 4 * HEAD_BYTES, 2 * LINE_LOOKED_AT])
def test_lines_that_start_with_a_long_one_are_all_found(size: int, tmp_path: Path) -> None:
    long = [{"role": "user", "content": "x" * size}]
    assert found(tmp_path / "a", lines(*long, *TALK)) == [long + TALK]
    assert found(tmp_path / "b", lines({"messages": long}, {"messages": TALK})) == [long, TALK]


def test_lines_that_are_all_long_are_all_found(tmp_path: Path) -> None:
    talks = [[{"role": "user", "content": letter * 2 * LINE_LOOKED_AT}] for letter in "ab"]
    assert found(tmp_path / "a", lines(*({"messages": talk} for talk in talks))) == talks


def test_what_is_no_object_is_kept_among_the_messages(tmp_path: Path) -> None:
    assert found(tmp_path / "a", json.dumps({"messages": [TALK[0], "note", 5]})) == [
        [TALK[0], {"input": "note"}, {"input": 5}]
    ]


def session_key(path: Path, value: object) -> str:
    """The key of the only session in a document."""
    path.write_text(json.dumps(value), encoding="utf-8")
    with Source(path) as source:
        (conversation,) = conversations(source)
        return conversation.opened("chat")[0].key


@pytest.mark.parametrize("key", ["session_id", "conversation_id", "chat_id", "run_id", "trace_id", "id"])
def test_a_conversation_has_the_name_it_gives_itself(key: str, tmp_path: Path) -> None:
    assert session_key(tmp_path / "a", {key: "own", "messages": TALK}) == "chat:own"


def test_a_conversation_without_a_name_is_named_by_its_first_exchange(tmp_path: Path) -> None:
    path = tmp_path / "a"
    whole = session_key(path, TALK)
    assert session_key(path, TALK[:2]) == whole
    assert session_key(path, [*TALK, *TALK]) == whole
    assert session_key(path, [{"content": "Hello?", "role": "user"}, *TALK[1:]]) == whole
    assert session_key(path, [TALK[0], {"role": "assistant", "content": "No."}]) != whole
    assert session_key(path, {"task_id": 1, "messages": TALK}) != session_key(path, {"task_id": 2, "messages": TALK})


def test_opening_a_conversation_takes_no_message_away(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(json.dumps(TALK), encoding="utf-8")
    with Source(path) as source:
        (conversation,) = conversations(source)
        _, messages = conversation.opened("chat")
        assert list(messages) == TALK


@pytest.mark.parametrize(
    ("reward", "expected", "origin"), [(1, 1.0, "headless"), (0.5, 0.5, "headless"), (None, None, "person")]
)
def test_a_reward_is_the_mark_of_a_benchmark(reward: object, expected: object, origin: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(json.dumps({"reward": reward, "messages": TALK}), encoding="utf-8")
    with Source(path) as source:
        (conversation,) = conversations(source)
        session, _ = conversation.opened("chat")
    assert (session.reward, session.origin) == (expected, origin)


def test_a_conversation_is_known_by_its_roles() -> None:
    assert seem(Head([{"messages": TALK}], array=False)) == TALK
    assert seem(Head(TALK, array=True)) == TALK
    assert seem(Head([{"role": "captain", "content": "Ahoy"}], array=False)) == []
    assert seem(Head([{"messages": []}], array=False)) == []


@given(st.lists(st.dictionaries(st.sampled_from(["role", "content", "messages", "tool_calls"]), JSON), max_size=4))
def test_asking_what_seems_a_conversation_never_raises(values: list[dict[str, object]]) -> None:
    assert isinstance(seem(Head(values, array=False)), list)


def test_equal_runs_in_one_list_are_sessions_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(json.dumps([{"messages": TALK}, {"messages": TALK}]), encoding="utf-8")
    with Source(path) as source:
        names = [conversation.opened("chat")[0].native_id for conversation in conversations(source)]
    assert names[1] == f"{names[0]}#2"
