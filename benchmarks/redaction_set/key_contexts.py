"""Where keys turn up: LABELLED texts name the key, BARE ones show it alone.

Slots of their own: <<!key>>, <<env>> (GITHUB_TOKEN), <<low>> (github_token),
<<camel>> (githubToken), <<service>> (GitHub).
"""

from .model import parse

LABELLED = parse(r"""
=== dotenv
NODE_ENV=production
<<env>>=<<!key>>
LOG_LEVEL=info
=== export
export <<env>>="<<!key>>"
=== export-single
export <<env>>='<<!key>>' && make deploy
=== inline-env
<<env>>=<<!key>> python -m <<noun>>.worker --once
=== powershell
$env:<<env>> = "<<!key>>"
npm run build
=== cmd-set
set <<env>>=<<!key>>
=== fish
set -gx <<env>> <<!key>>
=== docker-run
docker run --rm -e <<env>>=<<!key>> -p 8080:80 <<noun>>:latest
=== docker-arg
docker build --build-arg <<env>>=<<!key>> -t <<noun>> .
=== dockerfile
FROM python:3.12-slim
ENV <<env>>=<<!key>>
COPY . /app
=== dockerfile-old
ENV <<env>> <<!key>>
=== compose
services:
  <<noun>>:
    image: <<noun>>:1.4
    environment:
      - <<env>>=<<!key>>
      - TZ=UTC
=== compose-map
    environment:
      <<env>>: <<!key>>
      WORKERS: 4
=== k8s-env
        env:
        - name: <<env>>
          value: "<<!key>>"
=== github-actions
      - run: ./release.sh
        env:
          <<env>>: <<!key>>
=== yaml
<<noun>>:
  <<low>>: <<!key>>
  timeout: 30
=== yaml-quoted
  <<low>>: "<<!key>>"  # rotate me
=== toml
[<<noun>>]
<<low>> = "<<!key>>"
retries = 3
=== ini
[<<noun>>]
<<low>> = <<!key>>
=== properties
<<noun>>.enabled=true
<<noun>>.<<low>>=<<!key>>
=== json
{
  "region": "eu-west-1",
  "<<low>>": "<<!key>>",
  "debug": false
}
=== json-camel
{"<<camel>>":"<<!key>>","retries":<<num.9>>}
=== json-upper
"env": { "<<env>>": "<<!key>>" }
=== json-nested-string
{"body": "{\"<<low>>\": \"<<!key>>\", \"v\": 2}"}
=== python-assign
<<env>> = "<<!key>>"
client = Client(<<env>>)
=== python-environ
os.environ["<<env>>"] = "<<!key>>"
=== python-setdefault
os.environ.setdefault("<<env>>", "<<!key>>")
=== python-getenv-default
key = os.getenv("<<env>>", "<<!key>>")
=== python-kwarg
client = <<pascal>>Client(<<low>>="<<!key>>", timeout=20)
=== python-dict
    "<<low>>": "<<!key>>",
=== python-monkeypatch
def test_<<ident>>(monkeypatch):
    monkeypatch.setenv("<<env>>", "<<!key>>")
=== js-const
const <<camel>> = '<<!key>>';
=== js-process
process.env.<<env>> = `<<!key>>`;
=== ts-fallback
const <<camel>>: string = process.env.<<env>> ?? "<<!key>>";
=== js-object
export default { <<camel>>: "<<!key>>", region: "eu" };
=== go-const
const <<camel>> = "<<!key>>"
=== go-setenv
os.Setenv("<<env>>", "<<!key>>")
=== rust-const
const <<env>>: &str = "<<!key>>";
=== java-field
private static final String <<env>> = "<<!key>>";
=== kotlin
val <<camel>> = "<<!key>>"
=== csharp
public const string <<camel>> = @"<<!key>>";
=== ruby-env
ENV['<<env>>'] ||= '<<!key>>'
=== php-putenv
putenv('<<env>>=<<!key>>');
=== php-define
define('<<env>>', '<<!key>>');
=== swift
let <<camel>> = "<<!key>>"
=== terraform-variable
variable "<<low>>" {
  type    = string
  default = "<<!key>>"
}
=== tfvars
<<low>>     = "<<!key>>"
environment = "prod"
=== terraform-map
  environment_variables = {
    <<env>> = "<<!key>>"
  }
=== xml-config
<add key="<<env>>" value="<<!key>>" />
=== plist
<key><<camel>></key>
<string><<!key>></string>
=== android-strings
<string name="<<low>>"><<!key>></string>
=== printenv
$ env | sort | head -4
HOSTNAME=<<noun>>-7f9
<<env>>=<<!key>>
LANG=C.UTF-8
PWD=/app
=== set-x
+ export <<env>>=<<!key>>
+ <<env>>=<<!key>>
=== gh-secret
gh secret set <<env>> --body "<<!key>>"
=== aws-ssm
aws ssm put-parameter --name /<<noun>>/<<low>> --type SecureString <<+>>
--value "<<!key>>"
=== kubectl-literal
kubectl create secret generic <<noun>> --from-literal=<<env>>=<<!key>>
=== helm-set
helm upgrade <<noun>> ./chart --set secrets.<<low>>=<<!key>>
=== systemd
[Service]
Environment="<<env>>=<<!key>>"
ExecStart=/usr/bin/<<noun>>
=== cli-flag
<<noun>>ctl login --<<flag>> <<!key>>
=== cli-flag-equals
./<<noun>> --<<flag>>=<<!key>> --dry-run
=== markdown-table
| Variable | Value |
|----------|-------|
| `<<env>>` | `<<!key>>` |
=== prose-labelled
Use this <<service>> API key for the demo: <<!key>>
=== prose-is
my <<service>> token is <<!key>> , can you check why the call fails?
=== log-debug
<<date>> <<clock>> DEBUG <<noun>> loaded <<env>>=<<!key>>
=== repr
Settings(<<low>>='<<!key>>', region='eu', retries=<<num.9>>)
=== url-query
GET https://<<site>>/v1/items?api_key=<<!key>>&page=<<num.9>> 200
=== url-token
curl "https://<<site>>/v2/feed?limit=5&access_token=<<!key>>"
=== header-x
X-Api-Key: <<!key>>
=== curl-header
curl -s https://<<site>>/v1/me -H "Authorization: Bearer <<!key>>"
=== fetch-header
fetch(url, { headers: { Authorization: `Bearer <<!key>>` } })
=== error-echo
Error: invalid <<env>> provided: '<<!key>>'. Check your dashboard.
""")

