"""Where a host is set up, and how it is to call Afterwit from there."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from afterwit.adapters.hosts import Ground
from afterwit.adapters.hosts.host import NAME
from afterwit.engine.install_record import Records
from afterwit.engine.project import Project


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """Where a host is set up: in a project, or for the user in all of them."""

    project: Project | None
    home: Path
    environment: Mapping[str, str]
    python: Path = Path(sys.executable)
    """The program that runs this, beside which Afterwit's own command is."""

    @property
    def records(self) -> Records:
        """What is known of earlier installations."""
        if self.project is not None:
            return Records.of_project(self.project)
        return Records.of_user(self.home, self.environment)

    @property
    def root(self) -> Path | None:
        """The project's root."""
        return None if self.project is None else self.project.root

    def ground(self, command: tuple[str, ...]) -> Ground:
        """The same, as hosts want it."""
        return Ground(home=self.home, environment=self.environment, project=self.root, command=command)


def command_of(scope: Scope) -> tuple[tuple[str, ...], list[str]]:
    """How hosts are to call Afterwit, and what a person should know about that.

    What a project has in it is shared with others, so that a plain name is best there, if it is found by it here.
    """
    on_path = shutil.which(NAME, path=scope.environment.get("PATH", os.defpath))
    if scope.project is not None and on_path:
        return (NAME,), list(_in_environment(scope, on_path))
    beside = scope.python.with_name(f"{NAME}.exe" if os.name == "nt" else NAME)
    command = (str(beside),) if beside.is_file() else (on_path,) if on_path else (str(scope.python), "-m", NAME)
    if scope.project is None:
        return command, []
    told = f"{NAME} is not on your PATH, so {' '.join(command)} was written: others who share this project have no such"
    return command, [f"{told} file. Put {NAME} on the PATH and run this again."]


def _in_environment(scope: Scope, on_path: str) -> Iterator[str]:
    environment = scope.environment.get("VIRTUAL_ENV")
    if environment and Path(on_path).is_relative_to(environment):
        yield f"{NAME} is on your PATH while the environment {environment} is active: start the host from there too."
