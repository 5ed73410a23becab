"""Finding skills for a need: the active ones that fit it best, and why."""

import msgspec

from afterwit.engine.kernel import Kernel
from afterwit.keep.book import place
from afterwit.model import skill_document
from afterwit.model.words import tokens


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that fits."""

    name: str
    score: float
    """The share of the need's words that the skill has."""
    why: tuple[str, ...]
    """The words that the need and the skill have in common."""
    path: str
    description: str


def find(query: str, kernel: Kernel, k: int = 5) -> list[Found]:
    """The active skills that fit best, the best first; none where no word is shared."""
    wanted = dict.fromkeys(tokens(query))
    found: list[Found] = []
    for match in kernel.index.search(query, k):
        skill = kernel.book.at("active", match.name)
        if skill is None:
            continue
        said = set(tokens(skill.package.text))
        shared = tuple(word for word in wanted if word in said)
        found.append(
            Found(
                name=match.name,
                score=round(len(shared) / len(wanted), 3),
                why=shared,
                path=str(kernel.zone.root / place("active", match.name)),
                description=skill_document.read(skill.package.text).description,
            )
        )
    return sorted(found, key=lambda one: -one.score)
