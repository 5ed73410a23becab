"""The index."""

import multiprocessing
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import StoreFailed
from afterwit.model.package import Package, State
from afterwit.model.words import features, likeness, tokens
from afterwit.recall.index import AT_ONCE, SkillIndex
from afterwit.recall.index_file import VERSION

TOPICS = {
    "rl-nats": ("Keep consumers. Use when JetStream loses messages after a restart.", "Create a durable consumer."),
    "rl-grid": ("Lay pages out. Use when columns overlap on small screens.", "Use minmax in the grid template."),
    "rl-cache": ("Warm caches. Use when the first request after a deploy is slow.", "Call the warming endpoint."),
    "rl-dates": ("Read dates. Use when a parser mistakes months for days.", "Ask for the format and pass it on."),
}


def package(name: str, description: str = "", guidance: str = "") -> Package:
    known = TOPICS.get(name, ("", ""))
    text = f"---\nname: {name}\ndescription: {description or known[0]}\n---\n\n## Guidance\n{guidance or known[1]}\n"
    return Package(name=name, files={"SKILL.md": text.encode()})


@pytest.fixture
def index() -> Iterator[SkillIndex]:
    with closing(SkillIndex()) as made:
        for name in TOPICS:
            made.put(package(name), "active")
        yield made


def names(found: list[object]) -> list[str]:
    return [getattr(match, "name", "") for match in found]


class TestSearch:
    def test_the_skill_that_fits_a_need_comes_first(self, index: SkillIndex) -> None:
        assert names([*index.search("columns overlapping on a small screen")])[:1] == ["rl-grid"]
        assert names([*index.search("messages lost by jetstream consumers")])[:1] == ["rl-nats"]

    def test_only_active_skills_are_offered_unless_others_are_asked_for(self, index: SkillIndex) -> None:
        index.put(package("rl-later", "Use when zebras graze."), "pending")
        assert index.search("zebras") == []
        assert names([*index.search("zebras", states=("pending",))]) == ["rl-later"]

    @pytest.mark.parametrize("query", ["", "the of and", '"', "* OR NEAR(", 'x" OR name:"y', "zzz", "\0", "\ud800"])
    def test_no_query_is_an_error(self, index: SkillIndex, query: str) -> None:
        assert index.search(query) == []

    def test_a_removed_skill_is_not_found(self, index: SkillIndex) -> None:
        index.remove("rl-grid", "active")
        index.remove("rl-grid", "active")
        assert index.search("columns overlap screens") == []

    def test_a_skill_that_reads_differently_is_found_by_its_new_words_alone(self, index: SkillIndex) -> None:
        index.put(package("rl-grid", "Use when zebras graze.", "Count them."), "active")
        assert index.search("columns overlap screens") == []
        assert names([*index.search("grazing zebra")]) == ["rl-grid"]

    def test_a_pending_update_and_the_active_skill_are_two_entries(self, index: SkillIndex) -> None:
        index.put(package("rl-grid", "Use when zebras graze."), "pending")
        assert [(entry.name, entry.state) for entry in index.entries() if entry.name == "rl-grid"] == [
            ("rl-grid", "active"),
            ("rl-grid", "pending"),
        ]
        index.remove("rl-grid", "pending")
        assert names([*index.search("columns overlap")]) == ["rl-grid"]


QUERIES = ["columns overlap", "grazing zebra", "slow deploy", ""]


