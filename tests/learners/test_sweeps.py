"""The order of a sweep."""

from labkit.learners import Perceptron
from labkit.learners.sweeps import rows


def test_orders_are_the_rows_or_permutations_that_a_seed_repeats():
    (one, cyclic), (two, _) = Perceptron(max_sweeps=2)._sweeps(5)
    assert (one, two, cyclic) == (1, 2, None)
    first, again = (list(Perceptron(order="random", max_sweeps=2, seed=4)._sweeps(9)) for _ in range(2))
    (_, a), (_, b) = first
    assert sorted(a) == list(range(9)) and (a != b).any()
    assert all((one == other).all() for (_, one), (_, other) in zip(first, again, strict=True))
    assert list(rows(None, 3)) == [0, 1, 2] and rows(a, 9) == a.tolist()
