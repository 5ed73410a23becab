"""Finding skills for a need, in a real project."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Config, Judge
from afterwit.engine.decisions import move, person
from afterwit.engine.find import find
from afterwit.engine.kernel import Kernel
from afterwit.engine.review_and_learn import decide
from afterwit.model.package import Package
from afterwit.model.proposal import CreateSkill
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP
from tests.keep.keeping import package

DIFF = package()
ODD = ('"crab', "crab*", "NEAR(crab pots)", "name:crab", "crab AND NOT pots", "\x00crab", "crab^2", "{crab}")


def taken_in(here: Kernel, *packages: Package) -> None:
    for each in packages:
        assert decide(person(CreateSkill(package=each), here), here.rooms).fate == "applied"


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
