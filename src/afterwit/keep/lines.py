"""Lines added to a file that several processes write to, each line whole."""

import errno
import os
from pathlib import Path


def append(path: Path, line: bytes) -> None:
    """One write at the end of a file: the system lets no other writer in between. A link is not followed."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        size = os.fstat(handle).st_size
        # A line that was cut off must not take this one with it.
        torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        whole = b"\n" + line if torn else line
        if os.write(handle, whole) < len(whole):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(handle)
