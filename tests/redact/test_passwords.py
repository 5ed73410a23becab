"""Passwords in code, configuration, SQL and on command lines go; talk about them stays."""

import pytest

from afterwit.redact import Redactor, find
from tests.redact.planting import ALNUM, drawn, password, weak, word

QUOTED = [
    'password = "{}"',
    "password = '{}'",
    'String dbPassword = "{}";',
    'private static final String PASSWORD = "{}";',
    '"password": "{}",',
    "'passwd' => '{}',",
    ':password => "{}"',
    'password: str = "{}"',
    'password: string | null = "{}"',
    'let password: &str = "{}";',
    'var password string = "{}"',
    'password := "{}"',
    "const pwd = `{}`",
    'self.user_password = b"{}"',
    "$db['password'] = '{}';",
    'config.smtp.pass = "{}"',
    'connect(host="h", password="{}", port=1)',
    'user.setPassword("{}")',
    "define('DB_PASSWORD', '{}');",
    'props.put("password", "{}");',
    "os.environ.get('DB_PASSWORD', '{}')",
    'if (password == "{}") {{',
    "password !== '{}'",
    'password.equals("{}")',
    'process.env.DB_PASSWORD || "{}"',
    '#define WIFI_PASSWORD "{}"',
    "<password>{}</password>",
    '<add key="Password" value="{}" />',
    '<property name="password" value="{}"/>',
    '{{"name": "DB_PASSWORD", "value": "{}"}}',
    '\\"password\\": \\"{}\\"',
    "&quot;password&quot;: &quot;{}&quot;",
    'SecretStr password = SecretStr("{}")',
    'ConvertTo-SecureString "x"; $password = "{}"',
    "UPDATE users SET password = '{}' WHERE id = 1",
    "CREATE USER bob IDENTIFIED BY '{}';",
    "CREATE USER bob IDENTIFIED WITH mysql_native_password BY '{}';",
    "ALTER ROLE bob WITH ENCRYPTED PASSWORD '{}';",
    "create user bob with password '{}'",
    "SET PASSWORD FOR 'bob'@'h' = PASSWORD('{}');",
    "CREATE LOGIN bob WITH PASSWORD = N'{}';",
    "EXEC sp_addlogin 'bob', '{}'",
    "INSERT INTO users (name, password) VALUES ('bob', '{}');",
    "INSERT INTO `users` (`password`, `id`) VALUES ('{}', 7), ('other', 8)",
    "passphrase: '{}'",
    "passwort = '{}'",
    'senha = "{}"',
]
BARE = [
    "DB_PASSWORD={}",
    "export PGPASSWORD={}",
    "PGPASSWORD={} psql -h h",
    "password: {}",
    "  password: {}\n",
    "    12→  password: {}",
    "+ password: {}",
    "spring.datasource.password={}",
    "ENV MYSQL_ROOT_PASSWORD {}",
    "- name: DB_PASSWORD\n  value: {}",
    "Server=h;User Id=sa;Password={};Encrypt=true",
    "jdbc:mysql://h/db?user=a&password={}",
    "https://h/login?user=a&password={}&x=1",
    "postgres://bob:{}@h:5432/db",
    "redis://:{}@h:6379/0",
    "mongodb+srv://bob:{}@h.mongodb.net/db",
    "amqp://bob:{}@h//",
    "bob:{}@tcp(h:3306)/db",
    "curl -u bob:{} https://h",
    "curl -s https://h --user 'bob:{}'",
    "sshpass -p {} ssh h",
    "sshpass -p '{}' ssh h",
    "mysql -u root -p{} db",
    "mysqldump -h h -p'{}' db",
    "docker login -u bob -p {} h",
    "redis-cli -h h -a {} ping",
    "openssl enc -aes256 -pass pass:{}",
    "net use Z: \\\\h\\share {} /user:bob",
    "sqlplus scott/{}@orcl",
    "sqlcmd -S h -U sa -P {}",
    "smbclient //h/s -U bob%{}",
    "echo '{}' | sudo -S ls",
    "echo 'bob:{}' | chpasswd",
    "tool --password {}",
    "tool --db-password={}",
    "h.example.org:5432:db:bob:{}",
    "machine h login bob password {}",
    "the password is {}",
    "I set the password to {}.",
    "**Password:** {}",
    "Password: `{}`",
]


@pytest.mark.parametrize("text", QUOTED)
@pytest.mark.parametrize("secret", [password(), weak()])
def test_a_literal_beside_the_name_of_a_password_goes(text: str, secret: str) -> None:
    redacted = Redactor(personal=False).redact(text.format(secret))
    assert secret not in redacted
    assert "[REDACTED_PASSWORD:1]" in redacted


@pytest.mark.parametrize("text", [text for text in QUOTED if "||" not in text])
def test_even_when_it_is_only_a_word(text: str) -> None:
    assert word() not in Redactor(personal=False).redact(text.format(word()))


