"""What the name of a variable, field or option says about its value."""

from enum import Enum
from functools import lru_cache


class Kind(Enum):
    """How much a name promises."""

    PASSWORD = "a password: a person may have chosen it"  # noqa: S105
    SECRET = "a secret or a token: it was made by a machine, or should have been"  # noqa: S105
    CHOSEN = "a secret that signs: made by a machine, and often chosen by a person"
    KEY = "something that is often a secret, and often not"
    NOTHING = "nothing"


_PASSWORDS = frozenset(
    b"password passwd passwort passphrase passcode pwd pswd psw pass pw passw pword userpass "
    b"dbpass dbpw rootpw rootpass mypass adminpass sqlpass ftppass smtppass mailpass keypass "
    b"storepass proxypass loginpass userpw adminpw newpass oldpass senha contrasena kennwort "
    b"parola psk haslo wachtwoord motdepasse mdp clave".split()
)
_PASSWORD_ENDINGS = (b"password", b"passwd", b"passphrase", b"passwort", b"passcode", b"pwd")
_PASSING = frozenset(
    b"bypass compass surpass trespass encompass overpass underpass renderpass firstpass minipass expass".split()
)

_SECRETS = frozenset(
    b"secret secretkey token apikey apitoken apisecret accesskey accesstoken authtoken authkey "
    b"privatekey clientsecret refreshtoken sessiontoken idtoken bearer jwt appsecret appkey "
    b"secretaccesskey encryptionkey masterkey signingkey accountkey sharedkey licensekey authcode "
    b"webhooksecret mnemonic seedphrase bearertoken accesscode sharedaccesskey csrftoken "
    b"xsrftoken authenticitytoken".split()
)
_SECRET_ENDINGS = (b"secret", b"token", b"apikey", b"secretkey", b"accesskey")

# In `signing_key` the first word makes the second one interesting.
_KEY_QUALIFIERS = frozenset(
    b"api access secret private encryption encrypt encrypted auth authentication master signing "
    b"sign account license licence client shared storage admin app application consumer "
    b"subscription crypto crypt cipher aes des rsa hmac jwt ssh deploy service webhook session "
    b"server cookie user root db database project writer write management functions function "
    b"maps map google aws azure openai stripe secure hash security integration partner merchant "
    b"pre-shared preshared wpa psk device rapidapi sdk".split()
)
_OFTEN_SECRET = frozenset(
    b"auth authorization credential credentials cred creds cookie session sessionid sid salt "
    b"otp totp seed nonce signature sig psk pat apikeys ikm iv license serial pin key".split()
)

# `passwordField`, `token_url`: about a secret, not a secret.
_ABOUT = frozenset(
    b"length len min max minimum maximum count counts limit size type types name names field fields "
    b"label labels id ids url uri urls endpoint endpoints path paths file files filename dir folder "
    b"policy policies regex regexp pattern rule rules prompt placeholder hint help error errors err "
    b"msg message messages title text description desc reset expiry expires expiration expire ttl "
    b"timeout age required enabled disabled strength score column col input selector header headers "
    b"param params parameter env var variable version format provider manager service store storage "
    b"handler helper util utils validator validation validate check checker verify verifier verified "
    b"match matches changed change update updated created at date time usage used budget budgets cost "
    b"price window windows index idx position offset start end begin kind class model schema props "
    b"state status mode method methods function func callback listener event form page view screen "
    b"button link icon image img flag flags option options opts config configuration settings "
    b"generator factory builder parser reader writer loader encoder decoder encoding algorithm alg "
    b"algo hasher crypt cipher source src target ref refs reference exists present missing valid "
    b"invalid wrong visible visibility hidden show toggle entry entries list array set map dict group "
    b"groups pool bucket cache prefix suffix tag tags scope scopes issuer audience request response "
    b"req res result results data info meta metadata details usages rate per stream streaming "
    b"characters chars complexity history rotation rotate lifetime interval secs seconds ms minutes "
    b"days hours exchange grant confirmation attempts retries eye autocomplete property properties "
    b"attribute attr arn region account usr user username login email host".split()
)
# `is_password`, `max_token`: a question or a number.
_ASKING = frozenset(
    b"is has have had no not without should must can could will use uses using need needs needed "
    b"require requires required show hide toggle forgot forget enable disable allow min max num "
    b"number total count missing invalid wrong incorrect bad check verify validate validates get "
    b"find list delete remove revoke parse read load save fetch prompt ask enter input "
    b"generate create make build reset change update missing empty public primary foreign sort "
    b"partition cache index natural composite candidate unique column row map dict object hot "
    b"next prev previous token tokens per stop special mask pad eos bos cls sep unk".split()
)
# `password2`, `token_prod`: still the same thing.
_SAME = frozenset(
    b"value val string str plain plaintext clear text cleartext raw new old current default prod "
    b"production dev development test testing staging stage live local qa uat main master primary "
    b"secondary backup b64 base64 encoded enc encrypted again confirm confirmed repeat retype "
    b"confirmation base a b c x y v one two live admin root user for my s hash digest hex".split()
)


def words_of(name: bytes) -> list[bytes]:
    """Split a name at its punctuation, its capitals and before its digits."""
    words: list[bytes] = []
    word = b""
    previous = b""
    for index in range(len(name)):
        letter = name[index : index + 1]
        following = name[index + 1 : index + 2]
        begins = letter.isupper() and (previous.islower() or (previous.isupper() and following.islower()))
        if not letter.isalpha() or begins:
            if word:
                words.append(word.lower())
            word = b""
        if letter.isalpha():
            word += letter
        previous = letter
    if word:
        words.append(word.lower())
    return words


@lru_cache(maxsize=8192)
def kind_of(name: bytes) -> Kind:
    """Say what a name promises: what its last telling word does."""
    words = words_of(name)
    while len(words) > 1 and words[-1] in _SAME:
        words.pop()
    if not words or words[-1] in _ABOUT:
        return Kind.NOTHING
    kind = _kind_of_word(words[-1], b"".join(words[-2:]), words[-2] if len(words) > 1 else b"")
    if kind is Kind.NOTHING or not words[:-1]:
        return kind
    return Kind.NOTHING if words[0] in _ASKING and words[0] not in _KEY_QUALIFIERS else kind


def _kind_of_word(word: bytes, pair: bytes, before: bytes) -> Kind:
    if word in _PASSWORDS or word.endswith(_PASSWORD_ENDINGS) or (word.endswith(b"pass") and word not in _PASSING):
        return Kind.PASSWORD
    if word == b"secret" or pair == b"secretkey" or word.endswith(b"secret"):
        return Kind.CHOSEN
    if word in _SECRETS or pair in _SECRETS or word.endswith(_SECRET_ENDINGS):
        return Kind.SECRET
    if word == b"key":
        return Kind.SECRET if before in _KEY_QUALIFIERS else Kind.KEY
    if not word.startswith(b"pub") and (word in _OFTEN_SECRET or word.endswith((b"key", b"pass"))):
        return Kind.KEY
    return Kind.NOTHING


def mentions_secret(value: bytes) -> bool:
    """Say whether a value reads like the name of a secret."""
    lowered = value.lower()
    return any(
        word in lowered for word in (b"pass", b"pwd", b"secret", b"token", b"key", b"credential", b"auth", b"field")
    )
