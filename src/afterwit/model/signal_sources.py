"""Signal sources: the logs around a chat agent that tell how it did, and the words by which their events are known.

Intake writes these words, the review looks for them: an event that tells one of these things begins with its word, a
colon and a blank, and says on the same line what it is about.
"""

CONVERSATION_LOG = "conversation-log"
AUDIT_LOG = "audit-log"
APPROVALS = "approvals"
POLLER_LOG = "poller-log"

SIGNAL_HOSTS = (CONVERSATION_LOG, AUDIT_LOG, APPROVALS, POLLER_LOG)
"""The hosts whose files are such logs. They are read where their path is given; nobody looks for them."""

BLOCKED = "response blocked"
"""An `error` event of an audit log: an answer was held back; why, never what it said."""
UNKNOWN_SENDER = "unknown sender"
"""An `error` event of an audit log: somebody wrote whom the agent does not know."""
APPROVAL_PENDING = "approval pending"
"""A `system` event at the time of the request. It is the last of its session as long as nobody has decided."""
APPROVAL_GRANTED = "approval granted"
"""A `system` event at the time of the decision."""
APPROVAL_DENIED = "approval denied"
"""The same, where the answer was no, or came to nothing: withdrawn, expired."""
POLLER_ERROR = "poller error"
"""An `error` event of a polling loop's output, with the traceback below it."""
POLLER_WARNING = "poller warning"
"""A `system` event of a polling loop's output."""


def told(word: str, what: str) -> str:
    """The text of an event that tells one of these things."""
    return f"{word}: {what}" if what else word


def tells(word: str, text: str) -> bool:
    """Whether the text of an event tells this."""
    return text == word or text.startswith(f"{word}: ")


def about(word: str, text: str) -> str:
    """What such a text is about: its first line without the word."""
    return text.partition("\n")[0].removeprefix(word).removeprefix(": ") if tells(word, text) else ""
