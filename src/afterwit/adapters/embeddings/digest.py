"""What a file is known by."""

import hashlib
from pathlib import Path

from afterwit.errors import ModelFailed


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelFailed(
            f"{path} cannot be read: {error.strerror}; check that it is there and may be read."
        ) from error
