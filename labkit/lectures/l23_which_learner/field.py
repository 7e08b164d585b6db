"""Who takes part: every classifier of the course in groups of at most six, and the lecture that explains each."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from labkit import learners
from labkit.core.learner import Classifier, Learner, Regressor

TASTE = "one of each kind"
GROUPS = {
    TASTE: "NearestNeighbours LDA LogisticRegression SVM CART RandomForest",
    "densities": "BayesDecision NaiveBayes ExponentialFamily LDA QDA FisherDiscriminant",
    "logistic": "LogisticRegression RecursiveLogistic DualLogistic TangentSoftmax LaplaceLogistic VariationalLogistic",
    "lines": "LeastSquaresClassifier Adaline Perceptron PocketPerceptron HoKashyap LinearProgram",
    "near and bent": "NearestNeighbours LVQ FuzzyPerceptron RBFClassifier SVM NeuralNetwork",
    "trees": "DecisionTree ID3 C45 CART ObliqueTree RandomForest",
    "ensembles": "Bagging RandomForest AdaBoost LogitBoost GradientBoosting OutputCodes",
    "many classes": "OneVsOne OneVsRest MulticlassPerceptron VariationalSoftmax BasisClassifier SoftmaxRegression",
}
GAMMA = 1.0  # of the SVM, divided by the number of columns in one scale
FEW = {  # settings that keep a lab quick
    "NearestNeighbours": {"k": 5},
    "Bagging": {"members": 10},
    "RandomForest": {"trees": 25},
    "LogitBoost": {"rounds": 20},
    "GradientBoosting": {"rounds": 30},
    "SVM": {"gamma": 3.0},
    "VariationalSoftmax": {"tolerance": 1e-2},
    "TangentSoftmax": {"max_iterations": 20},
    "FuzzyPerceptron": {"max_sweeps": 20},
}
NAMES = {  # as a reader says them; above a plane there is room for two words
    "BasisClassifier": "basis functions",
    "BasisRegression": "basis functions",
    "BayesDecision": "Bayes decision",
    "Backfitting": "backfitting",
    "Bagging": "bagging",
    "DecisionTree": "decision tree",
    "DualLogistic": "dual logistic",
    "ExponentialFamily": "exponential",
    "FisherDiscriminant": "Fisher",
    "FuzzyPerceptron": "fuzzy",
    "GradientBoosting": "boosting",
    "HoKashyap": "Ho and Kashyap",
    "L2Boost": "L2 boosting",
    "LaplaceLogistic": "Laplace logistic",
    "LeastMeanSquares": "least mean squares",
    "LeastModulus": "least modulus",
    "LeastSquaresClassifier": "least squares",
    "LinearProgram": "linear program",
    "LinearRegression": "least squares",
    "LogisticRegression": "logistic",
    "MulticlassPerceptron": "perceptrons",
    "NaiveBayes": "naive Bayes",
    "NearestNeighbours": "neighbours",
    "NeuralNetwork": "network",
    "ObliqueTree": "oblique tree",
    "OneVsOne": "one vs one",
    "OneVsRest": "one vs rest",
    "OutputCodes": "output codes",
    "Perceptron": "perceptron",
    "PocketPerceptron": "pocket",
    "RBFClassifier": "RBF network",
    "RBFRegression": "RBF network",
    "RandomForest": "forest",
    "RecursiveLeastSquares": "recursive least squares",
    "RecursiveLogistic": "online logistic",
    "RegressionBagging": "bagging",
    "RegressionBoosting": "boosting",
    "RegressionForest": "forest",
    "RegressionNeighbours": "neighbours",
    "RegressionNetwork": "network",
    "RegressionTree": "tree",
    "ResidualFitting": "fits of residuals",
    "SoftmaxRegression": "softmax",
    "TangentSoftmax": "tangent softmax",
    "VariationalLogistic": "variational",
    "VariationalSoftmax": "var. softmax",
}
CLASSIFIERS = (
    "NearestNeighbours LeastSquaresClassifier LDA NaiveBayes LogisticRegression PocketPerceptron SVM NeuralNetwork "
    "CART RandomForest AdaBoost GradientBoosting"
)
REGRESSORS = (
    "RegressionNeighbours LinearRegression RBFRegression RegressionTree RegressionForest RegressionBoosting Backfitting"
)


def field(of_classes: bool, *, whole: bool) -> list[str]:
    """One or two learners of each kind, or every learner of the course."""
    if not whole:
        return (CLASSIFIERS if of_classes else REGRESSORS).split()
    kind = Classifier if of_classes else Regressor
    return [each.__name__ for each in learners.all_learners() if issubclass(each, kind)]


def named(name: str) -> str:
    """The learner as pictures and tables call it."""
    return NAMES.get(name, name)


def made(name: str, columns: int = 2, classes: int = 2) -> Learner:
    """The learner of this name, with settings that keep it quick; the SVM sees as far in many columns as in two.
    Where there are more than two classes, a learner of two asks for each of them against the rest."""
    settings = {"gamma": GAMMA / columns} if name == "SVM" and columns > 2 else FEW.get(name, {})
    learner = getattr(learners, name)(**settings)
    return learners.OneVsRest(learner=learner) if classes > 2 and getattr(learner, "two_classes", False) else learner


@cache
def lecture(name: str) -> str:
    """The lecture that explains it, as its module says."""
    docstring = import_module(getattr(learners, name).__module__).__doc__
    return re.search(r"Lectures? (\d\d)", docstring)[1]
