"""Asks a server for embeddings: again and a little later where it is busy, and never longer than agreed."""

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import msgspec

from afterwit.adapters.embeddings.address import Address
from afterwit.errors import ModelFailed

MOST_BYTES = 64_000_000
"""Of an answer; 64 vectors of 4,096 numbers are a tenth of it."""
PAUSES = (1.0, 2.0, 4.0)
"""Seconds to wait before each further try, at least."""
LONGEST_PAUSE = 30.0
"""A server that asks for more is not waited for."""
TIMEOUT = 15.0
_CHUNK = 65_536
_WORDS = 150
_MISTAKE, _MISSING, _BUSY, _BROKEN = 400, 404, 429, 500
_NO_ENTRY = (401, 403)


class _Message(msgspec.Struct):
    message: str = ""


class _Complaint(msgspec.Struct):
    error: _Message | str = ""


class _Refusal(NamedTuple):
    why: str
    pause: float | None = None
    """Seconds after which another try may do; None where none will."""


class Server:
    """Sends questions to one address, with a key only where nobody else can read it."""

    def __init__(self, address: Address, key: str, *, timeout: float, wait: Callable[[float], None]) -> None:
        self._address = address
        self._key = key.strip()
        self._timeout = timeout
        self._wait = wait
        if self._key and not address.private:
            raise ModelFailed(
                f"A key is not sent to {address.shown}, where others could read it: use https, or have "
                "recall.embedder_key name a variable that is empty."
            )
        if not all("!" <= character <= "~" for character in self._key):
            raise ModelFailed("The key has signs that no key has: check the variable that recall.embedder_key names.")
        self._opener = _opener(address)

    def ask(self, question: bytes) -> bytes:
        """The answer to a question in JSON; raises ModelFailed where there is none."""
        answer = self._asked(question)
        for pause in PAUSES:
            if isinstance(answer, bytes) or answer.pause is None or answer.pause > LONGEST_PAUSE:
                break
            self._wait(max(pause, answer.pause))
            answer = self._asked(question)
        if isinstance(answer, bytes):
            return answer
        raise ModelFailed(answer.why)

    def _asked(self, question: bytes) -> bytes | _Refusal:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "afterwit"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._address.embeddings, question, headers, method="POST")  # noqa: S310 - http or https
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return self._content(response)
        except urllib.error.HTTPError as error:
            with error:
                return self._refusal(error)
        except urllib.error.URLError as error:
            return self._lost(error.reason)
        except (OSError, http.client.HTTPException) as error:
            return self._lost(error)

    def _content(self, response: http.client.HTTPResponse) -> bytes | _Refusal:
        parts: list[bytes] = []
        size = 0
        deadline = time.monotonic() + self._timeout
        while part := response.read1(_CHUNK):
            parts.append(part)
            size += len(part)
            if size > MOST_BYTES:
                return _Refusal(f"{self._address.shown} gives more than any answer is: check recall.embedder.")
            if time.monotonic() > deadline:
                return self._lost(TimeoutError())
        return b"".join(parts)

    def _lost(self, error: object) -> _Refusal:
        """No answer came."""
        shown = self._address.shown
        if isinstance(error, TimeoutError):
            return _Refusal(f"{shown} does not answer within {self._timeout:g} seconds: try again later.")
        said = getattr(error, "strerror", None) or str(error) or type(error).__name__
        why = self._shown(str(said)) or type(error).__name__
        broke_off = isinstance(error, (ConnectionError, http.client.HTTPException))
        if broke_off and not isinstance(error, ConnectionRefusedError):
            return _Refusal(f"{shown} broke off: {why}; try again later.", pause=0)
        return _Refusal(f"{shown} cannot be reached: {why}; check recall.embedder and that the server runs.")

    def _refusal(self, error: urllib.error.HTTPError) -> _Refusal:
        """The answer is no."""
        shown, code = self._address.shown, error.code
        if code in _NO_ENTRY:
            said = "does not accept the key" if self._key else "asks for a key"
            return _Refusal(f"{shown} {said} ({code}): check the variable that recall.embedder_key names.")
        if code < _MISTAKE:
            return _Refusal(f"{shown} leads elsewhere ({code}): set recall.embedder to where it leads.")
        told = f"{code}{self._complaint(error)}"
        if code == _MISSING:
            return _Refusal(
                f"{shown} has no embeddings or no such model ({told}): check recall.embedder and recall.embedder_model."
            )
        if code != _BUSY and code < _BROKEN:
            return _Refusal(f"{shown} refuses the request ({told}): check recall.embedder_model.")
        pause = _asked_pause(error.headers)
        later = f"in {pause:.0f} seconds" if pause else "later"
        return _Refusal(f"{shown} is busy or in trouble ({told}): try again {later}.", pause=pause)

    def _complaint(self, error: urllib.error.HTTPError) -> str:
        """What the server says is wrong, as a part of a sentence; nothing where that is not to be shown."""
        try:
            said = msgspec.json.decode(error.read(_CHUNK), type=_Complaint).error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OSError, http.client.HTTPException):
            return ""
        words = self._shown(said if isinstance(said, str) else said.message)
        return f", {words}" if words else ""

    def _shown(self, said: str) -> str:
        """A server's words as a part of a sentence; nothing where they are not to be shown."""
        words = " ".join(said.split())
        if not words.isprintable() or (self._key and "".join(self._key.split()) in "".join(words.split())):
            return ""
        return words[:_WORDS].rstrip(".")


def _asked_pause(headers: Message) -> float:
    """The seconds that a server asks to be left alone; 0 where it does not say."""
    asked = (headers.get("Retry-After") or "").strip()
    if asked.isascii() and asked.isdigit():
        return float(asked[:9])
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0


def _opener(address: Address) -> urllib.request.OpenerDirector:
    """What asks: follows no redirect, and goes past the proxies where the server is on this machine."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler({} if address.here else None),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener
