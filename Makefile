# Everything sets itself up in .venv: a Python from 3.11 on, make and a C++17 compiler are enough.
PYTHON ?= python3
VENV ?= .venv
NATIVE_BUILD ?= build/native

BIN := $(CURDIR)/$(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
CMAKE := $(shell command -v cmake 2>/dev/null)
NINJA := $(shell command -v ninja 2>/dev/null)
CORE_SOURCES := setup.py pyproject.toml $(shell find csrc/src csrc/include sidecar -name '*.cpp' -o -name '*.hpp' -o -name '*.py[xd]')
CXX_FILES = $(shell find csrc -name '*.[ch]pp' ! -name unicode_tables.cpp)

ifdef UV
NEW_VENV = uv venv --quiet --python "$(PYTHON)" "$(VENV)"
INSTALL = uv pip install --quiet --python "$(BIN)/python"
WHEEL = uv build --quiet --wheel --python "$(BIN)/python" --out-dir dist
else
NEW_VENV = "$(PYTHON)" -m venv "$(VENV)" && "$(BIN)/python" -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
INSTALL = "$(BIN)/python" -m pip install --quiet --disable-pip-version-check
WHEEL = "$(BIN)/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
endif

.PHONY: help test check native campaign demo bench proto generate cldr format build clean
.DEFAULT_GOAL := help
export PATH := $(BIN):$(PATH)

help:
	@echo "make demo      watch right and wrong answers being checked over gRPC"
	@echo "make test      every Python test, with all its set-up"
	@echo "make check     formatters, linters, types, stubs, import rules, generated files"
	@echo "make native    the C++ tests and fuzzers under sanitizers"
	@echo "make bench     the benchmarks of this machine"
	@echo "make image     the image of deploy/, built and run (root, Debian)"
	@echo "make generate  everything that is generated and committed; make proto: the protocol alone"
	@echo "make format    formats Python and C++"
	@echo "make build     the wheel, for every Python from 3.11 on, in dist/"
	@echo "make campaign  fuzzing, hostile callers and faults for hours; SHARE=0.01 does a hundredth"

# ---------------------------------------------------------------------------------------------------- set-up

$(BIN)/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "verify-sidecar needs Python 3.11 or newer, not " + sys.version.split()[0] + ": make PYTHON=python3.12")'
	$(NEW_VENV)

$(VENV)/.package: $(BIN)/python $(CORE_SOURCES)
	$(INSTALL) --editable . --group test
	@touch "$@"

$(VENV)/.check: $(VENV)/.package pyproject.toml
	$(INSTALL) --group check
	@touch "$@"

$(VENV)/.bench: $(VENV)/.package pyproject.toml
	$(INSTALL) --editable ".[bench]"
	@touch "$@"

$(VENV)/.native: $(BIN)/python pyproject.toml
	$(if $(and $(CMAKE),$(NINJA)),,$(INSTALL) --group native)
	@touch "$@"

# ---------------------------------------------------------------------------------------------------- checks

test: $(VENV)/.package
	"$(BIN)/python" -m pytest $(PYTEST_ARGS)

check: $(VENV)/.check
	ruff check .
	ruff format --check .
	cython-lint sidecar
	clang-format --dry-run -Werror $(CXX_FILES)
	buf lint
	buf breaking --against proto/released.binpb
	lint-imports --no-cache
	mypy
	python -m mypy.stubtest --concise sidecar._core
	python tools/gen_proto.py --check
	python tools/gen_openapi.py --check
	python tools/gen_lexicon.py --check

native: $(VENV)/.native
	cmake -S csrc -B "$(NATIVE_BUILD)" -G Ninja
	cmake --build "$(NATIVE_BUILD)"
	ctest --test-dir "$(NATIVE_BUILD)" --output-on-failure --parallel

# For hours: parts of an hour at most, which go on where they ended. make campaign SHARE=0.01 PARTS="fuzz kills"
SHARE ?= 1.0
SEED ?= 1
campaign: $(VENV)/.package $(VENV)/.native
	"$(BIN)/python" tests/campaign --share $(SHARE) --seed $(SEED) $(PARTS)

# ---------------------------------------------------------------------------------------------------- work

demo: $(VENV)/.package
	"$(BIN)/verify-sidecar" demo

bench: $(VENV)/.bench
	"$(BIN)/verify-sidecar" bench
	"$(BIN)/python" -m benchmarks

proto: $(VENV)/.check
	python tools/gen_proto.py
	python tools/gen_openapi.py

generate: proto
	python tools/gen_lexicon.py

# Builds the image of deploy/ on a Debian made for it, and runs it. Needs root, debootstrap and buildah; takes minutes.
image:
	bash tests/deploy/try_image.sh

# The protocol of this release becomes the one that later changes are compared with (docs/versioning.md).
release-protocol: $(VENV)/.check
	buf breaking --against proto/released.binpb
	buf build --exclude-source-info --output proto/released.binpb

# Needs babel: uv pip install --group cldr
cldr:
	python tools/gen_cldr.py
	python tools/gen_lexicon.py

format: $(VENV)/.check
	ruff check --fix --select I .
	ruff format .
	clang-format -i $(CXX_FILES)

build: $(BIN)/python
	SIDECAR_ABI3=1 $(WHEEL)

clean:
	rm -rf build dist
