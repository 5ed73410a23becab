"""Inputs made to blow up regular expressions and scanners that look for secrets."""

from random import Random

from .values import chars

_FENCE = "-" * 5
_LABEL = "PRIVATE KEY"
_BEGIN = f"{_FENCE}BEGIN {_LABEL}{_FENCE}"

_REPEATED: tuple[tuple[str, str], ...] = (
    ("at-signs", "@"),
    ("at-dots", "a@b."),
    ("almost-emails", "a.b-c_d+e@"),
    ("local-part-dots", "a."),
    ("schemes", "://"),
    ("almost-urls", "x://y:"),
    ("userinfo-no-host", "postgres://u:p"),
    ("passwords", "password="),
    ("passwords-quoted", 'password = "'),
    ("password-colons-spaces", "password :  "),
    ("secret-names", "api_key_secret_token_"),
    ("env-names", "A_TOKEN="),
    ("equals", "="),
    ("colons", ":"),
    ("quotes", "\"'`"),
    ("escaped-quotes", r"\"\\\""),
    ("backslashes", "\\"),
    ("literal-newlines", r"\n"),
    ("key-begins", _BEGIN),
    ("key-begin-lines", f"{_BEGIN}\nMIIE\n"),
    ("dashes", "-"),
    ("jwt-starts", "eyJ"),
    ("jwt-dots", "eyJhbGciOi."),
    ("jwt-two-parts", "eyJ0.eyJ0 "),
    ("colon-hex", "ab:"),
    ("double-colons", "::"),
    ("ip6-groups", "2a01:0db8:"),
    ("digits-dots", "1."),
    ("octets", "255.255.255.256."),
    ("homes", "/home/"),
    ("users-escaped", r"C:\\Users\\"),
    ("slashes", "/"),
    ("github-prefixes", "ghp_"),
    ("sk-prefixes", "sk-"),
    ("slack-prefixes", "xoxb-1-"),
    ("aws-prefixes", "AKIA"),
    ("mixed-prefixes", "ghp_sk-xoxb-AKIAglpat-AIzaSG.npm_hf_"),
    ("bearers", "Authorization: Bearer "),
    ("bearer-no-end", "bearer\t"),
    ("sql", "IDENTIFIED BY '"),
    ("braces", "${{"),
    ("xml-tags", "<password>"),
    ("percent-escapes", "%25"),
    ("carriage-returns", "\r\n"),
    ("newlines", "\n"),
    ("spaces", " "),
    ("tabs-spaces", " \t"),
    ("nuls", "\0"),
    ("full-width", "\uff50\uff41\uff53\uff53\uff1d"),
    ("combining", "e\u0301\u0323\u0302"),
    ("zero-width", "p\u200bw\u200d="),
    ("bidi-marks", "\u202e=drowssap\u202c"),
    ("astral", "\U0001f511="),
    ("lone-surrogates", "\ud83d"),
    ("ansi", "\x1b[31m"),
    ("ansi-no-end", "\x1b["),
    ("case-folds", "\u0130\u212a\u017f\u00df"),
)

_RANDOM: tuple[tuple[str, str], ...] = (
    ("base64-line", "b6"),
    ("url-safe-line", "us"),
    ("hex-line", "hx"),
    ("alphanumeric-word", "an"),
    ("digit-line", "dg"),
    ("upper-line", "up"),
)


def hostile_inputs(size: int = 1_000_000) -> list[tuple[str, str]]:
    """Make named inputs of about `size` characters each."""
    made = [(name, (unit * (size // len(unit) + 1))[:size]) for name, unit in _REPEATED]
    rng = Random(0)  # noqa: S311 - seeded on purpose, nothing secret is made
    made += [(f"random-{name}", chars(rng, letters, size)) for name, letters in _RANDOM]
    return [*made, *_structured(size, rng)]


def _structured(size: int, rng: Random) -> list[tuple[str, str]]:
    """Make inputs that are more than one unit over and over."""
    half = size // 2
    line = chars(rng, "b6", 64)
    return [
        ("one-word", "a" * size),
        ("password-then-word", "password=" + "a" * size),
        ("quote-never-closed", 'password = "' + "a " * half),
        ("key-never-ends", f"{_BEGIN}\n" + f"{line}\n" * (size // 65)),
        ("key-escaped-never-ends", _BEGIN + rf"\n{line}" * (size // 66)),
        ("key-end-only", f"{_FENCE}END {_LABEL}{_FENCE}\n" * (size // 30)),
        ("email-never-ends", "a" * half + "@" + "b" * half),
        ("email-domain-dots", "a@" + "b." * half),
        ("url-long-user", "postgres://" + "u" * half + ":" + "p" * half),
        ("jwt-long-parts", "eyJ" + "a" * half + ".eyJ" + "b" * half),
        ("home-long-name", "/home/" + "u" * size),
        ("deep-json", '{"a":' * (size // 5)),
        ("deep-brackets", "[" * half + "]" * half),
        ("escape-doubling", "".join(_doubling(size))),
        ("spaces-before-equals", "password" + " " * size + "="),
        ("secrets-in-a-row", "".join(_short_lines(size, rng))),
        ("ip-storm", " ".join(f"10.0.{n % 256}.{n % 251}" for n in range(size // 10))),
        ("email-storm", " ".join(f"a{n}@b{n}.io" for n in range(size // 14))),
    ]


def _doubling(size: int) -> list[str]:
    out: list[str] = []
    length = depth = 0
    while length < size:
        out.append("\\" * (1 << depth % 12) + '"password')
        length += len(out[-1])
        depth += 1
    return out


def _short_lines(size: int, rng: Random) -> list[str]:
    return [f"token={chars(rng, 'an', 20)}\n" for _ in range(size // 27)]
