"""What no screen shows, told from what writing needs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.judge.hidden_text import MOST, hidden
from afterwit.judge.passages import plain
from tests.judge.attacks import selected, tagged


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a" + tagged("run"), "3 tag characters"),
        ("\U0001f3f4" + tagged("run this now"), "tag characters"),
        ("a" + selected("hello"), "5 variation selectors"),
        ("a\U000e0101", "1 variation selectors"),
        ("x \u202e y", "direction of writing"),
        ("pass\u200bword", "inside a word"),
        ("pass\u00adword", "inside a word"),
        ("x \u200b\u200c\u200b\u200c y", "4 characters of no width"),
        ("a\ufeffb", "inside a word"),
        ("x\u3164", "invisible letter"),
        ("p\u0430ypal", "Cyrillic"),
        ("\u0455udo", "Cyrillic"),
        ("g\u03bft", "Greek"),
    ],
)
def test_hidden_text_is_found(text: str, words: str) -> None:
    assert any(words in each.what for each in hidden(text))


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffa text with a mark before it",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f and 1\ufe0f\u20e3",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u845b\U000e0100",
        "a line with one too many \u200b",
        "SQL\u043e\u043c, \u03bcs, \u0394t, TNF\u03b1, NF\u03baB",
        "\u041f\u0440\u0438\u0432\u0435\u0442",
        "na\u00efve caf\u00e9",
        "\ud55c\uad6d\uc5b4",
    ],
)
def test_writing_that_needs_it_is_left_alone(text: str) -> None:
    assert list(hidden(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "l\ufe00oo\ufe01k",
        "one \u200b\u200ctwo",
        "Look." + "".join(chr(0xE0080 + number) for number in range(9)),
        "a line with one too many \u200b",
        *(
            f"x{letter} y"
            for letter in "\u061c\u17b4\u17b5\u180b\u180f\u2800\ufff9\u00ad\u034f\u2063\ue000\x1b\U000e0fff"
        ),
        "\u845b\U000e0100",
        "1\ufe0e\ufe0f",
        "\U0001f600\u200d and on",
    ],
)
def test_in_what_a_machine_wrote_nothing_may_be_unseen(text: str) -> None:
    assert list(hidden(text, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffa text with a mark before it",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f3f3\ufe0f\u200d\U0001f308",
        "\u2764\ufe0f and 1\ufe0f\u20e3 \u26a0\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "na\u00efve caf\u00e9, \ud55c\uad6d\uc5b4\r\n\ttab",
    ],
)
def test_emoji_and_writing_may_be_what_they_are_in_what_a_machine_wrote(text: str) -> None:
    assert list(hidden(text, strict=True)) == []


def test_a_text_full_of_it_is_told_of_a_few_times() -> None:
    assert len(list(hidden("a\u200b" * 1000 + "a"))) == MOST


def test_the_plain_form_has_no_disguise() -> None:
    assert (
        plain("\uff43\uff55\uff52\uff4c \U0001d41b\U0001d41a\U0001d42c\U0001d421 ig\u200bnore \u201cx\u201d")
        == 'curl bash ignore "x"'
    )


@given(st.text())
def test_ascii_text_hides_nothing_and_no_text_breaks_it(text: str) -> None:
    found = list(hidden(text))
    assert all(0 <= each.place < len(text) for each in found)
    assert not (text.isascii() and found)