class TestSearches:
    def test_several_needs_are_answered_as_each_alone(self, index: SkillIndex) -> None:
        new = package("rl-zebra", "Use when zebras graze in columns.", "Count them.")
        alone = [index.search(query, 2, new) for query in QUERIES]
        assert index.searches(QUERIES, 2, new) == alone
        assert names([*alone[1]]) == ["rl-zebra"]
        assert index.search("grazing zebra") == []
        assert len(index.entries()) == len(TOPICS)

    def test_what_is_similar_is_not_remembered_from_before_a_new_start(self, index: SkillIndex) -> None:
        near = package("rl-more", *TOPICS["rl-grid"])
        assert names([*index.similar(near)])[:1] == ["rl-grid"]
        index.start_afresh()
        assert index.similar(near) == []

    def test_what_is_similar_is_told_anew_after_every_change(self, tmp_path: Path) -> None:
        near = package("rl-more", *TOPICS["rl-grid"])
        with (
            closing(SkillIndex(tmp_path / "index.db")) as index,
            closing(SkillIndex(tmp_path / "index.db")) as other,
        ):
            assert index.similar(near) == []
            index.put(package("rl-grid"), "active")
            assert names([*index.similar(near)]) == ["rl-grid"]
            other.put(package("rl-twin", *TOPICS["rl-grid"]), "pending")
            assert names([*index.similar(near)]) == ["rl-grid", "rl-twin"]
            index.searches(QUERIES, 2, near)
            index.remove("rl-grid", "active")
            assert names([*index.similar(near)]) == ["rl-twin"]
            index.start_afresh()
            assert index.similar(near) == []

    def test_a_book_made_anew_is_searched_by_its_own_words(self, index: SkillIndex) -> None:
        assert names([*index.search("columns overlap")]) == ["rl-grid"]
        index.start_afresh()
        index.put(package("rl-zebra", "Use when zebras graze.", "Count them."), "active")
        assert index.search("columns overlap") == []
        assert names([*index.search("grazing zebra")]) == ["rl-zebra"]

    def test_what_is_similar_is_given_with_its_own_trigger(self, index: SkillIndex) -> None:
        near = package("rl-more", "Use when columns overlap on small screens.", "Use minmax in the grid template.")
        match = index.similar(near, 1)[0]
        assert (match.name, match.trigger) == ("rl-grid", "Use when columns overlap on small screens.")


WORDS = st.lists(st.sampled_from(["queue", "grid", "cache", "date", "slow", "lost", "column"]), max_size=8)


def made_of(name: str, about: list[str], guidance: list[str]) -> Package:
    return package(f"rl-{name}", f"Use when {' '.join(about)} x.", " ".join(guidance) or "y")


PACKAGES = st.builds(made_of, st.sampled_from("abcdef"), WORDS, WORDS)


class TestAdding:
    @settings(max_examples=60, deadline=None)
    @given(st.lists(PACKAGES, max_size=6), PACKAGES, WORDS)
    def test_a_search_as_if_it_were_there_is_one_with_it_there(
        self, there: list[Package], new: Package, asked: list[str]
    ) -> None:
        with closing(SkillIndex()) as index:
            for each in there:
                index.put(each, "active")
            query = " ".join(asked)
            before = index.search(query, 9)
            imagined = index.search(query, 9, adding=new)
            assert index.search(query, 9) == before
            index.put(new, "active")
            assert index.search(query, 9) == imagined

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.tuples(PACKAGES, st.sampled_from(["active", "pending"]), st.booleans()), max_size=12), WORDS)
    def test_whatever_was_done_before_the_index_is_as_if_made_new(
        self, steps: list[tuple[Package, State, bool]], asked: list[str]
    ) -> None:
        left: dict[tuple[str, State], Package] = {}
        with closing(SkillIndex()) as used, closing(SkillIndex()) as fresh:
            for each, state, remove in steps:
                if remove:
                    used.remove(each.name, state)
                    left.pop((each.name, state), None)
                else:
                    used.put(each, state)
                    left[each.name, state] = each
            for (_, state), each in left.items():
                fresh.put(each, state)
            query = " ".join(asked)
            assert used.search(query, 20) == fresh.search(query, 20)
            assert used.entries() == fresh.entries()
            for each in left.values():
                assert used.similar(each) == fresh.similar(each)


class TestSimilar:
    def test_a_copy_with_edits_is_nearest_whatever_its_state(self, index: SkillIndex) -> None:
        near = package("rl-copy", TOPICS["rl-nats"][0], "Create a durable consumer with a name.")
        index.put(near, "archived")
        found = index.similar(package("rl-nats"))
        assert (found[0].name, found[0].state) == ("rl-copy", "archived")
        assert 0.85 < found[0].score < 1
        assert "rl-nats" not in names([*found])

    def test_a_copy_under_another_name_is_the_same(self, index: SkillIndex) -> None:
        copied = package("rl-twin", *TOPICS["rl-cache"])
        assert (index.similar(copied, 1)[0].name, index.similar(copied, 1)[0].score) == ("rl-cache", 1.0)

    def test_what_shares_no_word_is_not_similar(self, index: SkillIndex) -> None:
        assert index.similar(package("rl-far", "Zebra", "Okapi")) == []

    def test_every_pair_of_the_book_that_is_alike_is_found(self, index: SkillIndex) -> None:
        index.put(package("rl-twin", *TOPICS["rl-cache"]), "pending")
        index.put(package("rl-cache", *TOPICS["rl-cache"]), "pending")
        pairs = [(one.name, other.name, score) for one, other, score in index.alike(0.85)]
        assert pairs == [("rl-cache", "rl-twin", 1.0)] * 2


