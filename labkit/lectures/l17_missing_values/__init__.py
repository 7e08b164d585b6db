"""Lecture 17: cases with gaps on their way down a tree, the surrogates of a split, and tests that cost something."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "data",
        ".": "exercises exercises_more",
        ".cases": "MissingLab MissingNumbersLab MissingTennisLab",
        ".costs": "CostLab",
        ".pictures": "fractions_by_hand humid_or_cool mushroom_gaps mushroom_scores shares_source usual_values "
        " weather_tree",
        ".pictures_more": "alike_scores backups gap_gains gap_leaves gap_path merits prices_paid twin_answers "
        "vote_scores",
        ".questions": "progress quick_check",
        ".surrogates": "SurrogateLab",
    },
)
