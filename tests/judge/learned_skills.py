"""Skills as a machine would learn them, each with the invented session it comes from: all of them must pass."""

from collections.abc import Iterator
from typing import NamedTuple

from afterwit.model.event import Event
from afterwit.model.package import MAIN, Package
from tests.judge.looking import ran, said


class Learned(NamedTuple):
    """A skill and its session."""

    name: str
    package: Package
    events: list[Event]


def edited(path: str, text: str) -> list[Event]:
    """A change to a file, made with success."""
    given: dict[str, object] = {"file_path": path, "new_string": text}
    call = Event(kind="tool_call", tool="Edit", purpose="file_write", input=given)
    return [call, Event(kind="tool_result", tool="Edit", ok=True, purpose="file_write")]


def fetched(address: str, page: str) -> list[Event]:
    """A page, read."""
    call = Event(kind="tool_call", tool="WebFetch", input={"url": address})
    return [call, Event(kind="tool_result", tool="WebFetch", text=page, ok=True)]


def skill(situation: str, guidance: str, verification: str, *, about: str = "", more: str = "") -> Package:
    """A skill in our own layout."""
    about = about or f"Mends it. Use when {situation[:1].lower()}{situation[1:]}"
    text = (
        f"---\nname: rl-learned\ndescription: >-\n  {about}\nmetadata:\n  source: learned\n---\n\n# Learned\n\n"
        f"## Situation\n\n{situation}\n\n## Guidance\n\n{guidance}\n\n## Verification\n\n{verification}\n{more}"
    )
    return Package(name="rl-learned", files={MAIN: text.encode()})


