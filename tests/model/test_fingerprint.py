"""Fingerprints: the same for the same mistake, wherever and whenever it is made."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.fingerprint import LONGEST, MARK, fingerprint, template

MESSAGES = (
    "unknown flag: --stat",
    "fatal: '{name}' is already used by worktree at '{path}'",
    "error: cannot open {path}: permission denied",
    "{path}: line {number}: lampctl: command not found",
    "[{time}] commit {hash} was not found after {number} ms",
    "request {id} failed: user {mail} may not do this",
    "see {url} for details of error {number}",
)
NAME = st.from_regex(r"\A[a-z]{3,8}[0-9]{1,3}\Z")
FOLDERS = st.lists(st.from_regex(r"\A[A-Za-z][A-Za-z0-9_.-]{0,8}[a-z]\Z"), min_size=2, max_size=4).map("/".join)
PARTS = st.fixed_dictionaries(
    {
        "name": NAME,
        "path": st.one_of(FOLDERS.map("/home/{}".format), FOLDERS.map("~/{}".format), FOLDERS.map("/Users/{}".format)),
        "number": st.integers(0, 10**9).map(str),
        "time": st.datetimes().map(lambda at: at.replace(microsecond=0, year=2024).isoformat() + "Z"),
        "hash": st.from_regex(r"\A[0-9a-f]{4,9}a[0-9][0-9a-f]{4,30}\Z"),
        "id": st.uuids().map(str),
        "mail": st.from_regex(r"\A[a-z]{2,8}@[a-z]{2,8}\.example\Z"),
        "url": FOLDERS.map("https://docs.shop.example/{}".format),
    }
)


@pytest.mark.parametrize("message", MESSAGES)
@given(one=PARTS, other=PARTS)
def test_what_differs_from_machine_to_machine_and_time_to_time_does_not_count(
    message: str, one: dict[str, str], other: dict[str, str]
) -> None:
    first, second = (template(message.format(**parts), [parts["name"], "main"]) for parts in (one, other))
    assert first == second
    assert fingerprint("git", first) == fingerprint("git", second)


@given(st.from_regex(r"\A--[a-z]{2,9}\Z"), st.from_regex(r"\A--[a-z]{2,9}\Z"))
def test_a_flag_is_no_particular(one: str, other: str) -> None:
    same = template(f"unknown flag: {one}", ["gh", "pr", one]) == template(f"unknown flag: {other}", ["gh", other])
    assert same == (one == other)


@pytest.mark.parametrize(
    ("message", "folded"),
    [
        ("fatal: bad object 4f1c2aa09b", "fatal: bad object <id>"),
        ("at 2026-10-02T08:15:00Z and 08:15", "at <time> and <time>"),
        ("took 12.5s, 300 ms for 3MiB", "took <n>, <n> ms for <n>"),
        ("/srv/shop/a.py:12:3: no", "<path>: no"),
        ("open C:\\Users\\ada\\a.txt: no", "open <path>: no"),
        ("see src/shop/cart.py now", "see <path> now"),
        ("\x1b[31merror\x1b[0m: no", "error: no"),
        ("mail [REDACTED_EMAIL:3] is unknown", "mail <name> is unknown"),
        ("at 0x7ffdeadbeef", "at <id>"),
        ("a  b\n\tc", "a b c"),
        ("", ""),
    ],
)
def test_particulars_have_their_names(message: str, folded: str) -> None:
    assert template(message) == folded


class TestWordsOfTheCall:
    @pytest.mark.parametrize(
        ("message", "given", "folded"),
        [
            ("branch 'main' is in use", ["main"], "branch '<given>' is in use"),
            ("branch main is in use", ["main"], "branch main is in use"),
            ("cart-7 is not there", ["cart-7"], "<given> is not there"),
            ("my-cart-x is not there", ["cart-x"], "my-cart-x is not there"),
            ("unknown flag: --stat", ["--stat"], "unknown flag: --stat"),
            ("a is not b", ["a"], "a is not b"),
        ],
    )
    def test_a_name_that_is_only_repeated_is_folded_where_it_stands_alone(
        self, message: str, given: list[str], folded: str
    ) -> None:
        assert template(message, given) == folded

    def test_the_longer_word_goes_first(self) -> None:
        assert template("shop.cart.total is odd", ["shop.cart", "shop.cart.total"]) == "<given> is odd"


def test_a_fingerprint_is_short_marked_and_of_its_program() -> None:
    made = fingerprint("gh pr diff", "unknown flag: --stat")
    assert made.startswith(MARK)
    assert len(made) == len(MARK) + 16
    assert made != fingerprint("gh pr view", "unknown flag: --stat")
    assert made == fingerprint("gh pr diff", "Unknown Flag: --stat")


def test_a_redacted_path_is_as_good_as_the_path() -> None:
    assert template("open /home/[REDACTED_USER:1]/shop/a.py: no") == template("open /home/ada/shop/a.py: no")


def test_a_hash_of_digits_is_as_good_as_any_other() -> None:
    one, other = template("bad object 4012345"), template("bad object 4f12a45")
    assert fingerprint("git", one) == fingerprint("git", other)


def test_the_value_of_a_flag_is_a_particular() -> None:
    one, other = (
        template(f"unrecognized argument: --user={name}", ["log", f"--user={name}"]) for name in ("ada", "bo")
    )
    assert one == other == "unrecognized argument: --user=<given>"


@given(st.text(max_size=400), st.lists(st.text(max_size=20), max_size=4))
def test_any_text_has_a_template_of_one_line(message: str, given: list[str]) -> None:
    folded = template(message, given)
    assert folded == " ".join(folded.split(" "))
    assert not set(folded) & set("\n\r\t")
    assert fingerprint("x", folded).startswith(MARK)


@pytest.mark.parametrize(
    "piece", ["/a", "a/", "a.", "0", "0a", "-", "@a.", "1:", "\x1b[", "'", "[REDACTED_", "://", "\u00e9", "2026-01-0"]
)
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    def cost(times: int) -> float:
        given = [piece * (times // 300), *(f"{piece}{number}" for number in range(times // 300))]
        start = time.process_time()
        template(piece * times, given)
        return time.process_time() - start

    cost(1000)
    assert cost(300_000) < 60 * max(cost(15_000), 0.005)
    assert len(template(piece * 300_000)) <= LONGEST * len("<number>")
