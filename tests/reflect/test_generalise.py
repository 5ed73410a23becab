"""Commands without what was there only once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.command import pipelines
from afterwit.reflect.generalise import LONGEST_WORD, MOST_WORDS, generalised, pieces, without_particulars


def told(command: str, shared: str = "", kept: str = "") -> str:
    (stage,) = pipelines(command)[0][:1]
    return generalised(stage.words, frozenset(shared.split()), kept.split())


@pytest.mark.parametrize(
    ("command", "shared", "general"),
    [
        ("gh pr diff 104 --name-only", "", "gh pr diff <number> --name-only"),
        ("gh pr diff 4 --name-only", "", "gh pr diff 4 --name-only"),
        ("git push -u origin fix-cart", "fix-cart", "git push -u origin <name>"),
        ("git push -u origin main", "main", "git push -u origin main"),
        ("cat /home/ada/shop/a.py", "", "cat <path>"),
        ("cat ~/shop/a.py", "", "cat <path>"),
        ("cat src/a.py", "src/a.py", "cat <path>"),
        ("/usr/local/bin/tool --fast", "", "tool --fast"),
        ("git show 4f1c2aa09be7", "", "git show <id>"),
        ("tool --id=0f8fad5b-d9cb-469f-a165-70867728950e", "", "tool --id=<id>"),
        ("tool --mail=ada@shop.example", "", "tool --mail=<name>"),
        ("tool --since=2026-10-02", "", "tool --since=<date>"),
        ("tool --pr=104 --stage=two", "", "tool --pr=<number> --stage=two"),
        ("tool --env=SHOP_KEY=abc --token=abc", "", "tool --env=<text> --token=<text>"),
        ("curl -H 'Authorization: x' --password abc", "", "curl -H <text> --password <text>"),
        ("gh pr list --owner grace --user=grace", "", "gh pr list --owner <name> --user=<name>"),
        ("ssh ada@web.shop.example", "", "ssh <name>"),
        ("ping web.shop.example:80", "", "ping <name>"),
        ("curl 127.0.0.1", "", "curl 127.0.0.1"),
        ("./deploy.sh --fast", "", "./deploy.sh --fast"),
        ("scripts/deploy --fast", "", "scripts/deploy --fast"),
        ("CI=1 SHOP=two pytest -q", "", "CI=1 SHOP=two pytest -q"),
        ("tool SHOP-41", "", "tool <id>"),
        ("tool --user=[REDACTED_USER:2]", "", "tool --user=<name>"),
        ("git commit -m 'two words'", "", "git commit -m 'two words'"),
        ("tool '*.py'", "", "tool '*.py'"),
        (f"tool {'a' * (LONGEST_WORD + 1)}", "", "tool <text>"),
        ('tool "$(whoami)"', "", "tool <text>"),
    ],
)
def test_what_is_of_one_machine_person_or_time_goes(command: str, shared: str, general: str) -> None:
    assert told(command, shared) == general


def test_the_program_and_its_verb_stay_whatever_they_look_like() -> None:
    assert told("tool v2 104", "v2", "tool v2") == "tool v2 <number>"


def test_a_very_long_line_is_cut() -> None:
    assert len(told("tool " + "-a " * 99).split()) == MOST_WORDS


def test_a_path_within_a_word_has_a_placeholder_a_part() -> None:
    assert told("gh api repos/acme/shop/pulls", "acme/shop") == "gh api repos/<name>/<name>/pulls"


def test_the_parts_of_paths_are_words_too() -> None:
    assert pieces(["a/b", "c"]) == {"a/b", "a", "b", "c"}


@pytest.mark.parametrize(
    "command",
    [
        "curl file:///home/ada/shop/a.py",
        "rsync a.txt host:/home/ada/in",
        "tool -I/home/ada/include",
        "tool --opt='dir=/home/ada/x'",
    ],
)
def test_no_absolute_path_is_left_in_the_middle_of_a_word(command: str) -> None:
    assert "/home/ada" not in told(command)


@pytest.mark.parametrize("digest", ["12f3c4d", "abcde12", "0000a000", "beef123", "1234567a89b"])
def test_no_short_hash_is_left(digest: str) -> None:
    assert told(f"git show {digest}") == "git show <id>"


def test_a_name_that_somebody_chose_goes() -> None:
    assert told("git checkout -b fix-cart origin/main") == "git checkout -b <name> origin/main"


def test_a_variable_before_the_program_stays_one() -> None:
    assert told("SHOP_DATABASE=/home/ada/shop.db pytest -q") == "SHOP_DATABASE=<path> pytest -q"


PARTICULAR = st.one_of(
    st.from_regex(r"\A/home/[a-z]{3,8}/[a-z]{2,8}(/[a-z]{2,8}){0,3}\Z"),
    st.from_regex(r"\A~/[a-z]{2,8}(/[a-z]{2,8}){0,3}\Z"),
    st.uuids().map(str),
    st.from_regex(r"\A[a-z]{2,8}@[a-z]{2,8}\.example\Z"),
    st.integers(1000, 10**9).map(str),
    st.from_regex(r"\A[0-9]a[0-9a-f]{5,30}\Z"),
    st.from_regex(r"\A[A-Z]{2,5}-[0-9]{2,5}\Z"),
    st.dates().map(lambda day: day.replace(year=2026).isoformat()),
)


@given(st.lists(PARTICULAR, min_size=1, max_size=4), st.sampled_from(["", "--id=", "--file="]))
def test_no_particular_is_left_as_a_word_or_as_a_value(particulars: list[str], before: str) -> None:
    made = generalised(["tool", "run", *(f"{before}{each}" for each in particulars)], (), ("tool", "run"))
    assert not any(each in made for each in particulars), made


@given(st.lists(st.text(max_size=80), max_size=6), st.lists(st.text(max_size=10), max_size=3))
def test_any_words_can_be_told(words: list[str], shared: list[str]) -> None:
    assert "\n" not in without_particulars(generalised([word.replace("\n", "") for word in words], shared))
