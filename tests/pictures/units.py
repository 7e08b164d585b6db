"""Pictures of lecture 13, units with a threshold: one line each, and XOR folded by a hidden layer."""

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.learners.network.units import GATES, XOR, ThresholdNetwork, ThresholdUnit, truth_table
from labkit.views.facts import Facts
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import WRONG, Field, Panel, Path, Points, Scene, Text, coordinates

LEFT, RIGHT = (40, 44, 400, 316), (500, 44, 400, 316)
AROUND = (-0.75, 1.75), (-0.6, 1.6)
FOLDED = (-0.9, 1.6), (-0.75, 1.45)


def unit() -> list[Scene]:
    """Three gates, and XOR asked of one unit: a corner is always wrong."""
    X = truth_table(GATES["and"])[0].astype(float)
    asked = {"and": GATES["and"], "or": GATES["or"], "nand": GATES["nand"], "xor": GATES["or"]}
    wanted = {name: truth_table(model)[1] for name, model in asked.items()} | {"xor": truth_table(XOR)[1]}

    def scene(name: str) -> Scene:
        model, y = asked[name], wanted[name]
        sum_ = "x1 + x2" if model.w[0] > 0 else "-x1 - x2"
        said = f"{name}: fires where {sum_} >= {model.theta:g}"
        plane = Plane(X, y, box=LEFT, limits=AROUND, title=name.upper(), size=11.0)
        table = Facts(lambda step: [(f"{a:g} {b:g}", str(want), str(got))
                                    for (a, b), want, got in zip(X, y, model.predict(X), strict=True)],
                      ("wanted", "fires"), box=RIGHT)  # fmt: skip
        step = Step(event=SOLVED, model=model, reason=said)
        return Scene((plane(step), table(step)), said)

    scenes = [scene(name) for name in asked]
    assert [hollow(each.panel("plane")) for each in scenes] == [0, 0, 0, 1]
    return scenes


def network() -> list[Scene]:
    """The corners, the lines of the two hidden units, and the space of what they say: three points and one line."""
    table = data.load("xor")
    X, y = table.numeric("x1", "x2"), table["y"]
    hidden, _ = XOR.outputs(X)

    def lines(step) -> list:
        """Where each hidden unit begins to fire."""
        marks = []
        for number, each in enumerate(XOR.layers[0], start=1):
            x = np.array(AROUND[0])
            line = (each.theta - each.w[0] * x) / each.w[1]
            marks += [Path(coordinates(x), coordinates(line), width=1.6, dash=True)]
            marks += [Text(each.theta / 2 + 0.1, each.theta / 2, f"h{number} fires", size=12.0)]
        return marks

    plane = Overlay(Plane(X, y, box=LEFT, limits=AROUND, title="XOR of x1 and x2", size=11.0), lines)
    folded = Plane(hidden.astype(float), y, box=RIGHT, limits=FOLDED, title="What the hidden units say", size=11.0,
                   name="hidden")  # fmt: skip
    output = Step(event=SOLVED, model=XOR.layers[1][0])

    def passing(case) -> list[Scene]:
        """One case on its way: ringed on the left, then on the right."""
        ring = np.flatnonzero((case == X).all(axis=1))[0]
        found = []
        for step in XOR.pass_steps(case):
            left = plane(Step(event=step.event, model=XOR, example=int(ring) if step.layer == 0 else None))
            right = folded(output) if step.layer != 1 else folded(
                Step(event=SOLVED, model=output.model, example=int(ring)))  # fmt: skip
            found.append(Scene((left, right), step.caption))
        return found

    scenes = passing([1, 1])
    assert all(hollow(scene.panel(name)) == 0 for scene in scenes for name in ("plane", "hidden"))
    field = next(mark for mark in scenes[0].panel("plane").marks if isinstance(mark, Field)).values
    assert len(np.unique(field)) == 2
    places = next(mark for mark in scenes[0].panel("hidden").marks if isinstance(mark, Points))
    assert len({*zip(places.x.tolist(), places.y.tolist(), strict=True)}) == 3, "two corners have become one"
    return scenes


def hollow(panel: Panel) -> int:
    """How many examples are drawn as wrong."""
    return np.count_nonzero(next(mark for mark in panel.marks if isinstance(mark, Points)).flag & WRONG)


PICTURES = {ThresholdUnit: unit, ThresholdNetwork: network}
