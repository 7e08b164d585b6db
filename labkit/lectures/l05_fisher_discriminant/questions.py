"""What lesson 05 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

FEW, MANY = 0.1, 0.3  # shares of cases on the wrong side
CLEARLY = 5.0  # degrees


def _best_side(lab) -> str:
    """Which of the three lines has the largest J for the lab's crabs."""
    X, _ = lab.examples
    scatter = lab.steps[0].scatter
    longest = np.linalg.eigh(np.cov(X.T))[1][:, -1]
    lines = {
        "the line through both means": scatter.means[0] - scatter.means[1],
        "the line along the length of the cloud": longest,
        "the line straight across the cloud": np.array([-longest[1], longest[0]]),
    }
    return max(lines, key=lambda name: float(scatter.criterion(lines[name])))


which_side = Question(
    "which_side",
    "Blue and orange crabs by two measurements; the two ringed marks are the means. The lamp can go round. On which line do the shadows of the two colours separate best?",
    {
        "the line through both means": "There the shadows of the means lie farthest apart. But every crab's size is on that line as well, so both colours are smeared over its whole length. Turn on: straight across the cloud the means are nearer, and the shadows part.",
        "the line along the length of the cloud": "That is where the shadows are longest: large crabs at one end, small ones at the other, of both colours. Size does not tell the colour. Turn on, until the lamp shines along the cloud.",
        "the line straight across the cloud": "The lamp shines along the cloud, and all sizes fall on one place. The shadows of the means are close together there, but each colour is narrower still.",
    },
    right=_best_side,
    covers=("criterion",),
)


def _where_it_turns(lab) -> str:
    """Where the best direction lies when the clouds are long and aslant to the line of the means."""
    start, end = lab.steps[0].degrees, lab.steps[-1].degrees
    away = (end - start + 90.0) % 180.0 - 90.0
    if abs(away) < CLEARLY:
        return "It stays on the line of the means"
    return (
        "It turns to the length of the clouds"
        if away * lab.values["tilt"] > 0
        else "It turns away from their length, across the clouds"
    )


long_clouds = Question(
    "long_clouds",
    "Two clouds, their means side by side on a horizontal line. They are five times as long as wide, and their length rises to the right. How does the best direction for the shadows lie?",
    {
        "It stays on the line of the means": "Only for round clouds, or if the means lie exactly along or across the length. Here it turns across the clouds, away from their length: each step in the direction of the length costs more in spread than it brings in distance.",
        "It turns to the length of the clouds": "Along the length the shadows are widest, and width is what harms. The direction turns the other way, across the clouds.",
        "It turns away from their length, across the clouds": "It gives up some of the distance between the means, and the spread inside the clouds shrinks much faster.",
    },
    right=_where_it_turns,
    covers=("criterion",),
)


def _along_the_longest(lab) -> str:
    """How many crabs the middle cut gets wrong on the direction of the largest variance."""
    X, y = lab.examples
    share = float((lab.steps[0].model.predict(X) != y).mean())
    return "hardly any" if share < FEW else ("about one in five" if share < MANY else "nearly every second one")


longest_shadow = Question(
    "longest_shadow",
    "Five measurements of each crab. A single direction holds 98 % of all their variance. Take the shadows on it and cut half-way between both means: how many crabs are on the wrong side?",
    {
        "hardly any": "85 of 200 are wrong. What varies most is size, and blue and orange crabs come in all sizes. Variance does not know which differences matter.",
        "about one in five": "It is worse: 85 of 200. What varies most is size, and both colours come in all sizes.",
        "nearly every second one": "85 of 200. What varies most is size, and both colours come in all sizes. Fisher's direction holds almost none of the variance, and no crab is wrong there.",
    },
    right=_along_the_longest,
    covers=("shadows", "directions"),
)


def _directions(lab) -> float:
    """How many directions have any scatter between the classes."""
    from labkit.learners import FisherDiscriminant

    return float(len(FisherDiscriminant().fit(*lab.examples).last_step_.eigenvalues))


how_many_directions = Question(
    "how_many_directions",
    "Three species, four measurements each. Directions in which the three means agree separate nothing. How many directions are needed to see all differences between the means?",
    {
        "1": "One line can put three means in a row. In general three points do not lie on a line.",
        "2": "Three means span a plane, whatever the number of measurements. K classes need at most K \u2212 1 directions.",
        "3": "Three points span a plane: from the first mean there is one direction to the second and one to the third.",
        "4": "The birds spread in four directions, their three means only in a plane.",
    },
    right=_directions,
    covers=("eigenvalues",),
)


def _doubled(lab) -> str:
    """What happens to score and distance of the first point when w and w0 are twice as large."""
    (f, r), (g, s) = ((step.scores[0], step.distances[0]) for step in (lab.steps[0], lab.doubled.steps[0]))
    if abs(s - r) < 1e-9 * abs(r):
        return "f doubles, the distance stays" if abs(g - 2 * f) < 1e-9 * abs(f) else "both stay"
    return "both double"


doubled_weights = Question(
    "doubled_weights",
    "A line f(x) = w1 x1 + w2 x2 + w0 = 0 and three points. Now double all three weights. What happens to f and to the distances?",
    {
        "both double": "The line is where f is 0, and twice 0 is 0: it does not move, so no distance changes. Only f doubles.",
        "f doubles, the distance stays": "The line does not move. The distance is f divided by the length of w, and both double.",
        "both stay": "The line stays, and so do the distances. But f itself doubles: it is no distance until it is divided by the length of w.",
    },
    right=_doubled,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "longer_w",
            "You make w ten times as long. What happens to J?",
            {
                "It grows a hundredfold": "So does the scatter inside the classes, and J is their ratio.",
                "It stays": "Above and below the line of the fraction stands the same factor, 100. Only the direction counts.",
                "It grows tenfold": "Both parts of the fraction are squares, so both grow a hundredfold, and J stays.",
            },
            right="It stays",
        ),
        Question(
            "centimetres",
            "One column is given in cm instead of mm. What happens to Fisher's decisions?",
            {
                "Nothing": "The weight of that column becomes ten times as large, and every shadow stays where it was.",
                "That column counts less": "Its numbers are smaller, but its weight grows as much as they shrink.",
                "They change unless all columns are scaled": "That is true of the largest variance and of nearest neighbours, not of Fisher.",
            },
            right="Nothing",
        ),
        Question(
            "same_means",
            "One class is a small disc, the other a ring around it. Both have the same mean. What does Fisher find?",
            {
                "the direction in which the ring is widest": "Fisher looks at means. Here their shadows agree in every direction.",
                "nothing: J is 0 in every direction": "Means that agree have shadows that agree. Other features are needed, such as the distance from the middle.",
                "a circle around the disc": "Fisher's border is always a straight line.",
            },
            right="nothing: J is 0 in every direction",
        ),
        Question(
            "ten_classes",
            "Ten digits, 64 pixels each. At how many directions can Fisher look at most?",
            {
                "10": "Ten means span nine directions: one from the first mean to each of the others.",
                "9": "One fewer than there are classes.",
                "64": "The pixels spread in up to 64 directions, ten means in at most nine of them.",
            },
            right="9",
        ),
    ],
)
