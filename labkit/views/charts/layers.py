"""What a chart is made of: layers that draw themselves, and things that are said once or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.scene import EndLabel, Mark


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """``draw(step)`` its marks, ``values()`` what the vertical axis has room for, ``name(step)`` what is at its end."""

    draw: Callable[[Step], Iterable[Mark]]
    values: Callable[[], np.ndarray] = lambda: np.empty(0)
    name: Callable[[Step], EndLabel] | None = None


def said(what, step: Step):
    return what(step) if callable(what) else what


def fixed(y: float, label: str, color: str) -> Callable[[Step], EndLabel]:
    end = EndLabel(y, label, color)
    return lambda step: end
