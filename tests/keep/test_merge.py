"""Two sides that changed different lines are both kept; where they met, a person decides."""

import difflib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.keep.merge import MOST_DIFFERENCES, hunks, merge_text, merge_trees
from afterwit.model.package import Tree

BASE = b"one\ntwo\nthree\nfour\nfive\n"

lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"\n", b"d\r\n"]), max_size=12)


def tree(**files: bytes) -> Tree:
    return Tree(files={name.replace("_", "."): content for name, content in files.items()})


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        (BASE, b"one\nfive\n", b"one\nfive\n"),
        (b"ONE\ntwo\nthree\nfour\nfive\n", b"one\ntwo\nthree\nfour\nFIVE\n", b"ONE\ntwo\nthree\nfour\nFIVE\n"),
        (b"one\nTWO\nthree\nfour\nfive\n", b"one\ntwo\nTHREE\nfour\nfive\n", b"one\nTWO\nTHREE\nfour\nfive\n"),
        (BASE + b"six\n", b"one\ntwo\nthree\nfour\n", b"one\ntwo\nthree\nfour\nsix\n"),
        (b"zero\n" + BASE, b"two\nthree\nfour\nfive\n", b"zero\ntwo\nthree\nfour\nfive\n"),
        (BASE.replace(b"two", b"same"), BASE.replace(b"two", b"same"), BASE.replace(b"two", b"same")),
    ],
    ids=["untouched", "apart", "touching", "after what goes", "before what goes", "the same"],
)
def test_what_both_sides_did_is_kept(ours: bytes, theirs: bytes, merged: bytes) -> None:
    assert merge_text(BASE, ours, theirs) == merged
    assert merge_text(BASE, theirs, ours) == merged


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (BASE.replace(b"two", b"TWO"), BASE.replace(b"two", b"zwei")),
        (BASE.replace(b"two\n", b""), BASE.replace(b"two", b"zwei")),
        (BASE + b"six\n", BASE + b"sechs\n"),
        (BASE.replace(b"two\n", b"two\nnew\n"), b"one\nfour\nfive\n"),
    ],
    ids=["one line", "gone and changed", "two ends", "in the midst of what goes"],
)
def test_where_both_met_nothing_is_merged(ours: bytes, theirs: bytes) -> None:
    assert merge_text(BASE, ours, theirs) is None
    assert merge_text(BASE, theirs, ours) is None


@given(lines, lines)
def test_one_side_alone_is_taken_as_it_is(base: list[bytes], side: list[bytes]) -> None:
    whole, changed = b"".join(base), b"".join(side)
    assert merge_text(whole, changed, whole) == changed
    assert merge_text(whole, whole, changed) == changed
    assert merge_text(whole, changed, changed) == changed


@given(lines, lines, lines)
def test_sides_may_be_swapped(base: list[bytes], ours: list[bytes], theirs: list[bytes]) -> None:
    versions = [b"".join(part) for part in (base, ours, theirs)]
    assert merge_text(versions[0], versions[1], versions[2]) == merge_text(versions[0], versions[2], versions[1])


@given(lines, lines)
def test_hunks_lead_from_one_to_the_other_and_are_as_few_as_can_be(old: list[bytes], new: list[bytes]) -> None:
    found = hunks(old, new)
    assert found is not None
    made: list[bytes] = []
    at = 0
    for hunk in found:
        made += [*old[at : hunk.start], *hunk.lines]
        at = hunk.end
    assert made + old[at:] == new
    changed = sum(hunk.end - hunk.start + len(hunk.lines) for hunk in found)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    assert changed <= len(old) + len(new) - 2 * sum(block.size for block in matcher.get_matching_blocks())


def test_a_hostile_text_costs_little() -> None:
    many = [b"x%d\n" % number for number in range(200_000)]
    begun = time.process_time()
    assert hunks(many, many[::-1]) is None
    assert hunks([b"\n"] * 200_000, [b"\n", b"x\n"] * 100_000) is None
    assert merge_text(b"".join(many), b"".join(many) + b"end\n", b"".join(many[1:])) is not None
    assert time.process_time() - begun < 30
    assert MOST_DIFFERENCES


class TestTrees:
    def test_files_are_merged_one_by_one(self) -> None:
        base = tree(SKILL_md=BASE, a_md=b"a", gone_md=b"gone")
        ours = tree(SKILL_md=BASE + b"six\n", a_md=b"a", gone_md=b"gone", new_md=b"new")
        theirs = tree(SKILL_md=b"zero\n" + BASE, a_md=b"b")
        merged, conflicts = merge_trees(base, ours, theirs)
        assert merged == tree(SKILL_md=b"zero\n" + BASE + b"six\n", a_md=b"b", new_md=b"new")
        assert conflicts == []

    def test_every_file_where_both_met_is_named(self) -> None:
        base = tree(a_md=b"a", b_md=b"b", c_bin=b"\x00", d_md=b"d")
        ours = tree(a_md=b"A", b_md=b"B", c_bin=b"\x00\x01")
        theirs = tree(a_md=b"x", c_bin=b"\x00\x02", d_md=b"D")
        merged, conflicts = merge_trees(base, ours, theirs)
        assert conflicts == ["a.md", "b.md", "c.bin", "d.md"]
        assert merged == ours

    def test_what_may_be_run_is_merged_too(self) -> None:
        base = Tree(files={"a": b"", "b": b""}, executable=frozenset({"a"}))
        ours = Tree(files={"a": b"", "b": b""}, executable=frozenset({"a", "b"}))
        theirs = Tree(files={"a": b"", "b": b""})
        assert merge_trees(base, ours, theirs)[0].executable == {"b"}
