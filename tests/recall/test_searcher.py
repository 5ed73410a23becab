"""Searching an index: what is found, how surely, and that snapshots are nobody's business."""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings import HashedEmbedder
from afterwit.model.package import Package, State
from afterwit.recall import search
from afterwit.recall.index import SkillIndex
from afterwit.recall.searcher import BESIDE, Filters, Searcher
from afterwit.recall.vectors import Vectors
from tests.recall.books import Counting, Failing, names, scores, skill

FEW = 3
"""Changes after which a snapshot is taken here."""
MODEL = HashedEmbedder(16)
OTHER = HashedEmbedder(8)


def zebra(number: int) -> Package:
    return skill(f"zebra-{number}", f"Counts zebras of herd{number}.", f"Look for stripes{number % 3}.")


def snapshots(folder: Path) -> list[Path]:
    return [*folder.glob("*.bin*")]


@pytest.fixture
def index() -> Iterator[SkillIndex]:
    with closing(SkillIndex()) as made:
        yield made


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[SkillIndex]:
    """Ten skills, of which most are in a snapshot."""
    with closing(SkillIndex(tmp_path / "index.db")) as made:
        for number in range(8):
            made.put(zebra(number), "active")
        Searcher(made, small_changes=FEW).find("zebras", 1)
        made.put(zebra(8), "active")
        made.put(zebra(9), "active")
        made.remove("zebra-0", "active")
        assert len(snapshots(tmp_path)) == 1
        yield made


WORDS = st.lists(st.sampled_from(["queue", "grid", "cache", "date", "slow", "lost", "column"]), max_size=6)


def made_of(name: str, about: list[str], does: list[str]) -> Package:
    return skill(name, f"Use when {' '.join(about)} x.", " ".join(does) or "y")


PACKAGES = st.builds(made_of, st.sampled_from("abcdefgh"), WORDS, WORDS)
STATES = st.sampled_from(["active", "pending"])
STEPS = st.lists(
    st.tuples(st.just("put"), PACKAGES, STATES)
    | st.tuples(st.just("remove"), PACKAGES, STATES)
    | st.tuples(st.sampled_from(["search", "embed", "embed another way", "open again"]), PACKAGES, STATES),
    max_size=25,
)


HARMS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "emptied": lambda file: file.write_bytes(b""),
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-700]),
    "garbage": lambda file: file.write_bytes(b"garbage " * 1000),
    "garbage after a good beginning": lambda file: file.write_bytes(file.read_bytes()[:90] + b"}" * 9000),
}


class TestSnapshots:
    @given(STEPS, WORDS.map(" ".join), st.sampled_from([None, MODEL]))
    def test_whatever_was_done_before_a_search_finds_what_it_finds_in_a_new_index(
        self, steps: list[tuple[str, Package, State]], query: str, embedder: HashedEmbedder | None
    ) -> None:
        left: dict[tuple[str, State], Package] = {}
        with TemporaryDirectory() as folder, closing(SkillIndex()) as fresh:
            used = SkillIndex(Path(folder) / "i.db", Vectors(Path(folder) / "v.db"))
            searcher = Searcher(used, small_changes=FEW)
            for step, package, state in steps:
                if step == "put":
                    used.put(package, state)
                    left[package.name, state] = package
                elif step == "remove":
                    used.remove(package.name, state)
                    left.pop((package.name, state), None)
                elif step == "search":
                    searcher.find(package.name, 3)
                elif step == "open again":
                    used.close()
                    used = SkillIndex(Path(folder) / "i.db", Vectors(Path(folder) / "v.db"))
                    searcher = Searcher(used, small_changes=FEW)
                else:
                    searcher.embed_missing(MODEL if step == "embed" else OTHER)
            for (_, state), package in left.items():
                fresh.put(package, state)
            filters = Filters(states=("active", "pending"))
            if embedder is not None:
                searcher.embed_missing(embedder)
                fresh.searcher.embed_missing(embedder)
            one = searcher.find(query, 20, embedder=embedder, filters=filters)
            other = fresh.searcher.find(query, 20, embedder=embedder, filters=filters)
            assert scores(one) == pytest.approx(scores(other), abs=1e-5)
            assert searcher.by_words(query, 20) == fresh.search(query, 20)
            assert not used.mended
            used.close()

    def test_another_process_may_take_one_while_the_old_one_is_open(self, tmp_path: Path, on_disk: SkillIndex) -> None:
        before = on_disk.searcher.find("zebras of herd3", 3)
        (old,) = snapshots(tmp_path)
        child = multiprocessing.get_context("spawn").Process(target=take_more, args=(tmp_path / "index.db",))
        child.start()
        child.join(60)
        assert child.exitcode == 0
        assert old not in snapshots(tmp_path)
        assert len(snapshots(tmp_path)) == 1
        assert names(before)[0] == names(on_disk.searcher.find("zebras of herd3", 3))[0] == "zebra-3"
        assert names(on_disk.searcher.find("zebras of herd25", 1)) == ["zebra-25"]
        assert not on_disk.mended

    @pytest.mark.parametrize("warm", [True, False], ids=["in use", "not yet opened"])
    @pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
    def test_one_that_is_harmed_is_taken_anew_and_that_is_said(
        self, tmp_path: Path, on_disk: SkillIndex, harm: Callable[[Path], object], *, warm: bool
    ) -> None:
        searcher = on_disk.searcher
        before = scores(searcher.find("zebras of herd3 and herd9", 20))
        if not warm:
            searcher = Searcher(on_disk)
        harm(snapshots(tmp_path)[0])
        assert scores(searcher.find("zebras of herd3 and herd9", 20)) == before
        assert on_disk.mended
        assert len(snapshots(tmp_path)) == 1
        assert scores(Searcher(on_disk).find("zebras of herd3 and herd9", 20)) == before

    def test_a_book_made_anew_is_not_searched_as_the_old_one(self, on_disk: SkillIndex) -> None:
        for start in (on_disk.start_afresh, lambda: None):
            start()
            for number in (40, 41):
                on_disk.put(zebra(number), "active")
            assert names(on_disk.searcher.find("zebras of herd40", 1)) == ["zebra-40"]
        assert len(on_disk.searcher.find("zebras", 20).hits) == 2

    def test_vectors_of_two_models_are_never_compared(self, tmp_path: Path) -> None:
        class Twin(HashedEmbedder):
            """Another model that gives as many numbers."""

            def __init__(self) -> None:
                super().__init__(16)
                self.name = "twin"

        with closing(SkillIndex(tmp_path / "index.db", Vectors(tmp_path / "v.db"))) as made:
            searcher = Searcher(made, small_changes=FEW)
            for number in range(8):
                made.put(zebra(number), "active")
            searcher.find("zebras", 1)
            searcher.embed_missing(Twin())
            searcher.embed_missing(MODEL)
            made.remove("zebra-1", "active")
            made.put(zebra(1), "active")

            def meant(embedder: HashedEmbedder) -> set[str]:
                hits = searcher.find("counts zebras of", 9, embedder=embedder).hits
                return {hit.entry.name for hit in hits if hit.signs.meaning}

            assert len(meant(MODEL)) == 8
            assert meant(Twin()) == {"zebra-1"}
            assert not made.mended


