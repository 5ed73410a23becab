"""A name that promises a secret, and a value beside it.

`password = "…"`, `"token": "…"`, `DB_PASS=…`, `setPassword("…")`, `define('KEY', '…')`,
`<password>…</password>`, `password: str = "…"`, `if password == "…"`. The name and the form
of the value decide together; see `names` and `values`.
"""

from functools import lru_cache, partial
from typing import Protocol

from afterwit.redact.matching import follow
from afterwit.redact.names import Kind, kind_of
from afterwit.redact.plausible import DIGITS, LETTERS, WORD, colour_before, entropy
from afterwit.redact.rule import API_KEY, PASSWORD, SEPARATOR, TOKEN, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import bare_secret, is_name, is_term, quoted_secret

_PASSWORD_NAMES = rb"pass|pwd|pswd|psw|pw|senha|contrase|kennwort|parola|wachtwoord|clave|mdp|psk"
_SECRET_NAMES = rb"secret|[a-z_\-. ]key|mnemonic|seed[_ ]?phrase|[_\-.]auth|credential|creds|salt|nonce"
_TOKEN_NAMES = rb"token|bearer|jwt|sessid|session[_\-]?id|auth[_\-]?code|[_\-.]pat"
_TOKEN_WORDS = (b"token", b"bearer", b"jwt", b"sess", b"code", b"pat")
# Calls that take a name and its value.
_PAIRING_CALLS = tuple(
    call + b"("
    for call in b"define put set setproperty setenv putenv get getenv getordefault env setitem header "
    b"addheader param append property setattribute environ.get option setstring getstring".split()
)
_REST_OF_NAME = rb"[\w.\-]{0,24}"

_COMPARISONS = (
    *(b".equals", b".compareTo", b".eq", b".toBe", b".toEqual"),
    *(b".type", b".fill", b".send_keys", b".sendKeys"),
)
_TOKEN_BYTES = WORD + b"+/=.-%~"
# So long is no value that a person wrote.
_LONG = 200
_NAME_BYTES = LETTERS + DIGITS + b"_-.$"
# The last bytes are of the wide : and =.
_BEFORE_SEPARATOR = b" \t\"'`[])\\!?*<|\xef\xbc\x9a\x9d"

# A colour, as terminals get it, around a name or a value.
_COLOUR = rb"(?:\x1b\[[0-9;]{0,12}m)?"

_QUOTED = (
    rb'"(?:[^"\\\n]|\\[^\n])*"'
    rb"|'(?:[^'\\\n]|\\[^\n])*'"
    rb"|`[^`\n]*`"
    rb'|\\+"[^"\n]*\\+"'
    rb"|\\+'[^'\n]*\\+'"
    rb"|&quot;[^&\n]*&quot;"
)
# `: str =`, `: Optional[str] =`, `: &'static str =`
_TYPED = rb"[\"'`\])\\ \t!?]{0,6}:[ \t]?[&*]?(?:'static )?[A-Za-z][\w.<>\[\]|? ]{0,48}[ \t]=[ \t]"
# What may stand around a literal without changing it.
_WRAPPER = (
    rb"(?:(?:new )?(?:(?i:md5|sha1|sha2|sha256|crypt|password|encrypt|hash)|bytes\.fromhex|unhexlify|String::from"
    rb"|SecretStr|Secret|String|str|bytes|Buffer\.from|Some|Ok|atob|Base64\.decode"
    rb"|(?:base64\.)?b64decode|\[\]byte|Text|Just|T|std::string|QString|NSString|CString"
    rb"|bcrypt|Hash::make|make_password|hashpw|generate_password_hash|encode|encrypt"
    rb"|ConvertTo-SecureString)[ (](?:-String )?)?"
)
_LITERAL = rb"(?:[bBrRuUfLN@$]|u8|br|rb)?(?:" + _QUOTED + rb")"

# `PASSWORD '…'`, `password string = '…'`, `password || '…'`
_JOINED = rb"[)\]\"']{0,2}[ \t]{1,8}(?:string[ \t]?=[ \t]?|\|\|[ \t]?|\?\?[ \t]?|or[ \t])?"

_LITERAL_ALONE = rb"[ \t]{0,2}(" + _LITERAL + rb")[ \t]{0,2}[,)}]"

# `password: |` and the value on the next line; `password: !unsafe …`
_BLOCK_OF_YAML = rb"(?:[|>][+\-]?[ \t]*\r?\n[ \t]+|![\w]+[ \t]+)?"

_ASSIGNED = (
    rb"[=:>~\-]{0,2}[*_]{0,2}[ \t]*" + _COLOUR + _BLOCK_OF_YAML + rb"(?:\|\|[ \t]?|\?\?[ \t]?)?" + _WRAPPER
    + rb"(" + _LITERAL + rb"|\\{0,3}[\"'`]?[^\s\"'`\x1b]+)"
)  # fmt: skip


