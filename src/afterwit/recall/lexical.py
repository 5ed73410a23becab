"""The lexical index: the words of every skill in a local SQLite file that can be thrown away and made again.

Files are the truth; this is only how they are found. Whatever is wrong with the file, it is made anew from them.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

import msgspec

from afterwit.model.package import Package, State
from afterwit.model.skill import Match
from afterwit.model.words import Features, likeness, tokens
from afterwit.recall.index_file import broken, discard, opened, unusable
from afterwit.recall.likeness import alike, packed, unpacked
from afterwit.recall.prepared import prepare, storable

Stamp = str
"""Anything that is another where a skill's files are other: its time and size will do."""
Listing = Iterable[tuple[State, str, Stamp]]
"""The skills that there are, as a look at the folders gives them: state, name, stamp."""
Load = Callable[[State, str], Package | None]
"""Reads one of them; None where it has gone meanwhile."""

MOST_TERMS = 16
"""Of a query, the rarest: the others hardly change the order and take most of the time."""
MOST_POSTINGS = 500
"""How many places of terms a query may look at, so that common words alone do not make it slow."""
FEWEST_TERMS = 3
"""So many terms are used however common they are."""
AT_ONCE = 500
"""Skills that are taken in before others may write: a second or two, where ten thousand would take most of a minute."""
CANDIDATES = 16
"""Skills that are compared exactly where the nearest ones are asked for; more where more are asked for."""
LIKENESS_TERMS = 24
"""The rarest words of a skill: whatever is nearly the same has most of them."""
WEIGHTS = (4.0, 3.0, 3.0, 1.0, 0.5)
"""What a word counts in name, description, situation, guidance and the rest."""

_TOLD = "name, state, stamp, digest, description, domain, agent, trigger, source, pinned, fingerprints"
_KNOWN = "SELECT state, name, stamp FROM entries"

