"""What the words after ``labkit`` do."""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from labkit.command import assignments, copies, jupyter, reports
from labkit.tutor import classroom, installation

PACKAGE = Path(__file__).resolve().parent.parent
HOMES = (PACKAGE / "notebooks", PACKAGE.parent / "notebooks")  # of an installed labkit, and of the project's folder
FOLDER = "labkit-lessons"
RECORD = "progress.jsonl"
LECTURES = "labkit-lectures"
FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


class Refused(Exception):
    """What is missing and how to repair it, in one line."""


def main(words: list[str] | None = None) -> int:
    known, options = _parser().parse_known_args(words)
    if options and known.action not in (lab, singleuser, lecture):
        _parser().error(f"unknown words: {' '.join(options)}")
    try:
        return known.action(known, options)
    except Refused as error:
        print(f"labkit: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # Ctrl-C reached JupyterLab too, which has asked and answered by itself
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="labkit", description="Lessons on supervised learning that you see and steer."
    )
    actions = parser.add_subparsers(
        required=True, metavar="lab | lessons | lecture | singleuser | doctor | report | assignments"
    )
    _add_lessons(actions)
    _add_records(actions)
    return parser


def _add_lessons(actions) -> None:
    """What opens or copies lessons."""
    for action, what in (
        (lab, "copy the lessons to DIR and open JupyterLab there; further options go to JupyterLab"),
        (lessons, "copy the lessons to DIR; what you changed keeps your answers"),
        (singleuser, "for a Hub: copy the lessons, then become the user's server"),
    ):
        one = actions.add_parser(action.__name__, help=what, description=what)
        one.add_argument("dir", nargs="?", type=Path, default=Path(FOLDER), metavar="DIR", help=f"default: {FOLDER}")
        one.set_defaults(action=action)
    what = "a lesson as slides with running labs, and its page for the speaker; further options go to JupyterLab"
    one = actions.add_parser("lecture", help=what, description=what)
    one.add_argument("name", metavar="NN", help="the lesson's number, or its name: 20, 20_more")
    one.add_argument("dir", nargs="?", type=Path, default=Path(LECTURES), metavar="DIR", help=f"default: {LECTURES}")
    said = "where the class's answers arrive; students start theirs with LABKIT_CLASS=FOLDER"
    one.add_argument("--class", dest="folder", type=Path, metavar="FOLDER", help=said)
    one.set_defaults(action=lecture)


def _add_records(actions) -> None:
    """What tests the installation, and what collects answers."""
    what = "does everything that a lesson needs work?"
    actions.add_parser("doctor", help=what, description=what).set_defaults(action=doctor)
    what = "write your answers into one file to hand in; of several such files, a table of what a class found hard"
    one = actions.add_parser("report", help=what, description=what)
    one.add_argument("files", nargs="*", type=Path, metavar="FILE", help=f"default: {FOLDER}/{RECORD}")
    one.set_defaults(action=report)
    what = "write lessons as assignments of nbgrader into the folder COURSE; all, or those whose names begin so"
    one = actions.add_parser("assignments", help=what, description=what)
    one.add_argument("course", type=Path, metavar="COURSE")
    one.add_argument("names", nargs="*", metavar="NN")
    one.set_defaults(action=write_assignments)


def lab(known: argparse.Namespace, options: list[str]) -> int:
    folder = known.dir.resolve()
    if found := jupyter.running(folder):
        jupyter.open_running(found, jupyter.START, options)
        return 0
    try:
        _copy(folder)
    except Refused as error:  # what a student has written must be within reach all the same
        if not (folder / jupyter.START).exists():
            raise
        print(f"labkit: {error}", file=sys.stderr, flush=True)
    print("starting JupyterLab; stop it with Ctrl-C", flush=True)
    line = jupyter.line(folder, jupyter.START, *options)
    return subprocess.call(line, cwd=folder, env=jupyter.environment(folder / RECORD))


def lessons(known: argparse.Namespace, _options: list[str]) -> int:
    _copy(known.dir)
    print(f"the lessons are in {known.dir}; `labkit lab {known.dir}` opens them")
    return 0


