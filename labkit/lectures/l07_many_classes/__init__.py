"""Lecture 07: many classes, by experts of two, by code words, and by one machine with a score for each."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".adversary": "AdversaryLab",
        ".blocks": "BlocksLab",
        ".codes": "CodesLab",
        ".experts": "ExpertsLab",
        ".pictures": "first_gradient gradient_source one_bird picture_of_birds scores_on_real_data softmax_by_hand",
        ".pictures_more": "codes_compared more_bits references ways_out_table",
        ".questions": "progress quick_check",
        ".softmax": "SoftmaxLab",
    },
)
