"""The list of requirements and the tests that prove them are kept in step."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.requirements import REQUIREMENTS, SOURCES

TESTS = Path(__file__).parent
KNOWN = {requirement.id for requirement in REQUIREMENTS}
BUILT = {requirement.id for requirement in REQUIREMENTS if requirement.built}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def is_proves(node: ast.AST) -> bool:
    """Whether the node reads `pytest.mark.proves` or `mark.proves`."""
    match node:
        case ast.Attribute(attr="proves", value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
            return True
        case _:
            return False


def marked(node: ast.AST) -> Iterator[str]:
    """Yield every id that a `proves` mark names within the node."""
    called = [part for part in ast.walk(node) if isinstance(part, ast.Call) and is_proves(part.func)]
    marks = [part for part in ast.walk(node) if is_proves(part)]
    if len(called) != len(marks):
        message = "proves is a call: name the requirements it proves"
        raise ValueError(message)
    for call in called:
        if not call.args or call.keywords:
            message = f"line {call.lineno}: proves takes one or more ids and nothing else"
            raise ValueError(message)
        for argument in call.args:
            match argument:
                case ast.Constant(value=str(requirement)):
                    yield requirement
                case _:
                    message = f"line {call.lineno}: proves takes ids written out as strings"
                    raise ValueError(message)


def pytestmarks(scope: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Yield the ids that a module or class gives all its tests through `pytestmark`."""
    for statement in scope.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="pytestmark")]) | ast.AnnAssign(target=ast.Name(id="pytestmark")):
                yield from marked(statement)
            case _:
                pass


def proven(node: ast.AST, inherited: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the ids that tests carry: their own, and those of the classes and the module around them."""
    carried = inherited
    if isinstance(node, Definition):
        carried |= {requirement for decorator in node.decorator_list for requirement in marked(decorator)}
    if isinstance(node, ast.Module | ast.ClassDef):
        carried |= set(pytestmarks(node))
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        if node.name.startswith("test"):
            yield from carried
        return  # what is defined inside a function is no test
    for child in ast.iter_child_nodes(node):
        yield from proven(child, carried)


@pytest.fixture(scope="module", name="modules")
def read_modules() -> dict[str, ast.Module]:
    """Parse every module under tests/, whichever tests were selected to run."""
    paths = sorted(TESTS.rglob("*.py"))
    return {path.relative_to(TESTS).as_posix(): ast.parse(path.read_bytes(), path.name) for path in paths}


def test_ids_are_unique() -> None:
    """No two requirements share an id."""
    counted = Counter(requirement.id for requirement in REQUIREMENTS)
    assert [name for name, count in counted.items() if count > 1] == []


def test_ids_are_lower_case_words_with_hyphens() -> None:
    """An id can be typed, searched for and read."""
    assert [name for name in KNOWN if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)] == []


def test_every_behaviour_is_one_sentence() -> None:
    """A behaviour begins with a capital or a quoted name and ends with a full stop."""
    assert [each.id for each in REQUIREMENTS if not re.fullmatch(r"[A-Z`@].+\.", each.behaviour)] == []


def test_the_sources_are_the_five_documents() -> None:
    """Each requirement names one of the five, and each of the five is named."""
    assert [source[:4] for source in SOURCES] == ["000_", "001_", "002_", "003_", "004_"]
    assert {requirement.source for requirement in REQUIREMENTS} == set(SOURCES)


def test_tests_name_only_known_requirements(modules: dict[str, ast.Module]) -> None:
    """A mark with a misspelt or retired id is found, wherever in the file it stands."""
    unknown = {path: set(marked(module)) - KNOWN for path, module in modules.items()}
    assert {path: ids for path, ids in unknown.items() if ids} == {}


def test_every_built_requirement_is_proven(modules: dict[str, ast.Module]) -> None:
    """Nothing is called built that no test shows."""
    shown = {requirement for module in modules.values() for requirement in proven(module)}
    assert sorted(BUILT - shown) == []


def test_no_test_proves_what_is_not_marked_built(modules: dict[str, ast.Module]) -> None:
    """What a test shows is marked as built, so that the list says how far the product has come."""
    early = {path: set(marked(module)) & KNOWN - BUILT for path, module in modules.items()}
    assert {path: ids for path, ids in early.items() if ids} == {}


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.proves('a', 'b')\ndef test_x(): ...",
        "@mark.proves('a', 'b')\nasync def test_x(): ...",
        "@pytest.mark.proves('a')\n@pytest.mark.proves('b')\ndef test_x(): ...",
        "@pytest.mark.proves('a')\nclass TestX:\n    @pytest.mark.proves('b')\n    def test_x(self): ...",
        "class TestX:\n    pytestmark = pytest.mark.proves('a', 'b')\n    def test_x(self): ...",
        "pytestmark = [pytest.mark.slow, pytest.mark.proves('a', 'b')]\ndef test_x(): ...",
        "pytestmark: Marks = pytest.mark.proves('a', 'b')\ndef test_x(): ...",
        "pytestmark = pytest.mark.proves('a')\nif POSIX:\n    @pytest.mark.proves('b')\n    def test_x(): ...",
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.proves('a', 'b'))])\ndef test_x(n): ...",
    ],
)
def test_the_collector_finds_the_marks_of_a_test(source: str) -> None:
    """On functions, classes, modules and single parameters."""
    tree = ast.parse(source)
    assert set(proven(tree)) == set(marked(tree)) == {"a", "b"}


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.proves('a')\ndef check_x(): ...",
        "@pytest.mark.proves('a')\nclass TestX:\n    def check_x(self): ...",
        "pytestmark = pytest.mark.proves('a')",
        "def check_x():\n    @pytest.mark.proves('a')\n    def test_x(): ...",
    ],
)
def test_a_mark_that_no_test_carries_is_seen_but_proves_nothing(source: str) -> None:
    """So a misspelt id is found there too, and a forgotten test is not taken for a proof."""
    tree = ast.parse(source)
    assert set(marked(tree)) == {"a"}
    assert set(proven(tree)) == set()


def test_a_mark_on_one_test_does_not_count_for_its_neighbours() -> None:
    """Marks are inherited from outside in, never sideways."""
    source = "class TestX:\n    @pytest.mark.proves('a')\n    def check(self): ...\n    def test_x(self): ..."
    assert set(proven(ast.parse(source))) == set()


def test_other_marks_and_quoted_text_are_left_alone() -> None:
    """Only `proves` counts, and only as code."""
    source = "@pytest.mark.slow('a')\ndef test_x():\n    '''@pytest.mark.proves('b')'''\n    logic.proves('c')"
    assert set(marked(ast.parse(source))) == set()


@pytest.mark.parametrize("mark", ["proves", "proves()", "proves(name)", "proves(*all)", "proves(1)", "proves(id='a')"])
def test_a_mark_the_collector_cannot_read_is_an_error(mark: str) -> None:
    """An id that is not written out would slip past every check here."""
    with pytest.raises(ValueError, match="proves"):
        _ = list(marked(ast.parse(f"@pytest.mark.{mark}\ndef test_x(): ...")))
