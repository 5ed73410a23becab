"""Rules are data: those that are built in, and what the settings make of them."""

import pytest

from afterwit.config import Rule
from afterwit.errors import ConfigError
from afterwit.notice.behaviour_rules import BUILT_IN, in_force, rules_for


def names(*changes: Rule) -> list[str]:
    return [rule.name for rule in in_force(changes)]


def problems(*changes: Rule) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        in_force(changes)
    return caught.value.problems


def test_without_settings_the_built_in_rules_apply() -> None:
    assert in_force(()) == list(BUILT_IN)
    assert len({rule.name for rule in BUILT_IN}) == len(BUILT_IN)
    assert len({rule.lesson for rule in BUILT_IN}) == len(BUILT_IN)
    assert all(rule.lesson and rule.skill for rule in BUILT_IN)


def test_a_rule_is_switched_off_by_its_name() -> None:
    assert "one-question" not in names(Rule(name="one-question", enabled=False))


def test_a_rule_is_changed_by_its_name_and_keeps_the_rest() -> None:
    changed = next(rule for rule in in_force([Rule(name="short-responses", limit=900)]) if rule.kind == "length")
    assert (changed.limit, changed.lesson) == (900, BUILT_IN[2].lesson)


def test_a_rule_of_ones_own_joins_the_others() -> None:
    added = in_force([Rule(name="no-emoji", kind="phrases", patterns=("🎉",), lesson="No confetti.")])[-1]
    assert (added.name, added.profile, added.category) == ("no-emoji", "any", "behavioral")


def test_every_problem_is_told_at_once() -> None:
    told = problems(
        Rule(name="nameless"),
        Rule(name="bad-pattern", kind="phrases", patterns=("(a", "(?<=a)b", "x*", "a)(b"), lesson="L."),
        Rule(name="one-question", limit=0),
        Rule(name="short-responses", patterns=("a",)),
        Rule(name="two-lines", kind="length", limit=5, lesson="One\ntwo"),
    )
    assert len(told) == 9
    for part in ("it has no kind", "it has no lesson", "'(a'", "invalid perl operator", "fits any text",
                 "needs a limit above 0", "looks for no patterns", "one line"):  # fmt: skip
        assert any(part in problem for problem in told), part


def test_what_is_switched_off_need_not_be_whole() -> None:
    assert names(Rule(name="later", enabled=False)) == names()


@pytest.mark.parametrize(
    ("host", "profile", "has", "has_not"),
    [
        ("conversation-log", "auto", "one-question", "few-questions"),
        ("openai-chat", "auto", "short-responses", "checked-claims"),
        ("anthropic", "auto", "one-question", "few-questions"),
        ("claude-code", "auto", "few-questions", "short-responses"),
        ("codex", "auto", "checked-claims", "one-question"),
        ("codex", "chat", "one-question", "few-questions"),
        ("conversation-log", "coding", "few-questions", "one-question"),
    ],
)
def test_the_host_decides_which_rules_apply_unless_told_otherwise(
    host: str, profile: str, has: str, has_not: str
) -> None:
    found = {rule.name for rule in rules_for(host, BUILT_IN, profile)}
    assert has in found
    assert has_not not in found
    assert {"user-says-wrong", "user-says-stop", "user-repeats"} <= found
