"""Counting tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.tokens import Bytes, O200k, tokeniser

MISSING = "afterwit_has_no_such_package"
VARIED = (
    "Lists the files of a pull request. Use when gh refuses the flag --stat.",
    "def count(self, text: str) -> int:\n\treturn len(text.encode('utf-8', 'replace'))\n",
    "拉取请求的文件列表。当参数被拒绝时使用。",
    "プルリクエストのファイルを一覧する。フラグが拒否されたとき。",
    "풀 리퀘스트의 파일을 나열합니다.",
    "Перечисляет файлы запроса на слияние.",
    "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇺🇳 ✅❌",
    "1!2?3:4;5.6,7" * 20,
    "\U000e0041\U000f0000\U0010fffd",
    "x" * 5000,
    " \n\t\r\n" * 50,
)


@pytest.fixture
def real() -> O200k:
    """The tokeniser itself; there is none for every Python."""
    found = tokeniser()
    if not isinstance(found, O200k):
        pytest.skip("rs_bpe is not installed")
    return found


def test_a_text_costs_what_the_model_counts(real: O200k) -> None:
    assert real.name == "o200k_base"
    assert [real.count(text) for text in ("", "hello", "hello world", "<|endoftext|>")] == [0, 1, 2, 7]


def test_without_the_package_an_upper_bound_is_counted_and_called_one() -> None:
    found = tokeniser(MISSING)
    assert "upper bound" in found.name
    assert [found.count(text) for text in ("", "hello", "日本")] == [0, 5, 6]


@pytest.mark.parametrize("text", VARIED)
def test_the_bound_is_never_below_the_count(real: O200k, text: str) -> None:
    assert 0 < real.count(text) <= Bytes().count(text)


def test_the_bound_is_never_below_the_count_of_any_text(real: O200k) -> None:
    signs = st.text(st.sampled_from("1!2?\n '`{}\\_aQz"), max_size=80)

    @given(text=st.text(max_size=80) | signs)
    def counted(text: str) -> None:
        assert real.count(text) <= Bytes().count(text)

    counted()


def test_no_smaller_share_of_the_bytes_would_be_a_bound(real: O200k) -> None:
    text = "1!" * 100
    assert real.count(text) == Bytes().count(text)


@pytest.mark.parametrize("package", ["rs_bpe.bpe", MISSING])
def test_half_of_a_character_is_counted_too(package: str) -> None:
    assert tokeniser(package).count("a\ud800b") > 0