_Result = TypeVar("_Result")
_Key = tuple[State, str]
_Stamps = dict[_Key, Stamp]
_Compared = tuple[float, str, State, int]
"""How much alike, name, state, number."""
_STATES: tuple[State, ...] = ("active", "pending", "archived")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What the index knows of a skill without a look at its files."""

    name: str
    state: State
    stamp: Stamp
    digest: str
    description: str
    domain: str
    agent: str
    trigger: str
    source: str
    """Where it says it came from; empty where it does not."""
    pinned: bool
    fingerprints: str
    """Those of the errors it is about, with a space between."""


class LexicalIndex:
    """Finds skills by their words. Several processes may share its file."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._source: tuple[Listing, Load] | None = None
        self._inode = 0
        self._writes = 0
        self._compared: tuple[object, list[_Compared]] = (None, [])
        self._connection = self._open()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def start_afresh(self) -> None:
        """Throw all away, also what was taken out and can still be read in the file; `sync` brings the rest back."""
        self._connection.close()
        discard(self._path)
        self._connection = self._open()

    def put(self, package: Package, state: State, stamp: Stamp = "") -> None:
        """Add a skill, or what it is from now on."""
        self._safely(lambda: self._change(lambda: self._put(package, state, stamp)))

    def remove(self, name: str, state: State) -> None:
        """Take a skill out; no matter if it is not there."""
        self._safely(lambda: self._change(lambda: self._remove(name, state)))

    def sync(self, listing: Listing, load: Load) -> int:
        """Make the index agree with what there is, reading only what is new or other; say how many were."""
        self._source = (tuple(listing), load)
        return self._safely(self._sync)

    def entries(self, state: State | None = None) -> list[Entry]:
        """Every skill, or those of one state, by name."""
        return self._safely(lambda: self._entries(state))

    def similar(self, package: Package, k: int = 5) -> list[Match]:
        """The skills in any state that say most nearly the same, the nearest first, itself by name left out."""
        return self._safely(lambda: self._similar(package, k))

    def alike(self, threshold: float) -> list[tuple[Entry, Entry, float]]:
        """Every pair of skills in the book that is at least so much alike, the most alike first."""
        return self._safely(lambda: self._alike(threshold))

    def search(
        self, query: str, k: int = 5, adding: Package | None = None, states: Sequence[State] = ("active",)
    ) -> list[Match]:
        """The skills that best fit a need, as if `adding` were among the active ones already."""
        if adding is None:
            return self._safely(lambda: self._search(query, k, states))

        return self.searches([query], k, adding, states)[0]

    def searches(
        self, queries: Sequence[str], k: int, adding: Package, states: Sequence[State] = ("active",)
    ) -> list[list[Match]]:
        """What `search` gives for each of several needs, where `adding` is put in and taken out only once."""

        def as_if() -> list[list[Match]]:
            with self._transaction(keep=False):
                change = self._put(adding, "active", "")
                return [self._search(query, k, states, change) for query in queries]

        return self._safely(as_if)

    def _put(self, package: Package, state: State, stamp: Stamp) -> Counter[str]:
        """Put it there; give how many more documents have each term."""
        change = self._remove(package.name, state)
        prepared = prepare(package.name, package.text)
        change.update(prepared.terms)
        new = self._connection.execute(
            f"INSERT INTO entries ({_TOLD}, features) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            (storable(package.name), state, stamp, package.digest(), *prepared.told, packed(prepared.features)),
        ).lastrowid
        self._connection.execute(
            "INSERT INTO texts (rowid, name, description, situation, guidance, body) VALUES (?, ?, ?, ?, ?, ?)",
            (new, *prepared.texts),
        )
        return change

    def _remove(self, name: str, state: State) -> Counter[str]:
        """Take it out; give how many fewer documents have each term, as negative numbers."""
        found = self._connection.execute(
            "SELECT texts.rowid, texts.name, texts.description, situation, guidance, body"
            " FROM entries JOIN texts ON texts.rowid = entries.id WHERE entries.name = ? AND state = ?",
            (storable(name), state),
        ).fetchone()
        change = Counter[str]()
        if found is not None:
            self._connection.execute("DELETE FROM entries WHERE id = ?", (found[0],))
            self._connection.execute("DELETE FROM texts WHERE rowid = ?", (found[0],))
            change.subtract({word for part in found[1:] for word in cast("str", part).split()})
        return change

    def _count(self, change: Counter[str]) -> None:
        self._connection.executemany(
            "INSERT INTO terms VALUES (?, ?)"
            " ON CONFLICT (term) DO UPDATE SET documents = documents + excluded.documents",
            [(term, more) for term, more in change.items() if more],
        )

    def _sync(self) -> int:
        if self._source is None:
            return 0
        listing, load = self._source
        there: _Stamps = {(state, name): stamp for state, name, stamp in listing}
        if not any(self._changed(there)):
            return 0
        done = taken = self._sync_some(there, load)
        while taken == AT_ONCE:
            done += (taken := self._sync_some(there, load))
        return done

    def _sync_some(self, there: _Stamps, load: Load) -> int:
        """Take in the first of what has changed, and say how many; others get at the file before the next ones."""
        with self._transaction():
            gone, other = self._changed(there)
            change = Counter[str]()
            for state, name in gone[:AT_ONCE]:
                change.update(self._remove(name, state))
            taken = min(len(gone), AT_ONCE)
            for state, name in other[: AT_ONCE - taken]:
                taken += 1
                package = load(state, name)
                if package is None:
                    del there[state, name]
                    change.update(self._remove(name, state))
                else:
                    change.update(self._put(package, state, there[state, name]))
            self._count(change)
        return taken

    def _changed(self, there: _Stamps) -> tuple[list[_Key], list[_Key]]:
        """Those that are no longer there, and those that are new or other."""
        known = cast("_Stamps", {row[:2]: row[2] for row in self._connection.execute(_KNOWN)})
        gone = [key for key in known if key not in there]
        return gone, [key for key, stamp in there.items() if known.get(key) != stamp]

    def _entries(self, state: State | None) -> list[Entry]:
        rows = self._connection.execute(
            f"SELECT {_TOLD} FROM entries WHERE ?1 IS NULL OR state = ?1 ORDER BY name, state",  # noqa: S608
            (state,),
        )
        return [_entry(row) for row in rows]

    def _similar(self, package: Package, k: int) -> list[Match]:
        return [
            Match(name=name, state=state, score=score, trigger=self._trigger(number))
            for score, name, state, number in self._nearest(package, max(k, CANDIDATES))[:k]
            if score > 0
        ]

    def _nearest(self, package: Package, most: int) -> list[_Compared]:
        """The candidates with how alike they are; the last are remembered, since gates ask for one proposal twice."""
        version = self._connection.execute("PRAGMA data_version").fetchone()[0]
        asked = (package.name, package.text, most, version, self._writes)
        if asked != self._compared[0]:
            prepared = prepare(package.name, package.text)
            chosen = self._rarest(prepared.compared, LIKENESS_TERMS)
            found: list[_Compared] = [
                (likeness(prepared.features, self._features(number)), name, state, number)
                for name, state, _, number in self._matching(chosen, most + len(_STATES))
                if name != storable(package.name)
            ]
            self._compared = (asked, sorted(found[:most], key=lambda compared: (-compared[0], *compared[1:])))
        return self._compared[1]

    def _alike(self, threshold: float) -> list[tuple[Entry, Entry, float]]:
        rows = self._connection.execute(f"SELECT {_TOLD}, features FROM entries ORDER BY name, state").fetchall()  # noqa: S608
        known = [_entry(row[:-1]) for row in rows]
        pairs = alike([unpacked(row[-1]) for row in rows], threshold)
        ordered = sorted(pairs, key=lambda pair: (-pair[2], *pair[:2]))
        return [
            (known[one], known[other], score) for one, other, score in ordered if known[one].name != known[other].name
        ]

    def _search(
        self, query: str, k: int, states: Sequence[State], change: Mapping[str, int] = MappingProxyType({})
    ) -> list[Match]:
        rows = self._matching(self._rarest(map(storable, tokens(query)), MOST_TERMS, change), k, states)
        return [Match(name=name, state=state, score=fit) for name, state, fit, _ in rows]

    def _rarest(self, words: Iterable[str], most: int, change: Mapping[str, int] = MappingProxyType({})) -> list[str]:
        """The rarest of these words that are in the index at all, where the counts are to be taken with a change."""
        asked = list(dict.fromkeys(words))
        counted = {word: change[word] for word in asked if word in change}
        for at in range(0, len(asked), 500):
            some = asked[at : at + 500]
            marks = ",".join("?" * len(some))
            rows = self._connection.execute(f"SELECT term, documents FROM terms WHERE term IN ({marks})", some)  # noqa: S608
            for term, documents in rows:
                counted[term] = counted.get(term, 0) + documents
        chosen: list[str] = []
        postings = 0
        for documents, term in sorted((documents, term) for term, documents in counted.items() if documents > 0)[:most]:
            postings += documents
            if postings > MOST_POSTINGS and len(chosen) >= FEWEST_TERMS:
                break
            chosen.append(term)
        return chosen

    def _matching(
        self, terms: Sequence[str], k: int, states: Sequence[State] = _STATES
    ) -> list[tuple[str, State, float, int]]:
        """The entries that have any of these terms, the best fit first: name, state, how well it fits, number."""
        if not terms:
            return []
        # Quoted, a term is a term and no operator; a sign that would end the quotes is never part of a word.
        match = " OR ".join(f'"{term}"' for term in terms)
        marks = ",".join("?" * len(states))
        rows = self._connection.execute(
            "SELECT entries.name, state, -bm25(texts, ?, ?, ?, ?, ?) AS fit, id"  # noqa: S608 - marks only
            " FROM texts JOIN entries ON id = texts.rowid"
            f" WHERE texts MATCH ? AND state IN ({marks}) ORDER BY fit DESC, entries.name, state LIMIT ?",
            (*WEIGHTS, match, *states, k),
        )
        return cast("list[tuple[str, State, float, int]]", rows.fetchall())

    def _features(self, number: int) -> Features:
        return unpacked(self._connection.execute("SELECT features FROM entries WHERE id = ?", (number,)).fetchone()[0])

    def _trigger(self, number: int) -> str:
        return self._connection.execute("SELECT trigger FROM entries WHERE id = ?", (number,)).fetchone()[0]

    def _change(self, work: Callable[[], Counter[str]]) -> None:
        with self._transaction():
            self._count(work())

    @contextmanager
    def _transaction(self, *, keep: bool = True) -> Generator[None]:
        """All or nothing, or, where it is not to be kept, nothing in any case."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            if keep:
                self._connection.execute("COMMIT")
                self._writes += 1
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _safely(self, work: Callable[[], _Result]) -> _Result:
        """Do it; where the file turns out to be broken, make it anew from what was last listed, and do it again."""
        if self._replaced():
            self._connection.close()
            self._connection = self._open()
            self._sync()
        try:
            return work()
        except sqlite3.DatabaseError as error:
            if not broken(error):
                raise unusable(self._path, error) from error
        try:
            self._connection.close()
            discard(self._path)
            self._connection = self._open()
            self._sync()
            return work()
        except sqlite3.Error as error:
            raise unusable(self._path, error) from error

    def _open(self) -> sqlite3.Connection:
        connection = opened(self._path)
        self._inode = self._path.stat().st_ino if self._path else 0
        self._writes += 1
        return connection

    def _replaced(self) -> bool:
        """Whether another process has found the file broken and made it anew."""
        if self._path is None:
            return False
        try:
            return self._path.stat().st_ino != self._inode
        except FileNotFoundError:
            return True


def _entry(row: Sequence[object]) -> Entry:
    return msgspec.convert(dict(zip(Entry.__struct_fields__, row, strict=True)), Entry, strict=False)
