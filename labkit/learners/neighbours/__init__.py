"""Nearest neighbours: remember the examples, and answer as the nearest of them do. Lecture 02.

learner                 module      built from
NearestNeighbours       classes     memory, steps (how one case is answered), leave_one_out, voronoi
RegressionNeighbours    numbers     memory, steps, leave_one_out

Whom to ask is found by ``search``: all ``distances`` compared, or fewer of them by ``case_tree``. ``curse`` has the
numbers of the curse of dimensionality.
"""
