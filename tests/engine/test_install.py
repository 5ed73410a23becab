"""Setting hosts up, and taking them out again."""

import json
from pathlib import Path

import pytest

from afterwit.adapters.hosts import HOSTS
from afterwit.config import Config
from afterwit.core_skills import bundled
from afterwit.engine.install import carry_out, installed_checks
from afterwit.engine.install_plan import to_install, to_uninstall
from afterwit.engine.shelf import installed
from afterwit.errors import Conflict, NotFound, WriteFailed, WrongUse
from tests.engine.hosting import Hosting
from tests.engine.projects import opened
from tests.machine import Machine

CLAUDE = '{\n    // mine\n    "model": "opus",\n    "hooks": {"Stop": [{"hooks": [{"command": "say"}]}]},\n}'
EXISTING = {
    "claude-code": {".claude/settings.json": CLAUDE, ".mcp.json": '{"mcpServers":{"files":{"command":"files"}}}\n'},
    "codex": {".codex/config.toml": "model = 'o9'\r\n[features]\r\nhooks = true", ".codex/hooks.json": "{}"},
    "gemini": {".gemini/settings.json": '\ufeff{\r\n\t"theme": "dark"\r\n}\r\n'},
    "opencode": {"opencode.jsonc": '{\n  "mcp": {}, // none yet\n}\n', ".opencode/skills/mine/SKILL.md": "mine"},
    "copilot": {".github/mcp.json": "\n", ".github/skills/mine/SKILL.md": "mine"},
}


@pytest.fixture(name="hosting")
def hosting_on(machine: Machine) -> Hosting:
    return Hosting(machine)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("user", [False, True])
@pytest.mark.parametrize("existing", [False, True])
def test_a_host_is_set_up_and_everything_is_as_it_was_again(
    hosting: Hosting,
    host: str,
    user: bool,  # noqa: FBT001
    existing: bool,  # noqa: FBT001
) -> None:
    for path, content in EXISTING[host].items() if existing and not user else ():
        hosting.write(path, content)
    if existing and user:
        hosting.write("../home/.claude.json", '{"numStartups": 3}')
        hosting.write("../home/.codex/config.toml", "model = 'o9'")
    before = hosting.snapshot()
    assert hosting.install(host, user=user).changes
    assert hosting.snapshot() != before
    assert hosting.uninstall(host, user=user).changes
    assert hosting.snapshot() == before


@pytest.mark.parametrize("host", HOSTS)
def test_a_second_time_changes_nothing(hosting: Hosting, host: str) -> None:
    hosting.install(host)
    files = {path: path.stat().st_mtime_ns for path in hosting.machine.project.rglob("*") if path.is_file()}
    again = hosting.install(host)
    assert not again.changes
    assert {path: path.stat().st_mtime_ns for path in hosting.machine.project.rglob("*") if path.is_file()} == files


@pytest.mark.parametrize("host", HOSTS)
def test_a_rehearsal_touches_nothing_and_says_what_the_real_run_does(hosting: Hosting, host: str) -> None:
    before = hosting.snapshot()
    told = hosting.install(host, rehearse=True)
    assert hosting.snapshot() == before
    assert not hosting.machine.state.exists()
    done = hosting.install(host)
    assert (done.files, done.linking, done.core) == (told.files, told.linking, told.core)
    for change in done.files:
        assert change.path.read_bytes() == change.after


def test_a_newer_version_replaces_our_entries_and_the_first_state_comes_back(hosting: Hosting) -> None:
    settings = hosting.write(".claude/settings.json", CLAUDE)
    elsewhere = Hosting(hosting.machine, on_path=False)
    elsewhere.tools = hosting.machine.home / "nowhere"
    first = elsewhere.install("claude-code")
    assert "/opt/bin/python -m afterwit hook Stop" in settings.read_text(encoding="utf-8")
    assert "not on your PATH" in first.notes[0]
    hosting.install("claude-code")
    content = settings.read_text(encoding="utf-8")
    assert "/opt/bin" not in content
    assert content.count("afterwit hook Stop ") == 1
    hosting.uninstall("claude-code")
    assert settings.read_text(encoding="utf-8") == CLAUDE


