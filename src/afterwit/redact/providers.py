"""Keys that say by how they begin whose they are."""

from afterwit.redact.plausible import WORD, begins_word, begins_word_in_prose, is_dense
from afterwit.redact.rule import API_KEY, JWT, TOKEN, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import has_digit, looks_random

_METACHARACTERS = b".+*?()[]{}|^$\\"

# A head of so few bytes proves little by itself.
WEAK_HEAD = 3

# What the scan wants to see behind a head before it calls, and how many of them.
_WORDS = (rb"[\w\-]", 8)


def _escape(literal: bytes) -> bytes:
    return b"".join(b"\\%c" % byte if byte in _METACHARACTERS else b"%c" % byte for byte in literal)


def _is_dense(place: Place) -> Spans:
    # The first bytes are the same in every such key; only the rest can look random.
    return place.when(is_dense(place.value[3:]))


def _is_dense_with_digits(place: Place) -> Spans:
    # A short head may be the first letters of a long name; names rarely have digits.
    value = place.value[3:]
    return _is_dense(place) if has_digit(value) or looks_random(value) else ()


def _prefixed(
    name: str,
    heads: str,
    body: bytes,
    label: str = API_KEY,
    lure: tuple[bytes, int] = _WORDS,
) -> Rule:
    """Make a rule for keys that begin with one of the heads (separated by blanks)."""
    literals = [head.encode("ascii") for head in heads.split()]
    kind, count = lure
    follow = kind + b"{%d}" % count if count else b""
    triggers = tuple(Trigger(_escape(each) + follow, len(each) + count) for each in literals)
    pattern = b"(?:" + b"|".join(_escape(each) for each in literals) + b")" + body
    strong = all(len(each) > WEAK_HEAD and not each.isalnum() for each in literals)
    check = _is_dense if strong else _is_dense_with_digits
    guard = begins_word_in_prose if any(each.isalnum() for each in literals) else begins_word
    return Rule(name, label, triggers, pattern, limit=2048, guard=guard, check=check)


def _webhook(name: str, head: str, path: bytes) -> Rule:
    """Make a rule for an address that is a secret: whoever knows it may post there."""
    literal = head.encode("ascii")
    return Rule(
        name,
        TOKEN,
        (Trigger(_escape(literal), len(literal)),),
        _escape(literal) + path,
    )


_UUID = b"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_HEXES = (b"[0-9a-fA-F]", 16)
_ANY = (rb"[\w+/=.\-]", 6)

_CLOUDS: tuple[Rule, ...] = (
    _prefixed("aws-access-key", "AKIA ASIA ABIA ACCA", b"[A-Z2-7]{16}", lure=(b"[A-Z2-7]", 16)),
    _prefixed(
        "aws-session-token",
        "IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz FQoDYXdz IQoJ",
        b"[0-9A-Za-z+/]{100,}=*",
        TOKEN,
        (b"[0-9A-Za-z+/]", 24),
    ),
    _prefixed("aws-bedrock-key", "ABSK bedrock-api-key-", b"[0-9A-Za-z+/=]{80,}"),
    _prefixed("google-api-key", "AIza", rb"[\w\-]{35}", lure=(rb"[\w\-]", 20)),
    _prefixed("google-oauth-secret", "GOCSPX-", rb"[\w\-]{20,}"),
    _prefixed("google-oauth-token", "ya29.", rb"[\w.\-]{20,}", TOKEN),
    _prefixed("google-refresh-token", "1//0", rb"[\w\-]{30,}", TOKEN),
    _prefixed("digitalocean", "dop_v1_ doo_v1_ dor_v1_", b"[0-9a-f]{40,}"),
    _prefixed("heroku", "HRKU-", rb"[\w\-]{30,}"),
    _prefixed("alibaba", "LTAI", b"[0-9A-Za-z]{12,}", lure=(b"[0-9A-Za-z]", 12)),
    _prefixed("tencent", "AKID", b"[0-9A-Za-z]{32,}", lure=(b"[0-9A-Za-z]", 24)),
    _prefixed("yandex", "AQVN t1.", rb"[\w\-]{30,}(?:=*\.[\w\-]{80,}=*)?", lure=(rb"[\w\-]", 24)),
    _prefixed("flyio", "fo1_ fm1a_ fm1r_ fm2_", rb"[\w+/=\-]{40,}"),
    _prefixed("yandex-oauth", "y0_", rb"[\w\-]{40,}", TOKEN, (rb"[\w\-]", 40)),
    _prefixed("dropbox-token", "sl.", rb"[\w\-]{100,}", TOKEN, (rb"[\w\-]", 60)),
    _prefixed("scalingo", "tk-us-", rb"[\w\-]{40,}"),
    _prefixed("cloudflare-origin", "v1.0-", b"[0-9a-f]{24}-[0-9a-f]{100,}", lure=_HEXES),
    _prefixed("cloudflare-token", "cfut_ cfat_ cfk_", rb"[\w\-]{30,}"),
    _prefixed("vercel", "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_", rb"[\w\-]{24,}"),
    _prefixed("netlify", "nfp_ nfc_ nfo_ nfu_", b"[0-9A-Za-z]{30,}"),
    _prefixed("render", "rnd_", b"[0-9A-Za-z]{24,}"),
    _prefixed("tailscale", "tskey-", rb"[a-z]{2,10}-[\w\-]{12,}", lure=(rb"[a-z]", 2)),
    _prefixed("linode-or-akamai", "akab-", rb"[a-z0-9]{16}-[a-z0-9]{16}"),
    _prefixed("openshift", "sha256~", rb"[\w\-]{43}", TOKEN),
)

