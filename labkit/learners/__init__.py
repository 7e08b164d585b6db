"""The learners of the lectures, one family a folder. NumPy only.

A learner is loaded when it is first asked for, so that ``import labkit.learners`` stays quick however many there are.
What else a lecture uses is in its family: ``from labkit.learners.tree import CART, gini``.
"""

from labkit.core.exports import exported

__getattr__, __dir__, _learners = exported(
    __name__,
    {
        ".additive": "Backfitting ResidualFitting",
        ".basis": "BasisClassifier BasisRegression",
        ".bayesian": "LaplaceLogistic VariationalLogistic VariationalSoftmax",
        ".decisions": "BayesDecision",
        ".ensemble": "AdaBoost Bagging GradientBoosting L2Boost LogitBoost RandomForest RegressionBagging "
        "RegressionBoosting RegressionForest",
        ".gaussian": "ExponentialFamily FisherDiscriminant LDA NaiveBayes QDA",
        ".least_squares": "LeastMeanSquares LeastModulus LeastSquaresClassifier LinearRegression RecursiveLeastSquares",
        ".logistic": "DualLogistic LogisticRegression RecursiveLogistic SoftmaxRegression TangentSoftmax",
        ".many_classes": "OneVsOne OneVsRest OutputCodes",
        ".mixture": "CoinMixture GaussianMixture KMeans",
        ".neighbours": "NearestNeighbours RegressionNeighbours",
        ".network": "NeuralNetwork RegressionNetwork",
        ".perceptron": "Adaline FuzzyPerceptron HoKashyap LVQ LinearProgram MulticlassPerceptron Perceptron "
        "PocketPerceptron",
        ".radial": "RBFClassifier RBFRegression",
        ".svm": "SVM",
        ".tree": "C45 CART DecisionTree ID3 ObliqueTree RegressionTree",
    },
)
__all__ = [*_learners, "all_learners"]


def all_learners() -> tuple[type, ...]:
    """Every learner class by name: what the contract tests, the benchmarks and the index iterate over."""
    return tuple(map(__getattr__, _learners))
