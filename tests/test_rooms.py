"""The rooms of the house: who may import whom, read from the source with ast."""

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from labkit.learners import all_learners

LABKIT = Path(__file__).resolve().parent.parent / "labkit"
MAY_IMPORT = {
    "core": set(),
    "learners": {"core"},
    "views": {"core"},
    "render": {"core", "views"},
    "player": {"core", "views", "render"},
    "tutor": {"core", "views", "render", "player"},  # its cards have the look of the player's
    "lectures": {"core", "learners", "views", "render", "player", "tutor"},
    "command": {"core", "player", "tutor"},
}
NUMPY_ONLY = ("core", "learners", "views")
LONGEST, MOST_LINES = 250, 25  # of a module, of a function
SKLEARN_CALLS = ("__sklearn_tags__", "_tags")


def test_every_folder_is_a_room():
    folders = {path.parent.name for path in LABKIT.glob("*/__init__.py")}
    assert folders == set(MAY_IMPORT), "say in MAY_IMPORT what a new room may import, and draw it in CONTRIBUTING.md"


@cache
def parsed(path):
    return ast.parse(path.read_text())


def modules(room):
    return sorted((LABKIT / room).rglob("*.py"))


def imports(source, package):
    """The absolute dotted names that `source`, a module of `package`, imports anywhere in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            # `from labkit import views` names the room only after `import`.
            yield from (f"{module}.{alias.name}" for alias in node.names)


def without_sklearn_tags(source):
    """The source without the methods that scikit-learn alone calls, when it is loaded already."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in SKLEARN_CALLS:
            node.body = [ast.Pass()]
    return ast.unparse(tree)


def package_of(path):
    return ".".join(path.relative_to(LABKIT.parent).parent.parts)


def test_imports_are_found_in_every_form():
    source = "import labkit.lectures\nfrom labkit import views\nfrom ..render import canvas\nfrom . import story"
    found = list(imports(source, "labkit.core"))
    assert found == ["labkit.lectures", "labkit.views", "labkit.render.canvas", "labkit.core.story"]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_room_imports_only_the_rooms_below_it(room):
    allowed = MAY_IMPORT[room] | {room, "__version__"}
    wrong = [
        f"{path.relative_to(LABKIT)} imports {name}"
        for path in modules(room)
        for name in imports(path.read_text(), package_of(path))
        if name.startswith("labkit.") and name.split(".")[1] not in allowed
    ]
    below = ", ".join(sorted(MAY_IMPORT[room])) or "no other room"
    assert not wrong, f"{room} may import {below}; move what needs more to a room above:\n" + "\n".join(wrong)


@pytest.mark.parametrize("room", NUMPY_ONLY)
def test_room_needs_numpy_alone(room):
    allowed = sys.stdlib_module_names | {"labkit", "numpy"}
    wrong = [
        f"{path.relative_to(LABKIT)} imports {name}"
        for path in modules(room)
        for name in imports(without_sklearn_tags(path.read_text()), package_of(path))
        if name.split(".")[0] not in allowed
    ]
    assert not wrong, f"{room} needs NumPy alone; do without these:\n" + "\n".join(wrong)


@pytest.mark.parametrize("room", NUMPY_ONLY)
def test_room_never_prints(room):
    wrong = [
        f"{path.relative_to(LABKIT)}:{node.lineno}"
        for path in modules(room)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not wrong, "yield a step or raise a ValueError instead of printing: " + ", ".join(wrong)


def test_no_module_is_too_long():
    lengths = {path: len(path.read_text().splitlines()) for path in LABKIT.rglob("*.py")}
    wrong = [f"{path.relative_to(LABKIT)} has {n} lines" for path, n in lengths.items() if n > LONGEST]
    assert not wrong, f"divide what is longer than {LONGEST} lines: " + ", ".join(wrong)


def test_no_function_is_too_long():
    """A docstring does not count, and functions inside a function count by themselves."""
    wrong = []
    for path in LABKIT.rglob("*.py"):
        functions = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef)]
        for node in functions:
            apart = [one for one in functions if one is not node and node.lineno < one.lineno <= node.end_lineno]
            apart += [node.body[0]] if ast.get_docstring(node) else []
            lines = set(range(node.lineno, node.end_lineno + 1))
            lines -= {line for one in apart for line in range(one.lineno, one.end_lineno + 1)}
            if len(lines) > MOST_LINES:
                wrong.append(f"{path.relative_to(LABKIT)}:{node.lineno} {node.name} has {len(lines)}")
    assert not wrong, f"divide functions of more than {MOST_LINES} lines: " + ", ".join(wrong)


def test_no_two_classes_have_one_name():
    trees = [parsed(path) for path in LABKIT.rglob("*.py")]
    names = Counter(node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    twice = sorted(name for name, times in names.items() if times > 1)
    assert not twice, f"one word for one thing; rename all but one of: {', '.join(twice)}"


def test_no_learner_writes_an_init():
    """Hyper-parameters are declared as fields, checked in one place: labkit/core/params.py."""
    generated = "<string>"  # the file of what ``dataclass`` writes
    wrong = [kind.__name__ for kind in all_learners() if kind.__init__.__code__.co_filename != generated]
    assert not wrong, f"declare the hyper-parameters as fields instead of an __init__: {', '.join(wrong)}"


def test_importing_the_learners_loads_no_drawing_and_no_other_library():
    heavy = {"matplotlib", "ipywidgets", "anywidget", "IPython", "scipy", "sklearn", "pandas"}
    code = f"import sys, labkit, labkit.learners; print(*sorted({heavy} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == ""
