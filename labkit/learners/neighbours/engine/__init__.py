"""Only for speed: the neighbours of many cases at once. Tests hold both ways to ``search.plain``."""
