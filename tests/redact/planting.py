"""Secrets made at run time, so that no file holds one."""

import random
import string

ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"
URLSAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"


def drawn(alphabet: str, length: int, seed: str = "") -> str:
    """Draw a string that looks generated; the same for the same seed."""
    source = random.Random(f"{alphabet}{length}{seed}")  # noqa: S311 - nothing is guarded by it
    text = "".join(source.choice(alphabet) for _ in range(length))
    # Every real key of this length has digits; make sure that the drawn one has, too.
    return text[:-2] + "7" + text[-1] if not any(c.isdigit() for c in text) else text


def uuid(seed: str = "") -> str:
    """Draw what is written like a UUID."""
    return "-".join(drawn(HEX, size, seed + str(size)) for size in (8, 4, 4, 4, 12))


def password() -> str:
    """Give a password as people choose them."""
    return "Sum" + "mer" + "2024" + "!"


def word() -> str:
    """Give a password that is only a word."""
    return "sword" + "fish"


def weak() -> str:
    """Give a password of letters and a digit."""
    return "hun" + "ter" + "22"


def pem(kind: str = "RSA ", line_end: str = "\n", lines: int = 6, *, finished: bool = True) -> str:
    """Make a private key of that kind."""
    body = [drawn(BASE64, 64, f"{kind}{line}") for line in range(lines)]
    dashes = "-" * 5
    head, tail = f"{dashes}BEGIN {kind}PRIVATE KEY{dashes}", f"{dashes}END {kind}PRIVATE KEY{dashes}"
    return line_end.join([head, *body, *([tail] if finished else [])])


# (who, how the key begins, of what, how long)
KEYS: tuple[tuple[str, str, str, int], ...] = (
    ("aws", "AK" + "IA", BASE32, 16),
    ("aws temporary", "AS" + "IA", BASE32, 16),
    ("google", "AI" + "za", URLSAFE, 35),
    ("google oauth secret", "GOC" + "SPX-", URLSAFE, 28),
    ("google oauth token", "ya" + "29.", URLSAFE, 60),
    ("digitalocean", "dop" + "_v1_", HEX, 64),
    ("heroku", "HR" + "KU-", URLSAFE, 60),
    ("alibaba", "LT" + "AI", ALNUM, 20),
    ("tencent", "AK" + "ID", ALNUM, 32),
    ("yandex", "AQ" + "VN", URLSAFE, 36),
    ("fly", "fm" + "2_", BASE64, 120),
    ("scalingo", "tk-" + "us-", URLSAFE, 48),
    ("vercel", "vc" + "p_", ALNUM, 40),
    ("netlify", "nf" + "p_", ALNUM, 36),
    ("render", "rn" + "d_", ALNUM, 28),
    ("tailscale", "tskey-" + "auth-", ALNUM, 30),
    ("github classic", "gh" + "p_", ALNUM, 36),
    ("github oauth", "gh" + "o_", ALNUM, 36),
    ("github app", "gh" + "s_", ALNUM, 36),
    ("github fine-grained", "github" + "_pat_", ALNUM + "_", 82),
    ("gitlab personal", "gl" + "pat-", URLSAFE, 20),
    ("gitlab runner", "gl" + "rt-", URLSAFE, 20),
    ("atlassian", "ATA" + "TT3", URLSAFE, 180),
    ("npm", "np" + "m_", ALNUM, 36),
    ("pypi", "pypi-" + "AgEIcHlwaS5vcmc", URLSAFE, 120),
    ("rubygems", "rubygems" + "_", HEX, 48),
    ("crates", "ci" + "o", ALNUM, 32),
    ("clojars", "CLOJ" + "ARS_", LOWER, 60),
    ("docker hub", "dckr" + "_pat_", URLSAFE, 27),
    ("artifactory", "AK" + "Cp", ALNUM, 69),
    ("circleci", "CCI" + "PAT_", ALNUM, 40),
    ("buildkite", "bk" + "ua_", LOWER, 40),
    ("sonar", "sq" + "p_", HEX, 40),
    ("sourcegraph", "sg" + "p_", HEX, 40),
    ("pulumi", "pu" + "l-", HEX, 40),
    ("infracost", "ic" + "o-", ALNUM, 32),
    ("figma", "fi" + "gd_", URLSAFE, 40),
    ("linear", "lin" + "_api_", ALNUM, 40),
    ("notion", "nt" + "n_", ALNUM, 46),
    ("readme", "rd" + "me_", LOWER, 70),
    ("anthropic", "sk-" + "ant-api03-", URLSAFE, 93),
    ("openrouter", "sk-" + "or-v1-", HEX, 64),
    ("openai project", "sk-" + "proj-", URLSAFE, 120),
    ("openai service", "sk-" + "svcacct-", URLSAFE, 120),
    ("openai admin", "sk-" + "admin-", URLSAFE, 120),
    ("openai old", "sk" + "-", ALNUM, 48),
    ("hugging face", "h" + "f_", ALNUM, 34),
    ("replicate", "r" + "8_", ALNUM, 37),
    ("groq", "gs" + "k_", ALNUM, 52),
    ("xai", "xa" + "i-", ALNUM, 80),
    ("perplexity", "pp" + "lx-", ALNUM, 48),
    ("fireworks", "f" + "w_", ALNUM, 24),
    ("nvidia", "nv" + "api-", URLSAFE, 64),
    ("elevenlabs", "s" + "k_", HEX, 48),
    ("pinecone", "pc" + "sk_", ALNUM, 64),
    ("slack bot", "xo" + "xb-", string.digits, 12),
    ("slack user", "xo" + "xp-", ALNUM, 48),
    ("twilio", "S" + "K", HEX, 32),
    ("mailgun", "ke" + "y-", HEX, 32),
    ("sendinblue", "xkey" + "sib-", HEX, 64),
    ("typeform", "tf" + "p_", URLSAFE, 59),
    ("stripe live", "sk_" + "live_", ALNUM, 24),
    ("stripe restricted", "rk_" + "live_", ALNUM, 24),
    ("stripe test", "sk_" + "test_", ALNUM, 24),
    ("stripe webhook", "wh" + "sec_", ALNUM, 32),
    ("square", "sq0" + "atp-", URLSAFE, 22),
    ("shopify", "sh" + "pat_", HEX, 32),
    ("razorpay", "rzp" + "_live_", ALNUM, 14),
    ("shippo", "shippo" + "_live_", HEX, 40),
    ("easypost", "EZ" + "AK", ALNUM, 54),
    ("duffel", "duffel" + "_live_", URLSAFE, 43),
    ("adafruit", "ai" + "o_", ALNUM, 28),
    ("databricks", "da" + "pi", HEX, 32),
    ("planetscale", "pscale" + "_tkn_", URLSAFE, 43),
    ("supabase", "sb" + "p_", HEX, 40),
    ("neon", "nap" + "i_", LOWER, 64),
    ("contentful", "CF" + "PAT-", URLSAFE, 43),
    ("prefect", "pn" + "u_", ALNUM, 36),
    ("posthog", "ph" + "x_", ALNUM, 43),
    ("new relic", "NR" + "AK-", UPPER, 27),
    ("sentry user", "snt" + "ryu_", HEX, 64),
    ("grafana", "gl" + "sa_", ALNUM, 41),
    ("vault", "hv" + "s.", URLSAFE, 95),
    ("terraform", "atlas" + "v1.", URLSAFE, 60),
    ("doppler", "dp." + "pt.", ALNUM, 43),
    ("age", "AGE-SECRET" + "-KEY-1", UPPER, 58),
    ("onepassword", "ops" + "_eyJ", BASE64, 300),
)
