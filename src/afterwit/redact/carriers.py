"""Secrets known by what carries them: addresses, headers, cookies, SQL, sentences."""

from base64 import b64decode
from binascii import Error

from afterwit.redact.plausible import DIGITS, LETTERS, WORD, is_dense
from afterwit.redact.rule import PASSWORD, REACH, TOKEN, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import (
    SHORTEST_PASSWORD,
    has_digit,
    is_name,
    is_out_of_question,
    is_slug,
    looks_random,
)

_TOKEN_BYTES = WORD + b"-.~+/=%"


def _goes_on(data: bytes, _low: int, at: int) -> bool:
    return data[at] not in b"/\"'<>` \n\\@:"


def _password_in_address(place: Place) -> Spans:
    value = place.value
    # A port, as in host:8080@…, is no password; nor is what only shows the form.
    plain = value.strip(b"\"'")
    return place.when(len(plain) > 1 and not is_out_of_question(plain) and b"://" not in value)


def is_token(place: Place) -> Spans:
    """Take what was made by a machine."""
    value = place.value
    random = (has_digit(value) and not is_slug(value)) or looks_random(value)
    called = place.data[place.end : place.end + 1] == b"("
    return place.when(random and not called and is_dense(value) and not is_out_of_question(value))


def _hides_login(value: bytes) -> bool:
    try:
        plain = b64decode(value + b"=" * (-len(value) % 4))
    except Error:
        return False
    user, colon, password = plain.partition(b":")
    readable = bool(colon and user and password) and plain.isascii() and plain.decode().isprintable()
    return readable and not is_out_of_question(password)


def _hidden_login(place: Place) -> Spans:
    """Take base64 that hides `user:password`."""
    return place.when(_hides_login(place.value.rstrip(b"=")))


def _basic(place: Place) -> Spans:
    """Take what follows the word: base64 that hides a login, or cannot be anything else."""
    value = place.value.rstrip(b"=")
    return place.when(_hides_login(value) or (len(value) >= 24 and has_digit(value) and is_dense(value)))  # noqa: PLR2004


def _identified(place: Place) -> Spans:
    """Judge IDENTIFIED BY: without quotes only where a user is made, for prose has it too."""
    quoted = place.data[place.start - 1 : place.start] in (b"'", b'"')
    # In JSON within JSON the quote that closes has a backslash before it.
    place = place._replace(end=place.start + len(place.value.rstrip(b"\\")))
    before = place.data[place.low : place.at].lower()
    made = any(verb in before for verb in (b"create user", b"alter user", b"grant ", b"create role"))
    return _sql_literal(place) if quoted or made else ()


def _sql_literal(place: Place) -> Spans:
    value = place.value
    return place.when(len(value) >= SHORTEST_PASSWORD and not is_out_of_question(value))


def _field(place: Place) -> Spans:
    """Judge the last field of a line of .pgpass or .netrc."""
    value = place.value
    return place.when(not is_out_of_question(value) and not (is_name(value) and len(value) < 4))  # noqa: PLR2004


_HEADER_NAMES = (
    rb"authorization|x-api-key|x-auth-token|x-access-token|api-key|x-goog-api-key|private-token"
    rb"|x-vault-token|x-amz-security-token|x-csrf-token|x-xsrf-token|x-figma-token|x-github-token"
    rb"|x-gitlab-token|ocp-apim-subscription-key|x-functions-key|x-rapidapi-key|apikey|dd-api-key"
)
_COOKIE_NAMES = (
    rb"phpsessid|jsessionid|sessionid|session|connect\.sid|asp\.net_sessionid|laravel_session"
    rb"|xsrf-token|csrftoken|auth_token|remember_token|sid|_session|aspxauth|_gh_sess|user_session"
    rb"|next-auth\.session-token|access_token|refresh_token|id_token"
)

