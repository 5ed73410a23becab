"""How a recovery is told: the action that fails and the one that works, without what was there only once."""

from collections.abc import Sequence

import msgspec
import re2

from afterwit.model.signal import Action, Recovery
from afterwit.reflect.generalise import generalised, pieces, without_particulars

_NAME = re2.compile(r"^[\w.:-]{1,64}$")
_ABSOLUTE = re2.compile(r"(^|[\s='\"])(?:~?/)[^\s'\";|&]*")
LONGEST_COMMAND = 200
"""A longer command line is told by the one program in it that matters, or not at all."""


class Told(msgspec.Struct, frozen=True):
    """Two actions in words; commands are set off as code."""

    failing: str
    working: str


def told(what: Recovery) -> Told | None:
    """What fails and what works; None where the two cannot be told apart without the particulars."""
    if what.first:
        working = _command(what.working, what) if what.shell else _named(what.working)
        return Told(failing=working, working=working)
    if not what.shell:
        return _tools(what.failing, what.working)
    failing, working = _command(what.failing, what), _command(what.working, what)
    if failing == working:
        failing, working = _whole(what.failed[-1]), _whole(what.worked)
    return None if failing == working or "" in {failing, working} else Told(failing, working)


def beforehand(what: Recovery) -> str:
    """What has to be done first."""
    action = what.first[0]
    if not action.shell:
        return _named(action.words)
    return code(generalised(action.words, (), [word for word in action.words[:2] if word.isalpha()]))


def subject_of(what: Recovery) -> str:
    """What it is that fails, by its name."""
    return code(what.subject) if what.shell else what.subject


def code(text: str) -> str:
    """A text set off as code."""
    return f"`{text}`" if "`" not in text else f"`` {text} ``"


def _command(words: Sequence[str], what: Recovery) -> str:
    shared = pieces(what.failing[1:]) & pieces(what.working[1:])
    # What the error calls by its name is of that case as well, though only the working call has it.
    shared |= {word for word in what.working[1:] if not word.isalpha() and f" {word} " in f" {what.error} "}
    return code(generalised(words, shared, what.subject.split()))


def _whole(action: Action) -> str:
    """All of a command line, where it is short enough to be told."""
    text = _ABSOLUTE.sub(r"\1<path>", without_particulars(" ".join(action.text.split())))
    return code(text) if len(text) <= LONGEST_COMMAND and "<<" not in text else ""


def _tools(failing: Sequence[str], working: Sequence[str]) -> Told | None:
    """Two calls of tools, by the names of the arguments that make the difference; their values are of one case."""
    if not all(_NAME.search(name) for words in (failing, working) for name in (words[0], *_arguments(words))):
        return None  # what is no name may be anything
    if failing[:1] != working[:1]:
        return Told(_named(failing), _named(working))
    before, after = _arguments(failing), _arguments(working)
    added = [name for name in after if name not in before]
    dropped = [name for name in before if name not in after]
    other = [name for name in after if name in before and after[name] != before[name]]
    parts = [f"{word} {_listed(names)}" for word, names in (("with", added), ("without", dropped)) if names]
    opposite = [f"{word} {_listed(names)}" for word, names in (("without", added), ("with", dropped)) if names]
    if not parts and other:
        return Told(failing[0], f"{working[0]} with another {_listed(other)}")
    return Told(f"{failing[0]} {' and '.join(opposite)}", f"{working[0]} {' and '.join(parts)}") if parts else None


def _arguments(words: Sequence[str]) -> dict[str, str]:
    return {name: value for name, _, value in (word.partition("=") for word in words[1:])}


def _named(words: Sequence[str]) -> str:
    names = list(_arguments(words))
    return f"{words[0]} with {_listed(names)}" if names else words[0]


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
