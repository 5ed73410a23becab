"""What holds for every text."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.redact import Ledger, Redactor, find
from afterwit.redact.redactor import default_scanner
from afterwit.redact.rules import RULES
from afterwit.redact.scanner import Re2Scanner
from tests.redact.planting import ALNUM, HEX, KEYS, drawn, password, pem, weak

EXPRESSIONS = [trigger.expression for rule in RULES for trigger in rule.triggers]
RE2 = Re2Scanner(EXPRESSIONS)
# The same one that a redactor takes by itself: compiling it twice takes a second.
HYPERSCAN = default_scanner()

FRAGMENTS = st.sampled_from(
    [
        *(head + drawn(alphabet, length) for _, head, alphabet, length in KEYS[::4]),
        *(head for _, head, *_ in KEYS[::5]),
        pem(lines=2),
        pem(line_end="\\n", lines=2),
        pem(lines=2, finished=False),
        "eyJ" + drawn(ALNUM, 20) + ".eyJ" + drawn(ALNUM, 20) + ".",
        password(),
        weak(),
        drawn(HEX, 40),
        *["password", "passwd=", '"password":', "PASSWORD=", "secret", "token=", "api_key:", '"api_key",', "key"],
        *("=", ":", ":=", "=>", "==", "(", ")", "{", "}", "[", "]", "<", ">", ",", ";", "&", "?", "@"),
        *("/", "//", "://", "\\", "\\n", '\\"', '"', "'", "`", "$", "${", "%", ".", "..", "-", "_"),
        *("é", "→", "\n", "\t"),
        " ",
        "  ",
        "setPassword(",
        "</password>",
        "<password>",
        "bob:",
        "@tcp(",
        "@host.org",
        "alice@corp.com",
        "10.20.30.40",
        "2001:db8::8a2e:370:7334",
        "/home/alice/",
        "/Users/bob",
        "C:\\Users\\carol",
        "-Users-dave-",
        "curl -u ",
        "mysql -p",
        "Bearer ",
        "Basic ",
        "Authorization: ",
        "IDENTIFIED BY ",
        "INSERT INTO t (password) VALUES ('",
        "kind: Secret\n",
        "data:\n  a: ",
        "--password ",
        "password is ",
        "[REDACTED_PASSWORD:1]",
        "[REDACTED_EMAIL:2]",
        "[REDACTED_",
        "\udc80",
        "\0",
        "\v",
        "\x1b[1m",
        "\uff1d",
    ]
)
TEXTS = st.lists(st.one_of(FRAGMENTS, FRAGMENTS, FRAGMENTS, st.text(max_size=6)), max_size=14).map("".join)


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    redactor = Redactor()
    once = redactor.redact(text)
    assert redactor.redact(once) == once


@settings(max_examples=400, deadline=None)
@given(st.lists(TEXTS, max_size=5))
def test_both_engines_give_the_same(texts: list[str]) -> None:
    assert HYPERSCAN.engine == "hyperscan+re2"
    with_hyperscan = Redactor(Ledger(b"k"), scanner=HYPERSCAN).redact_all(texts)
    with_re2 = Redactor(Ledger(b"k"), scanner=RE2).redact_all(texts)
    assert with_hyperscan == with_re2


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS, max_size=5))
def test_one_scan_over_many_texts_gives_what_many_scans_give(texts: list[str]) -> None:
    together = Redactor(Ledger(b"k")).redact_all(texts)
    one_by_one = Redactor(Ledger(b"k"))
    # What takes two rounds is numbered later when there are more texts.
    assert unnumbered(together) == unnumbered([one_by_one.redact(text) for text in texts])


def unnumbered(texts: list[str]) -> list[str]:
    return [re.sub(r"(\[REDACTED_[A-Z_]+):\d+\]", r"\1]", text) for text in texts]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_a_planted_key_never_survives(before: str, after: str) -> None:
    key = "github" + "_pat_" + drawn(ALNUM, 60)
    # Glued to a word it would be another word.
    text = f"{before} {key} {after}"
    assert key not in Redactor().redact(text)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_findings_lie_in_the_text_in_order_and_apart(text: str) -> None:
    position = 0
    for start, end, _, _ in find(text):
        assert position <= start < end <= len(text)
        position = end


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abcdefgh XYZ.,;()\n", max_size=200))
def test_prose_passes_unchanged(text: str) -> None:
    assert Redactor().redact(text) == text
