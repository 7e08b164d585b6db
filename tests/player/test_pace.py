"""How fast a story is played, by a clock that the test holds; and that nothing moves for who wants it still."""

import pytest
from lectures.drive import fresh
from saved_page import page_with

from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.player.widget import card_of

STEPS = 22
SECONDS = 12  # of so many steps at 1x
FRAME = 0.05  # of a second, a few of the screen's frames
BUSY = "() => { for (const busy of document.querySelectorAll('.lk-busy')) busy.hidden = false; }"
MOVING = "() => document.getAnimations().length"


@pytest.fixture
def card(page, tmp_path):
    """A story of 22 steps; its page's clock stands."""
    lab = fresh(ConvergenceLab)
    assert len(lab.scenes) == STEPS + 1
    page.clock.install()
    page.goto(page_with([card_of(lab)], tmp_path, seen=900).as_uri())
    page.wait_for_selector(".lk-card[data-frame]")
    page.clock.pause_at(page.evaluate("Date.now() + 5000"))
    root = page.locator(".lk-card")
    root.evaluate("card => { card.querySelector('[data-do=skip]').click(); }")
    root.evaluate("card => { card.querySelector('[data-do=first]').click(); }")
    return root


def play_for(page, card, seconds):
    page.clock.run_for(int(1000 * seconds))
    return int(card.get_attribute("data-frame"))


def test_a_story_of_22_steps_takes_12_seconds(page, card):
    page.emulate_media(reduced_motion="reduce")  # steps are no motion: they come as they do for everyone
    card.evaluate("card => { card.querySelector('[data-do=play]').click(); }")
    assert play_for(page, card, SECONDS / 2 - FRAME) == STEPS // 2 - 1
    assert play_for(page, card, 2 * FRAME) == STEPS // 2
    assert play_for(page, card, SECONDS / 2 - 2 * FRAME) == STEPS - 1
    assert play_for(page, card, 2 * FRAME) == STEPS


def test_nothing_moves_by_itself_where_less_motion_is_wanted(page, card):
    page.evaluate(BUSY)
    assert page.evaluate(MOVING) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == 0