_FORGES: tuple[Rule, ...] = (
    _prefixed("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", b"[0-9A-Za-z_]{30,}"),
    _prefixed("github-fine-grained", "github_pat_", b"[0-9A-Za-z_]{22,}"),
    _prefixed(
        "gitlab",
        "glpat- gldt- glptt- glrt- glcbt- glsoat- glffct- glimt- glagent- gloas- glft- GR1348941",
        rb"[\w.\-]{20,}",
    ),
    _prefixed("bitbucket-or-atlassian", "ATATT3 ATBB ATCTT3 ATSTT3", rb"[\w=\-]{24,}", lure=(rb"[\w\-]", 20)),
    _prefixed("npm", "npm_", b"[0-9A-Za-z]{36,}", lure=(b"[0-9A-Za-z]", 24)),
    _prefixed("pypi", "pypi-AgE pypi-AgN", rb"[\w\-]{30,}"),
    _prefixed("rubygems", "rubygems_", b"[0-9a-f]{40,}"),
    _prefixed("crates", "cio", b"[0-9A-Za-z]{32}", lure=(b"[0-9A-Za-z]", 32)),
    _prefixed("clojars", "CLOJARS_", b"[0-9a-z]{60}"),
    _prefixed("nuget", "oy2", b"[0-9a-z]{43}", lure=(b"[0-9a-z]", 43)),
    _prefixed("docker-hub", "dckr_pat_ dckr_oat_", rb"[\w\-]{20,}"),
    _prefixed("jfrog", "AKCp cmVmdGtuO", b"[0-9A-Za-z]{50,}", lure=(b"[0-9A-Za-z]", 32)),
    _prefixed("circleci", "CCIPAT_ CCIPRJ_", rb"[\w\-]{20,}"),
    _prefixed("buildkite", "bkua_ bkct_ bkaj_", b"[0-9A-Za-z]{30,}"),
    _prefixed("sonar", "sqp_ sqa_ squ_", b"[0-9a-f]{40}", lure=_HEXES),
    _prefixed("sourcegraph", "sgp_ slk_", b"[0-9A-Za-z_]{40,}", lure=(rb"\w", 24)),
    _prefixed("pulumi", "pul-", b"[0-9a-f]{40}", lure=_HEXES),
    _prefixed("infracost", "ico-", b"[0-9A-Za-z]{32}", lure=(b"[0-9A-Za-z]", 32)),
    _prefixed("octopus", "API-", b"[0-9A-Z]{26,}", lure=(b"[0-9A-Z]", 26)),
    _prefixed("snyk", "snyk_uat. snyk_sat.", rb"[\w.\-]{20,}"),
    _prefixed("figma", "figd_ figo_ figr_", rb"[\w\-]{30,}"),
    _prefixed("linear", "lin_api_ lin_oauth_", b"[0-9A-Za-z]{30,}"),
    _prefixed("notion", "ntn_ secret_", b"[0-9A-Za-z]{42,}", lure=(b"[0-9A-Za-z]", 36)),
    _prefixed("airtable", "pat", rb"[0-9A-Za-z]{14}\.[0-9a-f]{64}", lure=(b"[0-9A-Za-z]", 14)),
    _prefixed("postman", "PMAK-", b"[0-9a-f]{24}-[0-9a-f]{34}"),
    _prefixed("readme", "rdme_", b"[0-9a-z]{50,}"),
)

