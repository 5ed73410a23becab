"""Which placeholder stands for which secret within one session.

The ledger keeps keyed digests and never a secret, so it may be written to disk
beside the redacted text: without the key a digest cannot be tried against a
list of likely passwords.
"""

from collections.abc import Iterable
from hashlib import blake2b

DIGEST_SIZE = 16
KEY_SIZE = 64


class Ledger:
    """Numbers secrets, so that the same one always gets the same placeholder."""

    def __init__(self, key: bytes, known: Iterable[tuple[str, bytes, int]] = ()) -> None:
        """Open a ledger with the entries of an earlier run.

        A key longer than the hash takes is hashed down; it is not cut.
        """
        self._key = key if len(key) <= KEY_SIZE else blake2b(key).digest()
        self._numbers: dict[tuple[str, bytes], int] = {}
        self._highest: dict[str, int] = {}
        self._fresh: list[tuple[str, bytes, int]] = []
        for label, digest, number in known:
            self._numbers[label, digest] = number
            self._highest[label] = max(number, self._highest.get(label, 0))

    def placeholder(self, label: str, secret: bytes) -> bytes:
        """Give what is written in place of this secret."""
        digest = blake2b(secret, digest_size=DIGEST_SIZE, key=self._key).digest()
        entry = (label, digest)
        number = self._numbers.get(entry)
        if number is None:
            number = self._highest.get(label, 0) + 1
            self._numbers[entry] = self._highest[label] = number
            self._fresh.append((label, digest, number))
        return b"[REDACTED_%b:%d]" % (label.encode("ascii"), number)

    def fresh(self) -> list[tuple[str, bytes, int]]:
        """Give the entries added since the last call, for the caller to keep."""
        entries, self._fresh = self._fresh, []
        return entries
