"""The start page: a first lab, the map of the course, the self-test."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "data",
        "labkit.learners": "Perceptron",
        "labkit.tutor.installation": "self_test",
        ".first": "FirstLab",
        ".way": "course_map",
    },
)
