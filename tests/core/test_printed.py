"""Numbers in print."""

import pytest

from labkit.core.printed import printed, spaced

M = "\u2212"


@pytest.mark.parametrize("text, shown", [
    ("-31.71", f"{M}31.71"), ("w = (-1, -.5)", f"w = ({M}1, {M}.5)"), ("x1 \u2264 -0.37", f"x1 \u2264 {M}0.37"),
    ("before - after = 0.2", f"before {M} after = 0.2"), ("y = -1 - x", f"y = {M}1 {M} x"),
    ("2020-01-03", "2020-01-03"), ("1e-05", "1e-05"), ("k-d tree, 5-fold", "k-d tree, 5-fold"),
    ("8.1% wrong", "8.1 % wrong"), ("8 %", "8 %"),
])  # fmt: skip
def test_hyphens_before_numbers_are_minus_signs_and_per_cent_stands_apart(text, shown):
    assert printed(text) == shown


def test_what_a_student_typed_keeps_its_hyphens():
    assert spaced("got [-1, 1], right in 90%") == "got [-1, 1], right in 90 %"
