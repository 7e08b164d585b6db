"""The answers to the exercises of lesson 16; tests run them through the lesson's own checks."""


def my_link(leaf_errors, subtree_errors, leaves, N):
    return (leaf_errors - subtree_errors) / (N * (leaves - 1))


def my_chi_square(counts):
    children, classes = counts.sum(axis=1), counts.sum(axis=0)
    expected = children[:, None] * classes[None, :] / counts.sum()
    return ((counts - expected) ** 2 / expected).sum()


def my_least(node):
    errors, children = node
    if not children:
        return errors
    return min(errors, sum(my_least(child) for child in children))


def my_conditions(holds, right):
    def accuracy(kept):
        covered = holds[:, kept].all(axis=1)
        return right[covered].mean() if covered.any() else 0.0

    kept = list(range(holds.shape[1]))
    while True:
        for gone in kept:
            rest = [c for c in kept if c != gone]
            if accuracy(rest) >= accuracy(kept):
                kept = rest
                break
        else:
            return kept


# All five are wrong at first. The root as a leaf repairs three of them, each split below it two, both together four.
my_cases = [(2, 0), (0, 0), (0, 2), (1, 0)]
