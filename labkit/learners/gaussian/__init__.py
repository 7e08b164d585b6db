"""Classes as densities: Gaussians, naive Bayes, exponential families, and Fisher's projection. Lectures 04 and 05.

learner               module         built from
LDA, QDA              lda, qda       densities, spread (of a covariance), models
NaiveBayes            naive_bayes    columns, models
ExponentialFamily     exponential    families, special (functions), columns, models
FisherDiscriminant    fisher         densities, spread

From chosen numbers instead of examples: ``LDAModel.given``, ``QDAModel.given``, ``ExponentialModel.given`` and
``FisherModel.given``. ``spread.ellipse`` draws a covariance; ``naive_bayes.dependence`` measures what naive Bayes
assumes away.
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".densities": "Gaussians",
        ".exponential": "ExponentialFamily ExponentialModel ExponentialStep",
        ".families": "FAMILIES ColumnFamily",
        ".fisher": "FisherDiscriminant FisherModel FisherStep Scatter",
        ".lda": "LDA LDAModel",
        ".models": "complete_log_likelihood",
        ".naive_bayes": "NaiveBayes NaiveBayesModel NaiveBayesStep dependence independent",
        ".qda": "QDA QDAModel QDAStep",
        ".spread": "OUTLINE ellipse",
    },
)
