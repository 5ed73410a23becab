"""A store as it is made."""

from pathlib import Path

from afterwit.adapters.database import open_database


def test_only_its_owner_may_read_a_new_store(tmp_path: Path) -> None:
    open_database(tmp_path / "a.db").close()
    assert (tmp_path / "a.db").stat().st_mode & 0o077 == 0
