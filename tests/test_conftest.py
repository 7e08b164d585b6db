"""What happens to browser tests where there is no browser: left out and said, or failed where CI=true."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def run_without_browser(tmp_path):
    (tmp_path / "test_it.py").write_text("def test_it(page): pass\ndef test_other(): pass\n")
    line = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "--rootdir", tmp_path]

    def run(ci):
        paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
        variables = os.environ | {"PATH": "", "PYTHONPATH": paths, "CI": ci}
        return subprocess.run([*line, tmp_path], cwd=tmp_path, env=variables, capture_output=True, text=True)

    return run


def test_missing_browser_leaves_tests_out_and_says_so_in_one_line(run_without_browser):
    done = run_without_browser(ci="")
    assert done.returncode == 0, done.stdout
    said = [line for line in done.stdout.splitlines() if line.startswith("left out")]
    assert len(said) == 1 and "1 browser tests (test_it.py)" in said[0] and "apt-get install" in said[0]


def test_missing_browser_fails_where_ci_is_true(run_without_browser):
    done = run_without_browser(ci="true")
    assert done.returncode == 1
    assert done.stdout.count("no Chromium on PATH") == 1, done.stdout  # said once, not once for every test
