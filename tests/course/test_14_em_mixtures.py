"""Every claim of the pages of lecture 14."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import CoinMixture, GaussianMixture
from labkit.learners.mixture import GaussianMixtureModel
from labkit.lectures import l14_em_mixtures as lesson
from labkit.lectures.l14_em_mixtures import pictures, pictures_more
from labkit.lectures.l14_em_mixtures.common import TRUTH, tosses
from labkit.lectures.l14_em_mixtures.shares import HEADY, shared
from tests.golden import close, golden

pytestmark = pytest.mark.filterwarnings("error")


def column(table, name):
    return [str(value) for value in table[name]]


def preset(kind, name):
    return kind(**kind.presets[name])


# ---------------------------------------------------------------- the main page


def test_five_envelopes_and_the_coins_if_they_were_known():
    """EM-09, I-002-039."""
    assert tosses()[:, 0].tolist() == [5, 9, 8, 4, 7] and (tosses().sum(axis=1) == 10).all()
    table = pictures.known_coins()
    assert column(table, "chance of heads") == ["0.80", "0.45"] and close([0.8, 0.45], golden("EM-09"))
    assert column(table, "heads") == ["24", "9"] and column(table, "tosses") == ["30", "20"]
    assert [f"{i + 1}" for i, coin in enumerate(TRUTH) if coin == "A"] == ["2", "3", "5"]


def test_first_round_by_hand():
    """EM-03: 0.45 of the first envelope is coin A's, and the coins become 0.71 and 0.58."""
    table = pictures.first_round()
    assert round(0.6**5 * 0.4**5 / (0.6**5 * 0.4**5 + 0.5**10), 2) == 0.45
    assert column(table, "E: share of A")[:5] == ["0.45", "0.80", "0.73", "0.35", "0.65"]
    assert column(table, "heads for A")[-1] == "21.3 / 29.9 = 0.71"
    assert column(table, "heads for B")[-1] == "11.7 / 20.1 = 0.58"
    assert close([0.7130122354, 0.5813393083], golden("EM-03"))


def test_ten_rounds_end_at_080_and_052():
    """EM-06, EM-07."""
    model = CoinMixture(start=(0.6, 0.5), tolerance=0, max_iterations=10).fit(tosses()).model_
    assert close(model.heads, golden("EM-06")) and np.round(model.heads, 2).tolist() == [0.8, 0.52]
    assert np.round(golden("EM-07").value, 2).tolist() == [0.8, 0.52]


def test_hard_shares_make_080_and_045_which_are_less_sure():
    step = shared(HEADY)
    assert np.round(step.model.heads, 2).tolist() == [0.8, 0.45]
    assert step.wanted[4] == pytest.approx(0.73, abs=0.01) and step.wanted.min() > 0 and step.wanted.max() < 1
    settled = preset(lesson.SharesLab, "nearly settled").steps[0]
    assert settled.gap < 0.06 < step.gap


def test_coins_that_start_alike_stop_on_the_pass_at_066():
    lab = lesson.ClimbLab()
    assert np.round(lab.steps[-1].model.heads, 2).tolist() == [0.66, 0.66]
    top = preset(lesson.ClimbLab, "0.6 and 0.5").steps[-1]
    assert lab.steps[-1].log_likelihood < top.log_likelihood
    mirrored = preset(lesson.ClimbLab, "exchanged").steps[-1]
    assert np.allclose(top.model.heads, mirrored.model.heads[::-1], atol=1e-3)
    near = preset(lesson.ClimbLab, "a little different")
    apart = [step.iteration for step in near.steps if np.ptp(step.model.heads) > 0.1]
    assert apart[0] == 6, "as the teaching page says"


@pytest.mark.parametrize("a, b", [(0.9, 0.1), (0.55, 0.5), (0.95, 0.9), (0.2, 0.05), (0.7, 0.69)])
def test_diagonal_parts_the_basins(a, b):
    heads = lesson.ClimbLab(a=a, b=b).steps[-1].model.heads
    assert heads[0] > heads[1]


