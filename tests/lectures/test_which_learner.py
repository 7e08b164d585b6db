"""The closing page: its lab, the table that goes in, and what its exercises reply to typical mistakes."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

from labkit.core.learner import Classifier
from labkit.core.table import Table
from labkit.learners import all_learners
from labkit.learners.selection import validated
from labkit.lectures.l23_which_learner import WhoseBorderLab, contest, exercises, which_learner
from labkit.lectures.l23_which_learner.contest import errors, examples, prepared
from labkit.lectures.l23_which_learner.field import CLASSIFIERS, GROUPS, NAMES, REGRESSORS, field, lecture, made, named
from tests.lectures.drive import undrawn


def csv(folder, text):
    path = folder / "mine.csv"
    path.write_text(text, encoding="utf-8")
    return path


def rows(n, make):
    return "\n".join(make(i) for i in range(n))


def test_groups_together_hold_every_classifier_of_the_course():
    known = {name for group in GROUPS.values() for name in group.split()}
    assert known == {kind.__name__ for kind in all_learners() if issubclass(kind, Classifier)}
    assert all(len(group.split()) == 6 for group in GROUPS.values())


def test_page_counts_them():
    assert len({name for group in GROUPS.values() for name in group.split()}) == 41


def test_every_learner_says_its_lecture():
    everyone = {*field(True, whole=True), *field(False, whole=True)}
    assert set(f"{CLASSIFIERS} {REGRESSORS}".split()) <= everyone and set(NAMES) <= everyone
    assert all("01" <= lecture(name) <= "22" for name in everyone)
    for of_classes in (True, False):
        names = [named(name) for name in field(of_classes, whole=True)]
        assert len(set(names)) == len(names)
    assert max(len(named(name)) for name in field(True, whole=True)) <= 16, "as much as there is room for above a plane"


def test_errors_of_the_lab_are_those_of_folds():
    lab = WhoseBorderLab()
    X, y = lab.examples
    for name in ("LDA", "CART"):
        labels = np.array(["A", "B"])[y]
        assert lab.steps[0].errors[name] == validated(made(name), X, labels, score="error")
    assert lab.steps[0].errors["the commonest class"] == 0.5


def test_times_come_when_asked_for():
    step, timed = undrawn(WhoseBorderLab).steps[0], undrawn(WhoseBorderLab, timed=True).steps[0]
    assert step.seconds == {} and timed.errors == step.errors
    assert list(timed.seconds) == GROUPS["one of each kind"].split() and min(timed.seconds.values()) > 0
    # a forest of 25 trees against one tree of the same kind


def test_option_that_is_right_is_named_as_in_the_pictures():
    lab = WhoseBorderLab()
    assert set(lab.question.options) <= {named(name) for name in GROUPS["one of each kind"].split()}
    assert list(lab.question.options)[lab.question.right_option(lab)] == "neighbours"


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_is_better_than_nothing_on_two_clouds(group):
    step = undrawn(WhoseBorderLab, data="gaussians", group=group).steps[0]
    assert len(step.steps) == 6 and max(list(step.errors.values())[1:]) < step.errors["the commonest class"]


def test_five_points_of_each_class_are_needed():
    lab = WhoseBorderLab(data="tumours")
    with pytest.raises(ValueError, match="points: expected at least 5 of each class, got 4"):
        lab.story(np.random.default_rng(0).normal(size=(24, 2)), np.repeat([0, 1], [20, 4]), lab.values)


# ---------------------------------------------------------------- a table goes in


def test_a_students_file_goes_in(tmp_path):
    text = "size,colour,name,kind\n" + rows(
        60, lambda i: f"{i % 7 if i % 9 else ''},{'red' if i % 2 else 'blue'},n{i},{'yes' if i % 2 else 'no'}"
    )
    X, y, of_classes = examples(csv(tmp_path, text), "kind")
    assert X.names == ("size", "colour") and of_classes and len(y) == 60, "names say nothing of the next row"
    table = which_learner(csv(tmp_path, text), "kind")
    errors_of = dict(zip(table["learner"], map(float, table["wrong in %"]), strict=True))
    assert errors_of["CART"] == 0 and errors_of["the commonest class"] == 50


def test_numbers_are_predicted_as_numbers(tmp_path):
    text = "x,y\n" + rows(80, lambda i: f"{i},{2.5 * i + (i % 3) / 7}")
    table = which_learner(csv(tmp_path, text), "y")
    assert table["learner"][0] == "least squares" and table["learner"][-1] == "the mean"
    assert float(table["typical error in y"][0]) < 0.2


def test_learners_of_two_classes_ask_for_each_of_several_against_the_rest(tmp_path):
    rng = np.random.default_rng(0)
    kinds = np.array(["a", "b", "c"])[np.arange(60) % 3]
    text = "x,y,kind\n" + rows(60, lambda i: f"{rng.normal(3 * (i % 3)):.2f},{rng.normal():.2f},{kinds[i]}")
    table = which_learner(csv(tmp_path, text), "kind")
    wrong = dict(zip(table["learner"], map(float, table["wrong in %"]), strict=True))
    assert len(wrong) == 13 and max(wrong["logistic"], wrong["SVM"]) < 25 < wrong["the commonest class"]


def test_every_learner_of_the_course_is_asked_if_wanted(tmp_path):
    text = "x,y,kind\n" + rows(40, lambda i: f"{i % 7},{(i * 5) % 11},{'yes' if i % 7 > 3 else 'no'}")
    table = which_learner(csv(tmp_path, text), "kind", learners="all")
    assert set(table["learner"]) == {"the commonest class", *(named(name) for name in field(True, whole=True))}
    assert len(table) == 42 and "more row" not in repr(table)
    numbers = which_learner(csv(tmp_path, text), "y", learners="all")
    assert len(numbers) == 16
    with pytest.raises(ValueError, match="learners: expected one of"):
        which_learner("heart", "disease", learners="both")


def test_learner_that_cannot_take_the_table_comes_last_and_does_not_stop_the_others():
    class Refuses:
        def fit(self, X, y):
            raise ValueError("no")

    X, y, _ = examples("penguins", "sex")
    found = errors(X, y, {"CART": made("CART"), "LDA": Refuses()}, True, 0)
    assert found["CART"].error < 0.2 and found["LDA"].error == np.inf


def test_bar_is_shown_where_many_are_asked(monkeypatch):
    done = []
    bar = SimpleNamespace(ProgressBar=lambda total: (done.append(k) or k for k in range(total)))
    ipython = SimpleNamespace(get_ipython=lambda: "a shell", display=bar)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    assert list(contest._reported("abc")) == ["a", "b", "c"] and not done
    assert list(contest._reported("x" * 41)) == ["x"] * 41 and len(done) == 41


def test_errors_are_those_of_scikit_learn_on_the_same_folds():
    from labkit.core.resampling import folds

    X, y, _ = examples("wdbc", "diagnosis", rows=300)
    found = errors(X, y, {"CART": made("CART")}, True, 0)["CART"]
    oracle = 1 - cross_val_score(
        DecisionTreeClassifier(random_state=0), np.asarray(X), y, cv=folds(len(y), classes=y, seed=0)
    )
    assert found[0] == pytest.approx(oracle.mean(), abs=0.03) and found[1] <= found[0] <= found[2]


def test_rows_held_out_have_no_say_in_scales_medians_and_words():
    known = Table.from_dict({"a": [1.0, 2.0, 3.0, None], "b": ["u", "v", "u", "v"]})
    asked = Table.from_dict({"a": [100.0, None], "b": ["w", None]})
    here, there = prepared(known, asked)
    np.testing.assert_allclose(here[:, 0], (np.array([1, 2, 3, 2]) - 2) / np.std([1, 2, 3, 2]))
    assert there[1, 0] == 0 and there.shape == (2, 3)
    np.testing.assert_allclose(there[:, 1:], -1), "neither of the known words"


BAD = [
    ("nowhere.csv", "kind", "source: expected a CSV file, or one of our tables"),
    ("a,kind\n" + rows(30, lambda i: f"{i},{'x' if i else 'y'}"), "kind", "each class of 'kind' at least 5 times"),
    ("a,kind\n" + rows(30, lambda i: f"{i},x"), "kind", "at least two different values"),
    ("a,kind\n" + rows(10, lambda i: f"{i},{'x' if i % 2 else 'y'}"), "kind", "at least 20 rows with a kind, got 10"),
    ("a,kind\n" + rows(30, lambda i: f"1,{'x' if i % 2 else 'y'}"), "kind", "expected columns beside 'kind' that vary"),
    ("a,kind\n" + rows(30, lambda i: f"{i},{'x' if i % 2 else 'y'}"), "kindd", "did you mean 'kind'"),
    ("a,kind\n1,2,3\n", "kind", "expected 2 cells as in the header, got 3 in line 2"),
    ("", "kind", "expected a header line"),
]


@pytest.mark.parametrize("source, target, said", BAD, ids=[said[:30] for *_, said in BAD])
def test_bad_table_gets_one_clear_sentence(tmp_path, source, target, said):
    given = source if source.endswith(".csv") else csv(tmp_path, source)
    with pytest.raises(ValueError) as error:
        which_learner(given, target)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_spreadsheet_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "mine.xlsx"
    path.write_bytes(b"PK\x03\x04\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"save it from your spreadsheet as CSV \(UTF-8\)"):
        which_learner(path, "kind")


# ---------------------------------------------------------------- exercises


def own_scale(train, test):
    every = np.concatenate([train, test])
    return tuple((each - every.mean(axis=0)) / every.std(axis=0) for each in (train, test))


LINE = np.column_stack([np.arange(40.0), np.zeros(40)])
WRONG = [
    (exercises.share_left, [lambda y, answers: np.mean(np.asarray(y) != np.asarray(answers))], "the error itself"),
    (exercises.in_one_scale, [own_scale], "have a say"),
    (exercises.home_of_the_line, [LINE, np.arange(40) // 20], "let the classes overlap"),
    (exercises.home_of_the_line, [[[0, 0]], [1]], "np.random"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: ") and hint in line
