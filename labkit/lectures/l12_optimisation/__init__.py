"""Lecture 12: level ground, and how to leave it."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".blocks": "TurnsLab",
        ".fog": "FogLab",
        ".luck": "LuckLab",
        ".newton": "NewtonLab",
        ".pictures": "digit_groups misses running_mean tiny_network two_tests",
        ".pictures_more": "acceptances annealing_walk conditions_kept half_way",
        ".probe": "ProbeLab",
        ".questions": "progress quick_check",
        ".schedule": "ScheduleLab",
    },
)
