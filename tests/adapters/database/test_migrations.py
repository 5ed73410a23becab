"""A store is brought to the schema this version knows, wholly or not at all."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from afterwit.adapters.database import Database, SqlEventLog, open_database, schema
from afterwit.adapters.database.migrate import CURRENT, Migrations
from afterwit.errors import StoreFailed
from afterwit.model.session import Session
from tests.adapters.database.examples import SESSION, add, happened, kept

NEXT = '''"""A later migration."""
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.create_table("extras", sa.Column("id", sa.Integer, primary_key=True))
    op.add_column("sessions", sa.Column("mood", sa.Text))
    op.execute("UPDATE sessions SET title = 'changed'")
    {ending}
'''
LATER = f"{int(schema.REVISION) + 1:04}"
ENDINGS = {"raises": 'raise ValueError("broken")', "bad SQL": 'op.execute("SELECT * FROM nowhere")'}


def later(folder: Path, ending: str) -> Migrations:
    """The migrations of today and one more, that ends so."""
    scripts = folder / "100% later"
    (scripts / "versions").mkdir(parents=True)
    for script in (CURRENT.scripts / "env.py", *CURRENT.scripts.glob("versions/*.py")):
        copy = scripts / script.relative_to(CURRENT.scripts)
        copy.write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    script = NEXT.format(ending=ending, revision=LATER, before=schema.REVISION)
    (scripts / "versions" / "later.py").write_text(script, encoding="utf-8")
    return Migrations(scripts, LATER)


def tables(database: Database) -> dict[str, list[str]]:
    """Every table and its columns."""
    with database.reading() as connection:
        found = inspect(connection)
        return {table: [column["name"] for column in found.get_columns(table)] for table in found.get_table_names()}


def revision(database: Database) -> object:
    with database.reading() as connection:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def test_the_migrations_make_the_tables_that_the_code_uses(database: Database) -> None:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, schema.metadata) == []


def test_the_revision_of_the_code_is_the_last_migration() -> None:
    assert ScriptDirectory(str(CURRENT.scripts)).get_heads() == [schema.REVISION]
    assert CURRENT.revision == schema.REVISION


def test_a_new_store_is_at_the_revision_of_the_code(database: Database) -> None:
    assert revision(database) == schema.REVISION


def test_opening_again_changes_nothing(store: str | Path) -> None:
    with open_database(store) as database:
        add(SqlEventLog(database), happened(1, 3))
    with open_database(store) as database:
        assert kept(SqlEventLog(database)) == happened(1, 3)


def test_an_older_store_is_brought_up(store: str | Path, tmp_path: Path) -> None:
    with open_database(store) as database:
        add(SqlEventLog(database), happened(1, 3))
    with open_database(store, migrations=later(tmp_path, "pass")) as database:
        assert revision(database) == LATER
        assert "mood" in tables(database)["sessions"]
        assert kept(SqlEventLog(database)) == happened(1, 3)


def test_a_session_from_before_there_were_phases_is_in_none(store: str | Path) -> None:
    facts = {"key": "codex:old", "host": "codex", "native_id": "old", "origin": "person"}
    with open_database(store, migrations=Migrations(CURRENT.scripts, "0002")) as database:
        empty = dict.fromkeys(("parent", "agent", "model", "project", "branch", "title"), "")
        none = dict.fromkeys(("input_tokens", "output_tokens", "events", "failed"), 0)
        row = facts | empty | none
        names = ", ".join(row)
        with database.writing() as connection:
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO sessions ({names}) VALUES ({values})"), row)  # noqa: S608 - our names
    with open_database(store) as database:
        assert SqlEventLog(database).session("codex:old") == Session(host="codex", native_id="old")


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
class TestAMigrationThatFailsHalfway:
    def test_leaves_the_store_as_it_was(self, store: str | Path, tmp_path: Path, ending: str) -> None:
        with open_database(store) as database:
            add(SqlEventLog(database), happened(1, 3))
            before = tables(database)
        with pytest.raises((ValueError, StoreFailed), match=r"broken|nowhere"):
            open_database(store, migrations=later(tmp_path, ending))
        with open_database(store) as database:
            assert tables(database) == before
            assert revision(database) == schema.REVISION
            assert SqlEventLog(database).session(SESSION.key) == SESSION
            assert add(SqlEventLog(database), happened(1, 4)) == 1

    def test_leaves_a_store_that_was_not_there_empty(self, store: str | Path, tmp_path: Path, ending: str) -> None:
        with pytest.raises((ValueError, StoreFailed), match=r"broken|nowhere"):
            open_database(store, migrations=later(tmp_path, ending))
        nothing = Migrations(CURRENT.scripts, "base")
        with open_database(store, migrations=nothing) as database:
            assert [table for table in tables(database) if table != "alembic_version"] == []
        with open_database(store) as database:
            assert revision(database) == schema.REVISION


@pytest.mark.parametrize("newer", [LATER, "9999", "later"])
def test_a_newer_store_is_refused_and_left_alone(store: str | Path, newer: str) -> None:
    with open_database(store) as database, database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :newer"), {"newer": newer})
    with pytest.raises(StoreFailed, match=r"^The store .* was written by a newer Afterwit: upgrade this one .*\.$"):
        open_database(store)
    with open_database(store, migrations=Migrations(CURRENT.scripts, newer)) as database:
        assert revision(database) == newer


def test_a_store_at_a_revision_that_never_was_is_refused(store: str | Path) -> None:
    with open_database(store) as database, database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    with pytest.raises(StoreFailed, match=r"^The store .* is at a revision that this Afterwit does not know: .*\.$"):
        open_database(store)


def test_a_store_whose_revision_was_lost_is_not_half_made(store: str | Path) -> None:
    with open_database(store) as database, database.writing() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
    with pytest.raises(StoreFailed, match="already exists"):
        open_database(store)
