"""Hosts and agents at work on one store for a moment; `make test-soak` has many of them for a minute."""

from benchmarks.soak import soak
from tests.machine import Machine


def test_of_what_many_hosts_and_agents_do_at_once_nothing_is_lost_or_counted_twice(machine: Machine) -> None:
    done = soak(machine.project, seconds=3, hooks=4, servers=2)
    assert done.problems == []
    assert done.hooks.total() > len(done.sessions)
    assert done.calls["skill_learning_finish"] >= 2
