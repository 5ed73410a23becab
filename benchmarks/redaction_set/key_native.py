"""Keys in the texts they are typically met in, by kind."""

from .model import parse

NATIVE = parse(r"""
=== aws-access-key
[default]
aws_access_key_id = <<!key>>
aws_secret_access_key = <<!shape.[b640]>>
region = eu-west-1
=== aws-access-key
$ aws iam create-access-key --user-name <<noun>>
{
    "AccessKey": {
        "UserName": "<<noun>>",
        "AccessKeyId": "<<!key>>",
        "Status": "Active",
        "SecretAccessKey": "<<!shape.[b640]>>"
    }
}
=== aws-access-key
s3 = boto3.client("s3", aws_access_key_id="<<!key>>",
                  aws_secret_access_key="<<!shape.[b640]>>")
=== aws-access-key
AKID in the trail: <<!key>> called s3:GetObject <<num>> times
=== aws-access-key
provider "aws" {
  access_key = "<<!key>>"
  secret_key = "<<!shape.[b640]>>"
}
=== aws-temporary-key
export AWS_ACCESS_KEY_ID=<<!key>>
export AWS_SECRET_ACCESS_KEY=<<!shape.[b640]>>
export AWS_SESSION_TOKEN=IQoJ<<!shape.[b6300]>>
=== aws-temporary-key
{"Credentials":{"AccessKeyId":"<<!key>>","SecretAccessKey":"<<!shape.[b640]>>",<<+>>
"SessionToken":"FwoGZXIvYXdz<<!shape.[b6280]>>","Expiration":"<<date>>T<<clock>>Z"}}
=== aws-temporary-key
https://<<noun>>.s3.amazonaws.com/a.csv?X-Amz-Credential=<<!key>>%2Feu-west-1%2Fs3
=== aws-secret-key
AWS Secret Access Key [None]: <<!key>>
=== aws-secret-key
hadoop fs -D fs.s3a.secret.key=<<!key>> -ls s3a://<<noun>>/
=== github-classic
git clone https://<<!key>>@github.com/<<noun>>/<<noun>>.git
=== github-classic
remote: https://x-access-token:<<!key>>@github.com/<<noun>>/<<noun>>
=== github-classic
github.com:
    user: <<noun>>
    oauth_token: <<!key>>
    git_protocol: https
=== github-classic
{"auths":{"ghcr.io":{"username":"<<noun>>","password":"<<!key>>"}}}
=== github-fine
curl -H "Authorization: token <<!key>>" https://api.github.com/user/repos
=== github-app-server
fatal: unable to access 'https://x-access-token:<<!key>>@github.com/<<noun>>/<<+>>
<<noun>>.git/': The requested URL returned error: 403
=== gitlab-personal
git remote add lab https://oauth2:<<!key>>@gitlab.com/<<noun>>/<<noun>>.git
=== gitlab-personal
curl --header "PRIVATE-TOKEN: <<!key>>" "https://gitlab.com/api/v4/projects"
=== gitlab-trigger
curl -X POST -F token=<<!key>> -F ref=main <<+>>
https://gitlab.com/api/v4/projects/<<num>>/trigger/pipeline
=== slack-bot
app = App(token="<<!key>>", signing_secret="<<!shape.[hx32]>>")
=== slack-webhook
curl -X POST -H 'Content-type: application/json' --data '{"text":"hi"}' <<+>>
https://hooks.slack.com/services/<<!key>>
=== slack-webhook
slack_url: "https://hooks.slack.com/services/<<!key>>"
channel: "#<<noun>>"
=== slack-webhook
Posted to https://hooks.slack.com/services/<<!key>> (200 ok)
=== stripe-live
stripe.api_key = "<<!key>>"
=== stripe-live
curl https://api.stripe.com/v1/charges -u <<!key>>:
=== stripe-webhook
> Ready! Your webhook signing secret is <<!key>> (^C to quit)
=== openai-old
openai.error.AuthenticationError: Incorrect API key provided: <<!key>>.
=== openai-project
client = OpenAI(api_key="<<!key>>", max_retries=2)
=== anthropic-api
curl https://api.anthropic.com/v1/messages -H "x-api-key: <<!key>>" <<+>>
-H "anthropic-version: 2023-06-01"
=== anthropic-oauth
{"claudeAiOauth":{"accessToken":"<<!key>>","expiresAt":17<<dg.11>>}}
=== google-api
<script src="https://maps.googleapis.com/maps/api/js?key=<<!key>>&v=weekly"></script>
=== google-api
  apiKey: "<<!key>>",
  authDomain: "<<noun>>.firebaseapp.com",
=== google-client
{"installed":{"client_id":"<<dg.12>>-<<lo.32>>.apps.googleusercontent.com",<<+>>
"client_secret":"<<!key>>","redirect_uris":["http://localhost"]}}
=== google-refresh
{
  "client_id": "<<dg.12>>-<<lo.32>>.apps.googleusercontent.com",
  "refresh_token": "<<!key>>",
  "type": "authorized_user"
}
=== google-access
$ gcloud auth print-access-token
<<!key>>
=== azure-storage
DefaultEndpointsProtocol=https;AccountName=<<noun>>;AccountKey=<<!key>>;<<+>>
EndpointSuffix=core.windows.net
=== azure-storage
az storage blob list --account-name <<noun>> --account-key <<!key>>
=== azure-client
az login --service-principal -u <<uuid>> -p <<!key>> --tenant <<uuid>>
=== azure-client
{"appId":"<<uuid>>","displayName":"<<noun>>","password":"<<!key>>"}
=== azure-sas
https://<<noun>>.blob.core.windows.net/c/a.bak?sv=2022-11-02&sr=c&sp=rwdl<<+>>
&se=2031-01-01T00%3A00%3A00Z&sig=<<!key>>
=== azure-sas
azcopy copy "./out" "https://<<noun>>.file.core.windows.net/<<noun>>?sv=2021-08-06<<+>>
&ss=bf&srt=sco&sp=rwl&sig=<<!key>>"
=== azure-shared
Endpoint=sb://<<noun>>.servicebus.windows.net/;SharedAccessKeyName=Root;<<+>>
SharedAccessKey=<<!key>>
=== azure-shared
HostName=<<noun>>.azure-devices.net;DeviceId=<<noun>>;SharedAccessKey=<<!key>>
=== azure-shared
AccountEndpoint=https://<<noun>>.documents.azure.com:443/;AccountKey=<<!key>>;
=== twilio-auth
client = Client("AC<<hex.32>>", "<<!key>>")  # account, auth token
=== twilio-auth
curl 'https://api.twilio.com/2010-04-01/Accounts/AC<<hex.32>>/Messages.json' <<+>>
-u AC<<hex.32>>:<<!key>>
=== twilio-key
TWILIO_API_KEY=<<!key>>
TWILIO_API_SECRET=<<!shape.[an32]>>
=== twilio-key
const client = twilio("<<!key>>", "<<!shape.[an32]>>", { accountSid });
=== sendgrid
sgMail.setApiKey('<<!key>>')
=== mailgun
curl -s --user 'api:<<!key>>' https://api.mailgun.net/v3/<<noun>>.dev/messages
=== mailchimp
mailchimp.setConfig({ apiKey: "<<!key>>", server: "us14" });
=== npm
//registry.npmjs.org/:_authToken=<<!key>>
=== npm
npm config set //registry.npmjs.org/:_authToken <<!key>>
=== pypi
[pypi]
username = __token__
password = <<!key>>
=== pypi
twine upload -u __token__ -p <<!key>> dist/*
=== rubygems
---
:rubygems_api_key: <<!key>>
=== crates
cargo login <<!key>>
=== crates
[registry]
token = "<<!key>>"
=== docker-hub
docker login -u <<noun>> -p <<!key>>
=== digitalocean
doctl auth init -t <<!key>>
=== heroku-old
machine api.heroku.com
  login <<noun>>
  password <<!key>>
=== fly
fly deploy --access-token "FlyV1 <<!key>>"
=== vercel
vercel --prod --token <<!key>>
=== cloudflare-token
curl "https://api.cloudflare.com/client/v4/user/tokens/verify" <<+>>
-H "Authorization: Bearer <<!key>>"
=== cloudflare-global
curl -H "X-Auth-Key: <<!key>>" https://api.cloudflare.com/client/v4/zones
=== fastly
curl -H "Fastly-Key: <<!key>>" https://api.fastly.com/service
=== databricks
[DEFAULT]
host = https://adb-<<dg.16>>.7.azuredatabricks.net
token = <<!key>>
=== datadog-api
curl -X POST "https://api.datadoghq.com/api/v1/series" -H "DD-API-KEY: <<!key>>"
=== datadog-api
api_key: <<!key>>
site: datadoghq.eu
=== sentry-user
[auth]
token=<<!key>>
=== linear
curl -X POST https://api.linear.app/graphql -H "Authorization: <<!key>>"
=== airtable
Airtable.configure({ apiKey: '<<!key>>' });
=== asana
client = asana.Client.access_token('<<!key>>')
=== atlassian
jira = JIRA(server, basic_auth=(account, "<<!key>>"))
=== jira-old
JIRA_USER=<<noun>>
JIRA_API_TOKEN=<<!key>>
=== figma
curl -H 'X-FIGMA-TOKEN: <<!key>>' 'https://api.figma.com/v1/me'
=== discord-bot
client.login("<<!key>>");
=== discord-bot
bot.run('<<!key>>')
=== discord-webhook
webhook = "https://discord.com/api/webhooks/<<!key>>"
=== discord-webhook
curl -d '{"content":"up"}' https://discordapp.com/api/webhooks/<<!key>>
=== telegram
curl "https://api.telegram.org/bot<<!key>>/getUpdates"
=== telegram
updater = Updater("<<!key>>", use_context=True)
=== teams-webhook
https://<<noun>>.webhook.office.com/webhookb2/<<uuid>>@<<!key>>
=== teams-webhook
curl -H "Content-Type: application/json" -d '{"text": "deployed"}' <<+>>
"https://outlook.office.com/webhook/<<uuid>>@<<!key>>"
=== shopify-access
curl -H "X-Shopify-Access-Token: <<!key>>" https://<<noun>>.myshopify.com/admin
=== plaid-secret
{"client_id":"<<hex.24>>","secret":"<<!key>>","public_token":null}
=== algolia
const client = algoliasearch('<<up.10>>', '<<!key>>'); // admin api key
=== terraform-cloud
credentials "app.terraform.io" {
  token = "<<!key>>"
}
=== vault-service
$ vault login
Key                  Value
---                  -----
token                <<!key>>
token_accessor       <<an.24>>
token_duration       768h
=== vault-service
curl -H "X-Vault-Token: <<!key>>" https://vault.<<noun>>.dev/v1/secret/data/a
=== age
# created: <<date>>T<<clock>>Z
# public key: age1<<lo.58>>
<<!key>>
=== mapbox
mapboxgl.accessToken = '<<!key>>';
=== okta
Authorization: SSWS <<!key>>
=== auth0
client_id=<<an.32>>&client_secret=<<!key>>&grant_type=client_credentials
=== postman
newman run https://api.getpostman.com/collections/<<uuid>>?apikey=<<!key>>
=== circleci-old
curl https://circleci.com/api/v1.1/me -H "Circle-Token: <<!key>>"
=== sonar-project
sonar-scanner -Dsonar.projectKey=<<noun>> -Dsonar.login=<<!key>>
=== snyk
snyk auth <<!key>>
=== launchdarkly
const ld = LaunchDarkly.init('<<!key>>'); // server sdk key
=== segment
analytics.load("<<!key>>"); // segment write key
=== rapidapi
'x-rapidapi-key': '<<!key>>',
'x-rapidapi-host': '<<noun>>.p.rapidapi.com'
=== alibaba-id
<accessKeyId><<!key>></accessKeyId>
<accessKeySecret><<!shape.[an30]>></accessKeySecret>
=== huggingface
huggingface-cli login --token <<!key>>
=== replicate
curl -H "Authorization: Token <<!key>>" https://api.replicate.com/v1/models
=== cohere
co = cohere.Client(api_key="<<!key>>")
=== elevenlabs
-H "xi-api-key: <<!key>>"
=== wandb
wandb login <<!key>>
=== wandb
machine api.wandb.ai
  login user
  password <<!key>>
=== tailscale
sudo tailscale up --authkey <<!key>> --ssh
=== ngrok
ngrok config add-authtoken <<!key>>
=== openshift
oc login --token=<<!key>> --server=https://api.<<noun>>.dev:6443
=== infura
curl --user :<<!key>> https://mainnet.infura.io/v3/<<hex.32>>
""")
