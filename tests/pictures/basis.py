"""A picture of lecture 06, the bases, that no lab shows: bumps that add up to a curve."""

import numpy as np

from labkit.learners import BasisRegression, LinearRegression
from labkit.learners.basis.functions import GaussianBasis
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns, rows
from labkit.views.scene import Path, Scene
from tests.pictures.seen import every, first


def regression() -> list[Scene]:
    """Nine bumps: least squares finds how high each must be."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 6, 40))
    y = np.sin(2 * x) + 0.3 * x + rng.normal(0, 0.15, 40)
    basis = GaussianBasis(9)
    learner = BasisRegression(learner=LinearRegression(lam=0.05, solver="conjugate gradient"), basis=basis)
    trace = learner.trace(x[:, None], y)
    bumps = basis.placed(x[:, None])
    curve = fit(x, y, truth=lambda x: np.sin(2 * x) + 0.3 * x, title="A sum of nine bumps")
    reach = 1.1 * float(np.abs(trace[-1].w[1:]).max())
    gallery = Chart(xlim=(0, 6), ylim=(-reach, reach), title="Bumps times weights", name="basis")
    for j in range(9):  # every bump as high as its weight: what is added up, and the bias
        gallery.model(lambda step, j=j: lambda x: step.w[1 + j] * bumps(x[:, None])[:, j], flat=False,
                      color=f"curve{j % 6}", dash=j % 4, width=1.6)  # fmt: skip
    weights = Chart(ylim=(-reach, reach), title="Weights of the bumps").bars(lambda step: step.w[1:])
    picture = columns(curve, rows(gallery, weights), weights=(3, 2))
    scenes = [picture(step) for step in (trace[0], trace[2], trace[-1])]
    flat, _, bent = (first(scene.panel("fit"), Path, width=2.4).y for scene in scenes)
    assert np.ptp(flat) == 0, "it starts flat"
    shown = every(scenes[-1].panel("basis"), Path)
    total = sum(mark.y for mark in shown) + trace[-1].w[0]
    np.testing.assert_allclose(total, trace[-1].model.predict(shown[0].x[:, None].astype(float)), atol=1e-4)
    assert np.count_nonzero(np.diff(np.sign(np.diff(bent[::2])))) >= 3, "and ends with ups and downs"
    return scenes


PICTURES = {BasisRegression: regression}
