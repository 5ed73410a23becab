"""Segments: what goes in is what is found, and comes back from the file as it was."""

import zlib
from array import array
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.recall.segment import MAGIC, Row, Segment, built, load, mapped, save, small, without_vectors

DIMENSIONS = 4
TERMS = st.dictionaries(st.integers(0, 2**32 - 1) | st.integers(0, 9), st.integers(1, 255), max_size=8)


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    made: list[Row] = []
    for number in range(draw(st.integers(0, 6))):
        weights, purpose = draw(TERMS), list(draw(TERMS))
        filters = draw(st.tuples(*[st.integers(0, 2**32 - 1)] * 5))
        row = Row(
            id=number + 1,
            **dict(zip(("state", "domain", "agent", "scope", "phase"), filters, strict=True)),
            terms=array("I", sorted(weights)).tobytes(),
            weights=bytes(weights[term] for term in sorted(weights)),
            purpose=array("I", purpose).tobytes(),
            named=draw(st.integers(0, len(purpose))),
            vector=draw(st.sampled_from([b"", b"\1\2\3\xfd", b"\x7f\0\0\0", b"too long to be one"])),
        )
        made.append(row)
    return made


def same(one: Segment, other: Segment) -> bool:
    pairs = [(getattr(one, name), getattr(other, name)) for name in Segment.__struct_fields__]
    return all(a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b) for a, b in pairs)


@given(rows())
def test_every_skill_is_found_by_each_of_its_terms_and_by_no_other(these: list[Row]) -> None:
    segment = built(these, DIMENSIONS)
    assert len(segment) == len(these)
    expected: dict[int, dict[int, int]] = {}
    for place, row in enumerate(these):
        for term, weight in zip(array("I", row.terms), row.weights, strict=True):
            expected.setdefault(term, {})[place] = weight
        assert segment.purpose(place).tobytes() == row.purpose
    for term in {*expected, 4, 2**31}:
        places, weights = segment.having(term)
        assert dict(zip(places.tolist(), weights.tolist(), strict=True)) == expected.get(term, {})
        assert segment.counts(np.array([term], np.uint32)).tolist() == [len(expected.get(term, {}))]


@given(rows())
def test_what_is_saved_is_what_is_loaded(these: list[Row]) -> None:
    segment = built(these, DIMENSIONS)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.bin"
        save(segment, path)
        assert same(load(path), segment)
        assert [file.name for file in Path(folder).iterdir()] == ["a.bin"]


@given(rows(), st.floats(0, 1, exclude_max=True))
def test_a_file_that_is_cut_is_refused_unless_nothing_was_lost(these: list[Row], part: float) -> None:
    segment = built(these, DIMENSIONS)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.bin"
        save(segment, path)
        whole = path.read_bytes()
        path.write_bytes(whole[: int(part * len(whole))])
        with suppress(ValueError):
            assert same(load(path), segment)


@pytest.mark.parametrize("header", [b"", b"{", b"{}", b"[]", b"5", b'{"ids": 1}', b'{"ids": ["<z9", [1], 0]}', b"\xff"])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(MAGIC + len(header).to_bytes(8, "little") + zlib.crc32(header).to_bytes(8, "little") + header)
    with pytest.raises(ValueError, match=r"."):
        load(path)


@given(st.binary(max_size=200), st.booleans())
def test_garbage_is_refused(garbage: bytes, ours: bool) -> None:  # noqa: FBT001 - hypothesis gives it
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.bin"
        path.write_bytes((MAGIC if ours else b"") + garbage)
        with pytest.raises(ValueError, match=r"."):
            load(path)


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "a.bin")


def test_it_is_known_whether_somebody_has_touched_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    save(built([], DIMENSIONS), path)
    opened = mapped(path)
    assert opened.untouched()
    path.write_bytes(b"short")
    assert not opened.untouched()
    path.unlink()
    assert not opened.untouched()


@given(st.lists(st.sampled_from([0.0, 0.001, 0.3, 1.0]) | st.floats(-1, 1), min_size=1, max_size=DIMENSIONS))
def test_a_small_vector_points_where_the_large_one_does(entries: list[float]) -> None:
    vector = np.array([*entries, 0.1], np.float32)
    stored = np.frombuffer(small(vector), np.int8).astype(np.float64)
    largest = float(np.abs(vector).max())
    assert np.allclose(stored * largest / 127, vector, atol=largest / 254 + 1e-6)


@given(rows())
def test_without_vectors_all_else_is_there(these: list[Row]) -> None:
    bare = without_vectors(built(these, DIMENSIONS), 3)
    assert bare.vectors.shape == (len(these), 3)
    assert not bare.scales.any()
    assert bare.ids.tolist() == [row.id for row in these]
