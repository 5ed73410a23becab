"""What nobody may write, whoever asks."""

from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Judge
from afterwit.judge.boundary import BoundaryGate, source_class
from afterwit.judge.places import folded
from afterwit.model.package import MAIN, Package, SourceClass, State
from afterwit.model.proposal import (
    AddLesson,
    AddMemory,
    AnnotateSkill,
    Author,
    CreateSkill,
    Decision,
    MergeSkills,
    MoveSkill,
    PinSkill,
    Proposal,
    RemoveMemory,
    ReplaceMemory,
    RetireLesson,
    UndoChange,
    UpdateSkill,
)
from afterwit.model.skill import Skill
from tests.judge.looking import asked, created, seen, updated

MACHINES: tuple[Author, ...] = ("foreground", "background", "mechanical")
GATE = BoundaryGate(Judge(core=("core-*", "Platform"), max_files=8, max_bytes=4000), frozenset({"afterwit-learn"}))


def package(name: str = "rl-build", metadata: str = "", **files: bytes) -> Package:
    extra = f"metadata:\n  {metadata}\n" if metadata else ""
    text = f"---\nname: {name}\ndescription: Builds.\n{extra}---\n\n# Build\n"
    return Package(name=name, files={MAIN: text.encode(), **files})


def having(path: str) -> Package:
    return Package(name="rl-build", files={**package().files, path: b"x"})


def skill(made: Package, source: SourceClass = "learned", state: State = "active", *, pinned: bool = False) -> Skill:
    return Skill(package=made, state=state, source=source, pinned=pinned)


def refusal(proposal: Proposal, *skills: Skill) -> str:
    """Why not; empty where it may be."""
    verdict = GATE.judge(proposal, seen(skills=skills))
    assert verdict.passed is not bool(verdict.findings)
    return "" if verdict.passed else verdict.reason


@pytest.mark.proves("package-names")
@pytest.mark.parametrize("author", MACHINES)
def test_a_machine_creates_learned_skills_alone(author: Author) -> None:
    assert not refusal(created(package(), author=author))
    assert "begins with rl-" in refusal(created(package("build"), author=author))
    assert not refusal(created(package("build"), author="person"))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "rl-",
        "rl--x",
        "-rl",
        "RL-x",
        "rl-x_y",
        "rl-x.y",
        "rl-" + "x" * 62,
        "rl-é",
        "rl-x/y",
        "../x",
        "nul",
        "com1",
        "rl x",
    ],
)
def test_a_name_that_agent_skills_do_not_have_is_refused(name: str) -> None:
    for author in ("person", "background"):
        assert "name" in refusal(created(package(name), author=author))


def test_folder_and_frontmatter_agree() -> None:
    odd = Package(name="rl-other", files=package().files)
    assert "in its frontmatter" in refusal(created(odd))


@pytest.mark.proves("package-names")
@pytest.mark.parametrize("source", ["learned", "custom", "manual", "hub"])
def test_skills_of_every_class_but_core_may_be_updated(source: SourceClass) -> None:
    old = package("deploy", f"source: {source}")
    new = old.with_text(old.text + "\nMore.\n")
    assert not refusal(updated(new, old), skill(old, source))
    assert not refusal(asked(AnnotateSkill(name="deploy", annotation="See above.")), skill(old, source))


@pytest.mark.proves("package-core-protected")
@pytest.mark.parametrize("author", [*MACHINES, "person"])
@pytest.mark.parametrize(
    "there",
    [
        skill(package("build", "source: core"), "core"),
        skill(package("build", "source: bundled"), "core"),
        skill(package("build", "source: generated"), "manual"),
        skill(package("core-loop"), "manual"),
        skill(package("platform"), "manual"),
        skill(package("afterwit-learn"), "manual"),
    ],
    ids=lambda there: there.name,
)
def test_a_core_skill_is_never_touched(there: Skill, author: Author) -> None:
    name, old = there.name, there.package
    new = old.with_text(old.text + "\nMore.\n")
    other = skill(package("rl-other"))
    for operation in (
        CreateSkill(package=new),
        UpdateSkill(package=new, base=old.digest()),
        MergeSkills(package=new, base=old.digest(), source="rl-other", source_base=other.package.digest()),
        MergeSkills(package=other.package, base="", source=name, source_base=old.digest()),
        AnnotateSkill(name=name, annotation="Note."),
        MoveSkill(name=name, decision="archive"),
        PinSkill(name=name),
        PinSkill(name=name, pinned=False),
    ):
        assert "core skill" in refusal(asked(operation, author=author), there, other), operation


