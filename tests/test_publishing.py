"""What publishes the course: workflows that call targets there are, and an environment that Binder can make."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
REPO2DOCKER = "jupyter-repo2docker==2026.4.0"


def jobs(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]


def steps(path):
    return [step for job in jobs(path).values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_names_its_actions_by_major_version_and_ends_by_itself(path):
    actions = [step["uses"] for step in steps(path) if "uses" in step]
    assert actions and all(re.fullmatch(r"actions/[a-z-]+@v\d+", action) for action in actions)
    assert all(job["timeout-minutes"] <= 60 for job in jobs(path).values())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_runs_what_there_is(path):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in (step["run"] for step in steps(path) if "run" in step):
        program, *words = command.split()
        if program == "make":
            assert all(re.search(rf"^{word}: ##", makefile, re.M) for word in words), command
        else:
            assert os.access(ROOT / program, os.X_OK), command


def test_only_the_job_that_publishes_may_write():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert {name for name, job in workflow["jobs"].items() if "permissions" in job} == {"publish"}


def test_binder_would_build_from_environment_yml_with_the_project_in_place(fetching):
    fetching("what Binder builds")
    line = ["-m", "uv", "tool", "run", "--quiet", "--from", REPO2DOCKER, "jupyter-repo2docker", "--no-build", "--debug"]
    done = subprocess.run([sys.executable, *line, str(ROOT)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "python=3.11" in done.stderr and "requirements" not in done.stderr
    project, environment = done.stdout.find("COPY --chown=0:0 src/"), done.stdout.find('--file "environment.yml"')
    assert 0 < project < environment, done.stdout
