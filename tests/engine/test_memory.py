"""Streaming: memory does not grow with the size of a file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.machine import Machine
from tests.transcripts import answered, called, chat, said

PEAK_MEGABYTES = 150

CHILD = """
import resource, sys
from pathlib import Path
from afterwit.config import Config
from afterwit.engine.reading import read_sessions
from afterwit.engine.project import Project
from afterwit.engine.wire import intake
with intake(Project(Path.cwd()), Config()) as needed:
    (read,) = read_sessions([Path(sys.argv[1])], needed)
assert not read.problem, read.problem
status = Path("/proc/self/status")
if status.exists():
    # What getrusage says would begin with what this process's parent had taken.
    (most,) = (int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
else:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(read.host, read.events, most // 1024)
"""


def peak(path: Path) -> tuple[str, int, int]:
    """Read a file in a process of its own; give its host, the events and the most memory taken, in megabytes."""
    command = [sys.executable, "-c", CHILD, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    host, events, most = done.stdout.split()
    return host, int(events), int(most)


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
class TestPeak:
    """The largest files that hosts write."""

    def test_a_session_of_sixty_megabytes(self, machine: Machine) -> None:
        path = machine.home / "large.jsonl"
        output = "all quiet on the river today " * 400
        with path.open("w", encoding="utf-8") as file:
            file.write(json.dumps(said(1, "Go.")) + "\n")
            for number in range(2, 10_000, 2):
                file.write(json.dumps(called(number, f"cat part-{number}")) + "\n")
                file.write(json.dumps(answered(number + 1, number, output)) + "\n")
        assert path.stat().st_size > 60_000_000
        host, events, most = peak(path)
        assert (host, events) == ("claude-code", 9999)
        assert most < PEAK_MEGABYTES

    def test_a_chat_of_forty_megabytes_in_one_document(self, machine: Machine) -> None:
        path = machine.home / "large.json"
        path.write_text(json.dumps({"id": "long-chat", "messages": chat(4000, size=10_500)}), encoding="utf-8")
        assert path.stat().st_size > 40_000_000
        host, events, most = peak(path)
        assert (host, events) == ("openai-chat", 4000)
        assert most < PEAK_MEGABYTES
