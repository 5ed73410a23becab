"""Personal data goes; what only looks like it stays."""

import pytest

from afterwit.redact import Redactor, find


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("/home/alice/x", "/home/[REDACTED_USER:1]/x"),
        ("cd /Users/alice", "cd /Users/[REDACTED_USER:1]"),
        ("C:\\Users\\alice\\x", "C:\\Users\\[REDACTED_USER:1]\\x"),
        ("C:\\\\Users\\\\alice\\\\x", "C:\\\\Users\\\\[REDACTED_USER:1]\\\\x"),
        ("file:///home/alice/x", "file:///home/[REDACTED_USER:1]/x"),
        ("/mnt/c/Users/alice/x", "/mnt/c/Users/[REDACTED_USER:1]/x"),
        ("../../../Users/alice/x", "../../../Users/[REDACTED_USER:1]/x"),
        ("diff --git a/home/alice/x", "diff --git a/home/[REDACTED_USER:1]/x"),
        ("%2FUsers%2Falice%2Fx", "%2FUsers%2F[REDACTED_USER:1]%2Fx"),
        ("/projects/-Users-alice-code/x", "/projects/-Users-[REDACTED_USER:1]-code/x"),
        ("é/home/alice", "é/home/[REDACTED_USER:1]"),
        ("<a.b+c@sub.corp.co.uk>", "<[REDACTED_EMAIL:1]>"),
        ("mailto:bob@acme.io", "mailto:[REDACTED_EMAIL:1]"),
        ("a@corp.com-b@corp.com", "[REDACTED_EMAIL:1]-[REDACTED_EMAIL:2]"),
        ("https://h.com/?e=alice@corp.com", "https://h.com/?e=[REDACTED_EMAIL:1]"),
        ("ip=192.168.1.20:80", "ip=[REDACTED_IP:1]:80"),
        ("http://52.14.3.9/", "http://[REDACTED_IP:1]/"),
        ("at 172.16.254.1.", "at [REDACTED_IP:1]."),
        ("2001:db8:85a3::8a2e:370:7334", "[REDACTED_IP:1]"),
        ("[fe80::1ff:fe23:4567:890a]:80", "[[REDACTED_IP:1]]:80"),
    ],
)
def test_personal_data_goes(text: str, redacted: str) -> None:
    assert Redactor().redact(text) == redacted


@pytest.mark.parametrize(
    "text",
    [
        "git@github.com:me/repo",
        "lodash@4.17.21",
        "pacote@21.5.0.patch",
        "icon@2x.png",
        "@app.route",
        "foo@example.com",
        "noreply@github.com",
        "12+bob@users.noreply.github.com",
        "ssh://alice@host.com",
        "postgres://u:$P@db.corp.com/x",
        "1.2.3.4",
        "1.2.3.4.5.6",
        "127.0.0.1",
        "0.0.0.0",  # noqa: S104
        "255.255.255.0",
        "8.8.8.8",
        "10.0.0.0/8",
        "Chrome/120.0.0.0",
        "v10.20.30.40",
        "version 10.20.30.40",
        "pkg==10.20.30.40",
        "12:34:56",
        "2024-01-01T10:20:30",
        "aa:bb:cc:dd:ee:ff",
        "std::abs",
        "a::b",
        "::1",
        "src/home/page",
        "https://site.com/home/dash/",
        "/home/user/x",
        "/home/index.html",
        "/Users/Shared/x",
        "C:\\Users\\Public\\x",
        "$HOME/x",
    ],
)
def test_what_is_nobodys_stays(text: str) -> None:
    assert find(text) == []
