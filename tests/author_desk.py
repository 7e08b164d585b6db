"""An author's desk for the tests: a course in a folder of its own, opened and saved through jupytext."""

import json
import os
import shutil
from pathlib import Path

import nbformat
from jupytext import TextFileContentsManager

from tools import build_notebooks, pairs

ROOT = Path(__file__).resolve().parent.parent
LESSON = "09_topic"
SIDES = ("course", "notebooks")
HOUR = 3600
PICTURE = nbformat.v4.new_output("display_data", {"text/plain": "a card\nof two lines", "image/png": "iVBORw0KGgo="})

# Blank lines of every kind, an exercise's function, a cell in quotes, two equal cells, tags.
TEXT = f'''{pairs.HEADER}
# %% [markdown] slideshow={{"slide_type": "slide"}}
# # A lesson
#
# Of one sentence.

# %% tags=["predict"]
import math


# %%
def area(radius):
    return math.pi * radius**2


# %%
area(1)

# %%
area(1)


# %% [markdown]
"""
In quotes.
"""

# %%
print("last")
'''


class Desk:
    """A course of one or more lessons in a folder of its own, served by jupytext's contents manager."""

    def __init__(self, root):
        self.root = root
        for name in ("course", "notebooks", "work"):
            (root / name).mkdir()
        shutil.copy(ROOT / "pyproject.toml", root)
        self.manager = TextFileContentsManager(root_dir=str(root), pre_save_hook="tools.pairs.before_saving")

    def publish(self, text, lesson=LESSON):
        """Write a lesson and build its notebook, with an output under every code cell that no kernel had to give."""
        self.path("course", lesson).write_text(text, encoding="utf-8")
        notebook = build_notebooks.convert(self.path("course", lesson))
        for number, cell in enumerate(cell for cell in notebook.cells if cell.cell_type == "code"):
            cell.execution_count = number + 1
            cell.outputs = [nbformat.v4.new_output("stream", text=f"output {number}\n"), PICTURE]
        build_notebooks.write(notebook, self.path("notebooks", lesson))
        return self

    def path(self, side, lesson=LESSON):
        return self.root / self.name(side, lesson)

    def name(self, side, lesson=LESSON):
        return f"{side}/{lesson}{'.py' if side == 'course' else '.ipynb'}"

    def files(self):
        """Path -> bytes of everything that git would see."""
        found = [path for side in (*SIDES, "work") for path in (self.root / side).glob("*.*") if path.is_file()]
        return {str(path.relative_to(self.root)): path.read_bytes() for path in sorted(found)}

    def make_newer(self, side, lesson=LESSON):
        os.utime(self.path(side, lesson))
        for other in set(SIDES) - {side}:
            old = self.path(side, lesson).stat().st_mtime - HOUR
            os.utime(self.path(other, lesson), (old, old))
        return self

    def open(self, side, lesson=LESSON):
        """What the browser gets."""
        return json.loads(json.dumps(self.manager.get(self.name(side, lesson), type="notebook")["content"]))

    def save(self, side, content, lesson=LESSON):
        self.manager.save({"type": "notebook", "content": as_jupyterlab_saves(content)}, self.name(side, lesson))

    def outputs(self):
        notebook = nbformat.read(self.path("notebooks"), as_version=4)
        return {cell.source: cell.outputs[0].text for cell in notebook.cells if cell.get("outputs")}

    def is_stale(self):
        return bool(build_notebooks.stale([], self.root))


def as_jupyterlab_saves(content):
    """The kernel's own name and version, and what the notebook panel notes in cells."""
    content["metadata"]["kernelspec"] = {"display_name": "My Python", "language": "python", "name": "mine"}
    content["metadata"]["language_info"] = {"name": "python", "version": "3.99", "nbconvert_exporter": "python"}
    content["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell["metadata"] |= {"scrolled": True, "execution": {"iopub.status.busy": "now"}}
    return content
