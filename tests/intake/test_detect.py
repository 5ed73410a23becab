"""Which host wrote a file is told from its content."""

import json
from pathlib import Path

import pytest

from afterwit.errors import UnreadableSource
from afterwit.intake.detect import Head, choose, look
from afterwit.intake.readers import READERS
from afterwit.intake.source import HEAD_BYTES, Source
from tests.reading import SESSIONS, lines_of, reading, written

HOSTS = {
    "claude-code.jsonl": "claude-code",
    "claude-code-subagent.jsonl": "claude-code",
    "codex.jsonl": "codex",
    "codex-bare.jsonl": "codex",
    "copilot.jsonl": "copilot",
    "gemini.jsonl": "gemini",
    "gemini-old.json": "gemini",
    "openai-chat.json": "openai-chat",
    "openai-runs.json": "openai-chat",
    "openai-messages.jsonl": "openai-chat",
    "anthropic.json": "anthropic",
    "swe-agent.traj": "swe-agent",
    "atif.json": "atif",
    "conversation-log.log": "conversation-log",
    "audit-log.jsonl": "audit-log",
    "approvals.json": "approvals",
    "approvals.jsonl": "approvals",
    "poller-log.log": "poller-log",
}
every_session = pytest.mark.parametrize("name", sorted(HOSTS))


def host(path: Path) -> str:
    """The host that is found."""
    with Source(path) as source:
        return choose(source, READERS).host


def test_there_is_an_example_of_every_format() -> None:
    assert {path.name for path in SESSIONS.iterdir()} == set(HOSTS)
    assert {reader.host for reader in READERS} == set(HOSTS.values())


@every_session
def test_a_session_is_known_under_any_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "7f3a.bin"
    path.write_bytes((SESSIONS / name).read_bytes())
    assert host(path) == HOSTS[name]


