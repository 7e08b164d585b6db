"""Nearest neighbours: remember the examples, and answer as the nearest of them do. Lecture 02.

learner                 module      built from
NearestNeighbours       classes     memory (how one case is answered), leave_one_out, voronoi
RegressionNeighbours    numbers     memory, leave_one_out

Whom to ask is found by ``search``, which compares ``distances`` of ``cases`` (numbers, categories); ``engine`` does so
for many cases at once. ``curse`` has the numbers of the curse of dimensionality, ``condensing`` finds examples that a
memory can do without. A model takes more examples without learning anew: ``with_examples``.
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".classes": "NearestNeighbours VoteStep VotingModel",
        ".condensing": "CondensingStep condense_steps",
        ".curse": "edge_length nearest_distance",
        ".distances": "ball between distance rooted",
        ".leave_one_out": "LeaveOneOut",
        ".memory": "NeighbourModel NeighbourStep",
        ".numbers": "AveragingModel MeanStep RegressionNeighbours",
        ".search": "nearest",
        ".voronoi": "Voronoi bisector voronoi",
    },
)
