"""Made-up values, drawn from a seeded generator: none was ever issued to anyone."""

import base64
import json
import re
import uuid
from collections.abc import Callable, Mapping
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from .words import FIRST, LAST, MAIL_HOSTS, NOUNS, PIECES, SENTENCES, TLDS, VERBS


class Value(NamedTuple):
    """What a slot becomes, and what of it must go when the slot is a secret."""

    text: str
    parts: tuple[str, ...]


ALPHABETS = {
    "an": ascii_letters + digits,
    "al": ascii_letters,
    "lo": ascii_lowercase + digits,
    "up": ascii_uppercase + digits,
    "hx": "0123456789abcdef",
    "HX": "0123456789ABCDEF",
    "dg": digits,
    "b6": ascii_letters + digits + "+/",
    "us": ascii_letters + digits + "-_",
    "b3": ascii_uppercase + "234567",
    "bc": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}
_RUN = re.compile(r"\{(an|al|lo|up|hx|HX|dg|b6|us|b3|bc)(\d+)\}|\{uuid\}")
_PART = re.compile(r"(.*?)<(.*)>(.*)")
_QUOTED_MARKS = "!@#$%^&*+-._=?~"
_PLAIN_MARKS = "!@^+-._~"
_URL_MARKS = ("!", ".", "_", "-", "~", "*", "%40", "%23", "%21", "%2B")
_LEET = str.maketrans("aoeiAOEI", "40314031")


def chars(rng: Random, alphabet: str, count: int) -> str:
    """Draw a run of characters; a run of digits never starts with a zero."""
    run = "".join(rng.choices(ALPHABETS[alphabet], k=count))
    return f"7{run[1:]}" if alphabet == "dg" and run.startswith("0") else run


def make_uuid(rng: Random) -> str:
    """Draw a version 4 UUID."""
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def expand(shape: str, rng: Random) -> Value:
    """Fill a shape: "{an36}" is 36 alphanumerics, "<...>" bounds the secret part."""

    def fill(text: str) -> str:
        return _RUN.sub(lambda m: chars(rng, m[1], int(m[2])) if m[1] else make_uuid(rng), text)

    if part := _PART.fullmatch(shape):
        before, secret, after = (fill(text) for text in part.groups())
        return Value(before + secret + after, (secret,))
    whole = fill(shape)
    return Value(whole, (whole,))


def password(rng: Random, marks: tuple[str, ...] | str = _QUOTED_MARKS) -> str:
    """Make a password of the sort people choose."""
    one, two = rng.sample(PIECES, 2)
    mark, other = rng.choice(marks), rng.choice(marks)
    number = str(rng.randint(10, 9999))
    match rng.randrange(6):
        case 0:
            return f"{one}{two}{number}{mark}"
        case 5:
            return f"{one}{two}{number}"
        case 1:
            return f"{one.lower()}{mark}{two}{other}{number}"
        case 2:
            return f"{one.translate(_LEET)}{mark}{rng.randint(1988, 2026)}"
        case 3:
            return f"{one}{mark}{number}{two.lower()}"
        case _:
            return f"{one[:4].lower()}{number}{mark}{two[:5].upper()}{other}{number[0]}"


def _symbols(rng: Random) -> str:
    alphabet = ALPHABETS["an"] * 2 + _QUOTED_MARKS
    first, last = (chars(rng, "al", 1) for _ in range(2))
    return first + "".join(rng.choices(alphabet, k=rng.randint(12, 22))) + last


def _address(rng: Random, style: str) -> str:
    first, last = rng.choice(FIRST), rng.choice(LAST)
    domain = f"{rng.choice(NOUNS)}{rng.choice(('-', ''))}{rng.choice(PIECES).lower()}"
    domain = f"{domain}.{rng.choice(TLDS)}"
    local = rng.choice((f"{first}.{last}", f"{first[0]}{last}", f"{first}_{last[:3]}"))
    match style:
        case "tag":
            return f"{local}+{rng.choice(NOUNS)}@{domain}"
        case "sub":
            return f"{local}@{rng.choice(('mail', 'eu.corp', 'cs.uni'))}.{domain}"
        case "free":
            return f"{local}{rng.randint(10, 999)}@{rng.choice(MAIL_HOSTS)}"
        case _:
            return f"{local}@{domain}"


def _ip4(rng: Random, style: str) -> str:
    def tail(count: int) -> str:
        return ".".join(str(rng.randint(2, 253)) for _ in range(count))

    match style:
        case "ten":
            return f"10.{tail(3)}"
        case "home":
            return f"192.168.{tail(2)}"
        case "pod":
            return f"172.{rng.randint(16, 31)}.{tail(2)}"
        case _:
            first = (23, 31, 46, 62, 77, 81, 93, 104, 139, 146, 159, 178, 185, 212)
            return f"{rng.choice(first)}.{tail(3)}"


def _ip6(rng: Random, style: str) -> str:
    groups = [f"{rng.randint(0x1000, 0xFFFF):x}" for _ in range(8)]
    match style:
        case "local":
            return "fe80::" + ":".join(groups[:4])
        case "ula":
            return f"fd{groups[0][:2]}:{groups[1]}:{groups[2]}::{groups[3]}"
        case "full":
            return f"2a02:{':'.join(groups[1:])}"
        case _:
            return f"2a01:{groups[1][:3]}:{groups[2]}::{groups[3]}"


def _account(rng: Random, _style: str) -> str:
    first, last = rng.choice(FIRST), rng.choice(LAST)
    forms = (f"{first}.{last}", f"{first[0]}{last}", f"{first}_{last[0]}", last)
    return rng.choice((*forms, f"{first}-{last[:2]}", f"{first}{rng.randint(70, 99)}"))


