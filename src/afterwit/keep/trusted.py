"""Which projects this user has worked in with Afterwit: what merely came along with a repository is not listened to.

A repository can bring an `.afterwit` folder with skills, lessons, settings and notes of hooks. A person who runs a
command in it has chosen to; hooks and the MCP server run by themselves in whatever was cloned, so they act only where a
command was run before. That is noted outside the project, where no repository can write, by the project's key, which is
made at the first command and never committed: a project that its user moves or copies takes it along.

Hooks import this module, so it needs next to nothing itself.
"""

import os

EVERYWHERE = "AFTERWIT_TRUST"
"""The variable by which a user says that all that is on this machine is theirs, as in a container."""
FOLDER = "trusted"
KEY = "key"
LONGEST = 1024


def is_trusted(state: str) -> bool:
    """Whether a command was run in the project of this state folder, here or where it was before."""
    if os.environ.get(EVERYWHERE):
        return True
    try:
        return os.path.isfile(_mark(state))
    except OSError:
        return False


def trust(state: str) -> None:
    """Note that a command was run here; where that cannot be noted, hooks stay silent and `doctor` says why."""
    try:
        mark = _mark(state)
        os.makedirs(os.path.dirname(mark), mode=0o700, exist_ok=True)
        os.close(os.open(mark, os.O_WRONLY | os.O_CREAT, 0o600))
    except OSError:
        return


def forget(state: str) -> None:
    """Note no longer that a command was run here: it was a scratch project."""
    try:
        os.unlink(_mark(state))
    except OSError:
        return


def _mark(state: str) -> str:
    """The file that says so, named by a digest of the project's key; raises where the project has none."""
    try:
        from _blake2 import blake2b  # noqa: PLC0415 - hashlib takes longer to load than a hook has to spare
    except ImportError:  # another Python
        from hashlib import blake2b  # noqa: PLC0415
    descriptor = os.open(os.path.join(state, KEY), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        key = os.read(descriptor, LONGEST)
    finally:
        os.close(descriptor)
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(data, "afterwit", FOLDER, blake2b(key, digest_size=16, person=b"trusted").hexdigest())
