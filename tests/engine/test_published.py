"""Skills as others are given them."""

import hashlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.config import Config
from afterwit.engine.project import Project
from afterwit.engine.published import MOST_BYTES, Published, frontmatter_of, published, published_after
from afterwit.engine.wire import kernel
from afterwit.model.package import Package


def skill(matter: str, name: str = "lamp", files: dict[str, bytes] | None = None) -> Package:
    return Package(name=name, files={"SKILL.md": f"---\n{matter}\n---\nTrim it.\n".encode(), **(files or {})})


def laid(root: Path, *packages: Package) -> Project:
    for package in packages:
        for path, content in package.files.items():
            place = root / ".afterwit" / "skills" / package.name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    return Project(root)


def asked(root: Path, name: str, *packages: Package) -> Published | None:
    with kernel(laid(root, *packages), Config(), to_write=False) as here:
        return published(name, here)


LAMP = skill("name: lamp\ndescription: Trims wicks.", files={"references/wicks.md": b"Flat."})


def test_has_every_file_with_its_digest(tmp_path: Path) -> None:
    found = asked(tmp_path, "lamp", LAMP)
    assert found is not None
    assert found.frontmatter == {"name": "lamp", "description": "Trims wicks."}
    assert {file.path: (file.digest, file.size) for file in found.files} == {
        path: (hashlib.sha256(content).hexdigest(), len(content)) for path, content in LAMP.files.items()
    }


@pytest.mark.parametrize(
    "other",
    [
        skill("name: other\ndescription: Its folder has another name."),
        skill("name: lamp"),
        skill("name: lamp\ndescription: [a, list]"),
        skill("name: lamp\ndescription: x", files={"assets/large": b"x" * MOST_BYTES}),
        skill("name: lamp\ndescription: x", files={f"assets/{number}": b"" for number in range(512)}),
        Package(name="lamp", files={"SKILL.md": b"No frontmatter."}),
    ],
    ids=["name", "no description", "description", "too large", "too many files", "no frontmatter"],
)
def test_what_no_host_would_take_is_not_published(tmp_path: Path, other: Package) -> None:
    assert asked(tmp_path, "lamp", other) is None


@pytest.mark.parametrize("name", ["", "..", "../lamp", "lamp/", "wick", "l\x00mp"])
def test_what_is_not_there_is_not_published(tmp_path: Path, name: str) -> None:
    assert asked(tmp_path, name, LAMP) is None


def test_they_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d"]
    packages = [skill(f"name: {name}\ndescription: x", name) for name in names]
    with kernel(laid(tmp_path, skill("name: no", "bb"), *packages), Config(), to_write=False) as here:
        assert [one.name for one in published_after("", here, 2)] == ["a", "b"]
        assert [one.name for one in published_after("b", here, 9)] == ["c", "d"]


class TestFrontmatter:
    def test_values_have_the_types_of_yaml_1_2(self) -> None:
        matter = (
            "a: 1\nb: 1.5\nc: true\nd: yes\ne: 2026-01-01\nf: ~\ng: '1'\nh: [1, {i: x}]\nj:\nk: 0x1F\nl: 010\nm: 1:30"
        )
        assert frontmatter_of(skill(matter)) == {
            "a": 1,
            "b": 1.5,
            "c": True,
            "d": "yes",
            "e": "2026-01-01",
            "f": None,
            "g": "1",
            "h": [1, {"i": "x"}],
            "j": None,
            "k": "0x1F",
            "l": "010",
            "m": "1:30",
        }

    @pytest.mark.parametrize(
        "matter",
        [
            "a: &x [1]\nb: *x",
            "a: !!binary aGk=",
            "a: !!python/name:os.system x",
            "1: x",
            "a: [",
            "- a",
            "a: " + "[" * 100 + "]" * 100,
            "a: " + "x" * 70_000,
            "a: b: c",
        ],
    )
    def test_what_not_everybody_reads_alike_is_not_read(self, matter: str) -> None:
        assert frontmatter_of(skill(matter)) is None

    @given(st.text(alphabet="ab:-[]{}&*!'\"\n #1.~>|%@,?\t\ufeff\u2028", max_size=60))
    def test_whatever_stands_there_is_read_as_json_or_not_at_all(self, matter: str) -> None:
        found = frontmatter_of(skill(matter))
        if found is not None:
            assert msgspec.json.decode(msgspec.json.encode(found)) == found
