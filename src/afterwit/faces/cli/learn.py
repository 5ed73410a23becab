"""`afterwit learn`: read sessions, learn from them, and say what came of it."""

from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from afterwit.config import FILE
from afterwit.engine.learn import Learned
from afterwit.engine.learn import learn as learn_from
from afterwit.engine.project import Project
from afterwit.engine.readiness import make_ready
from afterwit.engine.reading import SourceRead
from afterwit.engine.staging import stage as leave
from afterwit.engine.wire import learning, project_transcripts, transcripts_in
from afterwit.errors import UnreadableSource, WrongUse
from afterwit.faces.cli.common import Common, console, counted, print_json, progress
from afterwit.faces.cli.learned import learned_document, print_learned, refused_for
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.shown import session_document
from afterwit.intake.readers import READERS
from afterwit.keep.staging import Staged

OURS_ALONE = frozenset({"store", "judge.gates", "learning.auto_extract"})
"""Settings with which a hook does not learn where the project has set them."""
TAKEN_OUT = {
    "API_KEY": "API key",
    "EMAIL": "e-mail address",
    "IP": "IP address",
    "JWT": "JWT",
    "PASSWORD": "password",
    "PRIVATE_KEY": "private key",
    "TOKEN": "token",
    "USER": "user name",
}