_MODELS: tuple[Rule, ...] = (
    _prefixed("anthropic", "sk-ant-", rb"[\w\-]{20,}"),
    _prefixed("openrouter", "sk-or-", rb"[\w\-]{20,}"),
    _prefixed("openai", "sk-proj- sk-svcacct- sk-admin- sk-None-", rb"[\w\-]{20,}"),
    _prefixed("openai-session", "sess-", b"[0-9A-Za-z]{40}", TOKEN),
    _prefixed("openai-legacy", "sk-", b"[0-9A-Za-z]{32,}", lure=(b"[0-9A-Za-z]", 20)),
    _prefixed("hugging-face", "hf_ api_org_", b"[0-9A-Za-z]{30,}", lure=(b"[0-9A-Za-z]", 20)),
    _prefixed("replicate", "r8_", b"[0-9A-Za-z]{32,}", lure=(b"[0-9A-Za-z]", 20)),
    _prefixed("groq", "gsk_", b"[0-9A-Za-z]{40,}"),
    _prefixed("xai", "xai-", b"[0-9A-Za-z]{60,}", lure=(b"[0-9A-Za-z]", 20)),
    _prefixed("perplexity", "pplx-", b"[0-9A-Za-z]{40,}"),
    _prefixed("fireworks", "fw_", b"[0-9A-Za-z]{20,}", lure=(b"[0-9A-Za-z]", 20)),
    _prefixed("nvidia", "nvapi-", rb"[\w\-]{40,}"),
    _prefixed("tavily", "tvly-", rb"[\w\-]{24,}"),
    _prefixed("firecrawl", "fc-", b"[0-9a-f]{32}", lure=_HEXES),
    _prefixed("langsmith", "lsv2_pt_ lsv2_sk_ ls__", rb"[\w\-]{32,}"),
    _prefixed("langfuse", "sk-lf- pk-lf-", _UUID),
    _prefixed("pinecone", "pcsk_", rb"[\w\-]{40,}"),
    _prefixed("wandb", "wandb_v1_", rb"[\w\-]{40,}"),
    _prefixed("elevenlabs", "sk_", b"[0-9a-f]{48}", lure=(b"[0-9a-f]", 48)),
    _prefixed("deepgram-or-assembly", "dg_ aai_", b"[0-9a-f]{32,}", lure=_HEXES),
    _prefixed("cerebras", "csk-", b"[0-9a-z]{40,}", lure=(b"[0-9a-z]", 20)),
    _prefixed("jina", "jina_", rb"[\w\-]{50,}"),
    _prefixed("voyage", "pa-", rb"[\w\-]{43}", lure=(rb"[\w]", 20)),
)

