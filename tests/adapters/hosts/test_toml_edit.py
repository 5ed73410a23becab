"""Our table in TOML settings."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.hosts.host import Server
from afterwit.adapters.hosts.toml_edit import NotToml, lacking, merged, stripped

SERVER = Server(below="mcp_servers", value={"command": "afterwit", "args": ["mcp"]})
PIECES = st.sampled_from(
    [
        "# a comment\n",
        "\n",
        'model = "o9"\n',
        'prompt = """\n[mcp_servers.afterwit]\n"""\n',
        "matrix = [\n  [1, 2],\n[3, 4]\n]\n",
        "[features]\nhooks = true # on\n",
        '[mcp_servers.files]\ncommand = "files"\n',
        '[mcp_servers."two words"]\ncommand = "two"\n\n',
        "[[profiles]]\nname = 'x'\n",
        "limit = nan\n",
    ]
)
DOCUMENTS = st.lists(PIECES, unique=True).map("".join) | st.just("model = 1") | st.just("a = 1\r\n[b]\r\nc = 2")


def valid(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


@given(DOCUMENTS.filter(valid))
def test_a_table_comes_and_goes_and_every_byte_is_as_it_was(before: str) -> None:
    after, notes = merged(before, SERVER)
    assert notes == []
    assert after.startswith(before)
    assert tomllib.loads(after)["mcp_servers"]["afterwit"] == SERVER.value
    assert lacking(after, SERVER) == []
    assert merged(after, SERVER) == (after, [])
    assert stripped(after, SERVER, before) == before


@given(DOCUMENTS.filter(valid))
def test_what_is_added_behind_our_table_stays(before: str) -> None:
    after, _ = merged(before, SERVER)
    later = '\n[later]\nsaid = "so"\n'
    left = stripped(after + later, SERVER, before)
    assert left.endswith(later)
    assert left.startswith(before)
    assert "later" in tomllib.loads(left)
    assert "afterwit" not in tomllib.loads(left).get("mcp_servers", {})


def test_an_older_table_is_replaced_where_it_stands() -> None:
    before = (
        'a = 1\n\n[mcp_servers.afterwit]\ncommand = "/old/afterwit"\nargs = [\n  "mcp",\n]\n\n# about files\n'
        '[mcp_servers.files]\ncommand = "files"\n\n[mcp_servers.afterwit.env]\nX = "1"\n'
    )
    after, _ = merged(before, SERVER)
    assert after == (
        'a = 1\n\n[mcp_servers.afterwit]\ncommand = "afterwit"\nargs = ["mcp"]\n\n# about files\n'
        '[mcp_servers.files]\ncommand = "files"\n\n'
    )


def test_what_a_person_added_to_our_table_stays_until_it_goes() -> None:
    after, _ = merged("", SERVER)
    edited = f'{after}startup_timeout_sec = 60\n\n[mcp_servers.afterwit.env]\nX = "1"\n\n[b]\nc = 1\n'
    assert merged(edited, SERVER) == (edited, [])
    assert tomllib.loads(stripped(edited, SERVER, "")) == {"b": {"c": 1}}


def test_a_table_of_our_name_that_is_somebody_elses_is_left() -> None:
    before = '[mcp_servers.afterwit]\ncommand = "docker"\n'
    after, notes = merged(before, SERVER)
    assert after == before
    assert notes
    assert stripped(before, SERVER, before) == before
    assert lacking(before, SERVER) == ["the MCP server"]


@pytest.mark.parametrize(
    "text", ["mcp_servers = {}\n", 'mcp_servers = { files = { command = "x" } }\n', "mcp_servers = 3"]
)
def test_servers_that_no_table_can_be_added_to_are_refused(text: str) -> None:
    with pytest.raises(NotToml, match="write it as"):
        merged(text, SERVER)


@pytest.mark.parametrize(("text", "where"), [("a = \n", "line 1, column 5"), ("a = 1\nb = [1,", "line 2, column 8")])
def test_what_is_wrong_is_told_with_its_place(text: str, where: str) -> None:
    with pytest.raises(NotToml, match=where):
        merged(text, SERVER)


def test_ours_written_in_another_way_is_not_cut_out_of_a_line() -> None:
    text = 'mcp_servers.afterwit = { command = "afterwit", args = ["mcp"] }\n'
    with pytest.raises(NotToml, match="by hand"):
        stripped(text, SERVER, "")


def test_a_file_that_was_not_there_leaves_nothing() -> None:
    after, _ = merged("", SERVER)
    assert stripped(after, SERVER, None) == ""
