"""The hosts that Afterwit can be set up in: one file each that says which of its files change, and how."""

from collections.abc import Mapping

from afterwit.adapters.hosts.claude_code import CLAUDE_CODE
from afterwit.adapters.hosts.codex import CODEX
from afterwit.adapters.hosts.copilot import COPILOT
from afterwit.adapters.hosts.gemini import GEMINI
from afterwit.adapters.hosts.host import Ground, Host, Settings
from afterwit.adapters.hosts.opencode import OPENCODE

HOSTS: Mapping[str, Host] = {host.name: host for host in (CLAUDE_CODE, CODEX, GEMINI, OPENCODE, COPILOT)}
"""By the name that a person types."""

__all__ = ["HOSTS", "Ground", "Host", "Settings"]
