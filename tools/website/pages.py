"""Pages out of their parts: templates, what stands around a text, the first page and the one about the course."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from labkit.core import course, course_map
from tools import course_pages, site_labs, site_python
from tools.build_notebooks import ROOT
from tools.website import catalogue
from tools.website.cells import Body, to_pages

TEMPLATES = ROOT / "tools" / "templates" / "site"
ASSETS = "assets"
LITE = ROOT / "build" / "lite"
HOME = "index"
DOCUMENTS = ("teaching", "publishing")  # of docs/, for those who teach
HERO = "09_perceptron"
HERO_SOURCE = """from labkit.lectures import l09_perceptron as lesson

lab = lesson.ConvergenceLab()
lab.asks = {}  # it plays as one arrives, and asks nothing
lab"""
CAUGHT = (
    "A line learns from its mistakes alone, and must stop: the two curves on the right close in on the number of its "
    "updates."
)
ABOUT = (  # anchors and titles of about.html.j2
    ("how-to-cite", "How to cite"), ("the-slides", "The slides"), ("the-data", "The data"), ("made-with", "Made with"),
    ("licence", "Licence"),
)  # fmt: skip
CITATION = (
    "The labkit authors: labkit, interactive courseware for supervised learning, version {version}, BSD-3-Clause."
)


@dataclass
class Site:
    """Where it is published, as far as that is known, and what it holds."""

    folder: Path
    repository: str = ""  # its address
    address: str = ""  # of the first page, ending in a slash
    lite: bool = False  # whether JupyterLite stands beside the pages
    wheel: str = ""  # the file's name, if it stands beside the pages
    assets: dict[str, str] = field(default_factory=dict)  # name -> print of its content
    shared: dict[str, str] = field(default_factory=dict)  # "script", "style" and, if the labs have it, "python"

    @classmethod
    def at(cls, folder: Path) -> Site:
        """GitHub says in its workflows where it publishes."""
        server, name = (
            os.environ.get("GITHUB_SERVER_URL", "https://github.com"),
            os.environ.get("GITHUB_REPOSITORY", ""),
        )
        owner, _, short = name.partition("/")
        address = f"https://{owner}.github.io/{short}/" if short else ""
        lite = (folder / "lite" / "lab" / "index.html").exists()
        wheel = next((path.name for path in folder.glob("*.whl")), "")
        return cls(folder, f"{server}/{name}" if short else "", address, lite, wheel)

    count = property(lambda self: len(set(course.pages())))

    @property
    def install(self) -> str:
        """What somebody types to install labkit with all that lessons need."""
        if self.wheel and self.address:
            return f'pip install "labkit[lab] @ {self.address}{self.wheel}"'
        return f'pip install "{self.wheel or "."}[lab]"'

    @property
    def binder(self) -> str:
        if not self.repository.startswith("https://github.com/"):
            return ""
        path = self.repository.removeprefix("https://github.com/")
        return f"https://mybinder.org/v2/gh/{path}/HEAD?urlpath=lab/tree/notebooks/00_start_here.ipynb"

    def notebook(self, name: str) -> str:
        """The lesson in JupyterLite, nothing where there is none."""
        return f"lite/lab/index.html?path={name}.ipynb" if self.lite else ""

    def add(self, name: str, content: str | bytes) -> None:
        """A file that several pages share."""
        content = content.encode() if isinstance(content, str) else content
        self.assets[name] = hashlib.sha256(content).hexdigest()[:10]
        path = self.folder / ASSETS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def add_labs(self, python: bool) -> None:
        """What the labs of all pages share."""
        folder = self.folder / ASSETS
        self.shared = {kind: f"{ASSETS}/{name}" for kind, name in site_labs.assets(folder).items()}
        if python:
            self.shared["python"] = f"{ASSETS}/{site_python.made(folder)}"

    def asset(self, name: str) -> str:
        """Its address, which changes with its content."""
        return f"{ASSETS}/{name}?{self.assets[name]}"

    @cached_property
    def templates(self) -> Environment:
        return Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def _data(self, labs: dict | None) -> str:
        """What a page with labs says of them to their script."""
        if not labs or not labs["labs"]:
            return ""
        return site_labs.script_json(labs | ({"python": self.shared["python"]} if "python" in self.shared else {}))

    def write(self, template: str, body: Body, *, labs: dict | None = None, before=None, after=None, **more) -> None:
        optional = {
            "before": before,
            "after": after,
            "notes": [],
            "notebook": self.notebook("00_start_here"),
            "beside": [],
        }
        values = {
            "site": self, "name": body.name, "heading": body.title, "headings": body.headings, "body": body.html,
            "labs": self._data(labs), "description": body.description, "picture": next(iter(body.pictures), ""),
            **optional, **more,
        }  # fmt: skip
        page = self.templates.get_template(template).render(values)
        (self.folder / f"{body.name}.html").write_text(page, encoding="utf-8")
        for name, content in body.pictures.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)


def hero() -> nbformat.NotebookNode:
    """A notebook with the lab of the first page."""
    cell = nbformat.v4.new_code_cell(HERO_SOURCE, id="hero", metadata={"jupyter": {"source_hidden": True}})
    return nbformat.v4.new_notebook(cells=[cell])


def document(name: str) -> nbformat.NotebookNode:
    """One of docs/; what it says of another leads to that one's page."""
    text = re.sub(r"\]\((\w+)\.md\)", r"](\1.html)", (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8"))
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text)])


def home(lessons: list[catalogue.Lesson]) -> dict:
    """What the first page shows beside its lab."""
    drawn = course_map.course_map()
    names = {lesson.name: lesson for lesson in lessons}
    listed = [
        {
            "name": each.name, "minutes": each.minutes, "about": each.about,
            "page": page if (page := drawn.pages.get(each.number)) in names else "",
            "beside": [(other.name, "more" if other.is_more else other.label) for other in lessons
                       if other.lecture == each.number and other.name != page],
        }
        for each in drawn.lectures
    ]  # fmt: skip
    known = {"", "00", *(each.number for each in drawn.lectures)}
    listed += [{"name": lesson.label, "minutes": 0, "about": "", "page": lesson.name, "beside": []}
               for lesson in lessons if lesson.lecture not in known]  # fmt: skip
    return {
        "map": _only(to_pages(drawn.picture()), names), "through": _only(to_pages(drawn._table_of_ways()), names),
        "lectures": listed, "hero_page": catalogue.Lesson(HERO, Path(), "09 · The perceptron"), "caught": CAUGHT,
    }  # fmt: skip


def _only(text: str, names: dict) -> str:
    """Without the links to pages that were not made: of a part of the site. What stood there looks as it did."""
    link = re.compile(r'<a href="(\w+)\.html"([^>]*)>(.*?)</a>')
    return link.sub(lambda m: m[0] if m[1] in names else f"<span{m[2]}>{m[3]}</span>", text)


def about() -> dict:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1]
    return {
        "citation": CITATION.format(version=version), "licence": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        "decks": course_pages.rows("decks.csv"), "tables": catalogue.real_tables(),
    }  # fmt: skip
