# Two commands do everything on a machine with python3, make and a package registry: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
# Many tests start our own programs: what is compiled once starts a second sooner.
export PYTHONDONTWRITEBYTECODE :=

# Where there is room, what tests write stays in memory: they flush to disk thousands of times.
IN_MEMORY := $(shell [ "$$(df --output=avail -k /dev/shm 2>/dev/null | tail -1)" -gt 6000000 ] 2>/dev/null && [ -w /dev/shm ] && echo TMPDIR=/dev/shm)

.PHONY: help demo test checks lint types contracts docs docs-check unit coverage test-crash test-deep test-soak bench bench-recall plugin pins clean

help: ## Say what can be made.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: .venv/run ## Show what Afterwit does, on sample sessions.
	@$(BIN)/afterwit demo

test: .venv/dev postgres ## Run every check.
	@$(MAKE) --no-print-directory -j2 --output-sync=target checks unit

checks: lint types contracts docs-check

lint: .venv/dev
	$(BIN)/ruff check --quiet src tests benchmarks docs plugin
	$(BIN)/ruff format --check --quiet src tests benchmarks docs plugin

types: .venv/dev
	$(BIN)/basedpyright --level error

contracts: .venv/dev
	$(BIN)/lint-imports --config pyproject.toml

docs: .venv/dev ## Write the generated references anew.
	$(BIN)/python -m docs.generate

docs-check: .venv/dev
	$(BIN)/python -m docs.generate --check

unit: .venv/dev postgres
	$(IN_MEMORY) $(BIN)/python -m pytest -n 2 --dist worksteal -q

coverage: .venv/dev postgres ## Run the tests and hold what they cover against tests/coverage-floor: twice the time.
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report= -q
	@$(BIN)/coverage report --fail-under=$$(cat tests/coverage-floor)

.PHONY: postgres
postgres: # A real PostgreSQL for the tests, where this machine lets us have one.
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update && apt-get -qq install -y postgresql >/dev/null; } || \
	  echo "No PostgreSQL server here: its tests are skipped."

test-crash: .venv/dev postgres ## Kill writers a thousand times on each database, and break every system call of a change.
	$(BIN)/python -m benchmarks.crash --kills 1000
	$(BIN)/python -m benchmarks.crash --kills 1000 --postgresql
	$(BIN)/python -m benchmarks.crash_keep --kills 1000 --postgresql
	$(BIN)/python -m benchmarks.crash_keep --kills 1000 --faults 1

test-soak: .venv/dev ## Have 16 hooks and 4 MCP servers work on one store for a minute, and count what came of it.
	$(BIN)/python -m benchmarks.soak --seconds 60

test-deep: .venv/dev postgres ## Try every property on two thousand examples.
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -n 2 --dist worksteal -q

bench: .venv/bench .venv/peer ## Measure, and write docs/benchmarks.md.
	AFTERWIT_ACE_PYTHON=.venv/peers/bin/python AFTERWIT_PEERS_PYTHON=.venv/peers/bin/python $(BIN)/python -m benchmarks.run

bench-recall: .venv/bench ## Measure whether the right skill is found.
	$(BIN)/python -m benchmarks.recall

plugin: .venv/run ## Put the Claude Code plugin and its marketplace into build/plugin.
	@$(BIN)/python -m plugin.build build/plugin

# Peers are measured in an environment of their own. The first asks for much that its skillbook does not use: it is
# installed without that.
PEER := printf 'ace-framework==0.7.1\n'
PEER_NEEDS := printf 'chromadb==1.5.9\nmem0ai==2.2.1\nnumpy\npydantic\npython-dotenv\npython-toon\ntenacity\n'

PIN := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade

pins: .venv/dev ## Pin the newest dependencies, with hashes and without addresses.
	$(BIN)/$(PIN) pyproject.toml --extra fleet --extra dev -o requirements/dev.txt
	$(BIN)/$(PIN) pyproject.toml --extra build -c requirements/dev.txt -o requirements/run.txt
	$(BIN)/$(PIN) pyproject.toml --extra fleet --extra dev --extra bench -c requirements/dev.txt -o requirements/bench.txt
	($(PEER) | $(BIN)/$(PIN) --no-deps - && $(PEER_NEEDS) | $(BIN)/$(PIN) -) > requirements/peer.txt

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/run: .venv/bin/python requirements/run.txt pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev: .venv/run requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

.venv/bench: .venv/dev requirements/bench.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@

.venv/peer: .venv/bin/python requirements/peer.txt
	$(PYTHON) -m venv .venv/peers
	.venv/peers/bin/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/peer.txt
	@touch $@

clean: ## Remove what was made.
	rm -rf .venv .coverage* .hypothesis .ruff_cache .import_linter_cache
