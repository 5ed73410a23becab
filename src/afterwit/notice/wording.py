"""What a sentence of a user is worth to a later session: whether it orders, lasts and can stand alone.

“Don't run the integration tests, too slow” holds tomorrow too. “Don't touch it yet” does not, and nobody who was not
there could tell what is meant. The first tells how work is done here; that is told by its words, of which there is a
list, and by the absence of words that point at something or say until when.
"""

import re2

from afterwit.model.users_phrases import clauses
from afterwit.model.words import STOP_WORDS, stem
from afterwit.notice.own_words import Sentence


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


WORK = frozenset(
    stem(word)
    for word in _words("""
    test tests suite ci lint linter formatter formatting typecheck build builds compile commit commits branch branches
    master origin upstream rebase merge squash push pushes amend stash worktree worktrees pr prs changelog release
    releases deploy deploys deployment staging production prod migration migrations dependency dependencies package
    packages library libraries lockfile install makefile docker container containers sandbox shell cli env
    environment venv virtualenv secret secrets credential credentials mock mocks mocking fixture fixtures snapshot
    snapshots coverage comment comments docstring docstrings docs documentation readme emoji emojis tabs indentation
    naming convention conventions import imports typescript javascript python rust golang java kotlin swift ruby php
    npm pnpm yarn bun deno uv pip pipx poetry conda pytest unittest jest vitest mocha playwright cypress cargo
    gradle maven bazel mise nox tox ruff flake8 mypy pyright eslint prettier biome tsc git gh glab
    kubectl helm terraform ansible psql sqlite postgres postgresql mysql redis curl wget grep rg ripgrep jq tmux lsp
    mcp subagent subagents worker workers sudo hook hooks workflow workflows pipeline
    english german french spanish summary summaries question questions bullet bullets explanation
    explanations apology apologies apologise apologize jargon assumption assumptions hardcode todo todos
    lib framework orm logging logger console assertion assertions refactor refactors database
    schema backup backups
    """)
)
"""Words of how work is done, as opposed to what is being made."""
_GENERAL = re2.compile(
    r" (?:files|folders|directories|scripts|logs|issues|tickets|messages|emails|replies|answers|customers"
    r"|commands|tools|plans|apis|prompts|prints|users' \w+)\b"
)
"""Things that are spoken of in general where there are several; with an article they are those at hand."""
_AT_HAND = re2.compile(
    r" (?:the|these|those|my|both|two|three) (?:[\w-]+ )?(?:files|folders|directories|scripts|logs|issues"
    r"|tickets|messages|emails|replies|answers|customers|commands|tools|plans|apis|prompts|prints)\b"
)
_MAIN = re2.compile(
    r" (?:(?:to|from|on|off|onto|into|against|local|with) main\b|main (?:is|branch|directly|checkout)\b)|origin/main"
)
"""The branch, and not the main function."""
_REASON = re2.compile(
    r"[,;:(]? (?:because|since|otherwise|so that|too \w+|it takes|it's|it is|they're|they are|that breaks"
    r"|takes \w+)\b"
)
_NOT_OF_NOW = (
    " from now on", " from here on", " around here", " here in", " this repo", " this repository", " this project",
    " this codebase", " this monorepo", " this team", " this org",
)  # fmt: skip
EDITS = _words("""
    merge change rename move remove delete touch edit fix put make replace refactor close open push deploy split
    add set update revert reset
""")
"""What is done to one thing at hand."""

VERBS = _words("""
    use run commit push pull ask write keep avoid check make put add call name format prefer show answer reply respond
    speak start stop test verify read do include skip open create follow work be explain give tell set update build
    install wait let only treat leave review document log import target branch rebase squash sign tag bump prefix
    respect stick default assume confirm remove delete change fix move rename edit touch try look go return send merge
    deploy mock stage stash fetch clone format lint refactor wrap store save reset revert undo ignore query fill
    consult load execute invoke launch spawn pin quote cite link mention mark close leave handle get take bring apply
    put place switch turn pass pick choose see limit split group sort order end begin finish double-check prepend append
    record note regenerate document escalate greet apologise apologize offer
""")
"""Verbs with which people tell an agent what to do."""

