"""The terms of a weighted answer and their sum."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import C45
from labkit.learners.tree.paths import path_steps
from labkit.views.ledger import PAD, SUM, Ledger, in_parts
from labkit.views.scene import Box, Text
from tests.golden import close, golden

BOX = (8.0, 30.0, 348.0, 262.0)
WEATHER = data.load("weather")


def ledger_of(case, k=-1):
    model = C45().fit(WEATHER.select("outlook", "humidity", "windy"), WEATHER["class"]).model_
    return Ledger(box=BOX)(Trace(path_steps(model, case))[k])


def texts(panel):
    return [mark.text for mark in panel.marks if isinstance(mark, Text)]


def pieces(panel, color, low, high):
    """The lengths of the pieces of a class between two heights, as shares of the whole bar."""
    found = [m for m in panel.marks if isinstance(m, Box) and m.fill == color and low <= m.y0 < high]
    return [(m.x1 - m.x0) / (BOX[2] - 2 * PAD) for m in found]


@pytest.mark.parametrize("color, id_", [("class0", "WEA-20"), ("class1", "WEA-19")])
def test_ledger_terms_add_up_to_the_lectures_shares(color, id_):
    panel = ledger_of({"humidity": 85, "windy": "True"})
    assert close(sum(pieces(panel, color, SUM, BOX[3])), golden(id_))
    assert close(sum(pieces(panel, color, 0, SUM)), golden(id_))


def test_ledger_writes_shares_in_parts_of_the_examples():
    assert texts(ledger_of({"humidity": 85, "windy": "True"})) == [
        "outlook = Overcast", "4/14", "outlook = Rain, windy = True", "5/14",
        "outlook = Sunny, humidity > 77.5", "5/14", "No 10/14 = 0.714", "Yes 4/14 = 0.286",
    ]  # fmt: skip


def test_ledger_starts_with_all_the_weight_at_the_root():
    assert texts(ledger_of({}, 0)) == ["all at the root", "1", "No 5/14 = 0.357", "Yes 9/14 = 0.643"]


@pytest.mark.parametrize(
    "share, whole, said",
    [(4 / 14, 14, "4/14"), (1.0, 14, "1"), (0.0, 14, "0"), (0.4, 14, "0.400"), (0.5, 2.5, "0.500"), (1e-12, 14, "0")],
)
def test_share_is_in_parts_only_where_it_is_whole(share, whole, said):
    assert in_parts(share, whole) == said


def test_ledger_of_many_nodes_says_how_many_it_leaves_out():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 2, 60)
    step = Trace(path_steps(C45().fit(X, y).model_, [np.nan] * 3))[-1]
    panel = Ledger(box=BOX)(step)
    left = next(text for text in texts(panel) if text.startswith("and "))
    shown = sum(text.count("x") > 0 for text in texts(panel))
    assert shown + int(left.split()[1]) == np.count_nonzero(step.here)
    assert all(mark.y > SUM for mark in panel.marks if isinstance(mark, Text) and "x" in mark.text)
