"""Lessons from behaviour: what was seen of rules being broken becomes one proposal for each rule."""

from collections.abc import Callable, Iterable, Sequence

from afterwit.model.behaviour import BehaviourRule, Habit, Observation
from afterwit.model.lesson import Lesson
from afterwit.model.proposal import AddLesson, Evidence, Proposal

LATEST = 20
"""So many observations of a rule are shown and cited, the last ones: all are counted."""
SURER = 0.25
"""How much of the doubt that one observation leaves each further one takes away."""

KeepNewest = Callable[[Sequence[Lesson], int], Sequence[Lesson]]
"""Gives as many lessons as there is room for; every category keeps its share."""


def habits(observations: Iterable[Observation], rules: Sequence[BehaviourRule]) -> list[Habit]:
    """What was seen, by rule, in the order of the rules. Of each rule only the last few observations are held."""
    counts: dict[str, int] = {}
    sessions: dict[str, set[str]] = {}
    latest: dict[str, list[Observation]] = {}
    for seen in observations:
        counts[seen.rule] = counts.get(seen.rule, 0) + 1
        sessions.setdefault(seen.rule, set()).add(seen.session)
        held = latest.setdefault(seen.rule, [])
        held.append(seen)
        if len(held) > 2 * LATEST:
            latest[seen.rule] = _latest(held)
    return [
        Habit(
            rule=rule,
            times=counts[rule.name],
            sessions=len(sessions[rule.name]),
            latest=tuple(_latest(latest[rule.name])),
        )
        for rule in rules
        if rule.name in counts
    ]


def proposals(found: Sequence[Habit], most: int, keep_newest: KeepNewest, *, scope: str = "") -> list[Proposal]:
    """A lesson for each rule that was broken, and of all lessons no more than there is room for."""
    asked = {habit.rule.lesson: habit for habit in found}
    lessons = [Lesson(text=text, category=habit.rule.category, at=_last(habit.latest)) for text, habit in asked.items()]
    return [_proposal(asked[lesson.text], scope) for lesson in keep_newest(lessons, most)]


def score(first: float, times: int) -> float:
    """How sure it is after so many observations, when one makes it as sure as `first`."""
    return round(1 - (1 - first) / (1 + SURER * (times - 1)), 2)


def _proposal(habit: Habit, scope: str) -> Proposal:
    rule = habit.rule
    refs: dict[tuple[str, str], Evidence] = {}
    for seen in habit.latest:
        for ref in seen.evidence:
            known = refs.get((ref.session, ref.event))
            if known is None or not known.quote:
                refs[ref.session, ref.event] = ref
    against = f", against {rule.skill}" if rule.skill else ""
    return Proposal(
        target="lesson",
        op=AddLesson(text=rule.lesson, category=rule.category, scope=scope),
        score=score(rule.score, habit.times),
        author="mechanical",
        trigger="user_correction" if rule.kind == "feedback" else "",
        reason=f"{rule.name}: {habit.seen}{against}.",
        evidence=tuple(refs.values()),
        by=f"review rule {rule.name}",
    )


def _latest(held: Sequence[Observation]) -> list[Observation]:
    """The last few by time; those without one are as late as the one before them."""
    times: list[int] = []
    for seen in held:
        times.append(seen.at if seen.at is not None else times[-1] if times else 0)
    order = sorted(range(len(held)), key=times.__getitem__)[-LATEST:]
    return [held[number] for number in order]


def _last(seen: Sequence[Observation]) -> int | None:
    return max((each.at for each in seen if each.at is not None), default=None)
