"""What lesson 13 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

# ---------------------------------------------------------------- the main page


def _two_lines(lab) -> str:
    from labkit.lectures.l13_neural_networks.common import corners
    from labkit.lectures.l13_neural_networks.fold import BESIDE, HANDLES

    if not lab.steps[0].wrong:
        return "cross in the middle"
    return "run side by side" if not folded_wrong(HANDLES[BESIDE], *corners()) else "it cannot be done"


def folded_wrong(handles, points, truth) -> int:
    from labkit.lectures.l13_neural_networks.fold import folded

    return folded(handles, points, truth).wrong


two_lines = Question(
    "two_lines",
    "Each hidden unit draws one line, and says 1 on one side of it. A third unit draws its line in the space of what the two say. How must the two lines lie, so that XOR is solved?",
    {
        "cross in the middle": "Then the four corners stay four corners: the hidden space is XOR again. Preset \u201cside by side\u201d folds two corners onto one place.",
        "run side by side": "Between the lines lie the two corners of one class. Both say the same to the two units, so they meet at one place of the hidden space.",
        "it cannot be done": "One line cannot. Two can, once they put the two corners of one class between them: try the preset \u201cside by side\u201d.",
    },
    right=_two_lines,
    covers=("plane", "hidden"),
)


def _sharper(lab) -> str:
    slopes = np.abs([step.slope for step in lab.steps])
    if slopes[-1] < 1e-3 * slopes[0]:
        return "it vanishes"
    return "it grows" if slopes[-1] > slopes[0] else "it stays as it is"


sharper = Question(
    "sharper",
    "A steeper sigmoid is more like a step, which gives clear answers. Descent follows the slope of the loss at b = \u22120.9. What becomes of that slope as the unit gets steeper?",
    {
        "it grows": "The unit gets steeper only where it switches, and there is no point just there. Everywhere else it is flat, and the loss has level terraces.",
        "it vanishes": "The loss becomes a staircase: level where you stand, with a cliff at every point. From level ground nobody knows which way to go.",
        "it stays as it is": "It grows a little while the unit reaches some points, then nothing is left: the loss becomes a staircase of level terraces.",
    },
    right=_sharper,
)


def _negative(lab) -> str:
    slope = lab.steps[-1].told.gradients[0][0, 1]
    return "it stays" if abs(slope) < 1e-12 else "down" if slope > 0 else "up"


negative_weight = Question(
    "negative_weight",
    "The answer is 0.52 and should be 1: too low. Hidden unit h2 leads to the output with the weight \u22120.6. Where will descent move the bias of h2, which is \u22120.2?",
    {
        "up": "That would raise h2, and h2 counts negatively: the answer would fall. What is wrong comes back through the weight, with its sign.",
        "down": "The answer should rise, and h2 counts negatively: so h2 should fall. What is wrong comes back through the weight, with its sign.",
        "it stays": "It has a share in the error too: every unit gets its part, by the weight through which it was heard.",
    },
    right=_negative,
    covers=("slopes",),
)


def _enclosed(lab) -> str:
    return "no, a gap stays" if lab.steps[-1].mistakes else "yes, all around"


enclosed = Question(
    "enclosed",
    "One class lies around the other. Two hidden units, each with one line, and an output that adds them up: can they learn a border all around?",
    {
        "yes, all around": "Two lines have no inside. Each unit cuts off one side, and the rest stays open. Give it a third unit.",
        "no, a gap stays": "Two units cut off two sides. The smallest shape with straight sides and an inside is a triangle: give it a third unit.",
    },
    right=_enclosed,
    covers=("loss",),
)


def _zero(lab) -> str:
    from labkit.lectures.l13_neural_networks.twins import ALIKE_UP_TO, apart

    if max(map(apart, lab.steps)) > ALIKE_UP_TO:
        return "two different lines"
    return "one line, twice" if lab.steps[-1].loss < lab.steps[0].loss - 1e-6 else "none, nothing moves"


all_zero = Question(
    "all_zero",
    "The stripe needs two lines. All weights begin at zero, and the gradient does the rest. Which lines will the two hidden units have?",
    {
        "two different lines": "Both units see the same inputs, are heard with the same weight, and so get the same share of the error. What makes them different? Nothing.",
        "one line, twice": "Same inputs, same weight to the output, same share of the error: the same step. Equal units stay equal for ever; two of them are worth one.",
        "none, nothing moves": "So it is with tanh, see the preset: there zero sends on zero. A sigmoid sends on 1/2, so weights move, but both units make the same move.",
    },
    right=_zero,
    covers=("weights",),
)


def _until(lab) -> str:
    course = lab.steps[0].course
    if course.fresh[-1] > course.fresh.min() + 0.1:
        return "it falls, then rises"
    return "it falls too" if course.fresh[-1] < 0.5 * course.fresh[0] else "it hardly changes"


until_the_end = Question(
    "until_the_end",
    "200 images of digits, one label in ten is wrong. The loss on these images falls until the end. What does the loss do on images that were held out?",
    {
        "it falls too": "For a few epochs. Then the network has learned what digits look like, and begins to learn by heart, the wrong labels too.",
        "it falls, then rises": "First it learns what digits look like, which helps with all images; then it learns these 200 by heart, wrong labels included.",
        "it hardly changes": "It falls steeply at first, and rises later. Both can be seen only on images that the network did not learn from.",
    },
    right=_until,
)

# ---------------------------------------------------------------- the page with more


def _narrow(lab) -> str:
    from labkit.lectures.l13_neural_networks.bumps import BumpsLab

    narrow = BumpsLab(**BumpsLab.presets["narrow"])
    model, centres = narrow.steps[-1].model, np.sort(narrow.steps[-1].centres[:, 0])
    middles = (centres[:-1] + centres[1:]) / 2
    if np.allclose(model.predict(middles[:, None]), model.inner.w[0], atol=0.05):
        return "it falls back to one height"
    return "it runs straight from bump to bump"


narrow_bumps = Question(
    "narrow_bumps",
    "Six bumps, and their sum runs through the points quite well. Now every bump becomes six times narrower. What does the sum do between two centres?",
    {
        "it falls back to one height": "Where no bump reaches, only the constant is left. A narrow bump knows its own points and nothing else.",
        "it runs straight from bump to bump": "Nothing connects them: between the bumps all functions are zero, and only the constant is left. Try the preset \u201cnarrow\u201d.",
        "it swings up and down": "That is what very wide bumps may do, which have to be subtracted from each other. Narrow ones leave the constant alone. Try the preset \u201cnarrow\u201d.",
    },
    right=_narrow,
)


def _noise(lab) -> str:
    after = next(step for step in lab.steps if step.columns == 8)
    mlp, rbf = after.wrong
    if abs(mlp - rbf) < 0.02:
        return "both alike"
    return "the MLP" if mlp > rbf else "the RBF network"


noise = Question(
    "noise",
    "Two features decide; both networks learn them nearly without mistakes. Then eight columns of noise are added. Which network suffers more?",
    {
        "the MLP": "Its units learn directions, and a direction can leave a column out by a small weight. A distance counts all columns.",
        "the RBF network": "Its bumps know distances alone, and a distance counts all columns: with noise all points are far from each other. Directions can leave a column out.",
        "both alike": "A distance counts all columns alike, but a direction can leave one out by a small weight. Play, and compare.",
    },
    right=_noise,
    covers=("wrong",),
)

# ---------------------------------------------------------------- quick check

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "linear_layers",
            "All hidden units pass their sum on as it is: g(a) = a. What can three such layers do?",
            {
                "what one line can do": "Sums of sums are sums: without a bend between them, all layers together are one.",
                "XOR, if there are enough units": "Sums of sums are sums, however many. The bend in g is what folds the space.",
                "anything": "That needs a bend between the layers. Sums of sums are still sums.",
            },
            right="what one line can do",
        ),
        Question(
            "shares",
            "A hidden unit says 0.999, its sigmoid is almost level there. What does it learn from this example?",
            {
                "much, it is so sure": "Its share of the error is multiplied by the slope of g, which is 0.001 here.",
                "hardly anything": "Its share of the error is multiplied by the slope of g, 0.999 times 0.001. It is saturated.",
                "as much as the others": "The slope of g is a factor of its share, and here it is 0.001.",
            },
            right="hardly anything",
        ),
        Question(
            "epoch",
            "50 examples, batches of 20. How many updates are one epoch?",
            {
                "1": "Only if all examples come at once. Here a batch is followed by an update.",
                "3": "20, 20 and the last 10: every batch is one update, and an epoch sees each example once.",
                "50": "That would be batches of 1.",
            },
            right="3",
        ),
        Question(
            "ten_starts",
            "Ten trainings of the same network from different starts end with different weights. Why?",
            {
                "a mistake in the program": "It is as it should be: the loss has many valleys, and a start leads to one of them.",
                "the loss has many valleys": "Each start leads to one of them. And hidden units may swap places: that is another valley, just as deep.",
                "it was stopped too early": "Patience does not help: each start leads to a valley, and there are many.",
            },
            right="the loss has many valleys",
        ),
    ],
)
