"""What a lab is steered to, and how its controls change that: a state is replaced as a whole, never altered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from labkit.player.controls import Button, Control, Memory, Valued

Painted = tuple[np.ndarray, np.ndarray]  # X and class indices y


class PointSource(Protocol):
    """Where the points of a lab come from: X and class indices y."""

    names: tuple[str, ...]  # the controls that make new points

    def drawn(self, values: dict) -> Painted: ...


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Control values, and the points if they were painted."""

    values: dict
    points: Painted | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Steering:
    """The controls of the lab ``owner``; moving one of ``data_controls`` makes new data and drops painted points."""

    owner: str
    controls: Sequence[Control]
    data_controls: Sequence[str]

    @property
    def first(self) -> State:
        return State({control.name: control.default for control in self._of(Valued)})

    def button(self, name: str) -> str:
        return self._named(name, Button, "button").name

    def moved(self, state: State, name: str, value) -> State:
        """One control; the very same state if that changes nothing."""
        value = self._named(name, Valued, "control").check(value)
        if value == state.values[name]:
            return state
        points = None if name in self.data_controls else state.points
        forgotten = {memory.name: memory.default for memory in self._of(Memory) if name in memory.forgets}
        return State({**state.values, **forgotten, name: value}, points)

    def changed(self, state: State, values: dict) -> State:
        """Several controls: the memories last, for the others may empty them."""
        memories = {memory.name for memory in self._of(Memory)}
        for name in sorted(values, key=lambda name: name in memories):
            state = self.moved(state, name, values[name])
        return state

    def _of(self, kind) -> list[Control]:
        return [control for control in self.controls if isinstance(control, kind)]

    def _named(self, name: str, kind, what: str) -> Control:
        for control in self._of(kind):
            if control.name == name:
                return control
        names = ", ".join(control.name for control in self._of(kind)) or "none"
        raise ValueError(f"{self.owner}: expected a {what} out of {names}, got {name!r}; check the spelling")
