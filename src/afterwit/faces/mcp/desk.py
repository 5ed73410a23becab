"""The desk: the kernel of the project, held open on one thread, where every call of a tool is worked off in turn.

To open it takes longer than most calls, and SQLite belongs to the thread that opened it. Nothing is opened or imported
before the first call: a host starts a server for every session, also for those that never use it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from afterwit.engine.project import Project
from afterwit.errors import StoreFailed

if TYPE_CHECKING:
    from afterwit.engine.kernel import Kernel
    from afterwit.engine.live import Live

Result = TypeVar("Result")


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """What a call works with."""

    kernel: "Kernel"
    live: "Live | None"
    """The running sessions; None where nothing may be written."""


class _Opened(msgspec.Struct, frozen=True, kw_only=True):
    hands: Hands
    until: ExitStack
    look: Callable[[], None]
    """Sees what others have done since."""
    learns: bool
    stamp: tuple[int, ...]


class Desk:
    """Works off calls, one at a time."""

    def __init__(self, project: Project, store: str | None = None) -> None:
        self.project = project
        self._store = store
        self._opened: _Opened | None = None
        self._closed = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="afterwit")

    async def do(self, work: Callable[[Hands], Result], *, learns: bool = False) -> Result:
        """Have it done when its turn comes; others are served meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work, learns)

    async def close(self) -> None:
        """Finish what has begun, and let go of the project; once is enough."""
        if self._closed:
            return
        self._closed = True
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._close)
        await loop.run_in_executor(None, self._thread.shutdown)

    def _do(self, work: Callable[[Hands], Result], learns: bool) -> Result:  # noqa: FBT001 - an executor takes no names
        try:
            opened = self._ready(learns=learns)
            opened.look()
            return work(opened.hands)
        except StoreFailed:
            self._close()  # the next call tries with a store that is opened anew
            raise

    def _ready(self, *, learns: bool) -> _Opened:
        if self._opened is not None and ((learns and not self._opened.learns) or self._opened.stamp != self._stamp()):
            self._close()
        if self._opened is None:
            self._opened = self._open(learns=learns)
        return self._opened

    def _open(self, *, learns: bool) -> _Opened:
        from afterwit.configured import load  # noqa: PLC0415 - what takes long is imported when it is needed
        from afterwit.engine.live import Live  # noqa: PLC0415
        from afterwit.engine.shelf import refuse_strangers  # noqa: PLC0415
        from afterwit.engine.spooled import drain  # noqa: PLC0415
        from afterwit.engine.wire import kernel, learning, project_transcripts  # noqa: PLC0415

        def transcripts() -> list[Path]:
            found = project_transcripts(self.project, config, config.intake.hosts)
            return sorted(found, key=_written, reverse=True)

        refuse_strangers(self.project)
        config, _ = load(self.project.root, flags={"store": self._store})
        with ExitStack() as until:
            if learns:
                intake, found = until.enter_context(learning(self.project, config))
                hands = Hands(kernel=found, live=Live(intake, found, transcripts))
            else:
                found = until.enter_context(kernel(self.project, config, to_write=False))
                hands = Hands(kernel=found, live=None)

            def look() -> None:
                found.look()
                drain(found)

            return _Opened(hands=hands, until=until.pop_all(), look=look, learns=learns, stamp=self._stamp())

    def _stamp(self) -> tuple[int, ...]:
        """What is other where the store is another: somebody may have made one, or thrown one away, since."""
        found: list[int] = []
        for path in (self.project.state, self.project.database):
            try:
                found.append(path.stat().st_ino)
            except OSError:
                found.append(0)
        return tuple(found)

    def _close(self) -> None:
        if self._opened is not None:
            opened, self._opened = self._opened, None
            with suppress(StoreFailed):  # it may have gone from under us: then there is nothing to let go of
                opened.until.close()


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # it has gone meanwhile
        return 0