CARRIERS: tuple[Rule, ...] = (
    Rule(
        "address-password",
        PASSWORD,
        (Trigger(rb"://[^ \t-\r/@:\"'<>`\\\xff]{0,80}:"),),
        rb"([^ \t-\r\"'<>`/\\@][^ \t-\r\"'<>`/\\]*)@[\w.\-\[$%{*]",
        Origin.END,
        limit=256,
        guard=_goes_on,
        check=_password_in_address,
    ),
    Rule(
        "address-token",
        TOKEN,
        (Trigger(rb"://[\w\-]{16,100}@"),),
        rb"(?:https?)?://([\w\-]{16,})@",
        Origin.RUN,
        run=LETTERS + DIGITS + b"_-@:/",
        check=is_token,
    ),
    Rule(
        "driver-password",
        PASSWORD,
        (Trigger(rb":[^ \t-\r:@/\"'`\xff]{2,64}@(?:tcp|unix)\("),),
        rb"([^ \t-\r:@/\"'`]{2,})@(?:tcp|unix)\(",
        Origin.RUN,
        run=bytes(byte for byte in range(33, 255) if byte not in b":/\"'`"),
        check=_password_in_address,
    ),
    Rule(
        "bearer",
        TOKEN,
        (Trigger(rb"(?i)bearer[ \t+]"),),
        rb"[ \t]{0,3}[\"'`]?([\w\-.~+/=%]{12,})",
        Origin.END,
        tail=_TOKEN_BYTES,
        limit=REACH,
        check=is_token,
    ),
    Rule(
        "basic",
        TOKEN,
        (Trigger(rb"(?i)basic[ \t]{1,3}[0-9A-Za-z+/]{8}"),),
        rb"(?i)basic[ \t]{1,3}([0-9A-Za-z+/]{8,}={0,2})",
        Origin.RUN,
        run=LETTERS + DIGITS + b"+/ \t",
        check=_basic,
        limit=1200,
    ),
    Rule(
        "registry-login",
        TOKEN,
        (Trigger(rb"auth\\?[\"'][ \t]{0,2}:"),),
        rb"[ \t]{0,4}\\?[\"']([0-9A-Za-z+/]{8,}={0,2})\\?[\"']",
        Origin.END,
        check=_hidden_login,
    ),
    Rule(
        "header",
        TOKEN,
        (Trigger(rb"(?i)(?:" + _HEADER_NAMES + rb")[\"'\]\\]{0,3}[ \t]{0,2}[:=,]"),),
        rb"[>]?[ \t]{0,4}[\"'`\\]{0,3}(?:[A-Za-z][\w\-]{1,19}[ \t]+(?:token=\"?|key=\"?)?)?([\w\-.~+/=%:]{10,})",
        Origin.END,
        tail=_TOKEN_BYTES,
        limit=REACH,
        check=is_token,
    ),
    Rule(
        "cookie",
        TOKEN,
        (Trigger(rb"(?i)(?:" + _COOKIE_NAMES + rb")[\"']?="),),
        rb"[\"']?([\w\-.~+/=%:]{12,})",
        Origin.END,
        tail=_TOKEN_BYTES,
        limit=REACH,
        check=is_token,
    ),
    Rule(
        "signed-address",
        TOKEN,
        (
            Trigger(rb"(?i)[?&;](?:sig|signature|key|hmac|ticket|auth|policy|code)="),
            Trigger(b"X-Amz-Signature="),
            Trigger(b"X-Amz-Security-Token="),
            Trigger(b"X-Goog-Signature="),
        ),
        rb"([\w%+/=~\-]{20,})",
        Origin.END,
        tail=_TOKEN_BYTES,
        limit=REACH,
        check=is_token,
    ),
    Rule(
        "sql-identified",
        PASSWORD,
        (Trigger(rb"(?i)identified[ \t]{1,4}(?:with[ \t]{1,4}[\w\"'`]{1,40}[ \t]{1,4})?(?:by|as)[ \t]"),),
        rb"(?i)[ \t]{0,4}(?:password[ \t]{1,4})?(?:values[ \t]{1,4})?\\{0,2}[\"']?([^ \t-\r\"';,)]{3,})",
        Origin.END,
        check=_identified,
    ),
    Rule(
        "sql-procedure",
        PASSWORD,
        (Trigger(rb"(?i)sp_(?:addlogin|password|addlinkedsrvlogin)[ \t(]"),),
        rb"[ \t(]{0,4}N?'[^'\n]*'[ \t]{0,4},[ \t]{0,4}N?'([^'\n]{3,})'",
        Origin.END,
        check=_sql_literal,
    ),
    Rule(
        "pgpass",
        PASSWORD,
        (Trigger(rb":(?:5432|5433|6432):[\w*\-]{1,64}:[\w*.\-]{1,64}:"),),
        rb"([^ \t-\r:]{3,})",
        Origin.END,
        check=_field,
    ),
    Rule(
        "netrc",
        PASSWORD,
        (Trigger(rb"login[ \t\n][^ \t-\r\xff]{1,64}[ \t\n]{1,8}password[ \t]"),),
        rb"[ \t]{0,8}[\"']?([^ \t-\r\"']{3,})",
        Origin.END,
        check=_field,
    ),
    Rule(
        "mail-relay",
        PASSWORD,
        (Trigger(rb"\]:[0-9]{2,5}[ \t]{1,8}[^ \t-\r:\xff]{1,80}:"),),
        rb"([^ \t-\r]{3,})",
        Origin.END,
        check=_field,
    ),
    Rule(
        "set-cookie",
        TOKEN,
        (Trigger(rb"(?i)set-cookie:[ \t]?[^ \t-\r=;\xff]{1,64}="),),
        rb"([\w\-.~+/=%:]{20,})",
        Origin.END,
        tail=_TOKEN_BYTES,
        limit=REACH,
        check=is_token,
    ),
    Rule(
        "sql-set-password",
        PASSWORD,
        (
            Trigger(rb"(?i)set[ ]password[ ]for[ ][^ \t-\r=\xff]{1,80}[ \t]?="),
            Trigger(rb"(?i)pragma[ \t]{1,4}(?:re)?key[ \t]{0,3}[=(]"),
        ),
        rb"[ \t]{0,4}[\"']([^\"'\n]{3,})[\"']",
        Origin.END,
        limit=REACH,
        check=_sql_literal,
    ),
    Rule(
        "sql-crypt",
        PASSWORD,
        (Trigger(rb"(?i)crypt\(N?'"),),
        rb"([^'\n]{3,})'[ ]?,[ ]?gen_salt",
        Origin.END,
        limit=REACH,
        check=_sql_literal,
    ),
)
