"""What logs of text have in common: times, and the numbers of people."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.intake import log_lines, shapes
from afterwit.intake.source import Source
from afterwit.redact.matching import matching_at

at_the_start = matching_at(log_lines.TIME)


@pytest.mark.parametrize(
    ("line", "at"),
    [
        (b"2026-11-14T09:30:00Z x", "2026-11-14T09:30:00Z"),
        (b"[2026-11-14T09:30:00Z] x", "2026-11-14T09:30:00Z"),
        (b"2026-11-14 09:30:00 x", "2026-11-14T09:30:00Z"),
        (b"[2026-11-14 09:30] x", "2026-11-14T09:30:00Z"),
        (b"2026-11-14 09:30:00,250 x", "2026-11-14T09:30:00.250Z"),
        (b"2026-11-14T09:30:00.123456Z x", "2026-11-14T09:30:00.123456Z"),
        (b"2026-11-14T11:30:00+02:00 x", "2026-11-14T09:30:00Z"),
        (b"[2026-11-14 11:30:00 +0200] x", "2026-11-14T09:30:00Z"),
        (b"2026-11-14 09:30:00 UTC x", "2026-11-14T09:30:00Z"),
    ],
)
def test_a_time_is_read_in_every_form(line: bytes, at: str) -> None:
    found = log_lines.groups(at_the_start, line)
    assert found is not None
    time, zone, rest = found
    assert log_lines.moment(time, zone) == shapes.moment(at)
    assert rest == " x"


def test_a_time_that_is_none_is_no_time() -> None:
    found = log_lines.groups(at_the_start, b"2026-99-99 99:99:99 x")
    assert found is not None
    assert log_lines.moment(found[0], found[1]) is None
    assert log_lines.groups(at_the_start, b"on 2026-11-14 09:30 x") is None


def test_lines_that_are_no_text_are_mended_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbf\r\n\r\none\r\n\xfftwo\n   \nthree")
    with Source(path) as source:
        assert [line.decode() for line in log_lines.text_lines(source)] == ["one", "\ufffdtwo", "three"]
        assert source.findings.mended_at == [4]


def test_numbers_are_taken_out_in_international_form_and_as_the_parties_have_them() -> None:
    text = "From +15550100 to 555-0142, not +1 or +0123456789: é+442079460000é"
    assert (
        log_lines.without_numbers(text, ["555-0142"]) == "From [number] to [number], not +1 or +0123456789: é[number]é"
    )


@pytest.mark.parametrize(("party", "number"), [("+15550100", True), ("whatsapp:+15550100", True), ("Ama 2", False)])
def test_a_party_with_many_digits_is_a_number(party: str, *, number: bool) -> None:
    assert log_lines.is_number(party) is number


@given(st.text(alphabet="+0159 é\n"))
def test_no_number_is_left_and_all_else_stays(text: str) -> None:
    clean = log_lines.without_numbers(text)
    assert log_lines.without_numbers(clean) == clean
    assert [letter for letter in clean if letter in " é\n"] == [letter for letter in text if letter in " é\n"]


@pytest.mark.parametrize(("lines", "of_the_form", "log"), [(1, 1, False), (2, 2, True), (4, 2, True), (5, 2, False)])
def test_a_log_is_known_by_two_lines_and_half_of_all(lines: int, of_the_form: int, *, log: bool) -> None:
    assert log_lines.mostly(lines, of_the_form) is log