def take_more(path: Path) -> None:
    """Put more skills into an index, and search it, so that a snapshot is taken."""
    with closing(SkillIndex(path)) as index:
        for number in range(20, 30):
            index.put(zebra(number), "active")
        Searcher(index, small_changes=FEW).find("zebras", 1)


class TestVectors:
    def test_what_is_known_is_not_embedded_again(self, tmp_path: Path) -> None:
        model = Counting()
        with closing(SkillIndex(tmp_path / "index.db", Vectors(tmp_path / "v.db"))) as index:
            for number in range(3):
                index.put(zebra(number), "active")
            assert index.searcher.without_vector(model) == 3
            assert index.searcher.embed_missing(model) == len(model.seen) == 3
            index.put(zebra(1), "pending")
            index.start_afresh()
            for number in range(3):
                index.put(zebra(number), "active")
            assert (index.searcher.without_vector(model), index.searcher.embed_missing(model)) == (0, 0)
            index.put(skill("zebra-1", "Counts okapis."), "active")
            assert index.searcher.embed_missing(model) == 1
            assert model.seen[3:] == ["zebra 1. Counts okapis."]
            assert index.searcher.embed_missing(OTHER) == 3
            assert index.forget_old_vectors() == 1

    def test_vectors_that_are_lost_are_made_again(self, tmp_path: Path) -> None:
        model = Counting()
        for lost in (b"", b"garbage " * 999):
            (tmp_path / "v.db").write_bytes(lost)
            with closing(SkillIndex(tmp_path / "index.db", Vectors(tmp_path / "v.db"))) as index:
                index.put(zebra(1), "active")
                assert index.searcher.embed_missing(model) == 1
                assert (index.searcher.find("counts zebras of herd1", 1, embedder=model).hits[0].signs.meaning or 0) > 0

    def test_who_waits_is_told_how_far_it_has_come(self, index: SkillIndex) -> None:
        for number in range(70):
            index.put(zebra(number), "active")
        told: list[tuple[int, int]] = []
        index.searcher.embed_missing(MODEL, lambda done, of: told.append((done, of)))
        assert told == [(64, 70), (70, 70)]


