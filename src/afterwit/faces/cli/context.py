"""`afterwit context`: exactly what a host would be given."""

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import msgspec
from cyclopts import Parameter

from afterwit.engine.context import Asked, Context
from afterwit.engine.context import context as given
from afterwit.engine.wire import kernel
from afterwit.faces.cli.common import Common, counted, print_json, watching
from afterwit.faces.cli.plain import one_line

LONGEST_PROMPT = 100_000


def context(  # noqa: PLR0913
    *,
    prompt: Annotated[str, Parameter(allow_leading_hyphen=True, metavar="TEXT")] = "",
    budget: Annotated[int | None, Parameter(metavar="TOKENS")] = None,
    domain: Annotated[str, Parameter(metavar="NAME")] = "",
    skill: Annotated[str, Parameter(metavar="NAME")] = "",
    reference: Annotated[str, Parameter(metavar="PATH")] = "",
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Print exactly what a host would be given, and nothing else there.

    Parameters
    ----------
    prompt
        What is to be done: the skills that fit it are given; - reads it from standard input.
    budget
        The most tokens of the text [recall.budget].
    domain
        Also give the skills of this domain, the most used first.
    skill
        Give the text of this skill.
    reference
        Give this file of that skill, by its path in it.
    dry_run
        Print the same, and do not count it as a use of the skills in it.
    """
    asked = Asked(
        prompt=(_standard_input() if prompt == "-" else prompt)[:LONGEST_PROMPT],
        domain=domain,
        skill=skill,
        reference=reference,
        budget=budget,
    )
    with watching() as watch, kernel(common.here(), common.config(), to_write=False, watch=watch) as here:
        found = given(asked, here, count=not dry_run)
    for note in found.notes:
        sys.stderr.write(f"{one_line(note)}\n")
    if common.json:
        print_json(msgspec.to_builtins(found))
        return 1 if skill and not found.disclosed else 0
    sys.stdout.write(found.text)
    sys.stderr.write(f"{one_line(_summary(found))}\n")
    return 1 if skill and not found.disclosed else 0  # it is over the budget


def _standard_input() -> str:
    """What a host hands on, which is whatever its user pasted."""
    return sys.stdin.buffer.read(LONGEST_PROMPT).decode("utf-8", "replace")


def _summary(found: Context) -> str:
    if not found.disclosed and not found.left_out:
        return "There are no active skills and no lessons here yet: `afterwit learn` looks for some in your sessions."
    told = _kinds(one.kind for one in found.disclosed) or "nothing"
    left = _kinds(one.kind for one in found.left_out)
    words = f"{found.tokens:,} of {found.budget:,} tokens ({found.tokeniser}): {told}"
    words += f"; left out: {left}." if left else "."
    return f"{words} {found.uncounted}"


def _kinds(kinds: Iterable[str]) -> str:
    return ", ".join(counted(number, kind) for kind, number in Counter(kinds).items())
