# make run | test | check | prove | bench | docs | lock | clean
# Needs Python 3.11 to 3.14, pip, and make. PYTHON=python3.12 picks another Python, VENV=dir another folder.

# What `make run` starts.
RUN_COMMAND = run

VENV ?= .venv
# How many suites of tests that compute, or proofs, run at a time; by default, what suits the machine.
WORKERS ?=

AT_A_TIME = $(if $(WORKERS),--workers $(WORKERS))

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

SUPPORTED = import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(SUPPORTED)' 2>/dev/null && { echo $$p; break; }; done)
PYTHON := $(PYTHON)
BIN := $(VENV)/bin
PY := $(BIN)/python

# A stamp is named after the content of what was installed, so a changed lock is installed once and a
# touched one never; file times do not matter.
sum = $(firstword $(shell cat $(1) | cksum))
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
MADE := $(VENV)/.made-$(VERSION)
UV_STAMP := $(VENV)/.uv-$(call sum,requirements/lock.txt)
BUILD_STAMP := $(VENV)/.build-$(call sum,requirements/build.txt)
RUN_STAMP := $(VENV)/.run-$(call sum,requirements/run.txt)
TEST_STAMP := $(VENV)/.test-$(call sum,requirements/test.txt)
DOCS_STAMP := $(VENV)/.docs-$(call sum,requirements/docs.txt)
BENCH_STAMP := $(VENV)/.bench-$(call sum,requirements/bench.txt)
# The package itself is linked, not copied, so only its metadata can become stale. A virtual
# environment in another folder belongs to another tree and keeps its link.
ifeq ($(VENV),.venv)
PACKAGE_STAMP := $(VENV)/.package-$(call sum,pyproject.toml)
endif

# The virtual environment's pip, or PYTHON's own if the system lacks ensurepip (Debian).
PIP = $$(if $(PY) -m pip --version >/dev/null 2>&1; then echo "$(PY) -m pip"; \
	else echo "$(PYTHON) -m pip --python $(PY)"; fi)
INSTALL = $(PIP) install --quiet --disable-pip-version-check --no-input
# Python compiles what it imports; to compile everything would take twenty seconds more.
LOCKED = --require-hashes --no-deps --only-binary :all:
BY_PIP = $(INSTALL) $(LOCKED) --no-compile
# uv installs the same files, checked by the same hashes, in a fifth of the time. An index that only
# pip is set up for is out of its reach; then pip installs them.
BY_UV = UV_HTTP_RETRIES=1 $(BIN)/uv pip install --quiet --python $(PY) $(LOCKED)
install = @{ test ! -e $(VENV)/.by-pip && $(BY_UV) $(1) 2>/dev/null; } || \
	{ touch $(VENV)/.by-pip && $(BY_PIP) $(1); }
say = @printf '\033[1m>>\033[0m %s\n'

# Tests, checks, and benchmarks use this tree, whichever tree is linked into the environment.
test check prove bench: export PYTHONPATH := $(CURDIR)/src
# Every process of the tests and benchmarks reads the bytecode that the first one wrote, even where
# the environment asks Python to write none.
test check prove bench: export PYTHONDONTWRITEBYTECODE :=
test check prove bench: export PYTHONPYCACHEPREFIX := $(CURDIR)/build/bytecode
# They also share compiled kernels and cached results, and leave the user's own cache alone.
test check prove kernels: export CARDROOM_CACHE := $(CURDIR)/build/cache

.PHONY: help run test check kernels chromium prove bench docs lock clean python

help:
	@echo "make run     install what you need to play, and start: cardroom $(RUN_COMMAND)"
	@echo "make test    run the checks and every test suite, with their times and budgets"
	@echo "make check   run ruff, mypy, import-linter, and the house style checks"
	@echo "make prove   run the long proofs (more than an hour); continues where it was interrupted"
	@echo "make bench   measure speed against the goals; make bench NAME measures one"
	@echo "make docs    build the documentation site in site/"
	@echo "make lock    update the locks in requirements/"
	@echo "make clean   remove everything that make created"

python:
	@test -n "$(PYTHON)" || { echo "cardroom needs Python 3.11 to 3.14; none was found." >&2; exit 1; }
	@$(PYTHON) -c '$(SUPPORTED)' || \
		{ echo "cardroom needs Python 3.11 to 3.14; $(PYTHON) is not one of them." >&2; exit 1; }

$(MADE): | python
	$(say) "creating $(VENV) with Python $(VERSION)"
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@touch $@

# One after the other: under make -j, two pips in one environment would collide.
$(UV_STAMP): $(MADE)
	$(say) "installing uv, which installs the rest"
	@$(BY_PIP) -r requirements/lock.txt
	@rm -f $(VENV)/.uv-* && touch $@

