"""The scratch pad: what a run would do is left there, and only a person's `promote` takes it further, by the gates."""

from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from afterwit.adapters.clock import now
from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.reading import read_sessions
from afterwit.engine.review_and_learn import LearnOutcome, learn_all
from afterwit.engine.skillbook import refresh
from afterwit.engine.wire import intake, kernel
from afterwit.errors import NotFound, WrongUse
from afterwit.keep.staging import FOLDER, Pile, Staged, StagedKind, StagedProposal, Staging, numbered
from afterwit.model.behaviour import Observation

PILE_OF: dict[StagedKind, Pile] = {"review": "reviews", "proposals": "proposals"}
"""Where each kind is left."""


class Promoted(msgspec.Struct, kw_only=True):
    """What became of what was promoted."""

    staged: Staged
    outcome: LearnOutcome
    waits: list[StagedProposal]
    """What is still on the pile."""
    problems: list[str]
    """Transcript files that could not be read."""


def pad(project: Project) -> Staging:
    """The project's scratch pad, whether or not there is anything on it."""
    linked = [str(place) for place in (project.state, project.state / FOLDER) if place.is_symlink()]
    if linked:
        raise WrongUse(f"{', '.join(linked)} leads elsewhere by a symbolic link: put the real thing there.")
    return Staging(project.state)


def stage(  # noqa: PLR0913 - all that there is to be left
    project: Project,
    *,
    kind: StagedKind,
    title: str,
    sessions: Sequence[str],
    sources: Sequence[Path] = (),
    proposals: Sequence[object] = (),
    said: Sequence[str] = (),
    observations: Sequence[Observation] = (),
) -> Staged:
    """Leave a run's proposals, each with what would be said against it, and its observations on the scratch pad.

    One new file is written, and nothing else: `sources` are the transcripts that have to be read into the log before
    the proposals' evidence is there.
    """
    staging, at = pad(project), now()
    staged = Staged(
        id=staging.new_id(at),
        kind=kind,
        at=at,
        title=title,
        sessions=tuple(sessions),
        sources=tuple(str(source.absolute()) for source in sources),
        observations=tuple(observations),
        proposals=numbered(proposals, said),
    )
    staging.put(PILE_OF[kind], staged)
    return staged


def save(name: str, project: Project) -> Staged:
    """Put a review where no reset clears it."""
    staging = pad(project)
    pile, staged = staging.find(name)
    if pile == "proposals":
        raise WrongUse(f"{staged.id} is no review: proposals wait until they are promoted, and no reset clears them.")
    if pile == "reviews":
        staging.move(staged, pile, "saved")
    return staged


def promote(name: str, project: Project, config: Config, *, only: Collection[int] = ()) -> Promoted:
    """Have the gates decide on what is staged: what is applied leaves the pile, what is refused stays with the reason.

    The transcripts it was made from are read into the log first, for the gates look the evidence up there.
    """
    staging = pad(project)
    pile, staged = staging.find(name)
    chosen = [each for each in staged.proposals if not only or each.number in only]
    strangers = sorted(set(only) - {each.number for each in staged.proposals})
    if strangers:
        known = ", ".join(str(each.number) for each in staged.proposals) or "none"
        raise WrongUse(f"{staged.id} has no proposal {', '.join(map(str, strangers))}: there is {known}.")
    if not chosen:
        raise NotFound(f"{staged.id} has nothing to promote: see `afterwit staging show {staged.id}`.")
    problems = _read_in(staged.sources, project, config)
    outcome = LearnOutcome()
    waits = {each.number: each for each in staged.proposals}
    with kernel(project, config) as here:
        rooms = msgspec.structs.replace(here.rooms, enabled=True)  # a person asks for it
        for each in chosen:
            done = learn_all([each.proposal], rooms)
            for one in (*done.applied, *done.rejected, *done.failed):
                outcome.take(one)
            if done.applied:
                del waits[each.number]
                continue
            said = done.stopped or " ".join(one.reason for one in (*done.rejected, *done.failed))
            waits[each.number] = msgspec.structs.replace(each, said=said)
            if done.stopped:
                outcome.stopped = done.stopped
                break
        refresh(here)
    left = msgspec.structs.replace(staged, proposals=tuple(waits.values()))
    if waits or pile == "saved":
        staging.put(pile, left)
    else:
        staging.remove(pile, staged.id)
    return Promoted(staged=left, outcome=outcome, waits=list(waits.values()), problems=problems)


def reset(project: Project, *, dry_run: bool = False) -> list[str]:
    """Clear the reviews, and nothing else; give their names."""
    staging = pad(project)
    return staging.names("reviews") if dry_run else staging.clear("reviews")


def _read_in(sources: Sequence[str], project: Project, config: Config) -> list[str]:
    if not sources:
        return []
    with intake(project, config) as needed:
        return [read.problem for read in read_sessions(map(Path, sources), needed) if read.problem]
