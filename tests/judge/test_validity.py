"""What a machine writes is valid by the specification of Agent Skills."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Judge
from afterwit.judge.boundary import BoundaryGate
from afterwit.model.package import MAIN, Package
from afterwit.model.proposal import Author, Proposal
from afterwit.model.skill import Skill
from afterwit.model.skill_document import Draft, write
from tests.judge.looking import created, seen, updated

MACHINES: tuple[Author, ...] = ("foreground", "background", "mechanical")
HEAD = "name: rl-build\ndescription: Builds."


def worded(text: str) -> Package:
    return Package(name="rl-build", files={MAIN: text.encode()})


PLAIN = worded(f"---\n{HEAD}\n---\n\n# Build\n")


def skill(made: Package) -> Skill:
    return Skill(package=made, state="active", source="learned")


def refusal(proposal: Proposal, *skills: Skill) -> str:
    """Why not; empty where it may be."""
    verdict = BoundaryGate(Judge()).judge(proposal, seen(skills=skills))
    return "" if verdict.passed else verdict.reason


LONG = "d" * 1025
INVALID = [
    ("# Build\n", "There is no frontmatter"),
    (f"---\n{HEAD}\n\n# Build\n", "is not closed"),
    (f"\n---\n{HEAD}\n---\n", "its first line"),
    ("---\ndescription: Builds.\n---\n", "it has no name"),
    ("---\nname: rl-build\n---\n\n# Build\n\nBuilds.\n", "it has no description"),
    ("---\nname: rl-build\ndescription: '  '\n---\n", "it has no description"),
    ("---\nname: rl-build\ndescription:\n- a\n---\n", "its description is no text"),
    (f"---\nname: rl-build\ndescription: {LONG}\n---\n", "its description has 1,025 characters: the most is 1,024"),
    (f"---\n{HEAD}\ncompatibility: {LONG}\n---\n", "its compatibility has 1,025 characters: the most is 500"),
    (f"---\n{HEAD}\nversion: 1\n---\n", "it has a field 'version', which is none of"),
    (f"---\n{HEAD}\nallowed-tools: [Bash]\n---\n", "its allowed-tools is no text"),
    (f"---\n{HEAD}\nmetadata: text\n---\n", "its metadata is no list of keys"),
    (f"---\n{HEAD}\nmetadata: {{a: b}}\n---\n", "its metadata is no list of keys"),
    (f"---\n{HEAD}\nmetadata:\n  a: [b]\n---\n", "its metadata has no text for 'a'"),
    (f"---\n{HEAD}\nmetadata:\n  a: b\n  a: c\n---\n", "its metadata has 'a' more than once"),
    (f"---\n{HEAD}\ndescription: Again.\n---\n", "is given more than once"),
    (f"---\n{HEAD} A colon: here\n---\n", "is no valid YAML"),
]


@pytest.mark.parametrize(("text", "why"), INVALID, ids=[why for _, why in INVALID])
@pytest.mark.parametrize("author", MACHINES)
def test_a_machine_writes_only_what_agent_skills_allow(text: str, why: str, author: Author) -> None:
    assert why in refusal(created(worded(text), author=author))
    assert why in refusal(updated(worded(text), PLAIN, author=author), skill(PLAIN))
    assert why not in refusal(created(worded(text), author="person"))


def test_all_that_agent_skills_allow_may_be_written() -> None:
    fields = (
        "license: MIT\ncompatibility: Needs git.\nallowed-tools: Bash(git:*) Read\nmetadata:\n  version: 1.0\n  a: b"
    )
    assert not refusal(created(worded(f"---\n{HEAD}\n{fields}\n---\n\n# Build\n")))


def test_what_was_odd_before_a_machine_came_is_not_held_against_it() -> None:
    odd = worded(f"---\n{HEAD}\nversion: 1\n---\n")
    assert not refusal(updated(odd.with_text(odd.text + "\nMore.\n"), odd), skill(odd))
    more = odd.with_text(odd.text.replace("version: 1", "version: 1\ntags: a"))
    assert "'tags'" in refusal(updated(more, odd), skill(odd))
    assert "'version'" not in refusal(updated(more, odd), skill(odd))


def test_a_machine_keeps_the_main_file_small() -> None:
    gate = BoundaryGate(Judge(), body_bytes=300)
    small, large = PLAIN, worded(PLAIN.text + "é" * 200)
    assert gate.judge(created(small), seen()).passed
    assert "the most is 300, more goes into references/" in gate.judge(created(large), seen()).reason
    assert gate.judge(created(large, author="person"), seen()).passed
    shorter, longer = large.with_text(large.text[:-1]), large.with_text(large.text + "x")
    assert gate.judge(updated(shorter, large), seen(skills=[skill(large)])).passed
    assert not gate.judge(updated(longer, large), seen(skills=[skill(large)])).passed


DRAFTS = st.builds(
    Draft,
    name=st.just("rl-build"),
    description=st.text(max_size=1500),
    use_when=st.text(max_size=900),
    domain=st.text(max_size=20),
    agent=st.text(max_size=20),
    guidance=st.lists(st.text(max_size=2000), max_size=8).map(tuple),
    sessions=st.lists(st.text(max_size=20), max_size=3).map(tuple),
)


@given(DRAFTS)
def test_whatever_is_drafted_is_valid(draft: Draft) -> None:
    gate = BoundaryGate(Judge())
    verdict = gate.judge(created(write(draft)), seen())
    assert verdict.passed, verdict.reason
