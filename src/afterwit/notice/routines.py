"""Routines: rows of commands that worked one after the other, told so that the same row has the same name elsewhere.

One session shows only that they were run in this order; a routine is what several sessions have. Reading around between
the commands does not part a row. A command that failed and a file that was written do: what is run until it works, or
after each change, is no row of its own.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
import re2

from afterwit.config import Notice
from afterwit.model.command import Stage, commands, pipelines, without_redirections
from afterwit.model.event import Event
from afterwit.model.session import Session
from afterwit.model.signal import Action, Routine, Signal
from afterwit.model.step import command_line
from afterwit.notice.around import digest

SHORTEST, LONGEST = 2, 5
"""Commands in a row."""
MOST = 50
"""Rows of one session that are told."""
LONGEST_LINE = 1000
"""A command line longer than this is a program of its own."""
LONGEST_RUN = 400
"""Commands of a session that are looked at in one go."""
CONFIDENCE = 0.6
"""Of a row seen in one session; that it is seen in others makes it a routine."""

MEANINGFUL = commands("""
    git add, git commit, git push, git pull, git fetch, git rebase, git merge, git checkout, git switch, git tag,
    git worktree add, git worktree remove, git cherry-pick, git submodule, gh pr create, gh pr merge, gh pr checkout,
    gh pr ready, gh pr edit, gh release create, gh workflow run, gh run watch, gh issue create, gh issue close,
    glab mr create, npm install, npm ci, npm run, npm test, npm publish, npm version, npm pack, pnpm install, pnpm run,
    pnpm test, pnpm build, pnpm lint, pnpm add, pnpm publish, yarn install, yarn add, yarn run, yarn test, yarn build,
    yarn lint, bun install, bun run, bun test, bun add, bun x, deno test, deno task, uv sync, uv pip, uv add, uv lock,
    uv build, uv publish, uv venv, pip install, pip3 install, poetry install, poetry add, poetry build, poetry lock,
    pytest, unittest, tox, nox, ruff, black, mypy, pyright, basedpyright, flake8, pylint, isort, pre-commit, prek,
    cargo build, cargo test, cargo run, cargo fmt, cargo clippy, cargo check, cargo publish, go build, go test, go vet,
    go mod, go generate, go install, go run, gofmt, golangci-lint, make, just, mise run, mise install, task, rake,
    bundle install, rspec, rubocop, mvn, gradle, gradlew, dotnet build, dotnet test, dotnet publish, dotnet run,
    dotnet restore, mix test, mix deps.get, mix format, swift build, swift test, bazel build, bazel test, cmake, ctest,
    ninja, jest, vitest, mocha, eslint, prettier, biome, tsc, playwright, cypress, docker build, docker compose,
    docker push, docker run, docker-compose, kubectl apply, kubectl rollout, helm upgrade, helm install,
    terraform init, terraform plan, terraform apply, ansible-playbook, flyctl deploy, fly deploy, vercel,
    netlify deploy, wrangler deploy, alembic upgrade, alembic revision, systemctl restart, rails db:migrate,
    composer install, phpunit
