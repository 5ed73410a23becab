"""What a session was told already, so that it is told once, however many hooks run at once.

A folder a session in `.afterwit/offered/`, by a digest of its name; an empty file in it for each skill, made so that
only one of several processes can make it; and a file with a digest of each lesson. It loads little: hooks use it.

What is claimed here is told a moment later, or not, where a hook has to give up: whoever has told it says `settle`, and
where it is clear that nobody will hear it, `release`, so that the session is told the next time.
"""

import hashlib
import os
import time
from collections.abc import Iterable

from afterwit.keep.lines import OFFERED, append

LESSONS = "lessons"
DAYS = 7
"""After so many a session that nothing was told to is forgotten: it crashed, or its host tells of no end."""
DIGITS = 32
_SECONDS_OF_A_DAY = 24 * 60 * 60


class Offered:
    """What one session was told. A session without a name is taken as one that was told everything."""

    def __init__(self, state: str | os.PathLike[str], session: str) -> None:
        self._all = os.path.join(state, OFFERED)
        self._folder = os.path.join(self._all, _digest(session)) if session else ""
        self._claimed: list[str] = []
        self._lessons: list[str] = []

    def has(self, skill: str) -> bool:
        """Whether it was told of a skill."""
        return not self._folder or os.path.lexists(os.path.join(self._folder, _digest(skill)))

    def claim(self, skill: str) -> bool:
        """Whether it is now to be told of a skill: true once, whoever asks."""
        if not self._folder:
            return False
        self._make()
        place = os.path.join(self._folder, _digest(skill))
        try:
            handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except (FileExistsError, FileNotFoundError):  # another was faster, or the session has just ended
            return False
        self._claimed.append(place)
        os.close(handle)
        return True

    def new_lessons(self, lessons: Iterable[str]) -> list[str]:
        """Those of these lessons that it was not told."""
        if not self._folder:
            return []
        try:
            with open(os.path.join(self._folder, LESSONS), "rb") as file:
                told = set(file.read().split())
        except FileNotFoundError:
            told = set[bytes]()
        told.update(digest.encode() for digest in self._lessons)
        return [lesson for lesson in lessons if _digest(lesson).encode() not in told]

    def told(self, lessons: Iterable[str]) -> None:
        """It is now told these lessons, or there is no room for them."""
        self._lessons += map(_digest, self.new_lessons(lessons))

    def settle(self) -> None:
        """The session has heard all this."""
        lessons, self._claimed, self._lessons = self._lessons, [], []
        if lessons:
            self._make()
            append(os.path.join(self._folder, LESSONS), " ".join(lessons).encode() + b"\n")

    def release(self) -> None:
        """It has not, and will not: of what was not settled, it was told nothing. Nothing more can be claimed."""
        claimed, self._claimed, self._lessons, self._folder = self._claimed, [], [], ""
        for place in claimed:
            try:
                os.unlink(place)
            except FileNotFoundError:  # the session has just ended
                continue

    def forget(self) -> None:
        """The session is over."""
        if self._folder:
            _remove(self._folder)

    def forget_old(self) -> None:
        """Forget the sessions of which nothing was heard for long."""
        if os.path.islink(self._all) or not os.path.isdir(self._all):
            return
        until = time.time() - DAYS * _SECONDS_OF_A_DAY
        with os.scandir(self._all) as entries:
            old = [
                entry.path
                for entry in entries
                if _is_digest(entry.name)
                and entry.is_dir(follow_symlinks=False)
                and entry.stat(follow_symlinks=False).st_mtime < until
            ]
        for folder in old:
            _remove(folder)

    def _make(self) -> None:
        for folder in (self._all, self._folder):
            if os.path.islink(folder):
                raise NotADirectoryError(0, "It leads elsewhere by a symbolic link", folder)
            if not os.path.isdir(folder):
                os.makedirs(folder, 0o700, exist_ok=True)


def _remove(folder: str) -> None:
    """Take away what is ours, and nothing that a link leads to."""
    if any(os.path.islink(place) for place in (os.path.dirname(folder), folder)) or not os.path.isdir(folder):
        return
    for name in os.listdir(folder):
        if name == LESSONS or _is_digest(name):
            try:
                os.unlink(os.path.join(folder, name))
            except FileNotFoundError:  # another hook does the same
                continue
    try:
        os.rmdir(folder)
    except OSError:  # another hook has just written to it: it is taken away when it is old
        return


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGITS // 2).hexdigest()


def _is_digest(name: str) -> bool:
    return len(name) == DIGITS and set(name) <= set("0123456789abcdef")
