"""The terms of a weighted answer and their sum."""

import numpy as np
import pytest
from views.marks import of, texts

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import C45
from labkit.learners.tree.paths import path_steps
from labkit.views.scene import Boxes, Segments, Text
from labkit.views.tables.weight_sum import in_parts, weight_sum
from tests.golden import close, golden

SIZE = (348.0, 262.0)
WEATHER = data.load("weather")


def panel_of(case, k=-1):
    model = C45().fit(WEATHER.select("outlook", "humidity", "windy"), WEATHER["class"]).model_
    return weight_sum()(Trace(path_steps(model, case))[k], SIZE)


def line(panel):
    """The height of the line between the terms and the sum."""
    return max(segment.y0 for segment in of(panel, Segments))


def shares(panel, color, low, high):
    """The lengths of the pieces of a class between two heights, as shares of the whole bar."""
    whole = of(panel, Boxes, fill="grid")[0]
    found = [box for box in of(panel, Boxes, fill=color) if low <= box.y0 < high]
    return [(box.x1 - box.x0) / (whole.x1 - whole.x0) for box in found]


@pytest.mark.parametrize("color, id_", [("class0", "WEA-20"), ("class1", "WEA-19")])
def test_terms_add_up_to_the_lectures_shares(color, id_):
    panel = panel_of({"humidity": 85, "windy": "True"})
    assert close(sum(shares(panel, color, line(panel), SIZE[1])), golden(id_))
    assert close(sum(shares(panel, color, 0, line(panel))), golden(id_))


def test_shares_are_written_in_parts_of_the_examples():
    assert texts(panel_of({"humidity": 85, "windy": "True"})) == [
        "outlook = Overcast", "4/14", "outlook = Rain, windy = True", "5/14",
        "outlook = Sunny, humidity > 77.5", "5/14", "No 10/14 = 0.714", "Yes 4/14 = 0.286",
    ]  # fmt: skip


def test_sum_starts_with_all_the_weight_at_the_root():
    assert texts(panel_of({}, 0)) == ["all at the root", "1", "No 5/14 = 0.357", "Yes 9/14 = 0.643"]


@pytest.mark.parametrize(
    "share, whole, said",
    [(4 / 14, 14, "4/14"), (1.0, 14, "1"), (0.0, 14, "0"), (0.4, 14, "0.400"), (0.5, 2.5, "0.500"), (1e-12, 14, "0")],
)
def test_share_is_in_parts_only_where_it_is_whole(share, whole, said):
    assert in_parts(share, whole) == said


def test_sum_of_many_nodes_says_how_many_it_leaves_out():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 2, 60)
    step = Trace(path_steps(C45().fit(X, y).model_, [np.nan] * 3))[-1]
    panel = weight_sum()(step, SIZE)
    left = next(text for text in texts(panel) if text.startswith("and "))
    terms = [text for text in of(panel, Text) if "x" in text.text]
    assert len(terms) + int(left.split()[1]) == np.count_nonzero(step.resting)
    assert all(text.y > line(panel) for text in terms)
