"""Classes as densities: Gaussians, naive Bayes, exponential families, and Fisher's projection. Lectures 04 and 05.

learner               module         built from
LDA, QDA              lda, qda       estimates, densities, spread (of a covariance), models, step, priors
NaiveBayes            naive_bayes    columns, priors
ExponentialFamily     exponential    families, special (functions), columns, priors
FisherDiscriminant    fisher         estimates, scatter, spread

From chosen numbers instead of examples: ``LDAModel.given``, ``QDAModel.given``, ``ExponentialModel.given`` and
``FisherModel.given``. ``spread.ellipse`` draws a covariance; ``independence`` is what naive Bayes assumes.
"""
