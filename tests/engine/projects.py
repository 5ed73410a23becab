"""A project with a kernel, for tests of journeys."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from afterwit.config import Config
from afterwit.engine.kernel import Kernel
from afterwit.engine.project import Project
from afterwit.engine.wire import kernel


@contextmanager
def opened(root: Path, config: Config | None = None, *, days_later: int = 0) -> Generator[Kernel, None, None]:
    """The kernel of a project, on this day or later."""
    with kernel(Project(root), config or Config()) as here:
        later = here.clock() + days_later * 24 * 60 * 60 * 1000
        yield msgspec.structs.replace(here, clock=lambda: later)
