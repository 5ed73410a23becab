"""What a user says in their own voice, and what they only pasted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.notice.own_words import spoken


def own(text: str) -> list[str]:
    return [text[sentence.start : sentence.end] for sentence in spoken(text).sentences]


def test_sentences_are_told_as_they_stand() -> None:
    assert own("No.  Use `make test`, e.g. here!\nAnd \u201cthis\u201d too") == [
        "No.",
        "Use `make test`, e.g. here!",
        "And \u201cthis\u201d too",
    ]


@pytest.mark.parametrize(
    "pasted",
    [
        "```\nnot mine\n```",
        "~~~\nnot mine\n~~~",
        "> not mine",
        "| not | mine |",
        "# Not mine",
        "    not mine",
        "<system-reminder>\nnot mine\n</system-reminder>",
        "<command-name>not mine",
        "ValueError: not mine",
        '  File "not/mine.py", line 3',
        "2026-01-31 12:00:00 not mine",
        "error: not mine",
        "$ not mine",
        "diff --git a/not b/mine",
        "+not mine",
        "const not = mine",
        "from not import mine",
        "- not\n- mine\n- at\n- all",
    ],
)
def test_what_is_pasted_is_not_the_users_own(pasted: str) -> None:
    assert own(f"Look at this.\n{pasted}") == ["Look at this."]


def test_a_short_list_is_the_users_own() -> None:
    assert own("- use pnpm\n- skip the docs") == ["use pnpm", "skip the docs"]


def test_a_line_that_was_wrapped_goes_on() -> None:
    text = "Please run the tests of the whole package before you push, and\ntell me what they say."
    assert own(text) == [text]


def test_a_document_is_heard_at_its_ends() -> None:
    page = "\n\n".join(f"Paragraph {number} says this. And that." for number in range(200))
    said = spoken(f"Read this page.\n\n{page}\n\nTell me what it says.")
    assert said.document
    assert [sentence.plain.strip() for sentence in said.sentences] == ["read this page.", "tell me what it says."]


def test_the_end_of_a_long_paste_is_not_taken_for_speech() -> None:
    code = "\n".join(f"value number {number} of the table" for number in range(400))
    assert own(f"Read this.\n\n```\n{code}\n```\n\nThen stop.") == ["Read this.", "Then stop."]


def test_short_forms_and_marks_are_the_same_to_the_patterns() -> None:
    plain = {spoken(text).sentences[0].plain for text in ("Don\u2019t use `x`", "do not use `y z`", "dont  use `w`")}
    assert plain == {" don't use codeword "}


@given(
    st.text(max_size=300)
    | st.lists(st.sampled_from(["```", "\n", "<a-b>", "</a-b>", '"', "`", "no. ", "- "])).map("".join)
)
def test_every_sentence_stands_in_the_text_in_order(text: str) -> None:
    at = 0
    for sentence in spoken(text).sentences:
        assert at <= sentence.start < sentence.end <= len(text)
        at = sentence.end
