"""The address of a server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.adapters.embeddings.address import read_address
from afterwit.errors import ModelFailed


@pytest.mark.parametrize(
    ("text", "embeddings"),
    [
        ("https://host.example/v1", "https://host.example/v1/embeddings"),
        ("https://host.example/v1/", "https://host.example/v1/embeddings"),
        ("https://host.example/v1/embeddings", "https://host.example/v1/embeddings"),
        ("HTTPS://Host.Example:8443", "https://host.example:8443/embeddings"),
        ("https://host.example/v1?api-version=2", "https://host.example/v1/embeddings?api-version=2"),
        ("http://[::1]:8080/v1#part", "http://[::1]:8080/v1/embeddings"),
    ],
)
def test_embeddings_are_asked_for_below_it(text: str, embeddings: str) -> None:
    assert read_address(text).embeddings == embeddings


@pytest.mark.parametrize(
    ("text", "here", "private"),
    [
        ("http://localhost/v1", True, True),
        ("http://127.0.0.1:11434/v1", True, True),
        ("http://[::1]/v1", True, True),
        ("https://host.example", False, True),
        ("http://host.example", False, False),
        ("http://10.0.0.7", False, False),
        ("http://localhost.example", False, False),
        ("http://127.0.0.1.example", False, False),
        ("http://0.0.0.0", False, False),
    ],
)
def test_it_is_known_who_could_read_what_is_sent(text: str, *, here: bool, private: bool) -> None:
    address = read_address(text)
    assert (address.here, address.private) == (here, private)


@pytest.mark.parametrize(
    "text",
    ["", "https://", "https:///v1", "ftp://host/v1", "host/v1", "http://host:port/v1", "http://[::1/v1", "http://:80/"],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ModelFailed, match=r"^The address of the embedder is none: set recall\.embedder to https://"):
        read_address(text)


@pytest.mark.parametrize("text", ["https://host/a b", "https://host/\n", "https://hösт/v1", "https://host/\x00"])
def test_signs_that_no_address_has(text: str) -> None:
    with pytest.raises(ModelFailed, match="signs that no address has"):
        read_address(text)


@pytest.mark.parametrize("text", ["https://me:hidden-word@host/v1", "https://hidden-word@host/v1"])
def test_a_password_in_it_is_refused_and_not_told(text: str) -> None:
    with pytest.raises(ModelFailed, match="has a name or password in it: leave them out") as raised:
        read_address(text)
    assert "hidden-word" not in str(raised.value)


@given(st.text(st.characters(), max_size=30).map(lambda rest: f"http://{rest}"))
def test_any_text_is_an_address_or_is_refused(text: str) -> None:
    try:
        address = read_address(text)
    except ModelFailed as error:
        assert str(error).endswith(".")  # noqa: PT017 - either is fine
    else:
        assert address.embeddings.startswith(f"{address.shown}/embeddings")
