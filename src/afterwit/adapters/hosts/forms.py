"""A host's file as bytes, whatever its form: with our entries, without them, and which of them are missing."""

from pathlib import Path

from afterwit.adapters.hosts import json_parts, toml_edit
from afterwit.adapters.hosts.host import Server, Settings
from afterwit.adapters.hosts.json_text import NotJson, place
from afterwit.adapters.hosts.toml_edit import NotToml
from afterwit.errors import WrongUse

BOM = b"\xef\xbb\xbf"


def merged(settings: Settings, at: Path, now: bytes | None, before: bytes | None) -> tuple[bytes, list[str]]:
    """The file with our entries, and what had to be left; `before` is the file before we first came."""
    if settings.form == "text":
        if now is not None and not is_ours(settings, now):
            raise WrongUse(
                f"{at} is not Afterwit's, and one of that name is needed: move it away, then run this again."
            )
        return settings.text.encode(), []
    mark, text = _decoded(at, now or b"")
    _, old = _decoded(at, before or b"")
    try:
        if settings.form == "toml":
            changed, notes = toml_edit.merged(text, _server(settings))
        else:
            changed, notes = json_parts.merged(text, settings.parts, old)
    except (NotJson, NotToml) as error:
        raise _told(at, text, error) from error
    return mark + changed.encode(), [f"{at}: {note}" for note in notes]


def stripped(settings: Settings, at: Path, now: bytes, before: bytes | None) -> bytes | None:
    """The file without our entries; None where there is nothing left of it, and there was none before."""
    if settings.form == "text":
        return before if now == settings.text.encode() else now
    mark, text = _decoded(at, now)
    old = None if before is None else _decoded(at, before)[1]
    try:
        if settings.form == "toml":
            left = toml_edit.stripped(text, _server(settings), old)
        else:
            left = json_parts.stripped(text, settings.parts, old)
    except (NotJson, NotToml) as error:
        raise _told(at, text, error) from error
    return None if before is None and not left else mark + left.encode()


def unmerged(settings: Settings, at: Path, now: bytes) -> bytes | None:
    """The file without our entries, where nobody knows what it was before: it stays, though it may be empty."""
    if settings.form == "text":
        return None if now == settings.text.encode() else now
    return stripped(settings, at, now, b"{}" if settings.form == "json" else b"\n")


def lacking(settings: Settings, at: Path, now: bytes | None) -> list[str]:
    """Which of our entries are not in the file, for people."""
    if now is None:
        return ["the file"]
    if settings.form == "text":
        return [] if is_ours(settings, now) else ["the plugin"]
    _, text = _decoded(at, now)
    try:
        if settings.form == "toml":
            return toml_edit.lacking(text, _server(settings))
        return json_parts.lacking(text, settings.parts)
    except (NotJson, NotToml) as error:
        raise _told(at, text, error) from error


def is_ours(settings: Settings, now: bytes) -> bool:
    """Whether a file that would be ours alone is ours."""
    marked = bool(settings.mark) and now.partition(b"\n")[0].strip() == settings.mark.encode()
    return marked or now == settings.text.encode()


def _server(settings: Settings) -> Server:
    return next(part for part in settings.parts if isinstance(part, Server))


def _decoded(at: Path, content: bytes) -> tuple[bytes, str]:
    mark = BOM if content.startswith(BOM) else b""
    body = content[len(mark) :]
    try:
        return mark, body.decode()
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        column = error.start - body.rfind(b"\n", 0, error.start)
        raise WrongUse(_sentence(at, f"line {line}, column {column}", "this is no valid UTF-8")) from error


def _told(at: Path, text: str, error: NotJson | NotToml) -> WrongUse:
    if isinstance(error, NotToml):
        return WrongUse(f"{at} cannot be changed: {error}; mend it and run this again, nothing was changed.")
    line, column = place(text, error.at)
    return WrongUse(_sentence(at, f"line {line}, column {column}", error.why))


def _sentence(at: Path, where: str, why: str) -> str:
    return f"{at} cannot be changed ({where}: {why}): mend it and run this again, nothing was changed."
