"""Choosing a model and its features. Lecture 22.

module            what it tells
criteria          AIC, AICc, BIC; ln L and the number of free parameters of any learner that has a likelihood
validation        cross-validation: k folds, one left out, repeated; a fold a step
hat               leaving one out of a linear fit without fitting again
learning_curve    how training and validation scores change with the number of examples
comparison        learners in order of their complexity, by every criterion; a complexity a step
overfitting       how often each criterion chooses too much
bias_variance     what a learner errs by, taken apart: bias, variance, noise; a draw of examples a step
structural_risk   Vapnik's bound: empirical risk and what the capacity adds
filters           features ranked one by one, without a learner
wrapper           features added or dropped one by one, by what the learner makes of them; a round a step

``fitting`` trains a learner on a part of the examples or features, ``scores`` says how good it is.
None of these is a learner: they are functions that return a ``Trace``, or a small record.
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".bias_variance": "DrawStep bias_variance fresh redrawn",
        ".comparison": "ComplexityStep ModelFamily compare polynomials varied",
        ".criteria": "Criteria aic aicc bic correction criteria evidence has_likelihood likelihood shao",
        ".filters": "FILTERS rank rarity",
        ".fitting": "Baseline",
        ".hat": "left_out leverages",
        ".learning_curve": "SizeStep learning_curve",
        ".overfitting": "Overfitting RULES overfitting",
        ".scores": "SCORES Score",
        ".structural_risk": "Structure StructureStep confidence inflation structural_risk",
        ".validation": "CrossValidation FoldStep cross_validate validated",
        ".wrapper": "RoundStep Selection TriedFeature backward forward",
    },
)
