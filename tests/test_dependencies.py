"""What the program imports, it asks for itself: nothing comes along only because something else needs it today."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAME = re.compile(r"[A-Za-z0-9._-]+")


def imported() -> Iterator[tuple[str, str]]:
    """Each module of others that is imported, with the file that does."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [node.module]
            for name in names:
                top = name.partition(".")[0]
                if top not in {
                    *sys.stdlib_module_names,
                    "afterwit",
                    "_typeshed",
                }:  # the last is known to type checkers only
                    yield top, str(path.relative_to(ROOT))


def named(requirements: list[str]) -> set[str]:
    return {distribution(found[0]) for each in requirements if (found := NAME.match(each))}


def distribution(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_import_is_a_dependency_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = named(project["dependencies"]) | named(project["optional-dependencies"]["fleet"])
    carries = packages_distributions()
    lacking = {
        f"{path} imports {top}"
        for top, path in imported()
        if not asked & {distribution(name) for name in carries.get(top, [top])}
    }
    assert lacking == set()
