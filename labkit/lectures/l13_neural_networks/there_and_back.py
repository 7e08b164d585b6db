"""One example, forward and backward through a small network, edge by edge.

Lecture 13; deck 002 "Backpropagation Training of MLP Networks", "Backpropagation training:". Inventory: I-002-031,
I-002-032, I-002-033, I-002-034.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core.story import STOP, UPDATE, Step, Trace
from labkit.learners.network import PassStep, pass_steps
from labkit.lectures.l13_neural_networks import questions
from labkit.lectures.l13_neural_networks.common import tiny
from labkit.player.controls import Button, Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.views.diagrams.network import Layers, Network, Unit
from labkit.views.layout import columns
from labkit.views.tables.grid import Column, Grid, Row

SENDERS = (("1", "x1", "x2"), ("1", "h1", "h2"))
RECEIVERS = (("h1", "h2"), ("out",))
UP, DOWN, STAY = "up", "down", "stays"
SAYINGS = {"rise": ("u", "it goes up"), "fall": ("d", "it goes down"), "rest": ("s", "it stays")}  # of the buttons
NOTHING, EDGES = "-", 9  # said; of the network
TITLE = "Weights, sums a, values z, \u03b4"
STILL = 1e-12  # of a slope: the weight stays

Edge = tuple[int, int, int]  # layer, sender, receiver


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EdgeStep(Step):
    """What a pass has told so far; after the units of a layer, the edges into it one by one."""

    told: PassStep
    edges: tuple[Edge, ...] = ()  # whose slopes are known, the newest last
    newest: bool = False  # whether this step is about the last of them
    asked: Edge | None = None  # whose slope comes next: its sign is to be said
    guesses: tuple[str, ...] = ()  # what was said of the first edges

    @property
    def edge(self) -> Edge | None:
        return self.asked or (self.edges[-1] if self.newest else None)

    @property
    def caption(self) -> str:
        score = f"{self._score}; " if any(self.guesses) and (self.asked or self.event == STOP) else ""
        if self.edge is None:
            return score + self.told.caption
        name, sent, delta, slope, way = row(self.told, self.edge)
        if self.asked:
            return f"{score}{name}: will the weight go up or down?"
        product = f"{short(sent)} is sent, times \u03b4 {short(delta)}: slope {short(slope)}"
        return f"{name}: {product}; the weight {moves(way)}"

    @property
    def _score(self) -> str:
        ways = [row(self.told, edge)[4] for edge in self.edges]
        right = sum(guess == way for guess, way in zip(self.guesses, ways, strict=False))
        return f"{right} of {sum(map(bool, self.guesses))} signs right"


class PassLab(Lab):
    """Say the sign of each slope before you see it."""

    name, heading = "13-pass", "There and back"
    question = questions.negative_weight
    steering = (
        Slider("x1", "input x1", -8.0, 8.0, 0.5, 0.5),
        Slider("x2", "input x2", -8.0, 8.0, 0.5, -1.0),
        Slider("target", "the answer should be", -1.0, 2.0, 0.02, 1.0),
        Slider("rate", "rate", 0.1, 2.0, 0.1, 0.5),
        *(Button(name, label) for name, (_, label) in SAYINGS.items()),
        Memory("said", forgets=("x1", "x2", "target", "rate")),
    )
    presets = {"too high": {"target": 0.0}, "just right": {"target": 0.52}, "saturated": {"x1": 8.0, "x2": -8.0}}
    still = -2

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def press(self, values, name):
        """Said is the sign of the edge that the frame asks about, or else of the next one."""
        shown, said = self.steps[min(self.frame, len(self.steps) - 1)], values["said"]
        if len(said) == EDGES:
            raise ValueError(f"{name}: expected an edge whose sign was not said, got none; move an input to begin anew")
        first = len(shown.edges) if shown.asked else 0
        return {"said": said.ljust(first, NOTHING) + SAYINGS[name][0]}

    def story(self, X, y, values):
        passes = pass_steps(tiny(), [values["x1"], values["x2"]], values["target"], rate=values["rate"])
        trace = as_guessed(by_edges(passes), _read(values["said"]))
        network = Network(lambda step: Layers(units(step), step.model.layers), title=TITLE)
        columns_ = [Column("edge"), *(Column(head, "right") for head in ("sent", "\u03b4", "slope")), Column("weight")]
        slopes = Grid(_rows, columns_, title="Slope = sent \u00d7 \u03b4", name="slopes")
        return Story(trace, columns(network, slopes, weights=(5, 4), shape=2.1))


def by_edges(trace: Trace) -> Trace:
    """The steps of a pass, and two for every edge as soon as its receiver has its delta: which sign, and its slope."""
    steps: list[EdgeStep] = []
    edges: tuple[Edge, ...] = ()
    for told in trace:
        steps.append(EdgeStep(event=told.event, model=told.model, equation=told.equation, reason=told.reason, told=told,
                              edges=edges))  # fmt: skip
        if told.phase == "backward":
            senders, receivers = told.gradients[0].shape
            for edge in ((told.layer, i, j) for j in range(receivers) for i in range(senders)):
                steps.append(EdgeStep(event=UPDATE, model=told.model, equation=5, told=told, edges=edges, asked=edge))
                edges = (*edges, edge)
                steps.append(EdgeStep(event=UPDATE, model=told.model, equation=5, told=told, edges=edges, newest=True))
    return Trace(steps)


def as_guessed(trace: Trace, guesses: tuple[str, ...]) -> Trace:
    """As far as signs were said, and to the edge after these; all of it where none was said."""
    if not guesses:
        return trace
    steps = [replace(step, guesses=guesses) for step in trace if not step.asked or len(step.edges) >= len(guesses)]
    asking = [k for k, step in enumerate(steps) if step.asked]
    return Trace(steps[: asking[0] + 1] if asking else steps)


def _read(text: str) -> tuple[str, ...]:
    ways = {letter: way for (letter, _), way in zip(SAYINGS.values(), (UP, DOWN, STAY), strict=True)} | {NOTHING: ""}
    if len(text) > EDGES or not set(text) <= set(ways):
        raise ValueError(f"said: expected at most {EDGES} letters of u, d, s, -, got {text!r}; move an input")
    return tuple(ways[letter] for letter in text)


def short(x: float) -> str:
    """With three digits, and no zero below zero."""
    return f"{x + 0.0:#.3g}"


def row(told: PassStep, edge: Edge) -> tuple[str, float, float, float, str]:
    """(its name, what was sent, delta, slope, where the weight goes)."""
    layer, i, j = edge
    back = layer - (len(told.record) - told.backward)
    sent, delta = float(told.sent[layer][i]), float(told.deltas[back][j])
    slope = float(told.gradients[back][i, j])
    way = STAY if abs(slope) < STILL else DOWN if slope > 0 else UP
    return f"{SENDERS[layer][i]} \u2192 {RECEIVERS[layer][j]}", sent, delta, slope, way


def moves(way: str) -> str:
    return way if way == STAY else f"goes {way}"


def _rows(step: EdgeStep) -> list[Row]:
    rows = []
    for k, edge in enumerate((*step.edges, *filter(None, [step.asked]))):
        name, sent, delta, slope, way = row(step.told, edge)
        told = ("?", "?") if edge == step.asked else (short(slope), way + _mark(step.guesses[k : k + 1], way))
        rows.append(Row((name, short(sent), short(delta), *told), lit=edge == step.edge))
    return rows


def _mark(guess: tuple[str, ...], way: str) -> str:
    """Whether the guess was right, if there was one."""
    return "" if not any(guess) else " \u2713" if guess == (way,) else " \u2717"


def units(step: EdgeStep) -> list[list[Unit]]:
    """What every unit holds so far; lit are those that act, or the two ends of the edge."""
    told, layers = step.told, step.model.layers
    ends = () if step.edge is None else ((step.edge[0], step.edge[1]), (step.edge[0] + 1, step.edge[2] + 1))
    inputs = [Unit(("1",), (0, 0) in ends, False)]
    inputs += [Unit((f"x{i} {x:.3g}",), (0, i) in ends) for i, x in enumerate(told.x.tolist(), start=1)]
    columns_ = [inputs]
    for k, V in enumerate(layers, start=1):
        found = [_unit(step, k - 1, j, (k, j + 1) in ends) for j in range(V.shape[1])]
        last = k == len(layers)
        columns_.append(found if last else [Unit(("1",), (k, 0) in ends, False), *found])
    return columns_


def _unit(step: EdgeStep, layer: int, j: int, end: bool) -> Unit:
    told = step.told
    lines: tuple[str, ...] = (RECEIVERS[layer][j],)
    if layer < told.forward:
        output = layer == len(told.record) - 1
        a, z = told.a[layer][j], told.z[layer][j]
        lines += (f"\u0177 {z:.3f}",) if output else (f"a {a:.3f}", f"z {z:.3f}")
    back = layer - (len(told.record) - told.backward)
    if back >= 0:
        lines += (f"\u03b4 {short(told.deltas[back][j])}",)
    acts = step.edge is None and step.event != STOP and told.layer == layer
    return Unit(lines, lit=end or acts)
