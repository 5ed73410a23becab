"""`afterwit doctor`."""

from tests.faces.cli.running import Afterwit
from tests.machine import Machine
from tests.transcripts import claude, write


def test_all_well_is_zero(afterwit: Afterwit, machine: Machine) -> None:
    afterwit("learn", write(machine.home / "a.jsonl", claude(1)))
    done = afterwit("doctor")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("All well.\n")


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