def name_before(data: bytes, low: int, end: int) -> tuple[int, bytes]:
    """Give the name that ends before this place, and where it starts."""
    head = data[low:end].rstrip(_BEFORE_SEPARATOR).removesuffix(b"&quot;")
    head = head.removesuffix(b"%3")
    if head[-1:] == b"m":
        head = head[: len(head) - colour_before(head)].rstrip(_BEFORE_SEPARATOR)
    stem = head.rstrip(_NAME_BYTES)
    name = head[len(stem) :]
    return low + len(stem), name.strip(b"-.$")


def _compared(data: bytes, low: int, at: int) -> bytes:
    """Give the name in `password.equals(`, `get('#password').type(`, `make_password(`."""
    head = data[low : at - 1]
    for comparison in _COMPARISONS:
        if head.endswith(comparison):
            head = head.removesuffix(comparison)
            break
    _, name = name_before(head, 0, len(head))
    for element in (b"Field", b"Input", b"_field", b"_input"):
        name = name.removesuffix(element)
    return name if _label(name) else name.partition(b"_")[2]


def _promises(data: bytes, low: int, at: int, label: str) -> bool:
    """Say whether the name before this place promises what the label says."""
    _, name = name_before(data, low, at - 1)
    return _label(name) == label or _label(_compared(data, low, at)) == label


def _strip_quotes(place: Place) -> tuple[int, int] | None:
    """Give the inside of a quoted literal, or nothing where the value stands bare."""
    start, end, data = place.start, place.end, place.data
    if data.startswith(b"&quot;", start):
        return start + 6, end - 6
    quote = data[end - 1 : end]
    if quote not in (b'"', b"'", b"`"):
        return None
    opening = data.find(quote, start, end - 1)
    before = data[start:opening] if opening >= 0 else b"?"
    if before.strip(b"\\").translate(None, LETTERS + b"8@$"):
        return None
    start, end = opening + 1, end - 1
    if before.endswith(b"\\"):
        end = start + len(data[start:end].rstrip(b"\\"))
    return start, end


@lru_cache(maxsize=8192)
def _label(name: bytes) -> str:
    """Give the label of what the name promises; empty for nothing."""
    kind = kind_of(name)
    if kind is Kind.NOTHING or name.startswith(b"REDACTED_"):
        return ""
    if kind is Kind.PASSWORD:
        return PASSWORD
    lowered = name.lower()
    return TOKEN if any(word in lowered for word in _TOKEN_WORDS) else API_KEY


def _first_on_line(data: bytes, low: int, start: int) -> bool:
    line = data[low:start]
    line = line[line.rfind(b"\n") + 1 :]
    words = line.replace(b"\xe2\x86\x92", b" ").split()
    return not words or (len(words) <= 2 and all(_leads_a_line(word) for word in words))  # noqa: PLR2004


def _leads_a_line(word: bytes) -> bool:
    # Line numbers, list and comment signs, diff marks, and the words before a name in a shell.
    return not word.translate(None, DIGITS + b"-+#>*|:/;\"'") or word in {
        b"export", b"set", b"ENV", b"ARG", b"-e", b"env", b"$", b"declare", b"setx", b"--env",
    }  # fmt: skip


def _cut_bare(value: bytes, *, config: bool) -> bytes:
    """End a bare value where another thing begins."""
    if value.isalnum():
        return value
    for sign in (b"\\n", b"\\r", b"\\t", b'\\"', b"<", b"&&", b"&amp;", b";", b"||"):
        value = value.partition(sign)[0]
    # In a query another name follows the sign; in a password it is a sign as others are.
    head, _, rest = value.partition(b"&")
    if not rest or b"=" in rest:
        value = head
    if not config:
        value = value.partition(b",")[0]
    while value and value[-1:] in b")]},.:;*_" and not _opens(value):
        value = value[:-1]
    return value.rstrip(b"\\,")


def _opens(value: bytes) -> bool:
    pairs = {b")": b"(", b"]": b"[", b"}": b"{"}
    return pairs.get(value[-1:], b"\0") in value


