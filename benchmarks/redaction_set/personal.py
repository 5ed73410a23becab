"""E-mail addresses and network addresses of real-looking people and machines."""

from .model import parse

EMAIL = parse(r"""
=== email-plain raw
<<!email>>
=== email-plain
Please send the invoice to <<!email>> by Friday.
=== email-plain
cc <<!email>>, <<!email.free>>
=== email-plain
(<<!email.sub>>)
=== email-plus
Signed up as <<!email.tag>> to test the flow.
=== email-free
my address is <<!email.free>>.
=== email-subdomain
contact: <<!email.sub>>
=== email-git-log
commit <<hex.40>>
Author: <<who>> <<lt>><<!email>>>
Date:   Tue Mar 4 <<clock>> 2025 +0100

    <<verb>> the <<noun>>
=== email-git-log
<<hex.7>> <<who>> <<lt>><<!email.free>>> <<verb>> <<noun>>
=== email-git-blame
<<hex.8>> (<<lt>><<!email>>> <<date>> <<clock>> +0000 <<num>>) return None
=== email-trailer
fix: <<verb>> the <<noun>>

Signed-off-by: <<who>> <<lt>><<!email>>>
=== email-trailer
Co-authored-by: <<who>> <<lt>><<!email.sub>>>
=== email-git-config
[user]
    name = <<who>>
    email = <<!email>>
=== email-git-config
git config --global user.email "<<!email.free>>"
=== email-shortlog
   <<num>>  <<who>> <<lt>><<!email>>>
   <<num>>  <<who>> <<lt>><<!email.free>>>
=== email-mailto
<a href="mailto:<<!email>>?subject=hello">write to us</a>
=== email-mailto
[mail me](mailto:<<!email.tag>>)
=== email-json
{"id":<<num>>,"name":"<<who>>","email":"<<!email>>","verified":true}
=== email-json-escaped
{"row":"{\"mail\":\"<<!email.free>>\",\"n\":<<num>>}"}
=== email-sql
INSERT INTO customers (id, email) VALUES (<<num>>, '<<!email>>');
=== email-sql-result
 id  | email                | created
-----+----------------------+------------
 <<num>> | <<!email.free>> | <<date>>
 <<num>> | <<!email>> | <<date>>
=== email-csv
name;mail;city
<<who>>;<<!email>>;Oslo
=== email-log
<<date>>T<<clock>>Z INFO mailer sent template=welcome to=<<!email>>
=== email-smtp
RCPT TO:<<lt>><<!email.sub>>>
250 2.1.5 Ok
=== email-headers
From: "<<who>>" <<lt>><<!email>>>
To: <<!email.free>>
Subject: Re: <<noun>>
=== email-package-json
  "author": "<<who>> <<lt>><<!email>>> (https://<<noun>>.dev)",
=== email-pyproject
authors = [{ name = "<<who>>", email = "<<!email>>" }]
=== email-changelog
 -- <<who>> <<lt>><<!email>>>  Mon, 03 Feb 2025 <<clock>> +0100
=== email-codeowners
/src/<<noun>>/ <<!email>>
=== email-url-encoded
https://<<noun>>.dev/unsubscribe?email=<<!email>>&list=<<num>>
=== email-ssh-comment
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA<<b64.44>> <<!email>>
=== email-yaml
maintainers:
  - <<!email.sub>>
=== email-python
send_report(to="<<!email>>", attachments=[])
=== email-test
expect(screen.getByText("<<!email.free>>")).toBeVisible();
=== email-unicode
Schreib bitte an <<!email>>, danke für die schnelle Rückmeldung!
=== email-unicode
連絡先は<<!email>>です
=== email-ansi
<<esc>>[32m<<!email.free>><<esc>>[0m
=== email-ldif
dn: uid=<<noun>>,ou=people,dc=<<noun>>
mail: <<!email>>
=== email-acme
certbot certonly --standalone -m <<!email>> --agree-tos -d <<noun>>.dev
=== email-cron
MAILTO=<<!email>>
0 4 * * * /usr/local/bin/<<noun>>
=== email-ics
ORGANIZER;CN=<<who>>:mailto:<<!email>>
=== email-vcard
EMAIL;TYPE=WORK:<<!email.sub>>
=== email-quoted-reply
On <<date>>, <<who>> <<lt>><<!email>>> wrote:
> looks good to me
=== email-error
duplicate key value violates unique constraint "users_email_key"
DETAIL:  Key (email)=(<<!email>>) already exists.
=== email-html-table
<td><<who>></td><td><<!email>></td>
""")

