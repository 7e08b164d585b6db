"""Beside the lectures: every learner of the course on the same data, yours or ours."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises",
        ".borders": "WhoseBorderLab",
        ".contest": "which_learner",
        ".questions": "progress quick_check",
        ".real": "real_tables",
    },
)
