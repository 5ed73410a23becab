"""Whether a value could be the secret that the name beside it promises."""

from afterwit.redact.names import Kind, mentions_secret
from afterwit.redact.plausible import DIGITS, LETTERS, WORD, is_hex, is_shown, is_varied

SHORTEST_PASSWORD = 3
SHORTEST_SECRET = 8
SHORTEST_KEY = 16
_LONGEST = 300

# Words that stand where a secret would, and are none.
_ORDINARY = frozenset(
    b"string str text varchar char byte bytes number integer int boolean bool any object null none "
    b"nil undefined unknown void true false yes no on off required optional hidden input field type "
    b"password passwd pass pwd passphrase passwords secret secrets token tokens key keys apikey "
    b"api_key bearer basic digest auth oauth oauth2 jwt saml ldap credentials credential value "
    b"default empty blank missing invalid valid error errors warning ok disabled enabled never "
    b"always prompt ask interactive stdin file env environment config vault keychain keyring "
    b"self this new current old the and not required. strong weak medium short long sha1 sha256 "
    b"sha512 md5 hmac bcrypt argon2 scrypt pbkdf2 plain plaintext encrypted hashed hash sha-256 "
    b"base64 hex utf8 utf-8 ascii rs256 hs256 es256 function async await return const let var "
    b"static public private final readonly writeonly write-only masked redacted removed omitted "
    b"changeme change_me changeit change-me todo tbd fixme xxx foo bar baz foobar sample dummy "
    b"fake mock test-only placeholder example n/a na obj req res params args data user username "
    b"login email name id uuid url uri path import export class def func fn struct enum interface "
    b"list dict map set array tuple option result some ok err it is was are to of in for with if "
    b"else while do try catch from into your my our their its sensitive required, see use using "
    b"get set put post delete patch header cookie query body session sessions anonymous "
    b"fail failed skip skipped warn passed pending success "
    b"automatic manual generate generated random rotate rotated expired revoked reset update".split()
)

_REFERENCES = (
    b"${", b"{{", b"%(", b"%{", b"<", b"#{", b"@{", b"$(", b"$[", b"!", b"env:", b"env(", b"env.",
    b"process.env", b"os.environ", b"os.getenv", b"getenv", b"system.getenv", b"vault:", b"secrets.",
    b"ref+", b"file:", b"arn:", b"projects/", b"op://", b"http://", b"https://", b"ssm:", b"var.",
    b"local.", b"data.", b"self.", b"this.", b"config.", b"settings.", b"params.", b"args.", b"props.",
    b"request.", b"req.", b"import.meta", b"env!", b"option_env!", b"keyvault", b"@microsoft.keyvault",
    b"encrypted:", b"enc[", b"sha256-", b"sha384-", b"sha512-", b"secretkeyref", b"valuefrom", b"--",
    b"../", b"./", b"~/", b"://", b"\\(", b"=", b"=>", b"->", b"(", b")", b"[", b"]", b"{", b"}", b"+", b",", b";",
)  # fmt: skip

_REGEX_SIGNS = (
    b"\\d",
    b"\\w",
    b"\\s",
    b"[a-z",
    b"[A-Z",
    b"[0-9",
    b"(?",
    b".*",
    b".+",
    b"\\S",
    b"]+",
    b"]{",
    b"\\b",
    b"[^",
    b"\\.",
    b"\\|",
    b"\\(",
    b"\\-",
)
_FILE_ENDINGS = (
    b".json", b".pem", b".key", b".txt", b".yml", b".yaml", b".toml", b".env", b".ts", b".js", b".py",
    b".go", b".rs", b".java", b".md", b".html", b".css", b".crt", b".pub", b".conf", b".cfg", b".ini",
    b".com", b".org", b".net", b".io", b".tsx", b".jsx", b".sh", b".php", b".rb", b".xml", b".jks", b".p12",
)  # fmt: skip


_CASES = bytes(ord("U") if chr(byte).isupper() else ord("l") for byte in range(256))


def is_reference(value: bytes) -> bool:
    """Say whether the value points to where the secret is, instead of being it."""
    if value[:1] == b"$":
        # `$2b$12$…` is a hash; `$1` is an argument, `$name`, `$NAME$` and `$URL/path` variables.
        if value[1:2] in (b"(", b"{", b"["):
            return True
        rest = value[1:].translate(None, WORD + b"{}:-.>[]'\"$")
        return value.count(b"$") < 3 and (not rest or (b"/" in rest and value[1:2].isalpha()))  # noqa: PLR2004
    lowered = value.lower()
    if lowered.startswith((b"{ssha", b"{sha", b"{crypt}", b"{md5}", b"{smd5}", b"{pbkdf2", b"{noop}", b"{bcrypt}")):
        return False  # a directory says how it hashed the password
    return (
        lowered.startswith(_REFERENCES)
        or (value[:1] == b"@" and value[1:].isupper() and is_name(value[1:]))  # `@ARGV` in Perl
        or (value[:1] == b"%" and (value[-1:] == b"%" or len(value) == 2))  # noqa: PLR2004 - %s
        or (value[:1] == b"/" and (b"/" in value[1:] or not has_digit(value)))
        or ((b"%" in value or b"{" in value) and _is_filled_in_later(value))
    )