LEADS = _words("""
    ok okay no nope nah wait hmm hm hey well oh sorry actually please also and but so then just again yes yeah right
    instead rather look ugh because since alright great thanks cool nice still now btw fyi generally first second
    third finally either
""")
"""What may stand before what is said."""
_HARMLESS_AFTER_DONT = _words("""
    forget worry know think mind care see understand have remember you hesitate get need we believe recall seem
""")
_NO_NAMES = _words("""
    don't doesn't didn't isn't shouldn't wasn't aren't can't won't i'd i'm i've you're you've why that's it's
    what's let's stop quit always never thought said told asked mean meant want need like think wrong sure
    maybe anyway
""")
"""Other words that name nothing."""
_DENIAL = re2.compile(
    r"^ (?:(?:no|nope|nah|wait|hm+)[,.! ]+)?(?:that's|this is|it's|that is) (?:wrong|incorrect|not (?:right"
    r"|correct|it|true))[,.;: ]+"
)
"""“That's wrong” before what is right."""
_NO_MARKS = str.maketrans(dict.fromkeys(",;:.!?()", " "))
_ASKING = (
    "can you", "could you", "would you", "will you", "you should", "you must", "you need to", "you have to",
    "we should",
    "we must", "we need to", "we have to", "i want you to", "i need you to", "i'd like you to", "you can", "you could",
    "i'd rather you", "you are to", "you're to", "make sure to", "make sure you", "be sure to", "try to",
    "it's better to",
    "better", "you better", "you'd better", "should",
)  # fmt: skip
_FORBIDDING = (
    "you shouldn't", "you mustn't", "you can't", "we shouldn't", "we mustn't", "we don't", "we can't",
    "we never", "we no longer",
    "let's not", "i don't want you to", "no need to", "never", "avoid", "try not to", "please not", "not to",
    "i'd rather not",
    "i'd rather you not", "i'd rather you didn't", "make sure not to", "make sure you don't", "there is no need to",
    "there's no need to", "you don't need to", "you don't have to", "you needn't", "i never want", "i don't want",
)  # fmt: skip

STANDING = re2.compile(
    r" (?:always|never|from now on|from here on|going forward|moving forward|in (?:the )?future|next time|every time"
    r"|each time|whenever|as a (?:general )?rule|by convention|by default|no longer|anymore|any more|ever again"
    r"|in general|in this (?:repo|repository|project|codebase|code base|org|organisation|team)"
    r"|(?:our|the) (?:convention|policy|rule|standard|style ?guide|guidelines?|pattern|workflow))\b"
)
"""Words by which something holds beyond the task."""
_POINTS = re2.compile(
    r" (?:here|there|above|below|this one|that one|the other|the others|same|the first|the second|the last|the latter"
    r"|the former|the previous|option [a-z0-9]|(?:this|that|these|those) (?:file|function|test|line|class"
    r"|method|branch|change|changes|commit|pr|issue|bug|error|part|section|thing|way|approach|step|case"
    r"|component|page"
    r"|button|field|column|table|plan|task|message|code|stuff|version|script|command|variable|name|value|folder))\b"
)
_POINTS_AT = re2.compile(
    r" (?:use|using|run|running|do|try|in|to|for|with|of|on|from|into|add|change|remove|not|only|at|by|about|like)"
    r" (?:this|that|these|those)\b"
)
_FOR_NOW = re2.compile(
    r" (?:yet|for now|right now|just now|at the moment|today|tonight|tomorrow|this time|this once|for the time being"
    r"|until i|until we|before i|before we|line \d+|lines \d+|step \d+|#\d+|\w+-\d+|linkword|first|now)\b"
)
_BARE = re2.compile(
    r" (?:(?:it|them|stuff)\b|(?:that|this|these|those|one|ones|things?)"
    r"(?:'s|'re| is| was| are| were| should| shouldn't| isn't| will| can| does| doesn't| way| again| instead| in| to"
    r"| for| at| when| because| since| anymore| like| not|[ ]*[.,;:!?)]|[ ]*$))"
)
"""Words that only who was there understands."""


