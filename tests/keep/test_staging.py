"""The scratch pad on disk."""

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from afterwit.errors import NotFound, WriteFailed, WrongUse
from afterwit.keep.staging import PILES, Pile, Staged, StagedProposal, Staging, numbered
from afterwit.model.behaviour import Observation
from afterwit.model.proposal import AddLesson, CreateSkill, Evidence, Proposal, checked
from tests.keep.keeping import package

NOON = 1_794_744_000_000  # 2026-11-15T12:00:00Z


def seen(session: str) -> Observation:
    evidence = (Evidence(session=session, event="e1", quote="Who?"),)
    return Observation(
        rule="one-question", skill="social", session=session, evidence=evidence, excerpt="Who?", told="2 questions"
    )


def lesson(session: str = "codex:1", text: str = "Ask once.") -> Proposal:
    evidence = (Evidence(session=session, event="e1"),)
    return Proposal(target="lesson", op=AddLesson(text=text), score=0.8, author="mechanical", evidence=evidence)


def staged(name: str = "2026-11-15-0001", *sessions: str, at: int = NOON) -> Staged:
    keys = sessions or ("codex:1",)
    return Staged(
        id=name,
        kind="review",
        at=at,
        title="A review",
        sessions=keys,
        observations=tuple(map(seen, keys)),
        proposals=numbered([lesson(key) for key in keys]),
    )


@pytest.fixture
def staging(tmp_path: Path) -> Staging:
    return Staging(tmp_path / ".afterwit")


def test_nothing_is_there_at_first_and_looking_leaves_no_trace(staging: Staging, tmp_path: Path) -> None:
    assert staging.all() == ([], [])
    assert list(tmp_path.iterdir()) == []


def test_what_is_put_there_is_read_again_and_is_one_file(staging: Staging, tmp_path: Path) -> None:
    staging.put("reviews", staged())
    assert staging.read("reviews", "2026-11-15-0001") == staged()
    files = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert files == [Path(".afterwit/staging/reviews/2026-11-15-0001.json")]


def test_a_proposal_of_a_skill_comes_back_as_it_was(staging: Staging) -> None:
    learned = Proposal(target="skill", op=CreateSkill(package=package()), score=0.8, author="mechanical")
    staging.put("proposals", msgspec.structs.replace(staged(), kind="proposals", proposals=numbered([learned])))
    _, found = staging.find("0001")
    assert checked(found.proposals[0].proposal) == learned


def test_numbers_go_with_what_is_said_against_them() -> None:
    assert [(each.number, each.said) for each in numbered([lesson(), lesson()], ["too weak"])] == [
        (1, "too weak"),
        (2, ""),
    ]


class TestNames:
    """How things are found."""

    def test_a_new_name_has_its_day_and_is_new(self, staging: Staging) -> None:
        first = staging.new_id(NOON)
        assert first.startswith("2026-11-15-")
        assert len(first) == len("2026-11-15-0000")

    @pytest.mark.parametrize("name", ["2026-11-15-0001", "0001", "2026-11-15-0"])
    def test_the_beginning_or_the_end_is_enough(self, staging: Staging, name: str) -> None:
        staging.put("reviews", staged())
        assert staging.find(name) == ("reviews", staged())

    def test_what_fits_several_is_not_guessed(self, staging: Staging) -> None:
        staging.put("reviews", staged("2026-11-15-0001"))
        staging.put("saved", staged("2026-11-15-0002"))
        with pytest.raises(NotFound, match="write more of it"):
            staging.find("2026")

    @pytest.mark.parametrize("name", ["", "x", "../reviews/2026-11-15-0001"])
    def test_what_is_not_there_is_told(self, staging: Staging, name: str) -> None:
        staging.put("reviews", staged())
        with pytest.raises(NotFound):
            staging.find(name)

    def test_what_a_kill_left_on_two_piles_is_found_on_the_later_one(self, staging: Staging) -> None:
        for pile in ("reviews", "saved"):
            staging.put(pile, staged())
        assert staging.find("0001")[0] == "saved"


