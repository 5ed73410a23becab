"""What tools answer, in words: short, since each is read by an agent that pays for it."""

from collections.abc import Iterator, Mapping, Sequence

from afterwit.engine.domains import Domain, Listed
from afterwit.engine.find import Search
from afterwit.engine.foreground import Finished, Reported, Started
from afterwit.engine.learning_status import Status
from afterwit.model.learning import Counts, LearningSignal, SkillIssueSignal
from afterwit.recall.levels import cut, one_line

LONGEST_DESCRIPTION = 300
LONGEST_EVENT = 240
"""Characters of an event that are shown: it is to be recognised, not read."""
MOST_REASONS = 4


def short(text: str) -> str:
    """What was said or done, on one line, as far as it takes to recognise it."""
    return cut(one_line(text[: 4 * LONGEST_EVENT]), LONGEST_EVENT)


def of_search(found: Search, notes: Sequence[str]) -> str:
    """The skills that fit."""
    lines = [
        f"- {one_line(one.name)} ({one.score:.0%}; {one_line(', '.join(one.why[:MOST_REASONS]))}): "
        f"{cut(one_line(one.description), LONGEST_DESCRIPTION)}"
        for one in found.results
    ]
    head = ["Skills that fit, the surest first; read_skill gives one in full:"] if lines else ["No skill fits that."]
    return "\n".join([*head, *lines, *notes])


def of_domains(found: Sequence[Domain], more: int) -> str:
    """Every domain."""
    if not found:
        return "There are no active skills yet."
    lines = [f"- {domain.name} ({domain.skills:,}): {domain.about}" for domain in found]
    return "\n".join(["Domains, with how many skills each has:", *lines, *_more(more)])


def of_domain(name: str, skills: Sequence[Listed], more: int) -> str:
    """The skills of one."""
    lines = [f"- {one_line(skill.name)}: use when {cut(skill.use_when, LONGEST_DESCRIPTION)}" for skill in skills]
    return "\n".join([f"Skills of {one_line(name)}; read_skill gives one in full:", *lines, *_more(more)])


def of_events(session: str, rows: Sequence[Mapping[str, object]]) -> str:
    """Events, a line each."""
    if not rows:
        return f"No event of {session} fits."
    return "\n".join([f"Session {session}:", *map(_event, rows)])


def _event(row: Mapping[str, object]) -> str:
    outcome = {True: "ok", False: "FAILED"}.get(row["ok"] is True) if "ok" in row else None
    parts = (row["id"], row["kind"], row.get("tool"), outcome, f"[{row['native_id']}]" if "native_id" in row else None)
    return f"{' '.join(str(part) for part in parts if part)}: {row['text']}"


def of_start(started: Started) -> str:
    """Where to write, how, and what is there already."""
    lines = [f"Attempt {started.attempt}: write the package into {started.folder}"]
    if started.resumed:
        whose = f"{started.begun_by} began it" if started.begun_by else "It was begun before"
        lines.append(f"{whose}: an earlier draft lies there to go on with.")
    if started.earlier:
        lines.append(f"The skill has changed since it was last drafted: that draft is in {started.earlier}")
    lines.append(started.rules)
    if started.similar:
        lines.append("Similar skills; if one is about the same thing, finish this as skipped and update it instead:")
        lines += [
            f"- {one_line(one.name)} ({one.state}): {cut(one_line(one.description), LONGEST_DESCRIPTION)}"
            for one in started.similar
        ]
    return "\n".join(lines)


def of_finish(finished: Finished) -> str:
    """The receipt, or every reason."""
    lines = [f"Tell the user: {finished.receipt}"] if finished.receipt else []
    if not finished.receipt:
        waits = " It is not in use." if finished.state == "pending" else ""
        lines.append(f"No receipt for the user (attempt {finished.attempt}: {finished.state}).{waits}")
    lines += [f"- {reason}" for reason in finished.reasons]
    return "\n".join([*lines, *([finished.next] if finished.next else [])])


def of_report(reported: Reported) -> str:
    """What was taken of a report, and what was not."""
    lines = [f"Tell the user: {receipt}" for receipt in reported.receipts]
    lines += [f"Kept: {kept}" for kept in reported.kept]
    lines += [f"Not taken, {dropped.field}: {dropped.why}" for dropped in reported.dropped]
    return "\n".join(lines) or "There was nothing to report, which is fine."


def of_status(status: Status) -> str:
    """How learning stands."""
    return "\n".join(_standing(status))


def _standing(status: Status) -> Iterator[str]:
    for agent, counts in sorted(status.counters.items()):
        yield f"{agent} since its last review: {_counted(counts)}."
    if not status.counters:
        yield "Nothing was counted yet."
    for attempt in status.open_attempts:
        yield f"Open: attempt {attempt.id} to {attempt.action} {attempt.skill}; finish it, as skipped if need be."
    yield from (f"Waits for a review: {_signal(note.what)}" for note in status.waiting_signals)
    if status.pending_skills:
        yield f"Wait for the user's approval: {one_line(', '.join(status.pending_skills))}"
    for receipt in status.receipts:
        yield f"Learned: {receipt}"
    if status.violations:
        yield f"Reports that broke the contract, lately: {status.violations}"
    for agent, why in status.reviews.items():
        yield f"{agent}: {why}"


def _signal(left: object) -> str:
    match left:
        case LearningSignal(package_name_hint=name, summary=about):
            return f"a new skill {name} ({about})"
        case SkillIssueSignal(skill_name=name, patch_hint=about):
            return f"{name} ({about})"
        case _:
            return "something else"


def _counted(counts: Counts) -> str:
    return (
        f"{counts.tool_iters_since_review:,} tool calls, {counts.turns_since_review:,} turns, "
        f"{counts.skill_issue_hints_since_review:,} hints"
    )


def _more(more: int) -> list[str]:
    return [f"- and {more:,} more: search_skills finds them."] if more else []
