"""What was a call for? Told from the call alone: writing a file, verifying, loading a skill, learning."""

import re

import re2

from afterwit.model.command import commands, pipelines
from afterwit.model.event import Event, Purpose
from afterwit.model.step import command_line

WRITERS = frozenset(
    {
        "write", "edit", "multiedit", "notebookedit", "apply_patch", "create", "str_replace", "insert", "write_file",
        "replace", "edit_file", "create_file", "str_replace_editor", "str_replace_based_edit_tool", "patch",
    }
)  # fmt: skip
SKILL_LOADERS = frozenset({"skill", "use_skill", "load_skill", "read_skill", "activate_skill"})
SHELLS = frozenset(
    {
        "bash", "shell", "exec_command", "local_shell", "run_shell_command", "run_terminal_cmd", "execute_bash",
        "terminal", "container.exec", "powershell", "run_command", "execute_command",
    }
)  # fmt: skip
VERIFIERS = commands("""
    pytest, unittest, tox, nox, go test, go vet, cargo test, cargo check, cargo clippy, npm test, npm run test,
    npm run lint, npm run build, npm run typecheck, pnpm test, yarn test, bun test, bun run test, vitest, jest,
    mocha, make test, make check, make lint, mvn test, mvn verify, gradle test, gradlew test, ctest, rspec,
    phpunit, dotnet test, mix test, ruff check, ruff format --check, mypy, pyright, eslint, tsc, golangci-lint,
    mise run test, mise run lint, just test, swift test, deno test, bazel test, prek, pre-commit, flake8,
    pylint, shellcheck, rubocop, biome, gofmt -l
""")
"""Commands whose business is to say whether the work is good."""


def is_shell(tool: str) -> bool:
    """True for tools that run a command line."""
    return tool.lower() in SHELLS


def command_of(call: Event) -> str:
    """The command line of a shell call; empty for other calls."""
    return command_line(call) if call.input is not None and is_shell(call.tool) else ""


def purpose_of(call: Event, command: str) -> Purpose:
    """The purpose of a call, whose command line is `command`; empty where the call alone does not tell."""
    if command:
        return "verification" if _verifies(command) else ""
    tool = call.tool.lower()
    if tool in WRITERS:
        return "" if (call.input or {}).get("command") == "view" else "file_write"
    if tool in SKILL_LOADERS:
        return "skill_loaded"
    if tool.endswith("skill_learning_start"):
        return "learning_start"
    if tool.endswith("skill_learning_finish"):
        return "learning_finish"
    return ""


def _sign(verifier: tuple[str, ...]) -> str:
    """What a command line that runs it must have: its name, and where a second word belongs to it, how that begins."""
    name, *rest = verifier
    return re.escape(name) + (rf"\W+{re.escape(rest[0][0])}" if rest else r"\b")


_SIGNS = re2.compile(rf"\b(?:{'|'.join(sorted({_sign(verifier) for verifier in VERIFIERS}))})".encode()).search
"""Cheap first: most command lines need not be taken apart."""
LOOKED_AT = 1000
"""A command line longer than this is a program of its own, mostly text for another."""


def _verifies(command: str) -> bool:
    """True where a program that verifies is run, not merely named."""
    command = command[:LOOKED_AT]
    if _SIGNS(command.encode(errors="replace")) is None:
        return False
    return any(stage.runs_any(VERIFIERS) for line in pipelines(command) for stage in line)
