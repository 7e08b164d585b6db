"""The tutor in JupyterLab: a lab asks before it opens and replies when one has steered; quick checks; hints."""

import nbformat
import pytest
from cards import ROOT, Card, page_of, wait_for_cards
from saved_page import page_with

from labkit.lectures.l02_nearest_neighbours import NoiseColumnsLab
from labkit.lectures.l05_fisher_discriminant import LampLab
from labkit.lectures.l06_logistic_regression import PathsLab
from labkit.player.widget import card_of
from labkit.views import style, text_fit
from tools import browser as chrome
from tools import build_notebooks, export_html

LAB = """
from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.tutor.question import Question

class {name}(ConvergenceLab):
    name, heading = "{name}", "{name}"
    question = Question("end", "Does the line ever stop turning on these points?", {{
        "yes, after a few updates": "The points can be separated, and then the number of updates has a bound.",
        "no, it turns for ever": "It would, if no line separated the points; but there is a gap between them.",
        "it depends on the first point": "The way depends on it, but there is an end for every order.",
    }}, right=lambda lab: "yes, after a few updates", covers={covers})

{name}()
"""
QUICK = """
from labkit.tutor.quick_check import QuickCheck
from labkit.tutor.question import Question
start = {"at zero": "Every point is wrong there.", "anywhere": "Zero is usual, but any start will do."}
scale = {"it turns it further": "Not from zero: all weights grow alike.", "nothing, from zero": "It only scales."}
QuickCheck(__name__, [
    Question("zero", "Where does it start?", start, right="anywhere"),
    Question("rate", "What does a larger learning rate do to the border?", scale, right="nothing, from zero"),
])
"""
EXERCISE = """
import numpy as np
from labkit.tutor.check import exercise, same_results, slips

def _mean(X, w, *, total=False, plain=False):
    w = np.ones(len(X)) if plain else w
    return (w @ X) / (1 if total else w.sum())

@exercise("write my_mean(X, w): the weighted mean of the rows")
def mean(my_mean):
    cases = [(np.arange(12.0).reshape(4, 3), np.array([1.0, 2, 3, 4])), (np.eye(2), np.array([3.0, 1.0]))]
    slipped = slips(_mean, total="that is a sum: what must it be divided by?", plain="all rows count alike there")
    how = "divide by the sum of the weights"
    same_results(my_mean, _mean, cases, mistakes=slipped, hint="look at the last line", how=how)
    return "each row counts as much as its weight"

mean(lambda X, w: X.sum(axis=0))
"""
RIGHT = """
from labkit.lectures import l20_adaboost as lesson
lesson.exercises_more.better_vote(my_vote_weights)
"""
ANSWER = "my_vote_weights = [1, 1, 1]\n"
OPEN = LAB.format(name="Lecturing", covers=("plane",)).replace(
    "import ConvergenceLab",
    """import ConvergenceLab
import os
os.environ["LABKIT_QUESTIONS"] = "open"
""",
)
CELLS = (
    LAB.format(name="Asking", covers=()),
    LAB.format(name="Skipping", covers=("plane",)),
    ANSWER + QUICK,
    EXERCISE,
    RIGHT,
    OPEN,
    QUICK,
)


@pytest.fixture(scope="module")
def notebook(browser, jupyter):
    with page_of(CELLS, browser, jupyter, viewport={"width": 1280, "height": 4600}) as page:
        yield page


@pytest.fixture
def cards(notebook):
    return notebook.locator(".lk-card").all()


def replied(root, words):
    root.locator(".lk-reply", has_text=words).first.wait_for()


FIRST_CELL = "jupyterapp.shell.currentWidget.content.scrollToItem(0, 'start')"


def test_lab_with_its_question_is_seen_whole_on_a_low_screen(notebook, cards):
    card, before = cards[0], notebook.viewport_size
    notebook.set_viewport_size({"width": 1366, "height": 700})
    notebook.evaluate(FIRST_CELL)
    seen = notebook.locator(".jp-WindowedPanel-outer").first.evaluate("panel => panel.clientHeight")
    tall = "([card, seen]) => card.getBoundingClientRect().height <= seen"
    notebook.wait_for_function(tall, arg=[card.element_handle(), seen], timeout=5000)
    assert card.locator("canvas.lk-canvas").bounding_box()["height"] >= 320
    notebook.set_viewport_size(before)


def test_screen_of_a_lecture_is_blanked_and_left_by_keys_while_the_card_asks(notebook, cards):
    card, keys = cards[0], notebook.keyboard
    card.locator("[data-do=lecture]").click()
    notebook.wait_for_function("document.fullscreenElement !== null")
    for shown in (True, False):
        keys.press("b")
        assert card.locator(".lk-blank").is_visible() == shown
    keys.press("1")  # no preset: it would tell the answer
    assert card.locator("[data-do=commit]").is_visible()
    keys.press("Escape")
    notebook.wait_for_function("document.fullscreenElement === null && !document.querySelector('.lk-lecture')")