def test_one_start_too_many_in_a_cloud_costs_much():
    stuck, drawn = lesson.CloudsLab(), lesson.CloudsLab()
    drawn.move(1, 1.2, 1.5)
    gain = drawn.steps[-1].log_likelihood - stuck.steps[-1].log_likelihood
    assert 25 < gain < 28
    assert sorted(np.round(drawn.steps[-1].model.weights, 1).tolist()) == [0.3, 0.3, 0.3]
    geyser = preset(lesson.CloudsLab, "Old Faithful").steps[-1].model
    assert np.sort(geyser.means[:, 0])[0] < 2.2 and len(data.load("faithful")) == 272


def test_ellipses_on_the_doughnut_lie_along_it_and_beat_circles():
    full, round_ones = (preset(lesson.CloudsLab, f"{what} on a doughnut").steps[-1] for what in ("five", "circles"))
    assert full.log_likelihood > round_ones.log_likelihood + 20
    stretched = np.linalg.eigvalsh(full.model.covariances)
    assert (stretched[:, 1] > 4 * stretched[:, 0]).all()


def test_penguins_without_names():
    table = pictures.penguins_without_names()
    assert [int(n) for n in table["agree with the species"]] == [151, 313, 226, 337]
    heights = pictures.best_mixture()[1]
    assert sum(height < max(heights) - 1 for height in heights) == 5
    counts = pictures.species_and_components()
    diagonal = [int(counts[f"group {k + 1}"][k]) for k in range(3)]
    assert sum(diagonal) == 337


# ---------------------------------------------------------------- the page with more


def test_ten_numbers_round_after_round():
    """GMM-01, GMM-02."""
    table = pictures_more.ten_numbers()
    assert column(table, "log-likelihood") == [f"{L:.2f}" for L in golden("GMM-01").value]
    pi, m1, m2, v1, v2 = golden("GMM-02").value
    assert column(table, "means")[1] == f"{m1:.2f}, {m2:.2f}" and column(table, "variances")[1] == f"{v1:.2f}, {v2:.2f}"
    assert column(table, "shares")[1] == f"{pi:.2f}, {1 - pi:.2f}"
    L = np.array(golden("GMM-01").value)
    assert np.round(L[1] - L[0]) == 9 and 2 < L[3] - L[1] < 2.5 and L[4] - L[3] < 0.2


def test_doughnut_is_the_lectures():
    """GMM-04, GMM-05: twenty iterations from the inner start; the lab's own end near."""
    angle = 2 * np.pi * np.arange(5) / 5
    X = data.load("doughnut200").numeric("x1", "x2")
    start = GaussianMixtureModel.given(0.5 * np.column_stack([np.cos(angle), np.sin(angle)]), 0.2 * np.eye(2))
    step = GaussianMixture(components=5, start=start, tolerance=0, max_iterations=20).fit(X).last_step_
    assert len(X) == 200 and abs(step.log_likelihood - golden("GMM-04").value[-1]) < 1e-6
    assert close(step.model.means, golden("GMM-05"))
    assert abs(preset(lesson.CloudsLab, "five on a doughnut").steps[-1].log_likelihood - step.log_likelihood) < 1


def test_geyser_wants_two():
    bic = [each[2] for each in pictures_more.geyser_fits()]
    L = [each[0] for each in pictures_more.geyser_fits()]
    assert (
        int(np.argmin(bic)) == 1 and 0 < bic[2] - bic[1] < 5 < bic[3] - bic[2] and bic == [*bic[:3], *sorted(bic[3:])]
    )
    assert (np.diff(L) > 0).all()


def test_narrow_gaussian_is_rewarded_only_on_a_number():
    on, beside = lesson.CollapseLab(), preset(lesson.CollapseLab, "beside every number")
    assert on.steps[-1].log_likelihood > on.steps[-2].log_likelihood > on.steps[0].log_likelihood
    assert beside.steps[-1].log_likelihood < max(step.log_likelihood for step in beside.steps)


def test_k_means_cuts_long_clouds():
    from labkit.lectures.l14_em_mixtures.hard import long_clouds, misplaced

    def wrong(lab):
        return [misplaced(s, *long_clouds(lab.values["length"], lab.values["apart"])) for s in lab.steps[-1].steps]

    hard, soft = wrong(lesson.HardLab())
    assert hard > 30 and soft == 0
    assert wrong(preset(lesson.HardLab, "short clouds")) == wrong(preset(lesson.HardLab, "far apart")) == [0, 0]
