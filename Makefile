# Every target works from a fresh clone with Python 3.11 or newer, git and make; the first one sets up .venv.
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3,$(shell command -v $(p))))
BIN := .venv/bin
READY := .venv/.ready
PACKAGES := pipelines assets index_artifacts eval
PYTHON_FILES := $(PACKAGES) tests scripts benchmarks proofs

.DEFAULT_GOAL := help
.PHONY: help setup lint format format-check types test readme check bench clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 14

setup: $(READY) ## Make .venv with the locked versions

$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is not on the PATH; install it or give PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	$(BIN)/python -m compileall -q $(PACKAGES)
	@touch $@

lint: $(READY) ## Check the rules of pyproject.toml
	$(BIN)/ruff check $(PYTHON_FILES)

format: $(READY) ## Format the code and apply safe fixes
	$(BIN)/ruff check --fix-only --quiet $(PYTHON_FILES)
	$(BIN)/ruff format $(PYTHON_FILES)

format-check: $(READY) ## Check that the code is formatted
	$(BIN)/ruff format --check $(PYTHON_FILES)

types: $(READY) ## Check the types, strictly
	$(BIN)/mypy

test: $(READY) ## Run the tests
	$(BIN)/pytest

readme: $(READY) ## Run the commands and the Python of the README
	$(BIN)/python scripts/readme_commands.py

check: lint format-check types test readme ## All of the above; CI runs this

bench: $(READY) ## Measure indexing and searching DIRS="..." (default: this checkout)
	$(BIN)/python -m benchmarks $(or $(DIRS),.)

clean: ## Remove .venv and caches
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
