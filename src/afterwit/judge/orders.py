"""What a file tells an agent: each command, address, path, line of code and sentence, with where it stands.

Nothing here knows a trick by name: all that can be run, fetched or touched is listed, and what cannot be traced is for
`origin` to tell.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from afterwit.judge.addresses import addresses_in, at_home, paths_in
from afterwit.judge.capabilities import SHELLS
from afterwit.judge.passages import Passage, decoded, joined, passages
from afterwit.model.command import pipelines
from afterwit.model.package import MAIN

Sort = Literal["command", "address", "path", "script", "sentence", "field"]

DESCRIBES = frozenset({"situation", "problem", "root cause", "anti-patterns"})
"""Sections that tell what happened and not what to do: there, what was tried and failed may be named as well."""
FIELDS = frozenset({"name", "description", "metadata", "license", "version", "compatibility"})
"""Fields of a frontmatter that give no power."""
KNOWN = frozenset(
    """apt apt-get awk az bash brew bun bunx cargo cat cd chmod chown cmake conda cp crontab curl deno dig docker
    dotnet echo env eval export find flask gcc gcloud gem gh git go gradle grep helm java jq just kill kubectl
    launchctl less ln ls make mkdir mv mvn mypy mysql nc node npm npx nvm openssl perl php pip pip3 pnpm
    poetry powershell pre-commit psql pytest python python3 rails redis-cli rg rm rsync ruby ruff rustc rustup
    scp sed service sh source sqlite3 ssh sudo systemctl tar tee terraform tox touch tsc unzip uv uvx vite vitest
    wget xargs yarn zip zsh""".split()  # noqa: SIM905 - words read best as text
)
"""Programs that make a span of code, or words of prose, a command."""
_TAKES = frozenset("rm curl wget ssh scp chmod chown sudo npx uvx bunx eval crontab launchctl systemctl rsync".split())  # noqa: SIM905
"""Programs that in prose are commands with whatever word comes after them."""
_ACTS = frozenset(
    """install i add run exec push clone pull fetch checkout reset apply delete publish get remove uninstall build test
    start sync update upgrade login config commit merge rebase rm restart dlx ci compose""".split()  # noqa: SIM905
)
"""What programs are told to do: after a program's name in prose they make a command."""
_ENGLISH = frozenset("make go just find less cat kill service node touch env echo source java".split())  # noqa: SIM905
"""Programs whose names are words: in prose they are commands with an option or a place only."""
_PROSE_END = frozenset(
    """a an and the to in for with before after again on so then as when until from if or but is are it that this which
    by of at into first once instead every each your its there here has have had does do did can
    cannot will would may must should knows takes needs wants not no fails
    failed was were than says shows gives only also accepts supports""".split()  # noqa: SIM905
)

NEGATED = re.compile(
    r"(?i)\b(?:never|not|no|don't|doesn't|cannot|can't|won't|avoid|instead of|rather than|without|nor|refrain|stop)\b"
)
_AGAINST = re.compile(
    r"(?i)\b(?:never|do not|don't|avoid|not)(?: (?:run|use|try|call|execute|running|using))? ?[\"'(]?$"
)
_RUN = re.compile(r"(?i)\b(?:run|execute|invoke|launch|running|executing) [\"'(]?$")
_SPAN = re.compile(r"(`+)([^`\n]{1,5000})\1")
_WORDS = re.compile(r"[^\s`]+")
_SENTENCE = re.compile(r"[^.!?;\n\0]{1,2000}(?:[.!?](?=[^\s.!?])[^.!?;\n\0]{0,2000}){0,40}")
_QUOTED = re.compile(r"\"[^\"\n]{1,400}\"|'[^'\n]{4,400}'(?!\w)")
_PROGRAM = re.compile(r"[A-Za-z][A-Za-z0-9_.+-]{0,40}|(?:\.{1,2}/|~/|/)[^\s]{1,200}|[\w.-]{1,80}(?:/[\w.-]{1,80}){1,9}")
_CODE_LIKE = re.compile(r"\w\(|[;{}]|\w ?=|=> |^\s*(?:import|from|def|class|const|let|var|return|use|require) ")
_TEXTS = frozenset(
    {"", "text", "txt", "plain", "plaintext", "output", "log", "markdown", "md", "sh-session", "session"}
)
_SHEBANG = re.compile(
    r"#! ?(?:/usr)?(?:/bin/env )?(?:/bin/)?(?:ba|z|da)?sh(?: -e)?|#! ?/usr/bin/env (?:python3?|node|ruby|perl)"
)
_FIELD = re.compile(r"([A-Za-z_][\w.-]{0,63})\s*:")

