# The commands of the project. Each makes .venv by itself, with the versions of constraints.txt.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test check bench format lock clean clean-kernels

demo: $(VENV)/plots.stamp  ## three pictures: what the search does, sample birds, the words of one of them
	$(BIN)/python scripts/demo.py -o demo.png
	$(BIN)/python scripts/show_sample.py -o sample.jpg --first 36
	$(BIN)/python scripts/show_features.py -o features.png

test: $(VENV)/test.stamp  ## all tests, in minutes
	$(BIN)/python -m pytest

check: $(VENV)/dev.stamp  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/plots.stamp  ## the figures of the README: tables, JSON and a plot; DATA=a CUB folder for its images
	$(BIN)/python scripts/benchmark_search.py --json benchmark_search.json --plot benchmark_search.png
	$(BIN)/python scripts/benchmark_features.py $(DATA) --json benchmark_features.json

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock:  ## newest versions of everything into constraints.txt
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT= $(BIN)/python -m pip install --quiet --editable '.[dev]'
	$(BIN)/python -m pip freeze --exclude-editable > constraints.part
	mv constraints.part constraints.txt

# numba does not notice that a kernel in another file changed: for after editing a kernel that others call
clean-kernels:
	find ess features locpriv tests scripts -name __pycache__ -prune -exec rm -rf {} +

clean: clean-kernels
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/%.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[$*]'
	touch $@
