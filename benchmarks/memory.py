"""How much memory reading a session of a gigabyte takes."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

GIGABYTE = 1_000_000_000

CHILD = """
import sys
from pathlib import Path
from afterwit.config import Config
from afterwit.engine.reading import Intake, read_sessions
from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.intake.readers import READERS
log = SqlEventLog(open_database(Path(sys.argv[2])))
intake = Intake(log=log, readers=READERS, key=b"k" * 32, config=Config())
read = list(read_sessions([Path(sys.argv[1])], intake))
# getrusage would count what the parent had when it forked.
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(read[0].events, read[0].new, peak)
"""


def write_session(path: Path, size: int) -> None:
    """A Claude Code session of at least this size, of lines as they are in real life."""
    base = {"sessionId": "big", "cwd": "/srv/app", "version": "2.1.0", "isSidechain": False, "userType": "external"}
    filler = "".join(f"line {number}: the quick brown fox jumps over the lazy dog\n" for number in range(60))
    written = number = 0
    with path.open("w", encoding="utf-8") as file:
        while written < size:
            call = {"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": f"cat {number}"}}
            answer = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": filler, "is_error": False}
            stamp = "2026-01-01T00:00:00.000Z"
            for kind, role, block in (("assistant", "assistant", call), ("user", "user", answer)):
                message = {"id": f"m{number}", "role": role, "content": [block]}
                line = {**base, "type": kind, "uuid": f"{kind}-{number}", "timestamp": stamp, "message": message}
                text = json.dumps(line) + "\n"
                file.write(text)
                written += len(text)
            number += 1


def report() -> list[str]:
    """Peak memory at two sizes."""
    rows = [
        "\n## Memory\n",
        "One Claude Code session read, redacted and kept, in a process of its own (wanted: under 200 MB at 1 GB):\n",
        "| session | events | peak resident |",
        "|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for size in (GIGABYTE // 20, GIGABYTE):
            path = Path(folder) / "session.jsonl"
            write_session(path, size)
            command = [sys.executable, "-c", CHILD, str(path), str(Path(folder) / f"{size}.db")]
            done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own code
            events, new, peak = map(int, done.stdout.split())
            if events != new:
                message = f"{events} events were read but {new} kept"
                raise AssertionError(message)
            rows.append(f"| {path.stat().st_size / 1e6:,.0f} MB | {events:,} | {peak / 1024:,.0f} MB |")
    return rows