IP = parse(r"""
=== ip4-public raw
<<!ip4>>
=== ip4-public
The staging box is at <<!ip4>>, ask if you need access.
=== ip4-ssh
ssh -i key.pem ubuntu@<<!ip4>>
=== ip4-ssh
Connection to <<!ip4>> closed by remote host.
=== ip4-ssh-config
Host <<noun>>
    HostName <<!ip4>>
    Port 22
=== ip4-access-log
<<!ip4>> - - [04/Mar/2025:<<clock>> +0000] "GET /<<noun>> HTTP/1.1" 200 <<num>>
=== ip4-access-log
<<!ip4>> - <<noun>> [11/Jul/2025:<<clock>> +0200] "POST /login HTTP/2.0" 401 12
<<!ip4>> - - [11/Jul/2025:<<clock>> +0200] "GET / HTTP/2.0" 200 <<num>>
=== ip4-auth-log
sshd[<<num>>]: Failed publickey for root from <<!ip4>> port <<port>> ssh2
=== ip4-forwarded
X-Forwarded-For: <<!ip4>>, <<!ip4.ten>>
=== ip4-json-log
{"level":"info","client_ip":"<<!ip4>>","path":"/<<noun>>","status":200}
=== ip4-private
db host: <<!ip4.ten>>
=== ip4-private
inet <<!ip4.home>>/24 brd scope global dynamic wlan0
=== ip4-private
upstream backend {
    server <<!ip4.pod>>:<<port>>;
    server <<!ip4.pod>>:<<port>> backup;
}
=== ip4-url
curl http://<<!ip4.home>>:<<port>>/status
=== ip4-url
MONGO_URL=mongodb://<<!ip4.ten>>:27017/<<noun>>
=== ip4-python
HOSTS = ["<<!ip4.ten>>", "<<!ip4.ten>>"]
=== ip4-hosts
<<!ip4.home>>  <<noun>>.lan
127.0.0.1  localhost
=== ip4-ping
PING <<noun>>.dev (<<!ip4>>) 56(84) bytes of data.
=== ip4-ping
64 bytes from <<!ip4>>: icmp_seq=1 ttl=52 time=<<num>> ms
=== ip4-dns
<<noun>>.dev.  300  IN  A  <<!ip4>>
=== ip4-kubectl
NAME        READY   STATUS    IP             NODE
<<noun>>-0  1/1     Running   <<!ip4.ten>>   <<noun>>-a
=== ip4-docker-inspect
            "IPAddress": "<<!ip4.pod>>",
            "IPPrefixLen": 16,
=== ip4-terraform-output
public_ip = "<<!ip4>>"
=== ip4-firewall
ufw allow from <<!ip4>> to any port 5432
=== ip4-firewall
-A INPUT -s <<!ip4>>/32 -p tcp --dport 22 -j ACCEPT
=== ip4-netstat
tcp   0   0 <<!ip4.ten>>:<<port>>   <<!ip4>>:443   ESTABLISHED
=== ip4-traceroute
 3  <<noun>>-gw (<<!ip4>>)  12.4 ms  11.9 ms
=== ip4-yaml
advertise_address: <<!ip4.home>>
=== ip4-error
dial tcp <<!ip4.pod>>:5432: connect: connection refused
=== ip4-error
could not connect to server "<<host>>" (<<!ip4.ten>>), port 5432 failed: timeout
=== ip4-ansible
[web]
<<!ip4>> ansible_user=deploy
=== ip4-postgres-hba
host  all  <<noun>>  <<!ip4.home>>/32  scram-sha-256
=== ip4-session-row
last login: Tue Mar  4 <<clock>> from <<!ip4>>
=== ip4-adb
adb connect <<!ip4.home>>:5555
=== ip4-aws
"PrivateIpAddress": "<<!ip4.pod>>", "PublicIpAddress": "<<!ip4>>"
=== ip4-ansi
<<esc>>[36m<<!ip4>><<esc>>[0m healthy
=== ip4-unicode
サーバーは<<!ip4>>で動いています
=== ip6-public
curl -6 "http://[<<!ip6>>]:<<port>>/"
=== ip6-public
listening peer <<!ip6.full>> port 443
=== ip6-log
<<!ip6.full>> - - [04/Mar/2025:<<clock>> +0000] "GET / HTTP/1.1" 304 0
=== ip6-local
inet6 <<!ip6.local>>/64 scope link
=== ip6-ula
nameserver <<!ip6.ula>>
=== ip6-dns
<<noun>>.dev.  300  IN  AAAA  <<!ip6>>
=== ip6-zone
ping6 <<!ip6.local>>%eth0
=== ip6-json
{"remote_addr":"<<!ip6>>","ok":true}
=== ip6-mapped
client=::ffff:<<!ip4>> proto=h2
=== ip6-hosts
<<!ip6.ula>>   <<noun>>.lan
""")
