"""The habits of the house, as checks that only tighten."""

import ast
import tomllib
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PYTHON = sorted(path for room in ("src", "tests", "benchmarks", "docs") for path in (ROOT / room).rglob("*.py"))
LONGEST_FILE = 400
VAGUE = {"utils", "util", "helpers", "helper", "common_utils", "misc", "manager2"}


def named(paths: list[Path]) -> list[ParameterSet]:
    return [pytest.param(path, id=str(path.relative_to(ROOT))) for path in paths]


@pytest.mark.parametrize("path", named(PYTHON))
def test_a_file_is_short_enough_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


MAY_CATCH_ALL = {"src/afterwit/judge/chain.py"}
"""A gate may be anyone's: whatever it raises, the pass ends closed."""


@pytest.mark.parametrize("path", named([path for path in SOURCES if str(path.relative_to(ROOT)) not in MAY_CATCH_ALL]))
def test_nothing_is_caught_broadly(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            assert caught not in {"everything", "Exception", "BaseException"}, f"line {node.lineno}"


def test_the_seal_is_named_only_where_it_is_made_asked_for_and_used() -> None:
    naming = {str(path.relative_to(ROOT)) for path in SOURCES if "SEAL" in path.read_text(encoding="utf-8")}
    assert naming == {f"src/afterwit/{name}.py" for name in ("model/seal", "model/approval", "judge/chain")}


@pytest.mark.parametrize("path", named(SOURCES))
def test_a_module_says_what_it_is_for(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    assert path.stem not in VAGUE


@pytest.mark.parametrize("path", named(SOURCES))
def test_nothing_is_left_for_later(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for mark in ("TO" + "DO", "FIX" + "ME", "X" + "XX", "NotImplemented" + "Error"):
        assert f" {mark}" not in text


@pytest.mark.parametrize("path", named(sorted((ROOT / "requirements").glob("*.txt"))))
def test_pinned_requirements_have_hashes_and_no_addresses(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    for entry in text.replace("\\\n", " ").splitlines():
        assert "==" in entry, entry[:60]
        assert "--hash=sha256:" in entry, entry[:60]


def test_the_extras_of_the_design_are_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"models", "fleet", "web", "dev"} <= set(project["optional-dependencies"])


def test_every_ruff_ignore_has_its_reason() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    start = lines.index("ignore = [")
    ignores = lines[start + 1 : lines.index("]", start)]
    assert all("#" in line for line in ignores)


@pytest.mark.parametrize(
    "page", named([ROOT / "README.md", ROOT / "AGENTS.md", *sorted((ROOT / "docs").rglob("*.md"))])
)
def test_links_in_the_pages_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for part in text.split("](")[1:]:
        target = part.split(")", 1)[0].split("#", 1)[0]
        if target and "://" not in target:
            assert (page.parent / target).exists(), target
