"""What stands in the course's own files: an exercise as it was, and its solution."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

PACKAGE = files("labkit")  # which may be in a zip
# Of an installed labkit, and of the project's folder.
HOMES = (PACKAGE / "course", Path(__file__).resolve().parents[2] / "course")


def definitions(lesson: str, names: Sequence[str], folder: str = "") -> str:
    """The source of these names in ``course/[folder/]`` on the page of a lesson or its page with more, with the imports
    and the helpers (names that begin with _) that they use; nothing if they are not there."""
    pages = (_defining(_text(f"{folder}/{page}.py"), names) for page in (lesson, f"{lesson[:2]}_more"))
    return next(filter(None, pages), "")


def _defining(text: str, names: Sequence[str]) -> str:
    nodes, shown = ast.parse(text).body, set(names)
    while True:  # with the helpers that they use, and those that these use
        wanted = [node for node in nodes if set(_defined(node)) & shown]
        used = {each.id for node in wanted for each in ast.walk(node) if isinstance(each, ast.Name)}
        helpers = {name for name in used if name.startswith("_") and name != "_"} - shown
        if not helpers:
            break
        shown |= helpers
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) and used & set(_imported(node))]
    parts = ["\n".join(ast.unparse(node) for node in imports), *(_lines(text, each) for each in wanted)]
    return "\n\n\n".join(filter(None, parts)) if wanted else ""


def _lines(text: str, node: ast.stmt) -> str:
    """With the comments at their ends."""
    return "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])


@cache
def _text(name: str) -> str:
    places = [home.joinpath(*name.strip("/").split("/")) for home in HOMES]
    return next((place.read_text(encoding="utf-8") for place in places if place.is_file()), "")


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
