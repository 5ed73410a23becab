"""Writes the references that are made from the code: `make docs`. `--check` says which are stale, and fails."""

import ast
import sys
from pathlib import Path
from typing import cast

from afterwit import config, configured
from afterwit.faces.cli.app import app
from afterwit.faces.mcp.offers import EXTENSION, PROMPTS, RESOURCES, SKILL_FILES, TEMPLATE
from afterwit.faces.mcp.tools import INSTRUCTIONS, TOOLS, Schema
from afterwit.intake.readers import READERS
from afterwit.redact.rules import RULES
from tests.requirements import REQUIREMENTS

HERE = Path(__file__).parent
HOOK = """
## afterwit hook

```console
afterwit hook EVENT [--host HOST]
```

For agent hosts, which `afterwit install` has call it: reads the host's JSON from standard input, adds a line to the
project's spool (that something happened, not what was said) and returns. A project without an `.afterwit` folder, or
with one that merely came along with it, is left alone. What it prints is what the agent is told:

| event | the agent is told | and |
|---|---|---|
| `SessionStart` | the domains of skills and the lessons, within `recall.budget` tokens | |
| `UserPromptSubmit` | up to three skills that fit the prompt, from `recall.unasked_threshold` on; new lessons | |
| `PostToolUse`, `PostToolUseFailure` | the skill that is about the very error, once | a tool call is counted |
| `Stop`, `SubagentStop`, `PreCompact` | | a turn is counted; self-corrections are learned from |
| `SessionEnd` | | the session is learned from, in the background |

Gemini CLI's names for these are understood too. Whatever goes wrong, the exit code is 0, nothing is printed, and
`afterwit doctor` shows what it was. Only a person who calls it wrongly at a terminal gets a 1.

Exit codes of the other commands: 0 done, 1 the answer is no, 2 wrong use or bad input, 3 the machinery failed, 130
stopped by the user.
"""
SOURCES = """\
The source documents, by the first digits of their names: 000 learned skills (triggers, signals, nudges, background
review), 001 the skillbook (reflector, handler, manager, clean-up), 002 the gated pass, 003 continuous learning (gates,
lifecycle, upstream), 004 lessons and behaviour review. What they ask for of reading and keeping sessions is little;
most of what is built so far is the ground they stand on.
"""
REDACTION = """\
Before anything is kept, each finding is replaced by a placeholder that names its kind and is numbered within the
session: the same secret gets the same placeholder. Personal data (EMAIL, IP, USER) can be left in with
`redact.personal = false`; secrets are always taken out. No scanner finds everything: [benchmarks.md](benchmarks.md)
has what this one finds and what it misses.
"""
MCP = """\
`afterwit mcp` is started by a host and speaks over standard input and output. `afterwit mcp --http PORT` serves
streamable HTTP at `http://127.0.0.1:PORT/mcp`, on this machine only, for whoever sends the bearer token of
`AFTERWIT_MCP_TOKEN`, else of `.afterwit/mcp-token`, which is made at first use. Both speak the protocol of 2026-07-28
and the older ones. `AFTERWIT_AGENT` names the agent that counters go by, where the host's own name is not wanted;
`AFTERWIT_REVIEWER`, or `--reviewer`, says that whoever is connected is a reviewer of Afterwit's own: what it reads is
no use of a skill, and nobody is shown its progress.

A tool answers with words and with the same as structured content. What cannot be done is an answer as well, marked as
an error, with a sentence that tells every problem. Tools that only read leave no trace in a project that has nothing
yet. `session` is the host's id of the session, where the agent knows it; else it is the one that hooks told of last.
"""
NOTE = "<!-- Made by `make docs` from the code; edit the code instead. -->\n\n"


def cli() -> str:
    """The command line, as the program itself describes it."""
    text = app.generate_docs(output_format="markdown", heading_level=1)
    text = text.replace("# afterwit\n", "# The command line\n", 1)
    text = text.replace(" -m docs.generate", "")  # the usage of a subcommand names the program that asks for it
    return NOTE + text.rstrip() + "\n" + HOOK


