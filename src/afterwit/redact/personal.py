"""Personal data: e-mail addresses, IP addresses, the user name in a home folder."""

from ipaddress import AddressValueError, IPv6Address

from afterwit.redact.plausible import DIGITS, LETTERS, WORD, begins_word, colour_before
from afterwit.redact.rule import EMAIL, IP, USER, Origin, Place, Rule, Spans, Trigger

# Accounts of machines, and names that stand for any name.
_NOBODY = frozenset(
    b"user username you yourname your name me runner shared public default all guest linuxbrew root "
    b"admin ubuntu debian ec2-user vagrant vscode node app docker git jovyan circleci gitpod codespace "
    b"coder sandbox home build ci www www-data myuser someone somebody foo bar test testuser xxx "
    b"example node_modules users profile settings dashboard index page main about default.migrated".split()
)
_FILES = frozenset(
    b"html htm tsx ts js jsx mjs cjs vue py php css scss md json png jpg jpeg gif svg webp ico xml yml "
    b"yaml txt tgz gz zip lock toml go java class map vue svelte astro woff woff2 pdf csv log sql patch diff "
    b"service socket timer target mount slice".split()
)
# What may stand before /home/ and /Users/ when the path does not begin there.
_MOUNTS = (
    b"/c", b"/d", b"/export", b"/data", b"/var", b"/usr", b"/mnt", b"/nfs", b"/net", b"/host",
    b"/rootfs", b":", b"..", b" a", b" b", b"\na", b"\nb",
)  # fmt: skip


def _user(place: Place) -> Spans:
    name = place.value.rstrip(b".-")
    before = place.data[max(0, place.at - 12) : place.at]
    lowered = name.lower()
    if lowered in _NOBODY or name.isdigit() or lowered.rpartition(b".")[2] in _FILES:
        return ()
    if b"your" in lowered or b"username" in lowered:
        return ()
    # In src/home/ and site.com/home/ nobody lives.
    rooted = before[-1:] not in WORDS_AND_JOINTS or before.endswith(_MOUNTS) or colour_before(before) > 0
    rooted = rooted or _is_volume(place.data[max(0, place.at - 40) : place.at])
    return ((place.start, place.start + len(name)),) if rooted and name else ()


def _is_volume(before: bytes) -> bool:
    """Say whether a mounted disk is named right before: /Volumes/Data, /mnt/disk."""
    folder, _, name = before.rpartition(b"/")
    return folder.endswith((b"/Volumes", b"/mnt", b"/media")) and not name.translate(None, WORD + b"-.")


WORDS_AND_JOINTS = frozenset(bytes([byte]) for byte in WORD + b".-~@)}]")


def _mangled_user(place: Place) -> Spans:
    """Judge -Users-alice-code, as folder names are made of paths."""
    name = place.value
    before = place.data[max(0, place.at - 1) : place.at]
    rooted = not before or before in b"/\\\"'`= \n\t(:-$\xff"
    return place.when(rooted and name.lower() not in _NOBODY and not name.isdigit())


def _email(place: Place) -> Spans:
    start = place.end - len(place.value.lstrip(b".-+%"))
    local, _, domain = place.data[start : place.end].lower().partition(b"@")
    ending = domain.rpartition(b".")[2]
    if local in (b"git", b"hg", b"svn", b"ssh", b"root") or ending in _FILES:
        return ()
    if (
        not local
        or place.data[place.end : place.end + 1] == b"@"
        or b"reply" in local
        or b"noreply" in domain
        or _is_nobodys(domain)
    ):
        return ()
    # In scheme://name@host the name logs in; it does not get mail.
    before = place.data[max(0, place.at - 80) : place.at]
    scheme = before.rfind(b"://")
    if scheme >= 0 and not any(byte in before[scheme + 3 :] for byte in b"/?= \n\t\"'<>\xff"):
        return ()
    follows = place.data[place.end : place.end + 1]
    return () if follows in (b"(", b"_") else ((start, place.end),)


def _is_nobodys(domain: bytes) -> bool:
    labels = domain.split(b".")
    return (
        labels[-1] in (b"example", b"test", b"invalid", b"localhost", b"local", b"internal")
        or b"example" in labels
        or domain in (b"test.com", b"domain.com", b"email.com", b"yourdomain.com", b"company.com")
    )


# The two of Google, the two of Cloudflare, Quad9: everybody's name servers.
_EVERYBODYS = (b"8.8.8.8", b"8.8.4.4", b"1.1.1.1", b"1.0.0.1", b"9.9.9.9")
_BEFORE_VERSIONS = (b"version", b"ver", b"v", b">=", b"<=", b"==", b"~=", b"^", b"~", b"release", b"build", b"section")
_PARTS = 4
_OCTETS = {b"%d" % octet: octet for octet in range(256)}