BARE = parse(r"""
=== bare-alone raw
<<!key>>
=== bare-first raw
<<!key>> is the one you asked for, please keep it safe
=== bare-last raw
<<say>>
ok here you go
<<!key>>
=== bare-positional
client = <<pascal>>Client("<<!key>>")
=== bare-argument
./scripts/<<verb>>.sh <<!key>> eu-central-1
=== bare-echo
echo <<!key>> | <<noun>> login --stdin
=== bare-pipe
printf '%s' '<<!key>>' > /run/<<noun>>
=== bare-list
values = ["<<noun>>", "<<!key>>", "<<noun>>"]
=== bare-csv
id,owner,value
<<num>>,<<noun>>,<<!key>>
<<num>>,<<noun>>,-
=== bare-backticks
I found `<<!key>>` committed in the history, it should be revoked.
=== bare-bold
**<<!key>>**
=== bare-parentheses
the old one (<<!key>>) still works
=== bare-comment
# <<!key>>
=== bare-slashes
// TODO remove: <<!key>>
=== bare-html-comment
<!-- <<!key>> -->
=== bare-url-path
https://<<site>>/hooks/<<!key>>/run
=== bare-git-remote
origin  https://<<noun>>:<<!key>>@git.<<noun>>.dev/<<noun>>.git (fetch)
=== bare-clipboard
[<<clock>>] <<who>>: <<!key>>
[<<clock>>] <<who>>: thanks, got it
=== bare-ansi
<<esc>>[1m<<esc>>[33m<<!key>><<esc>>[0m
=== bare-json-array
["<<!key>>"]
=== bare-escaped-newlines
{"stdout":"created\n<<!key>>\nstore it now, it is shown once\n","stderr":""}
=== bare-assert
E       AssertionError: assert '<<!key>>' == ''
=== bare-grep
config/old.bak:<<num>>:<<!key>>
=== bare-unicode
本番の鍵は「<<!key>>」です ✓
=== bare-sql-cell
 <<num>> | <<noun>> | <<!key>> | t
=== bare-xml-text
<value><<!key>></value>
=== bare-tabs
<<noun>><<tab>><<!key>><<tab>><<date>>
=== bare-long-line
{"a":[<<dg.900>>],"b":"<<lo.1200>> <<!key>> <<lo.300>>"}
=== bare-created
Token created. Copy it now, you will not see it again:

    <<!key>>
=== bare-base-name
mv <<!key>>.txt archive/
""")
