"""Hooks: what each event costs a host beside a Python that does nothing, and the end of a session on a busy machine."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.readiness import make_ready
from afterwit.engine.shelf import shelf
from afterwit.model.skill_draft import Draft, write
from benchmarks.measure import wall_clock
from benchmarks.recall_speed import FIRST_NEED, build

SIZES = (100, 1_000)
ROUNDS = 30
LOADED_ROUNDS = 30
BUSY_PER_CORE = 2
WANTED = 1.5
"""Seconds that Claude Code gives to all hooks at the end of a session."""
NOTHING = "python -c pass"
BUSY = "while True: pass"
KNOWN = "error: cannot lock ref {} after {} tries"
OWN = Draft(
    name="rl-git-locks",
    description="Frees a reference that nobody lets go of.",
    use_when="git cannot lock a reference.",
    situation=f"`git fetch` says `{KNOWN.format('/home/ada/.git/HEAD', 31)}`.",
    guidance=("Wait for a minute.", "Look for `HEAD.lock`, and who made it."),
)
EVENTS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "PostToolUse": ("PostToolUse", {"tool_response": {"stdout": "x" * 20_000, "stderr": "", "exit_code": 0}}),
    "PostToolUseFailure, known": ("PostToolUseFailure", {"error": KNOWN.format("/srv/x/.git/HEAD", 2)}),
    "PostToolUseFailure, unknown": ("PostToolUseFailure", {"error": "error: there is no lamp in this room"}),
    "UserPromptSubmit": ("UserPromptSubmit", {"prompt": FIRST_NEED}),
    "UserPromptSubmit, two words": ("UserPromptSubmit", {"prompt": "go on"}),
    "SessionStart": ("SessionStart", {"source": "startup"}),
    "Stop": ("Stop", {}),
    "PreCompact": ("PreCompact", {}),
    "SessionEnd": ("SessionEnd", {}),
}


class Place(msgspec.Struct, frozen=True):
    """A project that hooks run in."""

    root: Path
    environment: dict[str, str]

    def run(self, event: str, told: Mapping[str, object]) -> bytes:
        """One hook, to its end."""
        heard = msgspec.json.encode({"cwd": str(self.root), **told})
        return self.start([str(Path(sys.executable).with_name("afterwit")), "hook", event], heard)

    def start(self, command: Sequence[str], heard: bytes = b"") -> bytes:
        """Any process, to its end."""
        run = partial(subprocess.run, input=heard, cwd=self.root, env=self.environment, capture_output=True)
        return run(command, check=True).stdout


FEWEST_TOLD = 3
"""Events that tell something where there is something to tell: a known error, a prompt that fits, a start."""


def projects(root: Path) -> dict[str, Place]:
    """One that has learned nothing, and some that have learned much."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(root / "bytecode"), "HOME": str(root / "home")}
    # What hooks start goes on while others are measured, and some time after that: so it is to do little.
    environment |= {"AFTERWIT_LEARNING_AUTOMATIC": "false"}
    idle = root / "idle"
    (idle / ".afterwit").mkdir(parents=True)
    found = {"nothing": Place(idle, environment)}
    for size in SIZES:
        place = build(root, size).project.root
        package = write(OWN)
        (place / ".afterwit" / "skills" / package.name).mkdir()
        (place / ".afterwit" / "skills" / package.name / "SKILL.md").write_text(package.text, encoding="utf-8")
        lessons = "".join(f"- 2026-01-02T03:04:05Z Lesson {number} is to be kept.\n" for number in range(30))
        (place / ".afterwit" / "lessons.md").write_text(lessons, encoding="utf-8")
        with shelf(Project(place), Config()) as here:
            make_ready(here)
        found[f"{size:,} skills"] = Place(place, environment)
    for project in found.values():  # as a user who has run a command there: hooks listen to no other
        project.start([sys.executable, "-m", "afterwit", "learn"])
    return found


def taken(project: Place) -> dict[str, list[float]]:
    """Seconds of each event in each round, and of a Python that does nothing, in turns; of a new session each."""
    spent: dict[str, list[float]] = {NOTHING: [], **{name: [] for name in EVENTS}}
    for number in range(-2, ROUNDS):  # the first two are for the caches
        for name, (event, told) in EVENTS.items():
            once = {"session_id": f"{name}-{number}", "transcript_path": "/nowhere/a.jsonl", **told}
            pair = (
                (NOTHING, partial(project.start, [sys.executable, "-c", "pass"])),
                (name, partial(project.run, event, once)),
            )
            for what, work in pair:
                seconds = wall_clock(work)
                if number >= 0:
                    spent[what].append(seconds)
    return spent


def at_most(seconds: Sequence[float], part: int) -> float:
    """What so many of a hundred take at most, in milliseconds."""
    return statistics.quantiles(seconds, n=100)[part - 1] * 1000


def each_event(found: Mapping[str, Place]) -> list[str]:
    """A table for every book."""
    lines = [
        "\n## Hooks\n",
        f"From start to end on the clock, {ROUNDS} starts each, in turns with `{NOTHING}`: milliseconds that half of",
        "them and nineteen of twenty take at most, and both as a ratio to that Python. Meaning is looked at with the",
        "bundled model. An event that tells nothing is a line in the spool.",
    ]
    for book, project in found.items():
        spent = taken(project)
        base = {part: at_most(spent[NOTHING], part) for part in (50, 95)}
        told = {name: bool(project.run(event, {"session_id": name, **more})) for name, (event, more) in EVENTS.items()}
        if book != "nothing" and sum(told.values()) < FEWEST_TOLD:
            raise SystemExit(f"Hooks told next to nothing in a project of {book}: there is nothing to measure.")
        lines += [f"\nA project that has learned {book}:\n", "| event | p50 | p95 | ratio p50 | p95 | tells |"]
        lines.append("|---|---|---|---|---|---|")
        for name, seconds in spent.items():
            half, most = at_most(seconds, 50), at_most(seconds, 95)
            tells = "yes" if told.get(name) else ""
            lines.append(
                f"| {name} | {half:.0f} | {most:.0f} | {half / base[50]:.2f} | {most / base[95]:.2f} | {tells} |"
            )
    return lines


def on_a_busy_machine(project: Place) -> list[str]:
    """The end of a session, which starts learning, while others take every core twice."""
    cores = len(os.sched_getaffinity(0))
    transcript = project.root / "session.jsonl"
    transcript.write_text(
        '{"type": "user", "uuid": "u", "sessionId": "s", "message": {"content": "Hello."}}\n', "utf-8"
    )
    # What is started ends by itself, some time after this: so it is to leave nothing.
    quiet = Place(project.root, project.environment | {"PYTHONDONTWRITEBYTECODE": "1"})
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(cores * BUSY_PER_CORE)]  # noqa: S603
    try:
        seconds = [
            wall_clock(
                partial(quiet.run, "SessionEnd", {"session_id": f"end-{number}", "transcript_path": str(transcript)})
            )
            for number in range(LOADED_ROUNDS)
        ]
    finally:
        for process in busy:
            process.kill()
            process.wait()
    return [
        f"\nSessionEnd, which also starts the process that learns, while {len(busy)} others take all of {cores} cores:",
        f"p50 {at_most(seconds, 50):.0f} ms, p95 {at_most(seconds, 95):.0f} ms, the longest of {LOADED_ROUNDS}",
        f"{max(seconds) * 1000:.0f} ms; a host gives {WANTED * 1000:,.0f} ms.",
    ]


def report() -> list[str]:
    """All of it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found = projects(Path(folder))
        return [*each_event(found), *on_a_busy_machine(found[f"{SIZES[0]:,} skills"])]
