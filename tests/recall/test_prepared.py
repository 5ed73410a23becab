"""A skill made ready for the index."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.words import tokens
from afterwit.recall.marks import commands, errors
from afterwit.recall.prepared import LONGEST_PURPOSE, Prepared, number, packed, prepare, storable, unpacked
from tests.recall.books import skill

ANYTHING = st.text(st.characters(), max_size=120)


def made(name: str, description: str, body: str = "Wait.", **metadata: str) -> Prepared:
    return prepare(name, skill(name, description, body, **metadata).text)


def weights(prepared: Prepared) -> dict[int, int]:
    return dict(zip(array("I", prepared.terms), prepared.weights, strict=True))


def weight(prepared: Prepared, word: str) -> int:
    (term,) = tokens(word)
    return weights(prepared).get(number(term), 0)


@given(ANYTHING, ANYTHING)
def test_any_text_is_made_ready(name: str, text: str) -> None:
    prepared = prepare(name, text)
    terms = [*array("I", prepared.terms)]
    assert terms == sorted(set(terms))
    assert len(prepared.weights) == len(terms)
    assert 0 not in prepared.weights
    assert prepared.named <= len(array("I", prepared.purpose))
    assert unpacked(packed(prepared.features)) == prepared.features
    for told in (*prepared.told, prepared.phase, prepared.embedded):
        assert "\0" not in str(told)
        str(told).encode()


def test_a_word_counts_more_in_the_name_and_the_description_than_in_the_body() -> None:
    prepared = made("rl-quokka", "Brushes a wombat.", f"A numbat looks on. {'It rains on the harbour. ' * 60}")
    assert min(weight(prepared, "quokka"), weight(prepared, "wombat")) > weight(prepared, "numbat") > 0
    assert weight(prepared, "zebra") == 0


def test_in_a_longer_body_a_word_counts_less() -> None:
    short, long = (made("x", "Y.", f"A numbat {'looks on ' * times}") for times in (1, 400))
    assert weight(short, "numbat") > weight(long, "numbat") > 0


def test_the_prefix_that_all_learned_skills_have_is_no_word_of_theirs() -> None:
    assert weight(made("rl-quokka", "Brushes."), "rl") == 0


def test_the_errors_and_commands_that_it_shows_are_terms_of_it() -> None:
    error = "fatal: invalid upstream /home/ada/lamp"
    prepared = made("x", "Rebases.", f"Where “{error}” is said:\n\n```sh\ngit rebase main\n```", fingerprints="e:0123")
    for term in (*errors(error), *commands("`git rebase main`"), "e:0123"):
        assert number(term) in weights(prepared)


def test_an_error_that_is_only_talked_about_is_none_of_its_own() -> None:
    prose = "Beware: an error such as this one cannot be told from others."
    assert not {number(mark) for mark in errors(prose)} & weights(made("x", "Y.", prose)).keys()


def test_its_meaning_is_that_of_its_name_and_of_what_it_is_for() -> None:
    prepared = made("rl-quokka_tail", "Brushes a quokka.", "## Situation\nThe quokka sheds. It rains.\n")
    assert prepared.embedded == "quokka tail. Brushes a quokka. The quokka sheds."
    said = made("x", "Brushes. Use when the quokka sheds.").embedded
    assert said.count("Use when the quokka sheds.") == 1
    assert len(made("x", "long " * 999).embedded) <= LONGEST_PURPOSE


@given(ANYTHING, ANYTHING)
def test_its_key_is_another_where_what_it_is_for_is_and_only_there(one: str, other: str) -> None:
    first, second = (made("x", "Y.", text) for text in (one, other))
    assert (first.key == second.key) == (first.embedded == second.embedded)
    assert made("x", "Y.", "A.").key == made("x", "Y.", "B.").key != made("x", "Z.", "A.").key


def test_where_it_holds_is_told() -> None:
    prepared = made("x", "Y.", scope="project", phase="testing")
    assert (prepared.scope, prepared.phase) == ("project", "testing")
    assert (made("x", "Y.").scope, made("x", "Y.").phase) == ("", "")


def test_a_name_of_hundreds_of_words_is_one() -> None:
    name = " ".join(f"word{number}" for number in range(400))
    assert made(name, "Y.").named <= 255


@given(ANYTHING)
def test_storable_text_is_as_long_and_has_nothing_that_a_file_refuses(text: str) -> None:
    assert "\0" not in storable(text)
    assert len(storable(text)) == len(text)
    assert storable(storable(text)) == storable(text)
