"""The index: what every skill is found by, in a local SQLite file that can be thrown away and made again.

Files are the truth; this is only how they are found. Whatever is wrong with the index, it is made anew from them. What
searches is in searcher.py, which works on arrays; most commands only list, and never load it.
"""

import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import msgspec

from afterwit.model.package import Package, State
from afterwit.model.skill import Match
from afterwit.model.words import Features, likeness
from afterwit.ports import Embedder
from afterwit.recall.index_file import Malformed, broken, discard, opened, unusable
from afterwit.recall.prepared import Prepared, packed, prepare, storable, unpacked
from afterwit.recall.vectors import Vectors

if TYPE_CHECKING:
    from afterwit.recall.searcher import Searcher

Stamp = str
"""Anything that is another where a skill's files are other: its time and size will do."""
Listing = Iterable[tuple[State, str, Stamp]]
"""The skills that there are, as a look at the folders gives them: state, name, stamp."""
Load = Callable[[State, str], Package | None]
"""Reads one of them; None where it has gone meanwhile."""
Told = Callable[[int, int], None]
"""Is told how many of how many are done."""

AT_ONCE = 500
"""Skills that are taken in before others may write: a second or two, where ten thousand would take most of a minute."""
CANDIDATES = 16
"""Skills that are compared exactly where the nearest ones are asked for; more where more are asked for."""

_TOLD = "name, state, stamp, digest, description, domain, agent, trigger, source, pinned, fingerprints, scope, phase"
_KNOWN = "SELECT state, name, stamp FROM entries"

_Result = TypeVar("_Result")
_Key = tuple[State, str]
_Stamps = dict[_Key, Stamp]
_Compared = tuple[float, str, State, str]
"""How much alike, name, state, trigger."""


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
    scope: str
    phase: str
    """Where and in what phase of work it says it holds; empty where it does not."""


