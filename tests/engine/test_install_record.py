"""What an installation wrote down, and what a repository may have put in its place."""

import json
from pathlib import Path

import msgspec
import pytest

from afterwit.config import Config
from afterwit.engine.install import carry_out
from afterwit.engine.install_plan import to_install, to_uninstall
from afterwit.engine.install_record import digest
from afterwit.engine.links import refresh
from afterwit.errors import Conflict, WrongUse
from tests.engine.hosting import Hosting
from tests.machine import Machine


@pytest.fixture(name="hosting")
def hosting_on(machine: Machine) -> Hosting:
    hosting = Hosting(machine)
    hosting.write(".claude/settings.json", '{"model": "opus"}')
    hosting.install("claude-code")
    return hosting


def tampered(hosting: Hosting, **fields: object) -> None:
    path = hosting.machine.state / "install" / "claude-code.json"
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **fields}), encoding="utf-8")


@pytest.mark.parametrize(
    "fields",
    [
        {"host": "../../elsewhere"},
        {"files": [{"path": "../outside", "before": None, "after": ""}]},
        {"files": [{"path": "/etc/hosts", "before": None, "after": ""}]},
        {"links": [{"path": "../link", "target": "x"}]},
        {"folders": ["../empty"]},
        {"skills": "../skills"},
    ],
)
def test_a_record_that_leads_out_of_the_project_is_not_believed(hosting: Hosting, fields: dict[str, object]) -> None:
    outside = hosting.machine.home.parent
    (outside / "empty").mkdir()
    (outside / "link").symlink_to("x")
    (outside / "outside").write_bytes(b"")
    tampered(hosting, **fields)
    before = hosting.snapshot()
    with pytest.raises(WrongUse, match="is not in this project"):
        hosting.uninstall("claude-code")
    refresh(hosting.project)
    assert hosting.snapshot() == before
    assert (outside / "empty").is_dir()
    assert (outside / "link").is_symlink()
    assert (outside / "outside").is_file()


def test_a_record_makes_no_other_file_of_the_project_change(hosting: Hosting) -> None:
    secret = hosting.write(".git/config", "[core]\n")
    copies = hosting.machine.state / "install" / "claude-code"
    (copies / "evil").write_bytes(b"[core]\n\tfsmonitor = evil\n")
    record = json.loads((hosting.machine.state / "install" / "claude-code.json").read_bytes())
    tampered(hosting, files=[*record["files"], {"path": ".git/config", "before": "evil", "after": digest(b"[core]\n")}])
    hosting.uninstall("claude-code")
    assert secret.read_text(encoding="utf-8") == "[core]\n"


def test_copies_behind_a_link_are_neither_read_nor_removed(hosting: Hosting, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "letter").write_text("dear", encoding="utf-8")
    copies = hosting.machine.state / "install" / "claude-code"
    for copy in copies.iterdir():
        copy.unlink()
    copies.rmdir()
    copies.symlink_to(precious)
    for attempt in (hosting.uninstall, hosting.install):
        with pytest.raises(WrongUse, match="leads elsewhere"):
            attempt("claude-code")
    assert (precious / "letter").read_text(encoding="utf-8") == "dear"


def test_copies_that_nobody_needs_any_more_go(hosting: Hosting) -> None:
    copies = hosting.machine.state / "install" / "claude-code"
    assert len(list(copies.iterdir())) == 1
    (hosting.machine.project / ".claude" / "settings.json").unlink()
    hosting.install("claude-code")
    assert not copies.exists()
    hosting.uninstall("claude-code")
    assert not copies.parent.exists()


def test_what_a_person_put_beside_the_records_stays(hosting: Hosting) -> None:
    note = hosting.write(".afterwit/install/note.txt", "mine")
    hosting.uninstall("claude-code")
    assert note.exists()


def test_what_ended_right_after_it_was_written_down_can_be_taken_back_or_done_again(machine: Machine) -> None:
    hosting = Hosting(machine)
    settings = hosting.write(".claude/settings.json", '{"model": "opus"}')
    before = hosting.snapshot()
    plan = to_install("claude-code", hosting.scope())
    assert plan.record is not None
    hosting.scope().records.write(plan.record, plan.copies)
    hosting.uninstall("claude-code")
    assert hosting.snapshot() == before
    hosting.scope().records.write(plan.record, plan.copies)
    assert hosting.install("claude-code").changes
    assert "afterwit hook Stop" in settings.read_text(encoding="utf-8")
    hosting.uninstall("claude-code")
    assert hosting.snapshot() == before


def modes(folder: Path) -> dict[str, int]:
    """Who may do what with a folder and all that is in it."""
    return {str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}


def all_closed(folder: Path) -> bool:
    return all(mode == (0o700 if (folder / path).is_dir() else 0o600) for path, mode in modes(folder).items())


def test_copies_of_a_persons_settings_are_for_nobody_else(machine: Machine) -> None:
    hosting = Hosting(machine)
    secret = machine.home / ".claude.json"
    secret.write_text('{"oauthAccount": {"accessToken": "a-secret"}}', encoding="utf-8")
    secret.chmod(0o600)
    hosting.install("claude-code", user=True)
    data = machine.home / ".local" / "share" / "afterwit"
    copies = [path for path in data.rglob("*") if path.is_file() and b"a-secret" in path.read_bytes()]
    assert len(copies) == 1
    assert all_closed(data)
    assert secret.stat().st_mode & 0o777 == 0o600
    hosting.uninstall("claude-code", user=True)
    assert secret.stat().st_mode & 0o777 == 0o600


def test_a_projects_copies_and_its_record_are_closed_too(hosting: Hosting) -> None:
    folder = hosting.machine.state / "install"
    assert len(modes(folder)) == len(["", ".gitignore", "claude-code.json", "claude-code", "the copy"])
    assert all_closed(folder)
    refresh(hosting.project)
    assert all_closed(folder)


def test_a_folder_that_others_could_look_into_is_closed(machine: Machine) -> None:
    folder = machine.state / "install"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    Hosting(machine).install("codex")
    assert all_closed(folder)


def test_a_settings_file_that_is_made_is_like_any_other(hosting: Hosting) -> None:
    usual = hosting.write("any.json", "{}").stat().st_mode
    assert (hosting.machine.project / ".mcp.json").stat().st_mode == usual


def test_what_could_not_be_taken_out_has_its_permissions_again(hosting: Hosting) -> None:
    servers = hosting.machine.project / ".mcp.json"
    servers.chmod(0o600)
    plan = to_uninstall("claude-code", hosting.scope())
    blocked = msgspec.structs.replace(plan.files[1], path=Path("later"), real=Path("later"), before=b"another")
    with pytest.raises(Conflict):
        carry_out(msgspec.structs.replace(plan, files=(*plan.files, blocked)), hosting.scope(), Config(), "a test")
    assert servers.stat().st_mode & 0o777 == 0o600
