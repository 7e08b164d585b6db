"""What lesson 07 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

CLEARLY = 1.5  # times as much, or as little
GRID = 60  # places along each side at which the experts are asked


def _claims(lab) -> str:
    """How many experts claim a bird, over all birds and a grid of places."""
    X, _ = lab.examples
    model = lab.steps[-1].model
    panel = lab.scenes[0].panel("plane")
    x, y = (np.linspace(*limits, GRID) for limits in (panel.xlim, panel.ylim))
    places = np.vstack([X, np.column_stack([np.tile(x, GRID), np.repeat(y, GRID)])])
    counts = set(model.received(places).sum(axis=1).tolist())
    if counts == {1}:
        return "exactly one: each bird has one species"
    return "none, one, or two" if 0 in counts else "one, or two where species meet"


who_claims = Question(
    "who_claims",
    "Each of three experts learns one species: “mine”, or “not mine”. They learn from the same birds. How many of them say “mine” about a bird?",
    {
        "exactly one: each bird has one species": "So it would be if they agreed with each other. But each draws a line of its own, and nobody tells them that their answers belong together.",
        "one, or two where species meet": "Two experts do claim some places. But there is also a band in the middle that nobody claims: 30 of 342 birds live there.",
        "none, one, or two": "Three lines cut the plane into pieces. In some of them no expert says “mine”, in some two of them do: 30 and 12 of 342 birds live there.",
    },
    right=_claims,
)


def _moved(lab) -> str:
    """What is not the same any more with 3 added to every score of the trained machine."""
    X, _ = lab.examples
    before, after = lab.steps[-1].model, type(lab)(added=3.0).steps[-1].model
    if (before.predict(X) != after.predict(X)).any():
        return "the borders between the species"
    same = np.allclose(before.predict_proba(X), after.predict_proba(X))
    return "nothing but the scores" if same else "the probabilities: all birds become surer"


add_to_all = Question(
    "add_to_all",
    "A trained machine gives each species a score. You add 3 to all three scores of every bird. What else changes?",
    {
        "the borders between the species": "A border is where two scores are equal. Both went up by 3, so they are equal at the same places as before.",
        "the probabilities: all birds become surer": "Every exponential is multiplied by the same e\u00b3, above and below the fraction, and cancels. Try to multiply the scores: that does what you thought of.",
        "nothing but the scores": "Every exponential is multiplied by the same e\u00b3, and the fraction stays. Only differences of scores count: so one of the scores may be set to 0 for good.",
    },
    right=_moved,
)

forgiven = Question(
    "forgiven",
    "Four words of 7 bits; any two differ in 4 of them. A message arrives with some bits flipped, and you take the nearest word. How many flips never do harm, whoever chooses them?",
    {
        "1": "With two flips on the way to another word, the message lies half-way between both, and nobody can tell. Less than half of the distance is forgiven: one flip.",
        "2": "Two flips can bring the message half-way to another word. Then both are equally near, and nobody can tell. It must stay less than half of 4.",
        "3": "Three flips do not make it another word, so you would notice them. But three flips can bring it nearer to the wrong word than to its own.",
    },
    right=lambda lab: lab.steps[0].forgiven,
    covers=("survival",),
)


def _together(lab) -> str:
    """Whether more trees are wrong on the same case than the code corrects, as often as if they erred independently."""
    from labkit.learners.many_classes import coding
    from labkit.lectures.l07_many_classes.codes import if_independent, in_fact, wrong_bits

    model = lab.steps[-1].model
    beyond = coding.correctable(model.code) + 1
    wrong = wrong_bits(model, model.code, lab.values)
    ratio = in_fact(wrong)[beyond:].sum() / if_independent(wrong)[beyond:].sum()
    return "on clearly more" if ratio > CLEARLY else "on clearly fewer" if ratio < 1 / CLEARLY else "on about as many"


wrong_together = Question(
    "wrong_together",
    "Seven trees, one for each bit. If they erred independently, two or more of them would be wrong on 5 of 1,000 fresh cases. On how many are they in fact?",
    {
        "on clearly fewer": "The code cannot teach a tree anything. All of them learned from the same hundred examples, so they are wrong in the same places: on 16 of 1,000.",
        "on about as many": "It is 16, three times as many. All trees learned from the same hundred examples, and a case between two clouds is hard for every tree that has to part them.",
        "on clearly more": "16 of 1,000. All trees learned from the same hundred examples, and a case between two clouds is hard for every tree that has to part them. So a code forgives less than it promises.",
    },
    right=_together,
)


def _fading(lab) -> str:
    """The likelihood's curvature at the end, against that at the start."""
    from labkit.lectures.l07_many_classes.blocks import bare

    first, last = (float(np.trace(bare(step, lab.values["lam"]))) for step in (lab.steps[0], lab.steps[-1]))
    return "They fade" if last < first / CLEARLY else "They grow" if last > CLEARLY * first else "They stay as they are"


fading = Question(
    "fading",
    "Positive entries of the matrix are orange, negative ones blue. At the start every probability is 1/3. What happens to the blocks as the machine learns and becomes surer?",
    {
        "They grow": "Every example adds \u03bc(1 \u2212 \u03bc) times its square. That is largest for a probability in the middle, and hardly anything for 0.99.",
        "They stay as they are": "Only for least squares is the Hessian the same everywhere. Here every example adds \u03bc(1 \u2212 \u03bc) times its square, which fades as \u03bc goes to 0 or 1.",
        "They fade": "Every example adds \u03bc(1 \u2212 \u03bc) times its square, and that fades as \u03bc goes to 0 or 1. Sure examples do not bend the loss; in the end only those near a border do.",
    },
    right=_fading,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "duels",
            "Ten classes, one against one. How many classifiers are trained?",
            {
                "10": "That is one against the rest: one for each class.",
                "45": "Each of ten classes meets nine others, and each pair is counted twice: 10 \u00b7 9 / 2.",
                "90": "A against B and B against A is the same classifier: half of that.",
            },
            right="45",
        ),
        Question(
            "both_claim",
            "Two of three experts say “mine” about a case, with scores 0.2 and 3.0. Is the second one right?",
            {
                "Surely: its score is larger": "Larger on its own scale. The two learned different tasks, and nobody made their scores alike.",
                "Perhaps: the scores come from different tasks": "The largest score is a usual way out, and not a bad one. But the two scores were never made to be compared.",
                "No: both claim it, so neither is right": "A claim is a claim. One of the two may well be right.",
            },
            right="Perhaps: the scores come from different tasks",
        ),
        Question(
            "doubled",
            "You double all scores of a softmax. What happens to the borders, and to the probabilities?",
            {
                "Both stay": "Only adding the same to all scores leaves the probabilities. Doubling also doubles the differences.",
                "Both move": "A border is where two scores are equal; twice as large they are equal at the same places.",
                "Borders stay, the probabilities of the likeliest classes rise": "Equal scores stay equal, and all differences double.",
            },
            right="Borders stay, the probabilities of the likeliest classes rise",
        ),
        Question(
            "distance_five",
            "Any two words of a code differ in at least 5 bits. How many wrong bits are always forgiven?",
            {
                "1": "Two wrong bits leave a distance of 2 to the own word and of at least 3 to all others.",
                "2": "Two wrong bits leave a distance of 2 to the own word and of at least 3 to all others.",
                "4": "Four wrong bits would be noticed. But three of them can already be nearer to another word.",
            },
            right="2",
        ),
    ],
)
