"""`afterwit lessons`: lessons.md, and a line more or less in it."""

from typing import Annotated

from cyclopts import App, Parameter

from afterwit.engine.decisions import person, standing_up
from afterwit.engine.review_and_learn import decide
from afterwit.engine.wire import kernel
from afterwit.errors import NotFound, WrongUse
from afterwit.faces.cli.common import Common, console, print_json
from afterwit.faces.cli.decisions import tell
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.shown import iso, when
from afterwit.keep.lessons import parse
from afterwit.keep.store import lessons_file
from afterwit.model.proposal import AddLesson, Category, Operation, RetireLesson

Scope = Annotated[str, Parameter(metavar="SCOPE")]

lessons = App(name="lessons", help="Show the lessons, or add one or retire one.", help_format="plaintext")


@lessons.default
def show(*, scope: Scope = "", common: Common = Common()) -> int:  # noqa: B008
    """Show the lessons, the oldest first.

    Parameters
    ----------
    scope
        Those of one scope [those for everyone].
    """
    with kernel(common.here(), common.config(), to_write=False) as here:
        found = parse(here.book.text(lessons_file(scope)) or "")
    if common.json:
        rows = [{"text": lesson.text, "category": lesson.category, "at": iso(lesson.at)} for lesson in found]
        print_json({"scope": scope or None, "lessons": rows})
        return 0
    out = console()
    if not found:
        out.print('No lessons yet: afterwit lessons add "…"')
        return 0
    for lesson in found:
        stamp = f"{when(lesson.at)}  " if lesson.at is not None else ""
        out.print(stamp + (f"[{lesson.category}] " if lesson.category else "") + one_line(lesson.text))
    return 0


@lessons.command
def add(
    text: str,
    /,
    *,
    category: Annotated[Category | None, Parameter(name=["--category", "-c"])] = None,
    scope: Scope = "",
    reason: Annotated[str, Parameter(metavar="WHY")] = "",
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Add a lesson; where there are too many, the oldest make room, and no category loses its last.

    Parameters
    ----------
    text
        The lesson, in one line.
    category
        What it is about: how to act, what is so, how things are run.
    scope
        Whom it is about [everyone].
    reason
        Why, where a gate says no and you want it all the same.
    """
    if not text.strip():
        raise WrongUse("The lesson is empty: say what is to be remembered.")
    return _write(AddLesson(text=" ".join(text.split()), category=category, scope=scope), common, reason)


@lessons.command
def retire(text: str, /, *, scope: Scope = "", common: Common = Common()) -> int:  # noqa: B008
    """Retire a lesson that holds no longer.

    Parameters
    ----------
    text
        The lesson as it reads, or how it begins.
    scope
        Whom it is about [everyone].
    """
    with kernel(common.here(), common.config(), to_write=False) as here:
        known = [lesson.text for lesson in parse(here.book.text(lessons_file(scope)) or "")]
    begin = [lesson for lesson in known if lesson.casefold().startswith(text.casefold())] if text.strip() else []
    if len(begin) != 1 and text not in known:
        found = f"{len(begin)} lessons begin" if begin else "No lesson begins"
        raise NotFound(f"{found} with “{text}”: see `afterwit lessons`.")
    return _write(RetireLesson(text=text if text in known else begin[0], scope=scope), common)


def _write(op: Operation, common: Common, reason: str = "") -> int:
    with kernel(common.chosen(), common.config()) as here:
        outcome = decide(person(op, here, reason), here.rooms, standing_up(reason, here))
    return tell([outcome], common)
