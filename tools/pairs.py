"""The one form of a lesson in course/ and in notebooks/, so that jupytext never finds a pair apart.

When a notebook is newer than its text, jupytext opens the pair only if both say the same to the letter: the kernel's
name, the metadata, the blank lines between cells. The build writes `notebook_of(text)`. Whatever JupyterLab saves goes
through `before_saving`, which drops what a kernel and a browser have added: saved and built are then equal.
"""

import hashlib
import re
import tomllib
from collections import Counter
from pathlib import Path, PurePosixPath

import jupytext
import nbformat
from jupytext.combine import combine_inputs_with_outputs
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
FORMAT = "py:percent"
FILTERS = ("notebook_metadata_filter", "cell_metadata_filter")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["jupytext"]
METADATA = {
    # jupytext compares a pair by the filters that it finds in the notebook.
    "jupytext": {name: SETTINGS[name] for name in FILTERS},
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}
# What an author says of a cell, and how it is laid out in the text.
CELL_METADATA = (
    *(name for name in SETTINGS["cell_metadata_filter"].split(",") if not name.startswith("-")),
    "cell_marker",
    "lines_to_next_cell",
    "lines_to_end_of_cell_marker",
)
WIDGET_MIMES = ("application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json")


def notebook_of(text: str, lesson: str) -> NotebookNode:
    """The lesson as a notebook without outputs; equal texts always give equal notebooks."""
    return _normal(jupytext.reads(text, FORMAT), lesson)


def text_of(notebook: NotebookNode) -> str:
    """The lesson as course/ keeps it."""
    return jupytext.writes(_with_metadata(notebook), FORMAT)


def saved(notebook: NotebookNode, lesson: str) -> NotebookNode:
    """What the build would make of a notebook's text, with the outputs that the notebook has."""
    read_again = jupytext.reads(text_of(notebook), FORMAT)
    return _normal(combine_inputs_with_outputs(read_again, _with_metadata(notebook), FORMAT), lesson)


def before_saving(*, model: dict, path: str, **_) -> None:
    """A hook of Jupyter's contents manager: bring either side of a pair to the one form; leave other files alone."""
    place = PurePosixPath(path.strip("/"))
    if model["type"] == "notebook" and str(place.parent) == "notebooks":
        model["content"] = saved(nbformat.from_dict(model["content"]), place.stem)
    elif model["type"] == "file" and str(place.parent) == "course" and place.suffix == ".py":
        model["content"] = ANY_HEADER.sub(lambda _: HEADER, model["content"])


def strip(cell: NotebookNode) -> None:
    """Drop widget views (they need a live kernel) and timing; the still picture and the text form stay."""
    cell.metadata.pop("execution", None)
    for output in cell.outputs:
        for mime in WIDGET_MIMES:
            output.get("data", {}).pop(mime, None)
            output.get("metadata", {}).pop(mime, None)


def _normal(notebook: NotebookNode, lesson: str) -> NotebookNode:
    notebook = _with_metadata(notebook)
    seen = Counter()
    for cell in notebook.cells:
        # "trusted" is the server's mark for its signature and never reaches the file.
        cell.metadata = {key: cell.metadata[key] for key in (*CELL_METADATA, "trusted") if key in cell.metadata}
        cell.id = _cell_id(lesson, cell, seen)
        if cell.cell_type == "code":
            strip(cell)
    return notebook


def _with_metadata(notebook: NotebookNode) -> NotebookNode:
    return nbformat.from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": METADATA, "cells": notebook.cells})


def _cell_id(lesson: str, cell: NotebookNode, seen: Counter) -> str:
    """From what the cell says, not where it stands: a cell put in before it changes no other id."""
    text = f"{lesson}\n{cell.cell_type}\n{cell.source}"
    seen[text] += 1
    return hashlib.sha256(f"{text}\n{seen[text]}".encode()).hexdigest()[:12]


HEADER = text_of(nbformat.v4.new_notebook())
ANY_HEADER = re.compile(r"\A# ---\n# jupyter:\n.*?^# ---\n", flags=re.DOTALL | re.MULTILINE)
