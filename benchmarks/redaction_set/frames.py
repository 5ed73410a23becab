"""Surroundings: how the same lines look in a chat, a diff, a log, a tool's output.

Positives and negatives draw from the same list, so surroundings tell nothing.
"""

import json
from collections.abc import Callable
from random import Random

from .values import chars
from .words import FOREIGN, NOUNS, SENTENCES, VERBS

Frame = Callable[[str, Random], str]


def _each(text: str, before: str, after: str = "") -> str:
    return "\n".join(f"{before}{line}{after}" for line in text.split("\n"))


def _path(rng: Random) -> str:
    ending = rng.choice(("py", "ts", "yaml", "go", "conf", "md", "txt"))
    return f"src/{rng.choice(NOUNS)}/{rng.choice(VERBS)}.{ending}"


def _bare(text: str, _rng: Random) -> str:
    return text


def _lines_around(text: str, rng: Random) -> str:
    before, after = rng.sample(SENTENCES, 2)
    return f"{before}\n\n{text}\n\n{after}"


def _at_end(text: str, rng: Random) -> str:
    return "\n".join((*rng.sample(SENTENCES, 3), text))


def _at_start(text: str, rng: Random) -> str:
    return "\n".join((text, *rng.sample(SENTENCES, 3)))


def _fence(text: str, rng: Random) -> str:
    return f"{rng.choice(SENTENCES)}\n\n```\n{text}\n```\n"


def _quote(text: str, rng: Random) -> str:
    return f"{rng.choice(SENTENCES)}\n\n{_each(text, '> ')}"


def _cat(text: str, rng: Random) -> str:
    return f"$ cat {_path(rng)}\n{text}\n$ echo $?\n0"


def _numbered(text: str, rng: Random) -> str:
    start, mark = rng.randint(1, 400), rng.choice(("\t", "\u2192"))
    lines = text.split("\n")
    return "\n".join(f"{n:6}{mark}{line}" for n, line in enumerate(lines, start))


def _grep(text: str, rng: Random) -> str:
    path, start = _path(rng), rng.randint(1, 400)
    lines = text.split("\n")
    return "\n".join(f"{path}:{n}:{line}" for n, line in enumerate(lines, start))


def _diff(text: str, rng: Random, sign: str) -> str:
    path, count = _path(rng), text.count("\n") + 1
    head = f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}"
    return f"{head}\n@@ -12,4 +12,{count} @@ \n{_each(text, sign)}"


def _added(text: str, rng: Random) -> str:
    return _diff(text, rng, "+")


def _removed(text: str, rng: Random) -> str:
    return _diff(text, rng, "-")


def _coloured(text: str, rng: Random) -> str:
    code = rng.choice(("31", "1;32", "38;5;208"))
    return _each(text, f"\x1b[{code}m", "\x1b[0m")


def _json_string(text: str, rng: Random) -> str:
    stdout = json.dumps(text, ensure_ascii=False)
    return f'{{"exit_code":0,"seconds":{rng.randint(1, 60)},"stdout":{stdout}}}'


def _tagged(text: str, rng: Random) -> str:
    return f'<file path="{_path(rng)}">\n{text}\n</file>'


def _foreign(text: str, rng: Random) -> str:
    before, after = rng.sample(FOREIGN, 2)
    return f"{before}\n{text}\n{after}"


def _long_line(text: str, rng: Random) -> str:
    words = " ".join(rng.choices((*NOUNS, *VERBS), k=rng.randint(200, 1200)))
    return f"{words} {text} {words[:500]}"


def _crlf(text: str, _rng: Random) -> str:
    return f"{text}\n".replace("\n", "\r\n")


def _listing(text: str, rng: Random) -> str:
    names = "\n".join(
        f"-rw-r--r-- 1 app app {rng.randint(90, 9000):5} Mar {rng.randint(10, 28)} {n}" for n in rng.sample(NOUNS, 3)
    )
    return f"{names}\n\n{text}"


def _traced(text: str, rng: Random) -> str:
    path, line = _path(rng), rng.randint(1, 400)
    head = f'Traceback (most recent call last):\n  File "{path}", line {line}, in run'
    return f"{head}\n{_each(text, '    ')}\nRuntimeError: {chars(rng, 'lo', 6)}"


FRAMES: tuple[Frame, ...] = (
    *(_bare,) * 8,
    _lines_around,
    _at_end,
    _at_start,
    _fence,
    _quote,
    _cat,
    _numbered,
    _grep,
    _added,
    _removed,
    _coloured,
    _json_string,
    _tagged,
    _foreign,
    _long_line,
    _crlf,
    _listing,
    _traced,
)
"""Eight times bare: a good quarter of all cases stand alone."""


def frame(text: str, secrets: tuple[str, ...], rng: Random) -> str:
    """Put the text in random surroundings that leave each of its secrets whole."""
    framed = rng.choice(FRAMES)(text, rng)
    whole = all(framed.count(secret) == text.count(secret) for secret in secrets)
    return framed if whole else text