def _judged(place: Place, label: str, name: bytes, *, sure: bool, config: bool = False) -> Spans:
    """Judge name and value together.

    `sure` says that the form leaves no doubt that the value belongs to the name;
    otherwise a value must be quoted, and show by itself that it is no word.
    """
    if _label(name) != label:
        return ()
    kind = kind_of(name)
    inside = _strip_quotes(place)
    if inside is not None:
        value = place.data[inside[0] : inside[1]]
        return (inside,) if quoted_secret(kind, value) and (sure or not is_term(value)) else ()
    if place.end - place.start > _LONG:
        return _long(place, kind)
    if place.data[place.start] in b"\"'`{":
        return _in_braces(place, kind)
    value = _cut_bare(place.value, config=config)
    after = place.data[place.start + len(value) : place.start + len(value) + 1]
    if is_name(value) and after not in (b"\n", b"\r", b"", b"#", b"&", b"<", b"\\", SEPARATOR):
        config = False  # a word among words
    if not sure or after in (b"(", b"[") or not bare_secret(kind, value, config=config):
        return ()
    return ((place.start, place.start + len(value)),)


def _in_braces(place: Place, kind: Kind) -> Spans:
    """Judge `PWD={…};` of a connection string; a quote that opens and never closes is nothing."""
    value = place.value.partition(b"}")[0][1:]
    braced = place.value[:1] == b"{" and place.data[place.end - 1] in b"};" and place.data[place.at - 1] == ord("=")
    fits = braced and kind is Kind.PASSWORD and quoted_secret(kind, value) and not is_term(value) and b":" not in value
    return ((place.start + 1, place.start + 1 + len(value)),) if fits else ()


def _long(place: Place, kind: Kind) -> Spans:
    """Judge what is longer than a rule can see: a token of one run of bytes."""
    start = place.start + len(place.value) - len(place.value.lstrip(b"\"'`\\"))
    end = follow(place.data, start, _TOKEN_BYTES)
    begin = place.data[start : min(end, start + _LONG)]
    random = end - start >= _LONG and entropy(begin) > 4.5 and quoted_secret(kind, begin)  # noqa: PLR2004
    return ((start, end),) if random else ()


def _assigned(place: Place, label: str) -> Spans:
    start, name = name_before(place.data, place.low, place.at - 1)
    if place.data[start - 2 : start] == b"${" and place.data[place.at : place.at + 1] == b"?":
        return ()  # `${PASSWORD:?must be set}`
    if place.data[place.end - 1] in b"\"'`":
        return _judged(place, label, name, sure=True)
    tight = place.data[place.at : place.at + 1] not in (b" ", b"\t")
    config = (tight and name.isupper() and b"_" in name) or _first_on_line(place.data, place.low, start)
    config = config and place.value[-1:] not in (b",", b")", b";")
    # In YAML a blank follows the colon; in `passwd:shell` both sides are names.
    config = config and not (tight and place.data[place.at - 1 : place.at] == b":")
    config = config or place.data[start - 1 : start] in (b"&", b"?", b";")
    return _judged(place, label, name, sure=True, config=config)


def _typed(place: Place, label: str) -> Spans:
    """Judge `password: str = "…"`."""
    colon = place.data.rfind(b":", place.low, place.at)
    _, name = name_before(place.data, place.low, colon)
    return _judged(place, label, name, sure=True)


def _passed(place: Place, label: str) -> Spans:
    """Judge `put("password", "…")`: in a list of names, the next one is a name too."""
    start, name = name_before(place.data, place.low, place.at - 1)
    head = place.data[place.low : start].rstrip(b"\"'`\\ ")
    if head.endswith((b"[type=", b"[name=", b"[id=")):
        return _judged(place, label, name, sure=True)  # `fill("input[type=password]", "…")`
    if head.endswith((b":", b"=")):
        return ()  # the name is itself a value
    return _judged(place, label, name, sure=head.lower().endswith(_PAIRING_CALLS))


def _called(place: Place, label: str) -> Spans:
    """Judge `setPassword("…")` and `password.equals("…")`."""
    name = _compared(place.data, place.low, place.at)
    method = name.rpartition(b".")[2].lower()
    return _judged(place, label, name, sure=method.startswith((b"set", b"pass", b"with")))


def _spaced(place: Place, label: str) -> Spans:
    """Judge `PASSWORD '…'` and `#define PASSWORD "…"`."""
    head = place.data[place.low : place.at].rstrip(b"\"'`").removesuffix(b" N").rstrip(b"\"' \t?|=)]")
    typed = head.endswith(b" string")
    for word in (b" string", b" or"):
        head = head.removesuffix(word)
    start, name = name_before(head, 0, len(head))
    before = head[:start].rstrip().lower()
    if name in (b"pass", b"Pass"):
        return ()  # the verb
    sure = typed or name.isupper() or before.endswith((b"with", b"encrypted", b"define", b"login"))
    value = place.value
    if value in name:
        return ()  # `#define TYPE_PSK "PSK"`
    return place.when(_label(name) == label and quoted_secret(kind_of(name), value) and (sure or not is_name(value)))


def _valued(place: Place, label: str) -> Spans:
    """Judge `name="password" value="…"`, in XML, JSON and YAML."""
    _, name = name_before(place.data, place.low, _before_value(place))
    return _judged(place, label, name, sure=True, config=True)


