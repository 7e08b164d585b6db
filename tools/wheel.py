"""labkit's wheel, which carries the lessons: what is installed without the project's folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def made(folder: Path) -> Path:
    """Build it into ``folder``; an OSError where that fails."""
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)  # setuptools packs what an earlier build left there
    line = [sys.executable, "-m", "uv", "build", "-q", "--wheel", "--out-dir", str(folder), str(ROOT)]
    done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode:
        said = " ".join((done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-3:])
        raise OSError(f"labkit's wheel: expected it to be built, got: {said}; check the network and the disk")
    return next(folder.glob("*.whl"))
