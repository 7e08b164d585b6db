"""Make notebooks/*.ipynb from course/*.py: convert, execute, strip what differs from run to run.

    python tools/build_notebooks.py [NN ...]           regenerate and execute all, or those that begin so
    python tools/build_notebooks.py --check [NN ...]   compare sources and metadata only, execute nothing

Regenerating twice gives no diff: cell ids come from the cells, no clock and no version is kept.
"""

import argparse
import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import pairs

ROOT = Path(__file__).resolve().parent.parent
BAR = 10


def lessons(only: list[str], root: Path = ROOT) -> list[Path]:
    """The sources, lessons and the pages beside them, whose names begin with one of `only`; all when it is empty."""
    sources = sorted((root / "course").glob("*.py"))
    chosen = [path for path in sources if not only or path.name.startswith(tuple(only))]
    if only and not chosen:
        names = ", ".join(path.stem for path in sources) or "none"
        raise ValueError(f"expected how a lesson's name begins, got {' '.join(only)}: choose from {names}")
    return chosen


def convert(source: Path) -> nbformat.NotebookNode:
    """The lesson as a notebook without outputs; equal sources always give equal notebooks."""
    return pairs.notebook_of(source.read_text(encoding="utf-8"), source.stem)


def execute(notebook: nbformat.NotebookNode, name: str, folder: Path) -> None:
    """Run the notebook in `folder` and keep of its outputs what every run gives alike."""
    run(notebook, name, folder, store_widget_state=False)
    for index in _code_cells(notebook):
        pairs.strip(notebook.cells[index])
    notebook.metadata = nbformat.from_dict(pairs.METADATA)


def run(notebook: nbformat.NotebookNode, name: str, folder: Path, *, store_widget_state: bool) -> None:
    """Execute every cell in `folder`, showing how far it is."""
    code = _code_cells(notebook)
    # Neither a student's record nor a lecturer's settings may reach a page.
    clean = {key: value for key, value in os.environ.items() if not key.startswith("LABKIT_")}
    NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=600,
        record_timing=False,
        coalesce_streams=True,
        store_widget_state=store_widget_state,
        config=Config(KernelManager={"transport_encryption": "auto"}),  # else each kernel prints a warning
        resources={"metadata": {"path": str(folder)}},
        on_cell_executed=lambda cell, cell_index, **_: progress(name, code.index(cell_index) + 1, len(code)),
    ).execute(env=clean)


def _code_cells(notebook: nbformat.NotebookNode) -> list[int]:
    return [index for index, cell in enumerate(notebook.cells) if cell.cell_type == "code"]


def progress(name: str, done: int, total: int) -> None:
    """A bar of the code cells, redrawn in place on a terminal and written once elsewhere."""
    filled = BAR * done // total
    line = f"{name} [{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"
    if sys.stdout.isatty():
        print(f"\r{line}", end="\n" if done == total else "", flush=True)
    elif done == total:
        print(line, flush=True)


def build(source: Path, target: Path) -> None:
    notebook = convert(source)
    execute(notebook, source.stem, source.parent.parent)
    write(notebook, target)


def write(notebook: nbformat.NotebookNode, target: Path) -> None:
    """Byte for byte as Jupyter's server saves it."""
    nbformat.validate(notebook)
    target.parent.mkdir(exist_ok=True)
    target.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


def is_stale(source: Path, target: Path) -> bool:
    """Whether cells or metadata differ from what the source gives; the outputs are nbval's affair."""
    return not target.exists() or _authored(nbformat.read(target, as_version=4)) != _authored(convert(source))


def _authored(notebook: nbformat.NotebookNode) -> tuple:
    cells = [(cell.id, cell.cell_type, cell.source, dict(cell.metadata)) for cell in notebook.cells]
    return cells, dict(notebook.metadata)


def stale(only: list[str], root: Path = ROOT) -> list[str]:
    """The notebooks that must be regenerated."""
    return [path.stem for path in lessons(only, root) if is_stale(path, _target(path, root))]


def orphans(root: Path = ROOT) -> list[str]:
    """The notebooks that no lesson gives any more."""
    known = {path.stem for path in lessons([], root)}
    return sorted(path.stem for path in (root / "notebooks").glob("*.ipynb") if path.stem not in known)


def check(only: list[str], root: Path) -> int:
    """Say what to do to each notebook that is not as it should be; with a choice made only to those chosen."""
    lines = [f"notebooks/{name}.ipynb is not what course/{name}.py gives: run `make notebooks`"
             for name in stale(only, root)]  # fmt: skip
    if not only:
        lines += [f"notebooks/{name}.ipynb has no lesson course/{name}.py: delete it" for name in orphans(root)]
    for line in lines:
        print(line)
    return 1 if lines else 0


def _target(source: Path, root: Path) -> Path:
    return root / "notebooks" / f"{source.stem}.ipynb"


def main(arguments: list[str], root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only, execute nothing")
    parser.add_argument("only", nargs="*", help="beginnings of lesson names, such as 09")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            return check(options.only, root)
        for source in lessons(options.only, root):
            build(source, _target(source, root))
    except CellExecutionError as error:
        print(f"\n{source.stem}: a cell failed, its notebook was not written\n{error}", file=sys.stderr)
        return 1
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
