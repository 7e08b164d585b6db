"""The labs of lecture 07: what their pictures claim. I-000-016 to I-000-019, I-000-116, I-004-029 to I-004-031."""

import numpy as np
import pytest

from labkit.core.printed import printed
from labkit.core.story import START, STOP
from labkit.learners.many_classes import coding
from labkit.lectures.l07_many_classes import AdversaryLab, BlocksLab, CodesLab, ExpertsLab, SoftmaxLab
from labkit.lectures.l07_many_classes.adversary import sent, survivors, worst
from labkit.lectures.l07_many_classes.blocks import bare
from labkit.lectures.l07_many_classes.codes import if_independent, in_fact
from labkit.views.scene import RING, Boxes, Field, Points, Segments, Text
from tests.golden import close, golden


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


def words(scene, panel):
    return [mark.text for mark in marks(scene, panel, Text)]


# ---------------------------------------------------------------- experts


def test_experts_lab_click_reads_the_answers_there():
    lab = ExpertsLab()
    lab.frame = len(lab.scenes) - 1
    lab.click_at("plane", 36.0, 19.0)
    assert "the bird at ? is for Adelie" in lab.scenes[-1].caption
    assert "mine" in words(lab.scenes[-1], "answers")
    assert (lab.values["across"], lab.values["up"]) == (16.5, 63.5)
    lab.set(scheme="one against one")
    votes = marks(lab.scenes[-1], "votes", Boxes)[0].y1
    assert votes.tolist()[0] == 2 and sum(votes) == 3


def test_experts_lab_claims_are_the_scores_above_zero():
    lab = ExpertsLab(across=80.0, up=15.0)
    model = lab.steps[-1].model
    case = np.array([[31.0 + 0.8 * 30, 12.0 + 0.15 * 11]])
    scores = np.array([model.member(b).decision_function(case)[0] for b in range(3)])
    bars = marks(lab.scenes[-1], "votes", Boxes)[0].y1
    np.testing.assert_allclose(bars, scores, rtol=1e-5)
    assert words(lab.scenes[-1], "answers").count("mine") == (scores > 0).sum()


def test_experts_lab_hatches_what_is_left_open():
    def hatched(scene):
        """Besides the four arms of the bird's cross."""
        lines = [mark for mark in marks(scene, "plane", Segments) if mark.color == "accent"]
        return sum(np.size(mark.x0) for mark in lines) - 4

    start, *others = [hatched(scene) for scene in ExpertsLab().scenes]
    assert start == 0 and min(others) > 0
    assert hatched(ExpertsLab(scheme="one against one").scenes[-1]) < others[-1] / 5, "votes leave less open"


@pytest.mark.parametrize("kind", [ExpertsLab, SoftmaxLab])
def test_lab_refuses_birds_without_a_species_and_keeps_its_state(kind):
    """A class with no points: one clear sentence."""
    lab = kind()
    X, y = lab.examples
    lab.restore(_few(lab, X, y))
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="expected some of every species, got no Adelie; paint one"):
        lab.delete(0)
    assert (lab.payload, lab.values) == before


def _few(lab, X, y):
    """A token of the lab with one Adelie and two of each other species."""
    from labkit.player import token

    rows = np.concatenate([np.flatnonzero(y == k)[: 1 + (k > 0)] for k in range(3)])
    points = [[*map(float, X[i]), int(y[i])] for i in rows]
    return token.encode({**token.decode(lab.token), "points": points})


# ---------------------------------------------------------------- softmax


def test_softmax_lab_adding_moves_the_scores_alone():
    plain, raised = SoftmaxLab(), SoftmaxLab(added=3.0)
    X, _ = plain.examples
    one, other = plain.steps[-1], raised.steps[-1]
    np.testing.assert_allclose(other.scores - one.scores, 3.0)
    np.testing.assert_allclose(other.model.predict_proba(X), one.model.predict_proba(X), atol=1e-12)
    np.testing.assert_allclose(other.shares, one.shares, atol=1e-12)


def test_softmax_lab_triangle_has_every_bird_and_the_one_that_is_asked():
    lab = SoftmaxLab()
    X, _ = lab.examples
    points = max(marks(lab.scenes[-1], "simplex", Points), key=lambda mark: len(mark.x))
    assert len(points.x) == len(X) + 1
    shares = lab.steps[-1].model.predict_proba(X)
    np.testing.assert_allclose(points.x[:-1], shares[:, 1] + shares[:, 2] / 2, atol=1e-6)


