"""What a user says in their own voice: the sentences of a message without what they pasted, quoted or did not write.

Tasks, tickets, logs, code and feedback lists are full of “instead of”, “don't” and “wrong”, and none of it is said to
the agent. So what stands in fences, quotes, tables and long lists is left out, and so are the host's own words; of a
message that is a document only the sentences at its two ends count, where people say what they want of it.
"""

import string
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import re2

from afterwit.model.users_phrases import straight
from afterwit.model.words import tokens

LOOKED_AT = 3000
"""Characters at the beginning of a message that are looked at; what follows is mostly pasted."""
LOOKED_AT_END = 1000
"""Characters at the end of a longer one."""
LONGEST_SPOKEN = 1200
"""People who talk to an agent say less than this; who writes more writes a document."""
MOST_LINES = 25
MOST_ITEMS = 3
"""A list of more is a task, or feedback that was pasted."""
ENDS = 2
"""Sentences at either end of a document that are taken for the user's own."""
MOST_SENTENCES = 40
WRAPPED = 60
"""A line of this length without an end goes on in the next."""

HOST = (
    "[request interrupted", "[request cancelled", "this session is being continued", "caveat: the messages below",
    "operation stopped by hook", "stop hook", "base directory for this skill", "please continue the conversation",
    "the user doesn't want", "the user does not want", "the user rejected", "the user declined", "the user denied",
    "the user cancelled", "the user canceled", "the user aborted", "user rejected", "user declined", "user denied",
    "user cancelled", "user canceled", "user aborted", "tool use was rejected", "tool execution was rejected",
    "operation cancelled", "operation canceled", "[operation cancelled", "permission denied", "permission to use",
    "request cancelled", "aborted by user", "rejected by user", "denied by user", "cancelled by user", "[image",
    "# agents.md instructions", "<environment_context", "<user_instructions", "implement the following plan",
    "your task is to create a detailed summary", "continue from where you left off", "note: the user's next message",
    "the following skills", "launching skill", "# task", "[system notification", "userpromptsubmit hook",
    "[pasted text", "observation:", "<ide_", "<task-notification", "<system",
)  # fmt: skip
"""How a text begins that a host or a program wrote, or that is a task from top to bottom."""

_CODE, _QUOTE, _LINK, _BLANK = "\ue000", "\ue001", "\ue002", "\ue003"
_WITHIN = re2.compile(r'`[^`\n]+`|"[^"\n]+"|\x{201c}[^\x{201d}\n]+\x{201d}|https?://[^\s)>\]]+')
_TAG = re2.compile(r"<([a-z]+(?:[-_][a-z]+)+)[^>\n]{0,200}>")
_ITEM = re2.compile(r"^\s*(?:[-*+\x{2022}]|\d{1,3}[.)])\s")
_PASTED = re2.compile(
    r"^(?:\s*>|\s*\||#{1,6}\s|\t| {4}|\s*at \S+\(|Traceback |\s*File [\"\x{e001}]|\w*(?:Error|Exception)\b:"
    r"|\s*\[?\d{4}-\d\d-\d\d|(?i:\s*\[?(?:error|warn|warning|info|debug|fail|failed|fatal|hint)\b[\]:])|npm ERR!"
    r"|\s*[$\x{279c}%\x{276f}] |diff --git|@@|---|\+\+\+|[+-]\S|\s*[{}\[\]();]+\s*$|\[\[ ##|import [\w.{*]+;?$"
    r"|from \S+ import |(?:def|func|function|class) \w+[({:]|(?:const|let|var) \w+ ?[=:]|return \S+;)"
    r"|(?:[;{]|=>)\s*$"
)
_HEADING = re2.compile(r"(?m)^#{1,6}\s")
_END = re2.compile(r"[.!?\x{2026}]+[\"')\]]*\s+")
_ABBREVIATED = (" e.g.", " i.e.", " etc.", " vs.", " cf.", "(e.g.", "(i.e.", " approx.", " incl.")
_HOST_LINES = ("(no answer provided)", "the user wants to clarify", "questions asked:")
_NO_SIGNS = str.maketrans(dict.fromkeys(string.punctuation))
_MASKS = (("\ue000", " codeword "), ("\ue001", " quoteword "), ("\ue002", " linkword "))
_MASKED = re2.compile("(\ue000+)|(\ue001+)|(\ue002+)")
_SHORT_FORMS = {
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "shouldnt": "shouldn't", "isnt": "isn't", "cant": "can't",
    "wont": "won't", "thats": "that's", "youre": "you're", "ive": "i've", "pls": "please", "plz": "please",
    "cannot": "can't", "mustnt": "mustn't", "arent": "aren't", "wasnt": "wasn't", "lets": "let's",
}  # fmt: skip
_LONG_FORMS = (
    (" do not ", " don't "), (" does not ", " doesn't "), (" did not ", " didn't "), (" should not ", " shouldn't "),
    (" is not ", " isn't "), (" are not ", " aren't "), (" was not ", " wasn't "), (" that is ", " that's "),
    (" must not ", " mustn't "), (" can not ", " can't "), (" let us ", " let's "), (" i would ", " i'd "),
)  # fmt: skip


