"""The edge of a hook: whatever goes wrong or takes too long inside it, the host hears nothing, and it is noted."""

import _thread
import json
import os

from afterwit.keep.trusted import is_trusted

TYPE_CHECKING = False
if TYPE_CHECKING:  # see hook.py
    from types import TracebackType
    from typing import Protocol

    class Promise(Protocol):
        """What an agent is to be told once, and so is to be taken back where it does not hear it."""

        def settle(self) -> None:
            """It was told."""
            ...

        def release(self) -> None:
            """It was not."""
            ...


STATE_FOLDER = ".afterwit"


class Edge:
    """The outermost edge: what goes wrong inside, and what takes too long, is noted, and the host hears nothing of it.

    A thread keeps the time, not a signal: while the process waits for another one's lock, no signal is looked at.
    """

    def __init__(self, event: str, seconds: float) -> None:
        self.answer = b""
        self.state: str | None = None
        self.promise: Promise | None = None
        self._event = event
        self._seconds = seconds
        self._working = _thread.allocate_lock()

    def __enter__(self) -> None:
        self._working.acquire()
        _thread.start_new_thread(self._give_up, ())

    def __exit__(
        self, kind: "type[BaseException] | None", error: BaseException | None, trace: "TracebackType | None"
    ) -> bool:
        if error is not None and kind is not None:
            self.answer = b""
            self._take_back()
            if not isinstance(error, KeyboardInterrupt):  # that one is the user's
                self._note(kind.__name__, _without_what_was_said(error, trace))
        self._working.release()
        return True

    def _give_up(self) -> None:
        if not self._working.acquire(timeout=self._seconds):
            self._take_back()
            self._note("TooLong", f"it was not done after {self._seconds:g} seconds")
            os._exit(0)

    def _take_back(self) -> None:
        if self.promise is not None:
            try:
                self.promise.release()
            except OSError as error:
                self._note(type(error).__name__, _without_what_was_said(error, None))

    def _note(self, error: str, message: str) -> None:
        try:
            state = self.state or state_folder(os.getcwd())
            if state is not None:
                from afterwit.keep.faults import note_fault  # noqa: PLC0415 - there is hardly ever a fault

                note_fault(state, self._event, error, message)
        except (OSError, ValueError, MemoryError, RecursionError, ImportError):
            return  # there is no place left to tell of it, and the host is not one


def _without_what_was_said(error: BaseException, trace: "TracebackType | None") -> str:
    """What an error says, where that is our own words or the system's; of any other, only where it happened."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    if type(error).__module__ == "afterwit.errors":
        return " ".join(str(error).split())
    if isinstance(error, json.JSONDecodeError):
        return f"the host sent what is no JSON ({error.msg} at character {error.pos})"
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename.rpartition(f"{os.sep}afterwit{os.sep}")
        place = f"{file[2]}:{trace.tb_lineno}" if file[1] else place
        trace = trace.tb_next
    return f"in {place}" if place else ""


def hushed() -> int:
    """Where the answer goes; whatever else is printed from now on, by any library, reaches nobody."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    try:
        out = os.dup(1)
    except OSError:  # it was closed
        out = nowhere
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    return out


def state_folder(folder: str) -> str | None:
    """The nearest `.afterwit` folder upward, as the command line finds it; None where it is not to be listened to.

    A link could lead anywhere, and a folder that merely came along with a repository could say anything.
    """
    folder = os.path.abspath(folder)
    while True:
        state = os.path.join(folder, STATE_FOLDER)
        if os.path.isdir(state):
            return None if os.path.islink(state) or not is_trusted(state) else state
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = parent
