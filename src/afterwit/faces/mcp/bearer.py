"""The bearer token: who may talk to us over HTTP. Any program on this machine, and any page in a browser, can try."""

import contextlib
import hmac
import os
import secrets
import stat
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from afterwit.engine.project import Project
from afterwit.engine.shelf import refuse_links, refuse_strangers
from afterwit.errors import WrongUse
from afterwit.keep.trusted import trust

VARIABLE = "AFTERWIT_MCP_TOKEN"
FILE = "mcp-token"
SHORTEST = 16
LONGEST = 4096


def token_of(project: Project) -> tuple[str, str]:
    """The token, and where it is in words: in the environment, else in a file that is made at first use."""
    if told := os.environ.get(VARIABLE, "").strip():
        return _long_enough(told, VARIABLE), f"is the value of {VARIABLE}"
    refuse_links(project)
    refuse_strangers(project)
    path = project.state / FILE
    if not os.path.lexists(path):
        project.key()  # makes the state folder with all that belongs in it
        trust(str(project.state))
        _make(path)
        _keep_out_of_git(project.state / ".gitignore")
    return _long_enough(_read(path), str(path)), f"is in {path}"


def _make(path: Path) -> None:
    """Put a whole file there unless there is one: several servers may start at once, and one of them wins."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"{secrets.token_urlsafe(32)}\n")
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()


def _keep_out_of_git(ignored: Path) -> None:
    """A project of an older version, or a person's own file, ignores less."""
    with ignored.open("a+", encoding="utf-8") as file:
        file.seek(0)
        if FILE not in file.read().split():
            file.write(f"{FILE}\n")


def _read(path: Path) -> str:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise WrongUse(f"{path} cannot be read ({error.strerror}): remove it, and it is made anew.") from error
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_mode & 0o077:
            raise WrongUse(f"{path} is open to others: remove it, and a new one is made.")
        return file.read(LONGEST).decode("utf-8", "replace").strip()


def _long_enough(token: str, where: str) -> str:
    if len(token) < SHORTEST or not token.isascii() or any(sign.isspace() for sign in token):
        raise WrongUse(
            f"The token of {where} can be guessed or sent wrongly: give {SHORTEST} letters and digits or more."
        )
    return token


class OnlyBearers:
    """Lets only those through who know the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or say who is expected."""
        if scope["type"] != "http" or self._knows(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        given = "authorization" in Headers(scope=scope)
        said = 'Bearer realm="afterwit"' + (', error="invalid_token"' if given else "")
        told = "The bearer token is missing or wrong: send the one of this server."
        await JSONResponse({"error": told}, 401, {"WWW-Authenticate": said})(scope, receive, send)

    def _knows(self, headers: Headers) -> bool:
        kind, _, token = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and hmac.compare_digest(token.strip().encode("utf-8", "replace"), self._token)