def test_lab_asks_before_it_opens_and_replies_when_it_was_steered(notebook, cards):
    card = Card(notebook, cards[0])
    steering = card.root.locator(".lk-transport, .lk-controls, .lk-presets, .lk-tools")
    assert not any(each.is_visible() for each in steering.all())
    assert "yes, after a few" not in card.root.locator(".lk-reply").text_content()
    card.press("End")
    assert card.frame == 0  # keys wait as well
    commit = card.root.locator("[data-do=commit]")
    assert commit.is_disabled()
    card.root.get_by_label("no, it turns for ever").check()
    commit.click()
    card.settle()
    assert all(each.is_visible() for each in steering.all())
    assert card.root.locator(".lk-predicted").text_content().endswith("? You predicted: no, it turns for ever")
    replied(card.root, "The reply comes when you have steered the lab or played to the end.")
    top = card.root.locator(".lk-transport").bounding_box()["y"]
    card.set(card.root.locator("[data-control=seed]"), 3)
    replied(card.root, "Not so. The right answer: yes, after a few updates. It would, if no line separated the points")
    assert card.root.locator(".lk-reply.lk-wrong .lk-mark").text_content() == "✗"
    assert card.root.locator(".lk-transport").bounding_box()["y"] == top  # nothing moved under the hand


def test_skipped_question_offers_its_reply_at_the_end(notebook, cards):
    card = Card(notebook, cards[1])
    cover, caption = card.root.locator(".lk-cover"), card.root.locator(".lk-caption")
    assert cover.count() == 1 and caption.is_hidden()  # what would tell the answer
    plane, stage = cover.bounding_box(), card.canvas.bounding_box()
    assert 0 < plane["width"] < stage["width"] / 2 and plane["x"] >= stage["x"]
    card.root.locator("[data-do=skip]").click()
    card.settle()
    assert cover.count() == 0 and caption.is_visible()
    assert "You skipped: Does the line" in card.root.locator(".lk-predicted").text_content()
    card.press("End")
    replied(card.root, "The right answer: yes, after a few updates. The points can be separated")


def test_lecture_mode_leaves_the_room_of_an_answered_question_to_the_picture(notebook, cards):
    card = Card(notebook, cards[1])
    card.click("lecture")
    notebook.wait_for_function("document.fullscreenElement !== null")
    question = card.root.locator(".lk-predicted")
    assert question.is_hidden() and card.root.locator(".lk-reply").is_visible()
    card.root.focus()
    notebook.keyboard.press("c")
    assert question.is_visible()
    notebook.keyboard.press("Escape")
    notebook.wait_for_function("document.fullscreenElement === null")


def test_quick_check_replies_to_every_option(notebook, cards):
    first, second = cards[2].locator(".lk-question").all()
    first.get_by_label("at zero").check()
    first.locator("[data-do=commit]").click()
    replied(first, "Not so. Every point is wrong there.")
    assert second.locator(".lk-reply").text_content() == ""
    first.get_by_label("anywhere").check()
    replied(first, "Right. Zero is usual")
    second.get_by_label("nothing, from zero").press("Space")  # by the keyboard
    second.locator("[data-do=commit]").press("Enter")
    replied(second, "Right. It only scales.")


def test_exercise_gives_one_hint_at_a_time_and_a_solution_on_request(notebook, cards):
    wrong, right = cards[3:5]
    hint = wrong.locator("[data-do=hint]")
    assert wrong.locator("li").count() == 0
    hint.click()
    wrong.locator("li", has_text="what must it be divided by?; (2) all rows count alike there").wait_for()
    hint.click()
    wrong.locator("li", has_text="look at the last line").wait_for()
    assert wrong.locator("li").count() == 2
    assert right.get_attribute("data-status") == "right"
    right.locator("[data-do=solution]").click()
    right.locator(".lk-source pre", has_text="my_vote_weights = [1, 1, 1]").wait_for()
    right.locator("[data-do=solution]").click()
    right.locator(".lk-source").wait_for(state="detached")


def test_lecturer_finds_everything_open(notebook, cards):
    card, quick = Card(notebook, cards[5]), cards[6]
    assert card.root.locator(".lk-controls").is_visible() and card.root.locator("[data-do=commit]").count() == 0
    assert "Does the line ever stop" in card.root.locator(".lk-predicted").text_content()
    assert card.root.locator(".lk-cover").count() == 0
    card.press("End")
    replied(card.root, "The right answer: yes, after a few updates.")
    replied(quick, "The right answer: anywhere. Zero is usual")


CELL = "k => jupyterapp.shell.currentWidget.content.widgets[k].model.sharedModel.getSource()"


