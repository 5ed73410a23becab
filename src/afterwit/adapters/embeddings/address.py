"""The address of a server, as a person writes it."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from afterwit.errors import ModelFailed


class Address(NamedTuple):
    """Where embeddings are asked for."""

    embeddings: str
    """The whole address of the request."""
    shown: str
    """The address as messages and names show it: without what may be secret."""
    here: bool
    """Whether it is this machine."""
    private: bool
    """Whether nobody else reads what is sent there."""


def read_address(text: str) -> Address:
    """The address that a text is; raises ModelFailed where it is none."""
    if not all("!" <= character <= "~" for character in text):
        raise ModelFailed(
            "The address of the embedder has spaces or other signs that no address has: set recall.embedder."
        )
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if parts.scheme not in {"http", "https"} or not host:
        raise ModelFailed("The address of the embedder is none: set recall.embedder to https://host/v1 or the like.")
    if "@" in parts.netloc:
        raise ModelFailed(
            f"The address of the embedder at {host} has a name or password in it: leave them out, and put the key "
            "into the variable that recall.embedder_key names."
        )
    path = parts.path.rstrip("/").removesuffix("/embeddings")
    place = f"[{host}]" if ":" in host else host
    shown = f"{parts.scheme}://{place}{f':{port}' if port else ''}{path}"
    here = _is_here(host)
    return Address(
        embeddings=f"{shown}/embeddings{f'?{parts.query}' if parts.query else ''}",
        shown=shown,
        here=here,
        private=here or parts.scheme == "https",
    )


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
