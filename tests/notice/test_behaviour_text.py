"""What is said in a message, without code, quotations and addresses."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.notice.behaviour_text import LONGEST, excerpt, questions, reply_in, sentences, spoken


def asked(text: str) -> int:
    return len(questions(spoken(text)))


class TestQuestions:
    """A question mark is a question only where somebody asks."""

    @pytest.mark.parametrize(
        ("text", "count"),
        [
            ("Which day suits you?", 1),
            ("Which day suits you? And at what time?", 2),
            ("Really??", 1),
            ("What?! Now?", 2),
            ("何時ですか\uff1f どこですか\uff1f", 2),
            ("متى\u061f", 1),
            ("All done.", 0),
            ("", 0),
        ],
    )
    def test_each_is_counted_once(self, text: str, count: int) -> None:
        assert asked(text) == count

    @pytest.mark.parametrize(
        "text",
        [
            "Use `a ? b : c` there.",
            "See https://example.org/search?q=tea&lang=en and www.example.org/?page=2 for more.",
            'He asked "who is it?" and "why?", and left.',
            "She asked “are you coming?” twice.",
            "```python\nx = input('Name?')\ny = input('Age?')\n```",
            "> What is it?\n> And why?\nThat is what you wrote.",
            "The red one (?) is sold out.",
            "It matches colou?r in the file.",
        ],
    )
    def test_what_stands_in_code_quotes_and_addresses_asks_nothing(self, text: str) -> None:
        assert asked(text) == 0

    def test_the_choices_below_a_question_belong_to_it(self) -> None:
        assert asked("Which one shall I take?\n- the red one?\n- the blue one?\n3) neither?") == 1

    def test_a_list_of_questions_is_as_many(self) -> None:
        assert asked("I have two questions:\n1. What is her name?\n2. How old is she?") == 2


class TestSpoken:
    """Whatever is taken out, every place stays where it was."""

    @given(st.text())
    def test_it_is_as_long_as_the_text(self, text: str) -> None:
        assert len(spoken(text)) == min(len(text), LONGEST)

    @given(st.text(alphabet='ab `"“”?!.\n>:/1-') | st.text())
    def test_sentences_cover_all_words_in_order(self, text: str) -> None:
        spans = list(sentences(text))
        assert all(start < end for start, end in spans)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
        outside = set(range(len(text))) - {place for start, end in spans for place in range(start, end)}
        assert all(text[place].isspace() for place in outside)

    @given(st.text(), st.integers(0, 50), st.integers(0, 50))
    def test_an_excerpt_stands_in_the_text(self, text: str, start: int, length: int) -> None:
        assert excerpt(text, start, start + length) in text

    @pytest.mark.parametrize("unit", ["?", '"', "`", "“a", "``", "> ?\n", "a://", "- ?\n", "...", "?!"])
    def test_no_text_makes_it_slow(self, unit: str) -> None:
        started = time.perf_counter()
        said = spoken(unit * (LONGEST // len(unit)))
        list(sentences(said))
        questions(said)
        assert time.perf_counter() - started < 2


class TestReplies:
    """An agent may answer with an object of which the user reads a part."""

    def test_what_the_user_reads_is_taken_out_of_an_object(self) -> None:
        assert reply_in('{"reply": "At six. Shall I add it?", "self_corrections": []}') == "At six. Shall I add it?"

    @pytest.mark.parametrize(
        "text", ["{not json}", '{"n": 1}', "[1]", "{}", "At six.", '{"reply": 5}', "{" * 9999 + "}"]
    )
    def test_anything_else_is_read_as_it_is(self, text: str) -> None:
        assert reply_in(text) == text

    @given(st.text().map(lambda text: f"{{{text}}}"))
    def test_it_never_breaks(self, text: str) -> None:
        assert isinstance(reply_in(text), str)
