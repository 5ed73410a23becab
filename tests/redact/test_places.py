"""Secrets go from where people and programs really put them; what only stands there stays."""

import pytest

from afterwit.redact import Redactor, find
from tests.redact.planting import ALNUM, BASE64, HEX, drawn, password, pem, weak

PLACES = [
    # commands
    "echo -n '{}' | docker login -u bob --password-stdin",
    "subprocess.run(['sshpass', '-p', '{}', 'ssh'])",
    "SSHPASS={} sshpass -e ssh h",
    "ssh-keygen -t rsa -N '{}' -f k",
    "rabbitmqctl add_user bob {}",
    "cryptsetup open d m <<< '{}'",
    "redis-server --requirepass {}",
    "psexec.py corp/bob:{}@host",
    "$ pass show work/mail\n{}\n",
    "kubectl get secret x -o jsonpath=y | base64 -d\n{}\n",
    # SQL and code
    "UPDATE users SET password = MD5('{}') WHERE id=1;",
    "SELECT crypt('{}', gen_salt('bf'));",
    "SET PASSWORD FOR bob = '{}';",
    "PRAGMA key = '{}';",
    "jdbc:oracle:thin:bob/{}@//h:1521/x",
    "Driver=x;UID=u;PWD={{{}}};",
    "bcrypt.hashpw(b'{}', salt)",
    "jwt.sign(payload, '{}')",
    "create_user('bob', 'b@corp.com', '{}')",
    "page.type('input[type=password]', '{}')",
    "token: string = process.env.DB_PASSWORD ?? '{}'",
    # configuration
    "password: |\n   {}\n",
    "password: !unsafe '{}'",
    'createUser bob SHA "{}" AES "{}"',
    '"bob"  *  "{}"  *\n',
    "chpasswd:\n  list: |\n    bob:{}\n",
    "[smtp.corp.com]:587 bob:{}",
    "<key>Password</key>\n<string>{}</string>",
    '<x:Password Type="y">{}</x:Password>',
    'Content-Disposition: form-data; name="password"\r\n\r\n{}\r\n--x',
    "user%3Dbob%26password%3D{}",
    # colours and wide characters
    "\x1b[36mpassword\x1b[0m: \x1b[33m{}\x1b[0m",
    "\x1b[1mDB_PASSWORD\x1b[0m=\x1b[32m'{}'\x1b[0m",
    "password\uff1d{}",
    # sentences
    "Das Passwort lautet {} bis Freitag",
    "Le mot de passe est {}",
    "\u30d1\u30b9\u30ef\u30fc\u30c9\u306f `{}` \u3067\u3059",
    "Password for user bob: {}",
    "| password | {} |",
]


@pytest.mark.parametrize("text", PLACES)
@pytest.mark.parametrize("secret", [password(), weak() + "#Kx9"])
def test_a_password_goes_from_every_place(text: str, secret: str) -> None:
    assert secret not in Redactor(personal=False).redact(text.format(*[secret] * text.count("{}")))


TOKENS = [
    "set -gx SERVICE_SECRET_KEY {}",
    "gh secret set NAME --body '{}'",
    "tool --mailer-api-token {}",
    "tool auth {}",
    "aws configure set aws_secret_access_key {}",
    'variable "api_key" {{\n  type = string\n  default = "{}"\n}}',
    ".corp.com\tTRUE\t/\tTRUE\t0\tauth_token\t{}",
    '{{"name":"session_id","value":"{}","domain":"corp.com"}}',
    "https://h/f?Expires=1&Signature={}",
    "https://h/boards?key={}",
    "Set-Cookie: a={}; Path=/",
    "my token is {} , why does it fail?",
]


@pytest.mark.parametrize("text", TOKENS)
def test_a_token_goes_from_every_place(text: str) -> None:
    secret = drawn(ALNUM, 32)
    assert secret not in Redactor(personal=False).redact(text.format(secret))


def test_a_token_longer_than_any_window_goes_whole() -> None:
    secret = drawn(BASE64, 3000)
    for text in (f"export SESSION_TOKEN={secret}", f'"session_token": "{secret}"'):
        redacted = Redactor().redact(text)
        assert secret[:20] not in redacted
        assert secret[-20:] not in redacted


def test_recovery_codes_go_and_a_single_word_stays() -> None:
    codes = [drawn("abcdef2345", 5, str(n)) + "-" + drawn("abcdef2345", 5, str(-n)) for n in range(4)]
    redacted = Redactor().redact("Your recovery codes:\n" + "\n".join(codes) + "\nKeep them.")
    assert not any(code in redacted for code in codes)
    assert redacted.endswith("Keep them.")
    assert find("show recovery codes, then disable2fa") == []


def test_login_data_in_base64_goes() -> None:
    hidden = "dXNlcjp" + "odW50ZXIyMg" + "=="
    assert hidden not in Redactor().redact(f'{{"auths": {{"h": {{"auth": "{hidden}"}}}}}}')


@pytest.mark.parametrize("prefix", ["# ", "// ", " * ", "-", "   12\t", "key.pem:3:", "\x1b[32m"])
def test_a_key_goes_whatever_stands_before_each_line(prefix: str) -> None:
    lines = pem().split("\n")
    redacted = Redactor().redact("\n".join(prefix + line for line in lines))
    assert not any(line in redacted for line in lines[1:-1])


def test_the_end_of_a_key_goes_without_its_beginning() -> None:
    lines = pem().split("\n")[2:]
    assert not any(line in Redactor().redact("cut\n" + "\n".join(lines)) for line in lines[:-1])


def test_keys_in_other_wrappings_go() -> None:
    body = drawn(BASE64, 300)
    for text in (
        "client-key-data: LS0tLS1CRUdJTi" + body,
        '{"kty":"RSA","d":"' + body + '"}',
        "<RSAKeyValue><D>" + body + "</D>",
        "PRIVATE_KEY=0x" + drawn(HEX, 64),
    ):
        assert text[30:60] not in Redactor().redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "certificate: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk" + drawn(BASE64, 200),
        'parser.add_argument("--password", help="the password")',
        "my ($user, $password) = @ARGV;",
        "password: ${DB_PASSWORD:?must be set}",
        "spring.datasource.password=@db.password@",
        "systemctl restart getty@tty1.service",
        "sed -i 's@old.name@new.name@g' f",
        '"minipass": "^7.1.1"',
        "password = models.CharField(max_length=128)",
        'data = 100 * "abc"',
        "the token is invalid",
        "login page and logout page",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert find(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "/Volumes/Data/Users/alice/x",
        "\\\\h\\c$\\Users\\alice\\x",
        "C:\\Documents and Settings\\alice\\x",
        "\x1b[34m/home/alice/x\x1b[0m",
    ],
)
def test_a_user_goes_from_other_homes(text: str) -> None:
    assert "alice" not in Redactor().redact(text)
