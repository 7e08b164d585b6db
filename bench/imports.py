"""What ``import labkit.learners`` costs beyond NumPy, and what it must not load."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from bench.measure import Bar, Measurement, Row

RUNS = 7
DRAWING = ("matplotlib", "ipywidgets", "anywidget")
CODE = f"""
import sys, time, numpy
start = time.perf_counter()
import labkit.learners
print(time.perf_counter() - start, sum(name in sys.modules for name in {DRAWING}))
"""


def measurements() -> list[Measurement]:
    return [Measurement("import learners", learners)]


def learners() -> list[Row]:
    _fresh_import()  # writes the byte code, which every later start finds
    runs = [_fresh_import() for _ in range(RUNS)]
    return [
        Row(name="import learners", value=1e3 * median(run[0] for run in runs), unit="ms", bar=Bar(30),
            note="beyond NumPy"),
        Row(name="import learners, drawing", value=runs[0][1], unit="libraries", bar=Bar(0),
            note=f"of {', '.join(DRAWING)}"),
    ]  # fmt: skip


def _fresh_import() -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    seconds, loaded = map(float, done.stdout.split())
    return seconds, loaded
