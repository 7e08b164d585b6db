"""Pictures of lecture 13, units with a threshold: one line each, and XOR folded by a hidden layer."""

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.learners.network.units import GATES, XOR, ThresholdNetwork, ThresholdUnit, truth_table
from labkit.views.layout import columns, square
from labkit.views.plane.cuts import line_within
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Field, Points, Scene, Text, segments_of
from labkit.views.tables.facts import facts
from labkit.views.wrap import Of, Overlay
from tests.pictures.seen import first, hollow

AROUND = (-0.75, 1.75), (-0.75, 1.75)


def unit() -> list[Scene]:
    """Three gates, and XOR asked of one unit: a corner is always wrong."""
    X = truth_table(GATES["and"])[0].astype(float)
    asked = {"and": GATES["and"], "or": GATES["or"], "nand": GATES["nand"], "xor": GATES["or"]}
    wanted = {name: truth_table(model)[1] for name, model in asked.items()} | {"xor": truth_table(XOR)[1]}

    def scene(name: str) -> Scene:
        model, y = asked[name], wanted[name]
        sum_ = "x1 + x2" if model.w[0] > 0 else "-x1 - x2"
        plane = Plane(X, y, limits=AROUND, title=name.upper(), size=11.0)
        table = facts(lambda step: [(f"{a:g} {b:g}", str(want), str(got))
                                    for (a, b), want, got in zip(X, y, model.predict(X), strict=True)],
                      ("wanted", "fires"), title="Truth table")  # fmt: skip
        picture = columns(square(plane), table, caption=lambda step: step.reason)
        return picture(Step(event=SOLVED, model=model, reason=f"{name}: fires where {sum_} >= {model.theta:g}"))

    scenes = [scene(name) for name in asked]
    assert [hollow(each.panel("plane")) for each in scenes] == [0, 0, 0, 1]
    return scenes


def lines(step):
    """Where each hidden unit begins to fire."""
    for number, each in enumerate(XOR.layers[0], start=1):
        yield from segments_of(line_within(*each.hyperplane, *AROUND), width=1.6, dash=DASHED)
        yield Text(each.theta / 2 + 0.1, each.theta / 2, f"h{number} fires", size=12.0)


def network() -> list[Scene]:
    """The corners, the lines of the two hidden units, and the space of what they say: three points and one line."""
    table = data.load("xor")
    X, y = table.numeric("x1", "x2"), table["y"]
    hidden, _ = XOR.outputs(X)
    case = [1, 1]
    ring = int(np.flatnonzero((case == X).all(axis=1))[0])

    def asked(step, layer: int, model) -> Step:
        """The case is ringed where it is on its way: on the left, then on the right."""
        return Step(event=SOLVED, model=model, example=ring if step.layer == layer else None)

    plane = Overlay(Plane(X, y, limits=AROUND, title="XOR of x1 and x2", size=11.0), lines)
    folded = Plane(hidden.astype(float), y, limits=AROUND, title="What the hidden units say", size=11.0, name="hidden")
    picture = columns(square(Of(plane, lambda step: asked(step, 0, XOR))),
                      square(Of(folded, lambda step: asked(step, 1, XOR.layers[1][0]))), shape=1.96)  # fmt: skip
    scenes = [picture(step) for step in XOR.pass_steps(case)]
    assert all(hollow(scene.panel(name)) == 0 for scene in scenes for name in ("plane", "hidden"))
    assert len(np.unique(first(scenes[0].panel("plane"), Field).values)) == 2
    places = first(scenes[0].panel("hidden"), Points)
    assert len({*zip(places.x.tolist(), places.y.tolist(), strict=True)}) == 3, "two corners have become one"
    return scenes


PICTURES = {ThresholdUnit: unit, ThresholdNetwork: network}
