"""Invented conversations in a project's log, for tests of the behaviour review."""

from collections.abc import Sequence

from afterwit.engine.kernel import Kernel
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event, Kind
from afterwit.model.session import Origin, Session

Said = tuple[Kind, str]

STACKED: tuple[Said, ...] = (
    ("user", "Can you book the dentist for Nele?"),
    ("agent", "Sure. Which day suits you? And should it be in the morning?"),
)
CORRECTED: tuple[Said, ...] = (
    ("user", "When is the school play?"),
    ("agent", "On Friday at six."),
    ("user", "That's wrong, it is on Thursday."),
    ("agent", "Thursday at six, then."),
)
QUIET: tuple[Said, ...] = (("user", "Thanks, all good."), ("agent", "You are welcome."))


def told(  # noqa: PLR0913 - what a test wants to differ
    here: Kernel,
    name: str,
    said: Sequence[Said] = STACKED,
    *,
    host: str = "openai-chat",
    origin: Origin = "person",
    days_ago: float = 0,
) -> str:
    """Put a conversation into the log; give its session's key."""
    at = here.clock() - int(days_ago * 24 * 60 * 60 * 1000)
    session = Session(host=host, native_id=name, origin=origin, started=at, finished=at)
    events = [Event(seq=place, kind=kind, text=text, at=at) for place, (kind, text) in enumerate(said, 1)]
    here.log.append(session, events, Bookmark(source=name, count=len(events)), ())
    return session.key
