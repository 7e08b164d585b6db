"""Make site/: the course as pages with search, contents and slides; labs play at once and are steered in the page.

    python tools/make_site.py [NN ...]                all lessons, or those that begin so
    python tools/make_site.py --without-python ...    the labs only play; nothing is fetched for them

Lessons that were executed before and have not changed since are taken from the person's cache. No page asks another
host for anything. What `make lite` has made is put beside the pages; every lesson then has a link that opens it there.
labkit's wheel stands beside them too, for those who install it. Where something fails, the old site stays as it was.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from nbclient.exceptions import CellExecutionError

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import build_notebooks, site_labs, wheel
from tools.build_notebooks import ROOT
from tools.website import catalogue, pages, search, terms
from tools.website.cells import Body, Heading, body_of
from tools.website.executed import executed

SITE = ROOT / "site"
STATIC = ("site.css", "theme.js", "site.js", "present.js", "icon.svg")
ALWAYS = ("glossary", "errata")  # lessons lead to them


def make(folder: Path, only: list[str], *, python: bool = True) -> list[Path]:
    """The pages that were written; without Python they play, and cannot be steered."""
    lessons = catalogue.lessons([*only, *ALWAYS] if only else [])
    notebooks = {lesson.name: build_notebooks.convert(lesson.source) for lesson in lessons} | {pages.HOME: pages.hero()}
    made = dict(executed(notebooks))
    labs = {name: site_labs.taken(notebook, name) for name, notebook in made.items()}
    known = terms.glossary_words()
    bodies = {name: body_of(name, made[name], terms.linker(name, known)) for name in made}
    documents = [body_of(name, pages.document(name), lambda text: None) for name in pages.DOCUMENTS]
    searched = search.script(_sections([*(bodies[lesson.name] for lesson in lessons), *documents]))
    site = pages.Site.at(folder)
    site.add_labs(python)
    for name in STATIC:
        site.add(name, (pages.TEMPLATES / name).read_bytes())
    site.add("search.js", searched)
    _write_lessons(site, lessons, bodies, labs)
    for document in documents:
        site.write("page.html.j2", document)
    _write_others(site, lessons, bodies[pages.HOME], labs[pages.HOME])
    return sorted(folder.glob("*.html"))


def _sections(bodies: list[Body]) -> list[tuple[str, str, str, str]]:
    return [
        (f"{body.name}.html#{anchor}", heading, body.title, text)
        for body in bodies for anchor, heading, text in body.sections
    ]  # fmt: skip


def _write_lessons(
    site: pages.Site, lessons: list[catalogue.Lesson], bodies: dict[str, Body], labs: dict[str, dict]
) -> None:
    for k, lesson in enumerate(lessons):
        site.write(
            "lesson.html.j2" if lesson.lecture else "page.html.j2", bodies[lesson.name], labs=labs[lesson.name],
            before=lessons[k - 1] if k else None, after=lessons[k + 1] if k + 1 < len(lessons) else None,
            notes=catalogue.notes(lesson.lecture) if not lesson.is_more else [], notebook=site.notebook(lesson.name),
            beside=[other for other in lessons if other.lecture == lesson.lecture != "" and other is not lesson],
        )  # fmt: skip


def _write_others(site: pages.Site, lessons: list[catalogue.Lesson], first: Body, labs: dict) -> None:
    hero, first.html = first.html, ""
    first.headings = [Heading(1, "top", "labkit: see how a machine learns, and steer it")]
    first.description = (
        "Courseware for supervised learning: every algorithm tells its story step by step, in labs that you steer."
    )
    site.write("home.html.j2", first, labs=labs, hero=hero, **pages.home(lessons))
    about = Body("about", headings=[Heading(1, "top", "About this course")], description="Licence, citation, credits.")
    about.headings += [Heading(2, anchor, title) for anchor, title in pages.ABOUT]
    site.write("about.html.j2", about, **pages.about())


def _put_lite_beside(folder: Path) -> None:
    if (pages.LITE / "lab" / "index.html").exists():
        shutil.copytree(pages.LITE, folder / "lite")


def replace(folder: Path, only: list[str], *, python: bool = True) -> int:
    """Make the site anew in place of the one in ``folder``, and say how many pages it has."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as name:
        new = Path(name) / "new"
        new.mkdir()
        _put_lite_beside(new)
        wheel.made(new)
        count = len(make(new, only, python=python))
        if folder.exists():
            folder.rename(Path(name) / "old")
        new.rename(folder)
    return count


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--without-python", action="store_true", help="pages that play and cannot be steered")
    parser.add_argument("only", nargs="*", help="beginnings of lesson names, such as 09")
    options = parser.parse_args(arguments)
    try:
        count = replace(SITE, options.only, python=not options.without_python)
    except CellExecutionError as error:
        print(f"\na cell failed, the site was left as it was\n{error}", file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{SITE.relative_to(ROOT)}/index.html and {count - 1} other pages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
