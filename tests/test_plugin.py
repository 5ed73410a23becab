"""The Claude Code plugin: what it has is what the program has."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from afterwit import core_skills
from afterwit.adapters.hosts.claude_code import EVENTS
from plugin.build import HERE, build, exists

CALL = re.compile(r"`!?`?afterwit ([a-z-]+)((?: --[a-z-]+)*)")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plugin") / "made"
    build(folder)
    return folder


def read(path: Path) -> Any:  # noqa: ANN401 - whatever the document says
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_marketplace_leads_to_the_plugin(built: Path) -> None:
    marketplace = read(built / ".claude-plugin" / "marketplace.json")
    (entry,) = marketplace["plugins"]
    plugin = read(built / entry["source"] / ".claude-plugin" / "plugin.json")
    assert plugin["name"] == entry["name"] == "afterwit"


def test_it_has_every_hook_the_server_and_the_authoring_skill(built: Path) -> None:
    home = built / "afterwit"
    hooks = read(home / "hooks" / "hooks.json")["hooks"]
    assert tuple(hooks) == EVENTS
    assert read(home / ".mcp.json")["mcpServers"] == {"afterwit": {"command": "afterwit", "args": ["mcp"]}}
    package = core_skills.bundled("learn-skill")
    assert (home / "skills" / "learn-skill" / "SKILL.md").read_bytes() == package.files["SKILL.md"]


def test_its_slash_commands_call_only_what_there_is(built: Path) -> None:
    commands = sorted((built / "afterwit" / "commands").glob("*.md"))
    assert [path.stem for path in commands] == ["compound", "retrospective", "skill-audit"]
    for path in commands:
        text = path.read_text(encoding="utf-8")
        assert "needs:" not in text
        calls = CALL.findall(text)
        assert calls
        for name, options in calls:
            assert exists(f"{name}{options}"), f"{path.name}: afterwit {name}{options}"


def test_a_slash_command_whose_command_is_not_there_is_left_out_and_said(built: Path) -> None:
    left_out = build(built)
    assert left_out == ["/propose-learning is left out: this version has no afterwit propose"]
    assert {path.stem for path in (HERE / "commands").glob("*.md")} >= {"propose-learning"}


def test_a_folder_of_somebody_elses_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit, match="no plugin of ours"):
        build(tmp_path)
    assert (tmp_path / "mine.txt").exists()


def laid_out(folder: Path, **files: object) -> dict[Path, str]:
    """These documents in a folder; what is in each."""
    places = {"marketplace": ".claude-plugin/marketplace.json", "plugin": "afterwit/.claude-plugin/plugin.json"}
    for name, document in files.items():
        path = folder / places[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    (folder / "theirs").mkdir()
    (folder / "theirs" / "README.md").write_text("theirs", encoding="utf-8")
    return {path: path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}


OURS = {"name": "afterwit", "plugins": [{"name": "afterwit", "source": "./afterwit"}]}


@pytest.mark.parametrize(
    "files",
    [
        {"marketplace": {"name": "team-tools", "plugins": [{"name": "theirs", "source": "./theirs"}]}},
        {"marketplace": {"name": "team-tools", "plugins": [{"name": "afterwit", "source": "./afterwit"}]}},
        {"marketplace": {"name": "afterwit", "plugins": [*OURS["plugins"], {"name": "theirs"}]}},
        {"marketplace": OURS, "plugin": {"name": "another"}},
        {"marketplace": ["afterwit"]},
        {"marketplace": "{"},
        {"plugin": {"name": "afterwit"}},
    ],
)
def test_a_marketplace_of_somebody_elses_stays_as_it_is(tmp_path: Path, files: dict[str, object]) -> None:
    before = laid_out(tmp_path, **files)
    with pytest.raises(SystemExit, match="no plugin of ours"):
        build(tmp_path)
    assert {path: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_link_in_place_of_the_plugin_is_not_followed(tmp_path: Path) -> None:
    laid_out(tmp_path / "made", marketplace=OURS)
    laid_out(tmp_path / "elsewhere", plugin={"name": "afterwit"})
    (tmp_path / "made" / "afterwit").symlink_to(tmp_path / "elsewhere" / "afterwit")
    with pytest.raises(SystemExit, match="no plugin of ours"):
        build(tmp_path / "made")


def test_building_anew_replaces_the_plugin_and_nothing_beside_it(tmp_path: Path) -> None:
    laid_out(tmp_path, marketplace=OURS, plugin={"name": "afterwit"})
    old = tmp_path / "afterwit" / "commands" / "gone.md"
    old.parent.mkdir()
    old.write_text("an older version had this", encoding="utf-8")
    build(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".claude-plugin", "afterwit", "theirs"]
    assert (tmp_path / "theirs" / "README.md").read_text(encoding="utf-8") == "theirs"
    assert not old.exists()
    assert (tmp_path / "afterwit" / "hooks" / "hooks.json").is_file()


def test_an_empty_folder_is_built_into(tmp_path: Path) -> None:
    build(tmp_path)
    assert (tmp_path / "afterwit" / ".claude-plugin" / "plugin.json").is_file()
