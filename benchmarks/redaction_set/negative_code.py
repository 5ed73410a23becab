"""Source code that talks about secrets without holding one."""

from .model import parse

TEMPLATES = parse(r"""
=== python-getpass
password = getpass.getpass("Password for <<noun>>: ")
=== python-getpass
password = getpass()
if password == "":
    raise SystemExit(<<num.9>>)
=== python-environ
API_KEY = os.environ["<<pascal>>_API_KEY"]
=== python-environ
token = os.getenv("GITHUB_TOKEN") or os.environ.get("GH_TOKEN", "")
<<ident>>(token)
=== python-environ
secret_key=config("SECRET_KEY", default="", cast=str)  # <<noun>>
=== python-annotation
class <<pascal>>(BaseModel):
    username: str
    password: str
    token: str | None = None
    api_key: SecretStr
=== python-annotation
def <<ident>>(self, password: str, *, token: str = "") -> bool: ...
=== python-annotation
def <<ident>>(api_key: Optional[str] = None, secret: bytes = b"") -> None:
=== python-constant
PASSWORD_MIN_LENGTH = <<num.40>>
TOKEN_TTL_SECONDS = <<num>>
=== python-constant
PASSWORD_FIELD = "password"
TOKEN_HEADER = "X-<<pascal>>-Token"
=== python-compare
if password == "" or password is None:
    return <<ident>>()
=== python-compare
if user.password != form.password.data:
    flash("<<noun>>")
=== python-iterator
token = next(tokens)
while token.type is not TokenType.<<up.3>>:
    token = next(tokens)
=== python-attribute
self.password = password
self.<<noun>>_token = token
=== python-attribute
password = request.form["password"]
<<noun>> = request.form.get("<<noun>>")
=== python-attribute
secret = settings.<<noun>>.client_secret.get_secret_value()
=== python-call
hashed = bcrypt.hashpw(password.encode(), bcrypt.gensalt(<<num.9>>))
=== python-call
token = secrets.token_urlsafe(<<num.64>>)
=== python-call
api_key = load_key(path="<<noun>>.json")["key"]
=== python-call
password = "".join(random.choices(alphabet, k=<<num.40>>))
=== python-call
client = <<pascal>>(api_key=api_key, token=token, password=password)
=== python-fstring
headers = {"Authorization": f"Bearer {token}", "X-<<pascal>>": "1"}
=== python-fstring
url = f"postgresql://{user}:{password}@{host}:{port}/<<noun>>"
=== python-fstring
dsn = "mysql://%s:%s@%s/<<noun>>" % (user, password, host)
=== python-tokenizer
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
tokenizer.pad_token = tokenizer.eos_token
max_tokens = <<num>>
=== python-tokenizer
pad_token="<pad>", eos_token="</s>", unk_token="<unk>", vocab=<<num>>
=== python-usage
usage={"prompt_tokens": <<num>>, "completion_tokens": <<num>>, "total_tokens": <<num>>}
=== python-orm
id = Column(Integer, primary_key=True)
<<noun>>_id = Column(ForeignKey("<<noun>>.id"), index=True)
=== python-orm
password = models.CharField(max_length=<<num>>)
=== python-sort
rows.sort(key=lambda r: (r.token, r.<<noun>>))
=== python-cache
cache_key = f"<<noun>>:profile:{user_id}:v<<num.9>>"
=== python-cache
key = "<<noun>>.<<noun>>.enabled"
=== python-argparse
parser.add_argument("--password", help="the password of the <<noun>>")
=== python-click
@click.option("--token", envvar="<<pascal>>_TOKEN", prompt=True, hide_input=True)
=== python-test-name
def test_password_is_hidden_in_<<noun>>_repr():
    assert "password" not in repr(account)
=== python-test-name
tests/test_auth.py::test_token_refresh_<<noun>> PASSED  [ <<num.99>>%]
=== python-matrix
y = x@w.T + b.T
loss = (y@<<noun>>.T).sum()
=== python-decorator
@pytest.fixture
def <<ident>>(): ...
=== python-decorator
@app.route("/login", methods=["POST"])
@limiter.limit("<<num.60>>/minute")
=== python-regex
PASSWORD_RE = re.compile(r"password\s*[:=]\s*(\S+)", re.IGNORECASE)  # <<noun>>
=== python-regex
re.compile(r"(?i)bearer\s+[a-z0-9._~+/-]+=*"), "<<noun>>"
=== python-regex
_TOKEN = re.compile(r"ghp_[A-Za-z0-9]{36}")  # <<noun>>
=== python-mask
masked = password[:0] + "********"  # <<noun>>
=== python-mask
assert redact(line) == "password=[REDACTED]", <<ident>>
=== python-enum
class TokenType(Enum):
    BEARER = "bearer"
    REFRESH = "refresh"
    <<up.4>> = auto()
=== python-typed-dict
Credentials = TypedDict("Credentials", {"password": str, "<<noun>>": int})
=== python-exception
raise InvalidPasswordError("password too short", field="<<noun>>")
=== python-docstring
    Args:
        password: The password to check against the stored hash.
        token: Token returned by `<<ident>>`.
=== python-keyring
password = keyring.get_password("<<noun>>", username)
=== js-process-env
const client = new Client({ apiKey: process.env.<<up.6>>_API_KEY });
=== js-process-env
const { API_TOKEN, DB_PASSWORD } = process.env; // <<noun>>
=== js-state
const [password, setPassword] = useState('');
const [<<noun>>, setToken] = useState(null);
=== js-jsx
<input type="password" value={password} onChange={onChange} id="<<noun>>" />
=== js-destructure
const { password, ...<<noun>> } = req.body;
=== js-template
headers: { Authorization: `Bearer ${token}`, 'X-Trace': `${<<noun>>}` }
=== js-validate
password: yup.string().min(<<num.40>>).required('Password is required'),
=== js-validate
password: { type: String, required: true, minlength: <<num.40>> },
=== js-function
function resetPassword(token, password) { return <<verb>>(token); }
=== js-key-event
if (e.key === "Enter" && !e.shiftKey) <<verb>>();
=== js-react-key
{items.map(i => <Row key={i.id} token={i.token} kind="<<noun>>" />)}
=== js-local-storage
localStorage.removeItem('<<noun>>_token');
const token = localStorage.getItem('access_token');
=== js-import
import { hashPassword, verifyToken } from '@/lib/<<noun>>/password';
=== js-minified
!function(e,t){"use strict";var n=t.token||e.key,r=function(e){return e&&e.<<+>>
password};t.<<noun>>=r(n),e.exports=t}(module,window);var a=0x<<hex.4>>,b=[1,2,<<num>>];
=== js-source-map
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJz<<b64.600>>
=== ts-interface
interface <<pascal>> {
  password: string;
  accessToken?: string | null;
  apiKey: string;
}
=== ts-type
type Secret = { name: string; value: unknown }; // <<noun>>
=== ts-enum
enum TokenKind { Bearer = "bearer", ApiKey = "api_key", <<pascal>> = "other" }
=== ts-angular
this.form = fb.group({ password: ['', Validators.required], <<noun>>: [''] });
=== java-annotation
@NotNull @Size(min = <<num.20>>) private String password;
=== java-annotation
@Override
@Value("${<<noun>>.password}")
public void setPassword(String password) { this.password = password; }
=== java-getter
String token = request.getHeader("Authorization").substring(<<num.9>>);
=== java-encoder
user.setPassword(passwordEncoder.encode(dto.getPassword())); // <<noun>>
=== kotlin
data class <<pascal>>(val password: String, val token: Token?)
=== scala
case class <<pascal>>(password: String, apiKey: Option[String] = None)
=== csharp
public string Password { get; set; } = string.Empty; // <<noun>>
=== csharp
var secret = Configuration["<<pascal>>:ClientSecret"];
=== go-struct
type <<pascal>> struct {
    Password string `json:"password"`
    Token    string `json:"token,omitempty"`
}
=== go-env
password := os.Getenv("<<up.5>>_PASSWORD")
=== go-error
return fmt.Errorf("invalid token %q at %s: %w", tok, <<noun>>, err)
=== go-token
tok := lexer.NextToken()
for tok.Type != token.EOF { tok = <<noun>>.NextToken() }
=== rust-struct
pub struct <<pascal>> { pub password: Secret<String>, pub token: String }
=== rust-env
let key = std::env::var("<<up.5>>_SECRET_KEY").expect("SECRET_KEY must be set");
=== rust-path
use std::collections::HashMap; use crate::token::{Token, <<pascal>>};
=== rust-macro
let token = parse_macro_input!(input as <<pascal>>);
=== cpp-scope
std::vector<std::string> tokens = <<noun>>::split(line, ':');
=== cpp-scope
auto key = abc::def::fade::<<verb>>(cafe::bead{});
=== c-define
#define MAX_PASSWORD_LEN <<num>>
#define TOKEN_EOF (-1)
=== ruby
validates :password, presence: true, length: { minimum: <<num.30>> }
=== ruby
params.require(:<<noun>>).permit(:email, :password, :password_confirmation)
=== ruby
@user.password = params[:password]
=== ruby
token = Rails.application.credentials.dig(:<<noun>>, :secret_access_key)
=== php
$password = $_POST['password'] ?? '';
$<<noun>> = trim($_POST['<<noun>>']);
=== php
'password' => ['required', 'string', 'min:<<num.20>>', 'confirmed'],
=== php
if (password_verify($password, $row['password'])) { <<verb>>($row); }
=== laravel
'password' => env('DB_PASSWORD'),
'<<noun>>' => env('<<up.5>>'),
=== swift
let password = passwordField.text ?? ""
=== swift
@Published var token: String? = nil // <<noun>>
=== perl
my ($user, $password) = @ARGV;
my @<<noun>> = split /:/, $token;
=== lua
local token = lexer:next() -- <<noun>>
=== elixir
|> validate_length(:password, min: <<num.40>>)
=== bash
read -rsp "Password: " PASSWORD; echo "<<noun>>"
=== bash
if [ -z "$API_TOKEN" ]; then echo "API_TOKEN is not set for <<noun>>"; exit 1; fi
=== bash
export TOKEN="$(cat /run/secrets/<<noun>>_token)"
=== bash
PGPASSWORD="$DB_PASSWORD" psql -h "$DB_HOST" -p <<port>> -U "$DB_USER"
=== bash
curl -u "$USER:$PASS" -H "Authorization: Bearer ${TOKEN}" "$URL/<<noun>>"
=== bash
mysql -u root -p <<noun>> < schema.sql
=== bash
mkdir -p build/<<noun>> && docker run -p <<port>>:80 nginx && ssh -p 2222 <<noun>>
=== bash
echo "$PASSWORD" | docker login -u "$USER" --password-stdin <<noun>>.dev
=== powershell
$cred = Get-Credential -Message "Password for <<noun>>"
=== powershell
$token = $env:<<up.6>>_TOKEN
=== makefile
deploy: ; @echo $@ && TOKEN=$(TOKEN) ./<<verb>>.sh $<
=== sql-column
CREATE TABLE users (
  id serial PRIMARY KEY,
  password varchar(<<num>>) NOT NULL,
  token text UNIQUE,
  secret_key bytea
);
=== sql-column
ALTER TABLE users ADD COLUMN password_<<noun>> TEXT DEFAULT NULL;
=== sql-parameter
INSERT INTO users (login, password) VALUES ($1, $2) RETURNING <<noun>>_id;
=== sql-parameter
UPDATE users SET password = ?, token = :token WHERE id = %(id)s AND n < <<num>>
=== sql-parameter
SELECT password, token FROM users WHERE token = @token LIMIT <<num>>;
=== sql-index
CREATE UNIQUE INDEX ix_users_token ON users (token, <<noun>>);
=== html-input
<label for="password">Password</label>
<input type="password" name="password" id="<<noun>>" autocomplete="current-password">
=== html-csrf
<input type="hidden" name="csrf_token" value="{{ csrf_token() }}" data-x="<<noun>>">
=== css
.password-field::before { content: "\2022"; color: #<<hex.6>>; }
=== graphql-schema
input LoginInput { password: String!, token: ID, <<noun>>: Int }
=== protobuf
message Login { string password = 1; string token = 2; int32 <<noun>> = <<num.15>>; }
=== openapi
        password:
          type: string
          format: password
          minLength: <<num.40>>
=== json-schema
"password": { "type": "string", "minLength": <<num.40>> }, "required": ["password"]
=== vim-regex
:%s/password=\S\+/password=/g | w <<noun>>.txt
=== grep-command
grep -rnE "(api_key|password|secret)\s*=" src/<<noun>> | head -<<num.50>>
=== log-format
logger.info("token=%s password=%s", "***", "***")  # <<noun>>
""")
