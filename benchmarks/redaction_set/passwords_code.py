"""Passwords written into source code and tests."""

from .model import parse

TEMPLATES = parse(r"""
=== python
PASSWORD = "<<!pw>>"
=== python
db_pass = '<<!pw>>'
conn = connect(host, "app", db_pass)
=== python
class Config:
    SECRET_KEY = "<<!pwsym>>"
    DEBUG = False
=== python
def login(user="<<noun>>", password="<<!pw>>"):
    return session.post(URL, data={"u": user, "p": password})
=== python
app.secret_key = b'<<!pwsym>>'
=== python
auth = HTTPBasicAuth("<<noun>>", "<<!pw>>")
=== python
requests.get(url, auth=("<<noun>>", "<<!pw>>"))
=== python
smtp.login("<<noun>>", "<<!pw>>")
=== python
ssh.connect("<<noun>>-01", username="ops", password="<<!pw>>", timeout=5)
=== python
settings = dict(user="<<noun>>", passwd="<<!pw>>", db="<<noun>>")
=== python
password: str = "<<!pw>>"
=== python
PASSPHRASE = (
    "<<!phrase>>"
)
=== python
fernet = Fernet("<<!shape.[us43]=>>")  # encryption key
=== python-test
def test_login(client):
    r = client.post("/login", json={"login": "<<noun>>", "password": "<<!pw>>"})
    assert r.status_code == 200
=== python-test
User.objects.create_user("<<noun>>", password="<<!pw>>")
=== python-test
@pytest.mark.parametrize("password", ["<<!pw>>", "<<!pwsym>>"])
=== javascript
const dbPassword = '<<!pw>>';
=== javascript
let clientSecret = "<<!pwrand>>"
=== javascript
module.exports = { user: '<<noun>>', pass: '<<!pw>>', port: <<port>> };
=== javascript
await page.fill('#password', '<<!pw>>');
=== javascript
cy.get('input[name=password]').type('<<!pw>>{enter}')
=== javascript
app.use(session({ secret: '<<!pwsym>>', resave: false }));
=== javascript
jwt.sign({ id }, "<<!phrase>>")  // jwt secret
=== javascript
const auth = { username: "<<noun>>", password: `<<!pw>>` };
=== javascript
nodemailer.createTransport({ host, auth: { user: 'bot', pass: '<<!pw>>' } });
=== typescript
export const environment = { production: true, apiSecret: '<<!pwrand>>' };
=== typescript
private readonly passphrase: string = "<<!phrase>>";
=== java
private String password = "<<!pw>>";
=== java
DriverManager.getConnection(url, "<<noun>>", "<<!pw>>");
=== java
ds.setPassword("<<!pw>>");
=== java
props.put("mail.smtp.password", "<<!pw>>");
=== java
char[] keystorePassword = "<<!pw>>".toCharArray();
=== java
@Value("${db.password:<<!pwx>>}")
private String dbPassword;
=== kotlin
val dbPass = "<<!pw>>"
=== scala
val config = Config(user = "app", password = "<<!pw>>")
=== csharp
var pwd = "<<!pw>>";
=== csharp
new NetworkCredential("<<noun>>", "<<!pw>>");
=== csharp
client.Credentials = new BasicCredentials { Password = "<<!pw>>" };
=== go
const dbPassword = "<<!pw>>"
=== go
cfg := Config{User: "<<noun>>", Password: "<<!pw>>"}
=== go
req.SetBasicAuth("<<noun>>", "<<!pw>>")
=== go
os.Setenv("DB_PASS", `<<!pw>>`)
=== rust
let password = "<<!pw>>".to_string();
=== rust
    .password("<<!pw>>")
=== ruby
config.secret_key_base = '<<!shape.[hx128]>>'
=== ruby
User.create!(login: "<<noun>>", password: "<<!pw>>", admin: true)
=== ruby
DB_PASS = "<<!pw>>".freeze
=== ruby
fill_in "Password", with: "<<!pw>>"
=== ruby-hash
{ :user => '<<noun>>', :password => '<<!pw>>' }
=== php
$dbpass = '<<!pw>>';
=== php
$db = new PDO("mysql:host=localhost;dbname=<<noun>>", "app", "<<!pw>>");
=== php
mysqli_connect("localhost", "<<noun>>", "<<!pw>>", "<<noun>>");
=== php
define('DB_PASSWORD', '<<!pw>>');
define('DB_HOST', 'localhost');
=== php
define( 'AUTH_KEY',  '<<!pwsym>><<!pwsym>>' );
=== php
'password' => '<<!pw>>',
=== php-laravel
'password' => env('DB_PASSWORD', '<<!pw>>'),
=== perl
my $password = '<<!pw>>';
=== perl
DBI->connect("dbi:Pg:dbname=<<noun>>", "app", "<<!pw>>");
=== lua
local passwd = "<<!pw>>"
=== elixir
config :<<noun>>, Repo, username: "app", password: "<<!pw>>"
=== elixir
config :<<noun>>, secret_key_base: "<<!shape.[b664]>>"
=== c
#define WIFI_PASSWORD "<<!pw>>"
=== c
static const char *passwd = "<<!pw>>";
=== arduino
WiFi.begin("<<noun>>", "<<!pw>>");
=== swift
let password: String = "<<!pw>>"
=== objc
static NSString *const kPassword = @"<<!pw>>";
=== dart
const String apiSecret = '<<!pwrand>>';
=== r-lang
con <- dbConnect(RPostgres::Postgres(), user = "app", password = "<<!pw>>")
=== bash
DB_PASS="<<!pw>>"
readonly DB_PASS
=== bash
: "${ADMIN_PASSWORD:=<<!pwx>>}"
=== bash-heredoc
cat > /etc/app.env <<EOF
USER=<<noun>>
PASSWORD=<<!pwx>>
EOF
=== vba
conn.Open "Provider=SQLOLEDB;User ID=sa;Password=<<!pwx>>;"
=== groovy
credentials { username = 'ci'; password = '<<!pw>>' }
=== comment
# old password was <<!pw>>, changed on <<date>>
=== comment
// password: <<!pw>>
=== comment
/* login as <<noun>> / <<!pw>> (password) */
=== docstring
The staging password is "<<!pw>>".
=== html-form
<input type="password" name="password" value="<<!pwx>>">
=== html-form
<input name="pwd" type="hidden" value='<<!pwrand>>'/>
=== selenium
driver.find_element(By.ID, "password").send_keys("<<!pw>>")
=== robot
Input Password    id:password    <<!pwx>>
=== gherkin
  When I log in as "<<noun>>" with password "<<!pw>>"
=== jupyter
"source": ["password = \"<<!pw>>\"\n", "conn = connect(password)"]
=== assertion
AssertionError: expected password '<<!pw>>' to be hidden
=== traceback-locals
    password   = '<<!pw>>'
    user       = '<<noun>>'
=== graphql
mutation { login(user: "<<noun>>", password: "<<!pw>>") { ok } }
=== proto-text
credentials { login: "<<noun>>" password: "<<!pw>>" }
=== lisp
(setq smtp-password "<<!pw>>")
=== diff-both
-    password = "<<!pw>>"
+    password = os.environ["<<noun>>_PASSWORD"]
=== nix
services.<<noun>>.passwordText = "<<!pw>>";
""")
