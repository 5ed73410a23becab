"""What a user typed of a message: hosts, hooks, editors and channels put texts of their own into it."""

import re2

MOST_NESTED = 4
_ELEMENT = re2.compile(r"(?s)<([a-z][\w-]{1,40})(?:\s[^<>]{0,400})?>.*?</[a-z][\w-]{1,40}>")
"""What stands between two tags, which is where those texts are."""
_SUMMARY = "This session is being continued"


def typed(text: str) -> str:
    """A user's message without what others put into it, and without what is quoted there."""
    if text.lstrip().startswith(_SUMMARY):
        return ""
    for _ in range(MOST_NESTED):
        inner = _ELEMENT.sub("\n", text)
        if inner == text:
            break
        text = inner
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(">"))
