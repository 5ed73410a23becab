"""How fast: noticing, and learning beside reading alone; and whether the cost of a session grows with their number."""

import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from afterwit.config import Config
from afterwit.engine.kernel import Kernel
from afterwit.engine.learn import learn
from afterwit.engine.project import Project
from afterwit.engine.reading import read_sessions
from afterwit.engine.wire import intake, learning
from afterwit.intake.cleanse import cleanse
from afterwit.model.bookmark import Bookmark
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.notice.attempts import attempts
from afterwit.notice.everything import OF_ATTEMPTS, OF_EVENTS, noticed
from afterwit.redact import Redactor
from benchmarks.data import total_bytes, transcripts
from benchmarks.measure import best_of, wall_clock
from benchmarks.speed import read

WANTED_EVENTS = 100_000
TIMES = (1, 10, 100)
EVERY = 9
"""Every so many-th session is copied: a hundred times all of them would take minutes."""
DAY = 86_400_000

Story = tuple[Session, list[Event]]


@cache
def stories() -> tuple[Story, ...]:
    """All real sessions, redacted as they are in the log."""
    found: dict[str, Story] = {}
    redactor = Redactor()
    for batch in read(transcripts()):
        if batch.session.key not in found:
            redactor = Redactor()
        cleanse(batch, redactor)
        before = found.get(batch.session.key, (batch.session, list[Event]()))[1]
        found[batch.session.key] = (batch.session, before + batch.events)
    return tuple(found.values())


def noticing() -> list[str]:
    """(a): every detector over every session, in memory."""
    every, config = stories(), Config().notice
    count = sum(len(events) for _, events in every)

    def all_of(look: Callable[[Session, Sequence[Event]], Iterable[object]]) -> Callable[[], object]:
        return lambda: [list(look(session, events)) for session, events in every]

    together = all_of(lambda session, events: noticed(session, events, config))
    work = {"all": together}
    for detector in OF_EVENTS:
        work[detector.__name__] = all_of(lambda session, events, detect=detector: detect(session, events, config))
    for detector in OF_ATTEMPTS:
        work[detector.__name__] = all_of(
            lambda session, events, detect=detector: detect(session, attempts(session.key, events), config)
        )
    spent = best_of(work)
    slowest = sorted((*OF_EVENTS, *OF_ATTEMPTS), key=lambda detector: -spent[detector.__name__])
    return [
        f"\nNoticing, {count:,} events of {len(every)} real sessions, in memory:\n",
        "| work | events/s | share of the time | wanted |",
        "|---|---|---|---|",
        f"| all detectors | {count / spent['all']:,.0f} | | ≥ {WANTED_EVENTS:,} |",
        *(
            f"| {detector.__name__.replace('_', ' ')} alone | {count / spent[detector.__name__]:,.0f} "
            f"| {spent[detector.__name__] / spent['all']:.0%} | |"
            for detector in slowest
        ),
    ]


def whole() -> list[str]:
    """(b): the journey beside its first part, each in a project of its own that has nothing yet."""
    files = transcripts()

    def read_alone() -> None:
        with TemporaryDirectory() as folder, intake(Project(Path(folder)), Config()) as into:
            for _ in read_sessions(files, into):
                pass

    def learn_all() -> None:
        with TemporaryDirectory() as folder, learning(Project(Path(folder)), Config()) as (into, kernel):
            learn(files, into, kernel)

    spent = best_of({"reading": read_alone, "learning": learn_all}, rounds=3)
    clock = {"reading": wall_clock(read_alone), "learning": wall_clock(learn_all)}
    learned = f"{spent['learning']:.2f} | {spent['learning'] / spent['reading']:.2f}"
    on_the_clock = f"{clock['learning']:.2f} | {clock['learning'] / clock['reading']:.2f}"
    return [
        f"\n`learn` over all transcripts ({len(files)} files, {total_bytes(files) / 1e6:.1f} MB), redacted and kept:\n",
        "| work | seconds | ratio | on the clock, once | ratio | wanted |",
        "|---|---|---|---|---|---|",
        f"| reading alone | {spent['reading']:.2f} | 1 | {clock['reading']:.2f} | 1 | |",
        f"| `learn` | {learned} | {on_the_clock} | ≤ 3 |",
    ]


def copied(story: Story, number: int) -> Story:
    """The same session under another id on another day: one on the same day would count as a fork and weigh nothing."""
    session, events = story
    replace = msgspec.structs.replace
    later = [replace(event, at=None if event.at is None else event.at + number * DAY) for event in events]
    return replace(session, native_id=f"{session.native_id}-{number}"), later


def _filled(kernel: Kernel, some: Sequence[Story], times: int) -> None:
    for number in range(times):
        for story in some:
            session, events = copied(story, number)
            kernel.log.append(session, events, Bookmark(source=session.key, session=session.key), [])


def growing() -> list[str]:
    """(c): what is in the log already, noticed, proposed, judged and kept; one, ten and a hundred times as much."""
    some = stories()[::EVERY]
    rows: list[str] = []
    before: tuple[int, float] = (0, 0.0)
    one = 0.0
    with TemporaryDirectory() as folder:
        for times in TIMES:
            full = Path(folder) / str(times)
            full.mkdir()
            with learning(Project(full), Config()) as (_, kernel):
                _filled(kernel, some, times)
            runs = [_learned_again(full, Path(folder) / "again") for _ in range(3 if times < TIMES[-1] else 2)]
            spent, signals, proposals = min(runs)
            sessions = len(some) * times
            each, more = spent / sessions, (spent - before[1]) / (sessions - before[0])
            one, before = one or each, (sessions, spent)
            rows.append(
                f"| {times} | {sessions:,} | {signals:,} | {proposals} | {each * 1000:.1f} | {each / one:.2f} "
                f"| {more * 1000:.1f} |"
            )
    return [
        f"\nEvery {EVERY}th session, copied under other ids and on other days, so that the same things are noticed",
        "ever more often; in the log already, so this is what `learn` does after reading. Judging costs by the",
        "proposal and the sessions it cites, eight at most; the last column is what each session more costs.\n",
        "| times | sessions | noticed | judged | ms a session | ratio to the first | ms for each more |",
        "|---|---|---|---|---|---|---|",
        *rows,
    ]


def _learned_again(full: Path, place: Path) -> tuple[float, int, int]:
    """Seconds that learning takes in a copy of a project, what was noticed and what was judged."""
    shutil.copytree(full, place)
    try:
        with learning(Project(place), Config()) as (into, kernel):
            start = time.process_time()
            done = learn([], into, kernel)
            spent = time.process_time() - start
    finally:
        shutil.rmtree(place)
    return spent, len(done.noticed), len(done.outcome.applied) + len(done.outcome.rejected)


def report() -> list[str]:
    """All of it."""
    return ["\n## Speed of learning", *noticing(), *whole(), *growing()]
