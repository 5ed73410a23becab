"""Break a write at each of its system calls, one at a time: killed there, or told EIO or ENOSPC (needs strace).

One change does all there is: it replaces a package, moves another and rewrites a file. It is made once undisturbed, to
see its system calls; then once for each of them and each kind of fault, on a fresh copy. Afterwards the places are all
as before or all as after, and as the writer was told, if it lived to be told.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

import msgspec

from afterwit.errors import AfterwitError, WriteFailed
from afterwit.keep.journal import replay
from afterwit.keep.paths import STAGING
from afterwit.model.change import About, Edit
from afterwit.model.package import Tree
from benchmarks.crash_keep import CONTEXT, PATIENCE, Kept

KINDS = ("signal=SIGKILL", "error=EIO", "error=ENOSPC")
NO_ERRORS = frozenset({"brk", "mmap", "munmap", "mprotect", "mremap", "madvise", "futex", "getrandom", "close"})
"""Calls that are only killed at: they work on memory, or cannot fail, or do what they are for even where they fail. (A
kernel closes a file in any case; strace's made-up error would leave it open, and with it every lock on it.)"""
NEVER = frozenset({"exit_group", "rt_sigreturn", "restart_syscall"})
GO, ANSWER = "go on then", "it is done"

ABOUT = About(does="crash", subject="rl-x", author="mechanical")
OLD, NEW = (
    Tree(files={"SKILL.md": version * 2000, "scripts/run.sh": version}, executable=frozenset({"scripts/run.sh"}))
    for version in (b"old\n", b"new\n")
)
BEFORE: dict[str, Tree] = {"skills/rl-x": OLD, "skills-pending/rl-y": OLD, "lessons.md": Tree(files={"": b"- old\n"})}
AFTER: dict[str, Tree] = {"skills/rl-x": NEW, "skills/rl-y": OLD, "lessons.md": Tree(files={"": b"- new\n"})}
EDITS = [
    Edit(path=path, before=BEFORE.get(path), after=AFTER.get(path))
    for path in ("skills/rl-x", "skills-pending/rl-y", "skills/rl-y", "lessons.md")
]


class Faults(msgspec.Struct):
    """What came of it."""

    injected: int = 0
    calls: int = 0
    """System calls of the undisturbed write."""
    done: int = 0
    """Writes that were done in spite of the fault."""
    torn: int = 0
    untrue: int = 0
    """Writers that were told one thing while the other was so."""
    litter: int = 0
    unsaid: list[str] = msgspec.field(default_factory=list[str])
    """Faults that came out as anything but a sentence of ours."""

    def __str__(self) -> str:
        bad = f"{self.torn} torn, {self.untrue} untrue, {self.litter} litter, {len(self.unsaid)} unsaid"
        return f"{self.injected} faults at {self.calls} system calls of a write, {bad} ({self.done} done all the same)"

    @property
    def bad(self) -> bool:
        """Whether anything is not as it should be."""
        return bool(self.torn or self.untrue or self.litter or self.unsaid)


def traceable() -> bool:
    """Whether strace is here and may look at another process."""
    if shutil.which("strace") is None:
        return False
    with subprocess.Popen(["sleep", "60"]) as process:  # noqa: S607 - whichever there is
        try:
            look = ["strace", "-p", str(process.pid), "-o", "/dev/null"]
            with subprocess.Popen(look, stderr=subprocess.PIPE, text=True) as strace:  # noqa: S603 - our own words
                assert strace.stderr is not None
                attached = "attached" in strace.stderr.readline()
                process.kill()
                return attached
        finally:
            process.kill()


def break_everything(folder: Path, *, every: int = 1) -> Faults:
    """Inject every so-many-th of the faults there are."""
    prepare(folder)
    tally = Faults()
    trace = folder / "trace"
    said = write_traced(folder, "trace=all", trace)
    assert said == ANSWER, said
    calls = list(_calls(trace))
    tally.calls = len(calls)
    faults = [
        (name, number, kind)
        for kind in KINDS
        for name, number in calls
        if kind == "signal=SIGKILL" or name not in NO_ERRORS
    ]
    for name, number, kind in faults[::every]:
        said = write_traced(folder, f"inject={name}:{kind}:when={number}", trace)
        if "INJECTED" in trace.read_text() or "SIGKILL" in trace.read_text():
            tally.injected += 1
            _look(folder, said, f"{name} {number} {kind}", tally)
    return tally


def prepare(folder: Path) -> None:
    """Make what is there before the change."""
    template = Kept(folder / "template" / "zone", folder / "template" / "afterwit.db")
    template.folder.mkdir(parents=True)
    with ExitStack() as stack:
        _, _, journal = template.journal(stack)
        edits = [Edit(path=path, before=None, after=tree) for path, tree in BEFORE.items()]
        journal.commit(edits, ABOUT, 1)


def write_traced(folder: Path, what: str, trace: Path, *options: str) -> str:
    """Make the change on a fresh copy, with strace looking on; give what the writer was told."""
    shutil.rmtree(folder / "copy", ignore_errors=True)
    shutil.copytree(folder / "template", folder / "copy")
    kept = Kept(folder / "copy" / "zone", folder / "copy" / "afterwit.db")
    ours, theirs = cast("tuple[Connection, Connection]", CONTEXT.Pipe())
    process = CONTEXT.Process(target=_write, args=(kept, theirs), daemon=True)
    process.start()
    theirs.close()
    with ours:
        assert ours.poll(PATIENCE)
        ours.recv()
        command = ["strace", "-p", str(process.pid), "-o", str(trace), "-e", what, *options]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:  # noqa: S603 - our own words
            assert strace.stderr is not None
            first = strace.stderr.readline()
            assert "attached" in first, first
            ours.send(GO)
            try:
                said = str(ours.recv()) if ours.poll(PATIENCE) else "hangs"
            except (EOFError, ConnectionResetError):
                said = "killed"
            process.kill()
            process.join()
            strace.stderr.read()
    return said


def _write(kept: Kept, tell: Connection) -> None:
    with ExitStack() as stack:
        _, _, journal = kept.journal(stack)
        journal.reconcile()
        tell.send("ready")
        tell.recv()
        try:
            journal.commit(EDITS, ABOUT, 2)
            said = ANSWER
        except WriteFailed:
            said = "failed"
        except (AfterwitError, OSError) as error:
            said = f"{type(error).__name__}: {error}"
        tell.send(said)
        tell.recv()


def _calls(trace: Path) -> Iterator[tuple[str, int]]:
    """Each system call from the word to go until the answer, by name and which of that name it is."""
    seen: dict[str, int] = {}
    begun = False
    for line in trace.read_text(errors="replace").splitlines():
        named = re.match(r"(\w+)\(", line)
        if named is None:
            continue
        name = named[1]
        seen[name] = seen.get(name, 0) + 1
        if name == "write" and ANSWER in line:
            return
        if begun and name not in NEVER:
            yield name, seen[name]
        begun = begun or (name == "read" and GO in line)


def _look(folder: Path, said: str, fault: str, tally: Faults) -> None:
    kept = Kept(folder / "copy" / "zone", folder / "copy" / "afterwit.db")
    with ExitStack() as stack:
        zone, history, journal = kept.journal(stack)
        stack.enter_context(journal.alone())
        places = {place: tree for place in BEFORE | AFTER if (tree := zone.read(place)) is not None}
        numbers = [change.id for change in reversed(history.changes())]
        replayed = replay(change for number in numbers if (change := history.change(number)))
        tally.torn += places not in (BEFORE, AFTER) or places != replayed
        tally.done += places == AFTER
        tally.untrue += places != {ANSWER: AFTER, "failed": BEFORE}.get(said, places)
        if said not in {ANSWER, "failed", "killed"}:
            tally.unsaid.append(f"{fault}: {said}")
        tally.litter += len(list((kept.folder / STAGING).iterdir()))