def test_exercise_is_put_back_into_its_cell(notebook, cards):
    check = cards[4]
    check.locator("[data-do=reset]").click()
    check.get_by_role("button", name="put it back").click()
    check.get_by_text("Ctrl + Z").wait_for()
    assert notebook.evaluate(CELL, 2).splitlines()[-1].startswith("my_vote_weights = None  # such as")
    assert "put back" not in notebook.evaluate(CELL, 4)
    notebook.evaluate("jupyterapp.shell.currentWidget.content.widgets[2].model.sharedModel.undo()")
    assert notebook.evaluate(CELL, 2).startswith(ANSWER)


def test_lost_kernel_leaves_a_quick_check_that_replies_and_an_exercise_that_says_what_to_do(notebook, cards):
    notebook.evaluate("jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.restart()")
    notebook.wait_for_function("document.querySelectorAll('.lk-lost').length === 3")
    cards[3].locator("[data-do=hint]").click()
    cards[3].get_by_text("Run this cell again: its kernel is gone.").wait_for()


# ---- without a kernel


@pytest.fixture(scope="module")
def exported(browser, tmp_path_factory):
    """The same cells as an exported page, opened from its file."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    build_notebooks.run(notebook, "questions", ROOT, store_widget_state=True)
    for cell in notebook.cells:
        cell.source = "lesson.SomeLab()"  # in a lesson what is asked stands in labkit
    path = tmp_path_factory.mktemp("site") / "questions.html"
    path.write_text(export_html.page(notebook, "questions"), encoding="utf-8")
    with chrome.watched(browser) as page:
        page.goto(path.as_uri())
        wait_for_cards(page, len(CELLS))
        page.source = path.read_text(encoding="utf-8")
        yield page


def test_exported_page_asks_and_replies_without_a_kernel(exported):
    asking, skipping, quick, wrong, *_ = exported.locator(".lk-card").all()
    assert asking.locator(".lk-transport").is_hidden()
    asking.get_by_label("yes, after a few updates").check()
    asking.locator("[data-do=commit]").click()
    replied(asking, "The reply comes when you have played to the end.")
    asking.press("End")
    replied(asking, "Right. The points can be separated")
    quick.get_by_label("anywhere").check()
    quick.locator("[data-do=commit]").first.click()
    replied(quick, "Right. Zero is usual")
    assert wrong.locator("button").count() == 0 and "not yet:" in wrong.text_content()
    assert skipping.locator("[data-do=skip]").is_visible()


COVERED = """card => {  // in shares of the picture, as it is and as small as on paper
    const canvas = card.querySelector(".lk-canvas"), cover = card.querySelector(".lk-cover");
    const shares = () => {
        const [inner, outer] = [cover, canvas].map((part) => part.getBoundingClientRect());
        const [x, y] = [inner.x - outer.x, inner.y - outer.y];
        return [x / outer.width, y / outer.height, inner.width / outer.width, inner.height / outer.height];
    };
    const before = shares(), { clientWidth: width, clientHeight: height } = canvas;
    [canvas.style.width, canvas.style.height] = [`${width / 2}px`, `${height / 2}px`];
    return [before, shares()];
}"""


def test_cover_stays_on_what_it_covers_when_the_page_is_printed(exported):
    before, printed = exported.locator(".lk-card").nth(1).evaluate(COVERED)
    assert printed == pytest.approx(before, abs=0.01)


def test_cover_hides_the_ticks_and_the_names_of_curves_beside_a_panel(browser, tmp_path):
    """An axis up to 80, or a name at the height where its curve will end, would tell the answer."""
    labs = {NoiseColumnsLab(): "errors", PathsLab(): "weights", LampLab(): "criterion"}
    with chrome.watched(browser) as page:
        page.goto(page_with(map(card_of, labs), tmp_path, seen=800).as_uri())
        wait_for_cards(page, len(labs))
        for card, (lab, name) in zip(page.locator(".lk-card").all(), labs.items(), strict=True):
            card.scroll_into_view_if_needed()
            canvas, cover = (card.locator(part).first.bounding_box() for part in (".lk-canvas", ".lk-cover"))
            unit, panel = canvas["width"] / lab.scenes[0].width, lab.scenes[0].panel(name)
            left, top, width, height = panel.box
            widest = max((text_fit.width(end.text, style.LABEL_SIZE) for end in panel.ends), default=0.0)
            beside = text_fit.width(panel.yticks[-1][1], style.TICK_SIZE) if panel.yticks else 0.0
            assert cover["x"] - canvas["x"] < unit * (left - beside)
            if panel.xticks and panel.xticks[-1][0] == panel.xlim[1]:  # half of this number is beside the panel
                widest = max(widest, text_fit.width(panel.xticks[-1][1], style.TICK_SIZE) / 2)
            assert cover["x"] + cover["width"] - canvas["x"] > unit * (left + width + 0.7 * widest) - 1
            assert cover["y"] + cover["height"] - canvas["y"] > unit * (top + height + style.TICK_SIZE)


def test_exported_page_shows_no_answer_in_its_source(exported):
    assert "Does the line ever stop turning" in exported.source
    for reply in ("the number of updates has a bound", "Zero is usual", "It only scales."):
        assert reply not in exported.source
