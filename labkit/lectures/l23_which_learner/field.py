"""Who takes part: every classifier of the course in groups of at most six, and the lecture that explains each."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from labkit import learners
from labkit.core.learner import Learner

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
SHORT = {  # above a plane there is room for a word or two
    "BasisClassifier": "basis",
    "BayesDecision": "Bayes",
    "DecisionTree": "tree",
    "DualLogistic": "dual",
    "ExponentialFamily": "exponential",
    "FisherDiscriminant": "Fisher",
    "FuzzyPerceptron": "fuzzy",
    "GradientBoosting": "boosting",
    "LaplaceLogistic": "Laplace",
    "LeastSquaresClassifier": "least squares",
    "LinearProgram": "program",
    "LogisticRegression": "logistic",
    "MulticlassPerceptron": "multiclass",
    "NearestNeighbours": "neighbours",
    "NeuralNetwork": "network",
    "ObliqueTree": "oblique tree",
    "OneVsOne": "one vs one",
    "OneVsRest": "one vs rest",
    "OutputCodes": "output codes",
    "PocketPerceptron": "pocket",
    "RBFClassifier": "RBF",
    "RandomForest": "forest",
    "RecursiveLogistic": "recursive",
    "SoftmaxRegression": "softmax",
    "TangentSoftmax": "tangent",
    "VariationalLogistic": "variational",
    "VariationalSoftmax": "variational",
}
CLASSIFIERS = (
    "NearestNeighbours LeastSquaresClassifier LDA NaiveBayes LogisticRegression PocketPerceptron SVM NeuralNetwork "
    "CART RandomForest AdaBoost GradientBoosting"
)
REGRESSORS = (
    "RegressionNeighbours LinearRegression RBFRegression RegressionTree RegressionForest RegressionBoosting Backfitting"
)


def made(name: str, columns: int = 2) -> Learner:
    """The learner of this name, with settings that keep it quick; the SVM sees as far in many columns as in two."""
    settings = {"gamma": GAMMA / columns} if name == "SVM" and columns > 2 else FEW.get(name, {})
    return getattr(learners, name)(**settings)


@cache
def lecture(name: str) -> str:
    """The lecture that explains it, as its module says."""
    docstring = import_module(getattr(learners, name).__module__).__doc__
    return re.search(r"Lectures? (\d\d)", docstring)[1]
