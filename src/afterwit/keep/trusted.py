"""Which projects this user has worked in with Afterwit: what merely came along with a repository is not listened to.

A repository can bring an `.afterwit` folder with skills, lessons, settings and notes of hooks. A person who runs a
command in it has chosen to; hooks and the MCP server run by themselves in whatever was cloned, so they act only where a
command was run before. That is noted outside the project, where no repository can write.

Hooks import this module, so it needs next to nothing itself.
"""

import os

EVERYWHERE = "AFTERWIT_TRUST"
"""The variable by which a user says that all that is on this machine is theirs, as in a container."""
FOLDER = "projects"


def is_trusted(state: str) -> bool:
    """Whether a command was run in the project of this state folder, and the folder is still the same one."""
    if os.environ.get(EVERYWHERE):
        return True
    try:
        return _noted(_mark(state)) == os.fsencode(os.path.realpath(state))
    except OSError:
        return False


def trust(state: str) -> None:
    """Note that a command was run here; where that cannot be noted, hooks stay silent and `doctor` says why."""
    try:
        mark, place = _mark(state), os.fsencode(os.path.realpath(state))
        if _noted(mark) == place:
            return
        os.makedirs(os.path.dirname(mark), mode=0o700, exist_ok=True)
        draft = f"{mark}.{os.getpid()}"
        with open(draft, "wb") as file:
            file.write(place)
        os.replace(draft, mark)
    except OSError:
        return


def forget(state: str) -> None:
    """Note no longer that a command was run here: it was a scratch project."""
    try:
        os.unlink(_mark(state))
    except OSError:
        return


def _noted(mark: str) -> bytes:
    try:
        with open(mark, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def _mark(state: str) -> str:
    """The file that says so, named by what the system calls the folder: one that was cloned anew is another."""
    found = os.stat(state, follow_symlinks=False)
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(data, "afterwit", FOLDER, f"{found.st_dev}-{found.st_ino}")
