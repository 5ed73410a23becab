"""`afterwit mcp`: the server that agent hosts start, or that listens on this machine."""

import logging
import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from afterwit.engine.project import Project, find_project
from afterwit.errors import WrongUse

HIGHEST_PORT = 65535
REVIEWER = "AFTERWIT_REVIEWER"


def mcp(
    *,
    http: Annotated[int | None, Parameter(metavar="PORT")] = None,
    reviewer: Annotated[bool, Parameter(negative="")] = False,
    project: Annotated[Path | None, Parameter(metavar="DIR")] = None,
    store: Annotated[str | None, Parameter(metavar="URL")] = None,
    debug: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Serve agents over MCP, on standard input and output or over HTTP.

    Parameters
    ----------
    http
        Listen on this port of 127.0.0.1 instead, with a bearer token; 0 takes a free one.
    reviewer
        Whoever is connected is a reviewer of Afterwit's own: what it reads is no use of a skill.
    project
        The project [nearest folder upward with .afterwit/ or .git, else here].
    store
        A shared PostgreSQL store instead of the project's own file.
    debug
        Show the whole trace of an error, and what the protocol's own layers log.
    """
    if project is not None and not project.is_dir():
        raise WrongUse(f"There is no folder {project}: check --project.")
    if http is not None and not 0 <= http <= HIGHEST_PORT:
        raise WrongUse(f"A port is from 0 to {HIGHEST_PORT:,}, not {http:,}.")
    here = Project(project.absolute()) if project is not None else find_project(Path.cwd())
    logging.basicConfig(stream=sys.stderr, level=logging.INFO if debug else logging.ERROR)
    return _serve(here, http, store, reviewer=reviewer or bool(os.environ.get(REVIEWER)))


def _serve(project: Project, port: int | None, store: str | None, *, reviewer: bool) -> int:
    from afterwit.faces.mcp.desk import Desk  # noqa: PLC0415 - the protocol takes most of a second to import
    from afterwit.faces.mcp.server import Face  # noqa: PLC0415

    desk = Desk(project, store)
    if port is None:
        from afterwit.faces.mcp.stdio import serve as serve_pipes  # noqa: PLC0415

        return serve_pipes(Face(desk, reviewer=reviewer).server(), desk)
    from afterwit.faces.mcp import http  # noqa: PLC0415
    from afterwit.faces.mcp.bearer import token_of  # noqa: PLC0415

    listening = http.bound(port)
    token, where = token_of(project)
    return http.serve(Face(desk, reviewer=reviewer).server(), listening, token, where)
