"""What lesson 04 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck


def _species_at_the_cross(lab) -> str:
    """What the covariance says that the birds share."""
    from labkit.lectures.l04_gaussian_classifiers.birds import SHARED

    return ("an Adelie", "a Chinstrap")[int(type(lab)(border=SHARED).steps[-1].posterior.argmax())]


bird_at_the_cross = Question(
    "bird_at_the_cross",
    "A bird with a bill 45 mm long and 20 mm deep, at the cross. It is nearer to the mean of the Chinstraps, so the border half-way between the means calls it a Chinstrap. Look at the two clouds. What would you call it?",
    {
        "a Chinstrap": "So says the distance to the means. But in both species long bills are deep bills: both clouds lean to the right. Choose one ellipse for both: a bird with so long and so deep a bill is a large Adelie.",
        "an Adelie": "You looked at the shape of the clouds: in both species long bills are deep bills. Choose one ellipse for both and see how sure it is.",
        "nobody can tell": "The bird is near the half-way border, so it looks like a toss-up. But see how the clouds lean: in both species long bills are deep bills. Choose one ellipse for both: its answer is quite sure.",
    },
    right=_species_at_the_cross,
)


def _rare(lab) -> str:
    """What a small prior does to the posterior curve."""
    import numpy as np

    before, after = lab.steps[-1], type(lab)(prior=0.01).steps[-1]
    x, shift = np.linspace(0.0, 4.0, 41), after.borders[0] - before.borders[0]
    if np.allclose(after.posterior(x + shift), before.posterior(x)):
        return "It moves to the right and keeps its shape"
    return "It becomes flatter" if after.posterior(np.array([9.0]))[0] > 0.9 else "It sinks and stays below 1"


rare_class = Question(
    "rare_class",
    "Half of the cases are of class B. Now B becomes rare: one case in a hundred. Both spreads stay equal. What does the lower curve, the probability of B, do?",
    {
        "It moves to the right and keeps its shape": "The prior only adds a number to the log odds: the same curve, moved. The border goes past the mean of B, and more than half of the cases of B are called A.",
        "It becomes flatter": "How steep it is depends on the means and the spread alone. The prior only moves it.",
        "It sinks and stays below 1": "Far to the right B is still certain, for there A is even rarer than B. The curve only moves.",
    },
    right=_rare,
)


def _half(lab) -> str:
    border = type(lab)(**type(lab).presets["circle"]).steps[-1].border
    return {"a circle": "a circle around B", "a straight line": "a straight line, nearer to B"}.get(border, border)


half_as_wide = Question(
    "half_as_wide",
    "Both clouds are round and equally wide, and the border is a straight line. Now B becomes half as wide in every direction. What is the border then?",
    {
        "a straight line, nearer to B": "Near B that looks so. But far away, on B's side too, the wide cloud A has the larger density. The border has to close.",
        "a circle around B": "Far out in every direction the wider cloud wins, so B can only have a region that ends. With two round clouds it is a circle.",
        "a parabola, open on B's side": "Far out on B's side the wider cloud A has the larger density, so B's region must end there too.",
    },
    right=_half,
)


def _copied(lab) -> str:
    """How many labels naive Bayes loses, and whether its probabilities hold."""
    step = type(lab)(correlation=0.8).steps[-1]
    if step.error(step.model) > step.error(step.truth) + 0.005:
        return "It makes many more mistakes"
    return "Its labels stay as good as any, but it is too sure" if step.boast > 1.1 else "Nothing changes"


copied_feature = Question(
    "copied_feature",
    "Two features, independent inside each class: naive Bayes is the true model. Now let one become nearly a copy of the other (correlation 0.8). Naive Bayes still multiplies them. What happens?",
    {
        "It makes many more mistakes": "Try it: the border stays where the true one is, though the assumption is false. What breaks is the probability.",
        "Its labels stay as good as any, but it is too sure": "It counts the same evidence twice. That does not change which class is ahead here, only by how much it seems to be.",
        "Nothing changes": "The labels do stay. But look at the curve at the right: the same evidence is counted twice.",
    },
    right=_copied,
)


def _never_seen(lab) -> str:
    from labkit.lectures.l04_gaussian_classifiers.buyers import BuyerLab

    p = float(BuyerLab(**BuyerLab.presets["all against"]).steps[-1].posterior[1])
    return "certain: 1" if p > 0.999 else "likely: about 0.7" if p > 0.5 else "unlikely: about 0.2"


never_seen = Question(
    "never_seen",
    "None of the five who did not buy was 31 to 40 years old. A customer of that age comes in, and all else speaks against buying: high income, no student, excellent credit rating. What does naive Bayes say of buying, without any correction?",
    {
        "unlikely: about 0.2": "So one would think: three attributes against one. But one factor is 0, and nothing can make up for it.",
        "likely: about 0.7": "It goes further: a category that was never seen makes a factor 0, and a product with a 0 is 0.",
        "certain: 1": "One factor is 0, and it silences all others. Five people are not enough to call something impossible: add to the counts.",
    },
    right=_never_seen,
)


def _straight(lab) -> str:
    """The only one of three pairs whose log odds do not bend."""
    return next(pair for pair in straight_log_odds.options if type(lab)(pair=pair).steps[-1].straight)


straight_log_odds = Question(
    "straight_log_odds",
    "Two Gaussians of equal spread have log odds that are a straight line in x. For which of these pairs are they straight, too?",
    {
        "Gaussian, spreads 1 and 2": "Their log odds have a term with the square of x: a parabola, and so two borders.",
        "Poisson, rates 1 and 3": "The density has x only as a power of the rate, so the log odds are x times the log of the ratio of the rates, and a constant. Nothing else depends on the class.",
        "gamma, shapes 1 and 4": "The shape stands in the exponent of x, so the log odds contain ln x: they bend.",
    },
    right=_straight,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "straight",
            "Two Gaussian classes. What makes their border straight?",
            {
                "equal priors": "The prior moves the border. It never bends it.",
                "equal covariances": "Then the quadratic terms are the same in both scores and cancel.",
                "round clouds": "Two round clouds of different size have a circle as their border.",
            },
            right="equal covariances",
        ),
        Question(
            "half_way",
            "When must the border of two Gaussian classes cross the line between the means exactly half-way?",
            {
                "always": "A rare class gets less room, and so may a class with a smaller spread.",
                "if the covariances are equal and the priors too": "The border may still be tilted, but it passes through the middle.",
                "if the covariances are equal": "With unequal priors it moves towards the mean of the rarer class.",
            },
            right="if the covariances are equal and the priors too",
        ),
        Question(
            "naive",
            "The features depend on each other inside the classes. What can you say of naive Bayes?",
            {
                "Its labels may be right; do not trust its probabilities": "The label only asks which class is ahead.",
                "It must not be used": "It often classifies well all the same. Its probabilities are what suffers.",
                "It is as good as the true model in every way": "It counts the same evidence more than once, and becomes too sure.",
            },
            right="Its labels may be right; do not trust its probabilities",
        ),
        Question(
            "zero",
            "Why add 1 to every count of a category?",
            {
                "so that the numbers are whole": "They were whole before.",
                "so that what was never seen does not become impossible": "A factor of 0 would silence all other attributes.",
                "so that rare classes get a larger prior": "The priors stay as they are.",
            },
            right="so that what was never seen does not become impossible",
        ),
    ],
)
