"""Source on the page: ``show(Perceptron.rule)``, the lines that really run, with the numbers of their equations."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Callable
from html import escape

from labkit.views.tables.code import NUMBER, source_lines

COLOURS = {  # JupyterLab's own, light or dark, and what a page without them takes
    "keyword": "var(--jp-mirror-editor-keyword-color, #0b7a53)",
    "string": "var(--jp-mirror-editor-string-color, #9c2f12)",
    "number": "var(--jp-mirror-editor-number-color, #2f6fde)",
    "comment": "var(--jp-mirror-editor-comment-color, #5a636e)",
}
KINDS = {tokenize.STRING: "string", tokenize.NUMBER: "number", tokenize.COMMENT: "comment"}
PRE = "margin: 0; padding: 8px 12px; overflow-x: auto; line-height: 1.45; font-size: 13px"
EQUATION = "float: right; padding-left: 24px; color: var(--jp-ui-font-color2, inherit)"


class Source:
    """A piece of source with a title."""

    def __init__(self, text: str, title: str):
        self.text, self.title = text, title

    @property
    def html(self) -> str:
        """The source, lightly coloured; an equation's number stands at the right."""
        return f'<pre style="{PRE}">{"".join(map(_line, self.text.splitlines(), _coloured(self.text)))}</pre>'

    def _repr_html_(self) -> str:
        return f"<div><strong>{escape(self.title)}</strong>{self.html}</div>"

    def __repr__(self) -> str:
        return f"{self.title}\n{self.text}"


def show(function: Callable, first: str = "", last: str = "") -> Source:
    """The source of a function, or from the line with ``first`` to the line with ``last``."""
    if not callable(function):
        raise ValueError(f"show: expected a function, got {type(function).__name__}; name it without calling it")
    lines = source_lines(function, first, last)
    return Source("\n".join(lines), f"{function.__qualname__}, as in {function.__module__}")


def _line(plain: str, coloured: str) -> str:
    number = NUMBER.search(plain)
    return (f'<span style="{EQUATION}">({number[1]})</span>' if number else "") + coloured + "\n"


def _coloured(text: str) -> list[str]:
    """The lines as HTML. What cannot be read as Python, such as a line out of its loop, stays plain."""
    lines = text.splitlines()
    pieces: list[list[tuple[int, int, str]]] = [[] for _ in lines]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            kind = "keyword" if keyword.iskeyword(token.string) else KINDS.get(token.type)
            if kind and token.start[0] == token.end[0]:
                pieces[token.start[0] - 1].append((token.start[1], token.end[1], kind))
    except (tokenize.TokenError, IndentationError):
        pass
    return [_spans(line, parts) for line, parts in zip(lines, pieces, strict=True)]


def _spans(line: str, parts: list[tuple[int, int, str]]) -> str:
    made, place = "", 0
    for start, end, kind in parts:
        words = "" if kind == "comment" and NUMBER.fullmatch(line[start:end]) else escape(line[start:end])
        made += escape(line[place:start]) + f'<span style="color: {COLOURS[kind]}">{words}</span>'
        place = end
    return made + escape(line[place:])
