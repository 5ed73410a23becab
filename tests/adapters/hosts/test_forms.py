"""Files of hosts as bytes."""

from pathlib import Path

import pytest

from afterwit.adapters.hosts import forms
from afterwit.adapters.hosts.host import Server, Settings
from afterwit.errors import WrongUse

AT = Path("settings.json")
JSON = Settings(paths=(AT,), parts=(Server(below="mcp", value={"command": ["afterwit", "mcp"]}),))
TOML = Settings(
    paths=(Path("config.toml"),),
    form="toml",
    parts=(Server(below="mcp", value={"command": "afterwit", "args": ["mcp"]}),),
)
TEXT = Settings(paths=(Path("plugin.js"),), form="text", text="// ours\nnew()\n", mark="// ours")


@pytest.mark.parametrize(
    "before",
    [
        b'\xef\xbb\xbf{\r\n    "a": 1\r\n}',
        b'{"a":1}',
        '{\n\t"é": "ü"\n}\n\n'.encode(),
        b"",
        None,
    ],
)
def test_json_comes_back_byte_for_byte(before: bytes | None) -> None:
    after, _ = forms.merged(JSON, AT, before, before)
    assert forms.lacking(JSON, AT, after) == []
    assert forms.stripped(JSON, AT, after, before) == before
    if before:
        assert after.startswith(before[:4])


@pytest.mark.parametrize("before", [b"\xef\xbb\xbfa = 1\r\n", b"a = 1", b"", None])
def test_toml_comes_back_byte_for_byte(before: bytes | None) -> None:
    after, _ = forms.merged(TOML, AT, before, before)
    assert forms.lacking(TOML, AT, after) == []
    assert forms.stripped(TOML, AT, after, before) == before
    assert (b"\r\n[" in after) == bool(before and b"\r\n" in before)


@pytest.mark.parametrize(
    ("settings", "content", "told"),
    [
        (JSON, b'{\n  "a" 1\n}', "settings.json cannot be changed (line 2, column 7: ':' is expected after a key)"),
        (JSON, b'{\n  "a": "\xff"\n}', "settings.json cannot be changed (line 2, column 9: this is no valid UTF-8)"),
        (
            JSON,
            b'\xef\xbb\xbf{"a": "\xff"}',
            "settings.json cannot be changed (line 1, column 8: this is no valid UTF-8)",
        ),
        (JSON, b'{"mcp": 1}', "(line 1, column 9: mcp is a number, where an object belongs)"),
        (TOML, b"a = = 1", "at line 1, column 5"),
    ],
)
def test_what_cannot_be_read_is_told_with_file_line_and_column(settings: Settings, content: bytes, told: str) -> None:
    for attempt in (forms.stripped, forms.merged):
        if settings is JSON and b"mcp" in content and attempt is forms.stripped:
            continue
        with pytest.raises(WrongUse) as caught:
            attempt(settings, AT, content, None)
        assert told in str(caught.value)
        assert "nothing was changed" in str(caught.value)
    if b"mcp" not in content:
        with pytest.raises(WrongUse):
            forms.lacking(settings, AT, content)


def test_without_knowing_what_was_before_a_file_stays_though_it_is_empty() -> None:
    assert forms.unmerged(JSON, AT, forms.merged(JSON, AT, None, None)[0]) == b"{}\n"
    assert forms.unmerged(TOML, AT, forms.merged(TOML, AT, None, None)[0]) == b""
    assert forms.unmerged(JSON, AT, b'{"a": 1}') == b'{"a": 1}'


def test_a_file_that_is_ours_alone_is_known_by_its_first_line() -> None:
    assert forms.is_ours(TEXT, b"// ours\nold()\n")
    assert not forms.is_ours(TEXT, b"// theirs\nnew()\n")
    assert forms.merged(TEXT, AT, None, None)[0] == b"// ours\nnew()\n"
    assert forms.unmerged(TEXT, AT, b"// ours\nnew()\n") is None
    assert forms.unmerged(TEXT, AT, b"// ours\nedited()\n") == b"// ours\nedited()\n"
    assert forms.lacking(TEXT, AT, b"// theirs\n") == ["the plugin"]
    assert forms.lacking(TEXT, AT, None) == ["the file"]
