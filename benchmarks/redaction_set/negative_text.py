"""Placeholders, configuration, documentation and logs without a secret in them."""

from .model import parse

TEMPLATES = parse(r"""
=== placeholder-angle
export OPENAI_API_KEY=<your-key>
export <<up.5>>_URL=http://localhost:<<port>>
=== placeholder-angle
curl -H "Authorization: Bearer <token>" http://localhost:<<port>>/<<noun>>
=== placeholder-angle
mysql -u <user> -p<password> <<noun>>
=== placeholder-angle
postgres://<user>:<password>@<host>:<<port>>/<dbname>
=== placeholder-x
API_KEY=<<x.24>>
REGION=<<noun>>
=== placeholder-x
Set `token: XXXXXXXX` in <<noun>>.yaml
=== placeholder-x
sk-<<x.32>> is what the key of <<noun>> looks like
=== placeholder-dots
OPENAI_API_KEY=sk-...
MODEL=<<noun>>
=== placeholder-dots
The key starts with `sk-ant-...`, the token of <<noun>> with `ghp_...`.
=== placeholder-dots
api_key="..."  # <<noun>>
=== placeholder-stars
password: "********"
user: <<noun>>
=== placeholder-stars
DB_PASSWORD=*****
DB_NAME=<<noun>>
=== placeholder-stars
"<<noun>>": {"token": "***", "secret": "[REDACTED]"}
=== placeholder-your
apiKey: "YOUR_API_KEY",
projectId: "<<noun>>",
=== placeholder-your
GITHUB_TOKEN=your_token_here
REPO=<<noun>>
=== placeholder-your
stripe.api_key = "your-stripe-secret-key"  # <<noun>>
=== placeholder-your
{"client_secret": "REPLACE_ME", "name": "<<noun>>"}
=== placeholder-your
password = "<password>"  # TODO(<<noun>>)
=== placeholder-changeme
ADMIN_PASSWORD=changeme
ADMIN_USER=<<noun>>
=== placeholder-shell
POSTGRES_PASSWORD=${DB_PASSWORD}
POSTGRES_DB=<<noun>>
=== placeholder-shell
DATABASE_URL=postgres://${DB_USER}:${DB_PASSWORD}@${DB_HOST}:<<port>>/<<noun>>
=== placeholder-shell
redis-cli -a "$REDIS_PASSWORD" -h "$REDIS_HOST" -p <<port>> ping
=== placeholder-shell
sshpass -p "$SSH_PASS" ssh "$SSH_USER@$SSH_HOST" <<verb>>
=== placeholder-shell
git clone https://x-access-token:${GITHUB_TOKEN}@github.com/<<noun>>/<<noun>>.git
=== placeholder-shell
password: ${POSTGRES_PASSWORD:?must be set for <<noun>>}
=== placeholder-jinja
password: "{{ vault_<<noun>>_password }}"
become_password: "{{ lookup('env', 'BECOME_PASS') }}"
=== placeholder-jinja
api_key = {{ secret }}
name = {{ <<noun>> }}
=== placeholder-helm
  password: {{ .Values.<<noun>>.password | b64enc | quote }}
=== placeholder-actions
        env:
          NPM_TOKEN: ${{ secrets.NPM_TOKEN }}
          NAME: <<noun>>
=== placeholder-actions
      with:
        password: ${{ secrets.PYPI_API_TOKEN }}
        <<noun>>: true
=== placeholder-terraform
  password = var.<<noun>>_password
  token    = data.vault_generic_secret.<<noun>>.data["token"]
=== placeholder-cloudformation
      MasterUserPassword: !Ref <<pascal>>Password
=== placeholder-cloudformation
Password: !Sub '{{resolve:secretsmanager:<<noun>>:SecretString:password}}'
=== placeholder-percent
password = %(password)s
user = %(<<noun>>)s
=== placeholder-at
spring.datasource.password=@db.password@
spring.application.name=<<noun>>
=== placeholder-none
password: null
token: ~
secret: ""
name: <<noun>>
=== placeholder-none
"password": null, "apiKey": "", "token": false, "<<noun>>": 1
=== placeholder-none raw
[<<noun>>]
password =
token =
=== placeholder-windows
set PASSWORD=%DB_PASSWORD%
net use Z: \\<<noun>>\share * /user:CORP\%USERNAME%
=== k8s-ref
        - name: DB_PASSWORD
          valueFrom:
            secretKeyRef:
              name: <<noun>>
              key: password
=== k8s-ref
  imagePullSecrets:
  - name: <<noun>>-registry
=== k8s-mount
      volumes:
      - name: token
        secret: { secretName: <<noun>>-tls }
=== k8s-list
NAME                   TYPE     DATA   AGE
<<noun>>-credentials   Opaque   3      <<num>>d
=== compose-secret
    secrets:
      - db_password
    environment:
      POSTGRES_PASSWORD_FILE: /run/secrets/<<noun>>
=== vault-path
vault kv get -field=password secret/<<noun>>/db
=== op-reference
DB_PASSWORD="op://<<noun>>/database/password"
=== secret-name
secret_name = "prod/<<noun>>/db-credentials"
=== secret-name
SecretId: arn:aws:secretsmanager:eu-west-1::secret:<<noun>>
=== auth-url
TOKEN_URL = "https://<<site>>/oauth/token"
AUTH_SCOPE = "openid profile"
=== auth-url
POST /api/v1/password/reset HTTP/1.1 204 <<num>>
=== auth-url
https://<<noun>>.dev/login?next=%2Faccount%2Fpassword&lang=en
=== auth-url
see https://<<noun>>.dev/docs/authentication#token-rotation for details
=== connection-no-password
DATABASE_URL=postgres://localhost:5432/<<noun>>
=== connection-no-password
redis://localhost:6379/<<num.9>>
=== connection-no-password
mongodb://localhost:27017/<<noun>>?authSource=admin
=== connection-no-password
jdbc:h2:mem:<<noun>>;DB_CLOSE_DELAY=-1
=== connection-no-password
sqlite:////var/lib/<<noun>>/app.db
=== connection-no-password
Server=localhost;Database=<<noun>>;Trusted_Connection=True;
=== connection-no-password
psql: host=localhost dbname=<<noun>> user=<<noun>> sslmode=disable
=== translation
"password": "Passwort",
"forgotPassword": "Passwort vergessen?",
"<<noun>>": "<<noun>>"
=== translation
login.password=Mot de passe
login.token=Jeton
login.<<noun>>=<<num>>
=== translation
<string name="password_label">Password</string>
<string name="<<noun>>">Token expired</string>
=== translation
msgid "Password"
msgstr "Contraseña"
#: <<noun>>.py:<<num>>
=== translation
  password: パスワード
  <<noun>>: 設定
=== translation
password_too_short: "Password must be at least <<num.30>> characters"
=== prose
The password must have at least <<num.30>> characters and one digit.
=== prose
Rotate the secret of the <<noun>> every quarter; never commit tokens.
=== prose
I read the token from the environment, so no API key ends up in <<noun>>.
=== prose
Password hashing uses argon2id; the token expires after <<num>> minutes.
=== prose
Forgot password? Ask <<noun>> support. Secret: there is none.
=== prose
This PR adds password reset, token refresh and API key rotation to <<noun>>.
=== prose
Basic authentication is off; bearer tokens are checked by the <<noun>>.
=== prose
The key: keep functions small. The secret: write the <<noun>> tests first.
=== prose
TODO: ask for the password again when the <<noun>> token has expired
=== prose
Passphrases like four random words are easier to remember than <<num>> symbols.
=== prose-german
Das Passwort wird nie gespeichert, nur der Hash (siehe <<noun>>).
=== prose-list
- password: required, string
- token: optional, returned by the <<noun>>
- api_key: see the dashboard
=== prose-table
| Field | Type | Description |
|-------|------|-------------|
| `password` | string | The <<noun>>'s password |
| `token` | string | Access token |
=== prose-heading
## Authentication
### API key
### Password of the <<noun>>
=== prose-question raw
Password for 'https://git.<<noun>>.dev':
=== prose-question raw
[sudo] password for <<noun>>:
Sorry, try again.
=== prose-question raw
Enter passphrase for key '/etc/ssh/<<noun>>':
=== log-auth-failed
FATAL:  password authentication failed for user "<<noun>>"
=== log-auth-failed
Access denied for user '<<noun>>'@'localhost' (using password: YES)
=== log-auth-failed
remote: Invalid username or password. (<<noun>>)
fatal: Authentication failed
=== log-auth-failed
Permission denied (publickey,password). <<noun>>
=== log-auth-failed
401 Unauthorized: token expired at <<date>>T<<clock>>Z
=== log-syntax
SyntaxError: Unexpected token '<' in JSON at position <<num>>
=== log-syntax
error: unexpected token: `<<noun>>` (expected `;`)
=== log-syntax
Missing required key: 'password' in <<noun>>.yaml
=== log-warning
WARNING! Using --password via the CLI is insecure. Use --password-stdin. (<<noun>>)
=== log-warning
mysql: [Warning] Using a password on the command line interface can be insecure. <<num>>
=== log-tokens
tokens: <<num>> in, <<num>> out, cache_read_input_tokens=<<num>>
=== log-tokens
{"usage":{"input_tokens":<<num>>,"output_tokens":<<num>>},"stop_reason":"end_turn"}
=== log-scanner
gitleaks: no leaks found in <<num>> commits (rules: generic-api-key, private-key)
=== log-migration
Applying auth.0012_alter_user_password_max_length... OK (<<num>> ms)
=== log-test
  ✓ shows an error when the password is empty (<<num>> ms)
  ✓ refreshes the token
=== cli-help
  --password TEXT    the password of the <<noun>>
  --token TEXT       API token  [env var: <<up.5>>_TOKEN]
=== cli-help
  -p, --password=PASSWORD   connect with this password (<<noun>>)
=== cli-help
usage: <<noun>> [-h] [--api-key API_KEY] [--secret SECRET] target
=== cli-help
  -u, --user <user:password>  Server user and password
  -x, --<<noun>> <value>
=== man-page
The password can be given in the environment variable PGPASSWORD. (<<noun>>)
=== settings
password_encryption = scram-sha-256
max_connections = <<num>>
=== settings
PasswordAuthentication no
PubkeyAuthentication yes
MaxAuthTries <<num.9>>
=== settings
auth: false
token_ttl: <<num>>h
password_policy: strict
=== settings
[tool.<<noun>>]
secret-scanning = true
api-key-header = "X-API-Key"
=== settings
keyboard.layout=us
key.repeat=<<num>>
monkey=<<noun>>
=== settings
compass=north
bypass: true
passthrough: <<noun>>
tokenizer: whitespace
=== settings
"editor.tokenColorCustomizations": { "comments": "#<<hex.6>>" },
=== settings
auth.password.minLength=<<num.40>>
auth.token.type=bearer
=== settings
sort_key: created_at
partition_key: <<noun>>_id
public_key_path: /etc/<<noun>>/pub.pem
=== file-names
-rw-r--r-- 1 root root <<num>> Mar 12 10:11 password_reset.html
-rw-r--r-- 1 root root <<num>> Mar 12 10:11 token.py
=== file-names
src/<<noun>>/secrets.py
src/<<noun>>/api_key.rs
tests/test_passwords.py
=== file-names
private_key.pem  id_rsa.pub  credentials.json  <<noun>>.env
=== gitignore
.env
*.pem
secrets/
<<noun>>.key
=== commit-message
feat(auth): <<verb>> password hashing for the <<noun>>

Refs: #<<num>>
Reviewed-by: the <<noun>> team
=== commit-message
Bump token-bucket from <<ver>> to <<ver>>
=== todo-diff
-    password = get_password()
+    password = vault.read("<<noun>>")
=== header-names
Access-Control-Allow-Headers: Authorization, X-Api-Key, X-<<pascal>>
=== header-names
WWW-Authenticate: Bearer realm="<<noun>>", error="invalid_token"
=== header-names
Authorization: Bearer $TOKEN
X-Trace: <<num>>
=== cookie-names
Set-Cookie: theme=dark; Path=/; Max-Age=<<num>>; SameSite=Lax
=== cookie-names
response.delete_cookie("sessionid", path="/<<noun>>")
=== enumeration
TokenType.BEARER, TokenType.REFRESH, AuthMethod.PASSWORD, <<pascal>>.API_KEY
=== dictionary
passwd passage passenger passion passive passport password past <<noun>>
=== ansi
<<esc>>[36mpassword<<esc>>[0m: <<esc>>[2m(hidden, <<num.30>> characters)<<esc>>[0m
=== unicode
🔑 token ✓  🔒 password ✓  📦 <<noun>> ✓
""")
