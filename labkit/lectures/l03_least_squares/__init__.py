"""Lecture 03: least squares, from the squares themselves to a classifier that they spoil."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".easy": "EasyPointsLab",
        ".one_by_one": "OneByOneLab",
        ".pictures": "descent_by_hand left_over line_by_hand picture_of_cars prices step_source typo_on_all_cars",
        ".pictures_more": "delta_rule_by_hand line_of_flights rates six_solved ten_points_and_one what_is_left",
        ".plane_through_cars": "PlaneLab",
        ".questions": "progress quick_check",
        ".ridge": "RidgeLab",
        ".squares": "SquaresLab",
        ".typo": "TypoLab",
        ".valley": "ValleyLab",
    },
)
