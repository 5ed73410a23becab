"""The scratch pad: reviews and proposals that touch nothing else until a person promotes them.

    staging/reviews/    what `--stage` left; cleared on reset
    staging/saved/      reviews that somebody wants to keep
    staging/proposals/  what was proposed and waits to be promoted

Each is one JSON file, written whole or not at all. People may read them, and edit them: what is promoted is checked and
judged like anything else.
"""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal, get_args

import msgspec

from afterwit.errors import NotFound, WriteFailed, WrongUse
from afterwit.keep.zone import Zone
from afterwit.model.behaviour import Observation
from afterwit.model.package import Tree

FOLDER = "staging"
Pile = Literal["reviews", "saved", "proposals"]
PILES: tuple[Pile, ...] = get_args(Pile)
ENDING = ".json"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

StagedKind = Literal["review", "proposals"]


class StagedProposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that waits."""

    number: int
    """Its number within what was staged, which it keeps."""
    proposal: object
    """The proposal as plain JSON, which is checked when it is promoted."""
    said: str = ""
    """Why it was refused, or would be; empty where nothing speaks against it yet."""


class Staged(msgspec.Struct, frozen=True, kw_only=True):
    """What one run left on the scratch pad."""

    id: str
    kind: StagedKind
    at: int
    """When, in milliseconds since 1970 UTC."""
    title: str
    sessions: tuple[str, ...] = ()
    """The keys of the sessions that were looked at."""
    sources: tuple[str, ...] = ()
    """The transcript files that were read for it and not stored."""
    observations: tuple[Observation, ...] = ()
    proposals: tuple[StagedProposal, ...] = ()


class Staging:
    """The scratch pad of a project, which is a zone of its own: nothing beside it is written."""

    def __init__(self, state: Path) -> None:
        self._zone = Zone(state / FOLDER)

    def new_id(self, at: int) -> str:
        """A name that nothing here has: the day and four digits."""
        day = (_EPOCH + timedelta(milliseconds=at)).date().isoformat()
        known = {name for pile in PILES for name in self.names(pile)}
        while (name := f"{day}-{secrets.token_hex(2)}") in known:
            pass
        return name

    def put(self, pile: Pile, staged: Staged) -> None:
        """Write it to a pile, in place of what has its name there."""
        content = msgspec.json.format(msgspec.json.encode(staged), indent=2) + b"\n"
        self._zone.put(_place(pile, staged.id), Tree(files={"": content}))

    def read(self, pile: Pile, name: str) -> Staged | None:
        """One of a pile; None where it is not there."""
        tree = self._zone.read(_place(pile, name))
        if tree is None:
            return None
        try:
            staged = msgspec.json.decode(tree.files[""], type=Staged)
        except (KeyError, msgspec.DecodeError, RecursionError) as error:
            message = f"{FOLDER}/{_place(pile, name)} cannot be read ({error}): mend or remove it."
            raise WrongUse(message) from error
        return msgspec.structs.replace(staged, id=name)  # the file's name is what it is found by

    def all(self) -> tuple[list[tuple[Pile, Staged]], list[str]]:
        """All piles, the oldest first in each, and what is wrong with files that cannot be read."""
        found: list[tuple[Pile, Staged]] = []
        problems: list[str] = []
        for pile in PILES:
            some: list[tuple[Pile, Staged]] = []
            for name in self.names(pile):
                try:
                    staged = self.read(pile, name)
                except (WrongUse, WriteFailed) as error:
                    problems.append(str(error))
                    continue
                if staged is not None:
                    some.append((pile, staged))
            found += sorted(some, key=lambda entry: (entry[1].at, entry[1].id))
        return found, problems

    def find(self, name: str) -> tuple[Pile, Staged]:
        """The one that is called so, or whose name begins or ends so."""
        known: list[tuple[Pile, str]] = [(pile, each) for pile in PILES for each in self.names(pile)]
        exact = [entry for entry in known if entry[1] == name]
        near = [entry for entry in known if name and (entry[1].startswith(name) or entry[1].endswith(name))]
        found = exact or near
        if not found:
            raise NotFound(f"Nothing is staged as {name}: see `afterwit staging list`.")
        if len({each for _, each in found}) > 1:
            some = ", ".join(each for _, each in found[:4])
            raise NotFound(f"{name} fits {len(found)} that are staged ({some} …): write more of it.")
        pile, each = found[-1]  # what a kill left on two piles was on its way to the later one
        staged = self.read(pile, each)
        if staged is None:
            raise NotFound(f"{each} was taken away just now: see `afterwit staging list`.")
        return pile, staged

    def move(self, staged: Staged, start: Pile, end: Pile) -> None:
        """Take it from one pile to another: a kill in between leaves it on both, never on none."""
        self.put(end, staged)
        self.remove(start, staged.id)

    def remove(self, pile: Pile, name: str) -> None:
        """Take it away."""
        self._zone.put(_place(pile, name), None)

    def clear(self, pile: Pile) -> list[str]:
        """Take away all of a pile, and what a kill left half written; give the names of those that were there."""
        gone = self.names(pile)
        for name in gone:
            self.remove(pile, name)
        self._zone.sweep()
        return gone

    def forget(self, session: str) -> int:
        """Take out everything that rests on a session; say how many files that changed."""
        changed = 0
        for pile in PILES:
            for name in self.names(pile):
                tree = self._zone.read(_place(pile, name))
                if tree is None or not _names_it(tree.files.get("", b""), session):
                    continue
                changed += 1
                try:
                    staged = self.read(pile, name)
                except WrongUse:
                    staged = None  # it names the session and cannot be told apart: all of it goes
                kept = _without(staged, session) if staged is not None else None
                if kept is None:
                    self.remove(pile, name)
                else:
                    self.put(pile, kept)
        return changed

    def names(self, pile: Pile) -> list[str]:
        """What a pile has, by name."""
        return [name.removesuffix(ENDING) for name in self._zone.names(pile) if name.endswith(ENDING)]


def _place(pile: Pile, name: str) -> str:
    return f"{pile}/{name}{ENDING}"


def _without(staged: Staged, session: str) -> Staged | None:
    """What is left without a session; None where nothing is."""
    kept = msgspec.structs.replace(
        staged,
        sessions=tuple(each for each in staged.sessions if each != session),
        observations=tuple(each for each in staged.observations if each.session != session),
        proposals=tuple(each for each in staged.proposals if not _names_it(msgspec.json.encode(each), session)),
    )
    return kept if kept.sessions and (kept.observations or kept.proposals) else None


def _names_it(content: bytes, session: str) -> bool:
    """Whether a session stands in it, by itself or in a gate's words: one whose key only begins so does not count."""
    quoted = msgspec.json.encode(session)
    return quoted in content or quoted.strip(b'"') + b" " in content


def numbered(proposals: Sequence[object], said: Sequence[str] = ()) -> tuple[StagedProposal, ...]:
    """Proposals as they are staged, from 1, each with what is said against it."""
    words = [*said, *("" for _ in proposals[len(said) :])]
    return tuple(
        StagedProposal(number=number, proposal=msgspec.json.decode(msgspec.json.encode(each)), said=against)
        for number, (each, against) in enumerate(zip(proposals, words, strict=True), 1)
    )
