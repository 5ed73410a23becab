"""Finding skills for a need, in a real project."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings import HashedEmbedder
from afterwit.config import Config, Judge, Recall
from afterwit.engine.decisions import move, person
from afterwit.engine.find import Found, search
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.model.package import Package
from afterwit.model.proposal import CreateSkill
from afterwit.recall.searcher import Filters
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.keep.keeping import package
from tests.recall.books import Failing, skill

DIFF = package()
ODD = ('"crab', "crab*", "NEAR(crab pots)", "name:crab", "crab AND NOT pots", "\x00crab", "crab^2", "{crab}")


def taken_in(here: Kernel, *packages: Package) -> None:
    for each in packages:
        assert decide(person(CreateSkill(package=each), here), here.rooms).fate == "applied"


def find(need: str, here: Kernel, k: int = 5, threshold: float | None = None) -> list[Found]:
    return list(search(need, here, k, threshold=threshold).results)


def names(need: str, here: Kernel, k: int = 5) -> list[str]:
    return [found.name for found in find(need, here, k)]


def test_the_skill_that_fits_best_comes_first_and_says_why(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        taken_in(here, CRAB, LAMP, DIFF)
        best = find("the oil lamp is smoking again", here)[0]
        assert best.name == LAMP.name
        assert set(best.why) == {"oil", "lamp", "smoking"}
        assert best.description.startswith("Stops an oil lamp from smoking.")
        assert (Path(best.path) / "SKILL.md").read_bytes() == LAMP.files["SKILL.md"]
        assert best.score > 0


def test_the_reasons_are_words_of_the_need_each_once(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        taken_in(here, LAMP)
        (found,) = find("wick, wick and lamp: zebra", here)
        assert sorted(found.why) == ["lamp", "wick"]


def test_no_more_than_asked_for(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        taken_in(here, CRAB, LAMP, DIFF)
        need = "crab pots, an oil lamp and the flag of a pull request"
        assert set(names(need, here)) == {CRAB.name, LAMP.name, DIFF.name}
        assert names(need, here, 2) == names(need, here)[:2]


def test_a_score_never_grows_from_one_to_the_next(tmp_path: Path) -> None:
    common = [
        package(f"rl-boat-{name}", f"Tie the {name} rope to the harbour wall.", description=f"Moors a {name}.")
        for name in ("cutter", "ketch", "yawl", "sloop", "lugger")
    ]
    rare = package("rl-quokka-tail", "Hold it still.", description="Brushes a quokka.", use_when="a quokka sheds.")
    with opened(tmp_path, Config(judge=Judge(duplicate_similarity=1.0))) as here:
        taken_in(here, *common, rare)
        found = find("a quokka on the harbour wall", here, 9, threshold=0)
        assert rare.name in [one.name for one in found]
        assert len(found) > 1
        scores = [one.score for one in found]
        assert scores == sorted(scores, reverse=True)


def test_only_active_skills_are_found(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        taken_in(here, CRAB)
        assert names("crab pots", here) == [CRAB.name]
        move(CRAB.name, "archive", here)
        assert names("crab pots", here) == []
        move(CRAB.name, "restore", here)
        assert names("crab pots", here) == [CRAB.name]


def test_a_need_that_shares_no_word_finds_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        assert names("crab pots", here) == []
        taken_in(here, CRAB)
        assert names("marmalade", here) == []
        assert names("the of and", here) == []


def test_a_skill_that_was_edited_by_hand_is_found_by_its_new_words(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        taken_in(here, CRAB)
        file = Path(find("crab", here)[0].path) / "SKILL.md"
    file.write_text(f"{file.read_text(encoding='utf-8')}\nBeware of the marmalade.\n", encoding="utf-8")
    with opened(tmp_path) as here:
        assert names("marmalade", here) == [CRAB.name]


def test_a_skill_that_is_gone_is_not_found(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        taken_in(here, CRAB, LAMP)
        folder = Path(find("crab", here)[0].path)
        folder.rename(tmp_path / "elsewhere")
        assert CRAB.name not in names("crab pots and lamps", here)


def test_any_text_is_a_need(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        taken_in(here, CRAB, LAMP)

        @given(need=st.text(max_size=60) | st.sampled_from(ODD), most=st.integers(1, 9))
        def looked_for(need: str, most: int) -> None:
            assert len(find(need, here, most)) <= most

        looked_for()


NONE = Config(recall=Recall(embedder="none"))


def put_there(folder: Path, *packages: Package) -> None:
    """Skills in a project, as if they had always been there."""
    laid_out(folder / ".afterwit" / "skills", *packages)


def test_below_the_threshold_nothing_is_given_and_how_near_the_best_was_is_told(tmp_path: Path) -> None:
    put_there(tmp_path, CRAB, LAMP)
    with opened(tmp_path, NONE) as here:
        need = "finish the report on last year's sales within an hour, then send it to everybody"
        unsure = search(need, here)
        assert (unsure.results, unsure.threshold) == ((), here.config.recall.threshold)
        assert 0 < unsure.best < unsure.threshold
        every = search(need, here, threshold=0)
        assert [one.name for one in every.results] == [LAMP.name]
        assert every.best == unsure.best == every.results[0].score


def test_a_few_telling_words_that_a_skill_has_all_of_are_enough(tmp_path: Path) -> None:
    put_there(tmp_path, CRAB, LAMP)
    with opened(tmp_path, NONE) as here:
        assert names("wick", here) == names("Wick lamp", here) == [LAMP.name]


def test_an_error_met_on_another_machine_finds_the_skill_that_is_about_it(tmp_path: Path) -> None:
    about = "error: cannot lock ref /home/ada/lantern/.git/HEAD after 31 tries"
    put_there(tmp_path, skill("locks", "Frees a reference.", f"Where it says `{about}`, wait."), CRAB)
    with opened(tmp_path, NONE) as here:
        (found,) = find("$ git fetch\nerror: cannot lock ref /srv/x/.git/HEAD after 2 tries", here)
        assert (found.name, found.same_error) == ("locks", True)
        assert found.why[0].startswith("the same error: ")


@pytest.mark.parametrize("query", ["база данных молчит", "数据库连接超时"])
def test_skills_in_other_scripts_are_found_by_their_words(tmp_path: Path, query: str) -> None:
    russian = skill("russian", "Чинит соединение, когда база данных молчит.", "Перезапустите сервер.")
    chinese = skill("chinese", "修复数据库连接超时的问题。", "重启连接池。")
    put_there(tmp_path, russian, chinese, CRAB)
    with opened(tmp_path, NONE) as here:
        (found,) = find(query, here)
        assert query[:2] in found.description
        assert all(why in query for why in found.why)


def test_who_searches_is_told_where_meaning_was_not_looked_at(tmp_path: Path) -> None:
    put_there(tmp_path, CRAB)
    with opened(tmp_path, NONE) as here:
        without = search("empty crab pots", here)
        assert without.notes == ("Found by words only: recall.embedder is none",)
        failed = search("empty crab pots", msgspec.structs.replace(here, embedder=Failing()))
        assert failed.notes == ("Found by words only: The model is on holiday: try again tomorrow.",)
        assert failed.results == without.results
        assert failed.results[0].meaning is None
        meant = search("empty crab pots", msgspec.structs.replace(here, embedder=HashedEmbedder()))
        assert (meant.notes, [one.name for one in meant.results]) == ((), [CRAB.name])
        assert meant.results[0].meaning is not None


def test_a_broken_index_is_made_anew_and_that_is_told(tmp_path: Path) -> None:
    put_there(tmp_path, CRAB)
    with opened(tmp_path, NONE) as here:
        before = search("empty crab pots", here)
    (tmp_path / ".afterwit" / "index.db").write_bytes(b"scribbled over from the beginning to the end" * 300)
    with opened(tmp_path, NONE) as here:
        after = search("empty crab pots", here)
        assert after.results == before.results
        assert "The index was broken and has been made anew from the skills." in after.notes


def test_only_what_the_filters_let_through_is_found(tmp_path: Path) -> None:
    put_there(tmp_path, CRAB, LAMP)
    with opened(tmp_path, NONE) as here:
        need = "crab pots and an oil lamp"
        found = search(need, here, threshold=0, filters=Filters(domain="fishing"))
        assert [one.name for one in found.results] == [CRAB.name]
        assert search(need, here, threshold=0, filters=Filters(domain="nothing")).results == ()
