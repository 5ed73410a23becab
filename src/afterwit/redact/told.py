"""Secrets that people and programs tell: in sentences, tables, directives and answers to prompts."""

from afterwit.redact.names import Kind
from afterwit.redact.plausible import WORD, is_hex
from afterwit.redact.rule import PASSWORD, REACH, SEPARATOR, TOKEN, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import SHORTEST_PASSWORD, has_digit, has_letter, is_out_of_question, quoted_secret

_TOKEN_BYTES = WORD + b"-.~+/=%"


def _told(place: Place) -> Spans:
    """Judge the word after `the password is`."""
    value = place.value.rstrip(b".,;:!?)*`\"'") or place.value
    value = place.value[: len(value) + 1] if place.value[len(value) : len(value) + 1] == b"!" else value
    mixed = has_letter(value) and (has_digit(value) or any(s in value for s in (b"!", b"@", b"#", b"$", b"^", b"&")))
    if not mixed or not value[:1].isalnum() or not quoted_secret(Kind.PASSWORD, value):
        return ()
    return ((place.start, place.start + len(value)),)


def _directed(place: Place) -> Spans:
    """Judge the word after `password` where no other sign joins them.

    At the end of a line it is a directive; within a sentence it has to be what no word is.
    """
    ends = place.data[place.end : place.high + 1].lstrip(b" \t\rROW")[:1] in (b"\n", SEPARATOR, b"")
    return _told(place) if ends or _is_odd(place.value.rstrip(b".,;:")) else ()


def _told_login(place: Place) -> Spans:
    """Judge what follows a user's name: it has to be what no word or number is."""
    return _told(place) if _is_odd(place.value.rstrip(b".,;:")) and b"://" not in place.value else ()


def _is_odd(value: bytes) -> bool:
    return (
        has_digit(value)
        and has_letter(value)
        and any(sign in value for sign in (b"!", b"@", b"#", b"$", b"%", b"^", b"&"))
    )


def _random_word(place: Place) -> Spans:
    """Judge a long word after `token`: drawn from both cases and digits, as no name is."""
    value = place.value
    mixed = value != value.lower() and value != value.upper() and has_digit(value)
    return place.when((mixed or is_hex(value)) and quoted_secret(Kind.KEY, value))


def _told_token(place: Place) -> Spans:
    """Judge the word after `the token is`."""
    value = place.value.rstrip(b".")
    return place.when(has_digit(value) and quoted_secret(Kind.SECRET, value))


def _ends_a_word(data: bytes, low: int, at: int) -> bool:
    """Say whether what stands here is a directive, not the end of a longer name."""
    head = data[low : at - 1]
    return head[len(head.rstrip(WORD + b"-")) :].lower() in _DIRECTIVES


def _answers_a_prompt(place: Place) -> Spans:
    asked = b"assword" in place.data[place.low : place.at]
    value = place.value
    return place.when(asked and len(value) >= SHORTEST_PASSWORD and not is_out_of_question(value))


# "Password" elsewhere, and what stands between it and the password.
_ELSEWHERE = b"|".join(
    word.encode()
    for word in (
        *("[Cc]ontrase(?:ñ|n)a", "[Mm]ot de passe", "[Pp]asswort", "[Kk]ennwort", "[Ss]enha", "[Pp]arola"),
        *("[Hh]as(?:ł|l)o", "[Ww]achtwoord", "[Ll]ösenord", "[Pp]arole", "[Cc]lave", "(?:s|S|Ş|ş)ifre", "[Ss]alasana"),
        "密码",
        "密碼",
        "パスワード",
        "비밀번호",
        "пароль",
        "Пароль",
    )
)

_COPULAS = b"|".join(
    word.encode()
    for word in (
        "[:=]",
        "\uff1a",
        "\uff1d",
        "lautet ",
        "ist ",
        "est ",
        "es ",
        "é ",
        "è ",
        "to ",
        "är ",
        "は",
        "是",
        "为",
        "為",
        "는",
        "은",
    )
)

_DIRECTIVES = (
    *b"requirepass masterauth bindpw rootpw passwd password secret community rocommunity".split(),
    *b"rwcommunity pre-shared-key key-string server-key identify".split(),
)

