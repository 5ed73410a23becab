"""What was noticed in invented sessions, for those who make something of it."""

from afterwit.config import Notice
from afterwit.model.session import Session
from afterwit.model.signal import Recovery, Signal
from afterwit.notice.everything import noticed
from tests.notice.deeds import BEGAN, Told, happened, ran

DAY = 24 * 60 * 60 * 1000


def stumbled(
    *told: Told, name: str = "one", project: str = "/home/ada/shop", day: int = 0, host: str = "claude-code"
) -> list[Signal]:
    """What is noticed in a session in which these things were done."""
    session = Session(host=host, native_id=name, project=project)
    return noticed(session, happened(*told, began=BEGAN + day * DAY), Notice())


def diffs(number: int = 104, name: str = "one", *, project: str = "/home/ada/shop", day: int = 0) -> list[Signal]:
    """Somebody wants a summary of a pull request."""
    failing = ran(f"gh pr diff {number} --stat", "unknown flag: --stat", 1)
    return stumbled(failing, ran(f"gh pr diff {number} --name-only", "a.py"), name=name, project=project, day=day)


def recovered(*told: Told, name: str = "one") -> list[Signal]:
    """The recoveries among them."""
    return [signal for signal in stumbled(*told, name=name) if isinstance(signal.what, Recovery)]


def what(fails: str, says: str, works: str, code: int = 1) -> Recovery:
    """A recovery of two commands."""
    (signal,) = recovered(ran(fails, says, code), ran(works, "fine"))
    assert isinstance(signal.what, Recovery)
    return signal.what
