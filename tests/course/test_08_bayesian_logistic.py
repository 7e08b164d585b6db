"""Every claim of the pages of lecture 08."""

from dataclasses import replace

import numpy as np
import pytest

from labkit.learners import LaplaceLogistic, LogisticRegression
from labkit.learners.bayesian.belief import KINDS, MONTE_CARLO, PLUG_IN, PROBIT
from labkit.learners.bayesian.bounds import curvature, entropy, even_part, log_sigmoid_below
from labkit.learners.bayesian.probit import MATCHED, best_rate, expected_probit, largest_gap
from labkit.learners.probability import log_sigmoid, normal_cdf, sigmoid
from labkit.lectures.l08_bayesian_logistic import (
    BoundsLab,
    EntropyLab,
    LinesLab,
    PredictiveLab,
    ProbitLab,
    TangentLab,
    VariationalLab,
    pictures,
    pictures_more,
)
from labkit.lectures.l08_bayesian_logistic.variational import climbed
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


def widths(**values):
    lab = LinesLab(**values)
    return np.sqrt(np.linalg.eigvalsh(lab.steps[0].model.posterior.covariance))


# ---------------------------------------------------------------- the main page


def test_curves_of_five_cases_say_anything_and_of_5000_the_same():
    few, many = (pictures.others_at_ninety(cases) for cases in (pictures.FEW_CASES, pictures.MANY_CASES))
    assert len(few) > 25 and len(many) > 25
    assert few.min() == pytest.approx(0.5, abs=0.005) and few.max() > 0.99
    assert many.min() > 0.87 and many.max() < 0.92
    for cases in (pictures.FEW_CASES, pictures.MANY_CASES):
        model = pictures.believed(cases)[2]
        assert model.predictive([[pictures.ninety(model)]], PLUG_IN)[0, 1] == pytest.approx(0.9)


def test_curves_beside_the_best_have_at_least_a_third_of_its_likelihood():
    for cases in (pictures.FEW_CASES, pictures.MANY_CASES):
        x, y, best = pictures.believed(cases)
        curves = np.vstack([best.w, pictures.others(cases)])
        p = sigmoid(curves[:, :1] + curves[:, 1:] * x)
        loss = -np.log(np.where(y == 1, p, 1 - p)).sum(axis=1)
        assert (loss <= loss[0] + np.log(3.0)).all()
        assert (curves[:, 1] > 0).all(), "all of them rise"


def test_lines_ellipse_is_long_and_grows_along_its_length_with_the_prior():  # I-000-031
    six, twenty, hundred = (widths(**values) for values in ({"points": 6}, {}, LinesLab.presets["a hundred cases"]))
    assert [round(float(w[0]), 2) for w in (six, twenty, hundred)] == [0.59, 0.34, 0.16]
    assert twenty[1] > 4 * twenty[0], "the direction is known well, the steepness badly"
    assert [round(float(widths(prior=p)[1]), 2) for p in (0.5, 3.0, 10.0)] == [0.3, 1.64, 4.5]
    means = [LinesLab(prior=p).steps[0].model.posterior.mean for p in (3.0, 10.0)]
    angles = [np.degrees(np.arctan2(*m[::-1])) for m in means]
    assert abs(angles[0] - angles[1]) < 5, "it hardly turns"


def test_lines_of_twenty_cases_are_separable_and_of_a_hundred_are_not():
    for values, wrong in (({}, 0), (LinesLab.presets["a hundred cases"], 3)):
        lab = LinesLab(**values)
        X, y = lab.examples
        assert int(((X @ lab.steps[0].model.posterior.mean > 0) != (y == 1)).sum()) == wrong


def test_dotted_lines_lie_where_the_posterior_has_nothing():
    lab = LinesLab(prior=10.0)
    X, y = lab.examples
    step = lab.steps[-1]
    assert step.turned.sum() == 2
    log_joint = LaplaceLogistic(prior_variance=100.0, intercept=False).log_joint(X, y)
    assert (log_joint(step.draws[step.turned]) < log_joint(step.model.posterior.mean) - 20).all()


