"""Passwords on command lines."""

from afterwit.redact.assignments import name_before
from afterwit.redact.names import Kind, kind_of
from afterwit.redact.plausible import begins_word
from afterwit.redact.rule import PASSWORD, Check, Origin, Place, Rule, Spans, Trigger
from afterwit.redact.values import SHORTEST_PASSWORD, is_name, is_out_of_question, quoted_secret

# The rest of a command, as far as the option that matters; a quoted word may hold blanks.
_ARGUMENTS = rb"(?:[^\n|;&\"']|\"[^\"\n]*\"|'[^'\n]*'|\\\n)*?"
# Before an option: a blank, or in a list the end of one word and the begin of the next.
_LEAD = rb"(?:[ \t]|[\"'],[ ]?[\"'])"
_WORD = rb"[\"']?([^\s\"'`|;&\])]{2,})"


def _is_meant(place: Place) -> Spans:
    value = place.value
    return place.when(len(value) >= SHORTEST_PASSWORD and not is_out_of_question(value) and value[:1] != b"-")


def _no_number(place: Place) -> Spans:
    # `docker run -u 1000:1000` and `-p 8080` give numbers, not passwords.
    return () if place.value.isdigit() else _is_meant(place)


def _no_word(place: Place) -> Spans:
    """Judge `--password x`: in the help of a command a word follows too."""
    value = place.value
    quoted = place.data[place.start - 1 : place.start] in (b'"', b"'")
    plain = is_name(value) and (not quoted or value.isupper())
    return place.when(
        not plain and value[:1] not in (b"-", b"|", b"[") and value[-1:] != b"=" and quoted_secret(Kind.PASSWORD, value)
    )


def _command(name: str, commands: str, option: bytes, check: Check = _is_meant) -> Rule:
    literals = [command.replace("~", " ").encode("ascii") for command in commands.split()]
    alternatives = b"|".join(literals)
    return Rule(
        name,
        PASSWORD,
        tuple(Trigger(literal, len(literal)) for literal in literals),
        rb"(?:" + alternatives + rb")" + _ARGUMENTS + option,
        limit=400,
        guard=begins_word,
        check=check,
    )


_SECRET_OPTIONS = (
    rb"password|passwd|pass|pwd|pw|passphrase|token|secret|api-?key|apikey|auth-?token|access-?token"
    rb"|access-?key|secret-?key|client-?secret|storepass|keypass|db-?password|user-?password"
    rb"|admin-?password|root-?password|http-password|proxy-password|auth|private-key|requirepass"
)

# Commands that read a password from a pipe.
_READERS = (
    rb"sudo[ ](?:-\S{1,8}[ ]){0,3}-S|(?:sudo[ ])?(?:chpasswd|passwd)|docker[ ]login"
    rb"|\S{1,20}[ ]{1,3}login[^\n|]*--password-stdin|cryptsetup|kubectl[ ]create[ ]secret|gcloud[ ]secrets"
    rb"|gh[ ]secret|smbpasswd|htpasswd|\S{1,20}[^\n|]*--\S{0,20}-stdin"
)


def _named_option(place: Place) -> Spans:
    """Judge `--mailer-api-token …` by what the option's name promises."""
    _, name = name_before(place.data, place.low, place.at - 1)
    kind = kind_of(name)
    value = place.value
    judge = quoted_secret(kind, value) and not is_name(value) and value[:1] not in (b"-", b"|", b"[")
    return place.when(kind is not Kind.NOTHING and judge)


