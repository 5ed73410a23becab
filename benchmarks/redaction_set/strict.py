"""A stricter look than "the whole secret is gone": whether a piece is left."""

from .model import Case

_PIECE = 8
_WHOLE_ONLY = frozenset({"email", "ip", "home-user"})


def leaks(case: Case, redacted: str) -> tuple[str, ...]:
    """Return the secrets of which a telling piece is still in the redacted text.

    A piece is 8 characters, or half of a shorter secret; pieces that the text also
    holds elsewhere tell nothing. Of an address or a name, only the whole counts.
    """
    rest = case.text
    for secret in case.secrets:
        rest = rest.replace(secret, "\0")
    return tuple(
        secret
        for secret in case.secrets
        if any(piece in redacted and piece not in rest for piece in _pieces(secret, case.family))
    )


def _pieces(secret: str, family: str) -> list[str]:
    if family in _WHOLE_ONLY:
        return [secret]
    size = min(_PIECE, max(4, len(secret) // 2))
    return [secret[at : at + size] for at in range(max(1, len(secret) - size + 1))]
