"""Measure everything, print one table, write ``bench.json``.

python -m bench              everything
python -m bench perceptron   what has "perceptron" in its name
python -m bench bundled      scores on scikit-learn's bundled sets, and the times on digits
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from unittest import mock

from bench import browser, bundled, hub, imports, learners, lessons, report, site
from bench.measure import Measurement, Row

OUT = Path(__file__).resolve().parent.parent / "bench.json"


def main(arguments: list[str]) -> int:
    only = " ".join(arguments).lower()
    with ExitStack() as stack:  # what a measurement starts (JupyterLab, Chromium) is stopped here
        stack.enter_context(mock.patch.dict(os.environ, LABKIT_QUESTIONS="open"))  # labs that ask are measured too
        everything = [
            *learners.measurements(),
            *imports.measurements(),
            *lessons.measurements(),
            *bundled.measurements(),
            *hub.measurements(),
        ]
        everything += browser.measurements(stack)
        everything += site.measurements(stack)
        chosen = [each for each in everything if only in each.name.lower()]
        if not chosen:
            names = ", ".join(dict.fromkeys(each.name for each in everything))
            print(f"bench: expected a part of one of these names: {names}; got {only!r}", file=sys.stderr)
            return 2
        rows = [row for k, each in enumerate(chosen, 1) for row in _run(each, f"[{k}/{len(chosen)}]")]
    print("\n" + report.table(rows))
    OUT.write_text(report.as_json(rows), encoding="utf-8")
    return 1 if any(row.verdict == "FAIL" for row in rows) else 0


def _run(measurement: Measurement, place: str) -> list[Row]:
    print(f"{place} {measurement.name} ...", end=" ", flush=True)
    start = perf_counter()
    try:
        rows = measurement.run()
    except Exception as error:  # one that breaks is a failed row, and the others are still measured
        rows = [Row(name=measurement.name, note=f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")]
    print(f"{', '.join(map(report.value_text, rows))} ({perf_counter() - start:.1f} s)", flush=True)
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