def test_without_a_prior_the_weights_have_no_end():  # LOG-20, LOG-21
    X, y = LinesLab().examples
    lengths = [float(np.linalg.norm(LaplaceLogistic(prior_variance=v, intercept=False).fit(X, y).model_.posterior.mean))
               for v in (1e2, 1e4, 1e6)]  # fmt: skip
    assert lengths[1] > 1.5 * lengths[0] and lengths[2] > 1.2 * lengths[1]


def test_walk_along_the_border_fades_and_plug_in_does_not():  # I-000-030
    lab = PredictiveLab()
    told = {kind: [step.probabilities[kind] for step in lab.steps] for kind in KINDS}
    np.testing.assert_allclose(told[PLUG_IN], 0.9)
    assert told[PROBIT][-1] < 0.7 and told[MONTE_CARLO][-1] < 0.7
    far = lab.steps[0].model.predictive(lab.steps[-1].place[None] * 1000, PROBIT)
    assert far[0, 1] > 0.5
    model, along = lab.steps[0].model, lab.steps[-1].place - lab.steps[0].place
    assert model.predictive((lab.steps[0].place + 1000 * along)[None], PROBIT)[0, 1] == pytest.approx(0.5, abs=0.01)


def test_walk_away_from_the_border_has_a_limit_for_the_means_only():
    lab = PredictiveLab(**PredictiveLab.presets["away from the border"])
    model, place = lab.steps[0].model, lab.steps[-1].place
    far = {kind: float(model.predictive(1e6 * place[None], kind)[0, 1]) for kind in (PLUG_IN, PROBIT)}
    assert far[PLUG_IN] == 1.0 and far[PROBIT] == pytest.approx(0.94, abs=0.01)
    assert lab.steps[-1].probabilities[MONTE_CARLO] == pytest.approx(0.96, abs=0.01)


def test_hundred_cases_and_two_draws_say_what_the_lecturer_is_told():
    hundred = PredictiveLab(**PredictiveLab.presets["a hundred cases"]).steps[-1].probabilities
    assert hundred[PROBIT] == pytest.approx(0.78, abs=0.01) and hundred[MONTE_CARLO] == pytest.approx(0.8, abs=0.01)
    two = PredictiveLab(**PredictiveLab.presets["two draws"]).steps
    assert two[-1].probabilities[MONTE_CARLO] == pytest.approx(0.89, abs=0.01)


@pytest.mark.parametrize("draws", [2, 50, 100])
def test_three_ways_share_one_border(draws):
    lab = PredictiveLab(draws=draws, prior=10.0)
    x = np.linspace(-14, 12, 57)
    grids = [replace(lab.steps[0].model, kind=kind).class_grid(x, x) for kind in KINDS]
    np.testing.assert_array_equal(grids[0], grids[1])
    np.testing.assert_array_equal(grids[0], grids[2])


def test_probit_errors_are_the_lectures():  # PRO-01..04
    assert pytest.approx(golden("PRO-01").value) == MATCHED and round(MATCHED, 3) == 0.627
    assert close(list(largest_gap(MATCHED)), golden("PRO-03"))
    assert round(best_rate(), 3) == 0.588 and round(largest_gap(best_rate())[0], 4) == 0.0095
    assert "largest error 0.0178" in ProbitLab().scenes[0].caption
    assert "largest error 0.0095" in ProbitLab(rate=0.588).scenes[0].caption


def test_mean_of_phi_has_a_closed_form():
    mu, s = 0.8, 1.7
    rng = np.random.default_rng(0)
    drawn = normal_cdf(MATCHED * (mu + s * rng.normal(size=20_000))).mean()
    assert drawn == pytest.approx(float(normal_cdf(mu / np.sqrt(s**2 + 8 / np.pi))), abs=0.01)
    assert expected_probit(MATCHED * mu, MATCHED * s) == pytest.approx(normal_cdf(mu / np.sqrt(s**2 + 8 / np.pi)))