""")
"""Commands that do or check something."""
RUNNERS_OF_SCRIPTS = frozenset({"bash", "sh", "zsh", "python", "python3", "node", "ruby", "tsx", "ts-node"})
SCRIPTS = (".sh", ".py", ".js", ".ts", ".mjs", ".rb")
TAKES_TEXT = frozenset({"-m", "--message", "--title", "--body", "-F", "--notes", "-t", "-k", "--author", "--date"})
TAKES_NAME = frozenset(
    {"-b", "-B", "-c", "-C", "--branch", "--base", "--head", "--tag", "--name", "-n", "--repo", "-R"}
)
KEPT_NAMES = frozenset({"main", "master", "origin", "upstream", "develop", "HEAD"})


def _sign(command: tuple[str, ...]) -> str:
    """What a line that runs it must have: its name, and where a second word belongs to it, how that begins."""
    name, *rest = command
    return re.escape(name) + (rf"\s+{re.escape(rest[0][:2])}" if rest else r"(?:[\s;]|$)")


_SIGN = re2.compile(
    rf"(?:^|[\s/;&|(])(?:{'|'.join(sorted({_sign(command) for command in MEANINGFUL}))})"
    rf"|(?:^|[;&|(]\s*|\b(?:{'|'.join(sorted(RUNNERS_OF_SCRIPTS))}|env|time|sudo|run|exec)\s+)[\w./-]+\.(?:sh|py|[jt]s|mjs|rb)\b".encode()
).search
"""Cheap first: most command lines only look around, and need not be taken apart."""
_NUMBER = re2.compile(r"^[v~^=<>-]*\d[\d.,:_x+-]*(?:[a-zA-Z]{1,6}[\d.]*)?$")
_ID = re2.compile(r"^(?:[0-9a-f]{7,64}|[0-9a-f-]{36}|[A-Z]{2,10}-\d+|#\d+)$")
_FILE = re2.compile(r"\.[A-Za-z][A-Za-z0-9]{0,5}$")

Row = tuple[str, ...]


class Done(msgspec.Struct, frozen=True):
    """A command that worked."""

    told: str
    """With a placeholder for all that differs from time to time."""
    text: str
    call: Event
    result: Event


def routines(session: Session, events: Sequence[Event], config: Notice) -> Iterator[Signal]:
    """The rows of commands that worked in this session, each once; in how many sessions is for others to count."""
    del config
    if session.origin in {"reviewer", "revoked"}:
        return
    seen: dict[Row, list[Done]] = {}
    times: Counter[Row] = Counter()
    for run in _runs(events):
        told = [done.told for done in run]
        for start in range(len(run) - 1):
            for length in range(SHORTEST, min(LONGEST, len(run) - start) + 1):
                row = tuple(told[start : start + length])
                if row[-1] in row[:-1]:
                    break
                times[row] += 1
                if row not in seen:
                    seen[row] = run[start : start + length]
    places = {row: place for place, row in enumerate(seen)}
    for row in sorted(seen, key=lambda row: (-times[row], places[row]))[:MOST]:
        actions = tuple(
            Action(
                call=done.call.id,
                result=done.result.id,
                tool=done.call.tool,
                text=done.text,
                words=tuple(done.told.split()),
            )
            for done in seen[row]
        )
        yield Signal(
            session=session.key,
            sort="pattern",
            trigger="repeated_tool_pattern",
            about=f"routine:{digest(*row)}",
            events=tuple(dict.fromkeys(name for done in actions for name in (done.call, done.result) if name)),
            what=Routine(actions=actions),
            confidence=CONFIDENCE,
            at=seen[row][0].call.at,
            project=session.project,
            phase=session.phase,
        )


def _runs(events: Sequence[Event]) -> Iterator[list[Done]]:
    """Commands that worked one after the other."""
    calls: dict[int, tuple[Event, str]] = {}
    run: list[Done] = []
    for event in events:
        parts = False
        if event.kind == "tool_call":
            line = _line(event)
            if line and _SIGN(line.encode("utf-8", "replace")) is not None:
                calls[event.seq] = (event, line)
            parts = event.purpose == "file_write"
        elif event.answers in calls:
            call, line = calls.pop(event.answers)
            if event.ok:
                _add(run, call, line, event)
            parts = event.ok is False or len(run) >= LONGEST_RUN
        if parts and run:
            yield run
            run = []
    yield run


def _add(run: list[Done], call: Event, line: str, result: Event) -> None:
    """Put the commands of a line at the end of a run; the same one twice in a row is one."""
    for told, text in _commands(line):
        if not run or run[-1].told != told:
            run.append(Done(told, text, call, result))


def _line(call: Event) -> str:
    line = command_line(call) if call.input else ""
    return line if len(line) <= LONGEST_LINE else ""


@lru_cache(maxsize=512)
def _commands(line: str) -> tuple[tuple[str, str], ...]:
    """The meaningful commands of a line: each with everything folded that differs, and as it stands."""
    found: list[tuple[str, str]] = []
    for pipeline in pipelines(line):
        stage = pipeline[0]
        if _is_meaningful(stage):
            found.append((_told(stage), shlex.join(without_redirections(stage.words))))
    return tuple(found)


def _is_meaningful(stage: Stage) -> bool:
    if stage.runs_any(MEANINGFUL):
        return True
    script = stage.meant[1:2] if stage.program in RUNNERS_OF_SCRIPTS else stage.meant[:1]
    return "".join(script).endswith(SCRIPTS)


def _told(stage: Stage) -> str:
    """The command with a placeholder for each path, number, id, name and text that differs from time to time."""
    words = without_redirections(stage.meant)
    # As it was run: a runner, a wrapper and a folder of the project belong to it.
    ran = without_redirections(stage.words)
    lead = ran[: len(ran) - len(words) + 1]
    told = [_leading(word) for word in lead]
    before = ""
    for place, word in enumerate(words[1:], 1):
        first = place == 1 and word.islower() and word.isalpha()
        folded = word if first else _folded(word, before)
        if words[:2] == ("git", "push") and not word.startswith("-") and place > 1 and word not in KEPT_NAMES:
            folded = "<name>"
        if not (folded.startswith("<") and told[-1] == folded):
            told.append(folded)
        before = word
    return " ".join(told)


def _leading(word: str) -> str:
    """A word up to the program as it may be told: no folder of one machine, no value of a variable."""
    name, equals, _ = word.partition("=")
    if equals:
        return f"{name}=<text>"
    if "$" in word:
        return "<text>"
    return (word.rpartition("/")[2] or word) if word.startswith(("/", "~")) else word


@lru_cache(maxsize=4096)
def _folded(word: str, before: str) -> str:
    name, equals, value = word.partition("=")
    if before in TAKES_TEXT:
        return "<text>"
    if word.startswith("-"):
        return f"{name}={_placeholder(value)}" if equals and value else word
    if word in KEPT_NAMES:
        return word
    return "<name>" if before in TAKES_NAME else _placeholder(word)


def _placeholder(word: str) -> str:
    """What stands for a word that differs from time to time; the word itself where it does not."""
    if not word or any(sign.isspace() for sign in word) or "$" in word or "`" in word:
        return "<text>"
    if _NUMBER.search(word) is not None or _ID.search(word) is not None:
        return "<number>"
    if "/" in word or "\\" in word or word in {".", ".."} or "*" in word or _FILE.search(word) is not None:
        return "<path>"
    return word
