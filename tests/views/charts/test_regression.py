"""Regression in one dimension: the model as steps, what is left over, what shrinkage leaves of it."""

import numpy as np
import pytest
from views.marks import ends, of, step

from labkit.learners import RegressionTree
from labkit.views.charts.regression import fit, residuals
from labkit.views.scene import DASHED, Path, Points, Segments

SIZE = (300.0, 160.0)


class Stairs:
    def predict(self, points):
        return np.where(points[:, 0] <= 3.0, 1.0, -2.0)


def test_fit_shows_the_model_as_steps_and_stems_to_the_examples():
    x, y = [1.0, 2.0, 4.0], [1.5, 0.0, -2.5]
    panel = fit(x, y, editable=True, truth=np.sin)(step(model=Stairs()), SIZE)
    (line,) = of(panel, Path, color="ink")
    assert line.y.tolist() == [1.0, 1.0, -2.0, -2.0]
    assert line.x[1] == line.x[2] == pytest.approx(3.0, abs=(panel.xlim[1] - panel.xlim[0]) / 400)
    (stems,) = of(panel, Segments)
    assert sorted(zip(stems.y0.tolist(), stems.y1.tolist(), strict=True)) == [(-2, -2.5), (1, 0), (1, 1.5)]
    assert of(panel, Points)[0].editable and len(of(panel, Path, dash=DASHED)) == 1


@pytest.mark.parametrize("shrinkage", [1.0, 0.1])
def test_residuals_show_this_round_and_what_shrinkage_leaves_of_it(shrinkage):
    x = np.array([1.0, 2.0, 4.0])
    member = RegressionTree(max_depth=1).fit(x[:, None], [1.0, 1.0, -2.0]).model_
    view = residuals(x, lambda step: [1.0, 1.0, -2.0], lambda step: step.model, reach=2.0, shrinkage=shrinkage)
    panel = view(step(model=member), SIZE)
    first, *shrunk = of(panel, Path, color="accent")
    assert first.y.tolist() == [1.0, 1.0, -2.0, -2.0]
    assert [line.y.tolist() for line in shrunk] == [pytest.approx([0.1, 0.1, -0.2, -0.2])] * (shrinkage != 1.0)
    assert ends(panel) == ["\u00d7 0.1"] * (shrinkage != 1.0) and all(line.dash for line in shrunk)
    assert of(panel, Points)[0].y.tolist() == [1.0, 1.0, -2.0]
    assert not of(view(step(), SIZE), Path, color="accent")
