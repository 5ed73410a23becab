"""The kinds of secrets and personal data that the source documents name."""

import pytest

from afterwit.redact import Redactor

BODY = "Zk3vQ9x" * 6


@pytest.mark.proves("redact-api-keys")
@pytest.mark.parametrize("key", ["sk-" + BODY, "ghp_" + BODY[:36], "AKIA" + "Q7Z5M2KXR4T6BLWN"])
def test_keys_of_the_named_providers_are_taken_out(key: str) -> None:
    assert Redactor().redact(f"the key is {key} today") == "the key is [REDACTED_API_KEY:1] today"


@pytest.mark.proves("redact-emails")
def test_an_address_of_a_person_is_taken_out() -> None:
    assert Redactor().redact("ask ines.moreau@lighthouse.com about it") == "ask [REDACTED_EMAIL:1] about it"


@pytest.mark.proves("redact-ips")
@pytest.mark.parametrize("address", ["192.168.1.17", "192.168.220.3"])
def test_an_address_of_a_machine_is_taken_out(address: str) -> None:
    assert Redactor().redact(f"listening on {address}:8080") == "listening on [REDACTED_IP:1]:8080"


def test_a_user_name_in_a_home_folder_is_taken_out_and_the_path_stays_readable() -> None:
    assert Redactor().redact("/home/ines/lamp.py and /Users/ines/x") == (
        "/home/[REDACTED_USER:1]/lamp.py and /Users/[REDACTED_USER:1]/x"
    )
