"""A project's place on disk."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from afterwit.engine.project import IGNORED, Project, find_project
from afterwit.errors import StoreFailed


@pytest.mark.parametrize("mark", [".afterwit", ".git"])
def test_the_project_is_the_nearest_folder_upward_with_a_mark(tmp_path: Path, mark: str) -> None:
    (tmp_path / mark).mkdir()
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert find_project(inner).root == tmp_path


def test_a_worktree_has_a_file_in_place_of_the_git_folder(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere\n", encoding="utf-8")
    (tmp_path / "a").mkdir()
    assert find_project(tmp_path / "a").root == tmp_path


def test_the_nearest_mark_wins(tmp_path: Path) -> None:
    inner = tmp_path / "vendored"
    (tmp_path / ".afterwit").mkdir()
    (inner / ".git").mkdir(parents=True)
    assert find_project(inner).root == inner


def test_without_a_mark_the_project_is_where_one_stands(tmp_path: Path) -> None:
    assert find_project(tmp_path).root == tmp_path


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    project = Project(tmp_path)
    key = project.key()
    assert len(key) == 32
    assert project.key() == key
    assert project.key_file.stat().st_mode & 0o777 == 0o600


def test_git_is_told_to_leave_store_and_key_alone(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.key()
    assert {"afterwit.db*", "key"} <= set((project.state / ".gitignore").read_text(encoding="utf-8").splitlines())


def test_a_persons_own_gitignore_stays(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.state.mkdir()
    (project.state / ".gitignore").write_text("mine\n", encoding="utf-8")
    project.key()
    assert (project.state / ".gitignore").read_text(encoding="utf-8") == "mine\n"


FORMER = "# The store, its key and the hooks' notes stay on this machine.\nafterwit.db*\n# mine\nnotes/\nkey\n"


def test_the_gitignore_of_a_former_version_gains_what_has_come_since(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.state.mkdir()
    ignored = project.state / ".gitignore"
    ignored.write_text(FORMER, encoding="utf-8")
    project.key()
    gained = ignored.read_text(encoding="utf-8")
    assert gained.startswith(FORMER)
    assert {"spool.jsonl*", "faults.jsonl*", "drafts/", "offered/", "mcp-token"} <= set(gained.splitlines())
    assert len(gained.splitlines()) == len(set(gained.splitlines()))
    project.key()
    assert ignored.read_text(encoding="utf-8") == gained
    assert {path.name for path in project.state.iterdir()} == {"key", ".gitignore"}


def test_a_line_that_a_person_took_out_stays_out(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.key()
    ignored = project.state / ".gitignore"
    ignored.write_text(IGNORED.replace("\nstaging/\n", "\n"), encoding="utf-8")
    project.key()
    assert "staging/" not in ignored.read_text(encoding="utf-8").splitlines()


def test_a_gitignore_that_leads_elsewhere_is_left(tmp_path: Path) -> None:
    project, elsewhere = Project(tmp_path), tmp_path / "elsewhere"
    project.state.mkdir()
    elsewhere.write_text(FORMER, encoding="utf-8")
    (project.state / ".gitignore").symlink_to(elsewhere)
    project.key()
    assert elsewhere.read_text(encoding="utf-8") == FORMER


def test_what_hooks_leave_is_not_committed(tmp_path: Path) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed here")
    project = Project(tmp_path)
    project.key()
    subprocess.run([git, "init", "-q", tmp_path], check=True)  # noqa: S603 - our own words only
    private = ["spool.jsonl", "spool.jsonl.taken-00ff", "spool.jsonl.beside-00ff", "faults.jsonl", "faults.jsonl.12",
               "drafts/rl-x/SKILL.md", "offered/one", "mcp-token", "inbox.jsonl", "afterwit.db-wal"]  # fmt: skip
    for name in (*private, "skills/rl-x/SKILL.md"):
        path = project.state / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    told = subprocess.run(  # noqa: S603 - our own words only
        [git, "-C", tmp_path, "status", "--porcelain", "-uall"], check=True, capture_output=True, text=True
    )
    assert {line.split()[-1] for line in told.stdout.splitlines()} == {
        ".afterwit/.gitignore", ".afterwit/skills/rl-x/SKILL.md"
    }  # fmt: skip


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from afterwit.engine.project import Project; "
        "print(Project(Path(sys.argv[1])).key().hex())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(6)]  # noqa: S603 - our own interpreter
    keys = {process.communicate()[0] for process in started}
    assert len(keys) == 1
    assert {path.name for path in (tmp_path / ".afterwit").iterdir()} == {"key", ".gitignore"}


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / ".afterwit").touch()
    with pytest.raises(StoreFailed, match="cannot be written"):
        Project(tmp_path).key()
