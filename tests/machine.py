"""A machine of one's own for a test: a home, a project, and none of the settings of the person who runs it."""

import os
from pathlib import Path

import pytest

ELSEWHERE = frozenset({"CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
"""Variables by which what belongs to a user is elsewhere."""


class Machine:
    """Where things are."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.project = folder / "lantern"
        self.home.mkdir()
        self.project.mkdir()

    @property
    def state(self) -> Path:
        """Afterwit's folder in the project, made or not."""
        return self.project / ".afterwit"

    @property
    def database(self) -> Path:
        """The project's store."""
        return self.state / "afterwit.db"

    def stored_bytes(self) -> bytes:
        """All that is in the store, its log and whatever else lies beside it."""
        return b"".join(path.read_bytes() for path in sorted(self.state.rglob("*")) if path.is_file())


@pytest.fixture
def machine(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine; the test stands in its project."""
    for name in os.environ:
        if name.startswith("AFTERWIT_") or name in {
            "CLAUDE_CONFIG_DIR",
            "CODEX_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
        }:
            monkeypatch.delenv(name)
    place = Machine(tmp_path)
    monkeypatch.setenv("HOME", str(place.home))
    monkeypatch.setenv("AFTERWIT_TRUST", "1")  # tests lay out by hand what a command would have made
    # One for all tests: what is kept there takes a second to make.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp().parent / "cache"))
    monkeypatch.chdir(place.project)
    return place
