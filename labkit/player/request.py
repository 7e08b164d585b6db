"""What a card asks of its lab, read once: a request of another shape is refused in one sentence, whoever sent it.

{"do": an action, "with": its values, "frame": the one that is shown, "live": ..., "arrangement": ..., "seq": ...}
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as shortened

from labkit.core import inputs
from labkit.player.actions import ACTIONS

OTHERS = {"token": (), "predict": ("option",), "class": (), "data": ("format",), "undo": (), "restore": ("token",)}


@dataclass(frozen=True, slots=True)
class Request:
    """``frame`` is None where the card does not say what it shows."""

    action: str
    values: list
    frame: int | None = None
    live: bool = False
    arrangement: str = ""

    @classmethod
    def of(cls, message) -> Request:
        if not isinstance(message, Mapping):
            raise ValueError(f'request: expected an object with "do", got {shortened(message)}; reload the page')
        action, values, frame = message.get("do"), message.get("with", []), message.get("frame")
        inputs.option("do", action, (*ACTIONS, *OTHERS))
        _check_values(action, values)
        if frame is not None:
            inputs.number("frame", frame, whole=True)
        return cls(action, list(values), frame, bool(message.get("live")), str(message.get("arrangement", "")))


def _check_values(action: str, values) -> None:
    """As many as the action takes."""
    least, names = _taken(action)
    if not isinstance(values, (list, tuple)) or not least <= len(values) <= len(names):
        got = len(values) if isinstance(values, (list, tuple)) else shortened(values)
        words = f"the values ({', '.join(names)})" if names else "no values"
        repair = "send all of them" if names else "send an empty list"
        raise ValueError(f'{action}: expected {words}, got {got}; {repair} in "with"')


def _taken(action: str) -> tuple[int, list[str]]:
    """(how many values it needs, the names of all that it may get)."""
    if action in OTHERS:
        return len(OTHERS[action]), list(OTHERS[action])
    _lab, _state, *values = inspect.signature(ACTIONS[action]).parameters.values()
    return sum(value.default is inspect.Parameter.empty for value in values), [value.name for value in values]
