"""The duplicate gate: what is there already, by this name or another, is not added again."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from afterwit.config import Judge
from afterwit.model import skill_document
from afterwit.model.bullets import Bullet
from afterwit.model.notes import NoteEntry, entry_of, learnings
from afterwit.model.package import Package
from afterwit.model.proposal import CreateSkill, Proposal
from afterwit.model.provenance import essence
from afterwit.model.skill import Skill
from afterwit.model.verdict import Verdict
from afterwit.model.words import features, likeness, said, tokens
from afterwit.ports import View

TELLING = 6
"""The longest words of a description: a note that says the same has some of them."""
FEWEST_SHARED = 2


class DuplicateGate:
    """Sends a new skill that says what another says to that one, whatever its state."""

    name = "duplicate"

    def __init__(self, config: Judge) -> None:
        self._threshold = config.duplicate_similarity

    def judge(self, proposal: Proposal, view: View) -> Verdict:
        """No where there is a near-duplicate; exactly the same again is let pass, and changes nothing."""
        if not isinstance(proposal.op, CreateSkill):
            return Verdict(gate=self.name, passed=True, reason=f"{proposal.does} makes no new skill")
        package = proposal.op.package
        there = view.skill(package.name)
        if there is not None:
            return self._same_name(package, there)
        for name, score in _noted(view.notes(), package):
            if score >= self._threshold and name != package.name and view.skill(name) is not None:
                return self._verdict(name, score, f"update {name} instead, which NOTES.md has for this")
        nearest = next(iter(view.similar(package, k=1)), None)
        if nearest is not None and nearest.score >= self._threshold:
            where = "" if nearest.state == "active" else f", which is {nearest.state}"
            return self._verdict(nearest.name, nearest.score, f"update {nearest.name} instead{where}")
        if nearest is None:
            return Verdict(gate=self.name, passed=True, reason="nothing like it is there")
        return self._verdict(nearest.name, nearest.score, f"the nearest is {nearest.name}", passed=True)

    def _same_name(self, package: Package, there: Skill) -> Verdict:
        """Of two skills with one name, either nothing is new or it is an update."""
        if there.state == "archived":
            reason = f"{package.name} was archived: restore it instead (afterwit restore {package.name})"
            return Verdict(gate=self.name, passed=False, reason=reason, measured={"nearest": package.name})
        if essence(there.package) == essence(package):
            return Verdict(gate=self.name, passed=True, reason=f"{package.name} is there already, word for word")
        alike = likeness(_features(there.package), _features(package))
        return self._verdict(package.name, alike, f"update {package.name} instead, which has the same name")

    def _verdict(self, name: str, score: float, reason: str, *, passed: bool = False) -> Verdict:
        return Verdict(
            gate=self.name,
            passed=passed,
            # Cut, not rounded: what is below the threshold must not be told as if it were not.
            reason=f"{reason} (similarity {int(score * 100) / 100:.2f}, a duplicate from {self._threshold} on)",
            measured={"nearest": name, "similarity": score, "threshold": self._threshold},
        )


def _features(package: Package) -> frozenset[int]:
    return features(said(skill_document.read(package.text)))


def _noted(notes: str, package: Package) -> Iterator[tuple[str, float]]:
    """The learnings in NOTES.md that point to a skill and may say the same, with how alike they are."""
    description = skill_document.read(package.text).description
    sentence = description.split(". ", 1)[0]
    wordings = [features([tokens(wording)]) for wording in {description, sentence}]
    for entry in filter(_points, map(entry_of, _telling(notes, description))):
        noted = [features([tokens(wording)]) for wording in {entry.text, f"{entry.topic} {entry.text}"}]
        yield entry.skill, max(likeness(one, other) for one in noted for other in wordings)


@lru_cache(maxsize=2)
def _learned(notes: str) -> tuple[list[Bullet], list[int], str]:
    """The learnings, where the text of each begins, and all those texts in small letters.

    The last is remembered: the notes of a large book are long, and the proposals of a pass come one after the other.
    """
    learned = learnings(notes.split("\n"))
    texts = [bullet.text.lower() for bullet in learned]
    return learned, list(accumulate((len(text) + 1 for text in texts), initial=0))[:-1], "\n".join(texts)


def _points(entry: NoteEntry) -> bool:
    return bool(entry.skill)


def _telling(notes: str, description: str) -> Iterator[Bullet]:
    """The learnings that have some of the longest words of a description: others cannot say the same."""
    longest = sorted({word.lower() for word in description.split()}, key=lambda word: (-len(word), word))[:TELLING]
    learned, starts, texts = _learned(notes)
    shared = Counter[int]()
    for word in longest:
        having: set[int] = set()
        at = texts.find(word)
        while at >= 0:
            number = bisect_right(starts, at) - 1
            having.add(number)
            at = texts.find(word, starts[number + 1]) if number + 1 < len(starts) else -1
        shared.update(having)
    for number, count in sorted(shared.items()):
        if count >= min(FEWEST_SHARED, len(longest)):
            yield learned[number]
