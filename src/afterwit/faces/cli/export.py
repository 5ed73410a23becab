"""`afterwit export`: a session in the form that other tools read."""

import json as json_format
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from afterwit.engine.timeline import of_session
from afterwit.engine.wire import event_log
from afterwit.errors import WrongUse
from afterwit.faces.cli.common import Common
from afterwit.intake.atif_out import document


def export(
    session: str,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], metavar="FILE")] = None,
    common: Common = Common(),  # noqa: B008 - frozen, and cyclopts reads the default
) -> int:
    """Write a stored session as an ATIF document, redacted as it is stored.

    Parameters
    ----------
    session
        The session: its id, or the beginning of it.
    output
        The file to write [standard output].
    """
    with event_log(common.here(), common.config()) as log:
        timeline = of_session(session, log)
        text = json_format.dumps(document(timeline.session, timeline.events), ensure_ascii=False, indent=2) + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            message = f"{output} cannot be written ({error.strerror}): name a file in a folder that is there."
            raise WrongUse(message) from error
        sys.stderr.write(f"Wrote {output}.\n")
    return 0
