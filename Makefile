# The doors of the house; `make` alone lists them. Needed: make and python3 (3.11 or newer, with venv).

PYTHON ?= python3
ONLY ?=

VENV := .venv/bin/python
SETUP := command -v $(PYTHON) > /dev/null \
	|| { echo "labkit: $(PYTHON) was not found: install Python 3.11 or newer, or name one: make PYTHON=..." >&2; exit 1; }; \
	$(PYTHON) tools/setup_env.py

.DEFAULT_GOAL := help
.PHONY: help lab author lecture lecture-hall check test test-site grades hub notebooks site html lite report picture bench lint env constraints clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | while IFS='	' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

lab: ## open your own copies of the lessons in JupyterLab
	@$(SETUP) lab
	@$(VENV) tools/serve.py student

author: ## open the course's originals, paired with course/*.py
	@$(SETUP) lab
	@$(VENV) tools/serve.py author

lecture: ## make a small lecture to be changed (NN=24 SLUG=k_means)
	@$(SETUP) dev
	@$(VENV) tools/new_lecture.py "$(NN)" "$(SLUG)"

lecture-hall: ## open a lesson as slides with running labs (NN=20)
	@$(SETUP) lecture
	@$(VENV) -m labkit.command lecture "$(NN)" work/lectures

check: ## run the linter and the quick tests, of learners and lectures those that were touched (2 minutes)
	@$(SETUP) dev
	@$(VENV) tools/run_tests.py check

test: ## run the linter, all tests and all notebooks
	@$(SETUP) dev
	@$(VENV) tools/run_tests.py

grades: ## grade made-up submissions of every lesson with nbgrader (half an hour)
	@$(SETUP) dev
	@GRADED_LESSONS="$$(cd course && ls [0-9][0-9]_*.py | sed 's/\.py$$//' | grep -v 00_ | tr '\n' ' ')" \
		$(VENV) -m pytest -q tests/command/test_nbgrader.py

hub: ## start a JupyterHub on loopback with two made-up students and test it (needs npm)
	@$(SETUP) dev
	@LABKIT_SITE=1 $(VENV) -m pytest -q -p no:nbval tests/deploy

notebooks: ## regenerate and execute notebooks/ from course/ (a part: ONLY=09)
	@$(SETUP) dev
	@$(VENV) tools/course_index.py
	@$(VENV) tools/course_pages.py
	@$(VENV) tools/from_scikit_learn.py
	@$(VENV) tools/build_notebooks.py $(ONLY)

site: ## build the course's site in site/: search, slides, labs that are steered in the page (a part: ONLY=09)
	@$(SETUP) dev
	@$(VENV) tools/make_site.py $(ONLY)

test-site: ## build and test every page of the site and every lesson in JupyterLite (a quarter of an hour)
	@$(SETUP) dev
	@SITE_LESSONS=all LABKIT_SITE=1 $(VENV) -m pytest -q tests/site tests/test_lite.py tests/test_lessons_in_browser.py -k "site or lite"

html: ## export the lessons to build/html/, single files that play without a kernel or a network (a part: ONLY=09)
	@$(SETUP) dev
	@$(VENV) tools/export_html.py $(ONLY)

lite: ## make build/lite, the whole course as notebooks in the browser, without a server (needs npm)
	@$(SETUP) dev
	@$(VENV) tools/make_lite.py

report: ## write what you have answered into one file to hand in
	@$(SETUP) lab
	@$(VENV) -m labkit.command report work/progress.jsonl

picture: ## draw the pictures of README.md anew
	@$(SETUP) dev
	@$(VENV) tools/make_picture.py

bench: ## measure speed, print a table, write bench.json (a part: ONLY=perceptron)
	@$(SETUP) dev
	@$(VENV) -m bench $(ONLY)

lint: ## check style
	@$(SETUP) dev
	@$(VENV) -m ruff check
	@$(VENV) -m ruff format --check

env: ## create or refresh .venv with all development tools
	@$(SETUP) dev

constraints: ## write constraints.txt anew after a version in pyproject.toml changed
	@$(SETUP) dev
	@echo '# The versions of everything that pyproject.toml pulls in. Made by `make constraints`, never edited by hand.' > constraints.txt
	@$(VENV) -m uv pip compile -q --universal --python-version 3.11 --extra dev --extra hub --extra lite pyproject.toml \
		--no-emit-index-url --no-annotate --no-header >> constraints.txt

clean: ## remove .venv, caches, bench.json and site/; your copies in work/ stay
	rm -rf .venv .pytest_cache .ruff_cache bench.json site labkit.egg-info build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