TEXTS = st.lists(st.sampled_from("abcdefgh"), max_size=12).map(lambda words: features([words]))


class TestLikeness:
    @given(TEXTS, TEXTS)
    def test_it_is_symmetric_and_between_none_and_all(self, one: frozenset[int], other: frozenset[int]) -> None:
        assert likeness(one, other) == likeness(other, one)
        assert 0 <= likeness(one, other) <= 1
        assert likeness(one, one) == (1.0 if one else 0.0)


class TestWords:
    def test_forms_of_a_word_are_one_word_and_small_words_none(self) -> None:
        assert tokens("The caches; caching, cached!") == ["cach", "cach", "cach"]
        assert tokens("queries query stopped stop") == ["query", "query", "stop", "stop"]
        assert tokens("ERR_MODULE_NOT_FOUND 0x1F") == ["err", "modul", "found", "0x1f"]

    def test_scripts_without_spaces_are_taken_in_pairs_of_characters(self) -> None:
        assert tokens("部署失败") == ["部署", "署失", "失败"]
        assert tokens("Größe") == ["grösse"]

    @given(st.text())
    def test_any_text_gives_words_without_spaces_or_signs(self, text: str) -> None:
        assert all(word and not any(sign.isspace() or sign in "\"'*()" for sign in word) for word in tokens(text))


class TestSync:
    def test_only_what_is_new_or_other_is_read(self, index: SkillIndex) -> None:
        read: list[str] = []

        def load(state: State, name: str) -> Package | None:
            read.append(f"{state} {name}")
            return None if name == "rl-gone" else package(name)

        assert index.sync([("active", name, "1") for name in TOPICS], load) == len(TOPICS)
        read.clear()
        assert index.sync([("active", name, "1") for name in TOPICS], load) == 0
        listing: list[tuple[State, str, str]] = [("active", "rl-nats", "1"), ("active", "rl-grid", "2")]
        assert index.sync([*listing, ("pending", "rl-nats", "1"), ("pending", "rl-gone", "1")], load) == 5
        assert read == ["active rl-grid", "pending rl-nats", "pending rl-gone"]
        assert [(entry.name, entry.state, entry.stamp) for entry in index.entries()] == [
            ("rl-grid", "active", "2"),
            ("rl-nats", "active", "1"),
            ("rl-nats", "pending", "1"),
        ]

    def test_many_are_taken_in_by_parts_so_that_others_can_write_in_between(self, tmp_path: Path) -> None:
        path = tmp_path / "index.db"
        listing: list[tuple[State, str, str]] = [("active", f"rl-{number}", "1") for number in range(2 * AT_ONCE)]
        seen: list[int] = []

        def load(_: State, name: str) -> Package:
            with closing(sqlite3.connect(path)) as other:
                seen.extend(other.execute("SELECT count(*) FROM entries").fetchone())
            return package(name, f"Use when {name} is meant.", "Wait.")

        with closing(SkillIndex(path)) as index:
            assert index.sync(listing, load) == 2 * AT_ONCE
            assert index.sync(listing, load) == 0
            assert index.sync([], load) == 2 * AT_ONCE
            assert index.search("wait") == []
        assert seen == [0] * AT_ONCE + [AT_ONCE] * AT_ONCE

    def test_a_listing_says_what_there_is_without_a_look_at_the_files(self, index: SkillIndex) -> None:
        entry = index.entries("active")[0]
        assert (entry.name, entry.domain, entry.digest) == ("rl-cache", "general", package("rl-cache").digest())
        assert entry.description == TOPICS["rl-cache"][0]
        assert index.entries("archived") == []


LISTING: list[tuple[State, str, str]] = [("active", name, "1") for name in TOPICS]


