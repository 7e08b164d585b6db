"""What lesson 14 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

AGREES = 0.02  # of a share
ENDS = 0.02  # of a chance of heads
# ---------------------------------------------------------------- the main page


def _sure(lab) -> str:
    """Whether the coins give back the shares that made them."""
    step = lab.steps[0]
    if step.gap < AGREES:
        return "yes, exactly so"
    return (
        "no, less surely" if np.abs(step.wanted - 0.5).mean() < np.abs(step.shares - 0.5).mean() else "no, more surely"
    )


sure_coins = Question(
    "sure_coins",
    "You gave the three envelopes with many heads wholly to coin A, the two others wholly to coin B. That makes coins of 0.80 and 0.45. Would these two coins share the envelopes out just as you did?",
    {
        "yes, exactly so": "Look at the dots: even a coin of 0.45 shows seven heads now and then, so the last envelope belongs to coin A only by about 0.7. Shares are seldom 0 or 1.",
        "no, less surely": "Ten tosses are not proof. These coins claim the envelope of seven heads for A only by about 0.7. Take over their shares, and the coins change again.",
        "no, more surely": "Nobody can be surer than all or nothing. The dots lie inside: the coins leave something to each other.",
    },
    right=_sure,
    covers=("shares", "coins"),
)


def _alike(lab) -> str:
    a, b = lab.steps[-1].model.heads
    if abs(a - b) > ENDS:
        return "0.80 and 0.52, the best there are"
    return "both stay at 0.60" if abs(a - 0.6) < ENDS else "both end at 0.66"


alike = Question(
    "alike",
    "From 0.6 and 0.5, EM finds the best two coins: 0.80 and 0.52. Now let both coins start at 0.6. Where do they end?",
    {
        "0.80 and 0.52, the best there are": "Equal coins share every envelope half and half, so they stay equal: 0.66 and 0.66, on the ridge between two summits. Nudge one of them.",
        "both stay at 0.60": "They move once: half of all tosses each, 33 heads of 50, is 0.66. Then nothing changes any more.",
        "both end at 0.66": "Each gets half of every envelope: 33 heads of 50. There EM stands still, although it is not a maximum but a pass between two summits. Nudge one coin.",
    },
    right=_alike,
    covers=("landscape", "shares"),
)


def _top(lab) -> str:
    likelihood = [step.log_likelihood for step in lab.steps if step.half == "M"]
    if min(np.diff([lab.steps[0].log_likelihood, *likelihood])) < 0:
        return "it may be lower"
    return "it is the highest there is" if len(likelihood) == 1 else "it is higher, or as high"


top_of_the_bound = Question(
    "top_of_the_bound",
    "E lays a bound under the likelihood that touches it where the coin is. M takes the coin to the top of the bound. What is the likelihood there?",
    {
        "it may be lower": "It cannot be: at the touch both are equal, M climbs the bound, and the likelihood lies above the bound everywhere.",
        "it is higher, or as high": "At the touch both are equal, the top of the bound is higher, and the likelihood lies above that again. So it never falls.",
        "it is the highest there is": "Of the bound, not of the likelihood. That is why one iteration is not enough, and why the top that EM reaches depends on the start.",
    },
    right=_top,
    covers=("bound",),
)


def _groups(lab) -> str:
    """How the means at the end lie: the first cloud is the only one at the left."""
    left = int((lab.steps[-1].model.means[:, 0] < 0).sum())
    return {1: "one in each cloud", 2: "two share the left cloud", 3: "all three in the left cloud"}[left]


two_in_one_cloud = Question(
    "two_in_one_cloud",
    "Three clouds, three Gaussians. Two start in the left cloud, one between the two others (the squares). Where do they end?",
    {
        "one in each cloud": "That is the best place to be, but there is no way uphill: the two cannot leave their cloud without losing it. EM ends at a summit near its start. Drag one square over and see.",
        "two share the left cloud": "And the third has to stretch over the two others. It is a summit, only not the highest: compare with the best of ten starts. Drag one square over and see.",
        "all three in the left cloud": "The third is pulled by the two clouds at the right, and it stays there. The two at the left share what one could hold.",
    },
    right=_groups,
    covers=("climb",),
)

# ---------------------------------------------------------------- the page with more


def _narrow(lab) -> str:
    L = np.array([step.log_likelihood for step in lab.steps])
    if L[-1] < L.max() - 1e-9:
        return "it rises, then falls"
    return "it rises without end" if L[-1] - L[-2] > 0.1 else "it comes to rest at a highest value"


narrow = Question(
    "narrow",
    "One Gaussian is as wide as all ten numbers. The other sits exactly on one of them and becomes narrower and narrower. What does the likelihood do?",
    {
        "it rises, then falls": "It falls a little at first, while other numbers lose the second Gaussian. But on its own number the density grows without end, and the others keep the wide one.",
        "it rises without end": "On its own number the density is proportional to 1 over the width; the nine others keep the wide Gaussian. A likelihood without a top: the best fit is no fit.",
        "it comes to rest at a highest value": "On its own number the density is proportional to 1 over the width, and nothing stops that. The others are kept by the wide Gaussian.",
    },
    right=_narrow,
    covers=("likelihood",),
)


def _better(lab) -> str:
    from labkit.lectures.l14_em_mixtures.hard import long_clouds, misplaced

    points, truth = long_clouds(lab.values["length"], lab.values["apart"])
    hard, soft = (misplaced(step, points, truth) for step in lab.steps[-1].steps)
    if abs(hard - soft) < len(truth) // 10:
        return "both do"
    return "k-means" if hard < soft else "EM with Gaussians"


long_clouds = Question(
    "long_clouds",
    "Two long clouds stand side by side. k-means and EM begin at the same two squares. Who finds the clouds?",
    {
        "k-means": "It measures every distance alike, so it would rather cut the long clouds across than keep them whole.",
        "EM with Gaussians": "Its ellipses learn that the clouds are long. k-means knows only distance, and cuts them across.",
        "both do": "Only if the clouds are short, or far apart: see the presets. Here k-means cuts them across: it knows distance, but no shape.",
    },
    right=_better,
    covers=("soft",),
)

# ---------------------------------------------------------------- quick check

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "e_step",
            "What does an E step change?",
            {
                "the coins": "They stay as they are. E asks, with these coins, whose each envelope is.",
                "the shares": "With the coins as they are, each envelope is shared out anew.",
                "both": "One at a time: that is what makes both steps easy.",
            },
            right="the shares",
        ),
        Question(
            "share",
            "An envelope is shared 0.6 to 0.4. What does M do with its seven heads?",
            {
                "gives all seven to coin A": "That is k-means: all or nothing. M counts 4.2 heads for A and 2.8 for B.",
                "gives 4.2 to A and 2.8 to B": "Counts by shares, then heads over tosses as usual.",
                "tosses a coin for it": "There is no chance in EM: the same start gives the same end.",
            },
            right="gives 4.2 to A and 2.8 to B",
        ),
        Question(
            "summit",
            "EM has stopped. What is certain?",
            {
                "the likelihood is the highest possible": "Only that no iteration raises it any more. Another start may end higher.",
                "no iteration changes the model any more": "That is all. It may be a lower summit or, from equal starts, even a pass.",
                "the groups are the true ones": "EM never saw the true ones. Likely parameters and true groups are two things.",
            },
            right="no iteration changes the model any more",
        ),
        Question(
            "ten_starts",
            "Ten starts end in three different places. Which model do you keep?",
            {
                "the one that most starts reach": "A wide basin is no sign of a good fit. The likelihood says which fits best.",
                "the average of all": "Components have no order: an average mixes up different ones.",
                "the one with the highest likelihood": "All of them are summits of one function, so compare their heights. But beware of one that has collapsed.",
            },
            right="the one with the highest likelihood",
        ),
    ],
)