COMMENTS: dict[str, str] = {
    **dict.fromkeys(("sh", "bash", "zsh", "fish", "py", "rb", "pl", "r", "ps1", "psm1", "yml", "yaml", "toml",
                     "mk", "awk"), "#"),
    **dict.fromkeys(("js", "mjs", "cjs", "ts", "tsx", "jsx", "go", "rs", "java", "kt", "c", "cc",
                     "cpp", "h", "cs", "swift", "php"), "//"),
    **dict.fromkeys(("sql", "lua", "hs"), "--"),
    **dict.fromkeys(("bat", "cmd", "vbs", "command", "applescript", "json", "jsonc"), ""),
}  # fmt: skip
"""Endings of files that are code, with the sign that begins a comment."""


class Found(NamedTuple):
    """One thing a text tells an agent to run, fetch, touch or do."""

    sort: Sort
    text: str
    line: int
    describes: bool = False
    """Told as what happened, or told not to do."""
    negated: bool = False
    """The sentence around it denies something."""


def found_in(path: str, content: bytes, known: str = "", *, executable: bool = False) -> Iterator[Found]:
    """What a file tells an agent; what the known text says already, of the same sort and standing, is left out."""
    before: set[tuple[str, str, bool, bool]] = set()
    if known:
        before = {_key(found) for found in _all(path, known, executable=executable)}
    for found in _all(path, decoded(content)[0], executable=executable):
        if not before or not any(key in before for key in _weaker(found)):
            yield found


def _key(found: Found) -> tuple[str, str, bool, bool]:
    return found.sort, folded(found.text), found.describes, found.negated


def _weaker(found: Found) -> Iterator[tuple[str, str, bool, bool]]:
    """What, known before, makes it nothing new: the same, or the same as an order where this only tells or denies."""
    text = folded(found.text)
    for describes in (False, True) if found.describes else (False,):
        for negated in (False, True) if found.negated else (False,):
            yield found.sort, text, describes, negated


def folded(text: str) -> str:
    """The text with home folders as `~` and every run of white space as one space."""
    return " ".join(at_home(text).split())


def _all(path: str, text: str, *, executable: bool) -> Iterator[Found]:
    ending = path.lower().rpartition("/")[2].rpartition(".")
    code = path.startswith("scripts/") or executable or text.startswith("#!") or (ending[0] and ending[2] in COMMENTS)
    yield from _script(ending[2] if ending[0] else "", text) if code else _prose(path, text)


def _script(ending: str, text: str) -> Iterator[Found]:
    sign = COMMENTS.get(ending, "#" if text.startswith("#!") else "")
    for number, line in joined(text):
        stripped = line.strip()
        if sign and stripped.startswith(sign) and not stripped.startswith("#!"):
            yield from _in_words(stripped.lstrip("#/- "), number)
        elif stripped and not (number == 1 and _SHEBANG.fullmatch(stripped)):
            yield Found("script", line, number)


def _in_words(text: str, number: int) -> Iterator[Found]:
    piece = Passage("prose", text, [0], [number])
    for place, command, _ in _commands(piece, []):
        yield Found("command", command, piece.line(place))
    yield from (Found("address", address, number) for _, address in addresses_in(text))
    yield from (Found("path", path, number) for _, path in paths_in(text))
    yield from _sentences(piece, describes=False)