def test_where_a_person_edited_meanwhile_only_our_entries_go(hosting: Hosting) -> None:
    settings = hosting.write(".claude/settings.json", CLAUDE)
    hosting.install("claude-code")
    edited = settings.read_text(encoding="utf-8").replace('"opus"', '"sonnet", // faster')
    settings.write_text(edited.replace('"say"', '"sing"'), encoding="utf-8")
    hosting.machine.project.joinpath(".mcp.json").write_text(
        (hosting.machine.project / ".mcp.json")
        .read_text(encoding="utf-8")
        .replace('"mcpServers": {', '"mcpServers": {\n    "a": {},'),
        encoding="utf-8",
    )
    again = hosting.install("claude-code")
    assert not again.changes
    hosting.uninstall("claude-code")
    assert settings.read_text(encoding="utf-8") == CLAUDE.replace('"opus"', '"sonnet", // faster').replace(
        "say", "sing"
    )
    assert json.loads((hosting.machine.project / ".mcp.json").read_bytes()) == {"mcpServers": {"a": {}}}


def test_a_file_that_was_made_and_then_reformatted_goes_all_the_same(hosting: Hosting) -> None:
    hosting.install("claude-code")
    servers = hosting.machine.project / ".mcp.json"
    servers.write_text(json.dumps(json.loads(servers.read_bytes())), encoding="utf-8")
    hosting.uninstall("claude-code")
    assert not servers.exists()


def test_a_file_that_a_person_deleted_is_made_anew_and_goes_again(hosting: Hosting) -> None:
    settings = hosting.write(".claude/settings.json", CLAUDE)
    hosting.install("claude-code")
    settings.unlink()
    assert hosting.install("claude-code").changes
    hosting.uninstall("claude-code")
    assert not settings.exists()


@pytest.mark.parametrize(
    ("path", "content", "told"),
    [
        (".mcp.json", '{\n  "mcpServers": {,}\n}', "line 2, column 18"),
        (".claude/settings.json", '{"hooks": []}', "line 1, column 11"),
    ],
)
def test_settings_that_cannot_be_read_stop_everything_before_it_begins(
    hosting: Hosting, path: str, content: str, told: str
) -> None:
    hosting.write(".claude/settings.json", CLAUDE)
    hosting.write(path, content)
    before = hosting.snapshot()
    with pytest.raises(WrongUse, match=told) as caught:
        hosting.install("claude-code")
    assert path in str(caught.value)
    assert hosting.snapshot() == before
    assert not hosting.machine.state.exists()


def test_what_fails_half_way_is_rolled_back(hosting: Hosting) -> None:
    hosting.write(".claude/settings.json", CLAUDE)
    plan = to_install("claude-code", hosting.scope())
    hosting.write(".mcp.json", '{"mcpServers": {}}')
    before = hosting.snapshot()
    with pytest.raises(Conflict, match="changed meanwhile"):
        carry_out(plan, hosting.scope(), Config(), "a test")
    assert hosting.snapshot() == before
    assert not (hosting.machine.state / "install").exists()
    assert installed(hosting.machine.state) == frozenset()


def test_a_link_that_cannot_be_made_rolls_the_files_back(hosting: Hosting) -> None:
    plan = to_install("claude-code", hosting.scope())
    hosting.write(".claude/skills/learn-skill/SKILL.md", "mine")
    before = hosting.snapshot()
    with pytest.raises(WriteFailed, match="everything is as it was"):
        carry_out(plan, hosting.scope(), Config(), "a test")
    assert hosting.snapshot() == before


def test_a_failed_uninstall_leaves_the_host_set_up(hosting: Hosting) -> None:
    hosting.install("claude-code")
    plan = to_uninstall("claude-code", hosting.scope())
    hosting.write(".mcp.json", '{"mcpServers": {}}')
    before = hosting.snapshot()
    with pytest.raises(Conflict):
        carry_out(plan, hosting.scope(), Config(), "a test")
    assert hosting.snapshot() == before
    assert hosting.scope().records.read("claude-code") is not None


def test_a_failed_update_leaves_the_record_that_was_there(hosting: Hosting) -> None:
    elsewhere = Hosting(hosting.machine, on_path=False)
    elsewhere.tools = hosting.machine.home / "nowhere"
    elsewhere.install("claude-code")
    record = hosting.scope().records.read("claude-code")
    plan = to_install("claude-code", hosting.scope())
    hosting.write(".mcp.json", "{}")
    with pytest.raises(Conflict):
        carry_out(plan, hosting.scope(), Config(), "a test")
    assert hosting.scope().records.read("claude-code") == record


def test_a_users_settings_behind_a_link_are_changed_where_they_are(hosting: Hosting) -> None:
    dotfiles = hosting.write("../home/dotfiles/settings.json", CLAUDE)
    dotfiles.chmod(0o600)
    settings = hosting.machine.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.symlink_to("../dotfiles/settings.json")
    hosting.install("claude-code", user=True)
    assert settings.is_symlink()
    assert "afterwit" in dotfiles.read_text(encoding="utf-8")
    assert dotfiles.stat().st_mode & 0o777 == 0o600
    hosting.uninstall("claude-code", user=True)
    assert settings.is_symlink()
    assert dotfiles.read_text(encoding="utf-8") == CLAUDE


