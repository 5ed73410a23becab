"""A routine as a skill: the row of commands that every session of a project ends up running."""

from collections.abc import Collection, Mapping, Sequence

from afterwit.model.signal import Routine, Signal
from afterwit.model.skill_document import Draft
from afterwit.reflect.recovered import LONGEST_NAME, root_of

EVERYWHERE = frozenset(
    "git gh cd ls cat cp mv rm mkdir curl docker kubectl ssh open touch chmod".split()  # noqa: SIM905
)
"""Programs that are run in the same rows in every project: nothing to learn about this one."""

Row = tuple[str, ...]


def chosen(groups: Mapping[str, Sequence[Signal]], least: int) -> dict[str, Sequence[Signal]]:
    """The groups whose row was run in so many sessions, is this project's own, and is part of no better one.

    Of rows that share commands the one with the most behind it stays: sessions, and then length.
    """
    rows = {about: row_of(group[0]) for about, group in groups.items()}
    sessions = {about: len({signal.session for signal in group}) for about, group in groups.items()}
    often = [about for about in groups if sessions[about] >= least and _is_own(rows[about])]
    kept: dict[str, Sequence[Signal]] = {}
    taken: set[str] = set()
    for about in sorted(often, key=lambda about: (-sessions[about], -len(rows[about]), about)):
        if taken.isdisjoint(rows[about]):
            kept[about] = groups[about]
        taken.update(rows[about])
    return kept


def row_of(signal: Signal) -> Row:
    """The commands of a row, with everything folded that differs from time to time."""
    actions = signal.what.actions if isinstance(signal.what, Routine) else ()
    return tuple(" ".join(action.words) for action in actions)


def draft(signals: Sequence[Signal], prefix: str, taken: Collection[str]) -> Draft:
    """One skill for a row of commands that was run in all of these sessions."""
    first, steps = signals[0], row_of(signals[0])
    sessions = len({signal.session for signal in signals})
    listed = ", then ".join(f"`{step}`" for step in steps)
    return Draft(
        name=_name(steps, first.about, prefix, taken),
        description=f"The row of commands that was run in {sessions} sessions: {listed}.",
        use_when=f"Use when `{steps[0]}` is the next thing to run: `{steps[-1]}` belongs to it in this project.",
        domain=steps[0].partition(" ")[0],
        agent=first.session.partition(":")[0],
        situation=f"Work has come to the point where `{steps[0]}` is run.",
        root_cause="Not looked into: it is only known that these commands succeeded one after the other.",
        guidance=tuple(f"Run `{step}`." for step in steps),
        verification=(f"`{steps[-1]}` succeeds.",),
        fingerprints=(first.about,),
        scope="user" if len({root_of(signal.project) for signal in signals if signal.project}) > 1 else "project",
    )


def _is_own(row: Row) -> bool:
    return any(step.partition(" ")[0] not in EVERYWHERE for step in row)


def _name(steps: Row, about: str, prefix: str, taken: Collection[str]) -> str:
    slug = ["routine"]
    for step in steps:
        words = [
            word for word in step.split() if word[:1].isalpha() and word.replace("-", "").replace(":", "").isalnum()
        ]
        plain = "-".join(words[:3]).replace(":", "-").casefold()
        if plain and len(prefix + "-".join([*slug, plain])) <= LONGEST_NAME:
            slug.append(plain)
    name = prefix + "-".join(slug)
    return f"{name}-{about[-4:]}" if name in taken else name
