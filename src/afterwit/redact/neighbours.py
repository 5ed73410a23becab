"""Keys without a form of their own: taken only beside the provider's name."""

from afterwit.redact.plausible import is_dense
from afterwit.redact.rule import API_KEY, REACH, Origin, Place, Rule, Spans, Trigger


def _is_dense_value(place: Place) -> Spans:
    return place.when(is_dense(place.value))


def _beside(name: str, names: bytes, value: bytes) -> Rule:
    """Make a rule for a key in an assignment to the provider's name.

    `mailgun_key = "…"`, `"datadog": "…"`, `set("TRAVIS_TOKEN", "…")`.
    """
    trigger = rb"(?i)(?:" + names + rb")[\w .\-]{0,24}[\"'`\]\\]{0,3}[ \t]{0,3}(?:\[[\w* ]{0,24}\])?[=:,>]"
    pattern = rb"[=:>]{0,2}[ \t(\\]{0,3}[\"'`\\]{0,3}(" + value + rb")(?:[^\w\-+/=])"
    return Rule(name, API_KEY, (Trigger(trigger),), pattern, Origin.END, limit=REACH, check=_is_dense_value)


_HEX32 = rb"[0-9a-f]{32}"
_HEX40 = rb"[0-9a-f]{40}"
_HEX64 = rb"[0-9a-f]{64}"
_UUID = b"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

