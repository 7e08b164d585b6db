"""What pyproject.toml cannot say: a wheel carries the lessons, as `labkit/notebooks` and `labkit/course`, and an
editable install has the data files too, so that Jupyter servers of conda, Binder and .venv take labkit's extension."""

import json
import shutil
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
LESSONS = ("notebooks/*.ipynb", "course/**/*.py", "course/teaching/*.md")


class WithLessons(build_py):
    def run(self):
        super().run()
        if self.editable_mode:
            return  # the project's folder has them
        for pattern in LESSONS:
            for path in ROOT.glob(pattern):
                target = Path(self.build_lib) / "labkit" / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                _copy(path, target)


class WithDataFiles(Distribution):
    def has_data(self):  # what an editable install asks, and setuptools itself never answers
        return self.has_data_files()


def _copy(path: Path, target: Path) -> None:
    """Students get notebooks without outputs, and these are most of their size."""
    if path.suffix != ".ipynb":
        shutil.copyfile(path, target)
        return
    lesson = json.loads(path.read_text(encoding="utf-8"))
    for cell in lesson["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    target.write_text(json.dumps(lesson, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


setup(distclass=WithDataFiles, cmdclass={"build_py": WithLessons})
