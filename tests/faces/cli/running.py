"""Running commands as a user does, within the test."""

import json
from typing import Any, NamedTuple

import pytest

from afterwit.faces.cli.app import run


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
