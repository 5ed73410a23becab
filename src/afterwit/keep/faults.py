"""Faults: what went wrong where nobody looked, in a hook or in the background; `afterwit doctor` tells of them.

Hooks import this module, so it needs next to nothing itself.
"""

import json
import os
import time

from afterwit import __version__
from afterwit.keep.lines import append

FILE = "faults.jsonl"
MOST = 100
"""So many of the last faults stay, once there is"""
ROOM = 64 * 1024
"""more than this of them."""
LONGEST = 400


def note_fault(state: str, event: str, error: str, message: str) -> None:
    """Add a fault to the last ones; of those that are noted while older ones are taken away, one may be lost."""
    line = {
        "at": int(time.time() * 1000),
        "event": event,
        "error": error,
        "message": message[:LONGEST],
        "version": __version__,
    }
    path = os.path.join(state, FILE)
    append(path, json.dumps(line).encode() + b"\n")
    if os.stat(path, follow_symlinks=False).st_size <= ROOM:
        return
    with open(path, "rb") as file:
        last = file.read().splitlines(keepends=True)[-MOST:]
    draft = f"{path}.{os.getpid()}"
    with open(draft, "xb") as file:
        file.write(b"".join(last))
    os.replace(draft, path)
