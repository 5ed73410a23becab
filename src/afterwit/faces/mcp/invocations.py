"""Invocations: which run of an agent a call belongs to. A run ends when the agent reports its turn."""

import secrets
from collections import OrderedDict

MOST = 1000
"""So many conversations are remembered; of more, the one that was quiet longest begins a new run."""


class Invocations:
    """An id for each conversation that goes on, until its turn is over."""

    def __init__(self) -> None:
        self._running: OrderedDict[str, str] = OrderedDict()

    def of(self, conversation: str) -> str:
        """The run that a conversation is in."""
        if conversation not in self._running:
            self._running[conversation] = secrets.token_hex(8)
            if len(self._running) > MOST:
                self._running.popitem(last=False)
        self._running.move_to_end(conversation)
        return self._running[conversation]

    def end(self, conversation: str) -> None:
        """What is called next belongs to another run."""
        self._running.pop(conversation, None)