class TestBadFiles:
    """People may edit what is there, and may break it."""

    @pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"id": 5}', b"\xff", b"[" * 100_000])
    def test_a_file_that_is_broken_hides_no_other(self, staging: Staging, tmp_path: Path, content: bytes) -> None:
        staging.put("reviews", staged())
        (tmp_path / ".afterwit/staging/reviews/broken.json").write_bytes(content)
        found, problems = staging.all()
        assert [each.id for _, each in found] == ["2026-11-15-0001"]
        assert len(problems) == 1
        assert "mend or remove it" in problems[0]
        with pytest.raises(WrongUse):
            staging.find("broken")
        assert staging.clear("reviews") == ["2026-11-15-0001", "broken"]

    def test_a_link_in_the_way_is_not_followed(self, staging: Staging, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (tmp_path / ".afterwit" / "staging").mkdir(parents=True)
        (tmp_path / ".afterwit/staging/reviews").symlink_to(elsewhere)
        with pytest.raises(WriteFailed):
            staging.put("reviews", staged())
        assert list(elsewhere.iterdir()) == []


class TestForgetting:
    """What rests on a revoked session goes."""

    def test_a_session_is_taken_out_and_the_others_stay(self, staging: Staging) -> None:
        staging.put("reviews", staged("2026-11-15-0001", "codex:1", "codex:12"))
        staging.put("saved", staged("2026-11-15-0002", "codex:1"))
        staging.put("proposals", staged("2026-11-15-0003", "codex:12"))
        assert staging.forget("codex:1") == 2
        found, _ = staging.all()
        assert [(pile, each.id) for pile, each in found] == [
            ("reviews", "2026-11-15-0001"),
            ("proposals", "2026-11-15-0003"),
        ]
        assert found[0][1].sessions == ("codex:12",)
        assert [each.number for each in found[0][1].proposals] == [2]
        assert staging.forget("codex:1") == 0

    def test_a_gates_words_count_and_a_broken_file_goes_whole(self, staging: Staging, tmp_path: Path) -> None:
        refused = StagedProposal(number=1, proposal={}, said="evidence: codex:1 e3: there is no such event")
        staging.put("saved", msgspec.structs.replace(staged("a", "codex:2"), proposals=(refused,)))
        staging.put("saved", staged("b", "codex:3"))
        (tmp_path / ".afterwit/staging/saved/b.json").write_bytes(b'{"sessions": ["codex:1"]')
        assert staging.forget("codex:1") == 2
        assert staging.names("saved") == ["a"]
        assert staging.find("a")[1].proposals == ()


WORDS = st.text(st.characters(codec="utf-8"))


@given(WORDS, st.lists(WORDS, max_size=3))
def test_any_words_come_back(tmp_path_factory: pytest.TempPathFactory, title: str, sources: list[str]) -> None:
    pad = Staging(tmp_path_factory.mktemp("pad"))
    kept = msgspec.structs.replace(staged(), title=title, sources=tuple(sources))
    pad.put("reviews", kept)
    assert pad.read("reviews", kept.id) == kept


class Piles(RuleBasedStateMachine):
    """Staging, saving, resetting and removing in any order."""

    held = Bundle("held")

    def __init__(self) -> None:
        super().__init__()
        self._folder = Path(mkdtemp())
        self._pad = Staging(self._folder)
        self._known: dict[Pile, dict[str, Staged]] = {pile: {} for pile in PILES}
        self._count = 0

    def teardown(self) -> None:
        rmtree(self._folder)

    @rule(target=held, pile=st.sampled_from(["reviews", "proposals"]))
    def stage(self, pile: Pile) -> tuple[Pile, str]:
        self._count += 1
        entry = staged(f"2026-11-15-{self._count:04x}", at=NOON + self._count)
        self._pad.put(pile, entry)
        self._known[pile][entry.id] = entry
        return pile, entry.id

    @rule(entry=held)
    def save(self, entry: tuple[Pile, str]) -> None:
        pile, name = entry
        if pile == "reviews" and name in self._known[pile]:
            kept = self._known[pile].pop(name)
            self._pad.move(kept, pile, "saved")
            self._known["saved"][name] = kept

    @rule()
    def reset(self) -> None:
        assert self._pad.clear("reviews") == sorted(self._known["reviews"])
        self._known["reviews"].clear()

    @rule(entry=consumes(held))
    def remove(self, entry: tuple[Pile, str]) -> None:
        pile, name = entry
        self._known[pile].pop(name, None)
        self._pad.remove(pile, name)

    @invariant()
    def the_piles_are_as_they_should_be(self) -> None:
        found, problems = self._pad.all()
        assert problems == []
        assert found == [(pile, entry) for pile in PILES for entry in sorted(self._known[pile].values(), key=by_time)]


def by_time(entry: Staged) -> int:
    return entry.at


TestPiles = Piles.TestCase