$(BUILD_STAMP): $(MADE) | $(UV_STAMP)
	$(say) "installing the build backend"
	$(call install,-r requirements/build.txt)
	@rm -f $(VENV)/.build-* && touch $@

$(RUN_STAMP): $(MADE) | $(BUILD_STAMP)
	$(say) "installing the requirements of cardroom (requirements/run.txt)"
	$(call install,-r requirements/run.txt)
	@rm -f $(VENV)/.run-* && touch $@

$(TEST_STAMP): $(MADE) | $(RUN_STAMP)
	$(say) "installing the requirements of the tests (requirements/test.txt)"
	$(call install,-r requirements/test.txt)
	@rm -f $(VENV)/.test-* && touch $@

$(VENV)/.package-%: $(MADE) | $(RUN_STAMP)
	$(say) "installing cardroom"
	@$(INSTALL) --no-index --no-deps --no-build-isolation --editable .
	@rm -f $(VENV)/.package-* && touch $@

run: $(RUN_STAMP) $(PACKAGE_STAMP)
	$(say) "cardroom $(RUN_COMMAND)"
	@$(BIN)/cardroom $(RUN_COMMAND)

check: $(TEST_STAMP) $(PACKAGE_STAMP)
	$(say) "checking"
	@$(PY) scripts/run_suites.py check $(AT_A_TIME)

# The kernels are compiled while the rest is installed; the suites wait for them.
kernels: $(RUN_STAMP)
	$(say) "compiling the kernels in the background"
	@mkdir -p build && { $(PY) scripts/compile_kernels.py >build/kernels.log 2>&1 & }

# A browser is installed, where the machine lacks one and lets us, while the rest is installed.
chromium: | python
	$(say) "looking for Chromium in the background"
	@mkdir -p build && { $(PYTHON) scripts/find_chromium.py >build/chromium.log 2>&1 & }

test: chromium $(RUN_STAMP) kernels $(TEST_STAMP) $(PACKAGE_STAMP)
	$(say) "waiting for Chromium"
	@CARDROOM_CHROMIUM="$$($(PY) scripts/find_chromium.py)" || exit 1; export CARDROOM_CHROMIUM; \
		$(PY) scripts/run_suites.py $(AT_A_TIME)

# PROVE_OPTIONS=--fresh starts from scratch; a part of a name runs only the matching proofs.
PROVE_OPTIONS ?=

prove: $(TEST_STAMP) $(PACKAGE_STAMP)
	$(say) "proving"
	@CARDROOM_CHROMIUM="$$($(PY) scripts/find_chromium.py)"; export CARDROOM_CHROMIUM; \
		$(PY) scripts/prove.py $(AT_A_TIME) --report build/prove-report.md $(PROVE_OPTIONS)

$(BENCH_STAMP): $(TEST_STAMP)
	$(say) "installing the programs to compare with (requirements/bench.txt)"
	$(call install,-r requirements/bench.txt)
	@rm -f $(VENV)/.bench-* && touch $@

# `make bench equity` runs one module, `make bench heads-up` the benchmarks with that in their names.
bench: $(TEST_STAMP) $(BENCH_STAMP) $(PACKAGE_STAMP)
	$(say) "measuring"
	@$(PY) -m bench $(BENCH_NAMES)

ifeq (bench,$(firstword $(MAKECMDGOALS)))
BENCH_NAMES := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
ifneq (,$(BENCH_NAMES))
.PHONY: $(BENCH_NAMES)
$(BENCH_NAMES):
	@:
endif
endif

$(DOCS_STAMP): $(MADE) | $(RUN_STAMP)
	$(say) "installing the requirements of the documentation (requirements/docs.txt)"
	$(call install,-r requirements/docs.txt)
	@rm -f $(VENV)/.docs-* && touch $@

docs: $(RUN_STAMP) $(DOCS_STAMP)
	$(say) "building site/"
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet --strict
	$(say) "open site/index.html"

# The locks name no index (--no-emit-index-url) and nothing about the machine that made them.
LOCK_VENV := build/lock-venv
COMPILE = $(LOCK_VENV)/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate $(LOCK_OPTIONS)
# LOCK_OPTIONS=--upgrade takes the newest versions; otherwise only changes in *.in are applied.
LOCK_OPTIONS ?=

lock: | python
	$(say) "installing the lock tool"
	@$(PYTHON) -m venv --clear $(LOCK_VENV)
	@$(LOCK_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
		--require-hashes -r requirements/lock.txt
	@for name in run postgres cluster test bench docs build lock; do \
		printf '>> %s\n' "locking requirements/$$name.txt"; \
		$(COMPILE) requirements/$$name.in --output-file requirements/$$name.txt || exit 1; done

clean:
	rm -rf .venv build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} +