@pytest.mark.parametrize("path", [".claude", ".claude/settings.json", ".claude/skills", ".mcp.json"])
def test_a_projects_link_that_leads_out_of_it_is_refused(hosting: Hosting, tmp_path: Path, path: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    link = hosting.machine.project / path
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside if path in {".claude", ".claude/skills"} else outside / "settings.json")
    before = hosting.snapshot()
    with pytest.raises(WrongUse, match="leads out of the project"):
        hosting.install("claude-code")
    assert hosting.snapshot() == before
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("place", [".afterwit", ".afterwit/install"])
def test_a_record_is_written_nowhere_else(hosting: Hosting, tmp_path: Path, place: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    link = hosting.machine.project / place
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside)
    with pytest.raises(WrongUse, match="link"):
        hosting.install("claude-code")
    assert list(outside.iterdir()) == []


def test_the_core_skill_is_there_as_core_and_goes_with_the_last_host(hosting: Hosting) -> None:
    hosting.install("claude-code")
    hosting.install("codex")
    skill = hosting.machine.state / "skills" / "learn-skill" / "SKILL.md"
    assert skill.read_bytes() == bundled("learn-skill").files["SKILL.md"]
    with opened(hosting.machine.project) as here:
        found = here.book.skill("learn-skill")
        assert found is not None
        assert found.source == "core"
        assert [change.about.does for change in here.history.changes()] == ["installed"]
    hosting.uninstall("claude-code")
    assert skill.exists()
    hosting.uninstall("codex")
    assert not skill.exists()
    assert installed(hosting.machine.state) == frozenset()


def test_an_older_core_skill_is_replaced(hosting: Hosting) -> None:
    old = hosting.write(".afterwit/skills/learn-skill/SKILL.md", "---\nname: learn-skill\ndescription: Old.\n---\n")
    hosting.write(".afterwit/installed.json", '["learn-skill"]')
    hosting.install("claude-code")
    assert old.read_bytes() == bundled("learn-skill").files["SKILL.md"]


def test_a_persons_own_skill_of_that_name_is_never_touched(hosting: Hosting) -> None:
    mine = hosting.write(".afterwit/skills/learn-skill/SKILL.md", "---\nname: learn-skill\ndescription: Mine.\n---\n")
    before = mine.read_bytes()
    plan = hosting.install("claude-code")
    assert any("is a skill of yours" in note for note in plan.notes)
    assert installed(hosting.machine.state) == frozenset()
    hosting.uninstall("claude-code")
    assert mine.read_bytes() == before


def test_a_core_skill_that_was_edited_stays_as_the_persons_own(hosting: Hosting) -> None:
    hosting.install("claude-code")
    skill = hosting.machine.state / "skills" / "learn-skill" / "SKILL.md"
    skill.write_text(skill.read_text(encoding="utf-8") + "\nAnd mind the gap.\n", encoding="utf-8")
    assert any("was changed by hand" in note for note in hosting.install("claude-code").notes)
    plan = hosting.uninstall("claude-code")
    assert any("stays as a skill of yours" in note for note in plan.notes)
    assert "mind the gap" in skill.read_text(encoding="utf-8")
    assert installed(hosting.machine.state) == frozenset()


def test_a_users_own_skill_of_that_name_is_never_touched_either(hosting: Hosting) -> None:
    mine = hosting.write("../home/.claude/skills/learn-skill/SKILL.md", "---\nname: learn-skill\n---\nmine\n")
    plan = hosting.install("claude-code", user=True)
    assert any("is not Afterwit's" in note for note in plan.notes)
    hosting.uninstall("claude-code", user=True)
    assert mine.read_text(encoding="utf-8").endswith("mine\n")


def test_a_plugin_that_was_edited_is_left_and_told_of(hosting: Hosting) -> None:
    hosting.install("opencode")
    plugin = hosting.machine.project / ".opencode" / "plugins" / "afterwit.js"
    plugin.write_text(plugin.read_text(encoding="utf-8") + "// mine\n", encoding="utf-8")
    assert any("was changed by hand" in note for note in hosting.install("opencode").notes)
    assert any("stays" in note for note in hosting.uninstall("opencode").notes)
    assert plugin.exists()


