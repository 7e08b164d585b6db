"""The self-test of the installation: one line for each thing a lesson needs, OK or what to do."""

from __future__ import annotations

import importlib.util
import re
import sys
from importlib.metadata import PackageNotFoundError, requires, version

OLDEST_PYTHON = (3, 11)
NAME = re.compile(r"[\w.-]+")
REPAIR = "run make lab again in the project's folder, or install labkit's wheel again"


def self_test() -> None:
    """Print the lines. They name no versions, so that they read the same wherever all is well."""
    for what, trouble in findings():
        print(f"{what:32} {trouble or 'OK'}")


def findings() -> list[tuple[str, str]]:
    """What a lesson needs, and what to do about it, "" where it is well."""
    python = "" if sys.version_info >= OLDEST_PYTHON else "too old: install Python 3.11 or newer, then make clean lab"
    found = [("Python 3.11 or newer", python)]
    found += [(f"{name} {pin}".strip(), _package(name, pin)) for name, pin in _pins()]
    missing = importlib.util.find_spec("labkit.learners") is None
    return [*found, ("labkit's own modules", REPAIR if missing else "")]


def _pins() -> list[tuple[str, str]]:
    """What labkit asks for in its own metadata, for the lessons (extra "lab"): of each package its one version."""
    asked = [line.partition(";") for line in requires("labkit") or ()]
    wanted = [name.strip() for name, _, condition in asked if not condition or '"lab"' in condition.replace("'", '"')]
    pinned = dict(text.split("==") for text in wanted if "==" in text)
    others = {NAME.match(text)[0] for text in wanted if "==" not in text}  # any version of a range will do
    return [*sorted((name, "") for name in others - set(pinned)), *pinned.items()]


def _package(name: str, pin: str) -> str:
    try:
        found = version(name)
    except PackageNotFoundError:
        return f"missing: {REPAIR}"
    return "" if not pin or found == pin else f"expected {pin}, got {found}: {REPAIR}"
