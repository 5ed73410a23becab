"""A change of a file, as it is shown."""

import json

from hypothesis import given
from hypothesis import strategies as st

from afterwit.faces.cli.diff import unified

TOKEN = "ghp_" + "planted" * 5
FAR = {f"setting-{number}": number for number in range(60)}


def shown(before: object, after: object, *, indent: int | None = None) -> list[str]:
    one, two = (json.dumps(each, indent=indent).encode() for each in (before, after))
    return list(unified("settings.json", one, two))


def test_a_short_line_is_shown_whole() -> None:
    assert list(unified("a.txt", b"one\r\ntwo\r\n", b"one\r\n2\x1b\r\n")) == [
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "+2\N{REPLACEMENT CHARACTER}",
    ]


def test_a_file_that_is_made_or_removed_is_shown_whole_however_long_its_lines() -> None:
    line = "x" * 1000
    assert list(unified("a", None, line.encode()))[-1] == f"+{line} (no line end)"
    assert list(unified("a", line.encode() + b"\n", None))[-1] == f"-{line}"


def test_of_a_long_line_only_what_is_around_the_change_is_shown() -> None:
    before = {"token": TOKEN, **FAR, "servers": {"files": 1}, "more": FAR}
    after = {**before, "servers": {"files": 1, "ours": "exactly this"}}
    *_, old, new = shown(before, after)
    assert old == '-…"servers": {"files": 1}, "more": {"setting-0"… (no line end)'
    assert ', "ours": "exactly this"' in new
    assert (new[:2], new[-15:]) == ("+…", "… (no line end)")
    assert TOKEN not in f"{old}{new}"
    assert len(new) < 120


def test_not_even_the_end_of_a_token_right_beside_the_change_is_shown() -> None:
    servers = {"files": {"token": TOKEN}, "web": {"token": TOKEN[::-1]}}
    before = {**FAR, "servers": servers, "more": FAR}
    inside = {"files": servers["files"], "ours": 1, "web": servers["web"]}
    for after in ({**servers, "ours": 1}, {"ours": 1, **servers}, inside):
        said = "".join(shown(before, {**before, "servers": after}))
        assert '"ours": 1' in said
        assert "planted" not in said
        assert "detnalp" not in said


def test_what_lies_between_two_insertions_in_one_line_is_not_shown() -> None:
    before = {"hooks": {"Stop": "say"}, **FAR, "token": TOKEN, **{f"{key}-more": 1 for key in FAR}}
    after = {**before, "hooks": {"Stop": "say", "Start": "first of ours"}, "servers": {"ours": "second of ours"}}
    *_, old, new = shown(before, after)
    assert '"Start": "first of ours"' in new
    assert '"servers": {"ours": "second of ours"}' in new
    assert TOKEN not in f"{old}{new}"


def test_a_long_line_that_stays_as_it_is_is_not_shown_beside_a_change() -> None:
    before = {"model": "one", "token": TOKEN + "x" * 300, "theme": "dark"}
    lines = shown(before, {**before, "model": "two"}, indent=1)
    assert '- "model": "one",' in lines
    assert " …" in lines
    assert TOKEN not in "".join(lines)


@given(
    st.lists(st.text(alphabet='ab",:\n', max_size=200), min_size=1, max_size=5),
    st.lists(st.text(alphabet="XYZ", min_size=1, max_size=400), min_size=5, max_size=5),
)
def test_whatever_is_put_in_is_shown_exactly(parts: list[str], inserted: list[str]) -> None:
    before = "".join(parts)
    after = "".join(part + new for part, new in zip(parts, inserted, strict=False))
    lines = list(unified("a", before.encode(), after.encode()))
    added = "\n".join(line[1:] for line in lines[3:] if line.startswith("+"))
    for new in inserted[: len(parts)]:
        assert new in added
