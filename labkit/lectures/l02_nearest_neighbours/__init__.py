"""Lecture 02: nearest neighbours, what k does, and how "near" stops meaning anything."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".balls": "BallsLab",
        ".border": "BorderLab",
        ".boxes": "SkipLab",
        ".cars": "CarsLab",
        ".cells": "CellsLab",
        ".noise": "NoiseColumnsLab",
        ".pictures": "cube_edges penguin_scores picture_of_penguins runner_by_hand search_source",
        ".pictures_more": "bisector_by_hand condensed_scores distances_by_hand numbers_by_hand ten_left_out",
        ".questions": "progress quick_check",
        ".units": "UnitsLab",
        ".vote": "VoteLab",
    },
)