@every_session
@pytest.mark.parametrize(
    ("before", "line_end"),
    [(b"", b"\r\n"), (b"\xef\xbb\xbf", b"\n"), (b"\n\n  \n", b"\n"), (b"\xef\xbb\xbf\r\n\r\n", b"\r\n")],
    ids=["windows-lines", "byte-order-mark", "blank-lines", "all-of-it"],
)
def test_marks_blanks_and_line_ends_change_nothing(name: str, before: bytes, line_end: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(before + (SESSIONS / name).read_bytes().replace(b"\n", line_end))
    plain, changed = reading(SESSIONS / name), reading(path)
    assert changed.host == HOSTS[name]
    assert [session.key for session in changed.sessions] == [session.key for session in plain.sessions]
    assert [(event.kind, event.text) for event in changed.events] == [
        (event.kind, event.text) for event in plain.events
    ]


@every_session
def test_a_document_or_list_is_known_however_it_is_laid_out(name: str, tmp_path: Path) -> None:
    if not name.endswith((".jsonl", ".log")):
        path = tmp_path / "a"
        for indent in (None, 1):
            path.write_text(json.dumps(json.loads((SESSIONS / name).read_bytes()), indent=indent), encoding="utf-8")
            assert host(path) == HOSTS[name]
            assert reading(path).events == reading(SESSIONS / name).events


@pytest.mark.parametrize("name", [name for name in HOSTS if name.endswith(".jsonl") and name != "codex-bare.jsonl"])
def test_a_first_line_larger_than_the_first_look_is_known(name: str, tmp_path: Path) -> None:
    first, *rest = lines_of(name)
    first["padding"] = "x" * (2 * HEAD_BYTES)
    read_in = reading(written(tmp_path / name, [first, *rest]))
    assert read_in.host == HOSTS[name]
    plain = reading(SESSIONS / name)
    assert [(event.kind, event.text) for event in read_in.events] == [
        (event.kind, event.text) for event in plain.events
    ]


@pytest.mark.parametrize(
    "name", ["claude-code-subagent.jsonl", "codex.jsonl", "copilot.jsonl", "openai-messages.jsonl"]
)
def test_a_broken_first_line_does_not_hide_the_rest(name: str, tmp_path: Path) -> None:
    first, *rest = (SESSIONS / name).read_bytes().splitlines(keepends=True)
    path = tmp_path / name
    path.write_bytes(first[: len(first) // 2] + b"\n" + b"".join(rest))
    read_in = reading(path)
    assert read_in.host == HOSTS[name]
    assert read_in.findings.broken == 1
    later = [event.text for event in reading(SESSIONS / name).events if event.line != 1]
    assert [event.text for event in read_in.events] == later


@pytest.mark.parametrize("name", ["gemini-old.json", "openai-chat.json", "anthropic.json", "atif.json"])
def test_a_document_larger_than_the_first_look_is_known(name: str, tmp_path: Path) -> None:
    document = json.loads((SESSIONS / name).read_bytes())
    document["padding"] = "x" * (2 * HEAD_BYTES)
    path = tmp_path / "a"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert reading(path).host == HOSTS[name]
    assert reading(path).events == reading(SESSIONS / name).events


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"Dear diary, today the lamp blinked.\n", "is no transcript that Afterwit knows"),
        (b'{"name": "lamp", "version": 3}', "is no transcript that Afterwit knows"),
        (b"[1, 2, 3]", "is no transcript that Afterwit knows"),
        (b"[]", "is no transcript that Afterwit knows"),
        (b"{}", "is no transcript that Afterwit knows"),
        (b'"text"', "is no transcript that Afterwit knows"),
        (b'{"role": "captain", "content": "Ahoy"}', "is no transcript that Afterwit knows"),
        (b'{"type": ["user"], "role": {}, "messages": [{"role": []}]}', "is no transcript that Afterwit knows"),
        (b"{" * 5000, "is no transcript that Afterwit knows"),
        (b"# Lamp\n\n[2026] is the year.\n\nINBOUND: a word\n", "is no transcript that Afterwit knows"),
        (b"time,level\n2026-11-14 09:30,ERROR\n2026-11-14 09:31,INFO\n", "is no transcript that Afterwit knows"),
        (b"[main] lamp is on\n[main] lamp is off\n", "is no transcript that Afterwit knows"),
        (b"2026-11-14 09:30:00 INFO lamp on\n2026-11-14 09:31:00 INFO off\n", "is no transcript that Afterwit knows"),
        (b'{"ts": "2026-11-14T09:30:00Z", "event": "lamp_on"}\n' * 3, "is no transcript that Afterwit knows"),
        (b'[{"id": 1, "created_at": "2026-11-14T09:30:00Z", "state": "open"}]', "is no transcript that Afterwit knows"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "is a binary file"),
    ],
)
def test_what_is_no_transcript_is_said_to_be_none(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(content)
    with pytest.raises(UnreadableSource, match=said):
        host(path)


def test_the_readers_that_could_have_been_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("Dear diary", encoding="utf-8")
    with pytest.raises(UnreadableSource) as caught:
        host(path)
    assert all(reader.host in str(caught.value) for reader in READERS)


def test_the_first_look_takes_whole_lines_and_leaves_out_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'{"a": 1}\nnot json\n[2]\n{"b": 2}\n{"c": ')
    with Source(path) as source:
        assert look(source) == Head([{"a": 1}, {"b": 2}], array=False)


def test_the_first_look_at_text_takes_its_lines_even_where_they_begin_like_a_list(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'[2026-11-14 09:30] lamp\r\n{"role": "user", "content": "Hello"}\n')
    with Source(path) as source:
        lines = [b"[2026-11-14 09:30] lamp", b'{"role": "user", "content": "Hello"}']
        assert look(source) == Head([], array=False, lines=lines)


def test_the_first_look_at_a_list_takes_its_first_objects(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'[{"a": 1}, 2, {"b": 2}]')
    with Source(path) as source:
        assert look(source) == Head([{"a": 1}, {"b": 2}], array=True)


def test_the_first_look_at_one_document_is_not_misled_by_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'{"outer": [\n{"inner": 1}\n]}')
    with Source(path) as source:
        assert look(source) == Head([{"outer": [{"inner": 1}]}], array=False)


def test_the_first_look_at_a_document_that_breaks_off_takes_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'{"messages": [{"role": "user", "content": "Hel')
    with Source(path) as source:
        assert look(source) == Head([{"messages": [{"role": "user"}]}], array=False)


def test_the_first_look_is_not_stopped_by_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b'[{"role": "user", "content": "\xff\xfe"}, {"role": ')
    with Source(path) as source:
        assert look(source).values[0]["role"] == "user"


def test_keys_are_looked_for_together_in_one_object() -> None:
    head = Head([{"a": 1}, {"b": 1, "c": 1}], array=False)
    assert head.any_has("b", "c")
    assert not head.any_has("a", "b")
