"""Passwords in SQL, on command lines and in what commands print."""

from .model import parse

TEMPLATES = parse(r"""
=== sql-create-user
CREATE USER '<<noun>>'@'%' IDENTIFIED BY '<<!pw>>';
GRANT SELECT ON <<noun>>.* TO '<<noun>>'@'%';
=== sql-create-user
create user <<noun>> with encrypted password '<<!pw>>' createdb;
=== sql-create-user
CREATE USER <<noun>> IDENTIFIED WITH mysql_native_password BY "<<!pwsym>>";
=== sql-create-user
CREATE LOGIN <<noun>> WITH PASSWORD = N'<<!pw>>', CHECK_POLICY = ON;
=== sql-create-user
CREATE USER <<noun>> IDENTIFIED BY "<<!pwrand>>" DEFAULT TABLESPACE users
=== sql-create-role
CREATE ROLE <<noun>> LOGIN PASSWORD '<<!pwrand>>';
=== sql-alter
ALTER ROLE <<noun>> WITH PASSWORD '<<!pw>>';
=== sql-alter
postgres=# ALTER USER postgres PASSWORD '<<!pwsym>>';
ALTER ROLE
=== sql-alter
ALTER USER 'root'@'localhost' IDENTIFIED BY '<<!pw>>'; FLUSH PRIVILEGES;
=== sql-set-password
SET PASSWORD FOR '<<noun>>'@'localhost' = PASSWORD('<<!pw>>');
=== sql-set-password
mysql> SET PASSWORD = '<<!pwrand>>';
=== sql-grant
GRANT ALL ON *.* TO '<<noun>>'@'%' IDENTIFIED BY '<<!pw>>' WITH GRANT OPTION;
=== sql-insert
INSERT INTO users (id, login, password, active)
VALUES (<<num>>, '<<noun>>', '<<!pw>>', true);
=== sql-insert
INSERT INTO accounts(username, passwd) VALUES ('<<noun>>', '<<!pwrand>>');
=== sql-update
UPDATE users SET password = '<<!pw>>' WHERE login = '<<noun>>';
=== sql-update
UPDATE settings SET smtp_password='<<!pwrand>>', smtp_port=587 WHERE id=1
=== sql-pgcrypto
UPDATE members SET hash = crypt('<<!pw>>', gen_salt('bf')) WHERE id = <<num>>;
=== sql-where
SELECT id FROM users WHERE login = '<<noun>>' AND password = '<<!pw>>'
=== sql-subscription
CREATE SUBSCRIPTION s CONNECTION 'host=<<host>> user=rep password=<<!pwrand>>' <<+>>
PUBLICATION p;
=== sql-user-mapping
CREATE USER MAPPING FOR app SERVER <<noun>> OPTIONS (user 'a', password '<<!pw>>');
=== sql-snowflake
CREATE USER <<noun>> PASSWORD='<<!pw>>' MUST_CHANGE_PASSWORD = TRUE;
=== sql-redshift-copy
COPY t FROM 's3://<<noun>>/x' CREDENTIALS <<+>>
'aws_iam_role=none;master_symmetric_key=<<!shape.[b643]=>>';
=== mongo-shell
db.createUser({ user: "<<noun>>", pwd: "<<!pw>>", roles: ["readWrite"] })
=== redis-cli
redis-cli -h <<host>> -a <<!pwrand>> ping
=== redis-auth
<<host>>:6379> AUTH <<!pwrand>>
OK
=== redis-conf
bind 127.0.0.1
requirepass <<!pwx>>
maxmemory 256mb
=== mysql-p
mysql -u root -p<<!pwx>> <<noun>> < dump.sql
=== mysql-p
mysqldump --user=<<noun>> --password=<<!pwx>> <<noun>> > out.sql
=== mysql-p
mysqladmin -uroot -p'<<!pw>>' status
=== pgpassword
PGPASSWORD=<<!pwx>> psql -h <<host>> -U <<noun>> -d <<noun>> -c '\dt'
=== pgpassword
PGPASSWORD='<<!pw>>' pg_dump -Fc <<noun>> > <<noun>>.dump
=== mysql-pwd
export MYSQL_PWD="<<!pw>>"
=== sshpass
sshpass -p '<<!pw>>' ssh -o StrictHostKeyChecking=no <<noun>>@<<noun>>-01 uptime
=== sshpass
sshpass -p <<!pwrand>> scp build.tgz deploy@<<noun>>-02:/srv/
=== sshpass
SSHPASS=<<!pwx>> sshpass -e sftp <<noun>>-01
=== curl-u
curl -u <<noun>>:<<!pwx>> https://<<site>>/api/status
=== curl-u
curl --user "<<noun>>:<<!pw>>" -T out.zip https://<<site>>/upload/
=== curl-form
curl -d "username=<<noun>>&password=<<!pwx>>" https://<<site>>/login
=== curl-json
curl -X POST https://<<site>>/login -d '{"user":"<<noun>>","password":"<<!pw>>"}'
=== wget
wget --user=<<noun>> --password='<<!pw>>' https://<<site>>/nightly.tar.gz
=== httpie
http -a <<noun>>:<<!pwx>> :8000/api/items
=== docker-login
docker login registry.<<noun>>.dev -u ci -p <<!pwx>>
=== docker-login
echo "<<!pw>>" | docker login --username <<noun>> --password-stdin
=== helm-registry
helm registry login <<noun>>.dev -u ci --password <<!pwrand>>
=== chpasswd
echo '<<noun>>:<<!pwx>>' | sudo chpasswd
=== useradd
useradd -m -p "$(openssl passwd -1 '<<!pw>>')" <<noun>>
=== sudo-stdin
echo '<<!pw>>' | sudo -S apt-get install -y jq
=== net-use
net use Z: \\<<noun>>\share /user:CORP\<<noun>> <<!pwx>>
=== windows-net-user
net user <<noun>> <<!pwx>> /add
=== powershell-secure
$p = ConvertTo-SecureString "<<!pw>>" -AsPlainText -Force
=== powershell-credential
New-Object PSCredential("<<noun>>", (ConvertTo-SecureString '<<!pw>>' -A -F))
=== openssl-pass
openssl enc -d -aes-256-cbc -in a.enc -out a.tar -pass pass:<<!pwx>>
=== openssl-passin
openssl rsa -in k.pem -passin pass:'<<!pw>>' -out k2.pem
=== keytool
keytool -genkey -alias <<noun>> -keystore k.jks -storepass <<!pwx>> -keypass <<!pwx>>
=== gpg
gpg --batch --passphrase '<<!phrase>>' -d dump.gpg
=== zip
zip -P <<!pwx>> -r out.zip build/
=== seven-zip
7z x archive.7z -p<<!pwx>> -oout
=== rclone
rclone config create <<noun>> sftp host <<noun>>-01 user a pass <<!pwx>>
=== cifs-mount
mount -t cifs //<<noun>>/s /mnt -o username=<<noun>>,password=<<!pwx>>,vers=3.0
=== restic
RESTIC_PASSWORD=<<!phrase>> restic -r /srv/backup snapshots
=== ansible-extra
ansible-playbook site.yml -e "ansible_become_pass=<<!pwx>>"
=== rabbitmqctl
rabbitmqctl add_user <<noun>> <<!pwx>>
=== htpasswd
htpasswd -bc .htpasswd <<noun>> <<!pwx>>
=== createsuperuser
DJANGO_SUPERUSER_PASSWORD=<<!pwx>> python manage.py createsuperuser --noinput
=== wifi
nmcli dev wifi connect <<noun>> password "<<!pw>>"
=== wifi
network={
    ssid="<<noun>>"
    psk="<<!pw>>"
}
=== svn
svn checkout --username <<noun>> --password <<!pwx>> https://<<noun>>.dev/svn/trunk
=== expect-script
expect "assword:"
send "<<!pw>>\r"
=== prompt-transcript
Username: <<noun>>
Password: <<!pw>>
Login successful.
=== generated
Created user <<noun>> with temporary password <<!pwsym>>
=== generated
Initial admin password: <<!pwrand>>
=== generated
PASSWORDS GENERATED: elastic = <<!pwrand>>
=== argocd-initial
$ argocd admin initial-password -n argocd
<<!shape.[an16]>>

 This password must be only used for first time login.
=== kubectl-decode
$ kubectl get secret grafana -o jsonpath='{.data.admin-password}' | base64 -d
<<!pwrand>>
=== pass-show
$ pass show work/<<noun>>
<<!pwsym>>
=== bw-json
{"name":"<<noun>>","login":{"username":"ops","password":"<<!pwsym>>","totp":null}}
=== log-leak
<<date>> <<clock>> INFO login attempt user=<<noun>> password=<<!pwx>> ok=false
=== log-leak
DEBUG auth: checking credentials ('<<noun>>', password='<<!pw>>')
=== ps-output
app  <<num>>  0.0  mysqld_exporter --user ops --password <<!pwx>> --port 9104
=== history
 <<num>>  cd /srv/<<noun>>
 <<num>>  mysql -uroot -p<<!pwx>>
 <<num>>  exit
=== form-body
username=<<noun>>&passwd=<<!pwx>>&remember=on
=== multipart
Content-Disposition: form-data; name="password"

<<!pw>>
--<<an.12>>--
""")
