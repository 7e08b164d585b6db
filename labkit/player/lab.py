"""The steered lab: a learner, data, views and controls on one card.

A lab writes ``heading``, ``steering`` (its controls), ``data(values)`` and ``tell(X, y, values)``; everything a
person does to it is here. The state (values, painted points) is replaced as a whole, and only after its story could
be told: a bad input leaves the lab as it was and says why. The browser draws a drag at once and asks for glances
(the last picture only) one at a time; the whole story is told again when the drag ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.core.story import Step, thinned
from labkit.player import token
from labkit.player.controls import Control, described
from labkit.player.widget import Player, summary_of
from labkit.render import canvas
from labkit.views.scene import Scene

DECIMALS = 3  # of painted coordinates, so that a token is short and restores them exactly
FAR = 1000  # no painted coordinate lies beyond
FRAMES = 300  # the most that is sent of a long story
PROGRESS_EVERY = 50  # frames between two reports of progress


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """A story and the view that shows its steps."""

    steps: Sequence[Step]
    view: Callable[[Step], Scene]


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What a lab is steered to: control values, and the points if they were painted."""

    values: dict
    points: tuple[np.ndarray, np.ndarray] | None = None


class Lab(Player):
    """Abstract: see the module docstring."""

    name: str  # in tokens
    heading: str
    steering: tuple[Control, ...] = ()
    data_controls: tuple[str, ...] = ()  # moving one of these makes new data and drops painted points
    classes: tuple[str, ...] = ()  # what the painter paints; empty: nothing is painted

    def data(self, values: dict) -> tuple[np.ndarray, np.ndarray]:
        """The points for these control values; y holds class indices."""
        raise NotImplementedError(f"{type(self).__name__}: write data(self, values), which returns X and y")

    def tell(self, X: np.ndarray, y: np.ndarray, values: dict) -> Telling:
        """The story of these points."""
        raise NotImplementedError(f"{type(self).__name__}: write tell(self, X, y, values), which returns a Telling")

    def __init__(self, **values):
        state = State({control.name: control.default for control in self.steering})
        for name, value in values.items():
            state = self._steered(state, name, value)
        self._state, self._past = state, []
        self.steps, scenes, summary = self._told(state)
        super().__init__(scenes, title=self.heading, summary=summary)
        self.controls, self.values = described(self.steering), state.values
        self.painter = {"panel": "plane", "classes": list(self.classes)} if self.classes else {}
        self.on_msg(self._receive)

    # ---- what a person or a test does

    def set(self, **values) -> None:
        """Move controls."""
        state = self._state
        for name, value in values.items():
            state = self._steered(state, name, value)
        self._commit(state)

    def add(self, x: float, y: float, kind: int) -> None:
        """Paint one more point of class ``kind``."""
        self._commit(self._added(self._state, x, y, kind))

    def move(self, index: int, x: float, y: float) -> None:
        self._commit(self._moved(self._state, index, x, y))

    def delete(self, index: int) -> None:
        self._commit(self._deleted(self._state, index))

    def undo(self) -> None:
        """Back to the state before the last change."""
        if not self._past:
            raise ValueError("undo: expected an earlier change, got none; nothing was changed yet")
        self._commit(self._past[-1])
        del self._past[-2:]  # going back is not a change to go back to

    @property
    def token(self) -> str:
        """Data, seed, settings and step, to be pasted into this lab anywhere."""
        state = {"lab": self.name, "values": self._state.values, "frame": self.frame}
        if self._state.points is not None:
            X, y = self._state.points
            state["points"] = [[float(a), float(b), int(k)] for (a, b), k in zip(X, y, strict=True)]
        return token.encode(state)

    def restore(self, text: str) -> None:
        """Take on the state of a token."""
        saved = token.decode(text)
        if saved["lab"] != self.name:
            raise ValueError(f"state token: expected one of lab {self.name!r}, got {saved['lab']!r}; open that lab")
        state = State({control.name: control.default for control in self.steering})
        for name, value in saved["values"].items():
            state = self._steered(state, name, value)
        if "points" in saved:
            state = replace(state, points=self._pasted(saved["points"]))
        self._commit(state, saved["frame"])

    # ---- states

    def _points(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        return self.data(state.values) if state.points is None else state.points

    def _steered(self, state: State, name: str, value) -> State:
        for control in self.steering:
            if control.name == name:
                value = control.check(value)
                if value == state.values[name]:
                    return state
                points = None if name in self.data_controls else state.points
                return State({**state.values, name: value}, points)
        names = ", ".join(control.name for control in self.steering)
        raise ValueError(f"{type(self).__name__}: expected a control out of {names}, got {name!r}; check the spelling")

    def _painted(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        if not self.classes:
            raise ValueError(f"{self.heading}: expected a lab with paintable points, got one without; use its controls")
        X, y = self._points(state)
        return np.round(X, DECIMALS), np.array(y)

    def _kind(self, value) -> int:
        inputs.number("class", value, least=0, most=len(self.classes) - 1, whole=True)
        return value

    def _pasted(self, rows: list) -> tuple[np.ndarray, np.ndarray]:
        if not self.classes or len(rows) < 2:
            expected = "at least two points" if self.classes else "no points, for this lab paints none"
            raise ValueError(f"state token: expected {expected}, got {len(rows)}; copy it again")
        return np.array([_place(x, y) for x, y, _ in rows]), np.array([self._kind(kind) for _, _, kind in rows])

    def _added(self, state: State, x, y, kind) -> State:
        X, labels = self._painted(state)
        return replace(state, points=(np.vstack([X, _place(x, y)]), np.append(labels, self._kind(kind))))

    def _moved(self, state: State, index, x, y) -> State:
        X, labels = self._painted(state)
        inputs.number("index", index, least=0, most=len(X) - 1, whole=True)
        X[index] = _place(x, y)
        return replace(state, points=(X, labels))

    def _deleted(self, state: State, index) -> State:
        X, labels = self._painted(state)
        inputs.number("index", index, least=0, most=len(X) - 1, whole=True)
        if len(X) <= 2:
            raise ValueError(f"delete: expected at least two points to stay, got {len(X)}; add points first")
        return replace(state, points=(np.delete(X, index, axis=0), np.delete(labels, index)))

    # ---- telling

    def progress(self, done: int, total: int) -> None:
        """Say how far a long ``tell`` is; the card shows it as a bar if it waits."""
        if self.comm is not None:
            self.send({"progress": [done, total]})

    def _told(self, state: State) -> tuple[Sequence[Step], list[Scene], str]:
        telling = self.tell(*self._points(state), state.values)
        shown = thinned(telling.steps, FRAMES)
        scenes = []
        for k, i in enumerate(shown):
            scenes.append(telling.view(telling.steps[i]))
            if k % PROGRESS_EVERY == PROGRESS_EVERY - 1:
                self.progress(k + 1, len(shown))
        return telling.steps, scenes, summary_of(telling.steps, len(shown))

    def _glance(self, state: State) -> Scene:
        telling = self.tell(*self._points(state), state.values)
        return telling.view(telling.steps[-1])

    def _commit(self, state: State, frame: int | None = None) -> None:
        """Tell the new state's story; only if that works does it become the lab's."""
        if state is self._state:  # a control was set to what it is
            self.error = ""
            return
        steps, scenes, summary = self._told(state)
        with self.hold_sync():
            self._show(scenes, summary, len(scenes) - 1 if frame is None else frame)
            self.values, self.error = state.values, ""
        self._past.append(self._state)
        self._state, self.steps = state, steps

    # ---- messages of the card

    _ACTIONS: ClassVar = {"add": _added, "move": _moved, "delete": _deleted, "set": _steered}

    def _receive(self, _widget, message: dict, _buffers) -> None:
        """One request of the card: answered always, and an error is shown where the person looks."""
        reply, buffers = {"seq": message.get("seq")}, None
        try:
            reply, buffers = self._answer(message, reply)
            self.error = ""
        except ValueError as error:
            self.error = str(error)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error} (a fault of this lab, not yours; your points are kept)"
            raise
        finally:
            self.send(reply, buffers)

    def _answer(self, message: dict, reply: dict) -> tuple[dict, list[bytes] | None]:
        action, arguments = message["do"], message.get("with", [])
        if action == "token":
            self.frame = self._existing(int(message["frame"]))
            return {**reply, "token": self.token}, None
        if action in ("undo", "restore"):
            getattr(self, action)(*arguments)
            return reply, None
        state = self._ACTIONS[action](self, self._state, *arguments)
        if message.get("live"):
            return {**reply, "glance": True}, [canvas.plain([self._glance(state)])]
        self._commit(state)
        return reply, None


def _place(x, y) -> tuple[float, float]:
    for axis, value in (("x", x), ("y", y)):
        inputs.number(axis, value, least=-FAR, most=FAR)
    return round(float(x), DECIMALS), round(float(y), DECIMALS)
