"""Keys of known forms go, wherever they stand; what only resembles them stays."""

import pytest

from afterwit.redact import Redactor, find
from tests.redact.planting import ALNUM, BASE64, HEX, KEYS, LOWER, URLSAFE, drawn, pem, uuid

KEY_NAMES = [who for who, *_ in KEYS]


@pytest.mark.parametrize(("head", "alphabet", "length"), [key[1:] for key in KEYS], ids=KEY_NAMES)
@pytest.mark.parametrize(
    "place",
    [
        "{}",
        "use {} now",
        'key="{}"',
        "'{}',",
        "é{}é",
        "line\n{}\nline",
        "escaped\\n{}\\n",
        "https://host/?k%3D{}&x=1",
        "`{}`.",
        "\x1b[32m{}\x1b[0m",
        "→{}←",
    ],
)
def test_a_key_of_every_provider_goes_wherever_it_stands(head: str, alphabet: str, length: int, place: str) -> None:
    key = head + drawn(alphabet, length)
    redacted = Redactor(personal=False).redact(place.format(key))
    assert key not in redacted
    assert drawn(alphabet, length)[: length // 2] not in redacted
    assert "[REDACTED_" in redacted


def test_at_least_eighty_providers_are_known() -> None:
    assert len(KEYS) >= 80


@pytest.mark.parametrize(
    "text",
    [
        "SG." + drawn(URLSAFE, 22) + "." + drawn(URLSAFE, 43),
        "xapp-" + "1-A0" + drawn("0123456789", 9) + "-1234567890123-" + drawn(HEX, 64),
        "hooks.slack" + ".com/services/T0" + drawn(ALNUM, 8) + "/B0" + drawn(ALNUM, 8) + "/" + drawn(ALNUM, 24),
        "https://discord.com/api/web" + "hooks/123456789012345678/" + drawn(URLSAFE, 68),
        "1234567890:" + "AA" + drawn(URLSAFE, 33),
        "MTk4" + drawn(ALNUM, 20) + "." + drawn(ALNUM, 6) + "." + drawn(URLSAFE, 27),
        drawn(HEX, 32) + "-us" + "12",
        "abc" + "8Q~" + drawn(ALNUM, 34),
        "pat" + drawn(ALNUM, 14) + "." + drawn(HEX, 64),
        "pat-" + "na1-" + uuid(),
        "access-" + "production-" + uuid(),
        "dt0" + "c01." + drawn("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 24) + "." + drawn("ABCDEFGH234567", 64),
        "PMAK-" + drawn(HEX, 24) + "-" + drawn(HEX, 34),
        "DATADOG_API = " + drawn(HEX, 32),
        "algolia: '" + drawn(HEX, 32) + "'",
        "aws_secret_access_key = " + drawn(BASE64, 40),
        '"heroku": "' + uuid() + '"',
        "TRAVIS=" + drawn(URLSAFE, 22),
        'okta_api="00' + drawn(URLSAFE, 40) + '"',
        "eyJ" + drawn(ALNUM, 33) + ".eyJ" + drawn(ALNUM, 80) + "." + drawn(URLSAFE, 43),
    ],
)
def test_keys_of_other_forms_go_too(text: str) -> None:
    assert "[REDACTED_" in Redactor(personal=False).redact(text)


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "SSH2 ENCRYPTED "])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\\n", "\\r\\n", '\\n" +\n    "', "\n    ", "\n  12→"])
@pytest.mark.parametrize("finished", [True, False])
def test_private_keys_go_whole(kind: str, line_end: str, finished: bool) -> None:  # noqa: FBT001
    key = pem(kind, line_end, finished=finished)
    redacted = Redactor().redact(f"before {key} after")
    assert redacted.startswith("before [REDACTED_PRIVATE_KEY:1]")
    assert redacted.endswith("after")
    assert all(line not in redacted for line in key.split(line_end) if len(line) > 30)


def test_a_key_block_of_pgp_goes() -> None:
    key = pem("PGP ").replace("KEY-----", "KEY BLOCK-----")
    assert Redactor().redact(key) == "[REDACTED_PRIVATE_KEY:1]"


def test_a_putty_key_goes() -> None:
    key = "Private-Lines: 2\n" + drawn(BASE64, 64, "a") + "\n" + drawn(BASE64, 40, "b") + "\n"
    assert drawn(BASE64, 64, "a") not in Redactor().redact(key)


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN CERTIFICATE-----\n" + drawn(BASE64, 64) + "\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\n" + drawn(BASE64, 64) + "\n-----END PUBLIC KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
        "grep -r 'BEGIN RSA PRIVATE KEY' .",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA" + drawn(BASE64, 43),
        "commit " + drawn(HEX, 40),
        "sha256:" + drawn(HEX, 64),
        '"integrity": "sha512-' + drawn(BASE64, 86) + '=="',
        uuid(),
        "toolu_" + drawn(ALNUM, 24),
        "call_" + drawn(ALNUM, 24),
        "msg_" + drawn(ALNUM, 24),
        "req_" + drawn(ALNUM, 24),
        "ghp_" + "x" * 36,
        "AK" + "IAIOSFODNN7EXAMPLE",
        "sk-your-key-here-and-not-somewhere-else",
        "risk-" + drawn(ALNUM, 40),
        "task_live_" + drawn(LOWER, 30),
        "eyJ is how they begin",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert find(text) == []
    assert Redactor().redact(text) == text