TOLD: tuple[Rule, ...] = (
    Rule(
        "told-password",
        PASSWORD,
        (
            Trigger(rb"(?i)password(?:[ ]generated)?[ ]for[ ](?:user[ ])?[\w@.\-]{1,40}:[ \t]"),
            Trigger(
                rb"(?i)(?:password|passphrase|passcode|passwd|pwd|pass|pw)[\"'`]?(?: (?:for|on) [\w@.\-]{1,40})?"
                rb"(?:'s|[ \t](?:is|was|to|from|now|will be|should be|of))[ :]"
            ),
        ),
        rb"[ \t:]{0,3}(?:now )?[\"'`*]{0,3}([^\s\"'`]{5,})",
        Origin.END,
        check=_told,
    ),
    Rule(
        "told-token",
        TOKEN,
        (Trigger(rb"(?i)(?:token|[ _\-]key|secret)[ \t](?:is|was|to|will be|should be)[ :]"),),
        rb"[ \t:]{0,3}(?:now )?[\"'`*]{0,3}([\w\-.~+/=]{12,})",
        Origin.END,
        limit=REACH,
        tail=_TOKEN_BYTES,
        check=_told_token,
    ),
    Rule(
        "told-password-elsewhere",
        PASSWORD,
        (Trigger(rb"(?:" + _ELSEWHERE + rb")[\"'`* \t]{0,4}(?:" + _COPULAS + rb")"),),
        rb"[ \t:=>*]{0,4}[\"'`\xe3\x80\x8c]{0,3}([^\s\"'`,;\xe3]{4,})",
        Origin.END,
        limit=REACH,
        check=_told,
    ),
    Rule(
        "told-login",
        PASSWORD,
        (Trigger(rb"(?i)(?:credentials?|creds|log[ ]?in|sign[ ]?in)[: ]"),),
        rb"[ \t:]{0,3}(?:(?:is|are|as|with|using)[ :]{1,2})?[\"'`]?[\w.@\-]{2,40}[\"'`]?"
        rb"(?:[ ]?[/:][ ]?|[ ](?:and|with)[ ])[\"'`]?([^\s\"'`,]{5,})",
        Origin.END,
        limit=REACH,
        check=_told_login,
    ),
    Rule(
        "token-word",
        TOKEN,
        (Trigger(rb"(?i)(?:api[_\- ]?key|token|secret)[ \t][\"'`]?[\w\-]{20}"),),
        rb"[\w\-]{20,200}",
        Origin.RUN,
        run=WORD + b"-",
        check=_random_word,
    ),
    Rule(
        "table-cell",
        PASSWORD,
        (Trigger(rb"(?i)(?:password|passwort|passphrase|passcode|pwd)[ \t*`]{0,6}\|"),),
        rb"[ \t`*]{0,40}([^\s|`*]{5,})[ \t`*]{0,40}(?:\||\n|\xff)",
        Origin.END,
        limit=REACH,
        check=_told,
    ),
    Rule(
        "seed-phrase",
        TOKEN,
        (Trigger(rb"(?i)(?:mnemonic|(?:seed|recovery|backup|secret|wallet)[ _]?phrase)[\w\"' \t]{0,16}[:=]"),),
        rb"[ \t\"'`]{0,4}((?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})",
        Origin.END,
    ),
    Rule(
        "directive",
        PASSWORD,
        (Trigger(rb"(?i)(?:" + b"|".join(_DIRECTIVES) + rb")[ \t]"),),
        rb"[ \t]{0,8}(?:--plaintext[ \t]+|[057][ \t]+)?([^\s\"'`]{5,})"
        rb"(?:[ \t\r]{0,4}(?:R[OW])?[ \t\r]{0,4}[\n\xff]|[ \t])",
        Origin.END,
        limit=REACH,
        guard=_ends_a_word,
        check=_directed,
    ),
    Rule(
        "expect-send",
        PASSWORD,
        (Trigger(rb"send[ \t]{1,2}(?:-- )?\""),),
        rb"([^\"\\\n]{3,})\\[rn]",
        Origin.END,
        limit=REACH,
        check=_answers_a_prompt,
    ),
)
