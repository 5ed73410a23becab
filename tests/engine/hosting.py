"""A machine with hosts to set up, for tests of installations."""

import os
from pathlib import Path

from afterwit.config import Config
from afterwit.engine import install as journey
from afterwit.engine.install import Plan, Scope
from afterwit.engine.project import Project
from afterwit.keep import trusted
from tests.machine import Machine

Snapshot = dict[str, bytes | str | None]


class Hosting:
    """Sets hosts up on a machine, in its project or for its user."""

    def __init__(self, machine: Machine, *, on_path: bool = True) -> None:
        self.machine = machine
        self.project = Project(machine.project)
        self.tools = machine.home / "tools"
        if on_path:
            self.tools.mkdir()
            (self.tools / "afterwit").write_bytes(b"#!/bin/sh\n")
            (self.tools / "afterwit").chmod(0o755)

    def scope(self, *, user: bool = False) -> Scope:
        environment = {"PATH": str(self.tools)}
        project = None if user else self.project
        return Scope(project=project, home=self.machine.home, environment=environment, python=Path("/opt/bin/python"))

    def install(self, host: str, *, user: bool = False, rehearse: bool = False) -> Plan:
        return journey.install(host, self.scope(user=user), Config(), rehearse=rehearse)

    def uninstall(self, host: str, *, user: bool = False) -> Plan:
        return journey.uninstall(host, self.scope(user=user), Config())

    def write(self, path: str, content: str) -> Path:
        """A file of the project."""
        place = self.machine.project / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode())
        return place

    def snapshot(self) -> Snapshot:
        """All that is there but Afterwit's own folder: files with their content, links with where they lead.

        Which projects a user has worked in stays noted too, as what was learned in them stays.
        """
        found: Snapshot = {}
        noted = self.machine.home / ".local" / "share" / "afterwit" / trusted.FOLDER
        above = {noted, *noted.parents}
        for base in (self.machine.project, self.machine.home):
            for folder, folders, names in os.walk(base):
                if ".afterwit" in folders:
                    folders.remove(".afterwit")
                if Path(folder) == noted:
                    continue
                for path in {Path(folder, name) for name in (*folders, *names)} - above:
                    link = str(path.readlink()) if path.is_symlink() else None
                    found[str(path)] = link or (path.read_bytes() if path.is_file() else None)
        return found
