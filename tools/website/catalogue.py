"""The pages in their order, and what is known of each before it is made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from labkit.core import course
from tools import build_notebooks, course_pages

MORE = course.MORE
HEADING = re.compile(r"^# # (.+)$", re.M)
PLAIN = re.compile(r"[$*`]")


@dataclass(frozen=True)
class Lesson:
    """A page made from a file of course/."""

    name: str
    source: Path
    label: str  # its title

    @property
    def lecture(self) -> str:
        return self.name[:2] if self.name[:2].isdecimal() else ""

    @property
    def is_more(self) -> bool:
        return self.name.endswith(MORE)


def lessons(only: list[str]) -> list[Lesson]:
    """Main pages before those with more, the start page first, glossary and errata last."""
    mains = set(course.pages().values())
    found = [Lesson(path.stem, path, _title(path)) for path in build_notebooks.lessons(only)]
    return sorted(
        found, key=lambda each: (not each.lecture, each.lecture, each.is_more, each.name not in mains, each.name)
    )


def _title(source: Path) -> str:
    return PLAIN.sub("", HEADING.search(source.read_text(encoding="utf-8"))[1])


def notes(lecture: str) -> list[str]:
    """The numbers of the errata's rows on this lecture's slides."""
    return [row["id"] for row in course_pages.rows("errata.csv") if lecture and row["lecture"] == lecture]


def real_tables() -> list[dict[str, str]]:
    """Each real table: its name, what it is, its terms and whom to credit."""
    text = (build_notebooks.ROOT / "labkit" / "core" / "tables" / "CREDITS.md").read_text(encoding="utf-8")
    made = []
    for part in text.split("\n## ")[1:]:
        name, about = part.split("\n")[:2]
        said = dict(re.findall(r"^- (Terms|Credit): (.+)$", part, re.M))
        made.append({"name": name, "about": about, "terms": said["Terms"], "credit": said["Credit"]})
    return made
