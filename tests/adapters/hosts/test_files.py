"""Other people's files."""

from pathlib import Path

import pytest

from afterwit.adapters.hosts.files import make_folders, mode_of, read, remove_folders, sweep, target_of, write
from afterwit.errors import WrongUse


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"old")
    file.chmod(0o600)
    write(file, b"new")
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_a_new_file_is_like_any_other_unless_it_is_said_who_may_read_it(tmp_path: Path) -> None:
    (tmp_path / "any.json").touch()
    write(tmp_path / "settings.json", b"new")
    assert mode_of(tmp_path / "settings.json") == mode_of(tmp_path / "any.json")
    for _ in range(2):
        write(tmp_path / "copy.json", b"secret", 0o600)
        assert mode_of(tmp_path / "copy.json") == 0o600
        (tmp_path / "copy.json").chmod(0o644)
    assert mode_of(tmp_path / "none.json") is None


def test_folders_are_for_others_too_unless_it_is_said_otherwise(tmp_path: Path) -> None:
    (tmp_path / "any").mkdir()
    make_folders(tmp_path / "usual")
    make_folders(tmp_path / "closed" / "inner", 0o700)
    assert mode_of(tmp_path / "usual") == mode_of(tmp_path / "any")
    assert [mode_of(tmp_path / path) for path in ("closed", "closed/inner")] == [0o700, 0o700]


def test_what_cannot_be_written_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    with pytest.raises(OSError, match="directory"):
        write(tmp_path / "settings.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_what_a_killed_write_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    for name in ("a.json", ".a.json.0123456789ab.afterwit", ".b.json.0123456789ab.afterwit", ".afterwit"):
        (tmp_path / name).write_bytes(b"")
    sweep(tmp_path / "a.json")
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", ".b.json.0123456789ab.afterwit", ".afterwit"}
    sweep(tmp_path / "nowhere" / "a.json")


def test_a_link_is_followed_but_not_out_of_a_project(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "dotfiles.json"
    project.mkdir()
    outside.write_bytes(b"{}")
    (project / "settings.json").symlink_to(outside)
    (project / "inner.json").symlink_to("other.json")
    assert target_of(project / "settings.json", None) == outside
    assert target_of(project / "inner.json", project) == project / "other.json"
    with pytest.raises(WrongUse, match="leads out of the project"):
        target_of(project / "settings.json", project)


def test_folders_are_made_and_those_go_again_that_are_empty(tmp_path: Path) -> None:
    made = make_folders(tmp_path / "a" / "b" / "c")
    assert made == [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"]
    assert make_folders(tmp_path / "a" / "b") == []
    (tmp_path / "a" / "kept").write_bytes(b"")
    remove_folders(made)
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["kept"]


def test_a_file_in_the_way_of_a_folder_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(WrongUse, match="is no folder"):
        read(tmp_path / "a" / "settings.json")
    with pytest.raises(WrongUse, match="is a folder where a file belongs"):
        read(tmp_path)
    with pytest.raises(OSError, match="a"):
        make_folders(tmp_path / "a" / "b" / "c")