class Sentence(msgspec.Struct, frozen=True):
    """One sentence of a user."""

    start: int
    end: int
    """Where it stands in the message."""
    plain: str
    """It in small letters with short forms (`don't`), a word in place of each quotation, code and address."""
    telling: tuple[str, ...]
    """Its words that say something, stemmed, those in code and quotations as well."""

    @property
    def question(self) -> bool:
        """Whether it ends as a question."""
        return self.plain.rstrip(" )\"'").endswith("?")


class Spoken(msgspec.Struct, frozen=True):
    """What a user said in a message."""

    sentences: tuple[Sentence, ...]
    document: bool
    """Whether the message is one that was written or pasted rather than said."""


Span = tuple[int, int, int]
"""Where a sentence begins and ends, and where its paragraph begins."""
NOTHING = Spoken((), document=False)


def hints(text: str, pattern: "re2.Regexp") -> bool:
    """Whether a pattern is anywhere in what is looked at of a message."""
    if len(text) > LOOKED_AT + LOOKED_AT_END:
        text = f"{text[:LOOKED_AT]}\n{text[-2 * LOOKED_AT_END :]}"
    return pattern.search(text.encode("utf-8", "replace")) is not None


@lru_cache(maxsize=64)
def spoken(text: str) -> Spoken:
    """The sentences that the user says in their own voice."""
    text = _encodable(text)
    begins = text[:200].lstrip().lower()
    if not begins or straight(begins).startswith(HOST):
        return NOTHING
    long = len(text) > LOOKED_AT + LOOKED_AT_END
    masked = _masked(text[:LOOKED_AT] if long else text)
    spans = list(_spans(masked, 0))
    if long:
        tail = _tail(text)
        # What is cut off in the middle of a sentence is no sentence.
        whole = [span for span in spans if span[1] < LOOKED_AT]
        spans = [*whole, *_spans(_masked(text[tail:]), tail)]
        masked = masked + " " * (tail - len(masked)) + _masked(text[tail:])
    said = sum(end - start for start, end, _ in spans)
    document = (
        long or said > LONGEST_SPOKEN or text.count("\n") >= MOST_LINES or _HEADING.search(text[:LOOKED_AT]) is not None
    )
    if document:
        spans = _ends(spans)
    found = (_sentence(text, masked, start, end) for start, end, _ in spans[:MOST_SENTENCES])
    return Spoken(tuple(sentence for sentence in found if sentence.plain.strip(" .!?,")), document=document)


def _tail(text: str) -> int:
    """Where the end of a long message begins: at a line, and not within a fence."""
    tail = text.rfind("\n", LOOKED_AT, -LOOKED_AT_END) + 1 or len(text) - LOOKED_AT_END
    tail = max(tail, len(text) - 2 * LOOKED_AT_END)
    if text.count("```", 0, tail) % 2:
        closed = text.find("```", tail)
        return closed + len("```") if closed >= 0 else len(text)
    return tail


def _ends(spans: list[Span]) -> list[Span]:
    """The sentences with which a document is handed over: those that open it, and those of a short last paragraph."""
    if not spans:
        return []
    opening = [span for span in spans if span[2] == spans[0][2]][:ENDS]
    closing = [span for span in spans if span[2] == spans[-1][2]]
    return [*opening, *closing] if spans[-1][2] != spans[0][2] and len(closing) <= ENDS else opening


