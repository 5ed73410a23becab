"""A routine as a skill: rows that a project's sessions have in common."""

from afterwit.model.signal import Signal
from afterwit.reflect.routine import chosen, draft, row_of
from tests.notice.deeds import ran
from tests.reflect.stumbles import stumbled

ROW = ("make lint", "make test", "npm run release")


def ran_in(*commands: str, name: str = "one", project: str = "/home/ada/shop", day: int = 0) -> list[Signal]:
    signals = stumbled(*(ran(command, "ok") for command in commands), name=name, project=project, day=day)
    return [signal for signal in signals if signal.sort == "pattern"]


def grouped(*sessions: tuple[str, ...]) -> dict[str, list[Signal]]:
    groups: dict[str, list[Signal]] = {}
    for day, commands in enumerate(sessions):
        for signal in ran_in(*commands, name=f"s{day}", day=day):
            groups.setdefault(signal.about, []).append(signal)
    return groups


def test_a_row_that_enough_sessions_ran_is_chosen_the_longest_of_them() -> None:
    kept = chosen(grouped(ROW, ROW, ROW), 3)
    assert [row_of(group[0]) for group in kept.values()] == [ROW]
    assert chosen(grouped(ROW, ROW), 3) == {}


def test_what_is_run_everywhere_is_nothing_to_learn() -> None:
    everywhere = ("git add .", "git commit -m x", "git push")
    assert chosen(grouped(everywhere, everywhere, everywhere), 3) == {}


def test_of_rows_that_share_commands_the_one_with_most_behind_it_stays() -> None:
    kept = chosen(grouped(ROW, ROW, ROW, ROW[:2]), 3)
    assert [row_of(group[0]) for group in kept.values()] == [ROW[:2]]


def test_the_skill_lists_the_commands_and_claims_no_more() -> None:
    groups = chosen(grouped(ROW, ROW, ROW), 3)
    ((about, signals),) = groups.items()
    skill = draft(signals, "rl-", ())
    assert skill.guidance == ("Run `make lint`.", "Run `make test`.", "Run `npm run release`.")
    assert skill.verification == ("`npm run release` succeeds.",)
    assert skill.root_cause.startswith("Not looked into")
    assert "3 sessions" in skill.description
    assert skill.fingerprints == (about,)
    assert skill.name.startswith("rl-routine-make-lint")
    assert draft(signals, "rl-", (skill.name,)).name == f"{skill.name}-{about[-4:]}"
    assert skill.scope == "project"


def test_a_row_of_several_projects_is_the_users() -> None:
    signals = [
        signal
        for day, project in enumerate(("/home/ada/shop", "/home/ada/bank", "/home/ada/mill"))
        for signal in ran_in(*ROW[:2], name=f"s{day}", project=project, day=day)
    ]
    assert draft(signals, "rl-", ()).scope == "user"
