"""Lecture 09: the perceptron, its convergence theorem, its learning rates, and the linear program."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.learners": "LinearProgram Perceptron PocketPerceptron",
        "labkit.learners.perceptron.rosenblatt": "RATES",
        "labkit.player.compare": "compare",
        ".": "exercises questions",
        ".convergence": "ConvergenceLab",
        ".program": "ProgramLab",
        ".rates": "RatesLab",
    },
)
