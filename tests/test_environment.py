"""One place for versions: pyproject.toml. Whatever else names them must agree with it."""

import re
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PIN = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)==(?P<version>[^ ;]+)")


def pins(lines):
    """Name -> the versions pinned for it; a constraint may differ between Pythons."""
    found = {}
    for match in filter(None, map(PIN.match, lines)):
        found.setdefault(match["name"].lower().replace("_", "-"), set()).add(match["version"])
    return found


def direct_requirements():
    extras = PROJECT["optional-dependencies"]
    return [line for extra in extras.values() for line in extra if not line.startswith("labkit[")]


def conda():
    return yaml.safe_load((ROOT / "environment.yml").read_text())


def test_every_direct_requirement_is_pinned():
    without_marker = (line.partition(";")[0] for line in direct_requirements())
    unpinned = [line for line in without_marker if not PIN.fullmatch(line)]
    assert not unpinned


def test_labkit_itself_takes_a_range_of_numpys_and_a_lesson_s_environment_one_of_them():
    (line,) = PROJECT["dependencies"]
    (pinned,) = pins(PROJECT["optional-dependencies"]["lab"])["numpy"]
    assert Requirement(line).name == "numpy" and Requirement(line).specifier.contains(pinned)
    assert {each.operator for each in Requirement(line).specifier} == {">=", "<"}


def test_constraints_agree_with_pyproject():
    constraints = pins((ROOT / "constraints.txt").read_text().splitlines())
    wanted = pins(direct_requirements())
    wrong = {name: constraints.get(name) for name in wanted if constraints.get(name) != wanted[name]}
    assert not wrong, f"run `make constraints`: {wrong}"


def test_constraints_name_no_host():
    assert "://" not in (ROOT / "constraints.txt").read_text()


def test_environment_has_the_oldest_supported_python():
    python = next(line for line in conda()["dependencies"] if str(line).startswith("python="))
    assert f">={python.removeprefix('python=')}" == PROJECT["requires-python"]


def test_environment_installs_the_students_extra_under_the_same_constraints():
    pip = next(line["pip"] for line in conda()["dependencies"] if isinstance(line, dict))
    assert pip == ["--constraint constraints.txt", "--editable .[lab]"]
    assert "lab" in PROJECT["optional-dependencies"]


def test_environment_pins_nothing_that_pyproject_pins():
    plain = [line for line in conda()["dependencies"] if isinstance(line, str)]
    assert {re.split("[=<>]", line)[0] for line in plain} == {"python", "pip"}
