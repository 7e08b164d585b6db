"""No lab knows where anything stands on the page: that is for ``labkit.views.layout`` to say."""

import ast
from pathlib import Path

import pytest

LECTURES = Path(__file__).resolve().parents[2] / "labkit" / "lectures"
MODULES = sorted(path for path in LECTURES.rglob("*.py") if not path.name.startswith("exercises"))  # draw nothing
PLACING = ("box", "height")  # keywords that would place or size a picture
DRAWING = ("Scene", "Panel", "placed")  # the layout's to call


def coordinates_in(source):
    """Every number that would be a place on the page, with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = [word.arg for word in node.keywords if word.arg in PLACING]
            if called in DRAWING or words:
                yield f"line {node.lineno}: {called}({', '.join(words)})"
        if isinstance(node, ast.Tuple) and len(node.elts) == 4 and all(map(is_number, node.elts)):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def is_number(node):
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(LECTURES).as_posix())
def test_lecture_holds_no_coordinate_of_the_page(path):
    found = list(coordinates_in(path.read_text(encoding="utf-8")))
    assert not found, f"let rows(...) and columns(...) of labkit.views.layout place the views: {found}"


@pytest.mark.parametrize("source", ["f(x, box=B)", "PLANE = (8, 8, 404, -404.5)", "Scene((), '')", "view(s).placed(b)"])
def test_coordinates_are_found_in_every_form(source):
    assert list(coordinates_in(source))


@pytest.mark.parametrize(
    "source", ["columns(a, b, weights=(2, 1), shape=2.2)", "(1, 2, 3)", "Slider('a', 0, 1, 0.1, 0.5)"]
)
def test_weights_shapes_and_controls_are_no_coordinates(source):
    assert not list(coordinates_in(source))
