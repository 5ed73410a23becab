"""Domains, and the skills of one."""

from pathlib import Path

import pytest

from afterwit.config import Config
from afterwit.engine.domains import domains, in_domain
from afterwit.engine.project import Project
from afterwit.engine.skillbook import refresh, say_of_domains
from afterwit.engine.wire import kernel
from afterwit.errors import NotFound
from tests.faces.cli.packages import CRAB, LAMP, laid_out
from tests.keep.keeping import package


def test_the_largest_comes_first_with_what_is_said_of_it_or_its_skills(tmp_path: Path) -> None:
    nets = [package(f"rl-net-{number}", domain="Fishing") for number in range(3)]
    laid_out(tmp_path / ".afterwit" / "skills", LAMP, CRAB, *nets)
    with kernel(Project(tmp_path), Config()) as here:
        found = domains(here)
        assert [(one.name, one.skills) for one in found] == [("fishing", 4), ("lamps", 1)]
        assert found[0].about == "rl-crab-pots, rl-net-0, …"
        say_of_domains({"lamps": "Oil\nlamps."}, here)
        refresh(here)
        assert domains(here)[1].about == "Oil lamps."


def test_a_domain_lists_its_skills_with_when_to_use_them(tmp_path: Path) -> None:
    laid_out(tmp_path / ".afterwit" / "skills", LAMP, CRAB)
    with kernel(Project(tmp_path), Config()) as here:
        [one] = in_domain("LAMPS", here)
        assert (one.name, one.use_when) == ("rl-lamp-wick", "the glass of a lamp turns black within an hour.")
        with pytest.raises(NotFound, match="There is no domain fishin: perhaps fishing is meant"):
            in_domain("fishin", here)


def test_where_there_is_none_that_is_said(tmp_path: Path) -> None:
    with kernel(Project(tmp_path), Config()) as here:
        assert domains(here) == []
        with pytest.raises(NotFound, match="There is no domain x y: there are none yet"):
            in_domain("x\ny", here)
