"""Lecture 05: Fisher's discriminant, the direction from which classes stand out most."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".classes": "ClassesLab",
        ".distance": "DistanceLab",
        ".lamp": "LampLab",
        ".pictures": "by_hand crab_picture crab_scores direction_source round_clouds",
        ".pictures_more": "groups_by_direction least_squares_too three_classes_by_hand two_cuts units",
        ".questions": "progress quick_check",
        ".stretch": "StretchLab",
        ".variance": "VarianceLab",
    },
)