def test_nobody_makes_a_skill_that_says_it_is_core() -> None:
    for said in ("core", "platform", "bundled", "generated", "CORE"):
        assert "core skill" in refusal(created(package("mine", f"source: {said}"), author="person"))
    assert "comes from elsewhere" in refusal(created(package(metadata="source: manual")))


def test_an_update_changes_neither_class_nor_name_nor_pin() -> None:
    old = package(metadata="source: learned")
    for new, why in (
        (package(metadata="source: manual"), "changes source"),
        (package(metadata="source: core"), "changes source"),
        (package(), "changes source"),
        (package(metadata='source: learned\n  pinned: "true"'), "changes pinned"),
        (old.with_text(old.text.replace("name: rl-build", "name: rl-else")), "in its frontmatter"),
    ):
        for author in ("background", "person"):
            assert why in refusal(updated(new, old, author=author), skill(old))


def test_a_pinned_skill_is_left_alone() -> None:
    old = package()
    there = skill(old, pinned=True)
    new = old.with_text(old.text + "\nMore.\n")
    for operation in (
        CreateSkill(package=new),
        UpdateSkill(package=new, base=old.digest()),
        AnnotateSkill(name="rl-build", annotation="Note."),
        MoveSkill(name="rl-build", decision="prune"),
    ):
        for author in ("background", "person"):
            assert "is pinned" in refusal(asked(operation, author=author), there)
    unpin = PinSkill(name="rl-build", pinned=False)
    assert not refusal(asked(unpin, author="person"), there)
    assert "only a person may unpin" in refusal(asked(unpin), there)


def test_the_same_pinned_skill_may_be_proposed_again() -> None:
    assert not refusal(created(package()), skill(package(), pinned=True))


@pytest.mark.parametrize("decision", ["approve", "reject", "restore", "archive", "prune"])
def test_a_machine_only_puts_away(decision: Decision) -> None:
    there = skill(package(), state="pending")
    move = MoveSkill(name="rl-build", decision=decision)
    assert bool(refusal(asked(move), there)) is (decision not in {"archive", "prune"})
    assert not refusal(asked(move, author="person"), there)


def test_a_machine_puts_away_only_what_was_learned() -> None:
    there = skill(package("corp-build"), "manual")
    move = MoveSkill(name="corp-build", decision="archive")
    assert "what a person brought" in refusal(asked(move), there)
    assert not refusal(asked(move, author="person"), there)


def test_a_machine_neither_pins_nor_undoes_nor_publishes_past_the_policy() -> None:
    assert "only a person may pin" in refusal(asked(PinSkill(name="rl-build")), skill(package()))
    assert "only a person" in refusal(asked(UndoChange(change=1)))
    assert not refusal(asked(UndoChange(change=1), author="person"))
    assert "publish policy" in refusal(asked(CreateSkill(package=package(), state="active")))
    assert not refusal(asked(CreateSkill(package=package(), state="pending")))
    assert "only a person pins" in refusal(created(package(metadata='pinned: "true"')))


def test_what_is_not_there_cannot_be_changed() -> None:
    for operation in (
        UpdateSkill(package=package(), base=""),
        AnnotateSkill(name="rl-build", annotation="Note."),
        AnnotateSkill(name="../../etc", annotation="Note."),
        AnnotateSkill(name="", annotation="Note."),
        MoveSkill(name="rl-build\0", decision="archive"),
    ):
        assert refusal(asked(operation))
    both = MergeSkills(package=package(), base="", source="rl-build", source_base="")
    assert "with itself" in refusal(asked(both), skill(package()))


