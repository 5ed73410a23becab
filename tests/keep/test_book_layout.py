"""The skillbook as folders."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.errors import BadSkill, WrongUse
from afterwit.keep.book_layout import PARTS, export_book, import_book, told_of_domains
from afterwit.model.package import MAIN, Package
from afterwit.model.skill import Metrics
from afterwit.model.skill_document import read
from afterwit.model.skill_sections import embedded

SKILL = """---
name: rl-alpha
description: Finds Color to Alpha. Use when a colour must go.
license: MIT
metadata:
  domain: gimp
  version: "3"
---

# Color to Alpha

## Situation

A background must become transparent.

## Problem

It is not in the toolbox.

## Guidance

1. Open Filters > Color.
2. Choose Color to Alpha.

### If it is grey

Turn the image to RGB.

## Annotations

- [incomplete] Needs RGB.
"""
PAGE = """## Situation

A background must become transparent.

## Guidance

1. Open Filters > Color.
2. Choose Color to Alpha.

### If it is grey

Turn the image to RGB.

## Annotations

- [incomplete] Needs RGB.
"""
FARED = Metrics(times_requested=4, times_followed=2.5, positive_impact=2, negative_impact=1)
ALPHA = Package(
    name="rl-alpha",
    files={MAIN: SKILL.encode(), "scripts/run.sh": b"echo \xff\n", "references/more.md": b"More."},
    executable=frozenset({"scripts/run.sh"}),
)


def package(name: str, text: str) -> Package:
    return Package(name=name, files={MAIN: text.encode()})


def only(files: dict[str, bytes], prefix: str = "") -> Package:
    ((skill, _),) = import_book(files, prefix)
    return skill


def edited(old: str, new: str) -> dict[str, bytes]:
    files = export_book([(ALPHA, FARED)])
    before = files["gimp/rl-alpha.md"]
    files["gimp/rl-alpha.md"] = before.replace(old.encode(), new.encode())
    assert files["gimp/rl-alpha.md"] != before
    return files


@pytest.mark.proves("book-layout")
def test_a_book_has_a_flat_folder_a_domain_and_all_else_beside_it() -> None:
    clip = package("rl-clip", "---\nname: rl-clip\ndescription: Copies.\n---\nCopy twice.\n")
    assert sorted(export_book([(ALPHA, FARED), (clip, Metrics())])) == [
        ".afterwit-book/manifest.json",
        ".afterwit-book/packages/general/rl-clip/SKILL.md",
        ".afterwit-book/packages/gimp/rl-alpha/SKILL.md",
        ".afterwit-book/packages/gimp/rl-alpha/references/more.md",
        ".afterwit-book/packages/gimp/rl-alpha/scripts/run.sh",
        "DOMAINS.md",
        "general/INDEX.md",
        "general/rl-clip.md",
        "gimp/INDEX.md",
        "gimp/rl-alpha.md",
        "metrics.json",
    ]


@pytest.mark.proves("skill-sections")
def test_a_skill_is_a_page_of_three_sections() -> None:
    assert export_book([(ALPHA, FARED)])["gimp/rl-alpha.md"].decode() == PAGE


@pytest.mark.proves("skill-sections")
def test_a_skill_of_any_other_form_gets_the_three_sections_too() -> None:
    plain = package("x", "---\nname: x\ndescription: Copies.\n---\n# Copy\n\nCopy twice.\n\n## Why\n\nOnce fails.\n")
    page = export_book([(plain, Metrics())])["general/x.md"].decode()
    assert page == (
        "## Situation\n\nCopies.\n\n## Guidance\n\n### Copy\n\nCopy twice.\n\n#### Why\n\nOnce fails.\n\n"
        "## Annotations\n\n- None\n"
    )


@pytest.mark.proves("metrics-fields")
def test_metrics_are_kept_apart_from_the_skills() -> None:
    files = export_book([(ALPHA, FARED)])
    assert json.loads(files["metrics.json"]) == {
        "gimp/rl-alpha": {
            "times_requested": 4,
            "times_followed": 2.5,
            "positive_impact": 2,
            "negative_impact": 1,
            "neutral_impact": 0,
        }
    }
    assert FARED.times_not_followed == 1.5


def test_the_tables_of_contents_lead_to_the_pages() -> None:
    files = export_book([(ALPHA, FARED)], {"gimp": "Editing images"})
    assert files["DOMAINS.md"] == b"# Domains\n\n- gimp: Editing images (1 skill)\n"
    assert "- rl-alpha \N{EN DASH} Finds Color to Alpha. Use when" in files["gimp/INDEX.md"].decode()


@pytest.mark.parametrize(
    "said", ["Editing images", "Editing images of every kind " * 8, "Images (raster): all \N{EN DASH} but one"]
)
def test_what_is_said_of_a_domain_is_read_back_however_long_it_is(said: str) -> None:
    assert told_of_domains(export_book([(ALPHA, FARED)], {"gimp": said})) == {"gimp": said.strip()}


def test_what_a_person_says_of_a_domain_wins_over_the_index() -> None:
    files = export_book([(ALPHA, FARED)], {"gimp": "Editing images"})
    files["DOMAINS.md"] = files["DOMAINS.md"].replace(b"Editing images", b"Pixels")
    assert told_of_domains(files) == {"gimp": "Pixels"}


def test_what_was_exported_comes_back_as_it_was() -> None:
    assert import_book(export_book([(ALPHA, FARED)])) == [(ALPHA, FARED)]


def test_names_that_file_systems_take_for_the_same_get_pages_of_their_own() -> None:
    skills = [
        (package(name, SKILL), Metrics(times_requested=number))
        for number, name in enumerate(["My Skill", "my-skill", "INDEX"])
    ]
    files = export_book(skills)
    assert {
        "gimp/my-skill.md",
        "gimp/my-skill-2.md",
        "gimp/index-skills.md",
    } <= files.keys()
    assert sorted(import_book(files), key=lambda skill: skill[1].times_requested) == skills


def test_an_edited_page_wins_over_the_package() -> None:
    skill = only(edited("2. Choose Color to Alpha.", "2. Choose it.\n3. Press OK."))
    assert skill.text == SKILL.replace("2. Choose Color to Alpha.", "2. Choose it.\n3. Press OK.")
    assert skill.files["scripts/run.sh"] == b"echo \xff\n"
    assert skill.executable == ALPHA.executable


def test_notes_can_be_edited_and_taken_out() -> None:
    assert only(edited("Needs RGB.", "Needs RGB.\n- Works.")).text == SKILL.replace(
        "Needs RGB.", "Needs RGB.\n- Works."
    )
    assert only(edited("- [incomplete] Needs RGB.", "- None")).text == SKILL.replace(
        "- [incomplete] Needs RGB.", "- None"
    )
    assert "## Annotations\n\n- None" in only(edited("## Annotations\n\n- [incomplete] Needs RGB.\n", "")).text


def test_what_is_added_to_a_page_outside_its_sections_is_kept() -> None:
    text = only(edited("## Guidance", "## History\n\nSince 2.10.\n\n## Guidance")).text
    assert text == f"{SKILL}\n## History\n\nSince 2.10.\n"


def test_a_page_that_is_taken_out_takes_its_skill_along() -> None:
    files = export_book([(ALPHA, FARED)])
    del files["gimp/rl-alpha.md"]
    assert import_book(files) == []


def test_a_page_that_is_moved_moves_the_skill_to_the_other_domain() -> None:
    files = export_book([(ALPHA, FARED)])
    files["images/rl-alpha.md"] = files.pop("gimp/rl-alpha.md")
    assert import_book(files) == [(ALPHA.with_text(SKILL.replace("gimp", "images")), FARED)]


def test_a_page_whose_package_is_gone_is_read_like_any_other() -> None:
    files = {
        path: content
        for path, content in export_book([(ALPHA, FARED)]).items()
        if ".afterwit-book/packages/" not in path
    }
    ((skill, fared),) = import_book(files)
    document = read(skill.text)
    assert (skill.name, fared, document.domain) == ("rl-alpha", FARED, "gimp")
    assert document.description == "Finds Color to Alpha. Use when a colour must go."
    assert skill.text.endswith(PAGE)


@pytest.mark.parametrize("root", ["", "skillbook/"])
def test_a_book_of_another_tool_is_read(root: str) -> None:
    files = {
        f"{root}DOMAINS.md": b"- gimp: Images\n",
        f"{root}gimp/INDEX.md": b"# Gimp\n\n- [transparency.md](transparency.md): Making things: transparent\n",
        f"{root}gimp/transparency.md": PAGE.encode(),
        f"{root}gimp/Export As.md": b"## Situation\n\nWhen saving. Or not.\n\n## Guidance\n\nExport.\n",
        f"{root}os/empty.md": b"",
        f"{root}README.md": b"Not a skill.",
        f"{root}metrics.json": b'{"gimp/transparency": {"times_requested": 2}}',
    }
    (export, _), (transparency, fared), (empty, _) = import_book(files, "rl-")
    assert [export.name, transparency.name, empty.name] == ["rl-export-as", "rl-transparency", "rl-empty"]
    assert fared == Metrics(times_requested=2)
    document = read(transparency.text)
    assert (document.name, document.domain) == ("rl-transparency", "gimp")
    assert document.description == "Making things: transparent"
    assert document.problems == ()
    assert transparency.text.endswith(f"---\n\n{PAGE}")
    assert read(export.text).description == "When saving. Or not."
    assert read(empty.text).description == "empty"


def test_pages_of_one_name_in_several_domains_get_names_of_their_own() -> None:
    pages = {f"{domain}/settings.md": PAGE.encode() for domain in ("chrome", "gimp", "os")}
    assert [skill.name for skill, _ in import_book(pages)] == ["settings", "gimp-settings", "os-settings"]
    pages = {"a/b-c.md": b"", "a-b/c.md": b"", "a/c.md": b"", "b/c.md": b""}
    assert len({skill.name for skill, _ in import_book(pages)}) == 4


def test_a_page_with_fields_of_its_own_keeps_them() -> None:
    page = b"---\nname: Color To Alpha\ndescription: Mine.\ntags: [a, b]\n---\n## Guidance\n\nDo.\n"
    skill = only({"gimp/alpha.md": page})
    document = read(skill.text)
    assert (skill.name, document.name, document.description) == ("alpha", "alpha", "Mine.")
    assert (document.fields["tags"], document.domain) == (["a", "b"], "gimp")


@pytest.mark.parametrize(
    ("name", "safe"), [("../../rl-alpha", "rl-alpha"), ("/x", "x"), ("..", "general"), (".", "general")]
)
def test_a_name_from_a_manifest_can_not_lead_out_of_the_book(name: str, safe: str) -> None:
    files = export_book([(ALPHA, FARED)])
    files[".afterwit-book/manifest.json"] = files[".afterwit-book/manifest.json"].replace(
        b'"name": "rl-alpha"', f'"name": "{name}"'.encode()
    )
    assert only(files).name == safe


def test_a_package_that_can_not_be_laid_out_is_refused_with_every_problem() -> None:
    bad = Package(name="x", files={"../a": b"", "/b": b"", "c\\d": b""})
    with pytest.raises(BadSkill) as told:
        export_book([(bad, Metrics())])
    assert len(told.value.problems) == 4


@pytest.mark.parametrize("path", ["metrics.json", ".afterwit-book/manifest.json"])
@pytest.mark.parametrize("content", [b"{", b"[]", b'{"a/b": 1, "skills": 1}'])
def test_broken_counts_are_told(path: str, content: bytes) -> None:
    with pytest.raises(WrongUse, match=f"{path} of the book cannot be read"):
        import_book({"a/b.md": PAGE.encode(), path: content})


def test_pages_that_are_no_text_are_told_all_at_once() -> None:
    with pytest.raises(WrongUse, match=r"a/b\.md, a/c\.md"):
        import_book({"a/b.md": b"\xff", "a/c.md": b"\xff", "a/d.md": b""})


NAMES = st.from_regex(r"\A[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}\Z") | st.text(min_size=1, max_size=12)
BODIES = st.lists(
    st.sampled_from([
        "## Situation", "## Guidance", "## Annotations", "- None", "## Trigger conditions", "### Solution", "```", "",
        "# Top", "Text.", "\\## Escaped", "1. Step", "- note\r", "---", "## Situation\n\nTwice.",
    ])
    | st.text(max_size=10),
    max_size=12,
).map("\n".join)  # fmt: skip
FRONT = st.sampled_from([
    "", "---\nname: x\ndescription: Does it. Use when so.\n---\n", "---\nmetadata:\n  domain: ../Up & Out\n---\n",
    "---\nmetadata: {domain: index}\n---\n", "---\r\nname: x\r\nmetadata:\r\n  domain: gimp\r\n---\r\n", "---\n: [\n",
])  # fmt: skip
PATHS = st.sampled_from(
    ["scripts/run.sh", "references/a b.md", "assets/ä.png", "SKILL.md.bak", "INDEX.md", "deep/er/x"]
)


@st.composite
def packages(draw: st.DrawFn) -> Package:
    others = draw(st.dictionaries(PATHS, st.binary(max_size=10), max_size=3))
    text = (draw(FRONT) + draw(BODIES)).encode()
    main = {MAIN: draw(st.just(text) | st.binary(max_size=20))}
    return Package(name=draw(NAMES), files=others | main, executable=frozenset(draw(st.sets(PATHS)) & others.keys()))


METRICS = st.builds(
    Metrics,
    times_requested=st.integers(0, 99),
    times_followed=st.integers(0, 99).map(lambda twice: twice / 2),
    positive_impact=st.integers(0, 9),
)
SKILLS = st.lists(st.tuples(packages(), METRICS), max_size=4)


def by_content(skills: list[tuple[Package, Metrics]]) -> list[tuple[str, str, Metrics]]:
    return sorted(((skill.name, skill.digest(), fared) for skill, fared in skills), key=repr)


@settings(deadline=None, max_examples=300)
@given(SKILLS)
def test_any_skills_come_back_byte_for_byte(skills: list[tuple[Package, Metrics]]) -> None:
    odd = [skill.name for skill, _ in skills if {*skill.name} & {*"/\\\0"} or skill.name in {".", ".."}]
    back = import_book(export_book(skills))
    if not odd:
        assert by_content(back) == by_content(skills)
    assert sorted(skill.digest() for skill, _ in back) == sorted(skill.digest() for skill, _ in skills)


@settings(deadline=None)
@given(SKILLS)
def test_an_imported_book_is_exported_the_same(skills: list[tuple[Package, Metrics]]) -> None:
    pages = {path: content for path, content in export_book(skills).items() if not path.startswith(".")}
    back = import_book(pages)
    assert len(back) == len(skills)
    assert len({skill.name for skill, _ in back}) == len(back)
    assert by_content(import_book(export_book(back))) == by_content(back)


@settings(deadline=None)
@given(packages(), st.text(alphabet="ab #-`\n1.", min_size=1).filter(str.strip))
def test_whatever_is_changed_in_a_page_is_what_the_skill_says(skill: Package, words: str) -> None:
    files = export_book([(skill, Metrics())])
    (path,) = [path for path in files if path.count("/") == 1 and path.endswith(".md") and "INDEX" not in path]
    before = read(files[path].decode())
    files[path] = f"## Situation\n\nWhen a.\n\n## Guidance\n\n{embedded(words)}\n\n## Annotations\n\n- b\n".encode()
    wanted = read(files[path].decode())
    changed = [name for name in PARTS if wanted.section(name) != before.section(name)]
    document = read(only(files).text)
    assert [document.section(name) for name in changed] == [wanted.section(name) for name in changed]
