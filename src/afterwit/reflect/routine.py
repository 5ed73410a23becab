"""A routine as a skill: the row of commands that every session ends up running."""

from collections.abc import Collection, Sequence

from afterwit.model.signal import Routine, Signal
from afterwit.model.skill_document import Draft
from afterwit.reflect.generalise import generalised
from afterwit.reflect.recovered import LONGEST_NAME, root_of


def draft(signals: Sequence[Signal], prefix: str, taken: Collection[str]) -> Draft:
    """One skill for a row of commands that was run in all of these sessions."""
    first = signals[0]
    assert isinstance(first.what, Routine)  # noqa: S101 - only those are put together here
    sessions = tuple(dict.fromkeys(signal.session for signal in signals))
    steps = [generalised(action.words, ()) for action in first.what.actions]
    listed = ", then ".join(f"`{step}`" for step in steps)
    return Draft(
        name=_name(steps, first.about, prefix, taken),
        description=f"The row of commands that worked in {len(sessions)} sessions: {listed}.",
        use_when=f"Use when the next thing to do is `{steps[0]}`: `{steps[-1]}` follows it here.",
        domain=steps[0].partition(" ")[0],
        agent=first.session.partition(":")[0],
        situation=f"A session comes to `{steps[0]}` and will need what follows it as well.",
        root_cause="Not looked into: it is only known that these commands were run one after the other.",
        guidance=tuple(f"Run `{step}`." for step in steps),
        verification=(f"`{steps[-1]}` succeeded in each of them.",),
        fingerprints=(first.about,),
        scope="user" if len({root_of(signal.project) for signal in signals if signal.project}) > 1 else "project",
    )


def _name(steps: Sequence[str], about: str, prefix: str, taken: Collection[str]) -> str:
    slug: list[str] = ["routine"]
    for step in steps:
        words = [word for word in step.split()[:2] if word[:1].isalpha() and word.replace("-", "").isalnum()]
        plain = "-".join(words).casefold()
        if plain and len(prefix + "-".join([*slug, plain])) <= LONGEST_NAME:
            slug.append(plain)
    name = prefix + "-".join(slug)
    return f"{name}-{about[-4:]}" if name in taken else name
