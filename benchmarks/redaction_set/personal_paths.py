"""Home folders: the account's name in the path is the secret."""

from .model import parse

TEMPLATES = parse(r"""
=== home-linux
/home/<<!user>>/projects/<<noun>>/main.py
=== home-linux
cd /home/<<!user>>/<<noun>> && make test
=== home-linux
cwd: /home/<<!user>>
=== home-linux
$ pwd
/home/<<!user>>
=== home-linux
ls: cannot access '/home/<<!user>>/.cache/<<noun>>': No such file or directory
=== home-ssh
ssh -i /home/<<!user>>/.ssh/id_ed25519 -N <<noun>>-01
=== home-ssh
IdentityFile /home/<<!user>>/.ssh/<<noun>>
=== home-traceback raw
Traceback (most recent call last):
  File "/home/<<!user#u>>/<<noun>>/app.py", line <<num>>, in main
    run()
  File "/home/<<!user#u>>/<<noun>>/core.py", line <<num>>, in run
    raise ValueError(x)
ValueError: 3
=== home-env
HOME=/home/<<!user>>
SHELL=/bin/bash
=== home-path-list
PATH=/usr/local/bin:/usr/bin:/home/<<!user#u>>/.local/bin:/home/<<!user#u>>/bin
=== home-passwd
app:x:1001:1001:,,,:/home/<<!user>>:/bin/zsh
=== home-json
{"cwd":"/home/<<!user>>/src/<<noun>>","tool":"read_file","lines":<<num>>}
=== home-json-escaped
{"input":"{\"file_path\":\"/home/<<!user>>/<<noun>>.md\"}"}
=== home-python
DATA = Path("/home/<<!user>>/data/<<noun>>.csv")
=== home-shebang
#!/home/<<!user>>/.pyenv/versions/3.12.1/bin/python
=== home-pytest
rootdir: /home/<<!user>>/code/<<noun>>
configfile: pyproject.toml
=== home-docker
docker run -v /home/<<!user>>/<<noun>>:/data <<noun>>:latest
=== home-systemd
ExecStart=/home/<<!user>>/<<noun>>/.venv/bin/gunicorn app:app
=== home-crontab
*/5 * * * * /home/<<!user>>/bin/<<noun>>.sh >> /tmp/out 2>&1
=== home-gcc
/home/<<!user>>/<<noun>>/x.c:12:5: error: expected ';' before 'return'
=== home-file-url
file:///home/<<!user>>/<<noun>>/index.html
=== home-tar
tar czf /home/<<!user>>/backup.tgz /etc/<<noun>>
=== home-config
see /home/<<!user>>/.config/<<noun>>/settings.json
=== mac
/Users/<<!user>>/Library/Application Support/<<noun>>
=== mac
cd /Users/<<!user>>/Developer/<<noun>> && swift build
=== mac
dyld: Library not loaded: /Users/<<!user>>/lib/lib<<noun>>.dylib
=== mac
  File "/Users/<<!user>>/.venv/lib/python3.12/site-packages/<<noun>>.py", line 3
=== mac
"workspaceFolder": "/Users/<<!user>>/code/<<noun>>"
=== mac
npm ERR! enoent ENOENT: no such file, open '/Users/<<!user>>/<<noun>>/package.json'
=== mac-ssh
Load key "/Users/<<!user>>/.ssh/id_rsa": bad permissions
=== mac-xcode
CompileSwift normal arm64 /Users/<<!user>>/App/<<noun>>.swift
=== mac-file-url
file:///Users/<<!user>>/Desktop/<<noun>>.pdf
=== mac-volume
/Volumes/Data/Users/<<!user>>/Documents/<<noun>>.key
=== windows
C:\Users\<<!user>>\AppData\Local\Programs\Python
=== windows
PS C:\Users\<<!user>>\source\<<noun>>> dotnet build
=== windows
Set-Location "C:\Users\<<!user>>\Documents"
=== windows
at Main() in C:\Users\<<!user>>\<<noun>>\Program.cs:line <<num>>
=== windows
USERPROFILE=C:\Users\<<!user>>
=== windows
D:\Users\<<!user>>\Downloads\setup.exe /quiet
=== windows-space
Copying C:\Users\<<!person>>\OneDrive\<<noun>>.xlsx
=== windows-space
"C:\Users\<<!person>>\Desktop\run.bat"
=== windows-escaped
{"path": "C:\\Users\\<<!user>>\\AppData\\Roaming\\<<noun>>"}
=== windows-escaped
open("C:\\Users\\<<!user>>\\<<noun>>.txt")
=== windows-escaped-twice
{"a":"{\"p\":\"C:\\\\Users\\\\<<!user>>\\\\x\"}"}
=== windows-forward
C:/Users/<<!user>>/scoop/shims/git.exe
=== windows-msys
/c/Users/<<!user>>/<<noun>>
=== windows-wsl
cd /mnt/c/Users/<<!user>>/source/<<noun>>
=== windows-file-url
file:///C:/Users/<<!user>>/<<noun>>/index.html
=== windows-settings
\\<<noun>>\c$\Users\<<!user>>\Documents
=== windows-old
C:\Documents and Settings\<<!user>>\My Documents
=== export-home
/export/home/<<!user>>/<<noun>>
=== var-home
/var/home/<<!user>>/.local/share/<<noun>>
=== home-ansi
<<esc>>[34m/home/<<!user>>/<<noun>><<esc>>[0m$ ls
=== home-unicode
ファイルは /home/<<!user>>/資料/<<noun>>.txt にあります
=== home-markdown
See [notes](/home/<<!user>>/notes/<<noun>>.md) or `/home/<<!user>>/todo`.
=== home-end raw
<<say>> It is in /home/<<!user>>
=== home-url-encoded
vscode://file/%2Fhome%2F<<!user>>%2F<<noun>>%2Fmain.rs
=== home-rsync
rsync -a <<noun>>-01:/home/<<!user>>/out/ ./out/
=== home-colon
scp x.tgz backup:/home/<<!user>>
=== home-strace
openat(AT_FDCWD, "/home/<<!user>>/.netrc", O_RDONLY) = -1 ENOENT
=== home-sql
COPY t FROM '/home/<<!user>>/<<noun>>.csv' CSV HEADER;
""")
