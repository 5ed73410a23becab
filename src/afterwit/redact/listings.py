"""Secrets known by the listing they stand in: what a command printed, a file of accounts, a block."""

from afterwit.redact.assignments import name_before
from afterwit.redact.carriers import is_token
from afterwit.redact.names import Kind, kind_of
from afterwit.redact.plausible import DIGITS, LETTERS, is_dense
from afterwit.redact.rule import API_KEY, PASSWORD, REACH, TOKEN, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import (
    SHORTEST_KEY,
    SHORTEST_PASSWORD,
    SHORTEST_SECRET,
    has_digit,
    has_letter,
    is_name,
    is_out_of_question,
    is_slug,
    looks_random,
    quoted_secret,
)

_LONGEST_CODE = 40


def _recovery_codes(place: Place) -> Spans:
    """Give the codes that follow the words: one on a line, or in a list."""
    spans: list[tuple[int, int]] = []
    position = place.start
    for line in place.value.splitlines(keepends=True):
        before = len(spans)
        for word in line.replace(b",", b" ").replace(b"\\n", b"  ").split():
            code = word.strip(b"\"'`[](){}*.;+")
            start = place.data.find(code, position) if code else position
            if _is_code(code):
                spans.append((start, start + len(code)))
            position = start + len(code)
        if spans and len(spans) == before:
            break
    # One alone may be a name with a digit in it.
    return tuple(spans) if len(spans) > 1 else ()


def _is_code(word: bytes) -> bool:
    parts = word.split(b"-")
    return (
        SHORTEST_SECRET <= len(word) <= _LONGEST_CODE
        and all(part.isalnum() for part in parts)
        and len({len(part) for part in parts}) == 1
        and has_digit(word)
        and not is_out_of_question(word)
    )


def _printed(place: Place) -> Spans:
    """Judge the line that a command printed."""
    value = place.value
    mixed = has_letter(value) and has_digit(value) and not is_slug(value) and not is_name(value)
    return place.when((mixed or looks_random(value)) and is_dense(value) and not is_out_of_question(value))


def _decoded(place: Place) -> Spans:
    """Judge what base64 gave: a secret only where one was asked for."""
    asked = b"secret" in place.data[place.low : place.at]
    return place.when(asked and not is_name(place.value.lower()) and not is_out_of_question(place.value)) or (
        _printed(place) if asked else ()
    )


def _after_protocols(place: Place) -> Spans:
    """Give the words after SHA, MD5, AES or DES in the line of an SNMP user."""
    spans: list[tuple[int, int]] = []
    position = place.start
    protocol = False
    for word in place.value.split():
        value = word.strip(b"\"'\\")
        start = place.data.index(word, position) + word.index(value)
        position = start + len(value)
        if protocol and len(value) >= SHORTEST_SECRET and not is_out_of_question(value):
            spans.append((start, position))
        protocol = word.upper().startswith((b"SHA", b"MD5", b"AES", b"DES"))
    return tuple(spans)


def _accounts(place: Place) -> Spans:
    """Give the passwords in lines of `user:password`."""
    spans: list[tuple[int, int]] = []
    position = place.start
    for line in place.value.splitlines(keepends=True):
        content = line.strip(b" \t\r\n+-|>")
        user, colon, value = content.partition(b":")
        plain = colon and user and not user.translate(None, LETTERS + DIGITS + b"_.-")
        if plain and len(value) >= SHORTEST_PASSWORD and value[:1] not in b" \t|" and _is_chosen(value):
            start = position + line.index(b":" + value) + 1
            spans.append((start, start + len(value)))
        position += len(line)
    return tuple(spans)


def _is_chosen(value: bytes) -> bool:
    return value not in (b"R", b"RANDOM") and quoted_secret(Kind.PASSWORD, value)


def _is_password(place: Place) -> Spans:
    return place.when(quoted_secret(Kind.PASSWORD, place.value))


def _default_of_variable(place: Place) -> Spans:
    """Judge the default of a variable in Terraform by the variable's name."""
    head = place.data[place.low : place.at].rstrip(b" \t{")
    _, name = name_before(head, 0, len(head))
    kind = kind_of(name)
    return place.when(kind is not Kind.NOTHING and quoted_secret(kind, place.value))


def _session(place: Place) -> Spans:
    """Judge the value of a cookie by its name, which stands before `"value":`."""
    head = place.data[place.low : place.at].lower()
    name = head[head.rfind(b"name") + 4 :]
    kept = any(word in name for word in (b"sess", b"sid", b"auth", b"token", b"jwt", b"remember", b"csrf"))
    return is_token(place) if kept else ()


