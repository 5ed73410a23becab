"""DOMAINS.md and INDEX.md."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from afterwit.keep import domains
from afterwit.keep.domains import Entry
from afterwit.model.package import State

GIMP = Entry(name="rl-alpha", domain="gimp", description="Finds Color to Alpha. Use when a colour must go. And so on.")
LAYERS = Entry(name="rl-layers", domain="Gimp", description="Orders layers, e.g. masks. It is slow.")
OS = Entry(name="rl-clip", domain="os", description="Copies.")


def entry(name: str, state: State) -> Entry:
    return Entry(name=name, domain="os", description="Copies.", state=state)


def test_the_domains_are_a_line_each() -> None:
    files = domains.views([OS, LAYERS, GIMP], {"GIMP": "Editing\nimages", "unused": "No skills yet"})
    assert files["DOMAINS.md"].decode() == "# Domains\n\n- gimp: Editing images (2 skills)\n- os (1 skill)\n"


@pytest.mark.proves("book-layout")
def test_each_domain_has_an_index_with_a_line_a_skill() -> None:
    files = domains.views([OS, LAYERS, GIMP], {"gimp": "Editing images"})
    assert files.keys() == {"DOMAINS.md", "gimp/INDEX.md", "os/INDEX.md"}
    assert files["gimp/INDEX.md"].decode() == (
        "# gimp\n\nEditing images\n\n"
        "- rl-alpha \N{EN DASH} Finds Color to Alpha. Use when a colour must go.\n"
        "- rl-layers \N{EN DASH} Orders layers, e.g. masks.\n"
    )


def test_only_active_skills_are_offered() -> None:
    files = domains.views([entry("a", "active"), entry("b", "pending"), entry("c", "archived")])
    assert files["os/INDEX.md"].decode() == "# os\n\n- a \N{EN DASH} Copies.\n"
    assert domains.views([entry("b", "pending")]) == {"DOMAINS.md": b"# Domains\n"}


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("libreoffice-calc", "libreoffice-calc"),
        ("LibreOffice Calc", "libreoffice-calc"),
        ("../../etc", "etc"),
        ("C:\\x", "c-x"),
        ("", "general"),
        ("…", "general"),
        ("NUL", "nul-skills"),
        ("Index", "index-skills"),
        ("ﬁle", "file"),
        ("Büro", "büro"),
    ],
)
def test_a_name_becomes_a_folder(name: str, safe: str) -> None:
    assert domains.folder(name) == safe


@settings(deadline=None)
@given(st.text())
def test_a_folder_is_safe_and_stays_as_it_is(name: str) -> None:
    folder = domains.folder(name)
    assert folder == domains.folder(folder)
    assert 0 < len(folder.encode()) <= 210
    assert all(sign.isalnum() or sign == "-" for sign in folder)


@settings(deadline=None)
@given(st.text(), st.text(), st.integers(1, 3))
def test_a_domain_never_takes_more_than_its_line(domain: str, description: str, count: int) -> None:
    skills = [Entry(name=f"rl-{number}", domain=domain, description="x") for number in range(count)]
    text = domains.views(skills, {domain: description})["DOMAINS.md"].decode()
    (line,) = text.removeprefix("# Domains\n\n").removesuffix("\n").split("\n")
    assert len(line.encode()) <= max(domains.DOMAIN_BYTES, len(f"- {domains.folder(domain)} (9 skills)".encode()))


@settings(deadline=None)
@given(st.text(), st.integers(3, 60))
def test_what_is_cut_fits(text: str, size: int) -> None:
    assert len(domains.cut(text, size).encode()) <= size


@pytest.mark.parametrize(
    ("description", "brief"),
    [
        ("One.", "One."),
        ("One! Two.", "One!"),
        ("One. Then. Use this when two. Use when three.", "One. Use this when two."),
        ("", ""),
    ],
)
def test_a_skill_is_told_by_its_first_sentence_and_when_to_use_it(description: str, brief: str) -> None:
    assert domains.brief(description) == brief


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("- gimp: Editing: images (2 skills)", {"gimp": "Editing: images"}),
        ("- **GIMP** — Editing images", {"gimp": "Editing images"}),
        ("- [gimp](gimp/INDEX.md) - Editing (raster) images", {"gimp": "Editing (raster) images"}),
        ("- `gimp/` (3 skills): Editing", {"gimp": "Editing"}),
        ("- gimp (3 skills)", {}),
        ("gimp: not a line of the list", {}),
    ],
)
def test_what_another_tool_says_of_its_domains_is_read(line: str, told: dict[str, str]) -> None:
    assert domains.descriptions(f"# Domains\n\n{line}\n") == told


def test_our_own_tables_are_read_back() -> None:
    said = {"gimp": "Editing images", "os": "The desktop \N{EN DASH} and files: all"}
    assert domains.descriptions(domains.views([OS, GIMP], said)["DOMAINS.md"].decode()) == said
