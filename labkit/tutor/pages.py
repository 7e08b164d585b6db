"""What stands in the course's own files: an exercise as it was, and its solution."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
HOMES = (PACKAGE / "course", PACKAGE.parent / "course")  # of an installed labkit, and of the project's folder


def definitions(lesson: str, names: Sequence[str], folder: str = "") -> str:
    """The source of these names in ``course/[folder/]lesson.py``, with the imports they use; nothing if not there."""
    text = _text(f"{folder}/{lesson}.py")
    nodes = ast.parse(text).body
    wanted = [node for node in nodes if set(_defined(node)) & set(names)]
    used = {each.id for node in wanted for each in ast.walk(node) if isinstance(each, ast.Name)}
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) and used & set(_imported(node))]
    parts = ["\n".join(ast.unparse(node) for node in imports), *(ast.get_source_segment(text, each) for each in wanted)]
    return "\n\n\n".join(filter(None, parts)) if wanted else ""


@cache
def _text(name: str) -> str:
    places = [home / name.lstrip("/") for home in HOMES]
    return next((place.read_text(encoding="utf-8") for place in places if place.is_file()), "")


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