def _is_filled_in_later(value: bytes) -> bool:
    if any(sign in value for sign in (b"${", b"{{", b"#{", b"<%", b"{}")):
        return True
    # `%s:%s` is filled in; in a password the letter after a % is chance, and others follow it.
    return any(sign in value and not value.partition(sign)[2][:1].isalnum() for sign in (b"%s", b"%v", b"%d"))


def has_digit(value: bytes) -> bool:
    """Say whether there is a digit."""
    return len(value) != len(value.translate(None, DIGITS))


def has_letter(value: bytes) -> bool:
    """Say whether there is a letter of the alphabet."""
    return len(value) != len(value.translate(None, LETTERS))


def is_filler(value: bytes) -> bool:
    """Say whether the value only shows where one goes: ****, xxxxxx, <password>, your-key."""
    inner = value.strip(b"*.-_#?x X\xe2\x80\xa2\xa6\x97\x8f")  # with bullets and dots
    return not inner or len(set(value)) == 1 or is_shown(value) or value[-1:] == b">"


def is_regex(value: bytes) -> bool:
    """Say whether the value looks like a pattern for secrets."""
    if not any(byte in value for byte in b"\\[(.]"):
        return False
    return any(sign in value for sign in _REGEX_SIGNS)


def is_name(value: bytes) -> bool:
    """Say whether the value could name something: letters joined by _ - . or capitals."""
    return not value.translate(None, LETTERS + b"_-.:/")


def is_term(value: bytes) -> bool:
    """Say whether the value is a word, or words and numbers joined: `scram-sha-256`."""
    letters = value.translate(None, DIGITS)
    return is_name(value) or (is_name(letters) and any(map(value.__contains__, (b"_", b"-", b"."))))


def is_uuid(value: bytes) -> bool:
    """Say whether the value is written as a UUID."""
    return len(value) == 36 and value.count(b"-") == 4 and is_hex(value.replace(b"-", b""))  # noqa: PLR2004


def looks_random(value: bytes) -> bool:
    """Say whether a value without digits still looks drawn by lot."""
    letters = value[:128].translate(_CASES, b"_-.+/=")
    if len(letters) < SHORTEST_KEY:
        return False
    turns = letters.count(b"lU") + letters.count(b"Ul")
    consonants = value[:128].translate(None, b"_-.+/=aeiouyAEIOUY")
    return turns > 0.38 * len(letters) or len(consonants) > 0.84 * len(letters)


def _is_address_on_a_chain(value: bytes) -> bool:
    # 0x and forty digits name a contract or a wallet; a private key has sixty-four.
    return value[:2] == b"0x" and (len(value) == 42 or not has_digit(value[2:]))  # noqa: PLR2004


def is_version(value: bytes) -> bool:
    """Say whether the value is a version, or a range of them: `^7.1.1`."""
    return b"." in value and value.lstrip(b"^~>=<v ").replace(b".", b"").isdigit()


def is_out_of_question(value: bytes) -> bool:
    """Say whether no name could make a secret of this value."""
    if len(value) > 2 and value[0] == value[-1] and not value[:1].isalnum():  # noqa: PLR2004
        if value[:1] == b"@" and is_name(value[1:-1]):
            return True  # `@db.password@` in Maven
        value = value[1:-1]
    if value.isalnum():
        return value.lower() in _ORDINARY or is_filler(value) or _is_address_on_a_chain(value)
    return (
        len(value) > _LONGEST
        or value.lower() in _ORDINARY
        or _is_address_on_a_chain(value)
        or is_filler(value)
        or is_reference(value)
        or is_regex(value)
        or is_version(value)
        or value.endswith((b"()", b"(", b"...", b"\xe2\x80\xa6"))
        or value.lower().endswith(_FILE_ENDINGS)
    )


def quoted_secret(kind: Kind, value: bytes) -> bool:
    """Judge a literal in quotes: the quotes say that it is meant as it stands."""
    if len(value) < SHORTEST_PASSWORD or is_out_of_question(value) or value[:1].isspace():
        return False
    if kind is Kind.CHOSEN and _is_chosen(value):
        return True
    if kind in (Kind.PASSWORD, Kind.CHOSEN) and is_passphrase(value):
        return True
    if b" " in value or b"\t" in value:
        return kind is Kind.PASSWORD and _is_spaced_password(value)
    if kind is Kind.PASSWORD:
        return _is_password(value)
    return _is_machine_made(kind, value)


