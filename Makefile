# `make play` and `make test` are all a newcomer needs. Both set everything up first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATIC := src/ludus/server/static/index.html
CHECKED := web/node_modules/.ludus-checked
# Not what is generated from the schema: that is written anew whenever types are checked.
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -name openapi.json -not -name api.d.ts \
  2>/dev/null) $(wildcard src/ludus/server/*schema.py)

FAST := .venv-fast
SOURCES := $(shell find src/ludus -name '*.py' -o -name '*.toml')
SAME ?= 1000

# What is compiled once is kept: the tests start hundreds of processes, and collecting them takes a third of the time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check lint types types-python types-web bench soak fast test-fast bench-fast pin clean chromium

play: $(BIN)/ludus $(STATIC)
	$(BIN)/ludus play

test: $(VENV)/dev $(STATIC) chromium
	$(MAKE) -j2 lint types
	$(BIN)/pytest -n auto --dist worksteal

check: $(VENV)/dev
	$(MAKE) -j2 lint types
	$(BIN)/pytest -n auto -m "not browser and not slow"

lint: $(VENV)/dev
	$(BIN)/ruff check src tests bench tools
	$(BIN)/ruff format --check src tests bench tools

types: types-python types-web

types-python: $(VENV)/dev
	$(BIN)/mypy

types-web: $(CHECKED)

# Unlike mypy, svelte-check keeps nothing between two runs: twenty seconds, for which something must have changed.
$(CHECKED): $(VENV)/dev $(STATIC) $(WEB_SOURCES) $(wildcard src/ludus/server/*.py)
	$(BIN)/python tools/web.py check
	@touch $@

# Hours: a thousand kills on each database, a million pieces of nonsense.
soak: $(VENV)/dev
	$(BIN)/python tools/soak.py $(SOAK)

bench: $(VENV)/dev
	$(BIN)/ludus bench

# -- compiled ------------------------------------------------------------------------------
# Rules, states and planners compiled by mypyc, in an environment of their own; pure Python stays the reference.
# `make test-fast` goes on where it was stopped; SAME=20 compares fewer games.

fast: $(FAST)/bin/ludus

test-fast: $(FAST)/bin/ludus
	$(FAST)/bin/ludus --version | grep compiled
	$(BIN)/python tools/same.py $(FAST)/bin/python --games $(SAME)
	$(FAST)/bin/pytest -n auto --dist worksteal -m "not browser" $(addprefix tests/,core games rules bots conformance golden lab)

bench-fast: $(FAST)/bin/ludus
	$(FAST)/bin/ludus bench

$(FAST)/bin/ludus: $(VENV)/dev $(STATIC) $(SOURCES) tools/compiled.py
	test -x $(FAST)/bin/python || $(PYTHON) -m venv $(FAST)
	$(FAST)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	rm -rf build/fast
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps \
	  --no-build-isolation --wheel-dir build/fast .
	$(FAST)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall build/fast/*.whl
	@touch $@

# -- setting up ----------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ludus needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(BIN)/ludus: $(BIN)/python requirements.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev: $(BIN)/ludus requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

$(STATIC): $(BIN)/ludus $(WEB_SOURCES)
	$(BIN)/python tools/web.py build
	@touch $@

chromium: $(BIN)/python
	@$(BIN)/python tools/chromium.py

# -- for maintainers -------------------------------------------------------------------------

# Anew from the .in files; no registry is named.
pin:
	for name in requirements requirements-node requirements-postgres requirements-people requirements-dask requirements-lab requirements-learn \
	  requirements-dev; do \
	  uv pip compile --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-header --quiet \
	    $$name.in -o $$name.txt || exit 1; \
	done

clean:
	rm -rf $(VENV) $(FAST) web/node_modules src/ludus/server/static build