def test_softmax_lab_click_moves_the_bird():
    lab = SoftmaxLab()
    lab.click_at("plane", 46.0, 12.55)
    assert (lab.values["across"], lab.values["up"]) == (50.0, 5.0)
    assert lab.steps[-1].shares.argmax() == 2


# ---------------------------------------------------------------- against the adversary


def test_adversary_lab_decodes_the_word_of_the_lecture_with_a_bit_flipped():
    lab = AdversaryLab(sent=3)
    lab.set(bit=1)
    lab.press_button("flip")
    distances = [text for text in marks(lab.scenes[-1], "code", Text) if text.anchor == "right"][1:]
    assert close(np.array([float(text.text) for text in distances]), golden("ECO-04"))
    assert lab.scenes[-1].caption == "the word of C with 1 bit flipped: C is still the nearest"


@pytest.mark.parametrize(("classes", "name"), [(3, "ECO-01"), (4, "ECO-02")])
def test_adversary_lab_says_how_far_words_are_apart_and_what_is_forgiven(classes, name):
    bits, distance, forgiven = golden(name).value
    lab = AdversaryLab(classes=classes)
    assert lab.scenes[0].panel("code").title == f"Words of {bits:g} bits; the nearest two differ in {distance:g}"
    assert lab.steps[0].forgiven == forgiven


def test_adversary_lab_click_on_a_received_bit_flips_it_and_back():
    lab = AdversaryLab()
    start = lab.payload
    frame = [box for box in marks(lab.scenes[-1], "code", Boxes) if box.stroke == "muted"][4]
    middle = (frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2
    lab.click_at("code", *middle)
    assert lab.values["flips"] == "5" and "1 bit flipped" in lab.scenes[-1].caption
    lab.click_at("code", *middle)
    assert lab.values["flips"] == "" and lab.values["bit"] == 5 and lab.payload == start


@pytest.mark.parametrize("classes", [3, 4, 5])
@pytest.mark.parametrize("code", ["exhaustive", "one-vs-rest"])
def test_adversary_needs_one_flip_more_than_is_forgiven(classes, code):
    lab = AdversaryLab(classes=classes, code=code)
    for flips in range(1, lab.steps[0].forgiven + 2):
        assert lab.steps[0].nearest == ["B"]
        lab.press_button("adversary")
        assert lab.steps[0].flips == flips
    assert lab.steps[0].nearest != ["B"]


def test_adversary_stops_at_the_word_of_another_class():
    lab = AdversaryLab()
    for _ in range(6):
        lab.press_button("adversary")
    assert lab.steps[0].flips == 4 and worst(lab.steps[0]) is None and lab.steps[0].nearest == ["A"]


def test_adversary_lab_counts_all_ways_to_flip():
    """By hand for 110 and 000: one flip of the first two bits makes a tie, of the third it does not matter."""
    np.testing.assert_allclose(survivors(np.array([[1, 1, 0], [0, 0, 0]])), [1.0, 1 / 3, 0.0, 0.0])
    shares = survivors(coding.exhaustive(5))
    assert (shares[:4] == 1).all() and 0 < shares[4] < 1


def test_adversary_lab_code_can_be_rewritten_but_not_with_equal_rows():
    """A code with equal rows: one clear sentence, and the lab stays as it was."""
    lab = AdversaryLab(code="one-vs-rest", classes=4)
    lab.set(sent=1, bit=4)
    lab.press_button("rewrite")
    assert lab.steps[0].code[0].tolist() == [1, 0, 0, 1]
    lab.set(bit=1)
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="expected a word of its own for every class, got the same for A and D"):
        lab.press_button("rewrite")
    assert (lab.payload, lab.values) == before


def test_adversary_lab_names_a_bit_that_asks_nothing():
    lab = AdversaryLab(rewritten="4:7")
    assert lab.scenes[0].caption.endswith("bit 7 is the same for all and asks nothing")


