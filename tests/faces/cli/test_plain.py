"""Other people's text on a terminal."""

import pytest

from afterwit.faces.cli.plain import one_line


@pytest.mark.parametrize("sign", ["\u200b", "\u200f", "\u202e", "\u2060", "\u2066", "\ufeff"])
def test_signs_that_hide_or_turn_round_are_left_out(sign: str) -> None:
    assert one_line(f"trim{sign}med") == "trimmed"


@pytest.mark.parametrize("sign", ["\n", "\r", "\x1b", "\x07", "\x9b", "\x7f"])
def test_signs_that_steer_a_terminal_become_spaces(sign: str) -> None:
    assert one_line(f"trim{sign}the wick") == "trim the wick"


def test_other_alphabets_stay_as_they_are() -> None:
    assert (
        one_line("\u041b\u0430\u043c\u043f\u0430 \u2014 \u201clamp\u201d")
        == "\u041b\u0430\u043c\u043f\u0430 \u2014 \u201clamp\u201d"
    )
