"""The card of the tutor says what went wrong with a button."""

from saved_page import page_with

from labkit.tutor.check import NotYet, exercise
from labkit.tutor.sheet import Sheet


@exercise("give three")
def three(my_three):
    raise NotYet(expected="3", got="2", hint="count")


def test_error_of_a_button_is_shown(page, tmp_path):
    sheets = [Sheet(three(2)), Sheet(three(2))]
    sheets[0].content = {**sheets[0].content, "error": "no such source"}
    page.goto(page_with(sheets, tmp_path, seen=600).as_uri())
    page.wait_for_selector(".lk-sheet >> nth=1")
    errors = page.locator(".lk-sheet [role=alert]:visible")
    assert errors.all_inner_texts() == ["no such source"]
