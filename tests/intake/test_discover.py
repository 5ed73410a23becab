"""Discovery: which of the sessions on this machine worked in the project."""

import hashlib
import os
import re
from pathlib import Path

import pytest
import zstandard

from afterwit.intake.discover import host_folders, of_project, working_folder
from afterwit.model.signal_sources import SIGNAL_HOSTS
from tests.transcripts import Line, claude, codex, copilot, encoded, gemini, write


def mangled(folder: Path) -> str:
    """A folder's name as Claude Code writes it."""
    return re.sub("[^a-zA-Z0-9]", "-", str(folder))


class Host:
    """Puts sessions where the hosts put them."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.app = folder / "app"
        self.app.mkdir(parents=True)
        self.environment: dict[str, str] = {}

    def claude(self, cwd: Path, name: str = "s.jsonl") -> Path:
        return write(self.home / ".claude/projects" / mangled(cwd) / name, claude(1, cwd=str(cwd)))

    def codex(self, cwd: Path) -> Path:
        return write(self.home / ".codex/sessions/2026/03/04/rollout-a.jsonl", codex(1, cwd=str(cwd)))

    def found(self, project: Path | None = None) -> set[Path]:
        return set(of_project(host_folders(self.home, self.environment), project or self.app))


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_the_sessions_of_all_four_hosts_are_found(host: Host) -> None:
    sessions = {
        host.claude(host.app),
        host.codex(host.app),
        write(host.home / ".copilot/session-state/c1/events.jsonl", copilot(str(host.app))),
        write(host.home / ".gemini/tmp/lantern/chats/session-1.jsonl", gemini(str(host.app))),
    }
    assert host.found() == sessions


def test_a_session_in_a_folder_below_the_project_is_the_projects(host: Host) -> None:
    (host.app / "web").mkdir()
    sessions = {host.claude(host.app / "web"), host.codex(host.app / "web")}
    assert host.found() == sessions


def test_a_neighbour_whose_name_begins_alike_is_not_the_project(host: Host) -> None:
    for name in ("app2", "app-old", "app.bak"):
        neighbour = host.app.parent / name
        neighbour.mkdir()
        host.claude(neighbour)
        host.codex(neighbour)
    assert host.found() == set()


def test_a_session_in_the_folder_above_is_not_the_projects(host: Host) -> None:
    host.claude(host.app.parent)
    host.codex(host.app.parent)
    assert host.found() == set()


def test_a_project_reached_by_a_link_is_the_project_it_links_to(host: Host) -> None:
    link = host.app.parent / "link"
    link.symlink_to(host.app)
    sessions = {host.claude(host.app), host.claude(link, "other.jsonl")}
    assert host.found(link) == sessions
    assert host.found(host.app) == {host.claude(host.app)}


def test_a_project_with_letters_beyond_ascii_in_its_path_is_found(host: Host) -> None:
    app = host.app.parent / "caf\u00e9 \u00fcber"
    app.mkdir()
    session = host.claude(app)
    assert host.found(app) == {session}


def test_a_project_with_a_path_that_the_host_cuts_is_found(host: Host) -> None:
    app = host.app / ("deep" * 30) / ("er" * 60)
    app.mkdir(parents=True)
    folder = f"{mangled(app)[:200]}-1x2y3z"
    session = write(host.home / ".claude/projects" / folder / "s.jsonl", claude(1, cwd=str(app)))
    assert host.found(app) == {session}


def test_subagents_of_a_session_are_found_with_it(host: Host) -> None:
    host.claude(host.app)
    inner = host.claude(host.app, "s/subagents/agent-1.jsonl")
    assert inner in host.found()


def test_the_hosts_own_variables_say_where_their_folders_are(host: Host) -> None:
    host.environment = {"CLAUDE_CONFIG_DIR": str(host.home / "c"), "CODEX_HOME": str(host.home / "x")}
    host.claude(host.app)
    host.codex(host.app)
    assert host.found() == set()
    sessions = {
        write(host.home / "c/projects" / mangled(host.app) / "s.jsonl", claude(1, cwd=str(host.app))),
        write(host.home / "x/archived_sessions/rollout-b.jsonl", codex(1, cwd=str(host.app))),
    }
    assert host.found() == sessions


def test_a_compressed_rollout_is_found(host: Host) -> None:
    path = host.home / ".codex/sessions/rollout-z.jsonl.zst"
    path.parent.mkdir(parents=True)
    path.write_bytes(zstandard.ZstdCompressor().compress(encoded(codex(1, cwd=str(host.app)))))
    assert host.found() == {path}


@pytest.mark.parametrize("by", ["hash", "file"])
def test_gemini_names_the_project_beside_the_chat(host: Host, by: str) -> None:
    name = hashlib.sha256(str(host.app).encode()).hexdigest() if by == "hash" else "lantern-1"
    chat = write(host.home / ".gemini/tmp" / name / "chats/session-1.jsonl", gemini())
    if by == "file":
        (host.home / ".gemini/tmp" / name / ".project_root").write_text(f"{host.app}\n", encoding="utf-8")
    assert host.found() == {chat}


def test_the_latest_session_comes_first(host: Host) -> None:
    for age, name in enumerate(["new.jsonl", "middle.jsonl", "old.jsonl"]):
        os.utime(host.claude(host.app, name), (1_700_000_000 - age, 1_700_000_000 - age))
    found = of_project(host_folders(host.home, {}), host.app)
    assert [path.name for path in found] == ["new.jsonl", "middle.jsonl", "old.jsonl"]


def test_a_folder_is_told_even_where_other_lines_come_first(tmp_path: Path) -> None:
    opening: list[Line] = [{"type": "summary", "summary": "x", "leafUuid": "y"}] * 5
    assert working_folder(write(tmp_path / "a.jsonl", [*opening, *claude(1)])) == Path("/code/lantern")


def test_a_folder_is_told_by_a_first_line_longer_than_what_is_looked_at(tmp_path: Path) -> None:
    lines = codex(1, base_instructions={"text": "be kind " * 20_000})
    assert working_folder(write(tmp_path / "a.jsonl", lines)) == Path("/code/lantern")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01",
        b"{}\n",
        b'{"cwd": 5}\n',
        b'{"cwd": "here"}\n',
        b'{"cwd": "/a\\u0000b"}\n',
        b'{"cwd": "' + b"/long" * 2000 + b'"}\n',
        b"\x28\xb5\x2f\xfd??",
    ],
    ids=["empty", "binary", "none", "number", "relative", "nul", "long", "damaged"],
)
def test_what_names_no_folder_belongs_to_no_project(host: Host, content: bytes) -> None:
    session = host.claude(host.app)
    session.write_bytes(content)
    assert host.found() == set()


def test_a_folder_is_no_session(tmp_path: Path) -> None:
    assert working_folder(tmp_path) is None


def test_long_lines_before_the_one_that_names_the_folder_do_not_hide_it(host: Host) -> None:
    path = host.claude(host.app)
    before = [{"type": "file-history-snapshot", "messageId": "m", "snapshot": {"text": "x" * 70_000}}] * 30
    write(path, [*before, *claude(1, cwd=str(host.app))])
    assert host.found() == {path}


def test_logs_around_an_agent_are_looked_for_nowhere(host: Host) -> None:
    assert not {folder.host for folder in host_folders(host.home, host.environment)} & {*SIGNAL_HOSTS}