_MESSAGES: tuple[Rule, ...] = (
    _prefixed(
        "slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxd-", rb"[\w.%/+=\-]{10,}", TOKEN, _ANY
    ),
    _prefixed("slack-rotated", "xoxe.xoxp- xoxe.xoxb-", rb"[\w\-]{20,}", TOKEN, _ANY),
    _prefixed("slack-app", "xapp-", rb"\d-[0-9A-Z]{6,}-\d{8,}-[0-9a-z]{32,}", TOKEN, _ANY),
    _webhook("slack-webhook", "hooks.slack.com/", rb"(?:services|workflows|triggers)/([0-9A-Za-z/]{20,})"),
    _webhook("discord-webhook", "/api/webhooks/", rb"(\d{15,}/[\w\-]{40,})"),
    _webhook(
        "teams-webhook", "webhook.office.com/", rb"webhookb2/([\w\-@]{40,}/IncomingWebhook/[0-9a-z]{20,}/[\w\-]{20,})"
    ),
    _webhook("telegram-url", "api.telegram.org/bot", rb"(\d{6,12}:[\w\-]{30,})"),
    _prefixed("twilio", "SK", b"[0-9a-f]{32}", lure=(b"[0-9a-f]", 32)),
    _prefixed("sendgrid", "SG.", rb"[\w\-]{16,}\.[\w\-]{30,}"),
    _prefixed("mailgun", "key-", b"[0-9a-f]{32}", lure=(b"[0-9a-f]", 32)),
    _prefixed("brevo", "xkeysib- xsmtpsib-", rb"[\w\-]{40,}"),
    _prefixed("resend", "re_", rb"[0-9A-Za-z]{6,10}_[0-9A-Za-z]{20,}", lure=(b"[0-9A-Za-z]", 7)),
    _prefixed("mailersend", "mlsn.", b"[0-9a-f]{50,}", lure=_HEXES),
    _prefixed("intercom", "dG9rO", rb"[0-9A-Za-z+/=]{40,}", lure=(b"[0-9A-Za-z+/]", 32)),
    _prefixed("hubspot", "pat-na1- pat-na2- pat-eu1- pat-ap1-", _UUID),
    _prefixed("typeform", "tfp_", rb"[\w.\-]{40,}"),
)

