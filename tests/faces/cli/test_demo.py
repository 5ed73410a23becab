"""`afterwit demo`."""

from pathlib import Path

import pytest

from tests.faces.cli.running import SKILL, Afterwit, piped
from tests.machine import Machine


def test_it_learns_from_two_sessions_approves_and_the_next_prompt_gets_the_skill(afterwit: Afterwit) -> None:
    done = afterwit("demo")
    assert (done.code, done.err) == (0, "")
    _, learned, again, _, shown, approved, lessons, found = done.out.split("\n$ afterwit ")
    assert learned.startswith("learn samples/")
    assert ["waits", SKILL] in [line.split()[:2] for line in learned.splitlines()]
    assert "(2 sessions, 3 calls wasted)" in learned
    assert "1 password, 1 API key" in learned
    assert "Nothing new in 3 files." in again
    assert "Run `gh pr diff <number> --name-only`." in shown
    assert "  yes evidence: 10 events of 2 sessions cited" in shown
    assert f"applied  Approved skill {SKILL}" in approved
    assert "always run the tests through uv run" in lessons
    assert found.startswith("search 'What does PR 60 change?")
    assert f"\n{SKILL}   99%  PR, diff, gh, change" in found


def test_it_leaves_nothing_behind(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    assert piped("", "demo").code == 0
    for folder in (machine.project, machine.home, scratch):
        assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_none_of_the_secrets_in_the_samples_is_shown(afterwit: Afterwit) -> None:
    shown = afterwit("demo").out + afterwit("demo", "--json").out
    for secret in ("tide-Pool9", "sk_live_4eC39", "mira.holm", "/home/mira"):
        assert secret not in shown


def test_as_json_it_is_one_document(afterwit: Afterwit) -> None:
    document = afterwit("demo", "--json").document
    assert len(document["sessions"]) == 3
    assert SKILL in [one["subject"] for one in document["proposals"]]