def load(_: State, name: str) -> Package:
    return package(name)


class TestFile:
    def test_it_is_there_when_it_is_opened_again(self, tmp_path: Path) -> None:
        for changed in (len(TOPICS), 0):
            with closing(SkillIndex(tmp_path / "index.db")) as index:
                assert index.sync(LISTING, load) == changed
                assert names([*index.search("columns overlap")]) == ["rl-grid"]

    @pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
    def test_a_broken_file_is_made_anew(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "index.db"
        path.write_bytes(content)
        with closing(SkillIndex(path)) as index:
            assert index.sync(LISTING, load) == len(TOPICS)
            assert index.mended == bool(content)

    def test_a_file_of_another_version_is_made_anew(self, tmp_path: Path) -> None:
        path = tmp_path / "index.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE entries (id)")
            connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        with closing(SkillIndex(path)) as index:
            assert index.entries() == []
            assert not index.mended

    def test_a_file_that_breaks_while_it_is_open_is_made_anew_from_the_last_listing(self, tmp_path: Path) -> None:
        path = tmp_path / "index.db"
        with closing(SkillIndex(path)) as index:
            index.sync(LISTING, load)
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("DROP TABLE entries")
                connection.commit()
            assert names([*index.search("columns overlap")]) == ["rl-grid"]
            assert index.mended

    @pytest.mark.parametrize(
        "harm",
        [
            "UPDATE entries SET terms = x'010203'",
            "UPDATE entries SET weights = x''",
            "UPDATE entries SET purpose = 7",
            "UPDATE entries SET named = 'x'",
            "UPDATE entries SET scope = 'elsewhere'",
            "UPDATE entries SET description = x'ff00ff'",
            "UPDATE entries SET description = CAST(x'ff00ff' AS TEXT)",
            "UPDATE entries SET features = x'010203'",
            "UPDATE entries SET features = 7",
            "DELETE FROM snapshot",
            "UPDATE snapshot SET number = 'x'",
            "UPDATE snapshot SET last = x'00'",
        ],
    )
    def test_rows_that_are_not_as_they_were_put_there_are_made_anew(self, tmp_path: Path, harm: str) -> None:
        def told(index: SkillIndex) -> list[object]:
            near = package("rl-twin", *TOPICS["rl-grid"])
            return [index.alike(0.1), index.search("columns overlap"), index.similar(near), index.entries()]

        path = tmp_path / "index.db"
        with closing(SkillIndex(path)) as index:
            index.sync(LISTING, load)
            before = told(index)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(harm)
            connection.commit()
        with closing(SkillIndex(path)) as index:
            index.sync(LISTING, load)
            assert told(index) == before
            assert index.mended

    def test_a_file_that_another_process_made_anew_is_opened_again(self, tmp_path: Path) -> None:
        path = tmp_path / "index.db"
        with closing(SkillIndex(path)) as index:
            index.sync(LISTING, load)
            for leftover in tmp_path.iterdir():
                leftover.unlink()
            assert names([*index.search("columns overlap")]) == ["rl-grid"]

    def test_started_afresh_nothing_of_the_old_is_left_in_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "index.db"
        with closing(SkillIndex(path)) as index:
            index.put(package("rl-secret", "Use when zebras graze."), "active")
            index.start_afresh()
            assert index.entries() == []
            index.sync(LISTING, load)
        assert b"zebra" not in path.read_bytes()

    def test_a_place_that_cannot_be_written_to_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(StoreFailed, match="cannot be used"):
            SkillIndex(tmp_path / "missing" / "index.db")

    def test_several_processes_write_and_lose_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "index.db"
        context = multiprocessing.get_context("spawn")
        writers = [context.Process(target=write, args=(path, number)) for number in range(3)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(60)
            assert writer.exitcode == 0
        with closing(SkillIndex(path)) as index:
            assert len(index.entries()) == 3 * EACH


EACH = 15


def write(path: Path, number: int) -> None:
    """Put some skills into the index, and look for each as another would."""
    with closing(SkillIndex(path)) as index:
        for each in range(EACH):
            made = package(f"rl-{number}-{each}", f"Use when number {number} meets {each}.", "Wait.")
            index.search("number meets", adding=made)
            index.put(made, "active")