@pytest.mark.parametrize(
    "path",
    [
        "../x", "scripts/../../x", "/etc/passwd", "scripts//x", "scripts/", "./x", "scripts/./x", "scripts\\x",
        "C:/x", "c:x",
        "scripts/x\0", "scripts/x\n", "scripts/\u202ex", "scripts/e\u0301", "scripts/\uff0e\uff0e/x", "scripts/\uff0fx",
        "scripts/nul", "assets/CON.txt", "scripts/aux.sh", "assets/com1", "assets/x.", "assets/x ", ".git/config",
        ".env",
        "scripts/.hidden", "assets/\uff0egit", "CLAUDE.md", "claude.md", "references/AGENTS.md", "settings.json",
        "hooks.json",
        "assets/Settings.JSON", "skill.md", "references/SKILL.md", "assets/" + "x" * 130, "a/" * 9 + "x", "assets/x:y",
        "~/x", "assets/~root", "scripts/\ud800", "scripts/x*", "scripts/\u200bx",
        "assets/\uff23\uff2c\uff21\uff35\uff24\uff25.md",
    ],
)  # fmt: skip
def test_a_path_that_leads_elsewhere_is_refused_whoever_asks(path: str) -> None:
    for author in ("person", "background"):
        assert refusal(created(having(path), author=author))


@pytest.mark.proves("package-contents")
def test_a_package_has_its_folders_and_a_person_may_bring_more() -> None:
    for path in ("scripts/run.sh", "references/more/deep.md", "assets/logo.png", "LICENSE", "LICENSE.txt", "README.md"):
        assert not refusal(created(having(path)))
    for path in ("templates/a.md", "reference.md"):
        assert "is new and not in" in refusal(created(having(path)))
        assert not refusal(created(having(path), author="person"))
        assert not refusal(updated(having(path), having(path)), skill(having(path)))


def test_no_two_paths_are_one_on_systems_that_fold() -> None:
    for one, other in (("assets/a.txt", "assets/A.TXT"), ("assets/\uff41", "assets/a"), ("assets/ß", "assets/ss")):
        files = {**package().files, one: b"", other: b""}
        assert "fold letters" in refusal(created(Package(name="rl-build", files=files), author="person"))
    files = {**package().files, "assets/a": b"", "Assets/A/b": b""}
    assert "lies below a file" in refusal(created(Package(name="rl-build", files=files), author="person"))


def test_there_is_one_skill_file_in_valid_utf_8() -> None:
    assert "has no SKILL.md" in refusal(created(Package(name="rl-build", files={})))
    broken = Package(name="rl-build", files={MAIN: b"---\nname: rl-build\n\xff"})
    assert "no valid UTF-8" in refusal(created(broken))


def test_too_many_files_and_too_many_bytes_are_refused() -> None:
    many = {f"assets/{number}": b"" for number in range(8)}
    assert "9 files: the most is 8" in refusal(created(Package(name="rl-build", files={**package().files, **many})))
    large = Package(name="rl-build", files={**package().files, "assets/x": bytes(4000)})
    assert "the most is 4,000" in refusal(created(large))


def test_what_is_to_be_run_is_there() -> None:
    odd = Package(name="rl-build", files=package().files, executable=frozenset({"/bin/sh"}))
    assert "is not there" in refusal(created(odd))


def test_every_problem_is_told_at_once() -> None:
    files = {**package().files, "../x": b"", "nul": b"", ".env": b""}
    verdict = GATE.judge(created(Package(name="Build", files=files)), seen())
    assert len(verdict.findings) >= 6
    assert {"../x", "nul", ".env"} <= {finding.where for finding in verdict.findings}
    assert "more" in verdict.reason


@pytest.mark.parametrize("name", ["../x", "a/b", "A", "nul", "x" * 65, ".x", "a b"])
def test_scopes_and_memories_have_plain_names(name: str) -> None:
    for operation in (
        AddLesson(text="Run it.", scope=name),
        RetireLesson(text="Run it.", scope=name),
        AddMemory(memory=name, text="x"),
        ReplaceMemory(memory=name, old="x", text="y"),
        RemoveMemory(memory=name, old="x"),
    ):
        assert refusal(asked(operation, author="person"))
    assert not refusal(asked(AddLesson(text="Run it.", scope="claude-code")))
    assert not refusal(asked(AddLesson(text="Run it.")))
    assert not refusal(asked(AddMemory(memory="project", text="x")))


def test_a_lesson_is_one_line() -> None:
    assert "one line" in refusal(asked(AddLesson(text="Run it.\n- 2026 [factual] and this")))


