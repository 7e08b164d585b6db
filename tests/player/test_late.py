"""Cards on a machine so busy that anywidget gives them up: they hear the kernel all the same."""

import pytest
from cards import Card, page_of

CELLS = (
    "from labkit.lectures import l09_perceptron as lesson\nlesson.ConvergenceLab(seed=7)",
    "def my_update(w, x, t):\n    return w\n\n\nlesson.exercises.one_update(my_update)",
)
AT_ONCE = """
const timeout = AbortSignal.timeout;
AbortSignal.timeout = (span) => timeout.call(AbortSignal, span === 2000 ? 0 : span);
const given = window.givenUp = [];
addEventListener("unhandledrejection", (event) => given.push(String(event.reason)));
"""


@pytest.fixture(scope="module")
def notebook(browser, jupyter):
    with page_of(CELLS, browser, jupyter, AT_ONCE) as page:
        yield page


def test_lab_that_anywidget_gave_up_is_steered(notebook):
    assert any("Failed to initialize model" in each for each in notebook.evaluate("givenUp"))
    card = Card(notebook, notebook.locator(".lk-card[data-frame]"))
    before = card.picture
    card.set(card.root.locator("[data-control=gap]"), "0.4")
    assert card.error == "" and card.picture != before


def test_exercise_that_anywidget_gave_up_answers(notebook):
    sheet = notebook.locator(".lk-sheet")
    sheet.get_by_role("button").first.click()
    sheet.locator(".lk-hints li, .lk-source").first.wait_for()
