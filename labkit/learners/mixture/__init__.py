"""Examples that come from several sources, and nobody says which. Lecture 14.

k_means   ``KMeans``: every example to its nearest centre; ``plus_plus`` places the first centres

em                 one loop for all mixtures, E and M by turns; Q and the ``bound`` that touches the likelihood
groups             what models with hidden groups and their steps have in common
coins              ``CoinMixture``: which coin was flipped; ``known`` coins need no EM
gaussian_mixture   ``GaussianMixture``, of gaussian_model (its densities, its E and M)
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".coins": "CoinMixture CoinModel CoinStep Trials known",
        ".em": "bound expected_log_likelihood",
        ".gaussian_mixture": "GaussianMixture MixtureStep",
        ".gaussian_model": "GaussianMixtureModel",
        ".k_means": "CentresModel KMeans KMeansStep inertia nearest_centre plus_plus",
    },
)
