"""What running a lesson from top to bottom costs: its code cells in a process of their own, as a student's kernel does.

Processor time, so that a busy machine counts less; the pictures that a notebook keeps of its labs are drawn too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from bench.measure import Bar, Measurement, Row

COURSE = Path(__file__).resolve().parent.parent / "course"
MOST_SECONDS = 20
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS")}
CODE = """
import sys, time
import jupytext
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
begun = time.process_time()
for cell in jupytext.read(sys.argv[1]).cells:
    if cell.cell_type == "code":
        done = shell.run_cell(cell.source, silent=False, store_history=False)
        done.raise_error()
        if done.result is not None:
            shell.display_formatter.format(done.result)
print()
print(time.process_time() - begun)
"""


def measurements() -> list[Measurement]:
    return [
        Measurement(f"lesson {path.stem}", partial(_lesson, path)) for path in sorted(COURSE.glob("[0-9][0-9]_*.py"))
    ]


def _lesson(path: Path) -> list[Row]:
    return [
        Row(name=f"lesson {path.stem}", value=seconds(path), unit="s", bar=Bar(MOST_SECONDS), note="processor time")
    ]


def seconds(path: Path) -> float:
    """How long its cells take one after the other."""
    environment = {**os.environ, **ONE_THREAD, "MPLBACKEND": "agg"}
    done = subprocess.run([sys.executable, "-c", CODE, str(path)], capture_output=True, text=True, check=True,
                          env=environment, cwd=COURSE.parent)  # fmt: skip
    return float(done.stdout.split()[-1])
