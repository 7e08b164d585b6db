"""What a person does to a lab: an action takes the lab's state to a new one, or raises and says why not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from labkit.core import inputs
from labkit.player.state import Painted, State

if TYPE_CHECKING:
    from labkit.player.lab import Lab

DECIMALS = 3  # of painted coordinates, so that a token is short and restores them exactly
FARTHEST = 1000  # that a painted coordinate may lie from 0
FEWEST_POINTS = 2
LONGEST_STROKE = 2000  # places


@dataclass(frozen=True, slots=True)
class Click:
    """A place in a panel's coordinates, and the name of the target there, or nothing."""

    panel: str
    x: float
    y: float
    target: str = ""


def steered(lab: Lab, state: State, name: str, value) -> State:
    return lab.controlled.moved(state, name, value)


def chosen(lab: Lab, state: State, preset: str) -> State:
    inputs.option("preset", preset, tuple(lab.presets))
    return lab.controlled.changed(lab.controlled.first, lab.presets[preset])


def clicked(lab: Lab, state: State, panel: str, x, y, target: str | None = None) -> State:
    """The card says which target it is, for its panels may be arranged otherwise than those of the scene."""
    if not lab.clickable:
        raise ValueError(
            f"{lab.heading}: expected no click, for no panel answers one, got one on {panel!r}; use its controls"
        )
    inputs.option("panel", panel, lab.clickable)
    inputs.number("x", x)
    inputs.number("y", y)
    if target is None:
        target = lab.scenes[lab.frame].panel(panel).target_at(x, y)
    at = Click(panel, float(x), float(y), str(target))
    return lab.controlled.changed(state, lab.click(dict(state.values), at))


def reset(lab: Lab, state: State) -> State:
    return lab.opening


def pressed(lab: Lab, state: State, name: str) -> State:
    return lab.controlled.changed(state, lab.press(dict(state.values), lab.controlled.button(name)))


def added(lab: Lab, state: State, x, y, kind) -> State:
    X, labels = _painted(lab, state, "add")
    return replace(state, points=(np.vstack([X, _place(x, y)]), np.append(labels, _kind(kind, lab))))


def moved(lab: Lab, state: State, index, x, y) -> State:
    if lab.rails:
        inputs.number("index", index, least=0, most=len(lab.rails.across) - 1, whole=True)
        return lab.controlled.changed(state, lab.pulled(index, _place(x, y)[1]))
    X, labels = _painted(lab, state)
    inputs.number("index", index, least=0, most=len(X) - 1, whole=True)
    X = lab.dragged(X, index, np.array(_place(x, y)))
    return replace(state, points=(np.round(X, DECIMALS), labels))


def stroked(lab: Lab, state: State, x, y) -> State:
    """A stroke through places, drawn freehand."""
    if not lab.draws:
        raise ValueError(f"{lab.heading}: expected a lab that is drawn in, got another; use its controls")
    if not isinstance(x, list) or not isinstance(y, list) or len(x) != len(y) or not 1 <= len(x) <= LONGEST_STROKE:
        raise ValueError(f"stroke: expected two lists of 1 to {LONGEST_STROKE} numbers, got others; draw it anew")
    path = np.array([_place(a, b) for a, b in zip(x, y, strict=True)])
    X, labels = lab.stroke(_painted(lab, state), path)
    return replace(state, points=(np.round(X, DECIMALS), labels))


def deleted(lab: Lab, state: State, index) -> State:
    X, labels = _painted(lab, state, "delete")
    inputs.number("index", index, least=0, most=len(X) - 1, whole=True)
    if len(X) <= FEWEST_POINTS:
        raise ValueError(f"delete: expected at least two points to stay, got {len(X)}; add points first")
    left = replace(state, points=(np.delete(X, index, axis=0), np.delete(labels, index)))
    return lab.controlled.changed(left, lab.deleted(dict(left.values), index))


def answered(lab: Lab, option) -> dict:
    """What the lab asks, with this option chosen."""
    if lab.question is None:
        raise ValueError(f"{lab.heading}: expected a lab that asks something, got one without; steer it at once")
    return lab.question.answered(lab.asks, option)


def shown_to_class(lab: Lab) -> dict:
    """What the lab asks, with what a class chose."""
    if lab.question is None:
        raise ValueError(f"{lab.heading}: expected a lab that asks something, got one without; show another")
    return lab.question.with_class(lab.asks)


def copied(state: State) -> dict:
    """What a token keeps of a state."""
    if state.points is None:
        return {"values": state.values}
    X, y = state.points
    return {"values": state.values, "points": [[float(a), float(b), int(k)] for (a, b), k in zip(X, y, strict=True)]}


def pasted(lab: Lab, saved: dict) -> State:
    """The state that a token keeps."""
    state = lab.controlled.changed(lab.controlled.first, saved["values"])
    if "points" not in saved:
        return state
    points = _points(lab, saved["points"])
    if lab.handles and len(points[0]) != (many := len(lab.data(state.values)[0])):
        raise ValueError(f"state token: expected {many} handles, got {len(points[0])}; copy it again")
    return replace(state, points=points)


def _points(lab: Lab, rows: list) -> Painted:
    if not lab.classes or len(rows) < FEWEST_POINTS:
        expected = "at least two points" if lab.classes else "no points, for this lab paints none"
        raise ValueError(f"state token: expected {expected}, got {len(rows)}; copy it again")
    return np.array([_place(x, y) for x, y, _ in rows]), np.array([_kind(kind, lab) for _, _, kind in rows])


def _painted(lab: Lab, state: State, action: str = "") -> Painted:
    """A copy of the points, as the painter writes them, for an action that changes how many there are or does not."""
    if not lab.classes:
        raise ValueError(f"{lab.heading}: expected a lab with paintable points, got one without; use its controls")
    if action and lab.handles:
        raise ValueError(f"{action}: expected a lab with points of its own, got one with handles; drag them instead")
    X, labels = lab.points_of(state)
    return np.round(X, DECIMALS), np.array(labels)


def _kind(value, lab: Lab) -> int:
    inputs.number("class", value, least=0, most=len(lab.classes) - 1, whole=True)
    return value


def _place(x, y) -> tuple[float, float]:
    for axis, value in (("x", x), ("y", y)):
        inputs.number(axis, value, least=-FARTHEST, most=FARTHEST)
    return round(float(x), DECIMALS), round(float(y), DECIMALS)


ACTIONS = {
    "add": added, "move": moved, "delete": deleted, "set": steered, "click": clicked, "preset": chosen, "reset": reset,
    "press": pressed, "draw": stroked,
}  # fmt: skip
ASKING = {"predict": answered, "class": shown_to_class}  # of the question alone: the state stays
STAYING = tuple(action for action in ACTIONS if action != "press")  # a button does the next thing: see how that ends
