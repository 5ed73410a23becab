"""The bearer token: made once, kept from others, and never guessed."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from afterwit.engine.project import Project
from afterwit.errors import WrongUse
from afterwit.faces.mcp.bearer import FILE, token_of
from tests.machine import Machine


def test_is_made_at_first_use_for_nobody_else_and_stays(machine: Machine) -> None:
    project = Project(machine.project)
    token, where = token_of(project)
    path = machine.state / FILE
    assert (len(token) >= 32, where) == (True, f"is in {path}")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert token_of(project)[0] == token
    assert sorted(file.name for file in machine.state.iterdir()) == [".gitignore", "key", FILE]


def test_is_kept_out_of_git_also_where_the_project_is_older(machine: Machine) -> None:
    machine.state.mkdir()
    (machine.state / ".gitignore").write_text("key\n", encoding="utf-8")
    token_of(Project(machine.project))
    token_of(Project(machine.project))
    assert (machine.state / ".gitignore").read_text(encoding="utf-8").split().count(FILE) == 1


def test_is_the_same_for_all_who_start_at_once(machine: Machine) -> None:
    with ThreadPoolExecutor(8) as starting:
        found = {token for token, _ in starting.map(token_of, [Project(machine.project)] * 16)}
    assert len(found) == 1


def test_is_the_variables_where_that_is_set(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFTERWIT_MCP_TOKEN", "a-long-enough-token")
    assert token_of(Project(machine.project)) == ("a-long-enough-token", "is the value of AFTERWIT_MCP_TOKEN")
    assert not machine.state.exists()


@pytest.mark.parametrize("token", ["short", "with a space in it ok", "nön-ascii-tökens-here"])
def test_one_that_can_be_guessed_or_sent_wrongly_is_refused(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("AFTERWIT_MCP_TOKEN", token)
    with pytest.raises(WrongUse, match="AFTERWIT_MCP_TOKEN") as refused:
        token_of(Project(machine.project))
    assert token not in str(refused.value)


def test_a_file_that_others_can_read_is_refused(machine: Machine) -> None:
    token_of(Project(machine.project))
    (machine.state / FILE).chmod(0o644)
    with pytest.raises(WrongUse, match="open to others"):
        token_of(Project(machine.project))


def test_a_link_is_not_followed(machine: Machine) -> None:
    machine.state.mkdir()
    secret = machine.home / "secret"
    secret.write_text("somebody-elses-long-secret", encoding="utf-8")
    secret.chmod(0o600)
    (machine.state / FILE).symlink_to(secret)
    with pytest.raises(WrongUse, match="symbolic link"):
        token_of(Project(machine.project))


def test_a_pipe_is_not_waited_for(machine: Machine) -> None:
    machine.state.mkdir()
    os.mkfifo(machine.state / FILE, 0o600)
    with pytest.raises(WrongUse, match="open to others"):
        token_of(Project(machine.project))
