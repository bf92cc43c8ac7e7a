# Everything a player, maker or contributor does with a checkout; `make` alone lists it.
# PYTHON=python3.12 chooses a Python; ARGS="..." passes words on to the command.

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

export PYTHON
# Tests start hundreds of processes: where nothing may be kept compiled, each compiles the program anew.
unexport PYTHONDONTWRITEBYTECODE
MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := help
.PHONY: help run page parts test test-slow test-deploy check format bench lock clean
.PHONY: runtime-environment test-environment bench-environment static-checks
.PHONY: checks-in-one-piece pytest simulated-chip

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: runtime-environment page ## run a simulated table and print the address of its dashboard
	@$(BIN)/referee run $(ARGS)

page: runtime-environment ## build the dashboard's page, if anything has changed
	@$(BIN)/python scripts/build_ui.py

parts: ## make the parts of a table to print and to cut, in build/parts
	@scripts/system-packages.sh parts
	@$(PYTHON) scripts/make_parts.py $(ARGS)

test: test-environment ## check everything and run the tests
	@$(MAKE) --jobs=2 --keep-going checks-in-one-piece pytest

test-slow: test-environment ## the same with the slow tests
	@$(MAKE) --jobs=2 --keep-going checks-in-one-piece pytest CHOSEN='-m "not hardware"'

test-deploy: test-environment ## install, update and remove a table in a Debian of its own
	@scripts/system-packages.sh deploy
	REFEREE_TEST_DEPLOY=1 $(BIN)/python -m pytest -n 0 -m slow tests/deploy $(ARGS)

check: test-environment static-checks ## format, lint, types, import direction and dead code, without tests

bench: bench-environment ## measure rules, touch and reading beside their references (ARGS="rules --seconds 60")
	@$(BIN)/python -m scripts.bench $(or $(ARGS),all)

format: test-environment ## format the code and correct what can be corrected by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python scripts/build_ui.py --format

lock: ## write the lock files anew (UPGRADE=1 for the newest versions)
	@scripts/lock.sh

clean: ## remove everything that was installed or generated
	rm -rf .venv .venv-lock build dist firmware/build
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

static-checks: test-environment
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/dead_code.py
	$(BIN)/python scripts/build_ui.py --check

# They run beside the tests, once the environment is there, and are shown when they are through.
checks-in-one-piece:
	@$(MAKE) --output-sync=target static-checks

pytest: test-environment simulated-chip
	REFEREE_EXPECT_TOOLS=1 $(BIN)/python -m pytest -n auto $(CHOSEN) $(ARGS)

# The tests of the scale run the real firmware in it.
simulated-chip: test-environment
	@$(MAKE) -C firmware all sim

runtime-environment:
	@scripts/environment.sh runtime

test-environment:
	@scripts/system-packages.sh test
	@scripts/environment.sh test

bench-environment:
	@scripts/environment.sh bench