class SkillIndex:
    """Finds skills. Several processes may share its file."""

    def __init__(self, path: Path | None = None, vectors: Vectors | None = None) -> None:
        self.path = path
        self.vectors = vectors or Vectors()
        self.writes = 0
        """Goes up with every change that is made here."""
        self.mended = False
        """Whether the file was found broken and has been made anew."""
        self._source: tuple[Listing, Load] | None = None
        self._inode = 0
        self._compared: tuple[object, list[_Compared]] = (None, [])
        self._searcher: Searcher | None = None
        self.connection = self._open()

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()
        self.vectors.close()

    def start_afresh(self) -> None:
        """Throw all away, also what was taken out and can still be read in the files; `sync` brings the rest back."""
        self.connection.close()
        discard(self.path)
        self.connection = self._open()

    def forget_old_vectors(self) -> int:
        """Throw the vectors of what is no longer here away; say how many those were."""
        rows = self.safely(lambda: self.connection.execute("SELECT vector_key FROM entries").fetchall())
        return self.vectors.keep_only({row[0] for row in rows})

    def put(self, package: Package, state: State, stamp: Stamp = "") -> None:
        """Add a skill, or what it is from now on."""

        def change() -> None:
            with self.transaction():
                self._put(package, state, stamp)

        self.safely(change)

    def remove(self, name: str, state: State) -> None:
        """Take a skill out; no matter if it is not there."""

        def change() -> None:
            with self.transaction():
                self._remove(name, state)

        self.safely(change)

    def sync(self, listing: Listing, load: Load, told: Told | None = None) -> int:
        """Make the index agree with what there is, reading only what is new or other; say how many were."""
        self._source = (tuple(listing), load)
        return self.safely(lambda: self._sync(told))

    def entries(self, state: State | None = None) -> list[Entry]:
        """Every skill, or those of one state, by name."""
        return self.safely(lambda: self._entries(state))

    def similar(self, package: Package, k: int = 5) -> list[Match]:
        """The skills in any state that say most nearly the same, the nearest first, itself by name left out."""
        nearest = self.safely(lambda: self._nearest(package, max(k, CANDIDATES)))
        return [
            Match(name=name, state=state, score=score, trigger=trigger)
            for score, name, state, trigger in nearest[:k]
            if score > 0
        ]

    def alike(self, threshold: float) -> list[tuple[Entry, Entry, float]]:
        """Every pair of skills in the book that is at least so much alike, the most alike first."""
        return self.safely(lambda: self._alike(threshold))

    def search(
        self, query: str, k: int = 5, adding: Package | None = None, states: Sequence[State] = ("active",)
    ) -> list[Match]:
        """The skills that have most of a need's words, as if `adding` were among the active ones already.

        For gates: it knows no model, and no threshold. Who looks for a skill uses `searcher.find`.
        """
        return self.safely(lambda: self.searcher.by_words(query, k, adding, states))

    def searches(
        self, queries: Sequence[str], k: int, adding: Package, states: Sequence[State] = ("active",)
    ) -> list[list[Match]]:
        """What `search` gives for each of several needs."""
        return [self.search(query, k, adding, states) for query in queries]

    def embed_missing(self, embedder: Embedder, told: Told | None = None) -> int:
        """Have a vector for every skill; say how many were embedded. Raises ModelFailed."""
        return self.safely(lambda: self.searcher.embed_missing(embedder, told))

    def without_vector(self, embedder: Embedder) -> int:
        """How many skills have not been embedded."""
        return self.safely(lambda: self.searcher.without_vector(embedder))

    @property
    def searcher(self) -> "Searcher":
        """What searches in this index."""
        if self._searcher is None:
            from afterwit.recall.searcher import Searcher  # noqa: PLC0415 - loads numpy, which a listing does without

            self._searcher = Searcher(self)
        return self._searcher

    def _put(self, package: Package, state: State, stamp: Stamp) -> None:
        self._remove(package.name, state)
        made = prepare(package.name, package.text)
        self.connection.execute(
            f"INSERT INTO entries ({_TOLD}, terms, weights, purpose, named, embedded, vector_key, features)"  # noqa: S608
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (storable(package.name), state, stamp, package.digest(), *_columns(made)),
        )

    def _remove(self, name: str, state: State) -> None:
        known = (storable(name), state)
        self.connection.execute(
            "INSERT INTO gone SELECT id, terms FROM entries, snapshot WHERE name = ? AND state = ? AND id <= last",
            known,
        )
        self.connection.execute("DELETE FROM entries WHERE name = ? AND state = ?", known)

    def _sync(self, told: Told | None = None) -> int:
        if self._source is None:
            return 0
        listing, load = self._source
        there: _Stamps = {(state, name): stamp for state, name, stamp in listing}
        gone, other = self._changed(there)
        if not gone and not other:
            return 0
        most = len(gone) + len(other)
        done = taken = self._sync_some(there, load)
        while taken == AT_ONCE:
            if told is not None:
                told(done, most)
            done += (taken := self._sync_some(there, load))
        return done

    def _sync_some(self, there: _Stamps, load: Load) -> int:
        """Take in the first of what has changed, and say how many; others get at the file before the next ones."""
        with self.transaction():
            gone, other = self._changed(there)
            for state, name in gone[:AT_ONCE]:
                self._remove(name, state)
            taken = min(len(gone), AT_ONCE)
            for state, name in other[: AT_ONCE - taken]:
                taken += 1
                package = load(state, name)
                if package is None:
                    del there[state, name]
                    self._remove(name, state)
                else:
                    self._put(package, state, there[state, name])
        return taken

    def _changed(self, there: _Stamps) -> tuple[list[_Key], list[_Key]]:
        """Those that are no longer there, and those that are new or other."""
        known = cast("_Stamps", {row[:2]: row[2] for row in self.connection.execute(_KNOWN)})
        gone = [key for key in known if key not in there]
        return gone, [key for key, stamp in there.items() if known.get(key) != stamp]

    def _entries(self, state: State | None) -> list[Entry]:
        rows = self.connection.execute(
            f"SELECT {_TOLD} FROM entries WHERE ?1 IS NULL OR state = ?1 ORDER BY name, state",  # noqa: S608
            (state,),
        )
        return [entry_of(row) for row in rows]

    def by_id(self, ids: Sequence[int]) -> dict[int, Entry]:
        """The entries of these numbers that are still there."""
        found: dict[int, Entry] = {}
        for at in range(0, len(ids), AT_ONCE):
            some = ids[at : at + AT_ONCE]
            marks = ",".join("?" * len(some))
            rows = self.connection.execute(f"SELECT id, {_TOLD} FROM entries WHERE id IN ({marks})", some)  # noqa: S608
            found |= {row[0]: entry_of(row[1:]) for row in rows}
        return found

    def _nearest(self, package: Package, most: int) -> list[_Compared]:
        """The candidates with how alike they are; the last are remembered, since gates ask for one proposal twice."""
        asked = (package.name, package.text, most, self.version())
        if asked != self._compared[0]:
            mine = prepare(package.name, package.text).features
            near = self.searcher.candidates(package, most)
            found: list[_Compared] = [
                (likeness(mine, self._features(number)), entry.name, entry.state, entry.trigger)
                for number, entry in near.items()
            ]
            self._compared = (asked, sorted(found, key=lambda compared: (-compared[0], *compared[1:])))
        return self._compared[1]

    def _features(self, number: int) -> Features:
        found = self.connection.execute("SELECT features FROM entries WHERE id = ?", (number,)).fetchone()
        try:
            return unpacked(found[0])
        except (ValueError, TypeError) as error:
            raise Malformed(str(error)) from error

    def _alike(self, threshold: float) -> list[tuple[Entry, Entry, float]]:
        from afterwit.recall.likeness import alike  # noqa: PLC0415 - loads numpy

        rows = self.connection.execute(f"SELECT {_TOLD}, features FROM entries ORDER BY name, state").fetchall()  # noqa: S608
        if any(not isinstance(row[-1], bytes) or len(row[-1]) % 4 for row in rows):
            raise Malformed("features that are no numbers")
        known = [entry_of(row[:-1]) for row in rows]
        ordered = sorted(alike([row[-1] for row in rows], threshold), key=lambda pair: (-pair[2], *pair[:2]))
        return [
            (known[one], known[other], score) for one, other, score in ordered if known[one].name != known[other].name
        ]

    def version(self) -> tuple[int, int]:
        """Another one whenever anything in the index is, by whatever hand."""
        return self.connection.execute("PRAGMA data_version").fetchone()[0], self.writes

    @contextmanager
    def transaction(self) -> Generator[None]:
        """All or nothing."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
            self.writes += 1
        finally:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def safely(self, work: Callable[[], _Result]) -> _Result:
        """Do it; where the file turns out to be broken, make it anew from what was last listed, and do it again."""
        try:
            if self._replaced():
                self.connection.close()
                self.connection = self._open()
                self._sync()
            return work()
        except sqlite3.DatabaseError as error:
            if not broken(error):
                raise unusable(self.path, error) from error
        try:
            self.mended = True
            self.start_afresh()
            self._sync()
            return work()
        except sqlite3.Error as error:
            raise unusable(self.path, error) from error

    def _open(self) -> sqlite3.Connection:
        connection, made_anew = opened(self.path)
        self.mended |= made_anew
        self._inode = self.path.stat().st_ino if self.path else 0
        self.writes += 1
        return connection

    def _replaced(self) -> bool:
        """Whether another process has found the file broken and made it anew."""
        if self.path is None:
            return False
        try:
            return self.path.stat().st_ino != self._inode
        except FileNotFoundError:
            return True


def _columns(made: Prepared) -> tuple[object, ...]:
    found = (*made.told, made.scope, made.phase, made.terms, made.weights, made.purpose, made.named)
    return (*found, made.embedded, made.key, packed(made.features))


def entry_of(row: Sequence[object]) -> Entry:
    """An entry as the file has it."""
    told: Mapping[str, object] = dict(zip(Entry.__struct_fields__, row, strict=True))
    try:
        return msgspec.convert(told, Entry, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from error
