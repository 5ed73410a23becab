"""`afterwit doctor`."""

import pytest

from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.faces.cli.running import Afterwit
from tests.faces.cli.terminal import on_terminal
from tests.machine import Machine
from tests.transcripts import claude, write


def test_all_well_is_zero(afterwit: Afterwit, machine: Machine) -> None:
    afterwit("learn", write(machine.home / "a.jsonl", claude(1)))
    done = afterwit("doctor")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("All well.\n")


def test_on_a_terminal_what_is_said_stands_in_a_column_of_its_own(afterwit: Afterwit, machine: Machine) -> None:
    afterwit("install", "claude-code", "--user")
    shown, _ = on_terminal("doctor", columns=80)
    *lines, last = shown.splitlines()
    [long] = (line for line in lines if " in claude-code (user) " in line)
    column = long.index("(user)") + len("(user)  ")
    assert all(line[column - 2 : column].isspace() and not line[column].isspace() for line in lines)
    assert last
    del machine


def test_everything_that_is_wrong_is_told_at_once_and_is_one(afterwit: Afterwit, machine: Machine) -> None:
    afterwit("learn", write(machine.home / "a.jsonl", claude(1)))
    (machine.state / "key").chmod(0o644)
    (machine.state / "config.toml").write_text("stor = 1\nqqq = 2\n", encoding="utf-8")
    machine.database.write_bytes(b"scribbled over from the beginning to the end" * 300)
    done = afterwit("doctor")
    assert done.code == 1
    assert done.out.count("WRONG") == 4
    assert "4 things to mend." in done.out
    document = afterwit("doctor", "--json").document
    assert document["wrong"] == 4
    assert [one["name"] for one in document["checks"] if one["state"] == "wrong"] == [
        "settings",
        "settings",
        "key",
        "store",
    ]


def test_what_lies_among_the_skills_and_is_none_is_told(afterwit: Afterwit, machine: Machine) -> None:
    afterwit("lessons", "add", "Say thanks.")
    folder = machine.state / "skills"
    (folder / "rl-empty").mkdir(parents=True)
    (folder / "rl-link").symlink_to("/etc")
    broken = folder / "rl-broken"
    broken.mkdir()
    (broken / "SKILL.md").write_text("---\nname: rl-broken\n---\n", encoding="utf-8")
    (broken / "link").symlink_to("/etc/passwd")
    done = afterwit("doctor")
    assert done.code == 1
    assert done.out.count("WRONG") == 3


def test_a_folder_that_cannot_be_used_is_told(afterwit: Afterwit, machine: Machine) -> None:
    machine.state.touch()
    done = afterwit("doctor")
    assert done.code == 1
    assert "may not be written" in done.out


def told_of_search(afterwit: Afterwit) -> tuple[str, str]:
    checks = afterwit("doctor", "--json").document["checks"]
    ((state, says),) = ((check["state"], check["says"]) for check in checks if check["name"] == "search")
    return state, says


def test_how_skills_are_searched_for_is_told(
    afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out(machine.state / "skills", CRAB, LAMP)
    state, says = told_of_search(afterwit)
    assert state == "well"
    assert says.startswith("by words and by meaning (")
    assert says.endswith(", 2 skills to be embedded at the next search")
    afterwit("search", "crab pots")
    assert "to be embedded" not in told_of_search(afterwit)[1]
    monkeypatch.setenv("AFTERWIT_RECALL_EMBEDDER", "none")
    assert told_of_search(afterwit) == ("note", "by words only: recall.embedder is none")


def test_the_index_is_made_anew_on_request_and_only_what_is_new_embedded(afterwit: Afterwit, machine: Machine) -> None:
    laid_out(machine.state / "skills", CRAB)
    assert afterwit("doctor", "--rebuild").err == "The index of 1 skill was made anew; 1 had to be embedded.\n"
    laid_out(machine.state / "skills", LAMP)
    for embedded in (1, 0):
        done = afterwit("doctor", "--rebuild")
        assert done.code == 0
        assert done.err == f"The index of 2 skills was made anew; {embedded} had to be embedded.\n"
        assert done.out.endswith("All well.\n")
    assert afterwit("search", "empty crab pots").code == 0


def test_an_index_made_anew_without_a_model_is_said_to_be_one_of_words(
    afterwit: Afterwit, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFTERWIT_RECALL_EMBEDDER", "none")
    laid_out(machine.state / "skills", CRAB)
    (machine.state / "index.db").write_bytes(b"scribbled over from the beginning to the end" * 300)
    done = afterwit("doctor", "--rebuild")
    assert done.err == (
        "The index of 1 skill was made anew; 0 had to be embedded. Found by words only: recall.embedder is none\n"
    )
    assert done.code == 0


def test_where_there_is_nothing_yet_nothing_is_made_anew(afterwit: Afterwit, machine: Machine) -> None:
    done = afterwit("doctor", "--rebuild")
    assert (done.code, done.err) == (0, "")
    assert not machine.state.exists()