COMMANDS: tuple[Rule, ...] = (
    Rule(
        "named-option",
        PASSWORD,
        (Trigger(rb"--[a-z0-9]{1,20}-(?:[a-z0-9\-]{0,30})(?:token|secret|key|password|passwd|pass)[\"']?[ \t]"),),
        rb"[ \t]{0,4}" + _WORD,
        Origin.END,
        check=_named_option,
    ),
    Rule(
        "configured",
        PASSWORD,
        (Trigger(rb"(?i)config(?:ure)?[ ]set[ ][^ \t-\r\xff]{0,60}(?:password|token|secret|key)[ \t]"),),
        rb"[ \t]{0,4}" + _WORD,
        Origin.END,
        check=_no_word,
    ),
    _command("stored-secret", "secret~set secrets~set", rb"[ \t](?:-b|--body|--value)[ =]" + _WORD),
    Rule(
        "option",
        PASSWORD,
        (Trigger(rb"(?:--|[ \t]-)(?:" + _SECRET_OPTIONS + rb")[\"']?,?[ \t]"),),
        rb"[ \t]{0,4}" + _WORD,
        Origin.END,
        check=_no_word,
    ),
    _command(
        "curl-user",
        "curl wget",
        rb"[ \t](?:-u|--user|--proxy-user|-U)[ =]?[\"']?[^\s:\"'|;&]*:([^\s\"'|;&]{2,})",
        _no_number,
    ),
    _command("ssh-pass", "sshpass", _LEAD + rb"-p(?:[\"'],)?[ ]?" + _WORD),
    _command("mysql-password", "mysql mysqldump mysqladmin mariadb mysqlimport", _LEAD + rb"-p" + _WORD),
    _command(
        "login-password",
        "docker~login podman~login helm~registry~login az~login oc~login skopeo~login nerdctl~login twine~upload",
        rb"[ \t](?:-p|--password)[ =]" + _WORD,
    ),
    _command(
        "database-password",
        "mongo mongosh mongodump mongorestore mongoexport cqlsh rdesktop snowsql hydra "
        " crackmapexec nxc evil-winrm steghide altool unlock-keychain",
        rb"[ \t]-p[ ]" + _WORD,
        _no_number,
    ),
    _command("key-passphrase", "ssh-keygen", rb"[ \t]-[NP][ ]" + _WORD),
    _command("keychain-password", "add-generic-password add-internet-password", rb"[ \t]-w[ ]" + _WORD),
    _command("broker-user", "rabbitmqctl", rb"[ \t](?:add_user|change_password)[ ][^\s]+[ ]" + _WORD),
    _command("task-password", "schtasks", rb"[ \t]/rp[ ]" + _WORD),
    _command(
        "domain-login",
        "psexec wmiexec smbexec secretsdump impacket- GetNPUsers",
        rb"[ \t][\w.\-]*/?[\w.\-]+:[\"']?([^\s@\"']{3,})[\"']?@",
    ),
    _command("here-password", "kinit cryptsetup vncpasswd chpasswd passwd", rb"[ \t]?<<<[ ]?" + _WORD),
    _command("mysqladmin-password", "mysqladmin", rb"[ \t]password[ ]" + _WORD),
    _command("useradd", "useradd usermod", rb"[ \t]-p[ ]" + _WORD),
    _command("sudo-here", "sudo~-S", rb"[ \t]?<<<[ ]?" + _WORD),
    _command("redis-password", "redis-cli", rb"[ \t](?:-a|--pass)[ ]" + _WORD),
    _command("ldap-password", "ldapsearch ldapadd ldapmodify ldapwhoami", rb"[ \t]-w[ ]?" + _WORD),
    _command("sqlcmd-password", "sqlcmd bcp osql", rb"[ \t]-P[ ]?" + _WORD),
    _command("samba-password", "smbclient rpcclient smbmap", rb"[ \t]-U[ ]?[\"']?[^\s%\"']+%([^\s\"']{2,})"),
    _command("lftp-password", "lftp", rb"[ \t]-u[ ]?[\"']?[^\s,\"']+,([^\s\"']{2,})"),
    _command("zip-password", "zip unzip 7z 7za", rb"[ \t]-[pP][ ]?" + _WORD),
    _command("openssl-password", "openssl", rb"[ \t\"']pass:([^\s\"']{2,})"),
    _command("htpasswd", "htpasswd", rb"[ \t]-[a-zA-Z]{0,5}b[a-zA-Z]{0,5}[ ](?:[^\s-][^\s]*[ ]){1,2}" + _WORD),
    _command("freerdp", "xfreerdp wfreerdp", rb"[ \t]/p:" + _WORD),
    Rule(
        "net-use",
        PASSWORD,
        (Trigger(b"net use ", 8), Trigger(b"net user ", 9)),
        rb"net user?[ ](?:[^ \t-\r/][^ \t-\r]*[ ]){1,2}" + _WORD + rb"[ ]/(?:user|add|u:)",
        limit=400,
        check=_is_meant,
    ),
    Rule(
        "net-user-add",
        PASSWORD,
        (Trigger(b"net user ", 9),),
        rb"net user[ ][^ \t-\r/][^ \t-\r]*[ ]" + _WORD + rb"[ ]/add",
        limit=400,
        check=_is_meant,
    ),
    Rule(
        "oracle-login",
        PASSWORD,
        tuple(
            Trigger(tool, len(tool))
            for tool in (b"sqlplus ", b"impdp ", b"expdp ", b"sqlldr ", b"CONNECT ", b"connect ", b"jdbc:oracle:thin:")
        ),
        rb"(?:(?:sqlplus|impdp|expdp|sqlldr|CONNECT|connect)[ ](?:-[A-Za-z][ ])?|jdbc:oracle:thin:)"
        rb"[\"']?[\w$]{1,40}/([^\s@/\"']{2,})@[\w/]",
        check=_is_meant,
    ),
    Rule(
        "piped-password",
        PASSWORD,
        (Trigger(b"echo "), Trigger(b"printf ")),
        rb"(?:-[neE]{1,2}[ ])?(?:[\"']?%s(?:\\n)?[\"']?[ ])?[\"']?(?:[\w.\-]{1,32}:)?"
        rb"([^\s\"'|:\\]{3,}(?:\\n[^\s\"'|:\\]{3,})?)(?:\\n)?[\"']?[ ]?\|[ ]?(?:" + _READERS + rb")",
        Origin.END,
        check=_is_meant,
    ),
    Rule(
        "docker-env",
        PASSWORD,
        (
            Trigger(
                rb"(?:ENV|ARG|setx|set -[gUx]{1,2}|setenv)[ \t][A-Z0-9_]{0,40}"
                rb"(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY)[ \t]"
            ),
        ),
        rb"[ \t]{0,4}" + _WORD,
        Origin.END,
        check=_is_meant,
    ),
)
