"""Settings that are lists of more than text: rules of behaviour."""

from pathlib import Path

import pytest

from afterwit.config import Review, Rule
from afterwit.configured import load
from afterwit.errors import ConfigError


def loaded(folder: Path, text: str = "", **environment: str) -> Review:
    (folder / ".afterwit").mkdir(exist_ok=True)
    (folder / ".afterwit/config.toml").write_text(text, encoding="utf-8")
    return load(folder, environment={"HOME": str(folder / "home"), **environment})[0].review


def problems(folder: Path, text: str = "", **environment: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        loaded(folder, text, **environment)
    return caught.value.problems


def test_each_table_is_a_rule(tmp_path: Path) -> None:
    text = '[review]\nprofile = "chat"\n[[review.rules]]\nname = "a"\nlimit = 2\n[[review.rules]]\nname = "b"\n'
    found = loaded(tmp_path, text)
    assert (found.profile, found.rules) == ("chat", (Rule(name="a", limit=2), Rule(name="b")))


def test_the_variable_is_a_list_of_json(tmp_path: Path) -> None:
    found = loaded(tmp_path, AFTERWIT_REVIEW_RULES='[{"name": "one-question", "enabled": false}]')
    assert found.rules == (Rule(name="one-question", enabled=False),)
    assert loaded(tmp_path, AFTERWIT_REVIEW_RULES="").rules == ()


@pytest.mark.parametrize("value", ["one-question", "[{", '{"name": "a"}'])
def test_a_variable_that_is_none_is_told(tmp_path: Path, value: str) -> None:
    (problem,) = problems(tmp_path, AFTERWIT_REVIEW_RULES=value)
    assert "REVIEW_RULES" in problem or "review.rules" in problem


def test_every_problem_of_every_entry_is_told_at_once(tmp_path: Path) -> None:
    told = problems(
        tmp_path,
        '[review]\ndays = 0\n[[review.rules]]\nname = "Loud Name"\nkind = "noise"\nlimt = 5\n'
        '[[review.rules]]\nlimit = "much"\nscore = 3\npatterns = "x"\n',
    )
    assert len(told) == 8
    for words in ("review.days", "entry 1: name", "entry 1: kind", "entry 1: there is no limt",
                  "entry 2: it has no name", "entry 2: limit", "entry 2: score", "entry 2: patterns"):  # fmt: skip
        assert any(words in problem for problem in told), words


def test_an_entry_that_is_no_table_is_told(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "[review]\nrules = [5]\n")
    assert "entry 1: it is no table" in problem