def learn(  # noqa: PLR0913 - a parameter an option
    *paths: Path,
    host: Annotated[str | None, Parameter(metavar="HOST")] = None,
    stage: Annotated[bool, Parameter(negative="")] = False,
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    no_model: Annotated[bool, Parameter(negative="")] = False,
    automatic: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Read sessions and learn from them.

    Parameters
    ----------
    paths
        Transcript files, or folders of them.
    host
        Only sessions of this host.
    stage
        Leave what would be learned in staging/proposals and touch nothing else: `afterwit staging` goes on from there.
    dry_run
        Do all of it on a copy, and keep nothing.
    no_model
        Learn by rule alone. So far that is the only way, and costs nothing.
    automatic
        For hooks: do nothing where learning.automatic is off; without a path, take the sessions that hooks told of, and
        of what else is on this machine only those of the host that is named.
    """
    del no_model
    if host is not None and not automatic and host not in {reader.host for reader in READERS}:
        message = f"There is no host {host}: it is one of {', '.join(reader.host for reader in READERS)}."
        raise WrongUse(message)
    config, project = common.config(), common.here() if automatic else common.chosen()
    if automatic and (not config.learning.automatic or _decided_here(common)):
        return 0
    files, problems = _files(paths)
    if not paths:
        hosts = [one for one in config.intake.hosts if one == host or (host is None and not automatic)]
        files = project_transcripts(project, config, hosts)
    named = {path for path in paths if not path.is_dir()}
    # A project that has nothing yet and finds nothing stays as it is.
    unkept = stage or dry_run or not (files or project.state.exists())
    with (
        learning(project, config, host="" if automatic else host or "", dry_run=unkept) as (needed, here),
        progress("Learning", sum(map(_size, files))) as advance,
    ):
        done = learn_from(files, needed, here, advance)
        told = learned_document(done, here.log)
        if automatic:
            make_ready(here)  # so that no prompt has to wait for it
    staged = _staged(done, project) if stage and not dry_run else None
    problems += [read.problem for read in done.reads if read.problem and read.path in named]
    if common.json:
        left = {"dry_run": dry_run, "staged": staged.id if staged else None}
        print_json({**left, **_document(done.reads, problems), **told})
    elif done.reads or not problems:
        _print(done.reads, asked=bool(paths), named=named, unkept=dry_run or stage)
        print_learned(console(), done, staged, unkept=dry_run or stage)
    if problems:
        raise WrongUse(" ".join(problems))
    return 3 if done.outcome.stopped or done.outcome.failed else 0


def _decided_here(common: Common) -> bool:
    """Whether the project's own file says what gates there are or where things go.

    A person who runs a command has looked at it, as at a Makefile; a hook runs in whatever was cloned.
    """
    ours = str(common.here().state / FILE)
    return any(setting.name in OURS_ALONE and setting.source == ours for setting in common.settings()[1])


def _staged(done: Learned, project: Project) -> Staged | None:
    """What was proposed, left on the scratch pad with what would be said against it."""
    proposals = done.outcome.proposals
    if not proposals:
        return None
    sessions = dict.fromkeys(session for proposal in proposals for session in proposal.sessions)
    return leave(
        project,
        kind="proposals",
        title=f"{counted(len(proposals), 'proposal')} from {counted(len(sessions), 'session')}",
        sessions=list(sessions),
        sources=[read.path for read in done.reads if {session.key for session in read.sessions} & set(sessions)],
        proposals=proposals,
        said=[refused_for(proposal, done.outcome) for proposal in proposals],
    )


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0  # it is gone since it was found, which is said where it is read


def _files(paths: tuple[Path, ...]) -> tuple[list[Path], list[str]]:
    files: list[Path] = []
    problems: list[str] = []
    for path in paths:
        try:
            files += transcripts_in(path)
        except UnreadableSource as error:
            problems.append(str(error))
    return files, problems


def _document(reads: list[SourceRead], problems: list[str]) -> dict[str, object]:
    return {
        "sessions": [
            {
                **session_document(session),
                "path": str(read.path),
                "events_read": read.counts[session.key][0],
                "events_new": read.counts[session.key][1],
                "findings": _findings(read),
            }
            for read in reads
            for session in read.sessions
        ],
        "files": {
            "read": sum(bool(read.host) for read in reads),
            "unchanged": sum(read.unchanged for read in reads),
            "of_other_hosts": sum(read.left_out for read in reads),
            "not_transcripts": [{"path": str(read.path), "problem": read.problem} for read in reads if read.problem],
        },
        "redacted": dict(sum((read.redacted for read in reads), Counter[str]())),
        "problems": problems,
    }


def _findings(read: SourceRead) -> dict[str, object]:
    found = read.findings
    told: dict[str, object] = {}
    for what in ("broken", "too_long", "mended"):
        if getattr(found, what):
            told[what] = {"lines": getattr(found, what), "first": getattr(found, f"{what}_at")}
    if found.truncated_at:
        told["truncated_at"] = found.truncated_at
    if found.unknown:
        told["unknown"] = dict(found.unknown)
    return told


def _print(reads: list[SourceRead], *, asked: bool, named: set[Path], unkept: bool) -> None:
    out = console()
    read = [one for one in reads if one.host]
    unchanged = sum(one.unchanged for one in reads)
    strangers = sum(bool(one.problem) and one.path not in named for one in reads)
    sessions = sum(len(one.sessions) for one in read)
    if not reads and not asked:
        out.print("No sessions of this project were found. Name a file or folder: afterwit learn PATH")
        out.print("`afterwit doctor` shows where it looks.", style="dim")
        return
    if not reads:
        out.print("There are no files in there.")
    if read:
        files, new = counted(len(read), "file"), counted(sum(one.new for one in read), "new event")
        out.print(f"Read {counted(sessions, 'session')} in {files}. {'Would keep' if unkept else 'Kept'} {new}.")
    if unchanged:
        out.print(f"Nothing new in {counted(unchanged, 'file')}.")
    left_out = sum(one.left_out for one in reads)
    if left_out:
        out.print(f"{counted(left_out, 'file')} of other hosts left out.", style="dim")
    if strangers:
        out.print(
            f"{counted(strangers, 'file')} in the folder {'is' if strangers == 1 else 'are'} no transcript.",
            style="dim",
        )
    redacted = sum((one.redacted for one in read), Counter[str]())
    if redacted:
        listed = ", ".join(_counted_kind(count, label) for label, count in redacted.most_common())
        out.print(f"Taken out before keeping: {listed}.")
    for one in read:
        for line in _told(one):
            out.print(one_line(line), style="yellow")


def _counted_kind(count: int, label: str) -> str:
    word = TAKEN_OUT.get(label, label)
    return counted(count, word, f"{word}es" if word.endswith("s") else "")


def _told(read: SourceRead) -> list[str]:
    """What was amiss in a file, a line each."""
    found, name = read.findings, read.path.name
    lines: list[str] = []
    for what, words in (
        ("broken", "not JSON and lost"),
        ("too_long", "too long and skipped"),
        ("mended", "mended (bad characters replaced)"),
    ):
        count = getattr(found, what)
        if count:
            places = ", ".join(map(str, getattr(found, f"{what}_at")))
            more = " …" if count > len(getattr(found, f"{what}_at")) else ""
            lines.append(f"{name}: {counted(count, 'line')} {words} (line {places}{more}).")
    if found.truncated_at:
        lines.append(f"{name}: breaks off in line {found.truncated_at}; the rest is read when it is there.")
    for kind, count in found.unknown.most_common(5):
        lines.append(f"{name}: {counted(count, 'line')} of a type Afterwit does not know ({kind}), kept as they came.")
    return lines
