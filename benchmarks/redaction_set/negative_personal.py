"""Look-alikes of e-mail addresses, network addresses and home folders."""

from .model import parse

TEMPLATES = parse(r"""
=== git-remote
git@github.com:<<noun>>/<<noun>>.git
=== git-remote
origin  git@gitlab.com:<<noun>>/<<noun>>.git (fetch)
origin  git@gitlab.com:<<noun>>/<<noun>>.git (push)
=== git-remote
git clone git@bitbucket.org:<<noun>>/<<noun>>.git
=== git-remote
ssh://git@github.com/<<noun>>/<<noun>>.git
=== git-remote
<<noun>> = { git = "ssh://git@github.com/<<noun>>/<<noun>>", rev = "<<hex.7>>" }
=== git-remote
pip install git+https://github.com/<<noun>>/<<noun>>.git@main#egg=<<noun>>
=== package-at
+ @types/node@20.11.<<num.30>>
+ <<noun>>@<<ver>>
=== package-at
npm install react@^18.2.0 @<<noun>>/core@<<ver>> --save
=== package-at
github.com/<<noun>>/<<noun>>@v<<ver>>
=== package-at
go install golang.org/x/tools/gopls@v0.<<num.20>>.1
=== package-at
npx create-<<noun>>@latest my-app
=== package-at
uses: docker/build-push-action@v<<num.9>>
=== package-at
<<noun>>@workspace:^, lodash@npm:4.17.21
=== package-at
pip install "<<noun>> @ https://<<noun>>.dev/<<noun>>-<<ver>>.whl"
=== image-at
ghcr.io/<<noun>>/<<noun>>@sha256:<<hex.64>>
=== retina
src/img/<<noun>>@2x.png
src/img/<<noun>>@3x.webp
=== systemd-unit
systemctl restart getty@tty1.service postgresql@14-main.service <<noun>>@1.service
=== user-host
scp build.tgz deploy@web-0<<num.9>>:/srv/<<noun>>
=== user-host
root@<<noun>>:/# ls
=== user-host
root@<<hex.12>>:/app# pytest -q
=== user-host
GRANT ALL ON <<noun>>.* TO 'app'@'localhost';
=== decorators
@dataclass(frozen=True)
@functools.cache
@<<noun>>.setter
=== decorators
@RestController
@RequestMapping("/<<noun>>")
@Autowired
=== decorators
/** @param {string} <<noun>> @returns {Promise<void>} @see {@link run} */
=== css-rules
@media (max-width: <<num>>px) { @apply p-4; }
@import url("<<noun>>.css");
=== sql-variable
SET @<<noun>> = 1; SELECT @<<noun>>.value, @@version;
=== sed-at
sed -i 's@<<noun>>.old@<<noun>>.new@g' conf.txt
=== ruby-instance
@<<noun>>.name = "x"; @@<<noun>>.count += 1
=== perl-array
print join(",", @<<noun>>), "\n"; my @list = @{$<<noun>>->{items}};
=== diff-hunk
@@ -<<num>>,7 +<<num>>,9 @@ class <<pascal>>:
=== social
Thanks @<<noun>>_dev and @<<noun>>-bot for the review!
=== url-at
https://medium.com/@<<noun>>/how-to-<<verb>>-<<lo.12>>
=== url-at
https://unpkg.com/<<noun>>@<<ver>>/dist/index.min.js
=== url-at
https://www.google.com/maps/@52.37,4.89,<<num.20>>z
=== email-word
class EmailField(Field): default_error = "Enter a valid e-mail of <<noun>>"
=== email-regex
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[a-z]{2,}")  # <<noun>>
=== email-column
email VARCHAR(<<num>>) NOT NULL UNIQUE,
=== email-variable
to = f"{local}@{domain}"  # <<noun>>
=== email-placeholder
Author: <name> <email> (<<noun>>)
=== loopback
listening on 127.0.0.1:<<port>>
=== loopback
curl http://127.0.0.1:<<port>>/<<noun>>
=== loopback
uvicorn main:app --host 0.0.0.0 --port <<port>>
=== loopback
tcp   LISTEN  0  128  0.0.0.0:<<port>>  0.0.0.0:*
tcp6  LISTEN  0  128  [::]:<<port>>  [::]:*
=== loopback
127.0.0.1   localhost
::1         localhost ip6-localhost
# <<noun>>
=== loopback
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "<<noun>>"]
=== loopback
bind 127.0.0.1 ::1
port <<port>>
=== netmask
netmask 255.255.255.0  mtu <<num>>
=== netmask
ifconfig eth0 up netmask 255.255.0.0 # <<noun>>
=== netmask
broadcast 255.255.255.255 port <<port>>
=== version
Microsoft Windows [Version 10.0.19041.<<num>>]
=== version
Microsoft Windows version 10.0.22621.1 (<<noun>>)
=== version
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/<<num>>.36
=== version
<PackageReference Include="<<pascal>>" Version="6.0.<<num.9>>.2" />
=== version
[assembly: AssemblyVersion("4.<<num.9>>.0.0")]
=== version
libssl.so.1.1.1.<<num.30>> -> libssl.so.1.1
=== version
<<noun>> version 2.4.1.<<num.90>> (build <<num>>)
=== version
"version": "3.11.<<num.9>>.0", "minVersion": "3.0.0.0"
=== version
pip install <<noun>>==1.2.3.<<num.9>>
=== version
upgraded <<noun>> from v7.1.0.2 to v7.1.0.<<num.9>>
=== version
Culture=neutral, Version=4.0.0.0, PublicKeyToken=<<hex.16>>, <<pascal>>
=== version
Chromium 131.0.6778.<<num>> built on Debian
=== semver-range
"<<noun>>": ">=<<ver>> <<<ver>>", "peer": "^1.2.3 || ~2.0.0"
=== section-number
See section 3.2.1.<<num.9>> of the specification for <<noun>>.
=== oid
1.3.6.1.4.1.311.<<num.20>>.2.3 = STRING: "<<noun>>"
=== times
<<clock>> <<verb>>
<<clock>> <<noun>> +00:00:0<<num.9>>
=== times
[<<date>>T<<clock>>.123456Z] elapsed 0:00:<<num.59>>.<<dg.6>>
=== times
00:01:02,<<dg.3>> --> 00:01:05,<<dg.3>>
<<noun>>
=== ratios
aspect 16:9, score 3:2:1, slice a[1:2, ::<<num.9>>], x[::-1]
=== cpp-scope
std::vector<<lt>>int> v; std::chrono::seconds(<<num>>); ::close(fd);
=== cpp-scope
Foo::Bar::baz(), ActiveRecord::Base, <<pascal>>::new
=== rust-scope
core::fmt::Debug, <<noun>>::de::Error, a::b::c::<u8>()
=== css-pseudo
a::before, li::marker, ::selection { color: #<<hex.6>> }
=== perl-scope
use File::Spec::Functions; my $x = <<pascal>>::->new;
=== haskell-type
add :: Int -> Int -> Int -- <<noun>>
=== coordinates
lat 52.<<dg.4>>, lon 4.<<dg.4>>, bbox 1.5,2.5,3.5,<<num.9>>.5
=== money
total 1.234.567,<<dg.2>> EUR; 12.345.678 rows in <<noun>>
=== home-none
df -h /home
/dev/sda<<num.9>>  100G  40G  60G  40% /home
=== home-none
drwxr-xr-x  <<num.9>> root root 4096 Mar 12 10:00 home
=== home-none
/Users/Shared/<<noun>>/cache.db
=== home-none
C:\Users\Public\Documents\<<noun>>.txt
=== home-none
C:\Program Files\<<pascal>>\bin\<<noun>>.exe
=== home-variable
/home/$USER/<<noun>>
=== home-variable
/home/${USER}/.config/<<noun>>
=== home-variable
C:\Users\%USERNAME%\AppData\<<noun>>
=== home-variable
/home/<user>/<<noun>> or /Users/<name>/<<noun>>
=== home-variable
~/.config/<<noun>>/settings.json and $HOME/.<<noun>>rc
=== home-variable
f"/home/{user}/<<noun>>"
=== system-path
/usr/local/lib/python3.12/site-packages/<<noun>>/__init__.py
=== system-path
/var/lib/<<noun>>/data /etc/<<noun>>.conf /opt/<<noun>>/bin /srv/<<noun>>
=== system-path
/root/.cache/<<noun>>/<<num>>.json
=== system-path
/tmp/tmp<<lo.8>>/<<noun>>.log
=== system-path
/Applications/<<pascal>>.app/Contents/MacOS/<<noun>>
=== url-home
https://<<noun>>.dev/home/index.html
=== url-home
import Hero from "@/components/home/<<pascal>>";
=== url-home
src/pages/home/<<noun>>.tsx
=== url-users
GET /api/users/<<num>>/posts 200
=== url-users
@app.get("/users/{user_id}/<<noun>>")
=== url-users
https://<<site>>/v1/users/<<num>>/<<noun>>
=== homebrew-path
/opt/homebrew/Cellar/<<noun>>/<<ver>>/bin/<<noun>>
=== trailer
Reviewed-by: <<who>>
Change-Id: I<<hex.40>>
""")
