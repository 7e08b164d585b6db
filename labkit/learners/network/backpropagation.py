"""One example, forward and backward, layer by layer, with every number: how the weights learn from it.

Lecture 13; deck 002 "Backpropagation Training of MLP Networks", "Backpropagation training: (a) forward pass; (b)
backward pass". Inventory: I-002-032, I-002-033, I-002-034.

    V_ij <- V_ij - gamma z_i delta_j                                                                 (6)

(1) to (5) are in ``passes``. A step shows what is known by then: values up to a layer, deltas down to one.

symbol   name here
gamma    rate

Departures from the slides: the printed backward pass uses weights that have moved already, w(k+1) (E-002-02):
``printed=True`` shows what comes of it, which is not the gradient. x_0 = 1 too (E-002-04).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step, Trace
from labkit.learners.network.model import LayerValues, Multilayer
from labkit.learners.network.passes import printed_deltas

FORWARD, BACKWARD = "forward", "backward"
MOST = 6  # numbers of a layer that a caption tells


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PassStep(Step):
    """One layer forward, one layer backward, or the update; the model of the last step has the new weights."""

    x: np.ndarray  # the example, as it was given
    seen: np.ndarray  # the example in the network's units: what the first layer sums up
    target: np.ndarray  # what the outputs should be
    record: tuple[LayerValues, ...]  # all numbers of the pass, of which a step shows those it knows
    rate: float
    phase: str = ""  # "forward" or "backward"; the start and the update have none
    forward: int = 0  # layers passed, on the way to the outputs
    backward: int = 0  # layers passed, on the way back

    @property
    def layer(self) -> int | None:
        """The layer that has just been passed, the first hidden one is 0."""
        places = {FORWARD: self.forward - 1, BACKWARD: len(self.record) - self.backward}
        return places.get(self.phase)

    @property
    def a(self) -> tuple[np.ndarray, ...]:
        """The sums of the layers passed."""
        return tuple(layer.a[0] for layer in self.record[: self.forward])

    @property
    def z(self) -> tuple[np.ndarray, ...]:
        """Their values; those of the output layer are the answer."""
        return tuple(layer.z[0] for layer in self.record[: self.forward])

    @property
    def sent(self) -> tuple[np.ndarray, ...]:
        """What goes into each layer that has been passed, the constant 1 first: V_ij times it is on the edge i -> j."""
        layers = (self.seen, *(layer.z[0] for layer in self.record))
        return tuple(inputs.frozen([1.0, *each]) for each in layers[: self.forward])

    @property
    def deltas(self) -> tuple[np.ndarray, ...]:
        """Of the layers passed on the way back, the output layer last."""
        return tuple(layer.delta[0] for layer in self.record[len(self.record) - self.backward :])

    @property
    def gradients(self) -> tuple[np.ndarray, ...]:
        """The slopes along the weights that lead into those layers, biases first."""
        return tuple(layer.gradient for layer in self.record[len(self.record) - self.backward :])

    @property
    def loss(self) -> float:
        """Of the example, with these weights."""
        output, scores = self.model.network.output, self.model.scores(self.x[None])
        return float(output.losses(scores.T, self.target[:, None])[0])

    @property
    def caption(self) -> str:
        if self.event == START:
            units = "" if np.array_equal(self.x, self.seen) else f", {_numbers(self.seen)} in the network's units,"
            return (
                f"start: the example {_numbers(self.x)}{units} comes in; the answer should be {_numbers(self.target)}"
            )
        if self.event == STOP:
            return f"stop: {self.reason}"
        last = self.layer == len(self.record) - 1
        name = "the output" if last else f"hidden layer {self.layer + 1}"
        if self.phase == FORWARD:
            same = last and np.array_equal(self.a[-1], self.z[-1])
            makes = "which is the answer" if same else f"which makes {_numbers(self.z[-1])}"
            return f"forward: {name} sums up to {_numbers(self.a[-1])}, {makes}"
        return f"backward: {name} {'is off by' if last else 'has a share in it of'} {_numbers(self.deltas[0])}"


def pass_steps(model: Multilayer, x, y, *, rate: float = 0.1, printed: bool = False) -> Trace:
    """The story of one example x with the answer y; ``printed`` as the slide has it."""
    inputs.number("rate", rate, above=0)
    inputs.option("printed", printed, (True, False))
    x = _example(x, len(model.features.centre))
    record = _passes(model, x, y, float(rate), printed)
    target = inputs.frozen(model.targets([y])[0])
    seen = inputs.frozen(model.features.of(x))
    first = PassStep(event=START, model=model, x=x, seen=seen, target=target, record=record, rate=float(rate))
    steps, many = [first], len(record)
    for k in range(1, many + 1):
        steps.append(replace(first, event=UPDATE, phase=FORWARD, forward=k, equation=1 if k == many else 2))
    for k in range(1, many + 1):
        steps.append(replace(steps[-1], phase=BACKWARD, backward=k, equation=3 if k == 1 else 4))
    moved = [V - rate * layer.gradient for V, layer in zip(model.layers, record, strict=True)]  # (6)
    last = replace(steps[-1], event=STOP, phase="", equation=6, model=model.with_layers(moved))
    reason = f"every weight moves by {rate:g} times its slope, down: loss {first.loss:.4g} becomes {last.loss:.4g}"
    return Trace([*steps, replace(last, reason=reason)])


def _example(x, length: int) -> np.ndarray:
    x = inputs.matrix([x], name="x")[0]
    if len(x) != length:
        raise ValueError(f"x: expected {length} numbers, got {len(x)}; pass one for each feature")
    return inputs.frozen(x)


def _passes(model: Multilayer, x: np.ndarray, y, rate: float, printed: bool) -> tuple[LayerValues, ...]:
    record = model.backward(x[None], [y])
    if printed:
        values = model.values(x[None])
        deltas = printed_deltas(model.layers, values, record[-1].delta.T, model.network.activation, rate)
        pairs = zip(record, deltas, values, strict=False)
        record = [replace(layer, delta=d.T, gradient=z @ d.T) for layer, d, z in pairs]
    return tuple(LayerValues(*(inputs.frozen(part) for part in (s.a, s.z, s.delta, s.gradient))) for s in record)


def _numbers(values: Sequence[float]) -> str:
    said = ", ".join(f"{value + 0.0:.4g}" for value in values[:MOST])  # + 0.0: no "-0"
    if len(values) > MOST:
        return f"({said}, ... {len(values)} in all)"
    return f"({said})" if len(values) != 1 else said