@pytest.mark.parametrize(
    ("name", "metadata", "expected"),
    [
        ("core-loop", {"source": "manual"}, "core"),
        ("PLATFORM", {}, "core"),
        ("\uff30latform", {}, "core"),
        ("Afterwit-Learn", {}, "core"),
        ("rl-x", {}, "learned"),
        ("x", {}, "manual"),
        ("x", {"source": "hub"}, "hub"),
        ("rl-x", {"source": " Bundled "}, "core"),
        ("x", {"source": "nonsense"}, "manual"),
    ],
)
def test_the_class_of_a_skill(name: str, metadata: dict[str, str], expected: SourceClass) -> None:
    config = Judge(core=("core-*", "Platform"))
    assert source_class(name, metadata, config, frozenset({"afterwit-learn"})) == expected


PARTS = st.one_of(
    st.sampled_from(
        ["..", ".", "", "scripts", "assets", "references", "~", "nul", "x", "SKILL.md", "\uff0e\uff0e", " "]
    ),
    st.text(max_size=6),
)
PATHS = st.lists(PARTS, min_size=1, max_size=5).map("/".join)


@given(
    name=st.one_of(PATHS, st.just("rl-build")),
    paths=st.lists(PATHS, max_size=4),
    author=st.sampled_from([*MACHINES, "person"]),
)
def test_nothing_that_passes_names_a_place_outside_the_zone(name: str, paths: list[str], author: Author) -> None:
    files = {**package(name).files, **dict.fromkeys(paths, b"")}
    proposal = created(Package(name=name, files=files), author=author)
    if not GATE.judge(proposal, seen()).passed:
        return
    zone = Path("/zone/skills")
    for path in files:
        for pure in (PurePosixPath(name, path), PureWindowsPath(name, path)):
            assert not pure.is_absolute()
            assert not pure.drive
            assert ".." not in pure.parts
        place = Path(*(folded(part) for part in (zone / name / path).parts))
        assert place.is_relative_to(zone)
    assert len({folded(path) for path in files}) == len(files)


@given(name=st.one_of(PATHS, st.text(max_size=80)))
def test_no_name_that_passes_leads_anywhere(name: str) -> None:
    memory = asked(AddMemory(memory=name, text="x"), author="person")
    lesson = asked(AddLesson(text="x", scope=name), author="person")
    for proposal in (memory, lesson):
        if GATE.judge(proposal, seen()).passed and name:
            assert name.isascii()
            assert name.replace("-", "a").isalnum()


MOVES: list[tuple[Decision, State]] = [("approve", "pending"), ("restore", "archived")]


@pytest.mark.parametrize(("decision", "state"), MOVES)
@pytest.mark.proves("package-core-protected")
def test_both_the_skill_that_moves_and_the_one_it_would_replace_are_looked_at(decision: Decision, state: State) -> None:
    move = asked(MoveSkill(name="rl-build", decision=decision), author="person")
    plain, waits = skill(package()), skill(package(), state=state)
    assert not refusal(move, plain, waits)
    assert "is pinned" in refusal(move, plain, skill(package(), state=state, pinned=True))
    assert "core skill" in refusal(move, plain, skill(package(metadata="source: core"), "core", state))
    assert "is pinned" in refusal(move, skill(package(), pinned=True), waits)
    assert "core skill" in refusal(move, skill(package(metadata="source: core"), "core"), waits)


def test_an_update_of_a_pinned_skill_may_be_rejected() -> None:
    reject = asked(MoveSkill(name="rl-build", decision="reject"), author="person")
    assert not refusal(reject, skill(package(), pinned=True), skill(package(), state="pending"))
    assert "there is no skill" in refusal(reject)


def test_a_pinned_skill_makes_no_room_for_one_that_says_it_replaces_it() -> None:
    greedy = package(metadata="replaces: deploy")
    pinned = skill(package("deploy"), "manual", pinned=True)
    approve = asked(MoveSkill(name="rl-build", decision="approve"), author="person")
    assert "deploy is pinned" in refusal(approve, skill(greedy, state="pending"), pinned)
    assert "only a merge does" in refusal(created(greedy))
    assert "changes replaces" in refusal(updated(greedy, package()), skill(package()))
