"""The learners on the oldest and on the newest NumPy that pyproject.toml allows, each in an environment of its own."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# What holds the numbers of the lectures, and what every learner promises of its story.
NUMBERS = ["tests/learners", "--ignore=tests/learners/test_families.py", "-k", "golden or lecture or slide"]
STORIES = ["tests/test_contract.py", "-k", "replays or says_why or last_step or read_only or predicts"]
BESIDE = ("matplotlib", "pytest", "scikit-learn")  # what these tests import


@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
def test_learners_tell_the_same_on_any_numpy_of_the_range(resolution, fetching, tmp_path):
    fetching("learners on the oldest and the newest NumPy")
    (wanted,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    pins = (ROOT / "constraints.txt").read_text().splitlines()
    others = tmp_path / "constraints.txt"
    others.write_text("\n".join(line for line in pins if not line.startswith("numpy==")))
    python = tmp_path / "environment" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "--python", sys.executable, tmp_path / "environment")
    run(*uv, "pip", "install", "--python", python, f"--resolution={resolution}", wanted)
    numpy = run(python, "-c", "import numpy; print(numpy.__version__)").strip()
    run(*uv, "pip", "install", "--python", python, "--constraint", others, f"numpy=={numpy}", *BESIDE)
    for tests in (NUMBERS, STORIES):
        said = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
        assert " passed" in said.splitlines()[-1], f"NumPy {numpy}: {said}"


def run(*command) -> str:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, env=clean | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout
