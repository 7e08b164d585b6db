"""Every claim of the closing page."""

from labkit.lectures import l23_which_learner as lesson
from labkit.lectures.l23_which_learner.real import real_errors


def errors(**values):
    found = lesson.WhoseBorderLab(**values).steps[0].errors
    return {name: round(100 * error, 1) for name, error in found.items()}


def preset(name):
    return errors(**lesson.WhoseBorderLab.presets[name])


def test_neighbours_win_on_moons_and_lines_in_a_straight_world():
    moons, straight = errors(), preset("a straight world")
    assert min(moons, key=moons.get) == "NearestNeighbours"
    assert moons["SVM"] < min(moons["LDA"], moons["RandomForest"]), "near the top"
    assert min(straight, key=straight.get) == "LogisticRegression"
    assert straight["NearestNeighbours"] > straight["LDA"] + 5


def test_some_lines_get_three_quarters_of_xor():
    xor = preset("lines on XOR")
    assert min(xor, key=xor.get) == "LinearProgram" and xor["LinearProgram"] < 25 < 35 < xor["LeastSquaresClassifier"]


def test_lines_are_enough_for_tumours_sums_of_trees_win_on_mails_and_naive_bayes_loses_on_penguins():
    wdbc, spam, penguins = ({name: error for name, (error, *_) in real_errors(table).items()}
                            for table in ("wdbc", "spam", "penguins"))  # fmt: skip
    lines, trees = ("LDA", "LogisticRegression", "PocketPerceptron"), ("AdaBoost", "GradientBoosting")
    assert max(wdbc[name] for name in lines) < min(wdbc[name] for name in (*trees, "RandomForest", "CART"))
    assert max(spam[name] for name in trees) < min(error for name, error in spam.items() if name not in trees)
    others = [error for name, error in penguins.items() if name not in ("NaiveBayes", "the commonest class")]
    assert max(others) < 0.12 < 0.25 < penguins["NaiveBayes"]


def test_tables_of_the_page():
    heart, cars = lesson.which_learner("heart", "disease"), lesson.which_learner("auto_mpg", "mpg")
    assert heart["learner"][-1] == "the commonest class" and heart["wrong in %"][-1] == "45.9"
    assert cars["learner"][-1] == "the mean" and float(cars["typical error in mpg"][0]) < 3
    assert len(heart) == 13 and len(cars) == 8
