"""The map of the course: a picture of what builds on what, ways through it, links to what is written."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np

from labkit.core import course
from labkit.core.course_map import HEIGHT, SHADE, WIDTH, Answered, CourseMap, Lecture, course_map

ROOT = Path(__file__).resolve().parents[2]


def test_map_links_to_the_main_page_of_every_lecture_that_is_written():
    found = course_map()
    assert set(found.pages) >= set(np.unique(course.index()["lecture"]))
    page, picture = found._repr_html_(), found.picture()
    for number, name in found.pages.items():
        assert name.startswith(number) and (ROOT / "course" / f"{name}.py").exists()
        assert f'<a href="{name}.ipynb">{number} · ' in page
        assert f'<a href="{name}.ipynb"' in picture
    assert page.count("<tr>") == 23 + 1 + len(found.ways)


def test_picture_without_its_elements_is_a_list_of_links():
    kept = re.sub(r"<(?!/?a\b)[^>]*>", "", course_map().picture())  # as in a notebook that JupyterLab does not trust
    links = re.findall(r'<a href="(\w+).ipynb" title="[^"]*" style="display: flex;[^"]*">([^<]+)</a>', kept)
    assert len(links) == 22 and links[19] == ("20_adaboost", "20 \u00b7 AdaBoost 60 min")


def test_map_reads_as_text():
    lines = repr(course_map()).splitlines()
    assert len(lines) == 22
    assert lines[19] == "20 AdaBoost: 60 min, builds on 15"


def test_every_arrow_ends_at_a_box_and_no_two_boxes_meet():
    picture = course_map().picture()
    boxes = [(float(x), float(y)) for x, y in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"', picture)]
    for k, (x, y) in enumerate(boxes):
        assert not any(abs(x - u) < WIDTH and abs(y - v) < HEIGHT for u, v in boxes[:k])
    ends = re.findall(r'<path d="M([\d.]+) ([\d.]+)H.* ([\d.]+) ([\d.]+)" fill', picture.replace("<path", "\n<path"))
    assert len(ends) == sum(len(each.builds_on) for each in course_map().lectures)
    for x, y, to_x, to_y in ends:
        assert (float(x) - WIDTH, float(y) - HEIGHT / 2) in boxes
        assert (float(to_x), float(to_y) - HEIGHT / 2) in boxes


def test_map_prefers_the_main_page_and_says_what_is_not_written():
    names = {"10": "10_perceptron_family"}
    found = replace(course_map(), pages=names)
    assert repr(found).splitlines()[0] == "01 Function approximation: 50 min, to come"
    assert "01 · Function approximation (to come)" in found._repr_html_()
    assert "done" not in found._repr_html_()
    told = replace(found, progress={"10_perceptron_family": Answered("3 of 4 <exercises>")})._repr_html_()
    assert "done</th>" in told and "3 of 4 &lt;exercises&gt;" in told


def test_box_is_shaded_once_its_lesson_is_begun_and_ticked_once_all_is_answered():
    progress = {"09_perceptron": Answered("1 of 4"), "20_adaboost": Answered("4 of 4", whole=True)}
    picture = replace(course_map(), progress=progress).picture()
    shades = [picture.count(f'fill-opacity="{SHADE[each]}"') for each in ("", "begun", "done")]
    assert shades == [20, 1, 1] and picture.count("\u2713") == 1 and "Shaded: begun" in picture
    assert "Shaded" not in course_map().picture()


def test_map_escapes_what_would_be_a_tag():
    odd = CourseMap((Lecture("01", "a < b", 50, (), 0, "<i>"),), {})
    assert "01 · a &lt; b" in odd._repr_html_() and "&lt;i&gt;" in odd._repr_html_()
