"""Secrets that span lines: private keys, Kubernetes secrets, rows of a table of users."""

from base64 import b64decode

from afterwit.redact.names import Kind, kind_of
from afterwit.redact.plausible import DIGITS, LETTERS, begins_word
from afterwit.redact.rule import PASSWORD, PRIVATE_KEY, SEPARATOR, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import SHORTEST_PASSWORD, is_out_of_question

# Between two lines of a key: a line end, as it is or escaped, with what code, diffs,
# quoted mail and numbered listings put around it.
_BREAK = (
    rb"(?:[\s\"',+.;>|&#*]|\\+[nrt\"\n]|[0-9]{1,5}(?:\xe2\x86\x92|[:|\t])|<br ?/?>|%0[AaDd]|&#(?:1[03]|x[AaDd]);"
    rb"|\x1b\[[0-9;]{0,12}m|\\+u000[ad])*"
)
_HEADERS = rb"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset)[^\n\\]*" + _BREAK + rb"){0,5}"
_LINES = rb"(?:[0-9A-Za-z+/=]{16,}" + _BREAK + rb")"
_END = rb"-----END[ A-Z0-9]{0,40}-----"

_PEM = rb"-?(" + _BREAK + _HEADERS + rb"(?:" + _LINES + rb"*[0-9A-Za-z+/=]*" + _BREAK + _END + rb"|" + _LINES + rb"+)|)"

_PUTTY = (
    rb"Private-Lines:[ \t]?[0-9]{1,4}(" + _BREAK + rb"(?:[0-9A-Za-z+/=]{4,}" + _BREAK + rb")+"
    rb"(?:Private-MAC:[ \t]?[0-9a-f]{16,})?)"
)


def _whole_key(place: Place) -> Spans:
    """Take the key with its first line, unless someone shortened it to dots."""
    data = place.data
    begin = data.rfind(b"BEGIN", max(place.low, place.at - 60), place.at)
    if begin < 0:
        return ()
    head = data[place.low : begin]
    begin = place.low + len((head[:-1] if head.endswith(b"- ") else head).rstrip(b"-"))
    # No key reaches into the next one; looking for that first keeps many begins cheap.
    following = data.find(b"BEGIN", place.at, place.high)
    finish = data.find(b"END ", place.at, following if following >= 0 else place.high)
    if finish >= 0:
        # Whatever a listing put before each line, all of it goes.
        closed = data.find(b"----", finish, finish + 60)
        end = closed + len(data[closed : closed + 5].rstrip(b"\n \t\r\"'\\<" + SEPARATOR)) if closed >= 0 else finish
        body = data[place.at : finish]
    else:
        end, body = place.end, place.value
    return ((begin, end),) if _key_bytes(body) >= 24 else ()  # noqa: PLR2004


def _key_bytes(body: bytes) -> int:
    """Count the bytes of a key: those in words as long as no other word is."""
    words = body.translate(_BASE64_ALONE).split()
    return sum(len(word) for word in words if len(word) >= 12)  # noqa: PLR2004


def _lines_before(place: Place) -> Spans:
    """Give the lines of a key of which only the end was shown."""
    data = place.data
    line = data.rfind(b"-----END", max(0, place.at - 60), place.at)
    begin = line
    while begin > 0 and line - begin < _FURTHEST:
        above = data.rfind(b"\n", max(0, begin - 202), begin - 1) + 1
        content = data[above : begin - 1].strip(b" \t\r+>|#")
        if not above or len(content) < 16 or content.translate(None, _KEY_BYTES):  # noqa: PLR2004
            break
        begin = above
    return ((begin, place.at),) if 0 <= begin < line else ()


_KEY_BYTES = LETTERS + DIGITS + b"+/="
_BASE64_ALONE = bytes(byte if byte in _KEY_BYTES else ord(" ") for byte in range(256))
_FURTHEST = 8192


