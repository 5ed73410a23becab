"""Kinds of provider keys: their publicly documented shapes, in pieces.

One line each: kind | how it is known | name of its variable | service | shape.
"own": the shape alone gives it away. "named": only its name does, as for a bare
run of hex. "native": only met in the texts written for it. Shapes are expanded
by `values.expand`; what stands in "<...>" is the part that must be gone.
"""

from typing import NamedTuple


class Provider(NamedTuple):
    """A kind of key."""

    kind: str
    known: str
    variable: str
    service: str
    shape: str


_TABLE = """
aws-access-key    | native | AWS_ACCESS_KEY_ID | AWS | AKIA{b316}
aws-temporary-key | native | AWS_ACCESS_KEY_ID | AWS | ASIA{b316}
aws-secret-key    | named  | AWS_SECRET_ACCESS_KEY | AWS | {b640}
aws-session-token | named  | AWS_SESSION_TOKEN | AWS | IQoJb3JpZ2luX2Vj{b6320}=
github-classic    | own    | GITHUB_TOKEN | GitHub | ghp_{an36}
github-fine       | own    | GH_TOKEN | GitHub | github_pat_{an22}_{an59}
github-oauth      | own    | GITHUB_OAUTH_TOKEN | GitHub | gho_{an36}
github-app-server | own    | INSTALLATION_TOKEN | GitHub | ghs_{an36}
github-app-user   | own    | GITHUB_USER_TOKEN | GitHub | ghu_{an36}
github-refresh    | own    | GITHUB_REFRESH_TOKEN | GitHub | ghr_{an76}
gitlab-personal   | own    | GITLAB_TOKEN | GitLab | glpat-{us20}
gitlab-runner     | own    | RUNNER_TOKEN | GitLab | glrt-{us20}
gitlab-deploy     | own    | GITLAB_DEPLOY_TOKEN | GitLab | gldt-{us20}
gitlab-trigger    | own    | TRIGGER_TOKEN | GitLab | glptt-{hx40}
bitbucket         | own    | BITBUCKET_APP_PASSWORD | Bitbucket | ATBB{an32}
slack-bot         | own    | SLACK_BOT_TOKEN | Slack | xoxb-{dg12}-{dg13}-{an24}
slack-user        | own    | SLACK_USER_TOKEN | Slack | xoxp-{dg12}-{dg12}-{dg13}-{hx32}
slack-app         | own    | SLACK_APP_TOKEN | Slack | xapp-1-A{up10}-{dg13}-{hx64}
slack-config      | own    | SLACK_CONFIG_TOKEN | Slack | xoxe.xoxp-1-{an146}
slack-webhook     | native | SLACK_WEBHOOK_URL | Slack | T{up10}/B{up10}/<{an24}>
stripe-live       | own    | STRIPE_SECRET_KEY | Stripe | sk_live_51{an97}
stripe-test       | own    | STRIPE_API_KEY | Stripe | sk_test_{an24}
stripe-restricted | own    | STRIPE_RESTRICTED_KEY | Stripe | rk_live_{an24}
stripe-webhook    | own    | STRIPE_WEBHOOK_SECRET | Stripe | whsec_{an32}
openai-old        | own    | OPENAI_API_KEY | OpenAI | sk-{an20}T3BlbkFJ{an20}
openai-project    | own    | OPENAI_API_KEY | OpenAI | sk-proj-{us74}T3BlbkFJ{us74}
openai-service    | own    | OPENAI_KEY | OpenAI | sk-svcacct-{us74}T3BlbkFJ{us74}
openai-admin      | own    | OPENAI_ADMIN_KEY | OpenAI | sk-admin-{us58}T3BlbkFJ{us58}
anthropic-api     | own    | ANTHROPIC_API_KEY | Anthropic | sk-ant-api03-{us93}AA
anthropic-admin   | own    | ANTHROPIC_ADMIN_KEY | Anthropic | sk-ant-admin01-{us93}AA
anthropic-oauth   | own    | CLAUDE_OAUTH_TOKEN | Anthropic | sk-ant-oat01-{us93}AA
google-api        | own    | GOOGLE_API_KEY | Google Maps | AIza{us35}
google-client     | own    | GOOGLE_CLIENT_SECRET | Google | GOCSPX-{us28}
google-refresh    | own    | GOOGLE_REFRESH_TOKEN | Google | 1//0g{us98}
google-access     | own    | GOOGLE_ACCESS_TOKEN | Google | ya29.{us170}
firebase-server   | own    | FCM_SERVER_KEY | Firebase | AAAA{us7}:APA91b{us134}
azure-storage     | named  | AZURE_STORAGE_KEY | Azure Storage | {b686}==
azure-client      | named  | AZURE_CLIENT_SECRET | Azure AD | {an3}8Q~{us34}
azure-devops      | named  | AZURE_DEVOPS_PAT | Azure DevOps | {lo52}
azure-openai      | named  | AZURE_OPENAI_API_KEY | Azure OpenAI | {hx32}
azure-sas         | native | AZURE_SAS | Azure Storage | {an43}%3D
azure-shared      | native | SERVICEBUS | Azure Service Bus | {b643}=
twilio-auth       | named  | TWILIO_AUTH_TOKEN | Twilio | {hx32}
twilio-key        | native | TWILIO_API_KEY | Twilio | SK{hx32}
sendgrid          | own    | SENDGRID_API_KEY | SendGrid | SG.{us22}.{us43}
mailgun           | own    | MAILGUN_API_KEY | Mailgun | key-{hx32}
mailgun-new       | named  | MAILGUN_SENDING_KEY | Mailgun | {hx32}-{hx8}-{hx8}
mailchimp         | own    | MAILCHIMP_API_KEY | Mailchimp | {hx32}-us14
postmark          | named  | POSTMARK_SERVER_TOKEN | Postmark | {uuid}
sparkpost         | named  | SPARKPOST_API_KEY | SparkPost | {hx40}
brevo             | own    | BREVO_API_KEY | Brevo | xkeysib-{hx64}-{an16}
resend            | own    | RESEND_API_KEY | Resend | re_{an8}_{an24}
npm               | own    | NPM_TOKEN | npm | npm_{an36}
pypi              | own    | PYPI_TOKEN | PyPI | pypi-AgEIcHlwaS5vcmc{us152}
rubygems          | own    | GEM_HOST_API_KEY | RubyGems | rubygems_{hx48}
crates            | own    | CARGO_REGISTRY_TOKEN | crates.io | cio{an32}
nuget             | own    | NUGET_API_KEY | NuGet | oy2{lo43}
docker-hub        | own    | DOCKERHUB_TOKEN | Docker Hub | dckr_pat_{us27}
digitalocean      | own    | DIGITALOCEAN_TOKEN | DigitalOcean | dop_v1_{hx64}
heroku-old        | named  | HEROKU_API_KEY | Heroku | {uuid}
heroku            | own    | HEROKU_API_KEY | Heroku | HRKU-AA{us58}
fly               | own    | FLY_API_TOKEN | Fly.io | fm2_{b6220}
render            | own    | RENDER_API_KEY | Render | rnd_{an28}
railway           | named  | RAILWAY_TOKEN | Railway | {uuid}
vercel            | named  | VERCEL_TOKEN | Vercel | {an24}
netlify           | own    | NETLIFY_AUTH_TOKEN | Netlify | nfp_{an36}
cloudflare-token  | named  | CLOUDFLARE_API_TOKEN | Cloudflare | {us40}
cloudflare-global | named  | CLOUDFLARE_API_KEY | Cloudflare | {hx37}
cloudflare-origin | own    | ORIGIN_CA_KEY | Cloudflare | v1.0-{hx24}-{hx146}
fastly            | named  | FASTLY_API_TOKEN | Fastly | {us32}
supabase          | own    | SUPABASE_ACCESS_TOKEN | Supabase | sbp_{hx40}
supabase-secret   | own    | SUPABASE_SECRET_KEY | Supabase | sb_secret_{us22}_{us8}
planetscale-token | own    | PLANETSCALE_TOKEN | PlanetScale | pscale_tkn_{us43}
planetscale-pw    | own    | DATABASE_PASSWORD | PlanetScale | pscale_pw_{us43}
neon              | own    | NEON_API_KEY | Neon | napi_{lo64}
mongodb-atlas     | named  | ATLAS_PRIVATE_KEY | MongoDB Atlas | {uuid}
databricks        | own    | DATABRICKS_TOKEN | Databricks | dapi{hx32}
datadog-api       | named  | DD_API_KEY | Datadog | {hx32}
datadog-app       | named  | DATADOG_APP_KEY | Datadog | {hx40}
newrelic-user     | own    | NEW_RELIC_API_KEY | New Relic | NRAK-{up27}
newrelic-license  | own    | NEW_RELIC_LICENSE_KEY | New Relic | {hx36}NRAL
sentry-user       | own    | SENTRY_AUTH_TOKEN | Sentry | sntryu_{hx64}
sentry-org        | own    | SENTRY_ORG_TOKEN | Sentry | sntrys_eyJpYXQiO{b6120}_{b643}
grafana-account   | own    | GRAFANA_TOKEN | Grafana | glsa_{an32}_{hx8}
grafana-cloud     | own    | GRAFANA_CLOUD_KEY | Grafana | glc_eyJvIjoi{b692}==
linear            | own    | LINEAR_API_KEY | Linear | lin_api_{an40}
notion-old        | own    | NOTION_TOKEN | Notion | secret_{an43}
notion            | own    | NOTION_API_KEY | Notion | ntn_{dg11}{an35}
airtable          | own    | AIRTABLE_TOKEN | Airtable | pat{an14}.{hx64}
asana             | named  | ASANA_ACCESS_TOKEN | Asana | 1/{dg16}:{hx32}
atlassian         | own    | ATLASSIAN_TOKEN | Atlassian | ATATT3xFfGF0{us171}={HX8}
jira-old          | named  | JIRA_API_TOKEN | Jira | {an24}
figma             | own    | FIGMA_TOKEN | Figma | figd_{us40}
dropbox           | own    | DROPBOX_ACCESS_TOKEN | Dropbox | sl.B{us136}
dropbox-app       | named  | DROPBOX_APP_SECRET | Dropbox | {lo15}
discord-bot       | own    | DISCORD_TOKEN | Discord | MT{an24}.{us6}.{us38}
discord-webhook   | native | DISCORD_WEBHOOK | Discord | {dg19}/<{us68}>
telegram          | own    | TELEGRAM_BOT_TOKEN | Telegram | {dg10}:<AA{us33}>
teams-webhook     | native | TEAMS_HOOK | Teams | {uuid}/IncomingWebhook/<{hx32}>/{uuid}
shopify-access    | own    | SHOPIFY_ACCESS_TOKEN | Shopify | shpat_{hx32}
shopify-shared    | own    | SHOPIFY_API_SECRET | Shopify | shpss_{hx32}
square-token      | own    | SQUARE_ACCESS_TOKEN | Square | sq0atp-{us22}
square-secret     | own    | SQUARE_APP_SECRET | Square | sq0csp-{us43}
square-new        | own    | SQUARE_TOKEN | Square | EAAA{us60}
paypal            | named  | PAYPAL_CLIENT_SECRET | PayPal | E{us79}
braintree         | own    | BT_TOKEN | PayPal | access_token$production${lo16}${hx32}
plaid-secret      | named  | PLAID_SECRET | Plaid | {hx30}
plaid-access      | own    | PLAID_ACCESS_TOKEN | Plaid | access-production-{uuid}
adafruit          | own    | AIO_KEY | Adafruit IO | aio_{an28}
algolia           | named  | ALGOLIA_ADMIN_KEY | Algolia | {hx32}
pulumi            | own    | PULUMI_ACCESS_TOKEN | Pulumi | pul-{hx40}
terraform-cloud   | own    | TFE_TOKEN | Terraform Cloud | {an14}.atlasv1.{us67}
vault-service     | own    | VAULT_TOKEN | Vault | hvs.{us91}
vault-batch       | own    | VAULT_BATCH_TOKEN | Vault | hvb.{us140}
consul            | named  | CONSUL_HTTP_TOKEN | Consul | {uuid}
doppler-personal  | own    | DOPPLER_TOKEN | Doppler | dp.pt.{an43}
doppler-service   | own    | DOPPLER_TOKEN | Doppler | dp.st.prd.{an42}
onepassword       | own    | OP_ACCOUNT_TOKEN | 1Password | ops_eyJzaWduSW5{b6240}
onepassword-key   | named  | OP_SECRET_KEY | 1Password | A3-{up6}-{up11}-{up5}-{up5}
age               | own    | SOPS_AGE_KEY | age | AGE-SECRET-KEY-1{bc58}
mapbox            | own    | MAPBOX_SECRET_TOKEN | Mapbox | sk.eyJ1Ijoi{us80}.{us22}
okta              | named  | OKTA_API_TOKEN | Okta | 00{us40}
auth0             | named  | AUTH0_CLIENT_SECRET | Auth0 | {us64}
postman           | own    | POSTMAN_API_KEY | Postman | PMAK-{hx24}-{hx34}
buildkite         | own    | BUILDKITE_API_TOKEN | Buildkite | bkua_{hx40}
buildkite-agent   | named  | BUILDKITE_AGENT_TOKEN | Buildkite | {hx50}
circleci          | own    | CIRCLE_TOKEN | CircleCI | CCIPAT_{an22}_{hx40}
circleci-old      | named  | CIRCLE_CI_TOKEN | CircleCI | {hx40}
travis            | named  | TRAVIS_TOKEN | Travis CI | {an22}
snyk              | named  | SNYK_TOKEN | Snyk | {uuid}
sonar-project     | own    | SONAR_TOKEN | SonarQube | sqp_{hx40}
sonar-user        | own    | SONAR_USER_TOKEN | SonarQube | squ_{hx40}
launchdarkly      | named  | LAUNCHDARKLY_SDK_KEY | LaunchDarkly | sdk-{uuid}
segment           | named  | SEGMENT_WRITE_KEY | Segment | {an32}
segment-public    | own    | SEGMENT_API_TOKEN | Segment | sgp_{an64}
intercom          | named  | INTERCOM_ACCESS_TOKEN | Intercom | dG9rO{b654}=
zendesk           | named  | ZENDESK_API_TOKEN | Zendesk | {an40}
hubspot           | own    | HUBSPOT_TOKEN | HubSpot | pat-na1-{uuid}
lob               | named  | LOB_API_KEY | Lob | live_{hx35}
easypost          | own    | EASYPOST_API_KEY | EasyPost | EZAK{an54}
duffel            | own    | DUFFEL_ACCESS_TOKEN | Duffel | duffel_live_{us43}
typeform          | own    | TYPEFORM_TOKEN | Typeform | tfp_{us44}_{an14}
readme            | own    | README_API_KEY | ReadMe | rdme_{lo70}
rapidapi          | own    | RAPIDAPI_KEY | RapidAPI | {lo10}msh{lo15}p1{lo6}jsn{lo12}
alibaba-id        | own    | ALIBABA_ACCESS_KEY_ID | Alibaba Cloud | LTAI5t{an18}
alibaba-secret    | named  | ALIBABA_ACCESS_KEY_SECRET | Alibaba Cloud | {an30}
tencent-id        | own    | TENCENT_SECRET_ID | Tencent Cloud | AKID{an32}
tencent-secret    | named  | TENCENT_SECRET_KEY | Tencent Cloud | {an32}
yandex-key        | own    | YANDEX_API_KEY | Yandex Cloud | AQVN{us36}
yandex-oauth      | own    | YANDEX_OAUTH_TOKEN | Yandex | y0_AgAA{us51}
deepseek          | own    | DEEPSEEK_API_KEY | DeepSeek | sk-{hx32}
groq              | own    | GROQ_API_KEY | Groq | gsk_{an52}
xai               | own    | XAI_API_KEY | xAI | xai-{an80}
perplexity        | own    | PERPLEXITY_API_KEY | Perplexity | pplx-{an48}
openrouter        | own    | OPENROUTER_API_KEY | OpenRouter | sk-or-v1-{hx64}
fireworks         | own    | FIREWORKS_API_KEY | Fireworks | fw_{an24}
elevenlabs        | own    | ELEVENLABS_API_KEY | ElevenLabs | sk_{hx48}
assemblyai        | named  | ASSEMBLYAI_API_KEY | AssemblyAI | {hx32}
huggingface       | own    | HF_TOKEN | Hugging Face | hf_{al34}
replicate         | own    | REPLICATE_API_TOKEN | Replicate | r8_{an37}
cohere            | named  | COHERE_API_KEY | Cohere | {an40}
mistral           | named  | MISTRAL_API_KEY | Mistral | {an32}
together          | named  | TOGETHER_API_KEY | Together | {hx64}
langsmith         | own    | LANGSMITH_API_KEY | LangSmith | lsv2_pt_{hx32}_{hx10}
wandb             | named  | WANDB_API_KEY | Weights & Biases | {hx40}
pinecone          | own    | PINECONE_API_KEY | Pinecone | pcsk_{an5}_{an63}
tavily            | own    | TAVILY_API_KEY | Tavily | tvly-{an32}
nvidia            | own    | NVIDIA_API_KEY | NVIDIA | nvapi-{us64}
jina              | own    | JINA_API_KEY | Jina | jina_{an55}
posthog           | own    | POSTHOG_PERSONAL_KEY | PostHog | phx_{an43}
contentful        | own    | CONTENTFUL_TOKEN | Contentful | CFPAT-{us43}
flutterwave       | own    | FLW_SECRET_KEY | Flutterwave | FLWSECK_TEST-{hx32}-X
razorpay          | named  | RAZORPAY_KEY_SECRET | Razorpay | {an24}
binance           | named  | BINANCE_API_SECRET | Binance | {an64}
infura            | named  | INFURA_PROJECT_SECRET | Infura | {hx32}
etherscan         | named  | ETHERSCAN_API_KEY | Etherscan | {up34}
tailscale         | own    | TS_AUTHKEY | Tailscale | tskey-auth-{an17}-{an32}
ngrok             | named  | NGROK_AUTHTOKEN | ngrok | 2{an26}_{an20}
shippo            | own    | SHIPPO_TOKEN | Shippo | shippo_live_{hx40}
dynatrace         | own    | DT_API_TOKEN | Dynatrace | dt0c01.{up24}.{up64}
prefect           | own    | PREFECT_API_KEY | Prefect | pnu_{lo36}
sourcegraph       | own    | SRC_ACCESS_TOKEN | Sourcegraph | sgp_{hx16}_{hx40}
openshift         | own    | OC_TOKEN | OpenShift | sha256~{us43}
artifactory       | own    | JFROG_API_KEY | Artifactory | AKCp{an69}
facebook          | own    | FB_PAGE_TOKEN | Facebook | EAAG{an180}ZDZD
twitter-bearer    | own    | TWITTER_BEARER_TOKEN | Twitter | AAAAAAAAAAAAAAAAAAAA{an92}
twitter-secret    | named  | TWITTER_CONSUMER_SECRET | Twitter | {an50}
spotify           | named  | SPOTIFY_CLIENT_SECRET | Spotify | {hx32}
twitch            | named  | TWITCH_CLIENT_SECRET | Twitch | {lo30}
"""

PROVIDERS = tuple(Provider(*(cell.strip() for cell in line.split(" | "))) for line in _TABLE.strip().splitlines())