def is_passphrase(value: bytes) -> bool:
    """Say whether these are words drawn by lot: four or more, as no name has."""
    words = value.split(b"-")
    return (
        len(words) >= 4  # noqa: PLR2004
        and all(word.isalpha() and word.islower() and len(word) > 2 for word in words)  # noqa: PLR2004
        and not mentions_secret(value)
    )


def _is_chosen(value: bytes) -> bool:
    # `keyboard cat`, `supersecret`: lower case and nothing else, as nobody writes a label.
    return value.islower() and value.replace(b" ", b"").isalpha() and 5 < len(value) < 32  # noqa: PLR2004


def _is_password(value: bytes) -> bool:
    if is_name(value):
        # `user_password`, `Passwort`, `auth.reset.title` are names; `letmein` is a choice.
        joined = any(sign in value for sign in (b"_", b"-", b".", b":", b"/"))
        return not mentions_secret(value) and not joined
    return True


def _is_spaced_password(value: bytes) -> bool:
    # A sentence about passwords has blanks too, but neither digits nor odd signs inside words.
    return (
        value.count(b" ") <= 3  # noqa: PLR2004
        and has_digit(value)
        and has_letter(value)
        and any(sign in value for sign in (b"!", b"@", b"#", b"$", b"%", b"^", b"&", b"*"))
        and not mentions_secret(value)
    )


def _is_machine_made(kind: Kind, value: bytes) -> bool:
    if len(value) < (SHORTEST_KEY if kind is Kind.KEY else SHORTEST_SECRET):
        return False
    if not has_digit(value):
        return looks_random(value)
    if not has_letter(value):
        return kind is not Kind.KEY and len(value) >= SHORTEST_KEY and len(set(value)) > 4  # noqa: PLR2004
    if kind is Kind.KEY:
        return not is_uuid(value) and is_varied(value, 3.3) and not is_slug(value)
    return is_varied(value, 2.3) and not is_slug(value)


def is_slug(value: bytes) -> bool:
    """Say whether the value is words with a number: `token-v2`, `gpt-4-turbo`, `step_12`."""
    if value.isalnum() or is_uuid(value):
        return False
    parts = value.replace(b"_", b"-").replace(b".", b"-").replace(b"/", b"-").replace(b":", b"-").split(b"-")
    if len(parts) < 2:  # noqa: PLR2004
        return False
    if sum(part.isdigit() for part in parts) > 1:
        return False
    return all(part.isalpha() or part.isdigit() or _is_versioned(part) for part in parts if part)


def _is_versioned(part: bytes) -> bool:
    stem = part.rstrip(DIGITS)
    return stem.isalpha() and len(part) - len(stem) <= 3 and len(stem) <= 8  # noqa: PLR2004


_CODE_SIGNS = (b"(", b"[", b"::", b"->", b"=>", b"input#", b"\xe2\x80")


def bare_secret(kind: Kind, value: bytes, *, config: bool) -> bool:
    """Judge a value without quotes: in code it is a name, unless it cannot be one.

    `config` says that the line is one of a configuration, where values stand bare.
    """
    if len(value) < SHORTEST_PASSWORD + 1 or is_out_of_question(value):
        return False
    if not value.isalnum() and any(map(value.__contains__, _CODE_SIGNS)):
        return False
    if kind is Kind.KEY and b"=" in value.rstrip(b"="):
        return False
    if config and kind in (Kind.PASSWORD, Kind.CHOSEN) and is_passphrase(value):
        return True
    if kind is not Kind.PASSWORD:
        return _is_machine_made(kind, value) and not _is_code_name(value)
    return _is_bare_password(value, config=config)


def _is_bare_password(value: bytes, *, config: bool) -> bool:
    if not has_digit(value) and is_name(value):
        return config and value.isalpha() and value.islower() and not mentions_secret(value)
    if not has_letter(value):
        return config and len(value) > 4 and value.isdigit()  # noqa: PLR2004
    if not value.translate(None, WORD + b".-"):
        long_enough = config or len(value) >= SHORTEST_SECRET
        return long_enough and not _is_code_name(value) and not is_slug(value)
    return True


def _is_code_name(value: bytes) -> bool:
    """Say whether the value reads like `token2`, `config.key1`, `newPassword1`."""
    segments = value.split(b".")
    if len(segments) > 1 and all(s[:1].isalpha() and len(s) < 2 * SHORTEST_KEY for s in segments):
        return True
    stem = value.rstrip(DIGITS)
    return is_name(stem) and len(value) - len(stem) <= 2 and mentions_secret(stem)  # noqa: PLR2004