def _encoded_key(place: Place) -> Spans:
    """Take base64 of a key file; certificates and public keys may stay."""
    begin = place.value[: len(place.value) // 4 * 4][:80]
    kind = b64decode(begin).partition(b"\n")[0]
    public = kind.endswith(b"-----") and kind.isascii() and b"PRIVATE" not in kind
    return place.when(not public)


def _is_web_key(data: bytes, _low: int, at: int) -> bool:
    return data.find(b"kty", max(0, at - 2048), at + 2048) >= 0


def _has_data(data: bytes, _low: int, at: int) -> bool:
    return data.find(b"ata:", max(0, at - 4096), at + 4096) >= 0


def _kubernetes_values(place: Place) -> Spans:
    """Give every value under `data:` or `stringData:` of a Secret.

    kubectl sorts the fields, so the data stands before the kind as often as after it.
    """
    data = place.data
    # A document ends where the next one begins, or says again what kind it is.
    kind = data.rfind(b"kind:", place.low, place.at)
    low = max(0, place.at - 4096)
    low = data.rfind(SEPARATOR, low, place.at) + 1 or low
    begin = max(low, data.rfind(b"\n---", low, kind), data.rfind(b"kind:", low, kind))
    ends = (data.find(b"\n---", place.at, place.high), data.find(b"\nkind:", place.at - 1, place.high))
    finish = min((end for end in ends if end >= 0), default=-1)
    spans: list[tuple[int, int]] = []
    position = begin
    depth = -1
    for line in data[begin : finish if finish >= 0 else place.high].splitlines(keepends=True):
        name, colon, value = line.partition(b":")
        indent = len(name) - len(name.lstrip(b" "))
        content = value.partition(b" #")[0].strip()
        if name.strip() in (b"data", b"stringData") and not content:
            depth = indent
        elif depth >= 0 and colon and indent > depth:
            if (
                len(content) > SHORTEST_PASSWORD
                and content[:1] != b"["
                and not is_out_of_question(content.strip(b"\"'"))
            ):
                start = position + line.rindex(content)
                spans.append((start, start + len(content)))
        elif content or name.strip():
            depth = -1
        position += len(line)
    return tuple(spans)


def _inserted_passwords(place: Place) -> Spans:
    """Give the values of password columns in `INSERT INTO t (…) VALUES (…), (…)`."""
    data = place.data
    columns_end = data.find(b")", place.start, place.high)
    columns = data[place.start : columns_end].split(b",") if columns_end > 0 else []
    wanted = [
        index
        for index, column in enumerate(columns)
        if kind_of(column.strip(b" \t\r\n`\"'[]")) in (Kind.PASSWORD, Kind.SECRET)
    ]
    values = data[columns_end + 1 : columns_end + 16].lstrip(b" \t\r\n+-|>\\nrt")[:6].lower()
    if not wanted or values != b"values":
        return ()
    spans: list[tuple[int, int]] = []
    position = data.find(b"(", columns_end, place.high)
    while position >= 0:
        row, position = literals(data, position + 1, place.high)
        for index in wanted:
            if index < len(row) and row[index][1] - row[index][0] >= SHORTEST_PASSWORD:
                start, end = row[index]
                if not is_out_of_question(data[start:end]):
                    spans.append((start, end))
        following = data[position : position + 16].lstrip(b" \t\r\n,")
        position = data.find(b"(", position, position + 16) if following[:1] == b"(" else -1
    return tuple(spans)


def literals(data: bytes, position: int, high: int) -> tuple[list[tuple[int, int]], int]:
    """Give where the quoted values of one row stand (others are empty), and where it ends."""
    row: list[tuple[int, int]] = [(position, position)]
    while position < high:
        byte = data[position : position + 1]
        if byte in (b"'", b'"'):
            end = data.find(byte, position + 1, high)
            if end < 0:
                break
            row[-1] = (position + 1, end)
            position = end
        elif byte == b",":
            row.append((position, position))
        elif byte == b")":
            return row, position + 1
        position += 1
    return row, high


BLOCKS: tuple[Rule, ...] = (
    Rule(
        "encoded-private-key",
        PRIVATE_KEY,
        (Trigger(b"LS0tLS1CRUdJTi", 14),),
        b"LS0tLS1CRUdJTi[0-9A-Za-z+/]{60,}=*",
        guard=begins_word,
        tail=LETTERS + DIGITS + b"+/=",
        check=_encoded_key,
    ),
    Rule(
        "private-key",
        PRIVATE_KEY,
        (Trigger(rb"PRIVATE KEY(?: BLOCK)? ?----"),),
        _PEM,
        Origin.END,
        limit=65_536,
        check=_whole_key,
    ),
    Rule(
        "end-of-private-key",
        PRIVATE_KEY,
        (Trigger(rb"-----END [A-Z0-9 ]{0,24}PRIVATE KEY-----"),),
        b"()",
        Origin.END,
        limit=_FURTHEST,
        check=_lines_before,
    ),
    Rule(
        "json-web-key",
        PRIVATE_KEY,
        (Trigger(rb"[\"'](?:d|p|q|dp|dq|qi|k)\\?[\"'][ \t]{0,2}:"),),
        rb"\s{0,2}\\?[\"']([\w\-+/=]{20,})",
        Origin.END,
        limit=1024,
        guard=_is_web_key,
        tail=_KEY_BYTES + b"_-",
    ),
    Rule(
        "xml-private-key",
        PRIVATE_KEY,
        (Trigger(rb"<(?:D|P|Q|DP|DQ|InverseQ)>"),),
        rb"\s*([0-9A-Za-z+/=]{40,})",
        Origin.END,
        tail=_KEY_BYTES,
    ),
    Rule(
        "putty-private-key",
        PRIVATE_KEY,
        (Trigger(b"Private-Lines:", 14),),
        _PUTTY,
        limit=16_384,
    ),
    Rule(
        "kubernetes-secret",
        PASSWORD,
        (Trigger(rb"kind:[ \t]{0,2}[\"']?Secret[\"']?[ \t\r]{0,2}\n"),),
        b"()",
        Origin.END,
        limit=4096,
        guard=_has_data,
        check=_kubernetes_values,
    ),
    Rule(
        "sql-insert",
        PASSWORD,
        (Trigger(rb"(?i)insert[ \t\n]{1,4}(?:ignore[ \t]{1,4})?into[ \t\n]{1,4}[\w.`\"\[\]]{1,80}[ \t\n]{0,4}\("),),
        rb"([^()]+)\)",
        Origin.END,
        limit=4096,
        check=_inserted_passwords,
    ),
)