NEIGHBOURS: tuple[Rule, ...] = (
    _beside("aws-secret-key", b"aws|secret_?access_?key|secretkey", rb"[0-9A-Za-z+/]{40}"),
    _beside("adafruit-io", b"adafruit|aio_key", rb"[\w\-]{32}"),
    _beside("algolia", b"algolia", rb"[0-9a-f]{32}|[0-9a-zA-Z]{64,}"),
    _beside("alibaba-secret", b"alibaba|aliyun", b"[0-9A-Za-z]{30}"),
    _beside("asana", b"asana", rb"[0-9a-z]{32}|[12]/[0-9]{13,20}:[0-9a-f]{32}"),
    _beside("atlassian", b"atlassian|confluence|jira", b"[0-9A-Za-z]{24}"),
    _beside("auth0", b"auth0", rb"[\w\-]{48,}"),
    _beside(
        "azure",
        b"azure|account_?key|shared_?access_?key|cognitive|ocp-apim",
        rb"[0-9a-f]{32}|[0-9A-Za-z+/]{42,88}={1,2}|[0-9A-Za-z]{84}",
    ),
    _beside("bitbucket", b"bitbucket", rb"[\w=\-]{32,}"),
    _beside("braintree-key", b"braintree", _HEX32),
    _beside("circleci-legacy", b"circle", _HEX40),
    _beside("cloudflare", b"cloudflare|cf_api|cf_token", rb"[\w\-]{37,40}"),
    _beside("codecov", b"codecov", rb"[0-9a-z]{32}|" + _UUID),
    _beside("cohere", b"cohere|co_api_key", b"[0-9A-Za-z]{40}"),
    _beside("coinbase", b"coinbase", rb"[\w\-]{32,88}={0,2}"),
    _beside("confluent", b"confluent", rb"[0-9A-Za-z+/]{64}|[0-9A-Z]{16}"),
    _beside("contentful-delivery", b"contentful", rb"[\w=\-]{43}"),
    _beside("datadog-key", b"datadog|dd_api|dd_app|dd-api", rb"[0-9a-f]{32}|[0-9a-f]{40}"),
    _beside("deepl", b"deepl", _UUID + b"(?::fx)?"),
    _beside("discord-client", b"discord", rb"[\w\-]{32}"),
    _beside("dropbox", b"dropbox", rb"sl\.[\w=\-]{60,}|[0-9a-z]{15}|[\w\-]{64}"),
    _beside("facebook-secret", b"facebook|fb_app", _HEX32),
    _beside("fastly", b"fastly", rb"[\w\-]{32}"),
    _beside("firebase", b"firebase|fcm", rb"[\w\-]{8,24}:[\w\-]{100,}|[0-9A-Za-z]{40}"),
    _beside("heroku-key", b"heroku", _UUID),
    _beside("intercom-key", b"intercom", rb"[\w=\-]{60}"),
    _beside("kraken-or-kucoin", b"kraken|kucoin|binance|bittrex", rb"[0-9A-Za-z+/=\-]{24,88}"),
    _beside("launchdarkly-key", b"launchdarkly", rb"[\w\-]{40}"),
    _beside("linear-secret", b"linear", _HEX32),
    _beside("linkedin", b"linked_?in", b"[0-9A-Za-z]{16}"),
    _beside("mailgun-signing", b"mailgun", rb"[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?"),
    _beside("mattermost", b"mattermost", b"[0-9a-z]{26}"),
    _beside("messagebird", b"message_?bird", b"[0-9A-Za-z]{25}"),
    _beside("netlify-legacy", b"netlify", rb"[\w\-]{40,46}"),
    _beside("new-relic-license", b"new_?-?relic", rb"[0-9a-f]{36}NRAL|[0-9a-f]{40}|[0-9a-z]{64}"),
    _beside("okta", b"okta", rb"00[\w\-]{40}"),
    _beside("openweather-or-maps", b"openweather|weather_?api|owm", b"[0-9a-f]{30,32}"),
    _beside("paypal", b"paypal", rb"[\w\-]{80}|E[\w\-]{63,79}"),
    _beside("plaid-secret", b"plaid", b"[0-9a-f]{24}|[0-9a-f]{30}"),
    _beside("rapidapi", b"rapid_?-?api", b"[0-9a-zA-Z]{50}"),
    _beside("segment", b"segment|analytics_write", rb"[0-9A-Za-z]{32}|sgp_[0-9A-Za-z]{60,}"),
    _beside("sentry-legacy", b"sentry", _HEX64),
    _beside("snyk-legacy", b"snyk", _UUID),
    _beside("sonar-legacy", b"sonar", _HEX40),
    _beside("squarespace", b"squarespace", _UUID),
    _beside("sumologic", b"sumo", b"[0-9A-Za-z]{64}"),
    _beside("tencent-secret", b"tencent|qcloud", b"[0-9A-Za-z]{32}"),
    _beside("travis", b"travis", rb"[0-9A-Za-z_\-]{22}"),
    _beside("trello", b"trello", rb"[0-9a-f]{32}|[0-9a-f]{64}"),
    _beside("twilio-auth", b"twilio|account_?sid[\"']?, [\"']AC[0-9a-f]{32}[\"']", _HEX32),
    _beside("twitch", b"twitch", b"[0-9a-z]{30}"),
    _beside(
        "twitter",
        b"twitter|x_api",
        rb"[0-9A-Za-z]{25}|[0-9A-Za-z]{45,50}|[0-9]{15,20}-[0-9A-Za-z]{30,45}|A{20}[0-9A-Za-z%]{80,}",
    ),
    _beside("vercel-legacy", b"vercel|zeit|now_token", b"[0-9A-Za-z]{24}"),
    _beside("wandb-legacy", b"wandb|weights_?and_?biases", _HEX40),
    _beside("yandex-secret", b"yandex", rb"YC[\w\-]{38}|y0_[\w\-]{50,}"),
    _beside("zendesk", b"zendesk", b"[0-9A-Za-z]{40}|[0-9a-f]{64}"),
    _beside("zoom", b"zoom", rb"[0-9A-Za-z]{32}"),
    _beside("cloudinary", b"cloudinary", rb"[0-9A-Za-z_\-]{27}"),
    _beside("pusher", b"pusher", b"[0-9a-f]{20}"),
    _beside("stream-or-sendbird", b"sendbird|getstream", b"[0-9a-z]{40,}"),
)