def openings(sentence: str) -> list[list[str]]:
    """The words of each clause of a sentence, without what stands before what is said."""
    found: list[list[str]] = []
    for clause in clauses(sentence):
        words = clause.split()
        at = 0
        while at < len(words) and words[at] in LEADS and words[at : at + 2] not in (["no", "need"], ["no", "more"]):
            at += 1
        if words[at:]:
            found.append(words[at:])
    return found


def forbids(words: list[str]) -> bool:
    """Whether a clause forbids: “don't run …”, “stop adding …”, “we never …”."""
    text = f"{' '.join(words)} "
    if words[0] == "don't":
        return len(words) > 1 and words[1] not in _HARMLESS_AFTER_DONT
    if words[0] in {"stop", "quit"}:
        return len(words) > 1 and words[1].endswith("ing")
    if words[0] == "never":
        return len(words) > 1 and words[1] not in {"mind", "had", "seen", "heard"}
    if text.startswith("no more "):
        return True
    return any(text.startswith(f"{phrase} ") for phrase in _FORBIDDING if phrase != "never")


def orders(words: list[str]) -> bool:
    """Whether a clause tells to do something: “use …”, “can you run …”, “you should …”."""
    if words[0] in VERBS or (words[0] in {"always", "only"} and len(words) > 1):
        return True
    if words[0] == "let's":
        return words[1:2] != ["not"]
    text = f"{' '.join(words)} "
    for phrase in _ASKING:
        if text.startswith(f"{phrase} "):
            rest = [word for word in text.removeprefix(f"{phrase} ").split() if word not in LEADS]
            return bool(rest) and (rest[0] in VERBS or rest[0] in {"always", "never", "only"})
    return False


def standing(sentence: Sentence) -> bool:
    """Whether its words say that it holds beyond the task."""
    return STANDING.search(sentence.plain) is not None


def of_work(sentence: Sentence) -> bool:
    """Whether it is about how work is done."""
    plain = sentence.plain
    return (
        not WORK.isdisjoint(sentence.telling)
        or (_GENERAL.search(plain) is not None and _AT_HAND.search(plain) is None)
        or _MAIN.search(plain) is not None
    )


def at_hand(sentence: Sentence, *, contrast: bool, reason: bool) -> bool:
    """Whether it is about the one thing at hand: “don't merge the two functions”, “don't run the tests”.

    With a `reason`, or a `contrast` between what is wanted and what is not, an article alone does not make it so.
    """
    plain = sentence.plain
    if standing(sentence):
        return False
    parts = openings(plain)
    told = plain
    if parts and forbids(parts[0]):
        # What is forbidden counts, not what is to be done instead; and “don't commit” alone is said of this moment.
        told = f" {' '.join(parts[0])} "
        if len(parts[0]) <= len(("don't", "commit")) and _REASON.search(plain) is None:
            return True
    definite = told.count(" the ")
    if not definite:
        return False
    for words in parts:
        verb = words[1] if words[0] == "don't" and len(words) > 1 else words[0]
        if verb in EDITS and "the" in words:
            return True
    return definite > (2 if contrast else 1) or not (contrast or reason or _REASON.search(plain) is not None)


def for_now(sentence: Sentence) -> bool:
    """Whether it holds for this place or this moment only."""
    plain = sentence.plain
    for phrase in _NOT_OF_NOW:
        plain = plain.replace(phrase, " ")
    return any(pattern.search(plain) is not None for pattern in (_POINTS, _POINTS_AT, _FOR_NOW))


def without_denial(sentence: Sentence) -> str:
    """What a sentence says after “no” and “that's wrong”."""
    return _DENIAL.sub(" ", sentence.plain)


def points(sentence: Sentence) -> bool:
    """Whether it speaks of something as “it” or “that” without having named anything before."""
    plain = without_denial(sentence)
    found = _BARE.search(plain)
    if found is None:
        return False
    before = plain[: found.start()].translate(_NO_MARKS).split()
    return all(word in STOP_WORDS or word in LEADS or word in VERBS or word in _NO_NAMES for word in before)
