"""A machine to run commands on."""

import pytest

from tests.faces.cli.running import Afterwit
from tests.machine import Machine


@pytest.fixture
def afterwit(machine: Machine, capsys: pytest.CaptureFixture[str]) -> Afterwit:
    """The command line, standing in the machine's project."""
    del machine
    return Afterwit(capsys)