def test_what_came_with_a_clone_is_known_as_ours(hosting: Hosting) -> None:
    hosting.install("claude-code")
    settings = hosting.machine.project / ".claude" / "settings.json"
    content = settings.read_bytes()
    hosting.scope().records.forget("claude-code")
    again = hosting.install("claude-code")
    assert all(change.before == change.after for change in again.files)
    assert settings.read_bytes() == content
    hosting.scope().records.forget("claude-code")
    hosting.uninstall("claude-code")
    assert json.loads(settings.read_bytes()) == {}
    assert not (hosting.machine.project / ".claude" / "skills").exists()


@pytest.mark.parametrize("user", [False, True])
def test_what_is_not_set_up_cannot_be_taken_out(hosting: Hosting, user: bool) -> None:  # noqa: FBT001
    before = hosting.snapshot()
    with pytest.raises(NotFound, match="is not set up"):
        hosting.uninstall("gemini", user=user)
    assert hosting.snapshot() == before


def test_a_host_that_nobody_knows_is_refused_with_those_that_are_known(hosting: Hosting) -> None:
    with pytest.raises(WrongUse, match="claude-code, codex, gemini, opencode, copilot"):
        hosting.install("emacs")


def test_a_users_settings_have_the_path_and_a_projects_the_name(hosting: Hosting) -> None:
    assert hosting.install("gemini").ground.command == ("afterwit",)
    assert hosting.install("gemini", user=True).ground.command == (str(hosting.tools / "afterwit"),)


def test_a_name_that_is_found_only_in_an_environment_is_told_of(hosting: Hosting) -> None:
    scope = hosting.scope()
    environment = {**scope.environment, "VIRTUAL_ENV": str(hosting.tools)}
    active = type(scope)(project=scope.project, home=scope.home, environment=environment)
    assert any("is active: start the host from there too" in note for note in to_install("gemini", active).notes)


def test_the_record_stays_on_this_machine(hosting: Hosting) -> None:
    hosting.install("claude-code")
    assert (hosting.machine.state / "install" / ".gitignore").read_bytes() == b"*\n"


def test_a_file_that_another_environment_had_is_restored_too(hosting: Hosting) -> None:
    scope = hosting.scope(user=True)
    moved = type(scope)(
        project=None, home=scope.home, environment={"CODEX_HOME": str(scope.home / "codex")}, python=scope.python
    )
    carry_out(to_install("codex", moved), moved, Config(), "a test")
    assert (scope.home / "codex" / "hooks.json").exists()
    hosting.uninstall("codex", user=True)
    assert not (scope.home / "codex").exists()


def test_a_record_or_a_copy_that_is_broken_is_told_of(hosting: Hosting) -> None:
    hosting.write(".claude/settings.json", CLAUDE)
    hosting.install("claude-code")
    for copy in (hosting.machine.state / "install" / "claude-code").iterdir():
        copy.unlink()
    with pytest.raises(WrongUse, match="is gone"):
        hosting.uninstall("claude-code")
    hosting.write(".afterwit/install/claude-code.json", "{")
    with pytest.raises(WrongUse, match="cannot be used"):
        hosting.uninstall("claude-code")


def test_the_doctor_hears_how_each_host_stands(hosting: Hosting) -> None:
    def checked() -> dict[str, tuple[str, str]]:
        scope = hosting.scope()
        found = installed_checks(hosting.project, scope.home, scope.environment)
        return {name: (state, says) for name, state, says in found}

    assert checked() == {}
    for host in HOSTS:
        hosting.install(host)
    hosting.install("codex", user=True)
    stands = {name: state for name, (state, _) in checked().items()}
    twice = dict.fromkeys(("claude-code", "codex", "copilot"), "note")
    assert stands == {**dict.fromkeys(("gemini", "opencode", "codex (user)"), "well"), **twice}
    assert "its hooks run twice here: keep one of both" in checked()["codex"][1]
    hosting.write(".gemini/settings.json", "{}")
    hosting.write(".codex/hooks.json", "{")
    (hosting.machine.project / ".mcp.json").unlink()
    (hosting.machine.project / ".github" / "skills" / "learn-skill").unlink()
    found = checked()
    assert found["gemini"][0] == "wrong"
    assert "the MCP server is missing" in found["gemini"][1]
    assert "line 1, column 2" in found["codex"][1]
    assert "the file is missing" in found["claude-code"][1]
    assert "skills without a link in .github/skills (learn-skill): afterwit install copilot" in found["copilot"][1]
    (hosting.tools / "afterwit").unlink()
    assert "afterwit, which its hooks call, is not found" in checked()["opencode"][1]
