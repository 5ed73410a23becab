"""What a person hears about a host that is set up."""

import pytest

from afterwit.adapters.hosts import HOSTS
from afterwit.engine.install import installed_checks
from tests.engine.hosting import Hosting
from tests.machine import Machine

PLUGIN = '{"enabledPlugins": {"afterwit@afterwit": true}}'


@pytest.fixture(name="hosting")
def hosting_on(machine: Machine) -> Hosting:
    return Hosting(machine)


def told(hosting: Hosting, host: str, words: str, *, user: bool = False) -> bool:
    return any(words in note for note in hosting.install(host, user=user).notes)


def test_where_hooks_would_run_twice_it_is_said(hosting: Hosting) -> None:
    hosting.install("claude-code", user=True)
    assert told(hosting, "claude-code", "run twice here")
    assert told(hosting, "copilot", "also runs the hooks of Claude Code")


@pytest.mark.parametrize("place", ["../home/.claude/settings.json", ".claude/settings.local.json"])
def test_a_plugin_of_ours_counts_a_second_time_and_that_is_said(hosting: Hosting, place: str) -> None:
    path = hosting.write(place, PLUGIN)
    assert told(hosting, "claude-code", f"The plugin afterwit@afterwit is enabled in {path.resolve()} too")
    assert not told(hosting, "codex", "plugin afterwit")


def test_for_the_user_only_the_users_own_plugins_count(hosting: Hosting) -> None:
    hosting.write(".claude/settings.json", PLUGIN)
    assert not told(hosting, "claude-code", "afterwit@afterwit", user=True)
    hosting.uninstall("claude-code", user=True)
    hosting.write("../home/.claude/settings.json", PLUGIN)
    assert told(hosting, "claude-code", "afterwit@afterwit", user=True)


def test_a_plugin_that_came_later_is_told_of_by_the_doctor(hosting: Hosting) -> None:
    hosting.install("claude-code")
    hosting.write(".claude/settings.local.json", PLUGIN)
    scope = hosting.scope()
    [(name, state, says)] = installed_checks(hosting.project, scope.home, scope.environment)
    assert (name, state) == ("claude-code", "note")
    assert "afterwit@afterwit" in says


@pytest.mark.parametrize("user", [False, True])
def test_it_is_said_when_a_hosts_sessions_are_learned_from_if_not_at_their_end(
    hosting: Hosting,
    user: bool,  # noqa: FBT001
) -> None:
    never, later = "cannot be learned from in the background yet", "learned from at the next session's start"
    said = {host: " ".join(hosting.install(host, user=user).notes) for host in HOSTS}
    assert [host for host, notes in said.items() if never in notes] == ["opencode"]
    assert [host for host, notes in said.items() if later in notes] == ["codex"]
