"""The real transcripts that are measured on. They are not in the repository: `AFTERWIT_DATA` says where they are."""

import os
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


def folder() -> Path:
    """The data folder; a clear word where there is none."""
    place = Path(os.environ.get("AFTERWIT_DATA", HERE.parent.parent / "shared" / "data"))
    if not (place / "transcripts").is_dir():
        message = "No transcripts to measure on: set AFTERWIT_DATA to a folder with transcripts/<host>/<files>."
        raise SystemExit(message)
    return place


@cache
def transcripts(host: str = "") -> tuple[Path, ...]:
    """All transcript files, or those of one host."""
    return tuple(sorted(path for path in (folder() / "transcripts").glob(f"{host or '*'}/*") if path.is_file()))


def total_bytes(files: tuple[Path, ...]) -> int:
    """The size of all of them."""
    return sum(path.stat().st_size for path in files)