class TestFinding:
    def test_filters_let_through_what_is_asked_for_and_what_does_not_say(self, index: SkillIndex) -> None:
        told = {
            "plain": {},
            "here": {"domain": "boats", "scope": "project", "phase": "testing"},
            "there": {"domain": "boats", "scope": "user", "phase": "design"},
            "hers": {"loa_agent": "ada"},
        }
        for name, metadata in told.items():
            index.put(skill(name, "Moors a ketch.", **metadata), "active")
        index.put(skill("later", "Moors a ketch."), "pending")

        def allowed(**asked: str) -> set[str]:
            return set(names(search(index, "moors ketch", 9, filters=Filters(**asked))))  # pyright: ignore[reportArgumentType]

        assert allowed() == {"plain", "here", "there", "hers"}
        assert allowed(domain="boats") == {"here", "there"}
        assert allowed(domain="general") == {"plain", "hers"}
        assert allowed(agent="ada") == {"hers"}
        assert allowed(scope="project") == {"plain", "here", "hers"}
        assert allowed(phase="design") == {"plain", "there", "hers"}
        assert allowed(domain="boats", scope="user", phase="testing") == set()
        assert names(search(index, "moors ketch", filters=Filters(states=("pending",)))) == ["later"]

    def test_below_the_threshold_there_is_nothing_but_how_sure_the_best_is(self, index: SkillIndex) -> None:
        index.put(zebra(1), "active")
        found = search(index, "zebras of herd1")
        assert found.best == found.hits[0].score > 0
        assert search(index, "zebras of herd1", threshold=found.best).hits == found.hits
        assert search(index, "zebras of herd1", threshold=1.0) == type(found)(
            hits=(), without_model=found.without_model, best=found.best
        )

    def test_beside_one_that_is_sure_nothing_is_given_that_is_hardly_likely(self, index: SkillIndex) -> None:
        index.put(zebra(1), "active")
        index.put(skill("okapi", "Feeds okapis hay, and leaves, and salt, and looks at their teeth."), "active")
        need = "counts zebras of herd1 with salt"
        sure, unlikely = search(index, need).hits
        least = min(sure.score, unlikely.score * 5)
        assert unlikely.score < sure.score / 5
        assert names(search(index, need, threshold=sure.score)) == ["zebra-1"]
        assert names(search(index, need, threshold=least)) == ["zebra-1", "okapi"]

    @given(st.lists(PACKAGES, max_size=12), WORDS.map(" ".join), st.floats(0.01, 1))
    def test_what_is_given_is_a_fifth_as_sure_as_it_must_be(
        self, packages: list[Package], query: str, threshold: float
    ) -> None:
        with closing(SkillIndex()) as made:
            for each in packages:
                made.put(each, "active")
            every, given_ = search(made, query, 20), search(made, query, 20, threshold=threshold)
        enough = [hit for hit in every.hits if hit.score >= threshold * BESIDE]
        assert [*given_.hits] == (enough if every.best >= threshold else [])

    @given(st.lists(PACKAGES, max_size=12), WORDS.map(" ".join), st.sampled_from([None, MODEL]))
    def test_scores_are_from_0_to_1_and_never_grow(
        self, packages: list[Package], query: str, embedder: HashedEmbedder | None
    ) -> None:
        with closing(SkillIndex()) as made:
            for each in packages:
                made.put(each, "active")
            found = [hit.score for hit in search(made, query, 20, embedder=embedder).hits]
        assert found == sorted(found, reverse=True)
        assert all(0 <= score <= 1 for score in found)

    def test_why_is_told_in_the_words_of_the_need(self, index: SkillIndex) -> None:
        error = "fatal: invalid upstream {}/main, it cannot be found"
        body = f"It says “{error.format('/home/ada')}”.\n\n```sh\ngit rebase --onto main\n```"
        index.put(skill("rebase", "Rebases a Zweig onto others.", body), "active")
        (hit,) = search(index, f"I REBASED `git rebase -i` and:\n{error.format('/srv/x')}").hits
        assert hit.signs.same_error
        assert set(hit.commands) == {"git", "git rebase"}
        assert {"REBASED", "fatal"} <= set(hit.words)
        (hit,) = search(index, "Zweige, zweig").hits
        assert (hit.words, hit.commands, hit.signs.same_error) == (("Zweige",), (), False)

    def test_a_model_that_fails_leaves_the_words(self, index: SkillIndex) -> None:
        index.put(zebra(1), "active")
        found = search(index, "zebras of herd1", embedder=Failing())
        assert names(found) == ["zebra-1"]
        assert found.without_model == "The model is on holiday: try again tomorrow."
        assert found.hits[0].signs.meaning is None
        assert search(index, "zebras of herd1", embedder=MODEL).without_model == ""

    @pytest.mark.parametrize(
        ("query", "name"),
        [("база данных не отвечает", "russian"), ("数据库连接失败怎么办", "chinese"), ("🦀 größe", "german")],
    )
    def test_other_scripts_are_found_by_their_words(self, index: SkillIndex, query: str, name: str) -> None:
        index.put(skill("russian", "Чинит соединение, когда база данных молчит.", "Перезапустите сервер."), "active")
        index.put(skill("chinese", "修复数据库连接超时的问题。", "重启连接池。"), "active")
        index.put(skill("german", "Ändert die GRÖSSE der Krabbe 🦀."), "active")
        assert names(search(index, query))[0] == name
        assert search(index, query).hits[0].words

    def test_a_skill_with_a_name_of_hundreds_of_words_hides_no_other(self, index: SkillIndex) -> None:
        index.put(skill(" ".join(f"word{number}" for number in range(400)), "Goes on."), "active")
        index.put(zebra(1), "active")
        assert names(search(index, "zebras of herd1")) == ["zebra-1"]
