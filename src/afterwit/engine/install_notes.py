"""What a person should know about a host that is set up: what counts twice, and when its sessions are learned from."""

from collections.abc import Iterator

from afterwit.adapters.hosts import HOSTS, Ground, Host
from afterwit.adapters.hosts.host import Hook
from afterwit.engine.install_record import Records
from afterwit.engine.install_scope import Scope
from afterwit.intake.readers import READERS

END = "SessionEnd"


def counted_twice(host: Host, scope: Scope) -> Iterator[str]:
    """Where hooks would run twice, and so count everything twice."""
    for plugin, path in host.plugins(scope.ground(())):
        yield f"The plugin {plugin} is enabled in {path} too, so that hooks run and count twice: keep one of both."
    if scope.project is None:
        return
    if Records.of_user(scope.home, scope.environment).read(host.name) is not None:
        yield f"{host.title} is set up for you in all projects too, so that its hooks run twice here: keep one of both."
    for other in (HOSTS[record.host] for record in scope.records.all() if record.host in HOSTS):
        for one, two in ((host, other), (other, host)):
            if one.also_runs == two.name:
                yield f"{one.title} also runs the hooks of {two.title}, and would count twice here: keep one of both."


def learned_from(host: Host, ground: Ground) -> Iterator[str]:
    """Where a session is not learned from as soon as it ends: when it is instead, or that it is not at all."""
    if not any(reader.host == host.name for reader in READERS):
        yield (
            f"{host.title}'s sessions cannot be learned from in the background yet: Afterwit does not read its"
            " transcripts. It has the skills and the MCP tools, no more."
        )
    elif not any(isinstance(part, Hook) and part.event == END for each in host.settings(ground) for part in each.parts):
        yield f"{host.title} does not tell when a session ends: it is learned from at the next session's start."