def test_by_hand_has_the_lectures_numbers():  # LAP-03, LAP-04
    table = pictures.by_hand()
    for name, id in (("x = 1", "LAP-03"), ("x = 2.25", "LAP-04")):
        mu, s2, plug_in, _, moderated, exact = golden(id).value
        found = column(table, name)
        assert [found[k] for k in (0, 1, 2, 4, 5)] == [f"{v:.4f}" for v in (mu, s2, plug_in, moderated, exact)]


def test_bounds_hold_and_touch():  # I-000-020, I-000-025
    x = np.linspace(-8, 8, 161)
    for xi in (0.0, 0.7, 2.5, 6.0):
        assert (log_sigmoid_below(x, xi) <= log_sigmoid(x) + 1e-12).all()
        np.testing.assert_allclose(log_sigmoid_below([-xi, xi], xi), log_sigmoid([-xi, xi]), atol=1e-12)
    for lam in (0.02, 0.1, 0.5, 0.98):
        assert (lam * x - entropy(lam) >= log_sigmoid(x) - 1e-12).all()
        at = BoundsLab(lam=lam).steps[0].above_at
        assert float(sigmoid(-at)) == pytest.approx(lam)
        assert lam * at - entropy(lam) == pytest.approx(float(log_sigmoid(at)))


def test_variational_belief_is_too_sure_and_its_first_rounds_do_nearly_all():  # VAR-15, VAR-16
    steps, exact = climbed("overlapping", 10)
    bounds = steps.curve("bound")
    assert (np.diff(bounds) > -1e-12).all() and (bounds < exact.log_evidence).all()
    assert close(exact.log_evidence, golden("VAR-16")) and round(float(bounds[-1]), 2) == -7.64
    assert bounds[-1] - bounds[4] < 0.02 * (bounds[-1] - bounds[1]) + 0.005
    area = np.sqrt(np.linalg.det(steps[-1].model.posterior.covariance) / np.linalg.det(exact.covariance))
    assert area == pytest.approx(0.74, abs=0.005)


def test_patient_scores_are_those_of_the_page():
    heart, tumours = pictures.held_out("heart"), pictures.held_out("wdbc")
    said = {way: (round(heart[way][0], 3), round(tumours[way][0], 3)) for way in heart}
    assert said == {
        "the share of the ill": (0.705, 0.674),
        "Laplace, plug-in": (0.652, 0.124),
        "Laplace, probit": (0.61, 0.18),
        "variational, probit": (0.636, 0.127),
    }
    for table in (heart, tumours):
        assert table["Laplace, plug-in"][1] == table["Laplace, probit"][1], "no answer changes"


def test_careful_prior_does_more_than_the_way_for_the_heart():
    for way in pictures.WAYS:
        for variance in (0.15, 0.5):
            assert pictures.held_out("heart", pictures.KNOWN, variance)[way][0] < 0.59


