"""`afterwit review`: how the agent behaved, held against the rules, and the lessons that come of it."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from afterwit.config import Profile
from afterwit.engine.kernel import Kernel
from afterwit.engine.review import TAKEN_OUT, THERE, Reviewed, named, recent, taken_in
from afterwit.engine.review import review as review_sessions
from afterwit.engine.staging import stage as leave
from afterwit.engine.wire import rehearsal
from afterwit.errors import WrongUse
from afterwit.faces.cli.common import Common, Rows, console, counted, print_json, progress
from afterwit.faces.cli.decisions import opened
from afterwit.faces.cli.outcomes import STYLES, exit_code, outcome_document, print_refusals, proposal_document
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.shown import iso
from afterwit.keep.staging import Staged
from afterwit.model.behaviour import BehaviourRule, Habit, Observation
from afterwit.model.proposal import AddLesson, Proposal
from afterwit.model.session import Session
from afterwit.model.verdict import Failed, Outcome, Rejected
from afterwit.notice.behaviour_rules import in_force

if TYPE_CHECKING:
    from rich.console import Console

ID = 8
"""So much of a session's id is shown beside its events."""
NAMES = {THERE: "known", TAKEN_OUT: "dropped"}
"""What is not proposed again, in a word."""
INDENT = 10


def review(  # noqa: PLR0913 - a parameter an option
    *sessions: Annotated[str, Parameter(metavar="SESSION|FILE")],
    since: Annotated[str | None, Parameter(metavar="DAYS|all")] = None,
    profile: Profile | None = None,
    scope: Annotated[str, Parameter(metavar="SCOPE")] = "",
    stage: Annotated[bool, Parameter(negative="")] = False,
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    rules: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Hold sessions against the rules of behaviour, and learn a lesson from each rule that was broken.

    Parameters
    ----------
    sessions
        Sessions by their ids [those of the last days], or transcript files, which are read without being stored:
        those only with --stage or --dry-run.
    since
        How many days to look back, or `all` [review.days].
    profile
        Hold all of them against the rules for chat agents, or for coding agents [review.profile].
    scope
        Whom the lessons are about [everyone].
    stage
        Leave what comes of it in staging/reviews and touch nothing else: `afterwit staging` goes on from there.
    dry_run
        Say what would come of it, and keep nothing.
    rules
        Show the rules that are in force instead.
    """
    config, project = common.config(), common.here()
    if rules:
        return _show_rules(in_force(config.review.rules), common)
    in_force(config.review.rules)  # what is wrong with them is said before anything is read
    days = days_of(since, config.review.days)
    files = [Path(name).absolute() for name in sessions if Path(name).is_file()]
    _refuse(sessions, files, since, kept=not (stage or dry_run))
    with rehearsal(project, config) if stage or dry_run else opened(common) as here:
        chosen = _chosen(sessions, files, days, here)
        with progress("Reviewing", len(chosen), bytes_=False) as advance:
            done = review_sessions(chosen, here, profile=profile, scope=scope, advance=advance)
    staged = None
    if stage and not dry_run and done.habits:
        staged = leave(
            project,
            kind="review",
            title=_title(done),
            sessions=[session.key for session in done.sessions],
            sources=files,
            proposals=done.proposals,
            said=[_said(proposal, done) for proposal in done.proposals],
            observations=done.observations,
        )
    if common.json:
        print_json({"dry_run": dry_run, "staged": staged.id if staged else None, **_document(done)})
    else:
        _print(console(), done, staged, days if not sessions else None, unkept=stage or dry_run)
    return 0 if staged else _code(done)


def days_of(since: str | None, default: int) -> int | None:
    """How many days to look back; None for all of them."""
    if since == "all":
        return None
    if since is None:
        return default
    if not since.isascii() or not since.isdigit() or int(since[:9]) == 0:
        raise WrongUse(f"--since is a number of days or all, not {since}.")
    return int(since[:9])


def _refuse(sessions: Sequence[str], files: Sequence[Path], since: str | None, *, kept: bool) -> None:
    folders = [name for name in sessions if Path(name).is_dir()]
    if folders:
        raise WrongUse(f"{', '.join(folders)} is a folder: name transcript files in it, or sessions.")
    if sessions and since is not None:
        raise WrongUse("Either name sessions or say --since, not both.")
    if files and kept:
        some = ", ".join(str(path) for path in files)
        raise WrongUse(
            f"{some} is not in the store, and a lesson needs its evidence there: add --stage or --dry-run, "
            "or read it first with `afterwit learn`."
        )


def _chosen(sessions: Sequence[str], files: Sequence[Path], days: int | None, here: Kernel) -> list[Session]:
    if not sessions:
        return recent(here, days)
    others = [name for name in sessions if not Path(name).is_file()]
    found = [*named(others, here), *taken_in(files, here)]
    return list({session.key: session for session in found}.values())


def _title(done: Reviewed) -> str:
    return f"{counted(len(done.habits), 'rule')} broken in {counted(len(done.sessions), 'session')}"


def _said(proposal: Proposal, done: Reviewed) -> str:
    """What would be said against a proposal; empty where it would be applied."""
    refused: list[Rejected | Failed] = [*done.outcome.rejected, *done.outcome.failed]
    return next((one.reason for one in refused if one.proposal == proposal), "")


def _code(done: Reviewed) -> int:
    outcome = done.outcome
    if outcome.stopped:
        return 3
    if outcome.failed:
        return exit_code(outcome.failed)
    return 1 if outcome.rejected and not (outcome.applied or done.known) else 0


def _print(out: "Console", done: Reviewed, staged: Staged | None, days: int | None, *, unkept: bool) -> None:
    if not done.sessions:
        when = f"There are no sessions of the last {counted(days, 'day')}" if days else "There are no sessions"
        out.print(f"{when} to review. `afterwit learn` reads sessions; --since all takes all that are there.")
        return
    looked = f"{counted(len(done.sessions), 'session')} against {counted(done.rules, 'rule')}"
    if not done.habits:
        out.print(f"Held {looked}: nothing to complain about.")
        return
    shown = Rows("RULE", "TIMES", "EVENTS", "EXAMPLE", flexible="EXAMPLE", right=("TIMES",))
    for habit in done.habits:
        shown.add(habit.rule.name, f"{habit.times:,}", refs(habit.latest[-1]), habit.latest[-1].excerpt)
    shown.print(out)
    out.print()
    outcomes: list[Outcome] = [*done.outcome.applied, *done.outcome.rejected, *done.outcome.failed]
    for outcome in outcomes:
        print_lesson(out, outcome.fate, outcome.proposal)
        if isinstance(outcome, Rejected):
            print_refusals(out, outcome.verdicts)
        elif isinstance(outcome, Failed):
            out.print(f"  {one_line(outcome.reason)}", soft_wrap=True)
    for proposal, why in done.known:
        print_lesson(out, NAMES[why], proposal)
    out.print(_closing(looked, done, staged, unkept=unkept), soft_wrap=True)


def _closing(looked: str, done: Reviewed, staged: Staged | None, *, unkept: bool) -> str:
    outcome = done.outcome
    counts = [
        (len(outcome.applied), "would be kept" if unkept else "kept"),
        (len(outcome.rejected), "rejected"),
        (len(outcome.failed), "failed"),
        (sum(why == THERE for _, why in done.known), "known already"),
        (sum(why == TAKEN_OUT for _, why in done.known), "taken out before"),
        (done.left_out, "left out (keep.lessons_review)"),
    ]
    told = ", ".join(f"{count:,} {word}" for count, word in counts if count)
    words = [f"Held {looked}: {counted(len(done.habits), 'rule')} broken{f'; lessons: {told}' if told else ''}."]
    if outcome.stopped:
        words.append(f"The review stopped early: {one_line(outcome.stopped)}")
    if not done.enabled:
        words.append("Nothing is learned while learning.enabled is false.")
    if staged:
        words.append(f"Staged as {staged.id}: `afterwit staging promote {staged.id}` has the gates decide on it.")
    elif unkept:
        words.append("A dry run: nothing was kept.")
    return " ".join(words)


def print_lesson(out: "Console", word: str, proposal: Proposal) -> None:
    """What became of a lesson, and how it reads, wrapped to the terminal."""
    from rich.text import Text  # noqa: PLC0415

    text = one_line(proposal.op.text if isinstance(proposal.op, AddLesson) else proposal.subject)
    rule = f"{proposal.by.removeprefix('review rule ')}: " if proposal.by.startswith("review rule ") else ""
    lines = (wrap(rule + text, max(20, out.width - INDENT)) if out.is_terminal else [rule + text]) or [""]
    out.print(Text.assemble((f"{word:<{INDENT}}", STYLES.get(word, "dim")), lines[0]), soft_wrap=True)
    for line in lines[1:]:
        out.print(Text(" " * INDENT + line), soft_wrap=True)


def refs(seen: Observation) -> str:
    """The events of an observation with the session they are from."""
    native = seen.session.partition(":")[2]
    return f"{native[:ID]} {' '.join(ref.event for ref in seen.evidence)}"


def _document(done: Reviewed) -> dict[str, object]:
    return {
        "sessions": [session.key for session in done.sessions],
        "rules": done.rules,
        "findings": [_habit_document(habit) for habit in done.habits],
        "applied": [outcome_document(outcome) for outcome in done.outcome.applied],
        "rejected": [outcome_document(outcome) for outcome in done.outcome.rejected],
        "failed": [outcome_document(outcome) for outcome in done.outcome.failed],
        "known": [{**proposal_document(proposal), "why": why} for proposal, why in done.known],
        "left_out": done.left_out,
        "stopped": done.outcome.stopped or None,
    }


def _habit_document(habit: Habit) -> dict[str, object]:
    return {
        "rule": habit.rule.name,
        "kind": habit.rule.kind,
        "skill_violated": habit.rule.skill or None,
        "lesson": habit.rule.lesson,
        "category": habit.rule.category,
        "times": habit.times,
        "sessions": habit.sessions,
        "observations": [observation_document(seen) for seen in habit.latest],
    }


def observation_document(seen: Observation) -> dict[str, object]:
    """An observation as JSON."""
    return {
        "rule": seen.rule,
        "skill_violated": seen.skill or None,
        "session": seen.session,
        "events": [ref.event for ref in seen.evidence],
        "excerpt": seen.excerpt,
        "told": seen.told,
        "at": iso(seen.at),
    }


def _show_rules(rules: Sequence[BehaviourRule], common: Common) -> int:
    if common.json:
        print_json({"rules": [msgspec.to_builtins(rule) for rule in rules]})
        return 0
    shown = Rows("RULE", "KIND", "FOR", "LIMIT", "LESSON", flexible="LESSON", right=("LIMIT",))
    for rule in rules:
        limit = str(rule.limit) if rule.limit else ""
        shown.add(rule.name, rule.kind, rule.profile, limit, rule.lesson)
    out = console()
    shown.print(out)
    out.print("`[[review.rules]]` in a config.toml adds a rule, or changes the one of its name.", style="dim")
    return 0
