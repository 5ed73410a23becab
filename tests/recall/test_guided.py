"""What a skill tells to do and what it warns of, read out of its text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from afterwit.model.package import Package
from afterwit.recall.guided import MOST_COMMANDS, Guide, guide_of
from afterwit.recall.in_code import codes_in
from tests.recall.skills import DIFF, skill


def guide(body: str) -> Guide:
    return guide_of(skill(body))


def parts(body: str) -> list[tuple[list[str], bool]]:
    return [([way.text for way in part.ways], part.needed) for part in guide(body).parts]


def against(body: str) -> list[str]:
    return [way.text for way in guide(body).against]


def test_what_the_learner_writes_is_read_back() -> None:
    found = guide_of(DIFF)
    assert [[way.text for way in part.ways] for part in found.parts] == [["gh pr diff <number> --name-only"]]
    assert [(way.text, way.fails) for way in found.against] == [("gh pr diff <number> --stat", True)]
    assert found.errors == ("unknown flag: --stat",)


@pytest.mark.parametrize(
    ("guidance", "expected"),
    [
        ("1. Run `npm ci`.\n2. Run `npm test`.", [(["npm ci"], True), (["npm test"], True)]),
        ("1. Run `npm ci`.\n2. Or `yarn`, which worked as well.", [(["npm ci", "yarn"], True)]),
        ("Run `npm ci` or `pnpm i`.", [(["npm ci", "pnpm i"], True)]),
        ("- If it is missing, run `npm ci`.\n- Run `npm test`.", [(["npm ci"], False), (["npm test"], True)]),
        ("Run `npm ci`. It does what `npm i` did.", [(["npm ci"], True), (["npm i"], False)]),
        ("```bash\n# first\nnpm ci\nnpm run \\\n  build\n```", [(["npm ci"], True), (["npm run  build"], True)]),
        ("```console\n$ npm ci\nadded 3\n```", [(["npm ci"], True)]),
        ("1. Do this:\n   ```sh\n   npm ci\n   ```\n2. Run `npm test`.", [(["npm ci"], True), (["npm test"], True)]),
        ("Run `` make `date` ``.", [(["make `date`"], True)]),
        ("```python\nimport os\n```\nUse `SKILL.md`, `--flag`, `main`, `x = 1`, `name: pdf`, `def f(x)`.", []),
        ("Call Read with limit and offset.", [(["Read with limit and offset"], True)]),
        ("Call Edit with another old_string.", []),
        ("Run `cat in.txt | fabric -p sum | head`.", [(["cat in.txt | fabric -p sum | head"], True)]),
        ("Run `ls`, then `curl`.", []),
        ("Trim the wick.", []),
    ],
)
def test_what_is_to_be_done(guidance: str, expected: list[tuple[list[str], bool]]) -> None:
    assert parts(f"# X\n\n## Guidance\n\n{guidance}\n") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Run `npm ci`, not `npm install`.", ["npm install"]),
        ("Never run `npm install`, `npm i` or `yarn`; use `npm ci`.", ["npm install", "npm i", "yarn"]),
        ("Use `npm ci` instead of `npm install`.", ["npm install"]),
        ("Don\u2019t use `npm install` but `npm ci`.", ["npm install"]),
        ("`npm install` does not work here. Run `npm ci`.", ["npm install"]),
        ("Do not forget to run `npm ci`.", []),
        ("If it is not there run `npm ci`.", []),
        ("When in doubt do not run `npm install`.", ["npm install"]),
    ],
)
def test_what_is_not(text: str, expected: list[str]) -> None:
    body = f"## Guidance\n{text}\n"
    assert against(body) == expected
    assert not {name for names, _ in parts(body) for name in names} & set(expected)


def test_a_section_of_warnings() -> None:
    body = "## Guidance\nRun `npm ci`.\n\n## Pitfalls\n- Running `npm install` in CI. Use `npm ci`.\n- `make` alone\n"
    assert against(body) == ["npm install", "make"]


def test_without_guidance_all_is_an_offer_but_what_other_sections_tell() -> None:
    verified = "## Verification\n- `qpdf --check` succeeds.\n\n"
    body = f"# X\n\nMerge with `qpdf --merge`.\n\n{verified}## More\nRun `pdftk a b`.\n"
    assert parts(body) == [(["qpdf --merge"], False), (["pdftk a b"], False)]


def test_of_offers_those_count_that_a_skill_is_about() -> None:
    fence = "```bash\nnpm install -g fabric\nfabric -p sum\ngit commit -m done\n```\n"
    assert parts(f"# X\n\n{fence}") == [(["fabric -p sum"], False)]
    assert parts("# X\n\n```bash\ngit bisect start\n```\n") == [(["git bisect start"], False)]


def test_what_was_moved_for_want_of_room_belongs_to_it() -> None:
    moved = b"# Guidance\n\n2. Run `npm test`.\n"
    package = skill("## Guidance\n1. Run `npm ci`.\n")
    whole = Package(name="x", files={**package.files, "references/guidance.md": moved})
    assert [part.ways[0].text for part in guide_of(whole).parts] == ["npm ci", "npm test"]


def test_a_skill_of_a_thousand_commands_is_not_looked_for_whole() -> None:
    body = "## Guidance\n" + "\n".join(f"1. Run `make step-{number}`." for number in range(1000))
    assert len(guide(body).parts) == MOST_COMMANDS


@given(text=st.text(st.sampled_from("`~ \na.\u274c"), max_size=200))
def test_every_piece_of_code_stands_in_the_text(text: str) -> None:
    flat = " ".join(text.split())
    for code in codes_in(text):
        assert " ".join(code.text.split()) in flat
