"""The exercises of lecture 12: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l12_optimisation import exercises as lecture12
from labkit.lectures.l12_optimisation import exercises_more as more12


def by_D(fxx, fyy, fxy, *, sign=1, least="minimum", most="maximum", level="inconclusive"):
    D = sign * (fxx * fyy - fxy**2)
    return level if D == 0 else "saddle" if D < 0 else least if fxx > 0 else most


WRONG = [
    (lecture12.kind, lambda *f: by_D(*f, sign=-1), "which sign of D"),
    (lecture12.kind, lambda *f: by_D(*f, least="maximum", most="minimum"), "bends upwards"),
    (lecture12.kind, lambda *f: by_D(*f, level="minimum" if f[0] > 0 else "maximum"), "does not decide"),
    (lecture12.kind, lambda *f: by_D(*f, sign=-1, least="maximum", most="minimum"), "two things"),
    (lecture12.acceptance, lambda rise, temperature: np.exp(-rise / temperature), "never above 1"),
    (lecture12.acceptance, lambda rise, temperature: float(rise <= 0), "when would it leave"),
    (lecture12.acceptance, lambda rise, temperature: min(1, np.exp(-rise * temperature)), "hot: nearly"),
    (lecture12.good_start, 7, "another start"),
    (lecture12.good_start, 1.5, "seeds are"),
    (lecture12.no_minimum, lambda x, y: x**2 + y**2, "along the diagonal"),
    (lecture12.no_minimum, lambda x, y: x * y, "with a plus"),
    (lecture12.no_minimum, lambda x, y: x + x**2 + y**2, "leave out what is linear"),
    (more12.starts, lambda q, miss: np.log(miss) / np.log(1 - q), "no fractions"),
    (more12.starts, lambda q, miss: int(np.ceil(1 / q)), "no promise"),
    (more12.running_mean, lambda samples: samples[-1], "become smaller"),
    (more12.schedule, lambda k: 0.1, "divide by a power"),
    (more12.schedule, lambda k: k**-2.0, "too fast"),
    (more12.schedule, lambda k: k**-0.5, "too slowly"),
    (more12.schedule, lambda k: 3.0 / k, "which powers"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    assert hint in said(check, answer)
