# Every target makes what it needs inside .venv. Once that is there, nothing is fetched again until a lock changes.

# The first that runs, is new enough and can make a virtual environment; `make play PYTHON=...` names another.
FIT := import ensurepip, sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.13 python3.14 python3.12 python3.11 python3; do \
	$$p -c '$(FIT)' 2>/dev/null && echo $$p && break; done)
UV ?= uv

PIP := .venv/bin/python -m pip --disable-pip-version-check --quiet

.PHONY: help play test quick check docs words bench prove lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' Makefile

play: .venv/.base ## play in the browser (ARGS="..." is passed on to lastraft serve)
	@.venv/bin/lastraft serve $(ARGS)

# The games' rules are compiled first, on both cores: else every server of a test would begin to, and none would end.
test: .venv/.dev ## run the tests (ARGS="..." is passed on to pytest)
	@echo "Compiling the rules (minutes the first time) ..."
	@printf '%s\n' hellapagos outlive survive | xargs -P 2 -n 1 .venv/bin/python -c \
		'import lastraft, sys; from lastraft.bots import prepare; prepare(lastraft.game(sys.argv[1]))'
	.venv/bin/python -m pytest -n 3 --dist worksteal $(ARGS)

quick: .venv/.dev ## run the tests of the kernel and of each rule, in a minute
	.venv/bin/python -m pytest -n 2 tests/kernel tests/survive tests/hellapagos tests/outlive \
		--ignore-glob='*/test_bots.py' --ignore-glob='*/test_conformance.py' $(ARGS)

check: .venv/.dev ## lint, formatting, types, the lint of rules, imports, whether `make prove` is due
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/python -m lastraft.kernel.lint
	.venv/bin/python -m tools.check_imports
	.venv/bin/python -m tools.prove_clauses --check
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules && npm run --silent check; \
		else echo "no npm here: the page's scripts and styles were not checked"; fi

node_modules: package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

docs: .venv/.docs ## build the site of guides and API into site/
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --quiet $(ARGS)

words: .venv/.base ## collect new sentences into the translations (ARGS="game" begins a game's)
	.venv/bin/python -m lastraft.testing.update_translations $(ARGS)

bench: .venv/.base ## measure the speed
	.venv/bin/python bench/run.py $(ARGS)

prove: .venv/.dev ## see that a test fails without the code of each clause, write docs/clauses.md
	.venv/bin/python -m tools.prove_clauses $(ARGS)

# The later locks take the base lock as a constraint: tests run on the versions that players get.
# One version of each package for all Pythons ("fewest"), so that a bug found on one is a bug on all.
COMPILE = $(UV) pip compile pyproject.toml --extra server --extra arena --extra postgres --extra push --group build --universal \
	--python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --quiet --upgrade
lock: ## choose newer versions and write requirements/*.lock (needs uv)
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv/"; exit 1; }
	$(COMPILE) --output-file requirements/base.lock
	$(COMPILE) --extra dev --constraints requirements/base.lock --output-file requirements/dev.lock
	$(COMPILE) --extra docs --constraints requirements/dev.lock --output-file requirements/docs.lock

clean: ## remove everything that the other targets made
	rm -rf .venv node_modules dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment knows its own path and its Python: after a move of either, make another.
ifneq ($(shell .venv/bin/python -c '' 2>/dev/null && cat .venv/.made),$(CURDIR))
.PHONY: .venv/.made
endif

.venv/.made:
	@"$(PYTHON)" -c '$(FIT)' 2>/dev/null || { \
		echo "Last Raft needs Python 3.11 or newer with its venv module, and found none."; \
		echo "  Debian, Ubuntu:  apt install python3 python3-venv"; \
		echo "  macOS:           brew install python"; \
		echo "  elsewhere:       make $(MAKECMDGOALS) PYTHON=/path/to/python3"; \
		exit 1; } >&2
	@echo "Making .venv with $$("$(PYTHON)" --version) ..."
	@"$(PYTHON)" -m venv --clear .venv
	@echo "$(CURDIR)" > $@

.venv/.base: .venv/.made requirements/base.lock pyproject.toml
	@echo "Installing what the games need (only this once) ..."
	@$(PIP) install --requirement requirements/base.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: .venv/.base requirements/dev.lock
	@echo "Installing what the checks need (only this once) ..."
	@$(PIP) install --requirement requirements/dev.lock
	@touch $@

.venv/.docs: .venv/.base requirements/docs.lock
	@echo "Installing what the site needs (only this once) ..."
	@$(PIP) install --requirement requirements/docs.lock
	@touch $@
