"""The commands by name, and what happens when one goes wrong.

Nothing but this file and the command that is asked for is imported: a name in the table is a module and a function.
"""

import os
import sys
import traceback
from contextlib import suppress
from inspect import cleandoc
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

from cyclopts import App, CycloptsError

from afterwit import __version__
from afterwit.config import STATE_FOLDER
from afterwit.errors import AfterwitError
from afterwit.faces.cli.plain import one_line
from afterwit.keep.faults import note_fault

BACKGROUND = "--automatic"
"""What hooks say to a command that they start and nobody waits for."""

COMMANDS = (
    ("demo", "demo:demo", "Show the whole loop on sample sessions in a scratch project: read, learn, approve, recall."),
    (
        "learn",
        "learn:learn",
        """Read agent sessions and learn from them: what was found out becomes skills that wait for you, and lessons.

        Without a path, takes the sessions of the hosts on this machine that worked in this project. A file that was
        read before is read on from where it was left; secrets and personal data are not kept.""",
    ),
    ("sessions", "sessions:sessions", "List the sessions that have been read, the latest first."),
    ("events", "sessions:events", "Show one session's timeline with its event ids, stored or straight from a file."),
    ("skills", "skills:skills", "List the skills: what waits for you, what is active, what is archived."),
    ("show", "skills:show", "Show one skill: its text, where it came from, what the gates said, its versions."),
    (
        "approve",
        "decisions:approve",
        "Make pending skills active, or stand up for a proposal that a gate refused.",
    ),
    ("reject", "decisions:reject", "Turn down pending skills; they go to the archive."),
    ("archive", "decisions:archive", "Retire active skills; they can be restored."),
    ("restore", "decisions:restore", "Make archived skills active again."),
    ("pin", "decisions:pin", "Have skills left alone until they are unpinned."),
    ("history", "history:history", "List every change to skills, lessons and memory, the latest first."),
    ("undo", "history:undo", "Take back a change; that is a change as well, and can be taken back."),
    (
        "revoke",
        "history:revoke",
        "Take back everything that was learned from one session, for good, and never learn from it again.",
    ),
    (
        "search",
        "search:search",
        """Find the active skills that fit a need, and say why.

        Exit code 1 where none does.""",
    ),
    (
        "context",
        "context:context",
        """Print what fits a budget, as a host is given it: domains, skills that fit a prompt, and lessons.

        A domain, a skill and a skill's files are given on request.""",
    ),
    ("lessons", "lessons:lessons", "Show the lessons, or add one or retire one."),
    (
        "review",
        "review:review",
        """Hold sessions against the rules of behaviour, and learn a lesson from each rule that was broken.

        Takes the sessions of the last days that have been read, those that are named, or transcript files.""",
    ),
    (
        "retrospective",
        "retrospective:retrospective",
        "Show what recent sessions may have taught, with what each gate says to it, and keep what you pick.",
    ),
    ("staging", "staging:staging", "The scratch pad: what was staged, and what becomes of it."),
    ("import", "exchange:import_skills", "Take in skills: Agent Skills packages below a folder, or a skillbook."),
    (
        "export",
        "exchange:export",
        "Write the skillbook or the active skills to a folder, or a stored session as an ATIF document.",
    ),
    (
        "install",
        "install:install",
        "Set a host up: its hooks, the MCP server and links to the skills, in this project or for you (--user).",
    ),
    (
        "uninstall",
        "install:uninstall",
        "Take a host's hooks, MCP server and links out again, as if they had never been there.",
    ),
    (
        "doctor",
        "doctor:doctor",
        """Say what is wrong here, if anything, and how to mend it.

        Exit code 1 where something is wrong.""",
    ),
    ("config", "settings:config", "Show every setting, its value and where that comes from."),
    (
        "mcp",
        "afterwit.faces.mcp.command:mcp",
        """Serve agents over MCP: on standard input and output for a host that starts it, or over HTTP.

        Over HTTP it listens on this machine only, and asks for a bearer token.""",
    ),
)
"""Name, place, and what it does. `hook` is not here: hosts call it, and it is told apart before this file is read."""

app = App(
    name="afterwit",
    version=__version__,
    help="Turns finished agent sessions into durable, gated, measured know-how that the next session has at hand.",
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
    help_epilogue="`afterwit COMMAND --help` tells more. Hosts call `afterwit hook EVENT`.",
)
for _name, _place, _does in COMMANDS:
    # Another face is named in full: this one does not import it.
    _module = _place if _place.startswith("afterwit.") else f"afterwit.faces.cli.{_place}"
    app.command(_module, name=_name, help=cleandoc(_does))


def run(arguments: list[str]) -> int:
    """Run one command; give its exit code (0 done, 1 no, 2 wrong use, 3 the machinery failed)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # file names and transcripts hold what a terminal may not know
    edge = _Edge(debug="--debug" in arguments)
    with edge:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        edge.code = code if isinstance(code, int) else 0
        sys.stdout.flush()
    if edge.code and BACKGROUND in arguments:
        _note_unseen(arguments, edge)
    return edge.code


def _note_unseen(arguments: list[str], edge: "_Edge") -> None:
    """Nobody sees what a command says that a hook started: `afterwit doctor` tells of it."""
    named = arguments.index("--project") + 1 if "--project" in arguments else len(arguments)
    state = Path(*arguments[named : named + 1]) / STATE_FOLDER
    if state.is_dir() and not state.is_symlink():
        with suppress(OSError):
            note_fault(str(state), " ".join(arguments[:1]), edge.kind, edge.said or f"it ended with {edge.code}")


class _Edge:
    """The outermost edge: whatever goes wrong inside, a person reads one sentence, and the exit code is right."""

    def __init__(self, *, debug: bool) -> None:
        self.code = 0
        self.kind = ""
        """What went wrong, by the name of its error."""
        self.said = ""
        self._debug = debug

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        del kind, trace
        if error is None:
            return False
        self.kind = type(error).__name__
        if self._debug and not isinstance(error, SystemExit | BrokenPipeError):
            traceback.print_exception(error)
        match error:
            case SystemExit():
                return False
            case BrokenPipeError():
                # The reader of a pipe had enough. Python would complain again while flushing at exit.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                self.code = 0
            case KeyboardInterrupt():
                self._say("Stopped. What had been kept stays kept; run the same command to go on.")
                self.code = 130
            case AfterwitError():
                self._say(str(error))
                self.code = error.exit_code
            case CycloptsError():
                self._say(f"{_sentence_of(error)} `afterwit --help` lists the commands, and each has a --help.")
                self.code = 2
            case OSError():
                self._say(f"The system refused ({error}): check disk space and permissions.")
                self.code = 3
            case _:
                self._say(
                    f"Afterwit has a bug here ({type(error).__name__}: {error}): run again with --debug to see where."
                )
                self.code = 3
        return True

    def _say(self, sentence: str) -> None:
        self.said = one_line(sentence)
        sys.stderr.write(f"afterwit: {one_line(sentence)}\n")


def _sentence_of(error: CycloptsError) -> str:
    sentence = " ".join(str(error).replace(", ...", " …").split()).rstrip(".")
    return sentence if sentence.endswith("?") else f"{sentence}."