def _ipv4(place: Place) -> Spans:
    value = place.value.rstrip(b".")
    parts = value.split(b".")
    if len(parts) != _PARTS:
        return ()
    octets = [_OCTETS.get(part, -1) for part in parts]
    if -1 in octets:
        return ()
    end = place.start + len(value)
    before = place.data[max(0, place.at - 16) : place.at].lower()
    after = place.data[end : end + 2]
    if (
        not begins_word(place.data, place.low, place.at)
        or (after[:1] in _WORD_BYTES)
        or (after[:1] == b"-" and after[1:].isalpha())
    ):
        return ()
    # Chrome/120.0.0.0 has a version; http://120.0.0.1 an address.
    if before[-1:] == b"/" and before[-2:-1] in _NAME_BYTES:
        return ()
    if before.rstrip(b" \"':=").endswith(_BEFORE_VERSIONS) or before.endswith(b"=="):
        return ()
    addressed = before.endswith((b"://", b"@", b"ip=", b"host=")) or (after[:1] == b":" and after[1:].isdigit())
    return ((place.start, end),) if _is_somebodys(octets, value, after, addressed=addressed) else ()


_WORD_BYTES = frozenset(bytes([byte]) for byte in WORD)
_NAME_BYTES = _WORD_BYTES | {b"]"}


def _is_somebodys(octets: list[int], value: bytes, after: bytes, *, addressed: bool) -> bool:
    network = after[:1] == b"/" and octets[3] == 0
    return not (
        octets[0] in (0, 127, 255)
        or octets[:2] == [169, 254]
        or octets[1:] == [0, 0, 0]
        or value in _EVERYBODYS
        or network
        # All parts small: a version, a section or an object identifier, unless it is
        # one of the private networks.
        or (max(octets) < 64 and octets[0] != 10 and not addressed)  # noqa: PLR2004
        or max(octets) < 10  # noqa: PLR2004
    )


def _ipv6(place: Place) -> Spans:
    value = place.value.rstrip(b".")
    value = value.removesuffix(b":") if not value.endswith(b"::") else value
    end = place.start + len(value)
    before, after = place.data[max(0, place.at - 1) : place.at], place.data[end : end + 1]
    if before in _WORD_BYTES or after in _WORD_BYTES or not value.strip(LETTERS + b":"):
        return ()
    try:
        address = IPv6Address(value.decode("ascii"))
    except AddressValueError:
        return ()
    common = address.is_loopback or address.is_unspecified or address.is_multicast
    return () if common or not any(byte in value for byte in DIGITS) else ((place.start, end),)


_NAME = rb"[A-Za-z0-9._\-]"

PERSONAL_DATA: tuple[Rule, ...] = (
    Rule(
        "home-folder",
        USER,
        (Trigger(b"/home/[A-Za-z]", 7), Trigger(b"/Users/[A-Za-z]", 8)),
        rb"/(?:home|Users)/(" + _NAME + rb"{1,64})",
        limit=80,
        check=_user,
    ),
    Rule(
        "windows-home-folder",
        USER,
        (
            Trigger(rb"\\Users\\[A-Za-z0-9]", 8),
            Trigger(rb"\\Users\\\\[A-Za-z0-9]", 9),
            Trigger(rb"\\Users\\\\\\\\[A-Za-z0-9]", 11),
            Trigger(rb"\\Documents and Settings\\[A-Za-z0-9]", 25),
            Trigger(rb"\\Documents and Settings\\\\[A-Za-z0-9]", 26),
            Trigger(rb"\\home\\[A-Za-z0-9]", 7),
            Trigger(rb"\\home\\\\[A-Za-z0-9]", 8),
        ),
        rb"\\(?:Users|home|Documents and Settings)\\+(" + _NAME + rb"{1,64})",
        limit=80,
        check=_mangled_user,
    ),
    Rule(
        "encoded-home-folder",
        USER,
        tuple(
            Trigger(b"%%2%c%b%%2%c[A-Za-z]" % (f, folder, f), len(folder) + 7)
            for folder in (b"home", b"Users")
            for f in b"Ff"
        ),
        rb"%2[Ff](?:home|Users)%2[Ff]([A-Za-z0-9._\-]{1,64})",
        limit=80,
        check=_user,
    ),
    Rule(
        "mangled-home-folder",
        USER,
        (Trigger(b"-Users-[A-Za-z]", 8), Trigger(b"-home-[A-Za-z]", 7)),
        rb"-(?:home|Users)-([A-Za-z0-9._]{2,64})-",
        limit=80,
        check=_mangled_user,
    ),
    Rule(
        "email",
        EMAIL,
        (Trigger(rb"[\w.+\-]@[A-Za-z0-9\-]{1,63}\.[A-Za-z0-9]"),),
        rb"[A-Za-z0-9._%+\-]{1,64}@(?:[A-Za-z0-9\-]{1,63}\.){1,6}[A-Za-z]{2,24}",
        Origin.RUN,
        run=LETTERS + DIGITS + b"._%+-@",
        check=_email,
    ),
    Rule(
        "ipv4",
        IP,
        (Trigger(rb"[0-9]\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]"),),
        b"",
        Origin.RUN,
        run=DIGITS + b".",
        limit=64,
        check=_ipv4,
    ),
    Rule(
        "ipv6",
        IP,
        (
            Trigger(rb"[0-9a-fA-F]{1,4}:[0-9a-fA-F]{1,4}:[0-9a-fA-F]{0,4}:[0-9a-fA-F]"),
            Trigger(rb"[0-9a-fA-F]{3,4}::[0-9a-fA-F]"),
        ),
        b"",
        Origin.RUN,
        run=DIGITS + b"abcdefABCDEF:.",
        limit=64,
        check=_ipv6,
    ),
)