def _prose(path: str, text: str) -> Iterator[Found]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    body = _body_line(text) if path == MAIN else 0
    for number, line in enumerate(lines[1 : max(0, body - 1)], 2):
        field = _FIELD.match(line)
        if field and field[1].lower() not in FIELDS:
            yield Found("field", line, number)
    called = _title(lines[:body]) if path == MAIN else ()
    for piece in passages(path, text):
        if called and piece.line(0) > body and tuple(piece.text.strip("# ").lower().split()) == called:
            continue  # its own name over again, whatever that sounds like
        title = piece.about.partition("\n")[0].strip("# ").rstrip(":").lower()
        describes = title in DESCRIBES or piece.line(0) < body
        lead = piece.about[-200:] if piece.kind == "code" else ""
        for part in _fields(piece) if piece.line(0) < body else [piece]:
            for place, command, against in _commands(part, lines):
                denied = bool(NEGATED.search(lead or _around(part.text, place)))
                yield Found("command", command, part.line(place), describes or against, denied)
        for place, address in addresses_in(piece.text):
            yield Found("address", address, piece.line(place), describes)
        for place, name in paths_in(piece.text):
            yield Found("path", name, piece.line(place), describes)
        if piece.kind != "code":
            yield from _sentences(piece, describes=describes)
            continue
        yield from _code(piece, describes=describes)


def _fields(piece: Passage) -> list[Passage]:
    """The fields of a frontmatter one by one: the value of one and the name of the next are not one command."""
    ends = [*piece.starts[1:], len(piece.text)]
    lines = enumerate(zip(piece.starts, ends, strict=True))
    begins = [at for at, (start, end) in lines if not at or _FIELD.match(piece.text[start:end].lstrip())]
    parts: list[Passage] = []
    for first, after in zip(begins, [*begins[1:], len(piece.starts)], strict=True):
        base = piece.starts[first]
        text = piece.text[base : ends[after - 1]]
        starts = [start - base for start in piece.starts[first:after]]
        parts.append(Passage(piece.kind, text, starts, piece.numbers[first:after], piece.about, piece.language))
    return parts


def _title(lines: list[str]) -> tuple[str, ...]:
    """The words of the heading that repeats a skill's name."""
    name = next((line.partition(":")[2].strip(" \"'") for line in lines if line.startswith("name:")), "")
    return tuple(name.removeprefix("rl-").split("-")) if name.replace("-", "").isalnum() else ()


def _code(piece: Passage, *, describes: bool) -> Iterator[Found]:
    """Lines of code that are no commands: an order to write or to run them, unless they tell what happened."""
    if _is_shell(piece) or describes:
        return
    place = 0
    for line in piece.text.split("\n"):
        bare = line.strip()
        text = piece.language.partition(" ")[0] in _TEXTS
        if bare and text and not _CODE_LIKE.search(line):
            yield from _sentences(Passage("prose", bare, [0], [piece.line(place)]), describes=False)
        elif bare and not (text and _is_command(bare)) and not bare.startswith(("#", "//")):
            yield Found("script", line, piece.line(place))
        elif bare.startswith(("#", "//")):
            yield from _sentences(Passage("prose", bare, [0], [piece.line(place)]), describes=False)
        place += len(line) + 1


def _sentences(piece: Passage, *, describes: bool) -> Iterator[Found]:
    """Each sentence without what is set off as code; where it tells what happened, without what it quotes."""
    text = _SPAN.sub(lambda span: "\0" * len(span[0]), piece.text) if "`" in piece.text else piece.text
    if describes:
        text = _QUOTED.sub(lambda quote: "\0" * len(quote[0]), text)
    for found in _SENTENCE.finditer(text):
        if found[0].count(" ") > 2:  # noqa: PLR2004 - fewer words are no sentence
            yield Found("sentence", found[0].strip(), piece.line(found.start()), describes)


def _around(text: str, place: int) -> str:
    """The sentence around a place, as far as it is looked for."""
    before, after = text[max(0, place - 200) : place], text[place : place + 300]
    start = max(before.rfind(sign) for sign in (". ", "! ", "? ", "; "))
    stops = [at for sign in (". ", "! ", "? ", ".\n") if (at := after.find(sign)) >= 0]
    return before[start + 1 :] + after[: min(stops, default=len(after))]


