"""A real PostgreSQL server for tests: one for each test process, in a folder of its own that is gone afterwards."""

import contextlib
import itertools
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian puts the server's programs, a folder for each version; elsewhere they are on the PATH."""

FAST = (
    "listen_addresses=''",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "max_connections=50",
    "shared_buffers=64MB",
    "dynamic_shared_memory_type=mmap",
)
"""A store for tests need not outlive a power cut."""

ACCESS = "local all guarded scram-sha-256\nlocal all all trust\n"
"""Only the user `guarded` needs a password."""


class PostgresServer:
    """A running server, reached through a socket in its folder."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._numbers = itertools.count(1)
        # The server refuses to run as root.
        self._user = "postgres" if os.geteuid() == 0 else None

    def start(self) -> None:
        """Make the server's files, and start it."""
        if self._user:
            shutil.chown(self._folder, self._user, self._user)
        data = self._folder / "data"
        self._run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        (data / "pg_hba.conf").write_text(ACCESS, encoding="ascii")
        settings = (*FAST, f"unix_socket_directories='{self._folder}'")
        with (data / "postgresql.conf").open("a", encoding="ascii") as file:
            file.writelines(f"{setting}\n" for setting in settings)
        self._run("pg_ctl", "-D", data, "-l", self._folder / "log", "-w", "-s", "start")

    def stop(self) -> None:
        """Stop the server without ado."""
        self._run("pg_ctl", "-D", self._folder / "data", "-m", "immediate", "-s", "stop")

    def new_database(self, *options: str) -> str:
        """Make an empty database; answer its URL."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} {' '.join(options)}")
        return self.url(name)

    def copy_database(self, url: str) -> str:
        """Make a database that is as another one is, which nobody may be using; answer its URL."""
        name = re.search(r"/(test_\d+)\?", url)
        assert name
        return self.new_database(f"TEMPLATE {name[1]}")

    def drop_database(self, url: str) -> None:
        """Remove a database, whoever still uses it."""
        name = re.search(r"/(test_\d+)\?", url)
        assert name
        self.execute(f"DROP DATABASE {name[1]} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Do something to the server that belongs to no store."""
        import psycopg  # noqa: PLC0415 - the tests run without it too

        with psycopg.connect(host=str(self._folder), user="postgres", autocommit=True) as connection:
            connection.execute(statement.encode())

    def url(self, name: str, user: str = "postgres") -> str:
        """The URL of a database here."""
        return f"postgresql://{user}@/{name}?host={self._folder}"

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [str(self._programs / program), *map(str, arguments)]
        # The server keeps what it inherits open: not our pipes.
        with (self._folder / "said").open("wb") as said:
            done = subprocess.run(  # noqa: S603 - our own words only
                command, user=self._user, cwd=self._folder, stdout=said, stderr=said, check=False, timeout=60
            )
        assert done.returncode == 0, (self._folder / "said").read_text(errors="replace")


def programs() -> Path | None:
    """The folder of the newest server's programs, where there is one."""
    versions = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = str(versions[-1]) if versions else shutil.which("initdb")
    return Path(found).parent if found else None


@contextlib.contextmanager
def running_server() -> Generator[PostgresServer, None, None]:
    """Run a server for the block."""
    found = programs()
    assert found, "no PostgreSQL server is installed"
    # A short path: a socket's may have no more than about a hundred characters.
    folder = Path(tempfile.mkdtemp(prefix="afterwit-pg-"))
    try:
        server = PostgresServer(found, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """The server of this test process."""
    if programs() is None:
        pytest.skip("no PostgreSQL server is installed here: its programs are neither in /usr/lib nor on the PATH")
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'afterwit[fleet]'")
    with running_server() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """An empty database, for one test."""
    url = postgres_server.new_database()
    yield url
    postgres_server.drop_database(url)
