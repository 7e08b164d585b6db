"""The learners of the lectures, one family per module or sub-package. NumPy only.

A learner is loaded when it is first asked for, so that ``import labkit.learners`` stays quick however many there are.
"""

from importlib import import_module

_HOMES = {
    "AdaBoost": "ensemble.adaboost",
    "Adaline": "perceptron.adaline",
    "Backfitting": "additive.backfitting",
    "Bagging": "ensemble.bagging",
    "BasisClassifier": "basis.lifted",
    "BasisRegression": "basis.lifted",
    "BayesDecision": "decisions.bayes",
    "C45": "tree.classics",
    "CART": "tree.classics",
    "CoinMixture": "mixture.coins",
    "DecisionTree": "tree.decision_tree",
    "ExponentialFamily": "gaussian.exponential",
    "FisherDiscriminant": "gaussian.fisher",
    "FuzzyPerceptron": "perceptron.fuzzy",
    "GaussianMixture": "mixture.gaussian_mixture",
    "GradientBoosting": "ensemble.gradient_boosting",
    "HoKashyap": "perceptron.ho_kashyap",
    "ID3": "tree.classics",
    "KMeans": "mixture.k_means",
    "L2Boost": "ensemble.l2boost",
    "LaplaceLogistic": "bayesian.laplace",
    "LDA": "gaussian.lda",
    "LeastMeanSquares": "least_squares.delta_rule",
    "LeastSquaresClassifier": "least_squares.classifier",
    "LinearProgram": "perceptron.programming",
    "LinearRegression": "least_squares.regression",
    "LogisticRegression": "logistic.regression",
    "LogitBoost": "ensemble.logitboost",
    "LVQ": "perceptron.lvq",
    "MulticlassPerceptron": "perceptron.multiclass",
    "NaiveBayes": "gaussian.naive_bayes",
    "NearestNeighbours": "neighbours.classes",
    "NeuralNetwork": "network.multilayer",
    "ObliqueTree": "tree.oblique",
    "OneVsOne": "many_classes.output_codes",
    "OneVsRest": "many_classes.output_codes",
    "OutputCodes": "many_classes.output_codes",
    "Perceptron": "perceptron.rosenblatt",
    "PocketPerceptron": "perceptron.pocket",
    "QDA": "gaussian.qda",
    "RandomForest": "ensemble.forest",
    "RBFClassifier": "radial.network",
    "RBFRegression": "radial.network",
    "RecursiveLeastSquares": "least_squares.recursive",
    "RecursiveLogistic": "logistic.recursive",
    "RegressionBagging": "ensemble.bagging",
    "RegressionBoosting": "ensemble.gradient_boosting",
    "RegressionForest": "ensemble.forest",
    "RegressionNeighbours": "neighbours.numbers",
    "RegressionNetwork": "network.multilayer",
    "RegressionTree": "tree.regression",
    "ResidualFitting": "additive.residual_fitting",
    "SoftmaxRegression": "logistic.softmax",
    "SVM": "svm.svm",
    "TangentSoftmax": "logistic.tangent",
    "VariationalLogistic": "bayesian.variational",
    "VariationalSoftmax": "bayesian.jensen",
}

__all__ = [*_HOMES, "all_learners"]


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    learner = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = learner
    return learner


def __dir__() -> list[str]:
    return __all__


def all_learners() -> tuple[type, ...]:
    """Every learner class by name: what the contract tests, the benchmarks and the index iterate over."""
    return tuple(__getattr__(name) for name in sorted(_HOMES))
