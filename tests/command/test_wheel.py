"""What an installed labkit has: lessons, pages for the speaker, and a Jupyter server that answers labs at once."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from labkit.player import server

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The package as a wheel would hold it."""
    folder = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", folder, "build_py", "--build-lib", folder]
    subprocess.run([str(word) for word in line], cwd=ROOT, check=True, capture_output=True)
    return folder / "labkit"


@pytest.mark.parametrize(
    "pattern", ["notebooks/*.ipynb", "course/*.py", "course/solutions/*.py", "course/teaching/*.md"]
)
def test_a_wheel_carries_the_lessons(built, pattern):
    wanted = {str(path.relative_to(ROOT)) for path in ROOT.glob(pattern)}
    assert wanted and {str(path.relative_to(built)) for path in built.glob(pattern)} == wanted


def test_its_notebooks_have_no_outputs(built):
    cells = json.loads((built / "notebooks" / "20_adaboost.ipynb").read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells)


def test_a_wheel_carries_what_jupyterlab_needs(built):
    for folder in ("jupyter", "lecture_hall"):
        source = ROOT / "labkit" / "player" / folder
        wanted = {path.relative_to(source) for path in source.rglob("*.js*")}
        here = built / "player" / folder
        assert wanted and {path.relative_to(here) for path in here.rglob("*.js*")} == wanted


def test_any_jupyter_server_of_the_environment_takes_the_extension():
    files = PROJECT["tool"]["setuptools"]["data-files"]
    (name,) = files["etc/jupyter/jupyter_server_config.d"]
    settings = json.loads((ROOT / name).read_text(encoding="utf-8"))
    assert settings == {"ServerApp": {"jpserver_extensions": {server.__name__: True}}}
    assert all((ROOT / each).is_file() for mine in files.values() for each in mine)


def test_a_citation_says_what_the_project_says():
    cited, project = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8")), PROJECT["project"]
    assert (cited["version"], cited["license"]) == (project["version"], project["license"])
    assert [author["name"] for author in cited["authors"]] == [author["name"] for author in project["authors"]]
