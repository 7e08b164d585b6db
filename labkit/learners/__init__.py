"""The learners of the lectures, one family per module or sub-package. NumPy only."""

from labkit.learners.perceptron.adaline import Adaline, LeastMeanSquares
from labkit.learners.perceptron.fuzzy import FuzzyPerceptron
from labkit.learners.perceptron.ho_kashyap import HoKashyap
from labkit.learners.perceptron.lvq import LVQ
from labkit.learners.perceptron.multiclass import MulticlassPerceptron
from labkit.learners.perceptron.pocket import PocketPerceptron
from labkit.learners.perceptron.programming import LinearProgram
from labkit.learners.perceptron.recursive import RecursiveLeastSquares
from labkit.learners.perceptron.rosenblatt import Perceptron

__all__ = [
    "LVQ",
    "Adaline",
    "FuzzyPerceptron",
    "HoKashyap",
    "LeastMeanSquares",
    "LinearProgram",
    "MulticlassPerceptron",
    "Perceptron",
    "PocketPerceptron",
    "RecursiveLeastSquares",
    "all_learners",
]


def all_learners() -> tuple[type, ...]:
    """Every learner class by name: what the contract tests, the benchmarks and the index iterate over."""
    return (
        Adaline,
        FuzzyPerceptron,
        HoKashyap,
        LeastMeanSquares,
        LinearProgram,
        LVQ,
        MulticlassPerceptron,
        Perceptron,
        PocketPerceptron,
        RecursiveLeastSquares,
    )
