"""Passwords known by their position: `connect("host", "user", "…")`, `auth=("user", "…")`."""

from afterwit.redact.blocks import literals
from afterwit.redact.names import Kind
from afterwit.redact.plausible import entropy
from afterwit.redact.rule import PASSWORD, REACH, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import SHORTEST_KEY, has_digit, is_out_of_question, is_reference, is_term, quoted_secret

# Calls that take a user and a password, in this order, perhaps after a host or an address.
_LOGINS = (
    rb"connect|getConnection|login|BasicAuth|basic_auth|NetworkCredential|PasswordAuthentication"
    rb"|PasswordCredentials?|withCredentials|withBasicAuth|mysqli|mysqli_connect|PDO|auth=|createUser"
    rb"|create_user|create_superuser|authenticate|signIn|sign_in|WiFi\.begin|[a-z]\.auth|setBasicAuth"
    rb"|bot\.run|client\.run|UsernamePassword[A-Za-z]{1,24}|mysql_connect|pg_connect|ftp_login"
)


def _looks_like_a_place(value: bytes) -> bool:
    """Say whether a first argument tells where to log in, not as whom."""
    return is_reference(value) or b"localhost" in value or b":" in value or (b"." in value and b"@" not in value)


def _password_by_position(place: Place) -> Spans:
    data = place.data
    row, _ = literals(data, place.at, place.high)
    spans = [(start, end) for start, end in row if end > start]
    if not spans:
        return ()
    values = [data[start:end] for start, end in spans]
    if len(spans) == 1:
        # A single argument is a token if it cannot be anything else.
        token = (
            len(row) == 1
            and not is_out_of_question(values[0])
            and len(values[0]) > SHORTEST_KEY
            and has_digit(values[0])
        )
        return (spans[0],) if token and entropy(values[0]) > 3.5 and not is_term(values[0]) else ()  # noqa: PLR2004
    position = 2 if _looks_like_a_place(values[0]) or len(values) > 3 or (len(values) > 2 and b"@" in values[1]) else 1  # noqa: PLR2004
    if position >= len(spans):
        return ()
    value = values[position]
    return (spans[position],) if quoted_secret(Kind.PASSWORD, value) and not is_term(value) else ()


def _signing_secret(place: Place) -> Spans:
    value = place.value
    return place.when(quoted_secret(Kind.CHOSEN, value) or (quoted_secret(Kind.PASSWORD, value) and not is_term(value)))


LOGINS: tuple[Rule, ...] = (
    Rule(
        "login",
        PASSWORD,
        (Trigger(rb"(?:" + _LOGINS + rb")\("),),
        rb"([^()\n]{4,})\)",
        Origin.END,
        limit=2 * REACH,
        check=_password_by_position,
    ),
    Rule(
        "hashed-password",
        PASSWORD,
        (Trigger(rb"(?:bcrypt\.hash(?:pw|Sync)?|argon2\.hash|pbkdf2_hmac|hash_password|password_(?:hash|verify))\("),),
        rb"[^\"'\n()]{0,24}[\"']([^\"'\n]{4,})[\"']",
        Origin.END,
        limit=REACH,
        check=_signing_secret,
    ),
    Rule(
        "signing-secret",
        PASSWORD,
        (Trigger(rb"(?i)jwt\.(?:sign|encode|verify|decode)\("),),
        rb"[^\"'\n]{1,80},[ ]?b?[\"']([^\"'\n]{4,})[\"']",
        Origin.END,
        limit=REACH,
        check=_signing_secret,
    ),
    Rule(
        "secure-string",
        PASSWORD,
        (Trigger(rb"ConvertTo-SecureString[ \t]"),),
        rb"(?:-String[ \t])?[\"']([^\"'\n]{3,})[\"']",
        Origin.END,
        limit=REACH,
    ),
)
