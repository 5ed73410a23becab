"""What the kernel can do and Python's `os` cannot: open strictly below a folder, exchange two names, really flush.

Each falls back to what is portable where the kernel, the C library or the filesystem does not have it.
"""

import ctypes
import errno
import os
import sys
from functools import cache

OPENAT2 = 437
"""The same number on every architecture that Linux gave it to."""

RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH = 0x02, 0x04, 0x08
RENAME_EXCHANGE = 2
RENAME_SWAP = 2
"""The same on Linux and on macOS, by different names."""

FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
NOT_THERE = frozenset({errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP, errno.E2BIG})
"""How a kernel, a container's filter or a filesystem says that it does not have a call or a flag."""


class _How(ctypes.Structure):
    _fields_ = (("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64))


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def open_folder(root: int, parts: tuple[str, ...], *, by_kernel: bool = True) -> int:
    """A descriptor for a folder below an open one; a symbolic link anywhere on the way is an error."""
    if by_kernel and parts and sys.platform == "linux":
        opened = _open_beneath(root, "/".join(parts))
        if opened is not None:
            return opened
    current = os.dup(root)
    try:
        for part in parts:
            below = os.open(part, FOLDER | NO_FOLLOW, dir_fd=current)
            os.close(current)
            current = below
    except OSError:
        os.close(current)
        raise
    return current


def _open_beneath(root: int, path: str) -> int | None:
    how = _How(FOLDER | NO_FOLLOW, 0, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS)
    arguments = (ctypes.c_long(OPENAT2), ctypes.c_int(root), os.fsencode(path), ctypes.byref(how))
    opened = int(_library().syscall(*arguments, ctypes.c_size_t(ctypes.sizeof(how))))
    if opened >= 0:
        return opened
    code = ctypes.get_errno()
    if code in NOT_THERE or code == errno.EAGAIN:  # something was renamed meanwhile, so that it cannot be sure
        return None
    raise OSError(code, os.strerror(code), path)


def exchange(left: int, left_name: str, right: int, right_name: str) -> bool:
    """Let two names change places in one step; False where that cannot be done here."""
    name = {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform, "")
    call = getattr(_library(), name, None) if name else None
    if call is None:
        return False
    flag = RENAME_SWAP if sys.platform == "darwin" else RENAME_EXCHANGE
    if call(left, os.fsencode(left_name), right, os.fsencode(right_name), flag) == 0:
        return True
    code = ctypes.get_errno()
    if code in NOT_THERE:
        return False
    raise OSError(code, os.strerror(code), right_name)


def flush(descriptor: int, *, folder: bool = False) -> None:
    """Have a file or folder on the disk. Where that fails, nobody knows what is there: it is never tried again."""
    if sys.platform == "darwin":
        import fcntl  # noqa: PLC0415 - not everywhere

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if not (folder and error.errno == errno.EINVAL):  # a filesystem whose folders cannot be flushed at all
            raise
