"""Bringing a store to the schema this version knows: one transaction, so that no store is ever half migrated."""

from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, inspect, text

from afterwit.adapters.database import schema
from afterwit.adapters.database.database import Database
from afterwit.errors import StoreFailed


class Migrations(NamedTuple):
    """Where the scripts are, and the revision they lead to."""

    scripts: Path
    revision: str


CURRENT = Migrations(Path(__file__).parent / "migrations", schema.REVISION)


def bring_to_revision(database: Database, migrations: Migrations) -> None:
    """Make or upgrade the tables where that is needed; refuse a store that a newer version wrote."""
    with database.reading() as connection:
        revision = _revision(connection)
    if revision == migrations.revision:
        return
    if revision is not None and revision > migrations.revision:
        message = (
            f"The store {database.place} was written by a newer Afterwit: upgrade this one (pip install -U afterwit)."
        )
        raise StoreFailed(message)
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('afterwit migration'))"))
        if _revision(connection) != migrations.revision:
            _migrate(connection, migrations, database.place)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection, migrations: Migrations, place: str) -> None:
    # Alembic takes a quarter of a second to import, and is needed once in a store's life per version.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(migrations.scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, migrations.revision)
    except CommandError as error:
        message = f"The store {place} is at a revision that this Afterwit does not know: choose another with --store."
        raise StoreFailed(message) from error
