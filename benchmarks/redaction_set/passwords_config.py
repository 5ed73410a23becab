"""Passwords in configuration files, documents and chat."""

from .model import parse

TEMPLATES = parse(r"""
=== dotenv
DB_HOST=localhost
DB_PASSWORD=<<!pw>>
=== dotenv
ADMIN_PASSWORD='<<!pw>>'
=== dotenv
SECRET_KEY_BASE=<<!shape.[hx128]>>
=== dotenv
APP_KEY=base64:<<!shape.[b643]=>>
=== dotenv
SMTP_PASS="<<!pw>>" # mailbox of <<noun>>
=== dotenv
JWT_SECRET=<<!phrase>>
=== dotenv
ENCRYPTION_KEY=<<!shape.[hx64]>>
=== yaml
database:
  user: <<noun>>
  password: <<!pw>>
=== yaml
  password: "<<!pw>>"
=== yaml
auth: {user: <<noun>>, passwd: '<<!pw>>'}
=== yaml
secret_key: <<!pwrand>>
=== yaml
rootPassword: <<!pwsym>>
=== compose
    environment:
      POSTGRES_USER: <<noun>>
      POSTGRES_PASSWORD: <<!pwx>>
=== compose
      - MYSQL_ROOT_PASSWORD=<<!pwx>>
=== toml
[database]
user = "<<noun>>"
password = "<<!pw>>"
=== toml
passphrase = '<<!phrase>>'
=== ini
[mail]
host = smtp.<<noun>>.dev
password = <<!pw>>
=== ini
[client]
user=<<noun>>
password="<<!pw>>"
=== xml
<user name="<<noun>>" password="<<!pwx>>" roles="manager-gui"/>
=== xml
<password><<!pwx>></password>
=== xml
<property name="hibernate.connection.password" value="<<!pwx>>"/>
=== xml
<server><id><<noun>></id><username>ci</username><password><<!pwx>></password></server>
=== json
{"username": "<<noun>>", "password": "<<!pw>>"}
=== json
  "adminPassword": "<<!pwsym>>",
  "location": "westeurope"
=== json
{"auth": {"secret": "<<!pwrand>>"}, "port": <<port>>}
=== json-escaped
{"cmd":"write","content":"user = \"<<noun>>\"\npassword = \"<<!pw>>\"\n"}
=== json-escaped
"{\"login\":\"<<noun>>\",\"passwd\":\"<<!pw>>\"}"
=== json-escaped-twice
{"a":"{\"b\":\"{\\\"password\\\":\\\"<<!pwrand>>\\\"}\"}"}
=== json5
{ user: '<<noun>>', password: '<<!pw>>', }
=== terraform
resource "aws_db_instance" "<<noun>>" {
  username = "<<noun>>"
  password = "<<!pw>>"
}
=== terraform
master_password = "<<!pwsym>>"
=== terraform-plan
  ~ resource "random_password" "<<noun>>" {
      ~ result = "<<!pwsym>>" -> (known after apply)
    }
=== k8s-secret
apiVersion: v1
kind: Secret
metadata:
  name: <<noun>>
type: Opaque
data:
  username: YXBw
  password: <<!encoded>>
=== k8s-secret
apiVersion: v1
kind: Secret
metadata:
  name: <<noun>>
stringData:
  db-password: <<!pw>>
=== k8s-secret
{"apiVersion":"v1","data":{"password":"<<!encoded>>"},"kind":"Secret"}
=== ansible
ansible_user: <<noun>>
ansible_ssh_pass: <<!pwx>>
ansible_become_password: "<<!pw>>"
=== ansible
- mysql_user:
    name: <<noun>>
    password: "<<!pw>>"
    state: present
=== ansible-inventory
web-01 ansible_user=ops ansible_password=<<!pwx>>
=== spring
spring.datasource.username=<<noun>>
spring.datasource.password=<<!pw>>
=== spring
server.ssl.key-store-password=<<!pwx>>
=== spring
spring:
  redis:
    password: <<!pwx>>
=== pgpass
$ cat .pgpass
<<host>>:5432:<<noun>>:<<noun>>:<<!pwx>>
=== netrc
machine git.<<noun>>.dev
  login <<noun>>
  password <<!pwx>>
=== netrc
machine <<site>> login ops password <<!pwx>>
=== git-credentials
https://<<noun>>:<<!pwurl>>@git.<<noun>>.dev
=== npmrc
registry=https://npm.<<noun>>.dev/
//npm.<<noun>>.dev/:_authToken=<<!shape.[us36]>>
=== npmrc
//npm.<<noun>>.dev/:_password=<<!encoded>>
=== yarnrc
npmScopes:
  <<noun>>:
    npmAuthToken: <<!uuid>>
=== pip-conf
[global]
extra-index-url = https://ci:<<!pwurl>>@pypi.<<noun>>.dev/simple
=== gradle
signing.password=<<!pwx>>
ossrhPassword=<<!pwx>>
=== maven
mvn deploy -Dgpg.passphrase=<<!pwx>> -DskipTests
=== jenkins
withEnv(["DEPLOY_PASSWORD=<<!pwx>>"]) { sh './deploy' }
=== gitlab-ci
variables:
  REGISTRY_PASSWORD: "<<!pw>>"
=== nginx
proxy_set_header Authorization "Basic <<!basic>>";
=== postfix
# /etc/postfix/sasl_passwd
[smtp.<<noun>>.dev]:587 <<noun>>:<<!pwx>>
=== ldap-conf
bindpw <<!pwx>>
=== snmp
createUser <<noun>> SHA "<<!pw>>" AES "<<!pwrand>>"
=== cisco
username <<noun>> privilege 15 secret 0 <<!pwx>>
=== ppp
# /etc/ppp/chap-secrets
# client  server  secret  IP addresses
"<<noun>>"  *  "<<!pw>>"  *
=== grafana-ini
[security]
admin_user = admin
admin_password = <<!pwx>>
=== airflow
[smtp]
smtp_password = <<!pw>>
=== php-ini
mysqli.default_pw = "<<!pw>>"
=== firebase-remote
hash_config { base64_signer_key: <<!shape.[b686]==>>, rounds: 8 }
=== cloud-init
chpasswd:
  list: |
    <<noun>>:<<!pwx>>
=== vagrant
config.ssh.password = "<<!pw>>"
=== packer
"ssh_password": "<<!pw>>",
=== bicep
param adminPassword string = '<<!pw>>'
=== dbt
      user: <<noun>>
      pass: <<!pw>>
      port: 5432
=== appsettings
"Smtp": { "User": "<<noun>>", "Password": "<<!pw>>" }
=== secrets-baseline
client_secret: <<!pwrand>>
redirect_uri: http://localhost/cb
=== markdown
- login: `<<noun>>`
- password: `<<!pw>>`
=== markdown
**Password:** <<!pw>>
=== markdown-table
| user | password |
|------|----------|
| <<noun>> | <<!pwx>> |
=== chat
the password is <<!pw>>
=== chat
pw: <<!pw>>
=== chat
You can log in with <<noun>> and the password "<<!pw>>" on staging.
=== chat
pwd = <<!pwrand>> (for the <<noun>> box)
=== chat-german
Das Passwort lautet <<!pw>> und gilt bis Freitag.
=== chat-french
mot de passe : <<!pw>>
=== chat-spanish
contraseña: <<!pw>>
=== chat-japanese
パスワードは `<<!pw>>` です。
=== wiki
Passphrase for the backup: <<!phrase. >>
=== email-body
Your temporary password is: <<!pwsym>>

Please change it after the first login.
=== csv
username,password,role
<<noun>>,<<!pwx>>,admin
=== ansi
<<esc>>[36mpassword<<esc>>[0m: <<esc>>[33m<<!pwx>><<esc>>[0m
=== ansi
<<esc>>[1mDB_PASSWORD<<esc>>[0m=<<esc>>[32m'<<!pw>>'<<esc>>[0m
=== long-line
{"v":[<<dg.700>>],"n":"<<lo.900>>","password":"<<!pw>>","tail":"<<lo.600>>"}
=== full-width
password<<wide>><<!pwx>>
""")
