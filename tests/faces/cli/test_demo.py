"""`afterwit demo`."""

from tests.faces.cli.running import Afterwit
from tests.machine import Machine


def test_it_shows_the_loop_and_leaves_nothing_behind(afterwit: Afterwit, machine: Machine) -> None:
    done = afterwit("demo")
    assert (done.code, done.err) == (0, "")
    assert "$ afterwit learn samples/" in done.out
    assert "[REDACTED_API_KEY:1]" in done.out
    assert "we never pip install here, use uv run" in done.out
    assert list(machine.project.iterdir()) == []


def test_as_json_it_is_one_document(afterwit: Afterwit) -> None:
    assert len(afterwit("demo", "--json").document["sessions"]) == 2
