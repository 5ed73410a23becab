"""Vectors by model and text, in a file that may be thrown away."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.errors import StoreFailed
from afterwit.recall.vectors import AT_ONCE, Vectors

GONE = b"a vector of what is gone"
MANY = {f"key-{number}": bytes([number % 256]) * 300 for number in range(AT_ONCE + 20)}


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


@given(st.dictionaries(st.text(), st.binary(max_size=9)), st.dictionaries(st.text(), st.binary(max_size=9)))
def test_what_is_known_is_what_was_put_last_for_that_model(first: dict[str, bytes], second: dict[str, bytes]) -> None:
    with closing(Vectors()) as vectors:
        vectors.put("m", first)
        vectors.put("m", second)
        both = {**first, **second}
        assert vectors.get("m", [*both, *both, "unheard of"]) == {
            key: both[key] for key in (*both, "unheard of") if key in both
        }
        assert vectors.get("another", both) == {}


def test_they_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    with closing(Vectors(tmp_path / "v.db")) as vectors:
        vectors.put("m", MANY)
    with closing(Vectors(tmp_path / "v.db")) as vectors:
        assert vectors.get("m", MANY) == MANY


def test_of_what_is_forgotten_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    with closing(Vectors(tmp_path / "v.db")) as vectors, closing(Vectors(tmp_path / "v.db")) as other:
        vectors.put("m", {"kept": b"1", "gone-key": GONE})
        other.put("another", {"gone-key": GONE})
        assert GONE in everything(tmp_path)
        assert vectors.keep_only({"kept", "never there"}) == 1
        assert vectors.keep_only({"kept"}) == 0
        assert other.get("m", ["kept", "gone-key"]) == {"kept": b"1"}
        assert GONE not in everything(tmp_path)
    assert GONE not in everything(tmp_path)
    assert b"gone-key" not in everything(tmp_path)


@pytest.mark.parametrize("content", [b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_broken_is_begun_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "v.db").write_bytes(content)
    with closing(Vectors(tmp_path / "v.db")) as vectors:
        assert vectors.get("m", ["a"]) == {}
        vectors.put("m", {"a": b"1"})
        assert vectors.get("m", ["a"]) == {"a": b"1"}


def test_a_file_that_is_broken_further_in_is_begun_anew_when_that_is_met(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    with closing(Vectors(path)) as vectors:
        vectors.put("m", MANY)
    whole = path.read_bytes()
    half = len(whole) // 2
    path.write_bytes(whole[:half] + b"\xff" * (len(whole) - half))
    with closing(Vectors(path)) as vectors:
        assert vectors.get("m", MANY) == {}
        vectors.put("m", MANY)
        assert vectors.get("m", MANY) == MANY
        assert vectors.keep_only(MANY) == 0


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="cannot be used"):
        Vectors(tmp_path / "missing" / "v.db")
