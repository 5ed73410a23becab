"""Running commands on a terminal, where a person looks and types."""

import contextlib
import os
import pty
import re
import subprocess
import sys

from tests.faces.cli.running import Done


def on_terminal(*arguments: str, stream: str = "stdout", columns: int = 60) -> tuple[str, str]:
    """What a terminal shows of one stream, without its colours, and what the other stream gives."""
    ours, theirs = pty.openpty()
    other = "stdout" if stream == "stderr" else "stderr"
    process = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "afterwit", *arguments],
        env=os.environ | {"COLUMNS": str(columns), "TERM": "xterm"},
        text=True,
        **{stream: theirs, other: subprocess.PIPE},  # type: ignore[call-overload]
    )
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # which is how Linux says that the other end is closed
        while part := os.read(ours, 65536):
            shown += part
    os.close(ours)
    out, err = process.communicate()
    assert process.returncode == 0
    return re.sub("\x1b\\[[0-9;]*m", "", shown.decode()), out if other == "stdout" else err


def typed(answer: bytes, *arguments: str) -> Done:
    """A command whose question a person answers by hand."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "afterwit", *arguments],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(theirs)
    os.write(ours, answer)
    out, err = process.communicate()
    os.close(ours)
    return Done(process.returncode, out, err)
