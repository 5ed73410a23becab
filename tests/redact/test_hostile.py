"""Texts made to be slow, or to confuse, end and leave no trace."""

import pytest

from afterwit.redact import Redactor
from afterwit.redact.rules import RULES
from afterwit.redact.scanner import Re2Scanner
from tests.redact.planting import ALNUM, BASE64, HEX, drawn

SIZE = 60_000
RE2 = Re2Scanner([trigger.expression for rule in RULES for trigger in rule.triggers])
DASHES = "-" * 5

UNITS = [
    "@",
    "a@",
    "a@b.co",
    "a@b.co ",
    "a.",
    "1.",
    "10.2.3.44 ",
    "1:",
    "abcd:ef01::1 ",
    "://",
    "://a:",
    "://a:b@c ",
    "password=",
    'password="',
    "password: ",
    "_key=",
    "token=abc1def2gh ",
    f"{DASHES}BEGIN RSA PRIVATE KEY{DASHES}\n",
    f"{DASHES}BEGIN PRIVATE KEY{DASHES}\n" + "QUJD" * 16 + "\n",
    "Private-Lines: 1\nab",
    "eyJ",
    "eyJaaaaaaaaa-",
    "gh" + "p_",
    "sk" + "-",
    "AK" + "IA",
    "xo" + "xb-1-",
    "key=1, password=a\v",
    "/home/",
    "/home/a ",
    "\\Users\\b",
    '"',
    "'",
    "\\",
    '\\"',
    " ",
    "\n",
    "curl -u ",
    "mysql ",
    'mysql "',
    "openssl pass:",
    "echo ",
    "bearer ",
    "basic abcdefgh ",
    "session=",
    "authorization:",
    "insert into t (password) values ",
    "insert into t (a,password) values (1,'abc1'),",
    "kind: Secret\ndata:\n  a: aGVsbG8x\n",
    "<password>",
    'secret" value=',
    "[REDACTED_PASSWORD:1]",
    "[REDACTED_",
    "identified by ",
    ":5432:a:b:",
    "aws=",
    "\0",
    "é",
    "\ud800",
]


@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_a_repeated_unit_ends_in_a_text_that_stays_as_it_is(unit: str) -> None:
    text = (unit * (SIZE // len(unit) + 1))[:SIZE]
    redactor = Redactor()
    redacted = redactor.redact(text)
    assert redactor.redact(redacted) == redacted


@pytest.mark.parametrize("unit", UNITS[::3], ids=repr)
def test_the_fallback_ends_too(unit: str) -> None:
    text = (unit * (SIZE // len(unit) + 1))[: SIZE // 10]
    assert Redactor(scanner=RE2).redact(text).count("[REDACTED_") == Redactor().redact(text).count("[REDACTED_")


@pytest.mark.parametrize("alphabet", [BASE64, HEX, ALNUM], ids=["base64", "hex", "letters and digits"])
def test_one_long_line_of_data_stays(alphabet: str) -> None:
    line = drawn(alphabet, SIZE)
    assert Redactor().redact(line) == line


def test_a_secret_in_the_midst_of_noise_goes() -> None:
    secret = "gh" + "p_" + drawn(ALNUM, 36)
    noise = "password= eyJ @ :// /home/ 1.2. " * 2000
    assert secret not in Redactor().redact(f"{noise}{secret}{noise}")
