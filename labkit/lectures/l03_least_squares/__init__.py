"""Lecture 03: least squares, from the squares themselves to a classifier that they spoil."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".easy": "EasyPointsLab",
        ".one_by_one": "OneByOneLab",
        ".pictures": "",
        ".plane_through_cars": "PlaneLab",
        ".questions": "progress quick_check",
        ".ridge": "RidgeLab",
        ".squares": "SquaresLab",
        ".typo": "TypoLab",
        ".valley": "ValleyLab",
    },
)
