"""Skills to be used, and sessions that have them before them."""

from collections.abc import Sequence

from afterwit.model.event import Event
from afterwit.model.package import MAIN, Package
from afterwit.model.skill_document import Draft, write
from afterwit.model.use import Use
from afterwit.recall.guided import Guide, guide_of
from afterwit.recall.use import uses
from tests.notice.deeds import Deed, Told, happened, ran, used

DIFF = write(
    Draft(
        name="rl-gh-diff",
        description="`gh pr diff <number> --name-only` worked where `gh pr diff` fails.",
        situation="`gh pr diff <number> --stat` fails with \u201cunknown flag: --stat\u201d.",
        guidance=("Run `gh pr diff <number> --name-only`.",),
        anti_patterns=("`gh pr diff <number> --stat` fails with \u201cunknown flag: --stat\u201d.",),
    )
)
"""What the mechanical learner makes of a recovery."""
RELEASE = write(
    Draft(name="rl-release", description="Releases it.", guidance=("Run `make build`.", "Run `make publish`."))
)
"""A row of commands."""
LAMPS = write(Draft(name="lamps", description="Trims wicks.", guidance=("Trim the wick to a finger's width.",)))
"""Nothing that could be seen."""
FIRST = write(
    Draft(
        name="rl-first",
        description="Starts the services.",
        guidance=("First run `docker compose up -d`.", "Run `pytest tests/api`."),
        anti_patterns=("`pytest tests/api` at once fails with \u201cconnection refused\u201d.",),
    )
)
"""What fails works once something else has been done."""
EVERY = {package.name: package for package in (DIFF, RELEASE, LAMPS, FIRST)}

STAT = ran("gh pr diff 7 --stat", "unknown flag: --stat", 1)
NAMES = ran("gh pr diff 7 --name-only", "src/cart.py")


def skill(body: str, name: str = "x") -> Package:
    """A skill of anybody's."""
    return Package(name=name, files={MAIN: f"---\nname: {name}\ndescription: Does it.\n---\n{body}".encode()})


def opened(name: str, *, file: str = "SKILL.md", wrong: bool = False) -> Deed:
    """A file of a skill is read with a tool."""
    return used("Read", {"file_path": f"/code/lantern/.claude/skills/{name}/{file}"}, "the skill", wrong=wrong)


def used_in(events: Sequence[Event], packages: dict[str, Package] | None = None) -> list[Use]:
    """The uses of these skills in a session."""
    there = EVERY if packages is None else packages

    def guide(name: str) -> Guide | None:
        return guide_of(there[name])

    return uses("claude-code:tale", events, there, guide)


def seen(*told: Told) -> list[tuple[str, str, str]]:
    """What is seen of the skills in a session: their names, how they came, and what became of it."""
    return [(use.skill, use.how, use.followed) for use in used_in(happened(*told))]