def _logged_in(place: Place) -> Spans:
    """Judge `tool auth …`: a word that no command or host could be."""
    value = place.value
    digits = len(value) - len(value.translate(None, DIGITS))
    return place.when(digits > 3 and len(value) >= SHORTEST_KEY and quoted_secret(Kind.SECRET, value))  # noqa: PLR2004


# What prints a secret when it is run.
_PRINTERS = (
    rb"pass show[ ]", rb"op read[ ]", rb"gopass show[ ]", rb"vault kv get -field", rb"vault read -field",
    rb"gcloud secrets versions access", rb"find-generic-password", rb"find-internet-password",
    rb"get-secret-value[ ]", rb"secret show[ ]", rb"pwgen[ ]", rb"openssl rand[ ]", rb"keyring get[ ]",
    rb"auth print-access-token", rb"gh auth token", rb"secret-tool lookup",
)  # fmt: skip
_NEXT_LINE = rb"[^\n\\\xff]{0,160}(?:\n|\\n|\\r\\n)[ \t]{0,4}"

LISTINGS: tuple[Rule, ...] = (
    Rule(
        "recovery-codes",
        TOKEN,
        (Trigger(rb"(?i)(?:recovery|backup|scratch|emergency|rescue|one-time)[ _\-]?codes?"),),
        rb"([^\xff]+)",
        Origin.END,
        limit=512,
        check=_recovery_codes,
    ),
    Rule(
        "printed-secret",
        PASSWORD,
        tuple(Trigger(printer) for printer in _PRINTERS),
        _NEXT_LINE + rb"([^\s\"'\\]{8,200})(?:[\s\"'\\\xff])",
        Origin.END,
        check=_printed,
    ),
    Rule(
        "decoded-secret",
        PASSWORD,
        (Trigger(rb"base64 (?:-d|-D|--decode)"),),
        _NEXT_LINE + rb"([^\s\"'\\]{6,200})(?:[\s\"'\\\xff])",
        Origin.END,
        check=_decoded,
    ),
    Rule(
        "snmp-user",
        PASSWORD,
        (Trigger(rb"createUser[ \t]"), Trigger(rb"snmp-server user[ \t]")),
        rb"([^\n\xff]+)",
        Origin.END,
        check=_after_protocols,
    ),
    Rule(
        "ppp-secret",
        PASSWORD,
        (Trigger(rb"[\w\"][ \t]{1,8}\*[ \t]{1,8}\""),),
        rb"([^\"\n\\]{4,})\"(?:[ \t]+(?:\*|[0-9.]+))?[ \t\r]*[\n\xff]",
        Origin.END,
        limit=REACH,
        check=_is_password,
    ),
    Rule(
        "account-list",
        PASSWORD,
        (Trigger(b"chpasswd:"), Trigger(b"chpasswd <<")),
        rb"([^\xff]+)",
        Origin.END,
        limit=512,
        check=_accounts,
    ),
    Rule(
        "terraform-default",
        API_KEY,
        (Trigger(rb"variable[ \t]{1,4}\\?\"[\w\-]{1,80}\\?\"[ \t]{0,4}\{"),),
        rb"[^{}]*?default[ \t]*=[ \t]*\\?\"([^\"\n\\]+)\\?\"",
        Origin.END,
        check=_default_of_variable,
    ),
    Rule(
        "cookie-jar",
        TOKEN,
        (Trigger(rb"\t(?:TRUE|FALSE)\t[0-9]{1,12}\t[^ \t-\r\xff]{1,64}\t"),),
        rb"([^ \t-\r]{12,})",
        Origin.END,
        check=is_token,
    ),
    Rule(
        "cookie-object",
        TOKEN,
        (Trigger(rb"[\"']name\\?[\"']:[ ]?\\?[\"'][\w.\-]{1,64}\\?[\"'],[ \t\r\n]{0,20}\\?[\"']value\\?[\"']:"),),
        rb"[ ]?\\?[\"']([^\"'\\\s]{12,})\\?[\"'],\s*\\?[\"'](?:domain|path|url|expires|expirationDate|httpOnly)",
        Origin.END,
        check=_session,
    ),
    Rule(
        "tool-login",
        TOKEN,
        (Trigger(rb"[a-z] (?:auth|login|authtoken|add-authtoken|set-token|config-token)[ \t]"),),
        rb"(?:(?:-t|--token|-k|--key|--relogin)[ \t=])?[\"']?([\w\-]{20,200})(?:[\s\"'`\\\xff])",
        Origin.END,
        check=_logged_in,
    ),
)
