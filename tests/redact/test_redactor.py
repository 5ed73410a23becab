"""The redactor's bookkeeping: placeholders, counts, batches, engines, cache."""

import json
import re
from pathlib import Path

import pytest
import re2

from afterwit.redact import Finding, Ledger, Redactor, find
from afterwit.redact.hyperscanner import HyperscanScanner
from afterwit.redact.matching import byte_options
from afterwit.redact.rule import Origin
from afterwit.redact.rules import RULES
from afterwit.redact.scanner import Re2Scanner
from tests.redact.planting import ALNUM, drawn, password, weak

EXPRESSIONS = [trigger.expression for rule in RULES for trigger in rule.triggers]


def test_the_same_secret_gets_the_same_placeholder() -> None:
    redactor = Redactor()
    first = redactor.redact(f'password="{weak()}"')
    assert first == 'password="[REDACTED_PASSWORD:1]"'
    assert redactor.redact(f'password="{password()}"') == 'password="[REDACTED_PASSWORD:2]"'
    assert redactor.redact(f'password="{weak()}"') == first


def test_each_label_counts_for_itself() -> None:
    redactor = Redactor()
    redactor.redact(f'password="{weak()}" bob@corp.com password="{weak()}"')
    assert dict(redactor.counts) == {"PASSWORD": 2, "EMAIL": 1}


def test_a_ledger_goes_on_where_it_was_left() -> None:
    ledger = Ledger(b"key")
    ledger.placeholder("TOKEN", b"a")
    entries = ledger.fresh()
    assert ledger.fresh() == []
    later = Ledger(b"key", entries)
    assert later.placeholder("TOKEN", b"a") == b"[REDACTED_TOKEN:1]"
    assert later.placeholder("TOKEN", b"b") == b"[REDACTED_TOKEN:2]"
    assert [number for _, _, number in later.fresh()] == [2]


def test_a_ledger_holds_no_secret_and_its_digests_depend_on_the_key() -> None:
    one, other = Ledger(b"key"), Ledger(b"x" * 100)
    secret = drawn(ALNUM, 20).encode()
    for ledger in (one, other):
        ledger.placeholder("TOKEN", secret)
    (_, digest, _), (_, foreign, _) = one.fresh()[0], other.fresh()[0]
    assert secret not in digest
    assert digest != foreign


def test_personal_data_stays_when_asked() -> None:
    text = "bob@corp.com at 10.20.30.40 in /home/bob/x"
    assert Redactor(personal=False).redact(text) == text


def test_unchanged_texts_are_the_same_objects() -> None:
    texts = ["nothing here", f'password="{weak()}"', "nor here"]
    redacted = Redactor().redact_all(texts)
    assert redacted[0] is texts[0]
    assert redacted[2] is texts[2]


def test_nothing_and_very_much_are_texts_too() -> None:
    assert Redactor().redact_all([]) == []
    assert Redactor().redact("") == ""
    texts = [f'{"x " * 200_000}password="{weak()}"'] * 4
    assert all(text.endswith('"[REDACTED_PASSWORD:1]"') for text in Redactor().redact_all(texts))


def test_no_rule_sees_across_texts() -> None:
    texts = ["password =", f'"{weak()}"', "/home/", "bob/x", "gh" + "p_", drawn(ALNUM, 36)]
    assert Redactor().redact_all(texts) == texts


def test_half_a_surrogate_pair_passes() -> None:
    assert Redactor().redact("\ud83d bob@corp.com \udc80") == "\ud83d [REDACTED_EMAIL:1] \udc80"


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_a_secret_goes_from_json_within_json(levels: int) -> None:
    secret = password()
    text = json.dumps({"password": secret})
    for _ in range(levels - 1):
        text = json.dumps({"text": text})
    assert secret not in Redactor().redact(text)


def test_a_finding_is_given_in_characters() -> None:
    text = f'é→ password="{weak()}"'
    assert find(text) == [Finding(text.index(weak()), len(text) - 1, "password-assignment", "PASSWORD")]
    assert text[find(text)[0].start : find(text)[0].end] == weak()


def test_overlapping_findings_leave_no_rest() -> None:
    key = "gh" + "p_" + drawn(ALNUM, 36)
    redacted = Redactor().redact(f'token="{key}.{weak()}"')
    assert key not in redacted
    assert weak() not in redacted


def test_the_engine_says_its_name() -> None:
    assert Redactor(scanner=Re2Scanner(EXPRESSIONS[:9])).engine == "re2"
    assert Redactor(scanner=HyperscanScanner(EXPRESSIONS[:9])).engine == "hyperscan+re2"


def test_compiled_rules_are_kept_in_the_folder_given(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    HyperscanScanner(EXPRESSIONS[:9], folder)
    (kept,) = folder.iterdir()
    compiled = kept.read_bytes()
    assert HyperscanScanner(EXPRESSIONS[:9], folder).scan(b"x" * 9) == []
    kept.write_bytes(b"damaged")
    HyperscanScanner(EXPRESSIONS[:9], folder)
    assert kept.read_bytes() == compiled


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert HyperscanScanner(EXPRESSIONS[:9], blocked).scan(b"x") == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_pattern_is_valid_in_both_dialects_with_one_group_at_most(rule: "object") -> None:
    (found,) = [each for each in RULES if each is rule]
    assert re2.compile(found.pattern, byte_options()).groups <= 1
    assert re.compile(found.pattern).groups <= 1


def test_triggers_that_say_how_wide_they_are_say_it_right() -> None:
    for rule in RULES:
        if rule.origin is Origin.START:
            for expression, width in rule.triggers:
                assert re.compile(b"(?:" + expression + b")").fullmatch(b"") is None
                assert width > 0


def test_no_trigger_names_white_space_as_the_engines_understand_it_differently() -> None:
    assert [expression for expression in EXPRESSIONS if rb"\s" in expression] == []


def test_names_of_rules_are_unique() -> None:
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names))
