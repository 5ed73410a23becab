"""Texts become the same numbers as in the tokeniser that the model was made with.

`golden.json` holds texts of ours with the numbers that the original gives for them.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings.minilm import VOCABULARY
from afterwit.adapters.embeddings.wordpiece import CHARACTERS_PER_TOKEN, MOST_CHARACTERS, WordPiece
from afterwit.errors import ModelFailed

GOLDEN: list[tuple[str, list[int]]] = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "a", "##b", "!"]
BEGIN, END = 101, 102
MEGABYTE = 1_000_000

wordpiece = WordPiece.read(VOCABULARY)


@pytest.mark.parametrize(("text", "numbers"), GOLDEN, ids=range(len(GOLDEN)))
def test_a_text_has_the_numbers_of_the_original(text: str, numbers: list[int]) -> None:
    assert wordpiece.encode(text, 512) == numbers


@pytest.mark.parametrize("limit", [2, 3, 8, 16])
@pytest.mark.parametrize(("text", "numbers"), GOLDEN[2:8], ids=range(2, 8))
def test_what_is_too_long_is_cut_and_still_ends(text: str, numbers: list[int], limit: int) -> None:
    assert wordpiece.encode(text, limit) == ([*numbers[: limit - 1], END] if len(numbers) > limit else numbers)


def test_words_are_cut_into_the_longest_pieces() -> None:
    assert WordPiece(PIECES).encode("Unaffable ab!", 16) == [2, 4, 5, 6, 7, 8, 9, 3]


def test_a_word_that_no_pieces_make_up_is_unknown_as_a_whole() -> None:
    assert WordPiece(PIECES).encode("unaffordable a", 16) == [2, 1, 7, 3]


def test_halves_of_characters_are_left_out() -> None:
    assert wordpiece.encode("bro\ud800ken \udfff", 16) == wordpiece.encode("broken", 16)


def test_more_different_characters_than_are_remembered_make_no_difference() -> None:
    text = "".join(map(chr, range(0x3400, 0x3400 + MOST_CHARACTERS + 5000)))
    assert wordpiece.encode(text, 512) == wordpiece.encode(text, 512)
    assert wordpiece.encode(text[-100:], 512) == wordpiece.encode(" ".join(text[-100:]), 512)


@given(st.text(st.characters(), max_size=200), st.integers(2, 64))
def test_any_text_gives_numbers_within_the_limit(text: str, limit: int) -> None:
    numbers = wordpiece.encode(text, limit)
    assert (numbers[0], numbers[-1]) == (BEGIN, END)
    assert len(numbers) <= limit
    assert all(0 <= number < 30_522 for number in numbers)


@given(st.text(max_size=100), st.text(max_size=100))
def test_what_stands_apart_is_read_apart(first: str, second: str) -> None:
    apart = [wordpiece.encode(part, 4096)[1:-1] for part in (first, second)]
    assert wordpiece.encode(f"{first} {second}", 4096)[1:-1] == [*apart[0], *apart[1]]


@pytest.mark.parametrize(
    "text",
    [
        "a" * MEGABYTE,
        "\u0316\u0301" * (MEGABYTE // 2),
        ("a" + "\u0315\u0300\u05ae\u0323" * 50) * 5000,
        "\ud800" * MEGABYTE,
        "[" * MEGABYTE,
        "[SEP]" * (MEGABYTE // 5),
        "漢" * MEGABYTE,
        (("z" * 99 + "\N{GRINNING FACE}") + " ") * (MEGABYTE // 101),
        " " * MEGABYTE,
    ],
    ids=["word", "marks", "zalgo", "halves", "brackets", "separators", "ideographs", "no pieces", "spaces"],
)
def test_a_hostile_megabyte_takes_no_more_than_its_beginning(text: str) -> None:
    assert wordpiece.encode(text, 256) == wordpiece.encode(text[: 256 * CHARACTERS_PER_TOKEN], 256)


def test_a_file_with_the_line_ends_of_another_system_reads_the_same(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes("\r\n".join([*PIECES, ""]).encode())
    assert WordPiece.read(path).encode("unaffable", 16) == [2, 4, 5, 6, 3]


def test_a_vocabulary_without_its_special_pieces_is_refused() -> None:
    with pytest.raises(ModelFailed, match=r"has no \[CLS\], \[SEP\]: give the vocab.txt of a BERT model"):
        WordPiece(["[PAD]", "[UNK]", "a"])


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
def test_what_cannot_be_read_is_no_vocabulary(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "vocab.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelFailed, match="cannot be read as a vocabulary"):
        WordPiece.read(path)


def test_the_vocabulary_is_whole() -> None:
    lines = VOCABULARY.read_text(encoding="utf-8").split("\n")
    assert (len(lines), lines[0], lines[101], lines[30_521], lines[30_522]) == (
        30_523,
        "[PAD]",
        "[CLS]",
        "##\N{FULLWIDTH TILDE}",
        "",
    )
