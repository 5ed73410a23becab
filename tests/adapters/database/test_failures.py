"""What goes wrong is told in one sentence that says what to do, and never tells a password."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from afterwit.adapters.database import SqlEventLog, open_database
from afterwit.errors import AfterwitError, StoreFailed, WrongUse
from afterwit.model.event import Event
from tests.adapters.database.examples import add, counts, happened, kept
from tests.adapters.database.processes import together
from tests.postgres import PostgresServer

NOBODY = 65534


def sentence(error: AfterwitError) -> str:
    """The message, if it is one sentence."""
    message = str(error)
    assert message.endswith(".")
    assert "\n" not in message
    assert ": " in message
    return message


def refused(store: str | Path, kind: type[AfterwitError] = StoreFailed) -> str:
    """What is said of a store that cannot be opened."""
    with pytest.raises(kind) as raised:
        open_database(store)
    return sentence(raised.value)


def large(seq: int) -> Event:
    return Event(seq=seq, kind="tool_result", text=os.urandom(400_000).hex())


class TestSqlite:
    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        path = tmp_path / "afterwit.db"
        path.write_text("no database " * 1000)
        assert "file is not a database" in refused(path)
        assert path.read_text() == "no database " * 1000

    def test_a_folder_in_place_of_the_file(self, tmp_path: Path) -> None:
        assert "unable to open database file" in refused(tmp_path)

    def test_a_file_in_place_of_the_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        assert "cannot be made" in refused(tmp_path / "file" / "afterwit.db")
        assert "cannot be made" in refused(tmp_path / "file" / "deeper" / "afterwit.db")

    def test_a_link_to_itself(self, tmp_path: Path) -> None:
        (tmp_path / "loop.db").symlink_to(tmp_path / "loop.db")
        assert "loop.db" in refused(tmp_path / "loop.db")

    def test_a_file_that_was_cut_off(self, tmp_path: Path) -> None:
        path = tmp_path / "afterwit.db"
        with open_database(path) as database:
            add(SqlEventLog(database), happened(1, 2000))
        os.truncate(path, 20_000)
        assert "malformed" in refused(path)

    @pytest.mark.parametrize("name", ["what?.db", "100%41.db", "a#b&c=d.db", "file:x.db", "ünï 🧠.db", ":memory:"])
    def test_any_name_will_do(self, tmp_path: Path, name: str) -> None:
        with open_database(tmp_path / name) as database:
            add(SqlEventLog(database), happened(1, 2))
        assert (tmp_path / name).exists()

    def test_a_path_may_be_a_plain_string(self, tmp_path: Path) -> None:
        with open_database(str(tmp_path / "new" / "afterwit.db")):
            assert (tmp_path / "new" / "afterwit.db").exists()


def without_rights(path: Path, *, file_lock: bool) -> list[str]:
    """What a process that may not write is told."""
    if os.geteuid() == 0:
        os.setuid(NOBODY)
    said: list[str] = []
    try:
        with open_database(path, file_lock=file_lock) as database:
            add(SqlEventLog(database), happened(1, 2))
    except StoreFailed as error:
        said.append(sentence(error))
    return said


@pytest.mark.parametrize("file_lock", [True, False])
@pytest.mark.parametrize("there", [True, False])
def test_a_store_that_may_not_be_written(*, file_lock: bool, there: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if there:
            with open_database(folder / "afterwit.db") as database:
                add(SqlEventLog(database), happened(1, 1))
            for path in folder.iterdir():
                path.chmod(0o444)
        folder.chmod(0o555)
        try:
            ((said,),) = together(open_as_nobody, [(folder / "afterwit.db", file_lock)])
        finally:
            folder.chmod(0o755)
    assert "afterwit.db" in said


def open_as_nobody(path: Path, file_lock: bool) -> list[str]:  # noqa: FBT001 - comes through another process
    return without_rights(path, file_lock=file_lock)


def outgrow(path: Path) -> str:
    """Write until files may grow no further, then go on with a higher limit."""
    with open_database(path) as database:
        log = SqlEventLog(database)
        add(log, happened(1, 3))
        no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, no_limit[1]))
        with pytest.raises(StoreFailed) as raised:
            add(log, [large(4)])
        resource.setrlimit(resource.RLIMIT_FSIZE, no_limit)
        assert kept(log) == happened(1, 3)
        assert add(log, [large(4)]) == 1
    return sentence(raised.value)


def test_a_file_that_may_not_grow_costs_only_the_batch(tmp_path: Path) -> None:
    (said,) = together(outgrow, [(tmp_path / "afterwit.db",)])
    assert "cannot be used" in said


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() != 0 or not mount or not unmount:
        pytest.skip("only root can make a small disk")
    made = subprocess.run([mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", tmp_path], check=False, capture_output=True)  # noqa: S603
    if made.returncode:
        pytest.skip("a small disk cannot be made here")
    yield tmp_path
    subprocess.run([unmount, tmp_path], check=True)  # noqa: S603


def test_a_full_disk_costs_only_the_batch(small_disk: Path) -> None:
    with open_database(small_disk / "afterwit.db") as database:
        log = SqlEventLog(database)
        add(log, happened(1, 3))
        with pytest.raises(StoreFailed, match="full") as raised:
            add(log, [large(4), large(5), large(6)])
        sentence(raised.value)
        assert counts(log) == {"claude-code:first": (3, 0)}
        assert add(log, happened(4, 5)) == 2
    with open_database(small_disk / "afterwit.db") as database:
        assert kept(SqlEventLog(database)) == happened(1, 5)


class TestPostgresql:
    def test_a_server_that_does_not_answer(self) -> None:
        pytest.importorskip("psycopg")
        said = refused("postgresql://me:hidden-word@127.0.0.1:1/know")
        assert "127.0.0.1" in said
        assert "hidden-word" not in said

    def test_a_server_that_is_not_there(self, tmp_path: Path) -> None:
        pytest.importorskip("psycopg")
        assert str(tmp_path.name) in refused(f"postgresql://me@/know?host={tmp_path}&password=hidden-word")

    def test_a_database_that_is_not_there(self, postgres_server: PostgresServer) -> None:
        assert '"nowhere" does not exist' in refused(postgres_server.url("nowhere"))

    @pytest.mark.parametrize("in_query", [False, True])
    def test_a_wrong_password_is_never_told(self, postgres_server: PostgresServer, *, in_query: bool) -> None:
        url = postgres_server.url("postgres", user="guarded")
        url = f"{url}&password=hidden-word" if in_query else url.replace("guarded@", "guarded:hidden-word@")
        with pytest.raises(StoreFailed) as raised:
            open_database(url)
        assert "password authentication failed" in sentence(raised.value)
        assert "hidden-word" not in "".join(traceback.format_exception(raised.value))

    def test_what_was_to_be_written_is_not_told(self, postgres_url: str) -> None:
        private = f"private words of {os.getpid()}"
        with open_database(postgres_url) as database, pytest.raises(StoreFailed) as raised:
            add(SqlEventLog(database), [Event(seq=2**40, kind="user", text=private)])
        sentence(raised.value)
        assert private not in "".join(traceback.format_exception(raised.value))

    def test_without_the_right_to_make_tables(self, postgres_server: PostgresServer) -> None:
        url = postgres_server.new_database()
        postgres_server.execute("DROP ROLE IF EXISTS visitor")
        postgres_server.execute("CREATE ROLE visitor LOGIN")
        said = refused(url.replace("postgres@", "visitor@"))
        postgres_server.drop_database(url)
        assert "permission denied" in said


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:hidden-word@host/know",
        "sqlite:///somewhere.db",
        "https://me:hidden-word@host/",
        "://",
        "postgresql://me:hidden-word@host:port/know",
        "postgresql://me:hidden@word@host/know",
        "postgresql+nothing+more://me:hidden-word@host/know",
    ],
)
def test_an_address_that_is_no_store(url: str) -> None:
    if url.startswith("postgresql+"):
        assert "hidden" not in refused(url, AfterwitError)
        return
    with pytest.raises(WrongUse) as raised:
        open_database(url)
    assert "postgresql://" in sentence(raised.value) or "%40" in sentence(raised.value)
    assert "hidden" not in str(raised.value)
    assert "word" not in str(raised.value).replace("password", "")


def test_a_driver_that_is_not_installed() -> None:
    program = """
import sys
sys.modules["psycopg"] = None  # as if it were not there
from afterwit.adapters.database import open_database
try:
    open_database("postgresql://me@host/know")
except Exception as error:
    print(type(error).__name__, error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "WrongUse A PostgreSQL store needs the fleet extra: pip install 'afterwit[fleet]'.\n"
