"""Regression in one dimension: the examples with what a model says, and what is left over with what comes next.

Lecture 21; deck 000 "Gradient Boosting Algorithm", deck 002 "Greedy Optimization Methods". A model only needs
``predict``. It is asked at the middles of narrow columns and drawn flat in each, so that steps stay steps.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.axes import ticks, value_limits
from labkit.views.charts.chart import Chart
from labkit.views.charts.places import Function
from labkit.views.scene import DASHED, SOLID


def fit(x, y, *, limits=None, truth: Function | None = None,
        editable=False, name="fit", **axes) -> Chart:  # fmt: skip
    """Examples (x, y), the step's model as a line, and a stem from it to each example; dashed, the ``truth``."""
    x, y = np.ravel(x).astype(float), np.ravel(y).astype(float)
    xlim, ylim = limits or (value_limits(x, zero=False), value_limits(y, pad=0.1, zero=False))
    chart = Chart(xlim=xlim, ylim=ylim, xlabel="x", name=name, yticks=ticks(*ylim, most=7), **axes)
    if truth is not None:
        chart.function(truth, color="muted", dash=DASHED, width=1.4)
    chart.stems(x, y, lambda step: step.model.predict(x[:, None]))
    return chart.model(lambda step: _scaled(step.model)).points(x, y, editable=editable)


def residuals(x, left: Callable[[Step], np.ndarray], member: Callable[[Step], object | None], *, reach: float,
              shrinkage: float = 1.0, xlim=None, xlabel="x", name="residuals", **axes) -> Chart:  # fmt: skip
    """What is ``left(step)`` of each example as stems from zero, and what this round's ``member(step)``, or None, says
    to it; dashed, what ``shrinkage`` leaves of that. ``reach`` is the largest leftover to make room for."""
    x = np.ravel(x).astype(float)
    xlim, ylim = xlim or value_limits(x, zero=False), (-1.12 * reach, 1.12 * reach)
    chart = Chart(xlim=xlim, ylim=ylim, xlabel=xlabel, name=name, **axes)
    chart.level(0.0, color="ink", dash=SOLID, width=1.0).stems(x, left)
    chart.model(lambda step: _scaled(member(step)), color="accent", width=3.0)
    if shrinkage != 1.0:
        name = f"\u00d7 {shrinkage:.3g}"
        chart.model(lambda step: _scaled(member(step), shrinkage), name, color="accent", dash=DASHED, width=1.4)
    return chart.points(x, left, size=4.0)


def _scaled(model, share: float = 1.0) -> Function | None:
    """What a model of one feature predicts, or a share of it."""
    if model is None:
        return None
    return lambda x: share * np.asarray(model.predict(x[:, None]), dtype=float)
