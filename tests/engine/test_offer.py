"""What an agent is told unasked, from the shelf alone."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings import HashedEmbedder
from afterwit.adapters.tokens import Bytes
from afterwit.config import Config, Recall
from afterwit.engine.offer import COMMON, FEW, MOST_SKILLS, Capped, at_start, for_error, for_prompt
from afterwit.engine.offered import Offered
from afterwit.engine.project import Project
from afterwit.engine.shelf import Shelf, shelf
from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.keep.keeping import package
from tests.recall.books import Counting, skill

SMOKING = "the glass of my oil lamp turns black and it is smoking"
ABOUT = "error: cannot lock ref {} after {} tries"
LOCKS = skill("locks", "Frees a reference.", f"Where it says `{ABOUT.format('/a/HEAD', 31)}`, wait.")


@contextmanager
def opened(root: Path, *, embedder: str = "none", **recall: object) -> Generator[Shelf]:
    """The shelf of a project, in which there is no store."""
    config = Config(recall=msgspec.convert({"embedder": embedder, **recall}, Recall))
    with shelf(Project(root), config) as here:
        yield here
    assert not (root / ".afterwit" / "afterwit.db").exists()


@pytest.fixture
def offered(tmp_path: Path) -> Offered:
    """What a session was told: nothing so far."""
    laid_out(tmp_path / ".afterwit" / "skills", CRAB, LAMP, LOCKS)
    return Offered(tmp_path / ".afterwit", "s1")


def test_a_session_that_starts_is_told_the_domains_and_all_lessons_count_as_told(
    tmp_path: Path, offered: Offered
) -> None:
    (tmp_path / ".afterwit" / "lessons.md").write_text("- Trim it.\n- Then light it.\n", encoding="utf-8")
    with opened(tmp_path) as here:
        assert at_start(here, offered).splitlines()[-2:] == ["- Then light it.", "- Trim it."]
        assert for_prompt("do something else then", here, offered) == ""


def test_the_newest_lessons_come_first_wherever_they_are_told(tmp_path: Path, offered: Offered) -> None:
    dated = ("2026-03-05T00:00:00Z Light it.", "2026-03-06T00:00:00Z Look.", "2026-03-04T00:00:00Z Trim it.", "Oil it.")
    file = tmp_path / ".afterwit" / "lessons.md"
    file.write_text("".join(f"- {lesson}\n" for lesson in dated), encoding="utf-8")
    newest_first = ["- Look.", "- Light it.", "- Trim it.", "- Oil it."]
    with opened(tmp_path) as here:
        assert for_prompt("do something else then", here, offered).splitlines()[1:] == newest_first
        assert at_start(here, offered).splitlines()[-4:] == newest_first


def test_a_skill_that_is_told_at_a_prompt_is_claimed_and_counted_later(tmp_path: Path, offered: Offered) -> None:
    with opened(tmp_path) as here:
        assert "`rl-lamp-wick`" in for_prompt(SMOKING, here, offered)
        assert for_prompt(SMOKING, here, offered) == ""
    assert (offered.has(LAMP.name), offered.has(CRAB.name)) == (True, False)
    assert b"rl-lamp-wick" in (tmp_path / ".afterwit" / "spool.jsonl").read_bytes()


def test_a_skill_that_another_hook_claims_meanwhile_is_left_out(tmp_path: Path, offered: Offered) -> None:
    class Late(Offered):
        """Has not seen yet what another has told."""

        def has(self, skill: str) -> bool:
            """Not yet."""
            del skill
            return False

    offered.claim(LAMP.name)
    (tmp_path / ".afterwit" / "lessons.md").write_text("- Trim it.\n", encoding="utf-8")
    with opened(tmp_path) as here:
        told = for_prompt(SMOKING, here, Late(tmp_path / ".afterwit", "s1"))
    assert told == "Lessons of this project that came since:\n- Trim it.\n"


def test_below_the_threshold_nothing_is_told(tmp_path: Path, offered: Offered) -> None:
    with opened(tmp_path, unasked_threshold=1.0) as here:
        assert for_prompt(SMOKING, here, offered) == ""


def test_where_many_skills_would_have_to_be_read_first_they_are_found_by_words(
    tmp_path: Path, offered: Offered
) -> None:
    many = [package(f"rl-many-{number}", description=f"Counts the {number}th fish.") for number in range(FEW)]
    laid_out(tmp_path / ".afterwit" / "skills", *many)
    with opened(tmp_path) as here:
        model = Counting()
        assert "`rl-lamp-wick`" in for_prompt(SMOKING, msgspec.structs.replace(here, embedder=model), offered)
        assert model.seen == []


def test_a_few_are_read_at_once(tmp_path: Path, offered: Offered) -> None:
    with opened(tmp_path) as here:
        model = Counting()
        for_prompt(SMOKING, msgspec.structs.replace(here, embedder=model), offered)
        assert len(model.seen) == 4
        assert isinstance(model, HashedEmbedder)


def test_an_error_is_known_whatever_its_particulars(tmp_path: Path, offered: Offered) -> None:
    shown = f"$ git fetch\n{ABOUT.format('/srv/x/HEAD', 2)}\nDone."
    with opened(tmp_path) as here:
        assert for_error(shown, here, offered).startswith("This error is known in this project (by Afterwit):\n- Skill")
        assert for_error(shown, here, offered) == ""


def test_a_skill_that_was_told_at_a_prompt_is_told_again_at_its_error(tmp_path: Path, offered: Offered) -> None:
    with opened(tmp_path) as here:
        (name,) = [
            entry.name for entry in here.index.entries("active") if "lock" in entry.name or "HEAD" in entry.trigger
        ]
        assert offered.claim(name)
        shown = ABOUT.format("/srv/x/HEAD", 2)
        assert f"`{name}`" in for_error(shown, here, offered)
        assert for_error(shown, here, offered) == ""


def test_a_skill_that_only_has_its_words_is_not_about_it(tmp_path: Path, offered: Offered) -> None:
    with opened(tmp_path) as here:
        assert for_error("error: the oil lamp is smoking and its glass is black", here, offered) == ""


def test_an_error_that_many_skills_are_about_tells_none_of_them_apart(tmp_path: Path, offered: Offered) -> None:
    text = "Where it says `error: the command has failed`, do this."
    laid_out(tmp_path / ".afterwit" / "skills", *(skill(f"s-{number}", "Does it.", text) for number in range(COMMON)))
    with opened(tmp_path) as here:
        assert for_error("error: the command has failed", here, offered).count("- Skill `") == MOST_SKILLS
    laid_out(tmp_path / ".afterwit" / "skills", skill("s-more", "Does it.", text))
    with opened(tmp_path) as here:
        assert for_error("error: the command has failed", here, Offered(tmp_path / ".afterwit", "s2")) == ""


def test_a_skill_that_cannot_be_read_hides_no_other(tmp_path: Path, offered: Offered) -> None:
    with opened(tmp_path) as here:
        broken = tmp_path / ".afterwit" / "skills" / LAMP.name / "references"
        broken.mkdir()
        (broken / "elsewhere").symlink_to(tmp_path)
        laid_out(
            tmp_path / ".afterwit" / "skills",
            package("rl-oil-lamp", description="Stops an oil lamp from smoking, its glass from turning black."),
        )
        here.look()
        told = for_prompt("an oil lamp is smoking and its glass turns black", here, offered)
    assert "`rl-oil-lamp`" in told
    assert "`rl-lamp-wick`" not in told


@given(text=st.text(max_size=300), budget=st.integers(0, 1000), most=st.integers(1, 1000))
def test_a_text_of_too_many_characters_has_too_many_tokens(text: str, budget: int, most: int) -> None:
    counted = Capped(Bytes(), budget, most).count(text)
    assert counted >= Bytes().count(text)
    if counted <= budget and budget:
        assert len(text) <= most
