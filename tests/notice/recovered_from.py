"""Invented obstacles with the way around each that holds again: what fails, what it says, and what works."""

# ruff: noqa: E501 - a session a line reads best

from tests.notice.deeds import Told, codex, ended, ran, remarked, running, used

Row = tuple[str, str, int, str, str]
"""A name, the command that fails, its exit code and what it says, and the command that works."""

COMMANDS: tuple[Row, ...] = (
    # A flag, a field or a verb that the program does not know.
    ("gh has no --stat", "gh pr diff 104 --stat", 1, "unknown flag: --stat", "gh pr diff 104 --name-only"),
    ("a json field of gh", "gh issue view 12 --json assignee", 1, 'Unknown JSON field: "assignee"\nAvailable fields:\n  assignees', "gh issue view 12 --json assignees"),
    ("a plural of kubectl", "kubectl get pods --namespaces shop", 1, "error: unknown flag: --namespaces", "kubectl get pods --namespace shop"),
    ("a plural of docker", "docker build --tags shop:1 .", 125, "unknown flag: --tags", "docker build --tag shop:1 ."),
    ("a misspelt flag of go", "go test -run TestCart -timout 30s ./...", 1, "flag provided but not defined: -timout\nusage: go test", "go test -run TestCart -timeout 30s ./..."),
    ("a flag that was taken away", "poetry install --no-dev", 1, 'The option "--no-dev" does not exist', "poetry install --without dev"),
    ("a flag of another runner", "npx vitest run --runInBand src/cart", 1, "CACError: Unknown option `--runInBand`", "npx vitest run --no-file-parallelism src/cart"),
    ("one filter only", "cargo test --lib parser lexer", 1, "error: unexpected argument 'lexer' found", "cargo test --lib -- parser lexer"),
    ("arguments that exclude each other", "git log --oneline --graph --reverse", 128, "fatal: cannot combine --reverse with --graph: options '--reverse' and '--graph' cannot be used together", "git log --oneline --reverse"),
    ("a required flag", "gh pr create --title Carts", 1, "must provide `--title` and `--body` when not running interactively", "gh pr create --title Carts --body 'Sums are right now'"),
    ("one of several containers", "kubectl logs api-7", 1, "error: a container name must be specified for pod api-7, choose one of: [api proxy]", "kubectl logs api-7 -c api"),
    ("permission by flag", "deno run tool.ts", 1, 'error: Requires net access to "localhost:80", run again with the --allow-net flag', "deno run --allow-net tool.ts"),
    ("a name in use", "helm install shop ./chart", 1, "Error: INSTALLATION FAILED: cannot re-use a name that is still in use", "helm upgrade --install shop ./chart"),
    ("an option of git", "git stash pop --keep", 129, "error: unknown option `keep'\nusage: git stash pop", "git stash apply"),
    ("an option of a project's own program", "./shopctl deploy --env stage", 2, "error: unrecognized arguments: --env stage", "./shopctl deploy --stage stage"),
    ("a target of terraform", "terraform plan -target module.cart -only", 1, "Error: Failed to parse command-line flags\nflag provided but not defined: -only", "terraform plan -target module.cart"),
    ("a command of bun", "bun install --frozen", 1, "error: Invalid Argument '--frozen'", "bun install --frozen-lockfile"),
    ("a choice", "aws logs tail /ecs/shop --format table", 252, "aws: error: argument --format: Invalid choice, valid choices are: detailed | short | json", "aws logs tail /ecs/shop --format short"),
    ("a flag of the old configuration", "npx eslint --ext .ts src", 2, "Invalid option '--ext' - perhaps you meant '-c'?", "npx eslint src"),
    ("a verb that is needed", "ruff src", 2, "error: unrecognized subcommand 'src'", "ruff check src"),
    ("a script by another name", "npm run tests", 1, 'npm error Missing script: "tests"', "npm run test"),
    ("a required id", "gh run view --log", 1, "run or job ID required when not running interactively", "gh run view 881 --log"),
    ("an option of sqlite", "sqlite3 -jsonl shop.db .tables", 1, "sqlite3: Error: unknown option: -jsonl", "sqlite3 -json shop.db .tables"),
    # The same program, made by somebody else.
    ("grep without Perl", r"grep -oP 'id=\d+' app.log", 2, "grep: invalid option -- P\nusage: grep [-abcd]", "grep -oE 'id=[0-9]+' app.log"),
    ("the date of BSD", "date -d yesterday +%F", 1, "date: illegal option -- d\nusage: date [-jnRu]", "date -v-1d +%F"),
    ("stat of BSD", "stat -c %s a.bin", 1, "stat: illegal option -- c\nusage: stat [-FLnq]", "stat -f %z a.bin"),
    ("readlink of BSD", "readlink -f bin/tool", 1, "readlink: illegal option -- f", "greadlink -f bin/tool"),
    ("base64 of BSD", "base64 -w0 key.txt", 64, "base64: invalid option -- w", "base64 -i key.txt"),
    ("cp of BSD", "cp --parents src/cart.py out", 64, "cp: illegal option -- -", "rsync -R src/cart.py out"),
    ("no timeout here", "timeout 5 make serve", 127, "(eval):1: command not found: timeout", "gtimeout 5 make serve"),
    # Something is missing or forbidden here.
    ("python by its number", "python manage.py migrate", 127, "bash: python: command not found", "python3 manage.py migrate"),
    ("tests through uv", "pytest tests/cart", 127, "bash: pytest: command not found", "uv run pytest tests/cart"),
    ("types through npx", "tsc --noEmit", 127, "zsh: command not found: tsc", "npx tsc --noEmit"),
    ("the environment's own python", "python3 -m pytest -q", 1, "/usr/bin/python3: No module named pytest", ".venv/bin/python3 -m pytest -q"),
    ("just, not make", "make lint", 2, "make: *** No rule to make target 'lint'.  Stop.", "just lint"),
    ("pnpm, not npm", "npm install zod", 1, "npm error This project only supports pnpm", "pnpm add zod"),
    ("podman, not docker", "docker build -t shop .", 127, "bash: docker: command not found", "podman build -t shop ."),
    ("another program for sockets", "netstat -tlnp", 127, "bash: netstat: command not found", "ss -tlnp"),
    ("managed by somebody else", "pip install httpx", 1, "error: externally-managed-environment", "uv pip install httpx"),
    ("no terminal", "docker compose exec web rake db:seed", 1, "the input device is not a TTY", "docker compose exec -T web rake db:seed"),
    ("no editor", "git rebase -i main", 128, "error: terminal is dumb, but EDITOR unset", "GIT_SEQUENCE_EDITOR=true git rebase -i main"),
    ("a profile", "aws s3 ls shop-data", 253, "Unable to locate credentials. You can configure credentials by running aws configure", "AWS_PROFILE=shop aws s3 ls shop-data"),
    ("the folder of the module", "go build ./cmd/api", 1, "go: cannot find main module, but found .git/config in /home/ada/shop", "cd services && go build ./cmd/api"),
    ("the settings of django", "python3 -m pytest tests/cart", 1, "django.core.exceptions.ImproperlyConfigured: Requested setting DATABASES, but settings are not configured", "DJANGO_SETTINGS_MODULE=shop.settings python3 -m pytest tests/cart"),
    ("a question mark in zsh", "curl http://localhost:8080/items?limit=2", 1, "zsh: no matches found: http://localhost:8080/items?limit=2", "curl 'http://localhost:8080/items?limit=2'"),
    # Something is in the way, or has to be done first.
    ("a branch in another worktree", "git checkout main", 128, "fatal: 'main' is already used by worktree at '/home/ada/shop'", "git fetch origin main && git checkout -b fix-cart origin/main"),
    ("no upstream", "git push", 128, "fatal: The current branch fix-cart has no upstream branch.", "git push -u origin fix-cart"),
    ("others pushed first", "git push origin main", 1, "! [rejected] main -> main (fetch first)\nerror: failed to push some refs", "git pull --rebase origin main && git push origin main"),
    ("a branch that is there", "git switch -c fix-cart", 128, "fatal: a branch named 'fix-cart' already exists", "git switch fix-cart"),
    ("divergent branches", "git pull", 128, "hint: You have divergent branches: git config pull.rebase false\nfatal: Need to specify how to reconcile divergent branches.", "git pull --rebase"),
    ("no lock file", "npm ci", 1, "npm error The `npm ci` command can only install with an existing package-lock.json", "npm install"),
    # More of all of these, invented after the rules had been made.
    ("an option of kubectl top", "kubectl top pods --sort cpu", 1, "error: unknown flag: --sort", "kubectl top pods --sort-by cpu"),
    ("a limit of docker", "docker run --memory-limit 1g shop", 125, "unknown flag: --memory-limit", "docker run --memory 1g shop"),
    ("notes of a release", "gh release create v1 --body x", 1, "unknown flag: --body", "gh release create v1 --notes x"),
    ("the author of an issue", "gh issue list --json id,reporter", 1, 'Unknown JSON field: "reporter"', "gh issue list --json id,author"),
    ("a feature of cargo", "cargo add serde --feature derive", 1, "error: unexpected argument '--feature' found\n\n  tip: a similar argument exists: '--features'", "cargo add serde --features derive"),
    ("a dry run of npm", "npm audit fix --dryrun", 1, "npm error code EUSAGE\nnpm error Unknown option: --dryrun", "npm audit fix --dry-run"),
    ("a cache of uv", "uv pip install -r requirements.txt --no-cache-dir", 2, "error: unexpected argument '--no-cache-dir' found", "uv pip install -r requirements.txt --no-cache"),
    ("a lock file of yarn", "yarn install --frozen-lockfile", 1, 'Unknown Syntax Error: Unsupported option name ("--frozen-lockfile").', "yarn install --immutable"),
    ("casks of brew", "brew cask install foo", 1, "Error: Unknown command: cask", "brew install --cask foo"),
    ("coverage through uv", "pytest --cov=shop tests", 4, "error: unrecognized arguments: --cov=shop", "uv run --with pytest-cov pytest --cov=shop tests"),
    ("a file for xargs", "xargs -a list.txt rm", 1, "xargs: illegal option -- a", "cat list.txt | xargs rm"),
    ("sums of BSD", "md5sum a.bin", 127, "bash: md5sum: command not found", "md5 a.bin"),
    ("memory of BSD", "ps --sort=-rss aux", 1, "ps: illegal option -- -", "ps aux -m"),
    ("the current branch", "git branch --show-current-name", 129, "error: unknown option `show-current-name'", "git branch --show-current"),
    ("a worktree of a branch in use", "git worktree add ../x main", 128, "fatal: 'main' is already checked out at '/home/ada/shop'", "git worktree add -b fix ../x origin/main"),
    ("submodules to be begun", "git submodule update", 128, "fatal: not a git repository: sub/.git", "git submodule update --init"),
    ("a password of redis", "redis-cli get a", 1, "NOAUTH Authentication required.", "redis-cli -a secret get a"),
    ("rails of the project", "rails db:migrate", 127, "bash: rails: command not found", "bin/rails db:migrate"),
    ("no tests in a module", "mvn test -Dtest=CartTest", 1, 'No tests matching pattern "CartTest" were executed! (Set -DfailIfNoSpecifiedTests=false to ignore this error.)', "mvn test -Dtest=CartTest -DfailIfNoSpecifiedTests=false"),
    ("a task that is ambiguous", "./gradlew test --tests Cart", 1, "Task 'test' is ambiguous in root project 'shop'. Candidates are: 'testDebugUnitTest'", "./gradlew testDebugUnitTest --tests Cart"),
    ("no terminal for exec", "docker exec -it web sh -c ls", 1, "the input device is not a TTY", "docker exec web sh -c ls"),
    ("no terminal for cron", "crontab -e", 1, "crontab: no terminal: not a tty", "crontab jobs.txt"),
    ("a package of a workspace", "pnpm test cart", 1, 'ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL None of the packages has a "test" script', "pnpm --filter web test cart"),
    ("coverage of bun", "bun test --coverage-dir x", 1, "error: Invalid Argument '--coverage-dir'", "bun test --coverage"),
    ("a misspelt option of swift", "swift test --filter Cart --verbos", 64, "error: Unknown option '--verbos'", "swift test --filter Cart --verbose"),
    ("a type of rg", "rg --type tsx Cart", 2, "unrecognized file type: tsx", "rg -g '*.tsx' Cart"),
    ("hidden files of fd", "fd --hidden-files a", 2, "error: unexpected argument '--hidden-files' found", "fd --hidden a"),
    ("a group of az", "az vm list --rg shop", 2, "ERROR: unrecognized arguments: --rg shop", "az vm list --resource-group shop"),
    ("memory of gcloud", "gcloud run deploy shop --memory-limit 1Gi", 2, "ERROR: (gcloud.run.deploy) unrecognized arguments: --memory-limit", "gcloud run deploy shop --memory 1Gi"),
    ("flutter through its manager", "flutter test --name x", 127, "bash: flutter: command not found", "fvm flutter test --name x"),
    ("a target by another name", "make test", 2, "make: *** No rule to make target 'test'.  Stop.", "make check"),
    ("a script with an option", "npm run lint:fix", 1, 'npm error Missing script: "lint:fix"', "npm run lint -- --fix"),
)  # fmt: skip