def test_adversary_lab_click_on_a_word_rewrites_it():
    lab = AdversaryLab()
    target = next(each for each in lab.scenes[-1].panel("code").targets if each.name == "4:7")
    lab.click_at("code", (target.x0 + target.x1) / 2, (target.y0 + target.y1) / 2)
    assert lab.values["rewritten"] == "4:7" and lab.steps[0].code[3, 6] == 1 and lab.values["sent"] == 4


@pytest.mark.parametrize(("values", "said"), [
    ({"flips": "one"}, "expected numbers of bits, got 'one'"),
    ({"rewritten": "9:9"}, "expected places such as 2:7"),
    ({"rewritten": "seven"}, "expected places such as 2:7"),
])  # fmt: skip
def test_adversary_lab_refuses_what_are_no_bits(values, said):
    with pytest.raises(ValueError, match=said):
        AdversaryLab(**values)


def test_adversary_lab_several_nearest_words_light_none():
    step = sent(AdversaryLab(flips="1 2").values)
    assert step.received.nearest < 0 and "nobody can tell" in step.caption


# ---------------------------------------------------------------- blocks


def test_blocks_lab_shows_the_entries_of_the_constants():
    lab = BlocksLab()
    H = bare(lab.steps[0], lab.values["lam"])
    assert words(lab.scenes[0], "hessian") == [printed(f"{H[i, j]:.1f}") for i in (0, 3) for j in (0, 3)]
    assert len(words(BlocksLab(reference="none").scenes[0], "hessian")) == 9
    shades = [np.abs(marks(scene, "hessian", Field)[0].values.astype(int) - 128).mean() for scene in lab.scenes]
    assert shades[0] > shades[-1]


def test_blocks_lab_refuses_points_without_a_class():
    lab = BlocksLab()
    X, y = lab.examples
    lab.restore(_few(lab, X, y))
    with pytest.raises(ValueError, match="expected some of every class, got none of A"):
        lab.delete(0)


# ---------------------------------------------------------------- trees for bits


def test_codes_lab_click_on_the_plane_looks_at_the_nearest_example():
    lab = CodesLab()
    X, _ = lab.data(lab.values)
    lab.click_at("plane", *(X[17] + 1e-4))
    assert lab.values["example"] == 18
    (points,) = marks(lab.scenes[-1], "plane", Points)
    assert np.flatnonzero(points.flag & RING).tolist() == [17]


def test_codes_lab_tells_one_bit_after_the_other():
    lab = CodesLab()
    assert [step.bit for step in lab.steps] == [*range(8), 7]
    X, _ = lab.data(lab.values)
    word = lab.steps[-1].model.received(X[[0]])[0]
    code = coding.exhaustive(4)
    assert (lab.steps[0].event, lab.steps[-1].event) == (START, STOP)
    for step, scene in zip(lab.steps[1:], lab.scenes[1:], strict=True):
        shown = [text.text for text in marks(scene, "code", Text) if text.anchor == "right"][1:]
        assert list(map(float, shown)) == np.abs(code[:, : step.bit] - word[: step.bit]).sum(axis=1).tolist()


def test_codes_lab_numbers_of_tasks_are_those_of_the_lecture():
    rest, one = golden("ECO-05").value[0]
    assert len(CodesLab(code="one-vs-rest").steps) == rest + 2
    assert len(CodesLab(code="one-vs-one").steps) == one + 2


def test_wrong_bits_by_chance_and_in_fact_by_hand():
    wrong = np.array([[1, 1], [0, 0], [0, 0], [1, 0]], dtype=bool)
    np.testing.assert_allclose(in_fact(wrong), [0.5, 0.25, 0.25])
    np.testing.assert_allclose(if_independent(wrong), [0.375, 0.5, 0.125])


@pytest.mark.parametrize("lab", [ExpertsLab(), ExpertsLab(**ExpertsLab.presets["an expert who hardly says yes"]),
                                 SoftmaxLab(factor=5)])  # fmt: skip
def test_no_score_is_cut_by_its_axis(lab):
    panel = lab.scenes[-1].panel("scores" if isinstance(lab, SoftmaxLab) else "votes")
    bars = next(mark for mark in panel.marks if isinstance(mark, Boxes))
    assert bars.items.values is None, "the bars are as high as their numbers"
    assert panel.ylim[0] < bars.y1.min() and bars.y1.max() < panel.ylim[1]
