"""Nobody waits for a page: the code of each of the lessons 01 to 08 takes a few seconds of a processor."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")  # not everywhere
COURSE = Path(__file__).resolve().parents[2] / "course"
PAGES = sorted(path for path in COURSE.glob("0[1-8]_*.py"))
MOST = 20.0  # seconds of the processor


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_of_a_page_takes_less_than_twenty_seconds(page, tmp_path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    one = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")}
    subprocess.run([sys.executable, page], cwd=tmp_path, env=os.environ | one, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < MOST, f"{page.stem} takes {spent:.0f} s; make its stories shorter or its data smaller"