MISSED: tuple[Row, ...] = (
    ("the order of jq", "jq -f a.json .x", 2, "jq: error: Could not open file .x", "jq .x a.json"),
    ("sed of BSD", "sed -i 's/a/b/' x.txt", 1, 'sed: 1: "x.txt": invalid command code x', "sed -i '' 's/a/b/' x.txt"),
    ("tac", "tac app.log", 127, "bash: tac: command not found", "tail -r app.log"),
    ("a protected branch", "git push origin HEAD", 1, "remote: error: GH006: Protected branch update failed for refs/heads/main.", "git push origin HEAD:refs/heads/fix"),
    ("a role of postgres", "psql -c 'select 1'", 2, 'psql: error: connection to server on socket failed: FATAL: role "root" does not exist', "psql -U postgres -h localhost -c 'select 1'"),
    ("build through uv", "python3 -m build", 1, "No module named build", "uv build"),
    ("node with types", "node --test src/a.test.ts", 1, 'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts"', "node --import tsx --test src/a.test.ts"),
    ("a clone with rights", "git clone git@github.com:acme/shop.git", 128, "git@github.com: Permission denied (publickey).", "gh repo clone acme/shop"),
)  # fmt: skip
"""What is not found yet, so that it is seen when it is."""

SESSIONS: dict[str, tuple[Told, ...]] = {
    "across retries": (
        ran("gh pr list --format json", "unknown flag: --format", 1),
        ran("gh pr list --output json", "unknown flag: --output", 1),
        ran("gh pr list --json number,state", '[{"number":7}]'),
    ),
    "with looks in between": (
        ran("kubectl rollout status api --since 5m", "error: unknown flag: --since", 1),
        ran("ls deploy", "api.yaml"),
        used("Read", {"file_path": "/home/ada/shop/deploy/api.yaml"}, "kind: Deployment"),
        ran("kubectl rollout status api --timeout 5m", "deployment api successfully rolled out"),
    ),
    "after a look at the help": (
        ran("flyctl deploy --only web", "Error: unknown flag: --only", 1),
        ran("flyctl deploy --help", "Usage: flyctl deploy [flags]\n  --process-groups strings"),
        ran("flyctl deploy --process-groups web", "deployed"),
    ),
    "set up first: terraform": (
        ran("terraform plan", "Error: Backend initialization required, please run terraform init", 1),
        ran("terraform init", "Terraform has been successfully initialized!"),
        ran("terraform plan", "No changes."),
    ),
    "set up first: trust": (
        ran("mise run lint", "mise ERROR Config files in ~/shop/mise.toml are not trusted.", 1),
        ran("mise trust", "trusted /home/ada/shop"),
        ran("mise run lint", "ok"),
    ),
    "set up first: packages": (
        ran("npm run build", "sh: vite: command not found", 127),
        ran("npm install", "added 211 packages"),
        ran("npm run build", "built in 2s"),
    ),
    "set up first: gems": (
        ran("bundle exec rake routes", "bundler: command not found: rake", 127),
        ran("bundle install", "Bundle complete!"),
        ran("bundle exec rake routes", "GET /carts"),
    ),
    "read before it is written": (
        used("Edit", {"file_path": "/home/ada/shop/a.py", "old_string": "a", "new_string": "b"}, "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>", wrong=True),
        used("Read", {"file_path": "/home/ada/shop/a.py"}, "1\ta = 1"),
        used("Edit", {"file_path": "/home/ada/shop/a.py", "old_string": "a", "new_string": "b"}, "The file has been updated."),
    ),
    "read in parts": (
        used("Read", {"file_path": "/home/ada/shop/big.json"}, "<tool_use_error>File content (48211 tokens) exceeds maximum allowed tokens (25000). Use offset and limit parameters.</tool_use_error>", wrong=True),
        used("Read", {"file_path": "/home/ada/shop/big.json", "offset": 1, "limit": 200}, "1\t{"),
    ),
    "another tool, named by the error": (
        used("Edit", {"file_path": "/home/ada/shop/sums.ipynb", "old_string": "a", "new_string": "b"}, "<tool_use_error>File is a Jupyter Notebook. Use the NotebookEdit tool to edit this file.</tool_use_error>", wrong=True),
        used("NotebookEdit", {"notebook_path": "/home/ada/shop/sums.ipynb", "new_source": "b"}, "Updated cell 0"),
    ),
    "an argument by another name": (
        used("mcp__tracker__save_issue", {"title": "Sums", "state": "Doing"}, "MCP error -32602: Input validation error: unrecognized key 'state', expected state_id", wrong=True),
        used("mcp__tracker__save_issue", {"title": "Sums", "state_id": "s-4"}, '{"ok":true}'),
    ),
    "an argument of another form": (
        used("mcp__calendar__create_event", {"title": "Sums", "start": "tomorrow"}, "MCP error -32602: Invalid argument: parameter start must be given as a full time", wrong=True),
        used("mcp__calendar__create_event", {"title": "Sums", "start": "2026-05-01T10:00:00Z"}, '{"ok":true}'),
    ),
    "an option of a search tool": (
        used("Grep", {"pattern": "cartTotal", "type": "tsx"}, "Error: unrecognized file type: tsx is not a valid type", wrong=True),
        used("Grep", {"pattern": "cartTotal", "glob": "*.tsx"}, "src/Cart.tsx"),
    ),
    "in the form of Codex": (
        codex("cargo nextest run --nocapture", "error: unexpected argument '--nocapture' found", 2),
        codex("cargo nextest run --no-capture", "3 tests run: 3 passed"),
    ),
    "a command that ran on": (
        used("exec_command", {"cmd": "npm run dev -- --hots"}, running(41)),
        used("write_stdin", {"session_id": 41, "chars": ""}, ended("error: unknown option '--hots'", 1)),
        codex("npm run dev -- --host", "ready"),
    ),
    "hidden by a pipe": (
        ran("gh pr view 9 --json title,assignee | jq -r .title", 'Unknown JSON field: "assignee"'),
        ran("gh pr view 9 --json title,assignees | jq -r .title", "Sums"),
    ),
    "in the middle of a pipe": (
        ran(r"find src -name '*.py' | xargs -d '\n' wc -l | tail -1", "xargs: illegal option -- d\nusage: xargs [-0opt]"),
        ran("find src -name '*.py' -print0 | xargs -0 wc -l | tail -1", "981 total"),
    ),
    "explained by the agent": (
        ran("uv run shop-migrate upgrade", "exited early: nothing matches", 1),
        remarked("That form is not supported here; let me use the other command instead."),
        ran("uv run shop-migrate upgrade --all", "upgraded"),
    ),
}  # fmt: skip
"""By name, sessions whose first failure is recovered from in the last call."""
