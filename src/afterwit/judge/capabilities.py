"""What a skill makes an agent able to do, told from its text and its scripts."""

from functools import cache
from typing import Literal, get_args

from afterwit.judge.harm import Sheet
from afterwit.judge.passages import Passage, decoded, passages
from afterwit.judge.threats import AGENT_FILES, KEYS, ready
from afterwit.model.package import Package
from afterwit.redact.matching import Matching

Capability = Literal["network", "shell", "files outside the project", "credentials", "agent configuration"]

SHELLS = frozenset(
    {"sh", "bash", "shell", "zsh", "fish", "console", "terminal", "powershell", "pwsh", "ps1", "cmd", "bat"}
)
"""What a fence says that holds commands."""

_NETWORK = (
    r"(?i:\b(?:curl|wget|scp|sftp|rsync|ssh|nc|ncat|netcat|telnet|iwr|invoke-webrequest|invoke-restmethod|aria2c|"
    r"ftp)\s+[-\w\"'$<{~/@]|"
    r"\bgit\s+(?:clone|push|pull|fetch)\b|\b(?:pip3?|uv|npm|pnpm|yarn|cargo|gem|brew|apt|apt-get|go|poetry|bun|conda)\s+"
    r"(?:\w+\s+)?(?:install|add|publish|get|ci|sync|update)\b|\b(?:npx|uvx|bunx)\s+\w|\bdocker\s+(?:pull|push|login)\b|"
    r"\bgh\s+(?:api|pr|issue|release|gist)\b|\brequests\.\w+\(|\bhttpx\.|\burllib\b|\burlopen\(|\baiohttp\b|"
    r"\bfetch\(\s*[\"'`h]|"
    r"\baxios\b|\bsocket\.\w|\bhttp\.client\b|\bXMLHttpRequest\b|\bnet/http\b|/dev/tcp/)"
)
_ADDRESS = r"(?i:https?://[a-z0-9])"
_SHELL = (
    r"(?:\bsubprocess\b|\bos\.(?:system|popen|exec\w*)\b|\bchild_process\b|\bexecSync\b|\bInvoke-Expression\b|\bbash\s+-c\b|"
    r"\bsh\s+-c\b|`\s*(?:\$ )?(?:make\b|pytest\b|tox\b|just\b|\./|sudo |git |npm |pip |"
    r"python3? |docker |uv |cargo |go |kubectl |rm |cp |mv |cat |sed |"
    r"curl |wget |ls |cd |grep |find |pnpm |yarn |node |bash |sh |chmod |brew |apt))"
)
_OUTSIDE = (
    r"(?:(?:^|[\s\"'`=(>:])(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|%APPDATA%)[/\\]|(?:^|[\s\"'`=(>])/(?:etc|usr|var|opt|root|"
    r"home|"
    r"Users|Library|Applications|bin|sbin|System|proc|sys|mnt|srv)/|\bsudo\s|\.\./\.\./|\b[A-Z]:\\\\?[A-Za-z])"
)
_CREDENTIALS = (
    rf"(?:{KEYS}|(?:^|[\s\"'`/=@])\.env\b|\b[A-Z][A-Z0-9_]*(?:API_KEY|TOKEN|SECRET|PASSWORD|ACCESS_KEY|PRIVATE_KEY)\b|"
    r"\bkeychain\b|"
    r"\bsecurity find-|\bsecret-tool\b|\bid_(?:rsa|ed25519)\b|\bos\.environ\b|\bprintenv\b|\.ssh/)"
)


@cache
def _rules() -> dict[Capability, tuple[Matching, ...]]:
    return {
        "network": (ready(_NETWORK),),
        "shell": (ready(_SHELL),),
        "files outside the project": (ready(_OUTSIDE),),
        "credentials": (ready(_CREDENTIALS),),
        "agent configuration": (ready(AGENT_FILES),),
    }


def capabilities(package: Package) -> frozenset[Capability]:
    """What a package makes an agent able to do."""
    found: set[Capability] = set()
    for path, content in package.files.items():
        text, is_text = decoded(content)
        pieces = list(passages(path, text)) if is_text else []
        if path.startswith("scripts/") or text.startswith("#!") or any(map(_holds_commands, pieces)):
            found.add("shell")
        sheet = Sheet(pieces)
        found.update(kind for kind, rules in _rules().items() if any(sheet.has(rule) for rule in rules))
        code = Sheet([piece for piece in pieces if piece.kind == "code"])
        if "network" not in found and not path.lower().endswith((".svg", ".html")) and code.has(_address()):
            found.add("network")
    return frozenset(found)


def added(package: Package, target: Package | None) -> list[Capability]:
    """What a new version makes an agent able to do that the version it takes the place of did not.

    In a merge that is the target: what the source could do is new where the text now stands.
    """
    had = capabilities(target) if target else frozenset[Capability]()
    has = capabilities(package)
    return [each for each in ALL if each in has - had]


@cache
def _address() -> Matching:
    return ready(_ADDRESS)


def _holds_commands(piece: Passage) -> bool:
    return piece.kind == "code" and piece.language.partition(" ")[0] in SHELLS


ALL: tuple[Capability, ...] = get_args(Capability)
"""Every capability, in the order in which they are told."""