def _before_value(place: Place) -> int:
    window = place.data[place.low : place.at].lower()
    before = window[: window.rfind(b"val")].rstrip(b" \t\r\n,;\"'")
    return place.low + len(before)


def _enclosed(place: Place, label: str) -> Spans:
    """Judge `<password>…</password>`."""
    start, name = name_before(place.data, place.low, place.at - 1)
    element = start > 0 and place.data[start - 1 : start] in (b"<", b":")
    value = place.value
    fits = _label(name) == label and quoted_secret(kind_of(name), value)
    return place.when(fits and (element or not is_name(value)))


def _in_part(place: Place, label: str) -> Spans:
    """Judge a part of a form: `name="password"`, an empty line, and the value."""
    head = place.data[place.low : place.at].rstrip(b"\r\n\\").removesuffix(b"\\n").rstrip(b"\\rn")
    _, name = name_before(head, 0, len(head))
    return _judged(place, label, name, sure=True, config=True)


# Encoded and in wide characters too; these are no letters, and have no other case.
_SEPARATORS = rb"(?:[=:]|<-|%3[AD]|(?-i:\xef\xbc[\x9a\x9d]))"


def _in_next_element(place: Place, label: str) -> Spans:
    """Judge `<key>password</key> <string>…</string>` and `<Password Type="x">…</Password>`."""
    head = place.data[place.low : place.at]
    closing = head.rfind(b"</")
    if closing < 0:
        tag = head[head.rfind(b"<") + 1 :].split(None, 1)
        name = tag[0].rpartition(b":")[2] if tag else b""
    else:
        _, name = name_before(head, 0, closing)
    return place.when(_label(name) == label and quoted_secret(kind_of(name), place.value))


_BEFORE_VALUE = rb"[\"']?(?:[,;][ \t\r\n]{0,40}|[ \t\r\n]{1,40})"
_CONTENT = rb"\s*(?:<!\[CDATA\[)?([^<>\s][^<>\n]*?)(?:\]\]>)?\s*</"


class _Judge(Protocol):
    def __call__(self, place: Place, /, label: str) -> Spans: ...


_FORMS: tuple[tuple[str, bytes, bytes, _Judge], ...] = (
    ("assignment", rb"(?:&quot;)?[\"'`\[\])\\ \t!?*|]{0,6}" + _COLOUR + _SEPARATORS, _ASSIGNED, _assigned),
    ("typed", _TYPED, _ASSIGNED, _typed),
    ("argument", rb"\]?\\?[\"'`][ \t]{0,3},", rb"[ \t\r\n]{0,20}(" + _LITERAL + rb")[ \t\r\n]{0,8}[,)\]};]", _passed),
    ("call", rb"[\"'\])]{0,3}(?:\.[A-Za-z_]{2,9})?[({]", _LITERAL_ALONE, _called),
    ("literal", _JOINED + rb"N?[\"'`]", rb"([^\"'`\n]{3,})[\"'`]", _spaced),
    ("value", _BEFORE_VALUE + rb"(?:[\"']?value|[\"']val)[\"']?[ \t]{0,2}[=:]", _ASSIGNED, _valued),
    ("part", rb"\\?[\"'](?:\r\n\r\n|\n\n|\\r\\n\\r\\n|\\n\\n)", rb"([^\s\\\"]{3,200})", _in_part),
    ("cell", rb"[ \t]?</[a-z]{1,10}>[ \t\r\n]{0,40}<[a-z]{1,10}>", _CONTENT, _in_next_element),
    ("attributes", rb"(?:[ \t][\w:.\-]{1,40}=[\"'][^\"'<>\xff]{0,200}[\"']){1,3}[ \t]?>", _CONTENT, _in_next_element),
    ("element", rb"[\"']?[ \t]?>", _CONTENT, _enclosed),
)  # fmt: skip


def _rules(label: str, names: bytes) -> tuple[Rule, ...]:
    return tuple(
        Rule(
            f"{label.lower().replace('_', '-')}-{form}",
            label,
            (Trigger(b"(?i)(?:" + names + b")" + _REST_OF_NAME + behind),),
            pattern,
            Origin.END,
            limit=320,
            guard=partial(_promises, label=label) if form in ("assignment", "argument", "call", "element") else None,
            check=partial(judge, label=label),
        )
        for form, behind, pattern, judge in _FORMS
    )


ASSIGNMENTS: tuple[Rule, ...] = (
    *_rules(PASSWORD, _PASSWORD_NAMES),
    *_rules(API_KEY, _SECRET_NAMES),
    *_rules(TOKEN, _TOKEN_NAMES),
)