def lecture(known: argparse.Namespace, options: list[str]) -> int:
    """Questions are asked anew in every lecture: no answer is recorded."""
    if find_spec("jupyterlab_slideshow") is None:
        raise Refused("slides need one more package: `pip install jupyterlab-slideshow`")
    lesson, folder = _lesson(known.name), known.dir.resolve()
    if found := jupyter.running(folder):
        jupyter.open_running(found, lesson.name, options)
        return 0
    _copy(folder)
    for stem, page in _speaker_pages(lesson.parent).items():
        shutil.copyfile(page, folder / f"{stem}.md")
    print(f"{lesson.stem} as slides: space goes on, f shows a lab alone, s opens the speaker's page", flush=True)
    line = jupyter.line(folder, lesson.name, *jupyter.slides(), *options)
    env = jupyter.environment(settings=(jupyter.HALL,)) | _asking(known.folder)
    return subprocess.call(line, cwd=folder, env=env)


def _asking(folder: Path | None) -> dict[str, str]:
    """What makes kernels ask the class whose answers arrive in a folder."""
    if folder is None:
        return {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"the class's folder {folder} could not be made ({error.strerror}): name another") from None
    return {classroom.PLACE: str(folder.resolve()), classroom.QUESTIONS: "class"}


def singleuser(known: argparse.Namespace, options: list[str]) -> int:
    """A lesson that cannot be copied must not keep a student from their server."""
    folder = known.dir.resolve()
    try:
        _copy(folder)
        folder.chmod(0o700)  # other students have accounts on the same machine
    except (OSError, Refused) as error:
        print(f"labkit: {error}", file=sys.stderr, flush=True)
    line = ["jupyterhub-singleuser", *jupyter.ours(), *options]
    try:
        os.execvpe(line[0], line, jupyter.environment(folder / RECORD))
    except (FileNotFoundError, NotADirectoryError):
        raise Refused("jupyterhub-singleuser was not found: `pip install jupyterhub` in this environment") from None


def doctor(_known: argparse.Namespace, _options: list[str]) -> int:
    installation.self_test()
    return 1 if any(trouble for _, trouble in installation.findings()) else 0


def report(known: argparse.Namespace, _options: list[str]) -> int:
    files = known.files or [Path(FOLDER) / RECORD]
    try:
        print(reports.one(files[0]) if [file.name for file in files] == [RECORD] else reports.of_class(files))
    except (OSError, ValueError) as error:
        raise Refused(str(error)) from None
    return 0


def write_assignments(known: argparse.Namespace, _options: list[str]) -> int:
    try:
        assignments.write(_originals(), known.course, known.names, say=print)
    except (OSError, ValueError) as error:
        raise Refused(str(error)) from None
    return 0


def _originals() -> Path:
    found = next((home for home in HOMES if home.is_dir()), None)
    if found is None:
        raise Refused("the lessons are not installed: install labkit's wheel again, or work in the project's folder")
    return found


def _lesson(name: str) -> Path:
    """Of a number its main page."""
    found = sorted(_originals().glob("*.ipynb"))
    named = [path for path in found if path.stem == name] or [
        path for path in found if path.stem.startswith(f"{name}_")
    ]
    if not named:
        raise Refused(f"expected a lesson such as 20 or 20_more, got {name!r}; `labkit lessons` copies all of them")
    return min(named, key=lambda path: path.stem != name and path.stem.endswith("_more"))


def _speaker_pages(originals: Path) -> dict[str, Path]:
    """Lesson -> the page of its lecture in `course/teaching`."""
    pages = sorted((originals.parent / "course" / "teaching").glob("*.md"))
    stems = [path.stem for path in originals.glob("*.ipynb")]
    found = {stem: [page for page in pages if page.stem[:3] == stem[:3]] for stem in stems}
    return {stem: next((page for page in mine if page.stem == stem), mine[0]) for stem, mine in found.items() if mine}


def _copy(folder: Path) -> None:
    try:
        copies.refresh(_originals(), folder, say=print)
    except OSError as error:
        repair = "free some of the disk" if error.errno in FULL else "is it yours?"
        raise Refused(f"the lessons could not be written to {folder} ({error.strerror}): {repair}") from None