@pytest.mark.parametrize("text", BARE)
@pytest.mark.parametrize("secret", [weak(), "aB3" + "kd9" + "Xq2"])
def test_a_bare_value_goes_where_no_name_could_stand(text: str, secret: str) -> None:
    redacted = Redactor(personal=False).redact(text.format(secret))
    assert secret not in redacted
    assert "[REDACTED_PASSWORD:1]" in redacted


def test_what_stands_around_a_password_stays_readable() -> None:
    redacted = Redactor().redact(f"postgres://bob:{weak()}@db.internal:5432/app")
    assert redacted == "postgres://bob:[REDACTED_PASSWORD:1]@db.internal:5432/app"
    assert Redactor().redact(f'x = {{"password": "{weak()}"}}') == 'x = {"password": "[REDACTED_PASSWORD:1]"}'


SECRETS = [
    'api_key = "{}"',
    "apiKey: '{}',",
    "API_KEY={}",
    '"client_secret":"{}"',
    "SECRET_KEY = '{}'",
    "encryption_key: {}",
    'token = "{}"',
    "AUTH_TOKEN={}",
    "//registry.npmjs.org/:_authToken={}",
    "Authorization: Bearer {}",
    '"Authorization": "Token {}"',
    "-H 'X-Api-Key: {}'",
    "https://h/?access_token={}&x=1",
    "Cookie: PHPSESSID={}; a=b",
    "Set-Cookie: session={}; HttpOnly",
    "tool --token {}",
    '<string name="api_key">{}</string>',
    "https://h/c?sv=2020-01-01&sig={}%3D",
]


@pytest.mark.parametrize("text", SECRETS)
def test_generated_secrets_go_beside_their_names(text: str) -> None:
    secret = drawn(ALNUM, 32)
    assert secret not in Redactor(personal=False).redact(text.format(secret))


def test_the_values_of_a_kubernetes_secret_go_whatever_their_names() -> None:
    manifest = "apiVersion: v1\ndata:\n  a: {0}\n  b.txt: {0}\nkind: Secret\nmetadata:\n  name: c\n"
    value = drawn(ALNUM, 12) + "=="
    redacted = Redactor().redact(manifest.format(value))
    assert value not in redacted
    assert "name: c" in redacted


def test_basic_credentials_go() -> None:
    hidden = "dXNlcjp" + "odW50ZXIyMg" + "=="
    assert hidden not in Redactor().redact(f"Authorization: Basic {hidden}")


HARMLESS = [
    'password = os.environ["DB_PASSWORD"]',
    "password: str",
    "password: string;",
    "password = getpass.getpass()",
    'password: "********"',
    'password = "<your-password>"',
    "password=${DB_PASSWORD}",
    'password: "{{ db_password }}"',
    "password: {{ db_password }}",
    "password = None",
    "password: null",
    "password: true",
    "password=$PASSWORD",
    "password=%PASSWORD%",
    "token = process.env.TOKEN",
    "const token = await getToken();",
    '"password": "Enter your password"',
    "password: 'Passwort',",
    'password: "password"',
    'passwordField = "user_password"',
    'password_regex = "^[a-z]{8,}$"',
    "  --password PASSWORD   the password to use",
    "  --token string        the token",
    "use --password to give one",
    "max_tokens: 4096",
    '"token_type": "bearer"',
    "token = tokens[0]",
    "password=password,",
    "password=self.password1,",
    "password = user.password",
    "password: hashedPassword,",
    "secretName: my-secret-name",
    "key: value",
    'primary_key = "user_id"',
    "api_key: str = Field(...)",
    "api_key = settings.API_KEY_2",
    'sort_key="created_at_2024"',
    '<label for="password">Password</label>',
    '<input type="password" name="password" placeholder="Password">',
    "tokens = 12345",
    "password_hash = hash_password(password)",
    "foreach ($tokens as $token) {",
    '"auth": "required"',
    "password: required",
    '["password", "nickname"]',
    'tokenizer = "cl100k_base"',
    '"session_id": "4f9f1a0e-2b8c-4e9f-8a6f-2f1a0e2b8c4e"',
    'cache_key = f"user:{user_id}:v2"',
    "https://h/?token=<token>",
    'password = input("Password: ")',
    "git_token: ${{ secrets.GITHUB_TOKEN }}",
    '"password=" + pwd + ";"',
    "password: z.string().min(8)",
    "password == confirmPassword",
    "secret: Secret<String>",
    "Tokens: 1,234 in / 567 out",
    "verdict: passed ? 'pass' : 'fail'",
    "the password is required",
    "the password is wrong.",
    "git@github.com:me/repo.git",
    "https://h:443/a@b",
    "http://user:password@host/",
    'curl -u "$USER:$PASS" https://h',
    "docker run -u 1000:1000 -p 8080:80 image",
    "mkdir -p a/b",
    "mysql -u root -p db",
    "Authorization: Bearer ${TOKEN}",
    "Authorization: Bearer <token>",
    "Bearer authentication",
    "basic authentication",
    "Rows are identified by their key",
    "INSERT INTO t (id, name) VALUES (1, 'password')",
    "session = requests.Session()",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_talk_about_passwords_stays(text: str) -> None:
    assert find(text) == []
