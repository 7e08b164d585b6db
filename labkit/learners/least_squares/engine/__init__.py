"""There only for speed: the same answers as NumPy's, which tests hold them to."""
