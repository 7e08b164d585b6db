"""The start page: the self-test, a first lab, and where everything is."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.learners": "Perceptron",
        "labkit.lectures.l09_perceptron": "ConvergenceLab",
        "labkit.tutor.installation": "self_test",
    },
)
