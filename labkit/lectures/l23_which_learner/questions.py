"""What the closing page asks."""

from __future__ import annotations

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

best_on_moons = Question(
    "best_on_moons",
    "Eighty points in two moons. Six learners, each asked about points that it has not seen. Who makes the fewest mistakes?",
    {
        "forest": "A good name, but here its boxes must imitate a bent border. Five neighbours follow it at once. Press \u201ca straight world\u201d, and they lose their lead.",
        "SVM": "Bent as well, and near the top. But with these settings five neighbours follow the moons more closely.",
        "neighbours": "The border is bent, there are two columns in one scale, and enough points: that is their home. Press \u201ca straight world\u201d: another data set, another winner.",
        "logistic": "Its border is straight, and the moons are not. Press \u201ca straight world\u201d: there it is at home.",
    },
    right=lambda lab: lab.steps[0].best,
    covers=("errors",),
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "always_best",
            "Which learner is the best on all data?",
            {
                "a forest": "Often good, never always: on a straight world a line is better.",
                "the newest one": "Newer ones were made for other data, not for all.",
                "none": "For each there are data that are its home, and data on which it fails.",
            },
            right="none",
        ),
        Question(
            "half_a_per_cent",
            "Two learners differ by half a per cent in five folds of 500 rows. The better one is ...",
            {
                "the first": "Half a per cent of 500 rows are two or three rows: that is chance.",
                "whichever is simpler, faster or easier to explain": "A difference of two rows says nothing; so take what is better otherwise.",
                "nobody knows, so throw a coin": "There are better reasons than a coin: how simple, how fast, how clear.",
            },
            right="whichever is simpler, faster or easier to explain",
        ),
        Question(
            "no_baseline",
            "Someone reports 95 % right. What do you ask first?",
            {
                "how many layers it has": "That does not tell whether 95 % is much.",
                "what always naming the commonest class would get": "If 95 % of all cases are of one class, nothing was learned.",
                "how long it took": "Later, perhaps.",
            },
            right="what always naming the commonest class would get",
        ),
        Question(
            "after_the_contest",
            "Twelve learners compete in five folds, the winner has 3 % wrong. What do you tell your client?",
            {
                "3 %": "The least of twelve numbers was kept because it is low.",
                "more than 3 %; rows laid aside will tell": "As in lecture 22: what was used to choose cannot be used to judge.",
                "the mean of all twelve": "Eleven of them will not be shipped.",
            },
            right="more than 3 %; rows laid aside will tell",
        ),
    ],
)
