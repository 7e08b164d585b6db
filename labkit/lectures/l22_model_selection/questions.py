"""What lesson 22 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

# ---------------------------------------------------------------- the main page


def _best_on_others(lab) -> str:
    from labkit.lectures.l22_model_selection.degree import degrees, parts

    values = lab.values
    _, fresh = degrees(*lab.examples, parts(values["data"], values["examples"], values["seed"])[1])
    best = int(fresh.argmin()) + 1
    return ONE if best == 1 else NINE if best >= 8 else LOW


ONE, LOW, NINE = "degree 1: the simplest", "degree 2 or 3: bent a little", "degree 8 or 9: closest to the 30 cars"

least_training_error = Question(
    "least_training_error",
    "Polynomials of degree 1 to 9 are fitted to the 30 cars. Which will be best on the other 362?",
    {
        ONE: "A line misses the bend that all cars share. One or two bends more pay; after that the curve bends for single cars.",
        LOW: "It follows the bend that all cars share. Each further degree comes closer to these 30, and farther from the others.",
        NINE: "It is closest to the 30 because it bends for each of them. Among the others it makes errors that do not fit into the picture.",
    },
    right=_best_on_others,
    covers=("errors",),
)

NEAR, HALF_WAY, AS_WILD = "near the truth", "about half as wrong as a single fit", "as wild as each of them"


def _mean_of_fits(lab) -> str:
    last = lab.steps[-1]
    share = last.bias / (last.bias + last.variance)
    return NEAR if share < 0.15 else HALF_WAY if share < 0.7 else AS_WILD


mean_of_wild_curves = Question(
    "mean_of_wild_curves",
    "Fifty people fit a polynomial of degree 9, each to 15 examples of their own. Each curve is wild. Where is the mean of the fifty?",
    {
        NEAR: "They are wild in different ways, and that cancels. Single fits are poor because they differ (variance), not because they are wrong on average (bias).",
        HALF_WAY: "Better than that: what is wild in one curve is cancelled by the others. Compare the first bar with the second.",
        AS_WILD: "That holds for lines: press \u201ca line\u201d. These curves differ from each other, and their mean is near the dashed truth.",
    },
    right=_mean_of_fits,
    covers=("fits", "parts", "degrees"),
)


def _most_often_too_high(lab) -> str:
    from labkit.lectures.l22_model_selection.winners import chosen

    found = lab.steps[-1].found
    over = {judge: int((chosen(found, judge) > found.truth).sum()) for judge in ("AIC", "BIC")}
    return max(over, key=over.get) if abs(over["AIC"] - over["BIC"]) > 5 else "both alike"


too_high_most_often = Question(
    "too_high_most_often",
    "The truth is a parabola, and each draw has 50 numbers. AIC charges 2 for every parameter, BIC charges ln 50 = 3.9. Who chooses too high a degree more often?",
    {
        "AIC": "A low price invites too much. AIC takes a higher degree in about a third of the draws, however many examples there are; BIC ever less.",
        "BIC": "It charges more, so it buys less: its row has hardly anything right of the truth.",
        "both alike": "They agree often, but where they differ, AIC takes more: compare the rows right of the truth.",
    },
    right=_most_often_too_high,
    covers=("wins", "extra"),
)

ten_of_noise = Question(
    "ten_of_noise",
    "50 cases, 1,000 columns of pure noise, and labels from a coin. The ten columns that go best with the labels are kept; then five folds of cross-validation. Which share is right?",
    {
        "about 50 %": "That would be honest. But the columns were chosen with the labels of the held-out cases in view: nothing that follows can make up for it.",
        "about 65 %": "More than that: of 1,000 columns some go with 50 coin tosses very well, in the held-out cases too, because these were looked at.",
        "about 90 %": "And it is worth nothing. Choosing the columns is learning, and learning has seen the held-out cases. Choose inside each fold, and the coin is back.",
    },
    right=lambda lab: float(100 * lab.steps[-1].scores.mean()),
    covers=("plane", "folds", "repeats"),
)


def _promise_kept(lab) -> str:
    from labkit.lectures.l22_model_selection.walk import walk, wrong

    found, honest = walk(*(lab.values[name] for name in ("direction", "learner", "keep", "seed")))
    best = found.best
    gap = honest[best.round] - wrong(best)
    return KEPT if abs(gap) < 2 else FEWER if gap < 0 else MORE


KEPT, MORE, FEWER = "about as many", "many more", "fewer"

promise_of_the_walk = Question(
    "promise_of_the_walk",
    "On 128 mails, columns are added one by one, each time the one with which five folds make the fewest mistakes. The best subset of the walk gets about 3 % wrong. And among 256 other mails?",
    {
        KEPT: "Each fold is honest about one subset, if that was chosen without it. But the filter saw all 128 labels, and the walk kept the luckiest of 78 scores.",
        MORE: "The filter saw the labels of all 128 mails, and the best of 78 scores was chosen because it came out low: twice chosen, twice too good.",
        FEWER: "There is no reason for it: these mails were not looked at, and the score that was kept is the luckiest of 78.",
    },
    right=_promise_kept,
    covers=("walk",),
)

# ---------------------------------------------------------------- the page with more


def _bound_against_fresh(lab) -> str:
    from labkit.lectures.l22_model_selection.structure import bounded, samples

    trace, risks = bounded(*lab.examples, samples(lab.values)[1])
    best = int(risks.argmin())
    return "lower" if trace.best < best else "higher" if trace.best > best else "the same"


where_the_bound_is_least = Question(
    "where_the_bound_is_least",
    "The bound holds for the worst case. Is it least at a lower degree than the error on fresh examples, at the same, or at a higher one?",
    {
        "lower": "It pays for everything that 60 examples cannot exclude, so it stops early. It is cautious, and it cost no held-out example.",
        "the same": "That happens, for instance with little noise. Here the bound stops earlier: it pays for everything that 60 examples cannot exclude.",
        "higher": "Capacity is expensive for the bound, more than it costs on fresh examples: it stops early rather than late.",
    },
    right=_bound_against_fresh,
    covers=("risk",),
)


def _gains(lab) -> str:
    last, first = lab.steps[-1], lab.steps[len(lab.steps) // 2]
    won = [a.validation - b.validation for a, b in ((first.first, last.first), (first.second, last.second))]
    return "both alike" if abs(won[0] - won[1]) < 0.005 else "the straight line" if won[0] > won[1] else "the neighbour"


who_gains_from_more = Question(
    "who_gains_from_more",
    "Two moons, and two learners: a straight line, and the nearest neighbour. You have 48 examples and could buy 100 more. For whom is that worth the money?",
    {
        "the straight line": "Its two curves have met: it is as good as a straight line can be on bent classes. Only another learner would help.",
        "the neighbour": "Its curves are still apart, and the lower one cannot rise: more examples bring the upper one down. The line's curves have met long ago.",
        "both alike": "Look at the gap between the two curves: at the left it is nearly closed, at the right it is not.",
    },
    right=_gains,
    covers=("left", "right"),
)


def _share_of_margin(lab) -> str:
    before, after = lab.steps[-1].shares
    return "a larger one" if after > 1.02 * before else "a smaller one" if after < 0.98 * before else "the same"


margin_without_noise = Question(
    "margin_without_noise",
    "x1 separates the classes, x2 is noise. Without x2 the street can only become narrower. Which share of the diameter of the points is it then?",
    {
        "a larger one": "The street loses little, the points lose all of their spread along x2: the share grows. And the share is what bounds of the error depend on.",
        "the same": "The street loses little, and the points lose all of their spread along x2.",
        "a smaller one": "That is what happens if x2 hardly varies: press \u201cx2 hardly varies\u201d. Here the points lose more than the street.",
    },
    right=_share_of_margin,
    covers=("shares",),
)

# ---------------------------------------------------------------- quick check

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "honest_score",
            "Of 40 models, the best one has a cross-validated error of 4 %. What do you tell your client?",
            {
                "4 %: cross-validation is honest": "About one model that was fixed before. The least of forty scores was chosen because it is low.",
                "more than 4 %; how much, cases will tell that took no part": "Keep a part that nobody touches until the choice is made, or cross-validate the choice itself.",
                "less: the final model learns from all cases": "A little perhaps, but choosing the luckiest of forty usually costs more.",
            },
            right="more than 4 %; how much, cases will tell that took no part",
        ),
        Question(
            "bias_or_variance",
            "Training error 2 %, validation error 15 %. What helps?",
            {
                "a more flexible model": "It fits the training cases already. It would be still more different from draw to draw.",
                "more examples, or a stiffer model": "A wide gap is variance: both make the fits more alike.",
                "more columns": "That is more flexibility, and more variance.",
            },
            right="more examples, or a stiffer model",
        ),
        Question(
            "stricter",
            "When does BIC charge more for a parameter than AIC?",
            {
                "always": "With 7 examples ln 7 = 1.95, which is below 2.",
                "from 8 examples on": "ln 8 = 2.08 is above 2. With 1,000 examples it is 6.9.",
                "only with more parameters than examples": "The price of a parameter is ln n: it depends on the number of examples alone.",
            },
            right="from 8 examples on",
        ),
        Question(
            "what_belongs_inside",
            "Which of these must be done again inside every fold?",
            {
                "only the training of the model": "Whatever looks at the labels, or at the held-out cases, learns from them: choosing columns does.",
                "the training, and the choice of columns by the labels": "Everything that learned from the cases is done without the held-out ones.",
                "nothing, if the folds are cut at random": "A random cut does not help if the choice has seen all cases.",
            },
            right="the training, and the choice of columns by the labels",
        ),
    ],
)
