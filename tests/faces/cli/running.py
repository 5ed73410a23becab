"""Running commands as a user does, within the test."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import afterwit
from afterwit.faces.cli.app import run

SAMPLES = Path(afterwit.__file__).parent / "samples"
"""The sessions of the demo: two of them stumble over the same flag."""
SKILL = "rl-gh-pr-diff-unknown-flag-stat"
"""What is learned from those two."""


class Done(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 - JSON is what it is
        """The one JSON document on standard output."""
        return json.loads(self.out)


class Afterwit:
    """The command line."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Done:
        """Run a command and take what it printed."""
        self._capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Done(code, out, err)


def piped(text: str, *arguments: str) -> Done:
    """A command that reads from a pipe."""
    command = [sys.executable, "-m", "afterwit", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)  # noqa: S603
    return Done(done.returncode, done.stdout, done.stderr)
