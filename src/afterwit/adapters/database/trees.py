"""Trees in SQL: the content of each file once, and each version of a place as a list of files."""

import hashlib
import itertools
from collections.abc import Iterable
from typing import TypeVar

from sqlalchemy import Connection, delete, exists, select
from sqlalchemy.dialects import postgresql, sqlite

from afterwit.adapters.database import schema, storable
from afterwit.adapters.database.database import Database
from afterwit.model.package import Tree

EMPTY = Tree(files={})
MANY = 500
"""Values asked for at once: a statement takes only so many."""

T = TypeVar("T")


class Trees:
    """The trees of one zone, within whichever transaction is given."""

    def __init__(self, database: Database, zone: str) -> None:
        self.zone = zone
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert

    def put(self, connection: Connection, tree: Tree | None) -> str | None:
        """Keep a tree; give its digest."""
        if tree is None:
            return None
        digest, had = tree.digest(), schema.trees.c
        known = select(had.digest).where(had.zone == self.zone, had.digest == digest).limit(1)
        if not tree.files or connection.execute(known).scalar() is not None:
            return digest
        names = {path: hashlib.sha256(content).hexdigest() for path, content in tree.files.items()}
        blobs = {names[path]: content for path, content in tree.files.items()}
        for name in blobs.keys() - self._known_blobs(connection, blobs):
            row = {"zone": self.zone, "digest": name, "data": blobs[name]}
            connection.execute(self._insert(schema.blobs).values(row).on_conflict_do_nothing())
        rows = [
            {
                "zone": self.zone,
                "digest": digest,
                "path": storable.text(path),
                "executable": path in tree.executable,
                "blob": name,
            }
            for path, name in names.items()
        ]
        connection.execute(self._insert(schema.trees).on_conflict_do_nothing(), rows)
        return digest

    def get(self, connection: Connection, digests: Iterable[str | None]) -> dict[str | None, Tree]:
        """The trees of these digests, as far as they are here."""
        wanted = {digest for digest in digests if digest is not None}
        files: dict[str, dict[str, bytes]] = {}
        executable: dict[str, set[str]] = {}
        had, blob = schema.trees.c, schema.blobs.c
        query = select(had.digest, had.path, had.executable, blob.data).join(
            schema.blobs, (blob.zone == had.zone) & (blob.digest == had.blob)
        )
        for some in in_parts(wanted):
            for row in connection.execute(query.where(had.zone == self.zone, had.digest.in_(some))):
                files.setdefault(row.digest, {})[row.path] = bytes(row.data)
                if row.executable:
                    executable.setdefault(row.digest, set()).add(row.path)
        found: dict[str | None, Tree] = {
            digest: Tree(files=files[digest], executable=frozenset(executable.get(digest, ()))) for digest in files
        }
        return found | ({EMPTY.digest(): EMPTY} if EMPTY.digest() in wanted else {})

    def drop(self, connection: Connection, digests: Iterable[str]) -> None:
        """Erase trees, and the content that is in no other tree."""
        had, blob = schema.trees.c, schema.blobs.c
        for some in in_parts(digests):
            connection.execute(delete(schema.trees).where(had.zone == self.zone, had.digest.in_(some)))
        used = exists().where(had.zone == blob.zone, had.blob == blob.digest)
        connection.execute(delete(schema.blobs).where(blob.zone == self.zone, ~used))

    def drop_unused(self, connection: Connection, digests: Iterable[str]) -> None:
        """Erase those trees that no change and no proposal has."""
        change, place, proposal = schema.changes.c, schema.edits.c, schema.proposals.c
        owner = select(change.zone).where(change.id == place.change_id).scalar_subquery()
        for some in in_parts(digests):
            unused = set(some)
            for column, zone in ((place.before, owner), (place.after, owner), (proposal.tree, proposal.zone)):
                query = select(column).where(column.in_(some), zone == self.zone)
                unused.difference_update(connection.execute(query).scalars())
            self.drop(connection, unused)

    def _known_blobs(self, connection: Connection, names: Iterable[str]) -> set[str]:
        had = schema.blobs.c
        known = set[str]()
        for some in in_parts(names):
            query = select(had.digest).where(had.zone == self.zone, had.digest.in_(some))
            known.update(connection.execute(query).scalars())
        return known


def in_parts(values: Iterable[T]) -> Iterable[list[T]]:
    """The values, as many at once as a statement takes."""
    rest = iter(values)
    while some := list(itertools.islice(rest, MANY)):
        yield some