def learned_skills() -> Iterator[Learned]:
    """All of them."""
    yield Learned(
        "a wrong flag",
        skill(
            "`pytest --parallel` stops with an unrecognized argument.",
            "1. Run the tests with `pytest -n 4 tests/unit`; this project has xdist.\n"
            "2. Do not use `pytest --parallel`.",
            "`pytest -n 4 tests/unit` ends without a failure.",
        ),
        [
            *said("run the unit tests in parallel"),
            *ran("pytest --parallel", "error: unrecognized arguments: --parallel", ok=False),
            *ran("pytest -n 4 tests/unit 2>&1 | tail -3", "41 passed in 3.20s"),
        ],
    )
    yield Learned(
        "a project's own command",
        skill(
            "Tests of this repository are to be run.",
            "1. Use `make test-fast`, and not pytest itself: the target sets the database up.\n"
            "2. For one module run `make test-fast MODULE=<module>`.",
            "The last line says how many passed.",
        ),
        [
            *said("run the tests"),
            *ran("pytest -q", "could not connect to database", ok=False),
            *ran("cat Makefile", "test-fast:\n\tdocker compose up -d db\n\tpytest $(MODULE)"),
            *ran("make test-fast MODULE=billing", "12 passed"),
            *ran("make test-fast", "80 passed"),
        ],
    )
    yield Learned(
        "a user's correction",
        skill(
            "A dependency has to be added to the web client.",
            "1. Use pnpm: `pnpm add <package>`.\n2. Never use `npm install`; the lock file is pnpm's.",
            "`git status` shows `pnpm-lock.yaml` alone.",
        ),
        [
            *said("add zod to the client"),
            *ran("npm install zod", "added 1 package"),
            *said("no, don't use npm install here, use pnpm add instead"),
            *ran("pnpm add zod", "done"),
            *ran("git status", "pnpm-lock.yaml"),
        ],
    )
    yield Learned(
        "a fix in code",
        skill(
            "Messages are lost when a consumer of the queue starts anew.",
            "1. Give the consumer a durable name:\n\n```python\nawait stream.subscribe(subject, durable=NAME)\n```\n\n"
            "2. Acknowledge each message after the work is done.",
            "Run `pytest tests/queue`.",
        ),
        [
            *said("messages get lost"),
            *ran("pytest tests/queue", "FAILED", ok=False),
            *edited("src/queue.py", "    await stream.subscribe(subject, durable=NAME)\n"),
            *ran("pytest tests/queue", "3 passed"),
        ],
    )
    yield Learned(
        "an error that is quoted",
        skill(
            "The build stops with \"Cannot find module 'vite' or its corresponding type declarations\".",
            "1. Install what the lock file names with `npm ci`.\n2. Build again with `npm run build`.",
            "`npm run build` ends with exit code 0.",
        ),
        [
            *said("mend the build"),
            *ran("npm run build", "Cannot find module 'vite' or its corresponding type declarations", ok=False),
            *ran("npm ci", "added 412 packages"),
            *ran("npm run build", "built in 3s"),
        ],
    )
    yield Learned(
        "an error that is told",
        skill(
            "The migration fails because relation users already exists in the schema.",
            "1. Look which revision the database is at: `alembic current`.\n2. Mark it with `alembic stamp head`.",
            "`alembic upgrade head` does nothing.",
        ),
        [
            *said("migrate"),
            *ran("alembic upgrade head", "relation users already exists in the schema public", ok=False),
            *ran("alembic current", "a1b2"),
            *ran("alembic stamp head", ""),
            *ran("alembic upgrade head", ""),
        ],
    )
    yield Learned(
        "an address that was used",
        skill(
            "The health of the staging service is asked for.",
            "1. Ask `curl -s https://staging.acme.dev/health`.\n"
            "2. Read the page https://docs.acme.dev/health for the fields.",
            "The answer says ok.",
        ),
        [
            *said("is staging well?"),
            *ran("curl -s https://staging.acme.dev/health | jq .status", '"ok"'),
            *fetched("https://docs.acme.dev/health", "status is ok or degraded"),
        ],
    )
    yield Learned(
        "a path of the machine",
        skill(
            "The proxy has to take a new host.",
            "1. Edit /etc/nginx/sites/app.conf.\n2. Test it with `sudo nginx -t`, then `sudo systemctl reload nginx`.",
            "`sudo nginx -t` says ok.",
        ),
        [
            *said("add the host to nginx"),
            *ran("sed -n 1,40p /etc/nginx/sites/app.conf", "server {}"),
            *ran("sudo nginx -t && sudo systemctl reload nginx", "ok"),
        ],
    )
    yield Learned(
        "a variable before a command",
        skill(
            "Snapshots have to be made anew.",
            "1. Run `UPDATE_SNAPSHOTS=1 cargo test --package render`.\n2. Look at the diff with `git diff --stat`.",
            "`cargo test --package render` passes.",
        ),
        [
            *said("update the snapshots"),
            *ran("cd core && UPDATE_SNAPSHOTS=1 cargo test --package render", "ok"),
            *ran("git diff --stat", "2 files"),
            *ran("cargo test --package render", "ok"),
        ],
    )
    yield Learned(
        "prose alone",
        skill(
            "A date is shown a day early for users west of Greenwich.",
            "1. Keep dates without time as text; do not make them a point in time.\n"
            "2. Use the user's zone only where there is a time.\n3. Find callers before you change the type.",
            "A test in the zone of Honolulu passes.",
        ),
        [*said("dates are off by one"), *ran("rg -n parseDate src", "src/date.ts:3"), *ran("npm test", "ok")],
    )
    yield Learned(
        "words that are programs as well",
        skill(
            "The schedule is to be looked at when node versions differ.",
            "1. Find out which service needs the change, then make the smallest one.\n"
            "2. Use git history to see who knows it, and go on from there.\n"
            "3. Use less memory: read the file by lines. Run just the tests that fail.",
            "Make sure that the tests pass.",
        ),
        [*said("tidy up"), *ran("git log --oneline", "a1 b2"), *ran("make test", "ok")],
    )
    yield Learned(
        "a pipeline",
        skill(
            "The largest tables have to be found.",
            '1. Run:\n\n```sh\npsql "$DATABASE_URL" -f sql/sizes.sql | sort -rn | head -20\n```',
            "Twenty lines are shown.",
        ),
        [*said("which tables are large?"), *ran('psql "$DATABASE_URL" -f sql/sizes.sql | sort -rn | head -20', "1 a")],
    )
    yield Learned(
        "a configuration that the agent wrote",
        skill(
            "The linter reports generated files.",
            '1. Leave them out in `pyproject.toml`:\n\n```toml\n[tool.ruff]\nextend-exclude = ["gen"]\n```',
            "`ruff check .` is quiet.",
        ),
        [
            *said("ruff is noisy"),
            *ran("ruff check .", "Found 200 errors", ok=False),
            *edited("pyproject.toml", '[tool.ruff]\nextend-exclude = ["gen"]\n'),
            *ran("ruff check .", "All checks passed!"),
        ],
    )
    yield Learned(
        "what failed, as what not to do",
        skill(
            "The image has to be built on a machine with another processor.",
            "1. Name the platform: `docker build --platform linux/amd64 -t app .`",
            "`docker run --rm app true` ends well.",
            more="\n## Anti-patterns\n\n- `docker build -t app .` makes an image that does not start.\n",
        ),
        [
            *said("build the image"),
            *ran("docker build -t app .", "", ok=False),
            *ran("docker build --platform linux/amd64 -t app .", "done"),
            *ran("docker run --rm app true", ""),
        ],
    )
