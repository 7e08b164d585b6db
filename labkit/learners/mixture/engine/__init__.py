"""Only for speed: nearest centres and Gaussian components by matrix products. Tests hold them to the plain rules."""
