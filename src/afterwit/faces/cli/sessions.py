"""`afterwit sessions` and `afterwit events`: what has been read."""

import json as json_format
import sys
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, get_args

from cyclopts import Parameter
from cyclopts.validators import Number

from afterwit.engine.timeline import Timeline, of_file, of_session
from afterwit.engine.wire import event_log
from afterwit.errors import WrongUse
from afterwit.faces.cli.common import Common, Rows, console, counted, print_json
from afterwit.faces.cli.plain import one_line
from afterwit.faces.cli.shown import event_document, event_line, session_document, when
from afterwit.intake.readers import READERS
from afterwit.model.event import Event, Kind, Purpose
from afterwit.ports import Stored

SHORTEST_ID = 8
MARKS = {True: "ok", False: "failed", None: ""}
STYLES = {"user": "bold", "thought": "dim", "system": "dim", "progress": "dim", "error": "red", "refusal": "magenta"}


def sessions(
    *,
    host: Annotated[str, Parameter(metavar="HOST")] = "",
    limit: Annotated[int, Parameter(name=["--limit", "-n"], metavar="N", validator=Number(gte=0))] = 0,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """List the sessions that have been read, the latest first.

    Parameters
    ----------
    host
        Only sessions of this host.
    limit
        At most this many; 0 for all.
    """
    hosts = [reader.host for reader in READERS]
    if host and host not in hosts:
        message = f"There is no host {host}: it is one of {', '.join(hosts)}."
        raise WrongUse(message)
    with event_log(common.here(), common.config()) as log:
        found = log.sessions(host=host, limit=limit)
    if common.json:
        rows = [{**session_document(one.session), "events": one.events, "failed": one.failed} for one in found]
        print_json({"sessions": rows})
        return 0
    out = console()
    if not found:
        whose = f" of {host}" if host else ""
        out.print(f"No sessions{whose} have been read yet. `afterwit learn` reads those of this project.")
        return 0
    length = _id_length([one.session.native_id for one in found])
    shown = Rows("SESSION", "HOST", "WHEN", "EVENTS", "FAILED", "ABOUT", flexible="ABOUT", right=("EVENTS", "FAILED"))
    for one in found:
        shown.add(*_row(one, length))
    shown.print(out)
    return 0


def _row(stored: Stored, length: int) -> tuple[str, ...]:
    session = stored.session
    about = session.title
    if session.origin != "person":
        about = f"({session.origin}) {about}"
    failed = str(stored.failed) if stored.failed else ""
    native = session.native_id[:length]
    return native, session.host, when(session.finished), str(stored.events), failed, about


def _id_length(ids: list[str]) -> int:
    """How much of an id it takes to tell them all apart."""
    length = SHORTEST_ID
    while len({native[:length] for native in ids}) < len(set(ids)):
        length += 1
    return length


def events(
    session: str,
    /,
    *,
    kind: Annotated[tuple[str, ...], Parameter(metavar="KIND", negative="")] = (),
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Show one session's timeline with its event ids.

    Parameters
    ----------
    session
        A session (its id, or the beginning of it), or a transcript file, which is read without being stored.
    kind
        Only events of this kind or purpose, such as tool_result, refusal, file_write, verification; may be repeated.
    """
    known = (*get_args(Kind), *get_args(Purpose))
    strangers = [one for one in kind if one not in known]
    if strangers:
        message = f"There is no kind {', '.join(strangers)}: it is one of {', '.join(filter(None, known))}."
        raise WrongUse(message)
    config = common.config()
    path = Path(session)
    if path.is_file():
        return _show(of_file(path, config), kind, common)
    if path.is_dir():
        message = f"{path} is a folder: name a transcript file in it, or a session."
        raise WrongUse(message)
    with event_log(common.here(), config) as log:
        return _show([of_session(session, log)], kind, common)


def _show(timelines: Iterable[Timeline], kinds: tuple[str, ...], common: Common) -> int:
    if common.json:
        _write_json(timelines, kinds)
        return 0
    out = console()
    for timeline in timelines:
        shown = Rows("ID", "TIME", "KIND", "TOOL", "RESULT", "WHAT", flexible="WHAT")
        hidden = left_out = total = 0
        for event in timeline.events:
            total += 1
            if kinds and not _wanted(event, kinds):
                left_out += 1
                continue
            if event.kind == "progress" and not kinds:
                hidden += 1
                continue
            kind = event.purpose or event.kind
            failed = event.ok is False
            mark = event.why or "failed" if failed else MARKS[event.ok]
            what = f"({event.agent[:8]}) {event_line(event)}" if event.agent else event_line(event)
            style = "red" if failed and event.kind != "refusal" else STYLES.get(event.kind, "")
            shown.add(event.id, when(event.at, "%H:%M:%S"), kind, event.tool, mark, what, style=style)
        out.print(one_line(f"{timeline.session.key} · {timeline.session.title}").rstrip(" ·"), style="bold")
        shown.print(out)
        note = f" ({hidden:,} of progress not shown: --kind progress shows them)" if hidden else ""
        some = f"{total - left_out:,} of " if left_out else ""
        out.print(f"{some}{counted(total, 'event')}{note}.", style="dim")
    return 0


def _wanted(event: Event, kinds: tuple[str, ...]) -> bool:
    return event.kind in kinds or event.purpose in kinds


def _write_json(timelines: Iterable[Timeline], kinds: tuple[str, ...]) -> None:
    """One document, written as it is read: a long session is never held whole."""
    timelines = iter(timelines)
    first = list(islice(timelines, 1))  # a file that is refused is refused here, before anything is written
    out = sys.stdout
    sessions_told: list[dict[str, object]] = []
    out.write('{"events": [')
    separator = "\n"
    for timeline in chain(first, timelines):
        for event in timeline.events:
            if not kinds or _wanted(event, kinds):
                document = {**event_document(event), "session": timeline.session.key}
                out.write(separator + json_format.dumps(document, ensure_ascii=False))
                separator = ",\n"
        sessions_told.append(session_document(timeline.session))
    out.write(f'],\n"sessions": {json_format.dumps(sessions_told, ensure_ascii=False)}}}\n')
