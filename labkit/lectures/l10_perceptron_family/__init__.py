"""Lecture 10: the perceptron's family, one lab a module."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.learners": "Adaline HoKashyap LeastMeanSquares MulticlassPerceptron RecursiveLeastSquares",
        "labkit.learners.perceptron.capacity": "count_separable normal_approximation separable_probability",
        "labkit.learners.perceptron.fuzzy": "misclassification misclassification_weights penalty",
        "labkit.learners.perceptron.lvq": "lvq_step",
        "labkit.learners.perceptron.multiclass": "kesler_row",
        ".": "exercises questions",
        ".adaline": "AdalineLab",
        ".capacity": "CapacityLab",
        ".fuzzy": "FuzzyLab",
        ".ho_kashyap": "HoKashyapLab",
        ".prototypes": "PrototypesLab",
        ".vigilance": "VigilanceLab",
    },
)
