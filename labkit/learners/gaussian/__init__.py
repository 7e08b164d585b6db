"""Classes as densities: Gaussians, naive Bayes, exponential families, and Fisher's projection. Lectures 04 and 05."""
