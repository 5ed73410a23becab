"""Logs that are lines of text: when a line was written, and the numbers of people out of what it says."""

from collections.abc import Iterable, Iterator

from afterwit.intake import shapes
from afterwit.intake.source import Source
from afterwit.redact.matching import Matching, matching_in

TIME = (
    rb"\[?([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?)"
    rb"(?:[ ]?(Z\b|UTC\b|GMT\b|[+-][0-9]{2}:?[0-9]{2}))?\]?"
)
"""Date and time at the start of a line: two groups, the second for the time zone."""
SEPARATOR = rb"[ \t]*[-|:]?[ \t]*"

NUMBER_MARK = "[number]"
FEWEST_DIGITS = 5
"""A party with as many digits as this is a number; anything else is a name."""
FEWEST_LINES = 2

_number = matching_in(rb"\+[1-9][0-9]{7,14}")


def text_lines(source: Source) -> Iterator[bytes]:
    """Every line that is not blank, without its end; bytes that are no UTF-8 are replaced, and noted."""
    for raw in source.lines():
        line = raw.rstrip(b"\r\n")
        if not line:
            continue  # all that stood there was a byte order mark
        try:
            line.decode()
        except UnicodeDecodeError:
            source.findings.note("mended", source.line)
            line = line.decode(errors="replace").encode()
        yield line


def groups(matching: Matching, line: bytes) -> list[str] | None:
    """What the groups of a pattern match at the start of a line, and last the rest of it; None where it does not."""
    (_, end), *spans = matching(line, 0, len(line))
    if end < 0:
        return None
    found = [line[first:last].decode(errors="replace") if first >= 0 else "" for first, last in spans]
    return [*found, line[end:].decode(errors="replace")]


def moment(time: str, zone: str) -> int | None:
    """The two groups of `TIME` as milliseconds since 1970; a time without a zone is taken for UTC."""
    return shapes.moment(time.replace(",", ".") + ("Z" if zone in {"", "UTC", "GMT"} else zone))


def mostly(lines: int, of_the_form: int) -> bool:
    """Whether this is such a log: two lines of the form at least, and half of all that could be."""
    return of_the_form >= FEWEST_LINES and of_the_form * 2 >= lines


def is_number(party: str) -> bool:
    """Whether a party of a conversation is given by number."""
    return sum(map(str.isdigit, party)) >= FEWEST_DIGITS


def without_numbers(text: str, parties: Iterable[str] = ()) -> str:
    """The text without telephone numbers: those in international form, and those of the parties as they stand."""
    for party in parties:
        text = text.replace(party, NUMBER_MARK)
    if "+" not in text:
        return text
    data, pieces, start = text.encode(errors="replace"), list[bytes](), 0
    while (found := _number(data, start, len(data))[0])[0] >= 0:
        pieces += [data[start : found[0]], NUMBER_MARK.encode()]
        start = found[1]
    return (b"".join(pieces) + data[start:]).decode() if start else text
