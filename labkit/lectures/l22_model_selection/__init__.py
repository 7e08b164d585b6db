"""Lecture 22: which model, how complex, with which features, and how good it really is."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".degree": "DegreeLab",
        ".fifty": "FiftyLab",
        ".growth": "MoreExamplesLab",
        ".leak": "LeakLab answers best_columns",
        ".margin": "MarginLab",
        ".pictures": "by_hand five_folds promises tennis_filter tennis_forward three_curves validated_source",
        ".pictures_more": "corrections held_out_as_bic rare_signs too_high weights_of_models",
        ".questions": "progress quick_check",
        ".structure": "StructureLab",
        ".walk": "WalkLab",
        ".winners": "WinnersLab",
    },
)