def _b64url(data: Mapping[str, object]) -> str:
    raw = json.dumps(data, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _jwt(rng: Random, style: str) -> Value:
    claims: dict[str, object] = {"sub": chars(rng, "lo", 12), "iat": 1_750_000_000}
    header = {"alg": "HS256", "typ": "JWT"}
    length = 43
    if style == "rs":
        header, length = {"alg": "RS256", "kid": chars(rng, "us", 27)}, 342
        claims |= {"aud": rng.choice(NOUNS), "scope": "openid profile"}
    if style == "k8s":
        header, length = {"alg": "RS256", "kid": ""}, 342
        claims["iss"] = "kubernetes/serviceaccount"
        claims["kubernetes.io/serviceaccount/namespace"] = rng.choice(NOUNS)
    payload, signature = _b64url(claims), chars(rng, "us", length)
    return Value(f"{_b64url(header)}.{payload}.{signature}", (payload, signature))


def _pem(rng: Random, label: str, newline: str, lines: int) -> Value:
    body = [chars(rng, "b6", 64) for _ in range(lines)]
    body.append(chars(rng, "b6", 43) + "=")
    fence = "-" * 5
    whole = (f"{fence}BEGIN {label}{fence}", *body, f"{fence}END {label}{fence}")
    return Value(newline.join(whole), tuple(body))


def _basic(rng: Random, _arg: str) -> str:
    pair = f"{rng.choice(NOUNS)}:{password(rng)}"
    return base64.b64encode(pair.encode()).decode()


def _encoded(rng: Random, _arg: str) -> str:
    return base64.b64encode(password(rng).encode()).decode()


def _person(rng: Random, _arg: str) -> Value:
    names = (rng.choice(FIRST).title(), rng.choice(LAST).title())
    return Value(" ".join(names), names)


def _clock(rng: Random, _arg: str) -> str:
    hour, rest = rng.randrange(24), (rng.randrange(60), rng.randrange(60))
    return f"{hour:02}:{rest[0]:02}:{rest[1]:02}"


def _date(rng: Random, _arg: str) -> str:
    return f"202{rng.randint(3, 6)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _version(rng: Random, _arg: str) -> str:
    return f"{rng.randint(0, 9)}.{rng.randint(0, 30)}.{rng.randint(0, 20)}"


def _colons(rng: Random, count: str) -> str:
    return ":".join(chars(rng, "hx", 2) for _ in range(int(count)))


Maker = Callable[[Random, str], str | Value]

MAKERS: dict[str, Maker] = {
    # secrets
    "pw": lambda rng, _: password(rng),
    "pwx": lambda rng, _: password(rng, _PLAIN_MARKS),
    "pwurl": lambda rng, _: password(rng, _URL_MARKS),
    "pwrand": lambda rng, _: chars(rng, "an", rng.randint(14, 24)),
    "pwsym": lambda rng, _: _symbols(rng),
    "phrase": lambda rng, sep: (sep or "-").join(rng.sample(PIECES, 4)).lower(),
    "basic": _basic,
    "encoded": _encoded,
    "jwt": _jwt,
    "pem": lambda rng, label: _pem(rng, label, "\n", rng.randint(6, 12)),
    "pemesc": lambda rng, label: _pem(rng, label, r"\n", rng.randint(5, 20)),
    "pemesc2": lambda rng, label: _pem(rng, label, r"\\n", rng.randint(5, 12)),
    "email": _address,
    "ip4": _ip4,
    "ip6": _ip6,
    "user": _account,
    "person": _person,
    # either: runs of characters
    "shape": lambda rng, shape: expand(shape.replace("[", "{").replace("]", "}"), rng),
    "uuid": lambda rng, _: make_uuid(rng),
    # fillers
    "noun": lambda rng, _: rng.choice(NOUNS),
    "pascal": lambda rng, _: rng.choice(NOUNS).title() + rng.choice(NOUNS).title(),
    "ident": lambda rng, _: f"{rng.choice(VERBS)}_{rng.choice(NOUNS)}",
    "verb": lambda rng, _: rng.choice(VERBS),
    "host": lambda rng, _: f"{rng.choice(NOUNS)}-db.{rng.choice(NOUNS)}.internal",
    "site": lambda rng, _: f"api.{rng.choice(NOUNS)}{rng.choice(NOUNS)}.dev",
    "who": lambda rng, _: f"{rng.choice(FIRST).title()} {rng.choice(LAST).title()}",
    "num": lambda rng, top: str(rng.randint(2, int(top or 900))),
    "port": lambda rng, _: str(rng.randint(2000, 9900)),
    "clock": _clock,
    "date": _date,
    "ver": _version,
    "colons": _colons,
    "say": lambda rng, _: rng.choice(SENTENCES),
    "wide": lambda _rng, _: "\uff1d",
    "lt": lambda _rng, _: "<",
    "x": lambda _rng, count: "x" * int(count),
    "nil": lambda _rng, _: "",
    "tab": lambda _rng, _: "\t",
    "esc": lambda _rng, _: "\x1b",
    "cr": lambda _rng, _: "\r",
    "b64": lambda rng, count: chars(rng, "b6", int(count)),
    "hex": lambda rng, count: chars(rng, "hx", int(count)),
    "an": lambda rng, count: chars(rng, "an", int(count)),
    "us": lambda rng, count: chars(rng, "us", int(count)),
    "dg": lambda rng, count: chars(rng, "dg", int(count)),
    "lo": lambda rng, count: chars(rng, "lo", int(count)),
    "up": lambda rng, count: chars(rng, "up", int(count)),
}
