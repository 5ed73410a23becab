"""Taking in many skills."""

from pathlib import Path

import pytest

from afterwit.engine.exchange import packages_in, take_in_all
from tests.engine.projects import opened
from tests.faces.cli.packages import CRAB, LAMP, laid_out


def test_what_was_taken_in_before_somebody_stops_it_is_kept_and_shown(tmp_path: Path) -> None:
    theirs = laid_out(tmp_path / "theirs", CRAB, LAMP)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with opened(tmp_path) as here:
        found = list(packages_in(theirs, here, as_is=False))
        with pytest.raises(KeyboardInterrupt):
            take_in_all(found, here, state=None, as_is=False, advance=stop)
    state = tmp_path / ".afterwit"
    assert [path.name for path in (state / "skills").iterdir()] == ["rl-crab-pots"]
    assert "rl-crab-pots" in (state / "NOTES.md").read_text(encoding="utf-8")
    assert (state / "skillbook" / "fishing" / "INDEX.md").is_file()
    with opened(tmp_path) as here:
        done = take_in_all(found, here, state=None, as_is=False, advance=lambda _: None)
        assert [outcome.fate for outcome in done.outcomes] == ["applied", "applied"]
