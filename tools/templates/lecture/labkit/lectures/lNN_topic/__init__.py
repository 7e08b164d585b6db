"""Lecture NN: Topic."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "data",
        ".": "exercises",
        ".pictures": "penguin_scores",
        ".questions": "progress quick_check",
        ".topic": "TopicLab",
    },
)
