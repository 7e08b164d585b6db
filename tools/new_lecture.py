"""Make a small lecture that passes all tests and is meant to be changed.

    python tools/new_lecture.py 24 k_means         # make lecture NN=24 SLUG=k_means

Its files come from tools/templates/lecture, where NN stands for the number and topic for the slug. A lecture that has
rows in course/inventory.csv gets them on its teaching page: the index asks which section is about each of them.
"""

import csv
import keyword
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "tools" / "templates" / "lecture"
LONGEST = 30  # letters of a slug: the lines of the templates fit
RESERVED = {"course", "common", "data", "exercises", "pictures", "questions", "topic"}  # names a lecture has already
NEXT = """Next:
  1. change what was made, page first (CONTRIBUTING.md, "Add a lecture")
  2. make notebooks ONLY={number}
  3. make test"""


class Refused(ValueError):
    """A number or a slug that cannot be taken."""


def make(number: str, slug: str, root: Path = ROOT) -> list[Path]:
    """Write the lecture's files below ``root``; the paths of what was written. Nothing is overwritten."""
    _check(number, slug, root)
    templates = [path for path in TEMPLATES.rglob("*.*") if path.suffix in (".py", ".md")]
    files = {root / _named(str(path.relative_to(TEMPLATES)), number, slug): path for path in templates}
    there = [target.relative_to(root).as_posix() for target in files if target.exists()]
    if there:
        raise Refused(f"expected no such file yet, got {', '.join(there)}; move it away or choose another SLUG")
    for target, template in files.items():
        text = _named(template.read_text(encoding="utf-8"), number, slug)
        target.parent.mkdir(parents=True, exist_ok=True)
        rows = _rows(number, slug, root) if target.suffix == ".md" else ""
        target.write_text(text + rows, encoding="utf-8")
    return sorted(files)


def _check(number: str, slug: str, root: Path) -> None:
    if not re.fullmatch(r"[0-9]{2}", number) or number == "00":
        raise Refused(f"expected NN as two digits from 01, got {number!r}; write for example NN=24")
    is_word = re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", slug) and len(slug) <= LONGEST
    if not is_word or keyword.iskeyword(slug) or slug in RESERVED:
        raise Refused(f"expected SLUG as a short snake_case word, got {slug!r}; write for example SLUG=k_means")
    taken = [*(root / "course").glob(f"{number}_*.py"), *(root / "labkit" / "lectures").glob(f"l{number}_*")]
    if taken:
        names = ", ".join(path.relative_to(root).as_posix() for path in sorted(taken))
        raise Refused(f"expected a number that is free, got {number}, which has {names}; choose another NN")


def _named(text: str, number: str, slug: str) -> str:
    """The text of a template with the lecture's own names."""
    words = slug.split("_")
    names = {
        "NN_topic": f"{number}_{slug}",
        "NN-topic": f"{number}-{'-'.join(words)}",
        "TopicLab": "".join(word.capitalize() for word in words) + "Lab",
        "Topic": " ".join(words).capitalize(),
        ".topic": f".{slug}",
        "topic.py": f"{slug}.py",
        "NN": number,
    }
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)


def _rows(number: str, slug: str, root: Path) -> str:
    """The line of the teaching page that gives the lecture's rows to a section; nothing where the decks have none."""
    with (root / "course" / "inventory.csv").open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file) if row["lecture"] == number]
    return f"| {number}_{slug} · The rule | {', '.join(ids)} |\n" if ids else ""


def main(arguments: list[str], root: Path = ROOT) -> int:
    try:
        number, slug = arguments if len(arguments) == 2 else ("", "")
        made = make(number, slug, root)
    except Refused as refusal:
        print(f"labkit: {refusal}", file=sys.stderr)
        return 1
    print(*(f"made {path.relative_to(root).as_posix()}" for path in made), sep="\n")
    print(NEXT.format(number=number))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
