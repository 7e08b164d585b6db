"""Nearest neighbours: remember the examples, and answer as the nearest of them do. Lecture 02.

learner                 module      built from
NearestNeighbours       classes     memory (how one case is answered), leave_one_out, voronoi
RegressionNeighbours    numbers     memory, leave_one_out

Whom to ask is found by ``search``, which compares ``distances``; ``engine`` does so for many cases at once. ``curse``
has the numbers of the curse of dimensionality, ``condensing`` finds examples that a memory can do without. A model
takes more examples without learning anew: ``with_examples``.
"""
