"""When words of harm do none: told as an example, warned of, or what the skill is openly for.

A skill that explains attacks must be able to name them. An excuse asks for the words to be set apart (quoted, fenced,
in a table) and for the talk around them to be about attacks, or for a warning right before them.
"""

import re
from typing import NamedTuple

from afterwit.judge.passages import Passage
from afterwit.judge.threats import Excuse
from afterwit.model.package import MAIN, Package

BEFORE = 160
"""So far before a match a warning counts, in characters."""

FAR = 4000
"""So far before a match the line begins in which quotes are counted."""
SHORT = 24
"""A passage that is hardly longer than the match is a title or an item of a list."""

_TALK = re.compile(
    r"inject|attack|adversar|malicious|jailbreak|phish|red.team|threat|exploit|vulnerab|suspicious|untrusted|hostile|poison|"
    r"payload|detect|pattern|example|such as|e\.g\.|attempt|test case|sanitiz|guardrail|security|social engineering|"
    r"manipulat|refuse|reject|scan|unsafe|flag|red flag|deceiv|trick",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:never|don't|do not|must not|refuse|resist|detect|flag|reject|block|beware|watch for|look for)\b"
    r"[^.!?\n]{0,80}$|\b(?:such as|e\.g\.|says?|saying|claims?|claiming|asks?|asking|tells?|telling|instructs?|"
    r"instructing|"
    r"instructions|attempts?|tries|trying|attackers?|phrases?|patterns?|examples?|injection|contain(?:s|ing)?|variants?|"
    r"attacks?)\b[^.!?\n]{0,80}$",
    re.IGNORECASE,
)
_WARNING = re.compile(
    r"\b(?:avoid|never|don't|do not|must not|should not|dangerous|danger|unsafe|insecure|malicious|malware|"
    r"attack\w*|vulnerab\w*|"
    r"suspicious|detect\w*|flag\w*|block\w*|bad|wrong|risk\w*|red flags?|instead of|rather than|exploit\w*|threat\w*|"
    r"injection|anti-?pattern\w*|scan\w*|forbid\w*|forbidden|prohibit\w*|reject\w*|refuse|warn\w*|harmful|"
    r"indicators?|catch\w*|audit\w*|indicat\w*|untrusted|payloads?|attacker|theft|steal\w*|"
    r"exfiltrat\w*)\b|[❌🚫⚠✗✘🔴🚨]",
    re.IGNORECASE,
)
_NO_WARNING = re.compile(
    r"\b(?:never|don't|do not) (?:forget|skip|miss|fail|hesitate|worry)\b|\bno (?:need|problem)\b|\bnot only\b",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"ssh|\baws\b|gcloud|\bgcp\b|azure|credential|secret|\bkeys?\b|keychain|password|cookie|browser|security|pentest|"
    r"penetration|red.team|forensic|audit|privilege|exploit|attack|\bctf\b|hack|auth|docker|kube|k8s|npm|pypi|gpg|wallet|"
    r"solana|login|token|kubernetes|cluster|deploy|vpn|server|remote",
    re.IGNORECASE,
)
_OFFENSIVE = re.compile(
    r"pentest|penetration|red.team|security|exploit|privilege escalation|\bctf\b|offensive|attack|hack|injection|"
    r"malware|reverse.shell",
    re.IGNORECASE,
)


_ELSEWHERE = re.compile(
    r"-like\b|[\s\"'*]*(?:(?:that|which) (?:are|is|appear|come|you (?:find|see|read)) |you (?:find|see|read) )?"
    r"(?:found|in|inside|embedded|within|from|contained|present|hidden|it contains|appear)\b",
    re.IGNORECASE,
)
"""Orders that stand in what is read: to ignore those is right."""
_GIVEN = re.compile(r"previous|prior|above|earlier|preceding|original|system|developer|safety|your", re.IGNORECASE)


class Stated(NamedTuple):
    """What a skill says it is for."""

    purpose: str = ""

    @classmethod
    def of(cls, package: Package) -> "Stated":
        """From its name and the head of its text: the frontmatter."""
        text = package.files.get(MAIN, b"")[:4000].decode("utf-8", "replace")
        head = text[3:].partition("\n---")[0] if text.startswith("---") else ""
        return cls(f"{package.name}\n{head[:2000]}")


def excused(  # noqa: PLR0913 - the place, and who says it
    excuse: Excuse, passage: Passage, start: int, end: int, stated: Stated, *, learned: bool
) -> bool:
    """Whether a match does no harm where it stands.

    What a machine wrote has no excuse: who may talk it into harmful words may talk it into the words around them.
    """
    if learned or passage.kind == "comment":
        return False
    match excuse:
        case "quoted":
            return passage.text[max(0, start - 5) : start].lower() == "only " or _told(passage, start, end, stated)
        case "warned":
            return _warned(passage, start, end)
        case "purpose" | "offensive":
            pattern = _OFFENSIVE if excuse == "offensive" else _PURPOSE
            return _warned(passage, start, end) or bool(pattern.search(stated.purpose))
        case "none":
            return False


def _told(passage: Passage, start: int, end: int, stated: Stated) -> bool:
    before = passage.text[max(0, start - BEFORE) : start]
    if _TOLD.search(_NO_WARNING.sub("", before)):
        return True
    if _ELSEWHERE.match(passage.text[end : end + 60]) and not _GIVEN.search(passage.text[start:end]):
        return True
    whole = len(passage.text) < end - start + SHORT
    apart = whole or passage.kind in {"code", "table"} or _is_quoted(passage.text, start, end)
    return apart and bool(_TALK.search(f"{passage.about}\n{before}\n{stated.purpose}"))


def _is_quoted(text: str, start: int, end: int) -> bool:
    line = text.rfind("\n", max(0, start - FAR), start) + 1 or max(0, start - FAR)
    if text[start - 1 : start] in {'"', "'", "`"} and start:
        return True
    return text.count('"', line, start) % 2 == 1 and '"' in text[end - 1 : end + 400]


def _warned(passage: Passage, start: int, end: int) -> bool:
    line_end = text_end if (text_end := passage.text.find("\n", end)) >= 0 else len(passage.text)
    near = passage.text[max(0, start - BEFORE) : start] + " " + passage.text[end : min(line_end, end + 80)]
    around = passage.about if passage.kind in {"code", "table"} else passage.about.partition("\n")[0]
    return passage.kind == "table" or bool(_WARNING.search(_NO_WARNING.sub("", f"{near}\n{around}")))