@pytest.mark.parametrize(("kind", "right"), [
    (LinesLab, "those far out, along the border"),
    (PredictiveLab, "neither"),
    (ProbitLab, "Yes, a flatter curve does"),
    (BoundsLab, "at \u2212\u03be"),
    (VariationalLab, "narrower"),
    (TangentLab, "never above"),
    (EntropyLab, "They shrink towards points"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the page with more


def test_evidence_of_laplace_is_near_and_a_little_low():  # LAP-06, LAP-07
    laplace, exact, peak, mean = pictures_more.evidence(100.0)
    assert close([laplace, exact], golden("LAP-06")) and close(mean, golden("LAP-07"))
    assert close(peak, golden("LAP-01"))
    rows = [pictures_more.evidence(float(v)) for v in pictures_more.VARIANCES]
    assert all(0 < row[1] - row[0] < 0.25 for row in rows)
    assert all(row[3][1] > row[2][1] > 0 for row in rows), "the long side is away from 0"
    assert max(rows, key=lambda row: row[1]) is rows[0], "the narrow prior"


def test_challenger_keeps_the_warning_and_loses_the_certainty():
    F, y = pictures_more.flights()
    assert (len(y), F.min(), F.min() - pictures_more.COLD) == (23, 53, 22)
    table = pictures_more.challenger()
    assert column(table, "31 \u00b0F")[:2] == ["100.0%", "94.7%"]
    assert column(table, "60 \u00b0F")[:2] == ["75.1%", "71.7%"]


def test_even_part_is_convex_and_its_slope_is_the_curvature():  # I-000-026
    y = np.linspace(0, 60, 241)
    assert (even_part(y, 2) > 0).all()
    np.testing.assert_allclose(even_part(y, 1), -curvature(np.sqrt(y)))
    x = np.linspace(-5, 5, 41)
    np.testing.assert_allclose(x / 2 + even_part(x**2), log_sigmoid(x), atol=1e-12)


def test_bent_border_is_one_and_the_average_is_less_sure():
    plug_in, probit = (pictures_more.bent(kind).model for kind in (PLUG_IN, PROBIT))
    x = np.linspace(-2.2, 2.2, 45)
    np.testing.assert_array_equal(plug_in.class_grid(x, x), probit.class_grid(x, x))
    assert (np.abs(probit.score_grid(x, x)) <= np.abs(plug_in.score_grid(x, x)) + 1e-12).all()
    X, _ = pictures_more.moons()
    assert np.abs(probit.decision_function(X)).mean() > 2 * np.abs(probit.score_grid(x, x)).mean()


def test_tangent_raises_the_bound_and_the_likelihood_from_touch_to_touch():  # SMX-06, I-000-021
    steps = TangentLab().steps
    assert (np.diff(steps.curve("bound")) > -1e-9).all()
    touches = np.array([step.log_likelihood for step in steps if step.fitted is None])
    assert (np.diff(touches) > -1e-9).all()


def test_jensen_bounds_are_the_lectures():  # JEN-01
    table = pictures_more.jensen_table()
    found = [column(table, name)[0] for name in table.names[2:]]
    assert found == [f"{v:.4f}" for v in golden("JEN-01").value]
    for row in zip(*(column(table, name) for name in table.names[2:]), strict=True):
        assert list(row) == sorted(row, key=float)


def test_without_entropy_the_beliefs_shrink():  # JEN-05, I-000-023
    kept, lost = (EntropyLab(entropy=entropy).steps.curve("spread") for entropy in (True, False))
    assert kept[-1] > 0.5 and lost[-1] < 0.02 * lost[0]


def test_many_classes_are_less_sure_than_their_best_weights():
    table = pictures_more.many_classes()
    first = [float(column(table, kind)[0].rstrip("%")) for kind in (PLUG_IN, PROBIT, MONTE_CARLO)]
    assert first[0] > first[2] > first[1] > 50


def test_floor_rises_and_ceiling_falls_until_they_nearly_meet():
    table = pictures_more.from_above()
    floor, ceiling, gap = (
        np.array([float(v) for v in column(table, name)]) for name in ("reached", "nothing above", "gap")
    )
    assert [int(v) for v in column(table, "sweep")] == [0, 1, 2, 4, 8]
    assert (np.diff(floor) > 0).all() and (np.diff(ceiling) < 0).all()
    np.testing.assert_allclose(gap, ceiling - floor, atol=2e-5)
    X, y = pictures_more.eight_cases()
    best = LogisticRegression(lam=1.0, intercept=False).fit(np.column_stack([np.ones(len(X)), X]), y).last_step_
    assert floor[-1] <= -best.loss <= ceiling[-1] and 0.01 < gap[-1] < 0.03