def _commands(piece: Passage, lines: list[str]) -> Iterator[tuple[int, str, bool]]:
    if piece.kind == "code":
        place = 0
        for line in piece.text.split("\n"):
            prompt = line.strip().startswith(("$ ", "> ", "% "))
            command = line.strip().removeprefix("$ ").removeprefix("> ").removeprefix("% ")
            if command and not command.startswith("#") and (prompt or _is_shell(piece) or _is_command(command)):
                yield place, command, False
            place += len(line) + 1
        return
    for span in _SPAN.finditer(piece.text) if "`" in piece.text else ():
        command = span[2].strip().removeprefix("$ ")
        ordered = bool(_RUN.search(piece.text[max(0, span.start() - 20) : span.start()]))
        if _is_command(command) or (ordered and _PROGRAM.match(command) and not command.startswith("scripts/")):
            yield span.start(), command, bool(_AGAINST.search(piece.text[max(0, span.start() - 24) : span.start()]))
    text = _SPAN.sub(lambda span: "\0" * len(span[0]), piece.text) if "`" in piece.text else piece.text
    yield from ((place, command, False) for place, command in _spoken(text))
    for start, number in zip(piece.starts, piece.numbers, strict=True) if lines else ():
        whole = lines[number - 1]
        if whole.startswith(("    ", "\t")) and _is_command(whole.strip()):
            yield start, whole.strip(), False


def _spoken(text: str) -> Iterator[tuple[int, str]]:
    """Commands in the midst of prose: a program, and the words after it up to one that belongs to the sentence."""
    words = [(word.start(), word[0]) for word in _WORDS.finditer(text)]
    for at, (place, whole) in enumerate(words):
        name = whole.strip("\"'()[]*_,:>").lower()
        if name.rpartition("/")[2] not in KNOWN and "=" not in name:
            continue
        said: list[str] = []
        for _, word in words[at : at + 40]:
            bare = word.strip("*_\0").rstrip(",;:.!?)\"'")
            if said and (bare.lower() in _PROSE_END or not bare):
                break
            said.append(bare.lstrip("(\"'") if not said else bare)
            if bare != word.strip("*_\0") and word[-1] in ",;:.!?)":
                break
        if _is_spoken(said):
            yield place, " ".join(said)


def _is_spoken(said: list[str]) -> bool:
    name = said[0].lower().rpartition("/")[2]
    if len(said) < 2:  # noqa: PLR2004 - a program alone is a word
        return False
    marked = any((word[:1] == "-" and word.strip("-")) or word[:1] in "~$./" or "://" in word for word in said[1:5])
    if "=" in name:
        variable = said[0].partition("=")[0]
        return variable.isupper() and variable.replace("_", "a").isalnum() and said[1].lower() in KNOWN
    if marked or name in _TAKES:
        return True
    return name not in _ENGLISH and (said[1].lower() in _ACTS)


def _is_shell(piece: Passage) -> bool:
    return piece.language.replace("{", " ").partition(" ")[0] in SHELLS or piece.language.startswith("sh-")


def _is_command(text: str) -> bool:
    """Whether a span of code is something to run: a known program with words, or any with options or a pipe."""
    first, *later = [stage for line in pipelines(text) for stage in line] or [None]
    if first is None:
        return False
    if any(stage is not None and stage.program.lower() in KNOWN and len(stage.words) > 1 for stage in later):
        return True  # whatever stands before it
    if not first.meant:
        return len(first.words) > 1
    if first.program.lower() in KNOWN:
        return len(first.words) > 1 or "|" in text
    if not _PROGRAM.fullmatch(first.words[0]) or len(first.words) == 1:
        return "=" in first.words[0] and len(first.words) > 1
    return any(word.startswith("-") and len(word) > 1 for word in first.words[1:]) or " | " in text or " && " in text


def _body_line(text: str) -> int:
    """The line on which the body begins."""
    if not text.startswith("---"):
        return 0
    end = text.find("\n---", 3)
    return text.count("\n", 0, end) + 2 if end >= 0 else 0
