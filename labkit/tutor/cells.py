"""Which names a cell of code makes and which it uses, and what an answer needs of the cells before it."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def made_in(source: str) -> set[str]:
    """Nothing of what cannot be read as Python."""
    found = set()
    for node in _nodes(source):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return found


def used_in(source: str) -> set[str]:
    return {node.id for node in _nodes(source) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def needed(before: Sequence[str], *sources: str) -> list[str]:
    """Those cells that make a name which the sources use, or which such a cell uses."""
    used, kept = set().union(*map(used_in, sources)), []
    for source in reversed(before):
        if made_in(source) & used:
            kept.append(source)
            used |= used_in(source)
    return kept[::-1]


def _nodes(source: str) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return []