def _encodable(text: str) -> str:
    """The text, as long as it was, with a mark in place of each half of a pair that no encoding has."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _sentence(text: str, masked: str, start: int, end: int) -> Sentence:
    return Sentence(start, end, plain(masked[start:end]), tuple(tokens(text[start:end])))


def plain(masked: str) -> str:
    """A sentence as the patterns want it, one space at either end."""
    text = straight(masked).lower()
    for mask, word in _MASKS:
        if mask in text:
            text = _MASKED.sub(lambda found, word=word, mask=mask: word if found[0][0] == mask else found[0], text)
    words = (_SHORT_FORMS.get(word, word) for word in text.split())
    text = f" {' '.join(words).strip()} "
    for long, short in _LONG_FORMS:
        text = text.replace(long, short)
    return text


def _masked(text: str) -> str:
    """The text, as long as it was, with marks in place of code, quotations and addresses."""
    text = _without_blocks(_without_fences(text))
    if "`" in text or '"' in text or "\u201c" in text or "://" in text:
        text = _WITHIN.sub(_mask, text)
    return text


def _mask(found: "re2.TextMatch") -> str:
    whole = found[0]
    mark = _CODE if whole[0] == "`" else _LINK if whole[0] == "h" else _QUOTE
    return mark * len(whole)


def _without_fences(text: str) -> str:
    """Blank lines in place of what stands between fences."""
    if "```" not in text and "~~~" not in text:
        return text
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        if fence or mark in {"```", "~~~"}:
            lines.append(" " * len(line))
            fence = "" if fence == mark else fence or mark
        else:
            lines.append(line)
    return "\n".join(lines)


def _without_blocks(text: str) -> str:
    """A blank line in place of what a host put between tags with names such as `system-reminder`."""
    at = 0
    while "<" in text and (found := _TAG.search(text, at)) is not None:
        close = f"</{found[1]}>"
        end = text.find(close, found.end())
        # One that is never closed goes on to the end.
        end = end + len(close) if end >= 0 else len(text)
        blank = f"\n{_BLANK * (end - found.start() - 2)}\n"
        text = text[: found.start()] + blank + text[end:]
        at = end
    return text


def _spans(masked: str, offset: int) -> Iterator[Span]:
    """Where the sentences of the user's own lines stand."""
    lines = masked.split("\n")
    items = sum(1 for line in lines if _item(line) is not None)
    at, start, end, paragraph = 0, -1, -1, offset
    for line in [*lines, ""]:
        item = _item(line)
        own = bool(line) and not line.isspace() and not (items > MOST_ITEMS if item else _is_pasted(line))
        goes_on = start >= 0 and own and item is None and end - start >= WRAPPED and line.strip()[:1].islower()
        if start >= 0 and not goes_on:
            for begin, stop in _parted(masked, start, end, offset):
                yield begin, stop, paragraph
            start = -1
        if own:
            start = start if start >= 0 else at + (item.end() if item else 0)
            end = at + len(line)
        at += len(line) + 1
        if not own:
            paragraph = at + offset


def _item(line: str) -> "re2.TextMatch | None":
    begins = line.lstrip()[:1]
    return _ITEM.search(line) if begins and (begins in "-*+\u2022" or begins.isdigit()) else None


def _is_pasted(line: str) -> bool:
    if line[0] == _BLANK or line.strip().lower().startswith(_HOST_LINES) or _PASTED.search(line) is not None:
        return True
    return (len(line) - len(line.translate(_NO_SIGNS))) * 3 > len(line)


def _parted(masked: str, start: int, end: int, offset: int) -> Iterator[tuple[int, int]]:
    part = masked[start:end]
    begin = 0
    for found in _END.finditer(part):
        sentence = part[begin : found.end()].rstrip()
        if sentence.lower().endswith(_ABBREVIATED):
            continue
        yield from _trimmed(part, begin, begin + len(sentence), start + offset)
        begin = found.end()
    yield from _trimmed(part, begin, len(part), start + offset)


def _trimmed(part: str, begin: int, end: int, offset: int) -> Iterator[tuple[int, int]]:
    inner = part[begin:end]
    stripped = inner.strip()
    if stripped:
        begin += len(inner) - len(inner.lstrip())
        yield offset + begin, offset + begin + len(stripped)