_SHOPS: tuple[Rule, ...] = (
    _prefixed("stripe", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", b"[0-9A-Za-z]{10,}"),
    _prefixed("stripe-webhook", "whsec_", rb"[0-9A-Za-z+/=]{20,}"),
    _prefixed("square", "EAAA sq0atp- sq0csp- sq0idp-", rb"[\w\-]{22,}", lure=(rb"[\w\-]", 20)),
    _prefixed("facebook", "EAAC EAAM EAAG EAAB", b"[0-9A-Za-z]{60,}", TOKEN, lure=(b"[0-9A-Za-z]", 32)),
    _prefixed("braintree", "access_token$production$ access_token$sandbox$", b"[0-9a-z]{16}[$][0-9a-f]{32}"),
    _prefixed("plaid", "access-sandbox- access-development- access-production-", _UUID),
    _prefixed("shopify", "shpat_ shpca_ shppa_ shpss_ shptka_ shpua_", b"[0-9a-fA-F]{32,}"),
    _prefixed("razorpay", "rzp_live_ rzp_test_", b"[0-9A-Za-z]{14,}"),
    _prefixed("flutterwave", "FLWSECK-  FLWSECK_TEST-", rb"[\w\-]{12,}"),
    _prefixed("paystack-or-lob", "live_ test_", b"[0-9a-f]{30,}", lure=(b"[0-9a-f]", 30)),
    _prefixed("shippo", "shippo_live_ shippo_test_", b"[0-9a-fA-F]{40}"),
    _prefixed("easypost", "EZAK EZTK", b"[0-9A-Za-z]{54}", lure=(b"[0-9A-Za-z]", 32)),
    _prefixed("duffel", "duffel_live_ duffel_test_", rb"[\w=\-]{40,}"),
    _prefixed("adobe", "p8e-", b"[0-9a-zA-Z]{32}", lure=(b"[0-9A-Za-z]", 20)),
    _prefixed("adafruit", "aio_", b"[0-9A-Za-z]{28}", lure=(b"[0-9A-Za-z]", 20)),
)

_DATA: tuple[Rule, ...] = (
    _prefixed("databricks", "dapi", b"[0-9a-f]{32}(?:-[0-9])?", lure=_HEXES),
    _prefixed("planetscale", "pscale_tkn_ pscale_oauth_ pscale_pw_", rb"[\w=.\-]{30,}"),
    _prefixed("supabase", "sbp_ sb_secret_", rb"[0-9A-Za-z_\-]{24,}", lure=(rb"[\w\-]", 20)),
    _prefixed("neon", "napi_", b"[0-9A-Za-z]{40,}", lure=(b"[0-9A-Za-z]", 40)),
    _prefixed("neon-password", "npg_", b"[0-9A-Za-z]{12,}", lure=(b"[0-9A-Za-z]", 12)),
    _prefixed("mongodb-atlas", "mdb_sa_sk_", rb"[\w\-]{30,}"),
    _prefixed("clickhouse", "4b1d", b"[0-9A-Za-z]{38}", lure=(b"[0-9A-Za-z]", 38)),
    _prefixed("contentful", "CFPAT-", rb"[\w\-]{40,}"),
    _prefixed("prefect", "pnu_ pnb_", b"[0-9A-Za-z]{36}", lure=(b"[0-9A-Za-z]", 20)),
    _prefixed("mapbox", "sk.eyJ tk.eyJ", rb"[\w\-]{20,}\.[\w\-]{16,}"),
    _prefixed("posthog", "phx_ phs_", b"[0-9A-Za-z]{30,}", lure=(b"[0-9A-Za-z]", 20)),
)

_WATCHERS: tuple[Rule, ...] = (
    _prefixed("new-relic", "NRAK- NRII- NRJS- NRRA- NRIQ-", rb"[0-9A-Za-z\-]{19,}"),
    _prefixed("sentry", "sntrys_ sntryu_", rb"[0-9A-Za-z+/=_\-]{40,}"),
    _prefixed("grafana", "glsa_ glc_", rb"[0-9A-Za-z+/=_]{32,}", lure=(rb"[\w+/]", 20)),
    _prefixed("grafana-legacy", "eyJrIjoi", rb"[0-9A-Za-z+/=]{60,}"),
    _prefixed("dynatrace", "dt0c01. dt0s16. dt0s01.", rb"[0-9A-Z]{24}\.[0-9A-Z]{60,}"),
    _prefixed("datadog", "ddapp_ pub", b"[0-9a-f]{32,}", lure=(b"[0-9a-f]", 32)),
    _prefixed("launchdarkly", "sdk- api-", _UUID, lure=(b"[0-9a-f]", 8)),
    _prefixed("honeycomb", "hcaik_ hcaic_ hcamk_", b"[0-9a-z]{40,}"),
    _prefixed("pagerduty", "pdus+", rb"[\w\-]{16,}", lure=(rb"[\w+\-]", 8)),
)

_KEEPERS: tuple[Rule, ...] = (
    _prefixed("vault", "hvs. hvb. hvr.", rb"[\w\-]{20,}", TOKEN),
    _prefixed("terraform-cloud", "atlasv1.", rb"[\w\-]{40,}"),
    _prefixed("doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", rb"[\w.\-]{36,}"),
    _prefixed("onepassword-service", "ops_eyJ", rb"[0-9A-Za-z+/=_\-]{100,}"),
    _prefixed(
        "onepassword-secret-key", "A3-", b"[0-9A-Z]{6}-(?:[0-9A-Z]{11}|[0-9A-Z]{6}-[0-9A-Z]{5})(?:-[0-9A-Z]{5}){2,3}"
    ),
    _prefixed("age", "AGE-SECRET-KEY-1 AGE-PLUGIN-", b"[0-9A-Z\\-]{50,}"),
    _prefixed("wallet", "xprv tprv yprv zprv", b"[1-9A-HJ-NP-Za-km-z]{100,}", lure=(b"[0-9A-Za-z]", 40)),
    _prefixed("nostr", "nsec1", b"[02-9ac-hj-np-z]{58}", lure=(b"[0-9a-z]", 40)),
    _prefixed("infisical", "st.", rb"[0-9a-f]{24}\.[0-9a-f]{32,}", lure=_HEXES),
    _prefixed("auth0-or-workos", "sk_test_a2V5 sk_live_a2V5", rb"[\w\-]{20,}"),
)

_UNPREFIXED: tuple[Rule, ...] = (
    Rule(
        "firebase-server",
        API_KEY,
        (Trigger(b":APA91b"),),
        rb"[\w\-]{8,24}:APA91b[\w\-]{80,}",
        Origin.RUN,
        run=WORD + b"-:",
    ),
    Rule(
        "rapidapi-key",
        API_KEY,
        (Trigger(b"[0-9a-z]{10}msh[0-9a-z]{15}p1[0-9a-z]{6}jsn", 39),),
        b"[0-9a-z]{10}msh[0-9a-z]{15}p1[0-9a-z]{6}jsn[0-9a-z]{12}",
        guard=begins_word,
    ),
    Rule(
        "twitter-bearer",
        TOKEN,
        (Trigger(b"A{20}[0-9A-Za-z%]{12}", 32),),
        b"A{20,24}[0-9A-Za-z%]{60,}",
        guard=begins_word_in_prose,
        check=_is_dense_with_digits,
    ),
    Rule(
        "twilio-account",
        API_KEY,
        (Trigger(rb"AC[0-9a-f]{32}[\"']?[ \t]{0,2}[,:]"),),
        rb"[ \t]{0,4}[\"']?([0-9a-f]{32})[^0-9a-f]",
        Origin.END,
        check=_is_dense,
    ),
    Rule(
        "azure-client-secret",
        API_KEY,
        (Trigger(rb"[\w~.\-]{3}[0-9]Q~[\w~.\-]{24}", 30),),
        rb"([\w~.\-]{3}[0-9]Q~[\w~.\-]{31,34})(?:[^\w~.\-])",
        guard=begins_word,
        check=_is_dense,
    ),
    Rule(
        "maxmind",
        API_KEY,
        (Trigger(b"_mmk"),),
        b"([0-9A-Za-z]{6}_[0-9A-Za-z]{29}_mmk)",
        Origin.RUN,
        run=WORD,
    ),
    Rule(
        "discord-bot",
        TOKEN,
        tuple(
            Trigger(rb"[MNO][\w\-]{%d}\.[\w\-]{6}\.[\w\-]{20}" % length, length + 29) for length in (23, 24, 25, 26, 27)
        ),
        rb"[MNO][\w\-]{23,27}\.[\w\-]{6}\.[\w\-]{27,40}",
        guard=begins_word,
        check=_is_dense,
    ),
    Rule(
        "telegram-bot",
        TOKEN,
        (Trigger(rb"[0-9]{8}:AA[\w\-]{24}", 35), Trigger(rb"[0-9]{10}:AA[\w\-]{24}", 37)),
        rb"([0-9]{8,10}:AA[\w\-]{32,35})",
        guard=begins_word,
        check=_is_dense,
    ),
    Rule(
        "mailchimp",
        API_KEY,
        (Trigger(rb"[0-9a-f]{32}-us[0-9]", 36),),
        rb"([0-9a-f]{32}-us[0-9]{1,2})",
        guard=begins_word,
        check=_is_dense,
    ),
    Rule(
        "azure-storage-or-cosmos",
        API_KEY,
        (Trigger(b"A(?:CDb|RmX|PIM|CR)[0-9A-Za-z+/]{0,8}=="), Trigger(rb"\+ASt[0-9A-Za-z+/]{6}==")),
        b"([0-9A-Za-z+/]{60,90}==)",
        Origin.RUN,
        run=WORD + b"+/=",
    ),
)

# A token this long is cut in the window; the run of its bytes is followed to the end.
_TOKEN_BYTES = WORD + b"-."

_JWT_BODY = rb"[\w\-]{8,}\.(?:eyJ[\w\-]{8,}|[\w\-]*\.[\w\-]{12,40}\.[\w\-]{8,})"

JWTS: tuple[Rule, ...] = (_prefixed("jwt", "eyJ", _JWT_BODY, JWT)._replace(tail=_TOKEN_BYTES, limit=1024),)

PROVIDERS: tuple[Rule, ...] = (
    *JWTS,
    *_CLOUDS,
    *_FORGES,
    *_MODELS,
    *_MESSAGES,
    *_SHOPS,
    *_DATA,
    *_WATCHERS,
    *_KEEPERS,
    *_UNPREFIXED,
)
