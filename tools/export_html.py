"""Make build/html/*.html from course/*.py: pages whose players play without a kernel and without a network.

    python tools/export_html.py [NN ...]     all lessons, or those that begin so

A page holds everything it needs: its labs as data, the one script that brings them to life (tools/site_labs.py),
equations as MathML, and a still picture where no script runs. Questions are asked and replied to; what needs Python
(steering, hints) is left out.
"""

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
from latex2mathml.converter import convert as to_mathml
from nbclient.exceptions import CellExecutionError
from nbconvert.exporters import HTMLExporter
from nbconvert.exporters.html import contextfilter

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import build_notebooks, site_labs

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "html"
TEMPLATES = ROOT / "tools" / "templates"
VIEW, STATE = site_labs.VIEW, site_labs.STATE
# Code comes first, so that a dollar sign in it is left alone.
MATH = re.compile(
    r"(?P<code>(?P<ticks>`+).+?(?P=ticks))|\$\$(?P<block>.+?)\$\$|(?<!\\)\$(?P<inline>[^$]+)(?<!\\)\$", re.S
)
HELD = "\ue000{}\ue001"  # private characters: no prose has them, and Markdown leaves them alone
LESSON_LINK = re.compile(r'(href="(?:\./)?\w+)\.ipynb')


class OfflineExporter(HTMLExporter):
    """JupyterLab's look, nothing from a network, equations as MathML."""

    def __init__(self, **settings):
        super().__init__(
            template_name="offline",
            extra_template_basedirs=[str(TEMPLATES)],
            exclude_anchor_links=True,  # an equation in a heading would go into its address
            **settings,
        )

    @contextfilter
    def markdown2html(self, context, source):
        return with_equations(source, lambda held: super(OfflineExporter, self).markdown2html(context, held))

    def dark_theme(self) -> str:
        return self.environment.loader.get_source(self.environment, "static/theme-dark.css")[0]


def with_equations(source: str, to_html: Callable[[str], str]) -> str:
    """Markdown as JupyterLab shows it: equations are held back while the text around them is read.

    Otherwise an absolute value in a table would end the table's cell.
    """
    held = []

    def hold(match):
        if match["code"]:
            return match[0]
        held.append(mathml(match["block"] or match["inline"], "block" if match["block"] else "inline"))
        return HELD.format(len(held) - 1)

    html = to_html(MATH.sub(hold, source))
    html = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html)  # a corner without words heads nothing
    return re.sub(HELD.format(r"(\d+)"), lambda match: held[int(match[1])], html)


def mathml(tex: str, display: str) -> str:
    """One equation; a command that the converter does not know must not reach a page as text."""
    made = to_mathml(tex, display=display)
    unknown = re.search(r"\\[A-Za-z]+", made)
    if unknown:
        raise ValueError(
            f"equation: expected TeX that latex2mathml knows, got {unknown[0]} in {tex!r}; write it otherwise"
        )
    return made


def page(notebook: nbformat.NotebookNode, name: str) -> str:
    """The executed notebook, with widget state, as one file."""
    data = site_labs.taken(notebook, name)
    exporter = OfflineExporter()
    resources = {
        "metadata": {"name": name},
        "data": site_labs.script_json(data),
        "script": site_labs.script().replace("</", "<\\/"),
        "style": site_labs.style(),
        "dark_theme": exporter.dark_theme(),
    }
    html, _ = exporter.from_notebook_node(notebook, resources)
    return LESSON_LINK.sub(r"\1.html", html)


def export(source: Path, site: Path = SITE) -> Path:
    notebook = build_notebooks.convert(source)
    build_notebooks.run(notebook, source.stem, source.parent.parent, store_widget_state=True)
    target = site / f"{source.stem}.html"
    site.mkdir(parents=True, exist_ok=True)
    target.write_text(page(notebook, source.stem), encoding="utf-8")
    return target


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("only", nargs="*", help="beginnings of lesson names, such as 09")
    try:
        for source in build_notebooks.lessons(parser.parse_args(arguments).only):
            target = export(source)
            print(f"{target.relative_to(ROOT)}  {target.stat().st_size / 1e6:.1f} MB")
    except CellExecutionError as error:
        print(f"\n{source.stem}: a cell failed, its page was not written\n{error}", file=sys.stderr)
        return 1
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
