"""What an installation wrote down, and what a repository may have put in its place."""

import json
from pathlib import Path

import pytest

from afterwit.engine.install_plan import to_install
from afterwit.engine.install_record import digest
from afterwit.engine.links import refresh
from afterwit.errors import WrongUse
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