def settings() -> str:
    """Every setting with its meaning, its default and its variable."""
    meanings = _docstrings(Path(config.__file__))
    lines = [NOTE + "# Settings\n", f"{(config.__doc__ or '').split(chr(10), 1)[1].strip()}\n"]
    lines += ["| setting | default | meaning | variable |", "|---|---|---|---|"]
    default = {
        setting.name: setting.value
        for setting in configured.load(HERE / "nowhere", environment={"HOME": "/nowhere"})[1]
    }
    for name in configured.names():
        value = default[name]
        shown = ", ".join(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else str(value)
        lines.append(f"| `{name}` | {shown or '(empty)'} | {meanings[name]} | `{configured.variable(name)}` |")
    return "\n".join(lines) + "\n"


def hosts() -> str:
    """The transcript formats, each as its reader describes it."""
    lines = [NOTE + "# Transcripts that Afterwit reads\n"]
    lines.append("The format is found from the content, never from the file's name.\n")
    lines += ["| host | format | read on when it grew |", "|---|---|---|"]
    for reader in READERS:
        module = sys.modules[type(reader).__module__]
        about = " ".join((module.__doc__ or "").split("\n\n")[0].split())
        lines.append(
            f"| `{reader.host}` | {about} | {'from where it was left' if reader.resumable else 'as a whole'} |"
        )
    return "\n".join(lines) + "\n"


def redaction() -> str:
    """What is taken out of everything that is kept."""
    labels: dict[str, list[str]] = {}
    for rule in RULES:
        labels.setdefault(rule.label, []).append(rule.name)
    lines = [NOTE + f"# What is redacted: {len(RULES)} rules\n"]
    lines.append(REDACTION)
    lines += ["| placeholder | rules |", "|---|---|"]
    lines += [f"| `[REDACTED_{label}:1]` | {', '.join(sorted(set(rules)))} |" for label, rules in labels.items()]
    return "\n".join(lines) + "\n"


def requirements() -> str:
    """What the source documents ask for, and what of it is built."""
    built = sum(requirement.built for requirement in REQUIREMENTS)
    lines = [NOTE + f"# Requirements: {built} of {len(REQUIREMENTS)} built\n", SOURCES]
    lines += ["| id | source | behaviour | built |", "|---|---|---|---|"]
    for one in REQUIREMENTS:
        behaviour = one.behaviour.replace("|", r"\|")
        lines.append(f"| `{one.id}` | {one.source[:3]} | {behaviour} | {'yes' if one.built else ''} |")
    return "\n".join(lines) + "\n"


def mcp() -> str:
    """The tools, resources and prompts that agents are offered."""
    lines = [NOTE + "# The MCP server\n", MCP, "What agents are told when they connect:\n", f"> {INSTRUCTIONS}\n"]
    lines.append("## Tools\n")
    for tool in TOOLS:
        kind = "learns: may write to the project" if tool.learns else "only reads"
        lines += [f"### {tool.name}\n", f"{tool.description} ({kind})\n"]
        if tool.takes:
            lines += ["| parameter | type | |", "|---|---|---|"]
            lines += [
                f"| `{name}` | {_type(schema)} | {'required' if name in tool.required else ''} |"
                for name, schema in tool.takes.items()
            ]
            lines.append("")
    lines += ["## Resources\n", "| address | what it is | type |", "|---|---|---|"]
    lines += [f"| `{uri}` | {offer.about} | {offer.kind} |" for uri, offer in RESOURCES.items()]
    lines += [f"| `{SKILL_FILES}` | {TEMPLATE.about} | as the file is |", ""]
    lines.append(f"Skills are also served by `skills/list` and `skills/get` (SEP-2640, `{EXTENSION}`).\n")
    lines += ["## Prompts\n", "| prompt | what it asks for |", "|---|---|"]
    lines += [f"| `{name}` | {about} |" for name, about in PROMPTS.items()]
    return "\n".join(lines) + "\n"


def _type(schema: Schema) -> str:
    """What a parameter takes, in a cell of a table."""
    kinds = schema.get("type", "")
    kind = " or ".join(cast("list[str]", kinds)) if isinstance(kinds, list) else str(kinds)
    if codes := cast("list[str]", schema.get("enum", [])):
        return ", ".join(f"`{code}`" for code in codes)
    if "const" in schema:
        return f"`{schema['const']}`"
    if items := cast("Schema | None", schema.get("items")):
        return f"list of {_type(items)}"
    if fields := cast("dict[str, Schema]", schema.get("properties", {})):
        inner = "<br>".join(f"`{name}`: {_type(one)}" for name, one in fields.items())
        return f"{kind}:<br>{inner}"
    bounds = [f"at most {schema['maxLength']:,} characters"] if "maxLength" in schema else []
    bounds += [f"{schema['minimum']} to {schema['maximum']}"] if "minimum" in schema else []
    return ", ".join([kind, *bounds])


def _docstrings(path: Path) -> dict[str, str]:
    """The string under each field of the settings classes, by the setting's dotted name."""
    found: dict[str, str] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            section = "" if node.name == "Config" else f"{node.name.lower()}."
            for field, below in zip(node.body, node.body[1:], strict=False):
                match field, below:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                        found[f"{section}{name}"] = " ".join(text.split())
                    case _:
                        continue
    return found


PAGES = {
    "cli.md": cli,
    "mcp.md": mcp,
    "settings.md": settings,
    "transcripts.md": hosts,
    "redaction.md": redaction,
    "requirements.md": requirements,
}


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    stale: list[str] = []
    for name, make in PAGES.items():
        path, text = HERE / name, make()
        if "--check" in arguments:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print(f"Stale in docs/: {', '.join(stale)}. Run `make docs` and commit the result.", file=sys.stderr)
        return 1
    print(
        f"{len(PAGES)} generated pages are as the code says."
        if "--check" in arguments
        else f"Wrote {len(PAGES)} pages."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
