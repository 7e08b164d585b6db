"""What lesson 19 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

FEW = 20  # trees, to compare all of them with
RISES = 0.02  # of the error: more than the chance of a thousand cases
LITTLE = 0.5  # of the error: what would be left if it went on falling


def _left_out_of_14(lab) -> float:
    """How many examples a sample leaves out on average."""
    complete = [step for step in lab.steps[:-1] if step.newest is None and step.sample]
    return float(np.mean([np.count_nonzero(step.drawn == 0) for step in complete]))


left_out = Question(
    "left_out",
    "An urn holds 14 examples. Draw one, note it, put it back; do this 14 times. How many of the 14 are never drawn, on average?",
    {
        "0 or 1: nearly all come": "Every example has only 14 chances, and each chance is 1 in 14. Many draws go to examples that were drawn before, and about 5 examples are left out.",
        "about 3": "It is more: some examples take two or three draws each. About 5 of 14 are left out, a little more than a third.",
        "about 5": "A little more than a third, and that hardly depends on how many examples there are. Try two and a hundred.",
        "about 7: half of them": "That is too many: a draw misses a given example with probability 13/14, and 14 misses in a row happen to about 5 of 14.",
    },
    right=_left_out_of_14,
)


def _more_trees(lab) -> str:
    """What the error on fresh cases does after the first few trees."""
    from labkit.lectures.l19_forests.forest import fresh_errors  # the lab's own curve

    fresh = fresh_errors(lab.steps[-1].model, lab.values)
    if fresh[-1] > fresh[FEW - 1] + RISES:
        return "It falls, then rises: the forest learns the wrong labels"
    return "It falls on and on, towards 0" if fresh[-1] < LITTLE * fresh[FEW - 1] else "It falls, then stays level"


more_trees = Question(
    "more_trees",
    "One label in five is wrong, and every tree grows until it fits all of its sample. Fifty such trees are added to the vote, one by one. What happens to the error on fresh cases?",
    {
        "It falls, then rises: the forest learns the wrong labels": "Each tree does learn wrong labels. But one more tree only brings the average nearer to its limit: here the curve falls, then stays level, with small ups and downs.",
        "It falls, then stays level": "More trees bring the average nearer to its limit and do nothing else. What a tree gets wrong because all trees saw the same examples stays wrong.",
        "It falls on and on, towards 0": "One fresh label in five is wrong as well, so nobody can err on less than 20 percent. And the trees resemble each other: after a while one more brings nothing new.",
    },
    right=_more_trees,
    covers=("errors",),  # the names of its curves stand where they end
)


def _with_m(lab) -> str:
    """What a larger m does to one tree and to two."""
    first, last = lab.steps[0], lab.steps[-1]
    tree = "better" if last.tree_error < first.tree_error else "worse"
    alike = "more alike" if last.correlation > first.correlation else "less alike"
    return f"Each tree gets {tree}, two trees get {alike}"


larger_m = Question(
    "larger_m",
    "Two columns tell the class, four are useless. At every node the tree may choose among m of the six. You raise m from 1 to 6. What happens?",
    {
        "Each tree gets better, two trees get more alike": "The best column is offered more often, so trees make the same good choices. A vote needs both, good trees and different ones, so the forest gains less from m than its trees do.",
        "Each tree gets better, two trees get less alike": "Trees that may choose freely find the same strong columns. They get better, and more alike.",
        "Each tree gets worse, two trees get more alike": "They do get more alike. But a tree that is offered only useless columns must cut one of them: with a small m each tree is worse.",
    },
    right=_with_m,
)


def _favoured(lab) -> str:
    """The useless column to which impurity gives most."""
    from labkit.learners.ensemble.importance import staged_by_impurity
    from labkit.lectures.l19_forests.importance import NOISE, REAL

    gains = staged_by_impurity(lab.steps[-1].model)[-1][len(REAL) :]
    return f"the {NOISE[int(gains.argmax())]}"


favoured_noise = Question(
    "favoured_noise",
    "A coin, a die and a random number say nothing about the class. The importance by impurity adds up what the cuts on a column gained on the training examples. Which of the three gets most?",
    {
        "the coin": "A coin can be cut in one place only. The random number has a cut between any two examples, and some of them fit the training examples by luck.",
        "the die": "More than the coin, which has one cut where the die has five. But the random number has a cut between any two examples.",
        "the number": "It offers a cut between any two examples, and some of them fit by luck. Compare the bars on the right, which ask examples that the tree has not seen.",
        "none: all get 0": "That would be right for fresh examples. Impurity counts training examples, and there a useless column fits a little by luck, most of all the one with most cuts.",
    },
    right=_favoured,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "same_data",
            "You train a hundred trees, each on all examples and all columns, with the same rule. What does their vote gain?",
            {
                "Much: a hundred see more than one": "They all see the same, so they are the same tree. A vote of copies is the copy.",
                "Nothing": "A hundred copies vote as one. What helps is that trees differ.",
                "It overfits a hundred times as much": "It is exactly as good and as bad as one tree, since all are the same.",
            },
            right="Nothing",
        ),
        Question(
            "limit",
            "Two trees have the correlation 0.3. How far can averaging lower the variance of one tree?",
            {
                "to 0, with enough trees": "Only the part that is not shared goes to 0. What the trees have in common stays.",
                "to 30 % of it": "The shared part stays, however many trees there are. To go lower, make the trees differ more.",
                "to 70 % of it": "70 % is what can be averaged away. The shared 30 % stays.",
            },
            right="to 30 % of it",
        ),
        Question(
            "honest",
            "Why is the out-of-bag error honest, although no example was held out?",
            {
                "Each example is judged only by trees that did not draw it": "For this example these trees are a forest that was trained without it.",
                "The trees are pruned": "They are not pruned. What counts is who votes on which example.",
                "It averages the errors of all trees": "That would be the error of a single tree, not of the vote.",
            },
            right="Each example is judged only by trees that did not draw it",
        ),
        Question(
            "stump",
            "You bag a hundred stumps, trees of one cut. The best border is a circle. Does it help?",
            {
                "Yes, like with any tree": "A stump is far from a circle in every sample. That is bias, and averaging does not touch it.",
                "Hardly: a stump errs by bias, and averaging lowers variance": "All stumps are wrong in nearly the same way, and so is their vote.",
                "It makes it worse, since stumps overfit": "A stump is too simple to overfit. It errs by bias, which averaging leaves as it is.",
            },
            right="Hardly: a stump errs by bias, and averaging lowers variance",
        ),
    ],
)
