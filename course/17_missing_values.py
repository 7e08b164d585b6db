# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 17 · Missing values
#
# A tree asks, and the case has no answer. What now? And what if every answer has its price?
#
# **After this lecture you can**
#
# - name the three moments at which a missing value stops a tree, and what each remedy does at each of them;
# - fill in, find the best surrogate of a split with its agreement and its $\lambda$, and spread a case over the branches, all by hand;
# - compute the slides' 4/14 and 10/14, and say on which assumption they rest and when it fails;
# - grow a tree from a table with gaps, and read fractions such as 3.4 examples in a leaf;
# - make a tree prefer cheap questions, and say what that costs in size.
#
# It follows deck 000 (*Handling Missing Attribute Values - 1* to *- 4*) and the last line of deck 003's *DECISION TREE EXTENSIONS*. About 60
# minutes. Each section names its slides.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l17_missing_values as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three moments
#
# *Deck 000: Handling Missing Attribute Values - 1*
#
# A gap in the table does no harm until a tree asks for it, and it may ask at three moments: when a test is **scored** and some examples cannot
# take part; when the node is **split** and some examples do not know their branch; when a new case is **classified** and a test on its way
# has no answer. A remedy has to say what it does at all three:
#
# | | scoring | splitting | classifying |
# |---|---|---|---|
# | **fill in** | as if nothing were missing | as if nothing were missing | goes on with the usual value |
# | **surrogates** (CART) | known examples only, gain times their share | another attribute answers instead | the same |
# | **fractions** (C4.5) | known examples only, gain times their share | the example goes down every branch, in parts | the same; the leaves' answers are added |
#
# `missing="refuse"`, the fourth choice and the default, is an error that names the column and the row. (The factor "their share" is C4.5's. CART's
# book compares the gains on the known examples as they are; labkit takes the factor for both.)

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("weather")
X, y = table.select("outlook", "temp", "humidity", "windy"), table["class"]
lesson.grown(lesson.ID3(), X, y, title="14 days: Yes, they played")  # the finished tree; step back to see it grow

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict first
#
# *Deck 000: Handling Missing Attribute Values - 3*
#
# A fifteenth day: the humidity is 85, it is windy, nobody wrote down the outlook. Yet the outlook is the first thing that the tree wants to
# know. Of the 14 days, 9 were played.

# %%
guess = lesson.questions.day_with_a_gap.ask()
guess

# %% [markdown] slideshow={"slide_type": "slide"}
# ## First way out: fill in the usual value
#
# *Deck 000: Handling Missing Attribute Values - 2*
#
# A missing category becomes the most frequent one (the **mode**), a missing number the **mean** or the **median** of the known ones. What is
# usual is learned from the training examples, once, and is the same for every case: a new case never changes it. (Rain and Sunny are tied
# with five days each; the first in sorted order is taken.) So the fifteenth day becomes a rainy one, and on rainy days the tree asks for the wind.
#
# Simple, fast, and good where little is missing. What is wrong with it: it pretends to know. The answer comes with probability 1, every gap is
# filled alike, and the other attributes are not asked what they know about this one. The next way out asks them.

# %% slideshow={"slide_type": "subslide"}
usual = {numbers: lesson.FillIn.learn(X, numbers) for numbers in ("mean", "median")}
for numbers, fill in usual.items():
    cells = zip(fill.attributes, fill.usual, strict=True)
    print(f"{numbers:7}", ", ".join(f"{one.name} {one.word(cell)}" for one, cell in cells))
slip = np.array([[70.0], [75], [80], [85], [850]])  # 850 where 85 was meant
mean, median = (lesson.FillIn.learn(slip, numbers).usual[0] for numbers in usual)
print(f"with a slip of the pen: mean {mean:.0f}, median {median:.0f}")
assert (mean, median) == (232, 80)
assert np.isclose(usual["mean"].usual[2], X["humidity"].mean()) and usual["median"].usual[2] == 80

# %% slideshow={"slide_type": "subslide"}
case = {"humidity": 85, "windy": "True"}
model = lesson.ID3(missing="fill").fit(X, y).model_
for step in lesson.path_steps(model, case):
    print(step.caption)
assert step.verdict == "No"

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Second way out: ask somebody who usually agrees
#
# *Deck 000: Handling Missing Attribute Values - 2 · History of Decision Trees*
#
# A **surrogate** is a test on another attribute that sends the examples of the node the same way as often as possible. Count only examples that
# know both values; let $p_L$ and $p_R$ be the shares that the split itself sends left and right.
#
# $$ \text{agree} = P(\text{both tests send the example the same way}) $$
# $$ \lambda = \frac{\min(p_L, p_R) - (1 - \text{agree})}{\min(p_L, p_R)} $$
#
# The **blind rule**, which sends everybody to the larger branch, errs on $\min(p_L, p_R)$ of them without looking at anything. $\lambda$ is the
# share of these errors that the surrogate saves: 1 is a perfect copy, 0 is no help, and only $\lambda > 0$ is kept. A test that is usually wrong
# serves as well, **flipped**: below, the temperature's best is "= cool", and its No stands for the humidity's Yes.

# %% slideshow={"slide_type": "subslide"}
tennis = lesson.data.load("tennis")
days, play = tennis.select("outlook", "temperature", "humidity", "wind"), tennis["play"]
high, warm = days["humidity"] == "high", days["temperature"] != "cool"
for humidity, here in (("high", high), ("normal", ~high)):
    print(f"humidity {humidity:7} not cool {np.sum(here & warm)}, cool {np.sum(here & ~warm)}")
agree, blind = np.mean(high == warm), min(high.mean(), 1 - high.mean())
association = (blind - (1 - agree)) / blind
print(f"agree {agree * 14:.0f}/14, the blind rule errs on {blind * 14:.0f}/14, lambda {association:.4f}")
assert agree == 11 / 14 and np.isclose(association, 4 / 7)

# %% slideshow={"slide_type": "subslide"}
blindfold = days.without("outlook")  # or else humidity would not be the root
model = lesson.CART(missing="surrogates").fit(blindfold, play).model_
(best,) = model.router.backups[0].surrogates
print(model.question(0), " is replaced by ", best.describe(model.attributes))
assert (best.flipped, best.agreement) == (True, 11 / 14) and np.isclose(best.association, 4 / 7)
lesson.surrogate_table(model)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Surrogates belong to their node
#
# The same question may have other surrogates elsewhere, because other examples are there. And a split may have none: nothing on these 14 days
# tells the overcast ones from the rest better than the blind rule does. Then the case goes with the majority.

# %% slideshow={"slide_type": "subslide"}
model = lesson.CART(missing="surrogates").fit(days, play).model_
for node, backup in model.router.backups.items():
    ranked = [f"{s.describe(model.attributes)} ({s.association:.2f})" for s in backup.surrogates]
    print(f"node {node}: {model.question(node):20}", ", ".join(ranked) or "none: go with the majority")
for step in lesson.path_steps(model, {"temperature": "mild", "wind": "weak"}):
    print("  ", step.caption)
assert not model.router.backups[0].surrogates
assert np.isclose(model.router.backups[2].surrogates[0].association, 0.6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Third way out: be in several places
#
# *Deck 000: Handling Missing Attribute Values - 3, Handling Missing Attribute Values - 4*
#
# If a case does not know its branch, send it down **all of them**, in parts. A branch $i$ gets the share of the training weight that went there:
#
# $$ w_i = w\, q_i, \qquad q_i = \frac{W_i}{\sum_k W_k} $$
#
# and where the parts have come to rest, each leaf speaks with the weight of its part:
#
# $$ P(\text{class}) = \sum_{\text{leaves}} w_\text{leaf}\, P(\text{class} \mid \text{leaf}) . $$
#
# At the root of the weather tree $q$ = 5/14 (Sunny), 4/14 (Overcast), 5/14 (Rain). Humidity 85 leads the sunny part to a leaf of 3 No,
# wind leads the rainy part to a leaf of 2 No:
#
# $$ P(\text{no}) = \tfrac{5}{14}\cdot\tfrac33 + \tfrac{4}{14}\cdot\tfrac04 + \tfrac{5}{14}\cdot\tfrac22 = \tfrac{10}{14} . $$

# %% slideshow={"slide_type": "subslide"}
model = lesson.ID3(missing="fractions").fit(X, y).model_
for step in lesson.path_steps(model, case):
    no, yes = step.proba
    print(f"P(yes) {yes * 14:4.1f}/14   {step.caption}")
print(guess.reveal(step.verdict, because="humid Sunny and windy Rain say No, only Overcast says Yes"))
assert np.isclose(yes, 4 / 14) and np.isclose(no, 10 / 14)
assert np.allclose(sorted(lesson.shares(model.tree, 0)), [4 / 14, 5 / 14, 5 / 14])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Nothing known at all
#
# A case without a single value goes everywhere. Each part $q_i$ is the share of the examples that went there, each leaf answers with the classes
# of its examples; added up, these are the classes of **all** examples: 9/14. Fractions return exactly what one knows without asking.

# %% slideshow={"slide_type": "subslide"}
*_, end = lesson.path_steps(model, {})
print(f"{end.caption}; P(yes) = {end.proba[1] * 14:.0f}/14, in {np.count_nonzero(end.resting)} leaves")
assert np.isclose(end.proba[1], 9 / 14)

# %% slideshow={"slide_type": "subslide"}
lab = lesson.MissingLab()
lab

# %% [markdown] slideshow={"slide_type": "notes"}
# - Erase one value after the other. Which erasure changes nothing, and why?
# - Find a case on which two remedies disagree.
# - Which of the remedies can say "I am not sure"?
# - `MissingTennisLab` and `MissingNumbersLab`, from the same module, ask the same of categories only and of numbers only.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Gaps in the training table: scoring
#
# *Deck 000: Handling Missing Attribute Values - 1*
#
# Now the outlook of day 11 is lost, a day on which they played. C4.5 scores a test on the examples that know their value, and then takes off what
# it could not do for the others: with $F$ the share of the weight that is known,
#
# $$ \text{gain} = F\,\bigl(H(\text{known}) - \sum_i q_i H(D_i)\bigr) . $$
#
# Without the factor, an attribute known for two examples only could look perfect.

# %% slideshow={"slide_type": "subslide"}
outlook = [None if day == 11 else value for day, value in zip(table["case"], X["outlook"], strict=True)]
gap = lesson.Table.from_dict({name: outlook if name == "outlook" else X[name] for name in X})
before = lesson.entropy(np.array([8, 5]))
after = 5 / 13 * lesson.entropy(np.array([2, 3])) + 3 / 13 * 0 + 5 / 13 * lesson.entropy(np.array([3, 2]))
gain = lesson.ID3(missing="fractions").trace(gap, y)[1].gain
print(f"before {before:.3f}, after {after:.3f}, gain 13/14 * {before - after:.3f} = {gain:.3f}")
print(f"with the outlook of all 14 days: {lesson.ID3().trace(X, y)[1].gain:.3f}")
assert np.isclose(gain, 13 / 14 * (before - after)) and round(gain, 3) == 0.199
assert round(lesson.ID3().trace(X, y)[1].gain, 3) == 0.247

# %% [markdown] slideshow={"slide_type": "subslide"}
# 0.199 is the number in Quinlan's book (1993), which has the same 14 days. The outlook still wins.
#
# ## Gaps in the training table: splitting
#
# Day 11 goes down all three branches, 5/13 of it to Sunny, 3/13 to Overcast, 5/13 to Rain; from there on it is an example of that weight. Leaves
# hold fractions of examples, which C4.5 prints as "3.4 / 0.4": 3.4 examples, 0.4 of them in error.

# %% slideshow={"slide_type": "subslide"}
model = lesson.C45(min_leaf=2).fit(gap, y).model_
for leaf in model.leaves:
    way = " and ".join(model.condition(node) for node in model.tree.path(leaf)[1:])
    wrong = model.tree.counts[leaf].sum() - model.tree.counts[leaf].max()
    print(f"{way:37} {model.verdict(leaf):4} {model.tree.weight[leaf]:.1f} / {wrong:.1f}")
assert np.isclose(model.tree.weight[model.leaves].sum(), 14)
assert sorted(model.tree.weight[model.leaves].round(1)) == [2.0, 2.4, 3.0, 3.2, 3.4]

# %% [markdown] slideshow={"slide_type": "subslide"}
# `min_leaf=2` counts parts: without it the tree goes on, to leaves of 1 day that says No and 0.4 of a day that says Yes.
#
# ## And both together
#
# A sunny day, not windy, humidity unknown. Below Sunny the tree has seen 2 dry days and 3.4 humid ones, so the case splits 2 : 3.4, and the humid
# part is not quite sure.

# %% slideshow={"slide_type": "subslide"}
for step in lesson.path_steps(model, {"outlook": "Sunny", "temp": 70, "windy": "False"}):
    print(f"P(no) {step.proba[0]:.3f}   {step.caption}")
W = 5 + 5 / 13
assert np.isclose(step.proba[0], 2 / W * 0 + (W - 2) / W * 3 / (W - 2)) and step.proba[0].round(2) == 0.56

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where the slides are wrong: a probability that is a convention
#
# *Deck 000: Handling Missing Attribute Values - 4 (E-000-38)*
#
# The slide starts with $P(\text{yes} \mid \text{humidity} = 85, \text{windy})$ and ends with 4/14. By the rules of probability the sum must run over
# $P(\text{outlook} \mid \text{humidity}, \text{windy})$; the slide puts the plain $P(\text{outlook})$, as if humidity and wind told nothing about the
# outlook. On the 14 days they do tell something, though the answer stays No.
#
# It need not stay. Let the second attribute be a **copy** of the first: whoever knows the copy knows everything, yet the fractions shrug, half and
# half. Filling in is certain, and wrong. The surrogate looks at the copy and is certain, and right.

# %% slideshow={"slide_type": "subslide"}
like = (X["humidity"] > 77.5) & (X["windy"] == "True")
print("days as humid and windy as this one:", X["outlook"][like], y[like])
print(f"P(yes | humid, windy) = {np.mean(y[like] == 'Yes'):.3f}, by the convention {4 / 14:.3f}")
assert sorted(X["outlook"][like]) == ["Overcast", "Rain", "Sunny"]
assert np.isclose(np.mean(y[like] == "Yes"), 1 / 3)

# %% slideshow={"slide_type": "subslide"}
twins, label = np.array([[0.0, 0], [0, 0], [1, 1], [1, 1]]), np.array(["a", "a", "b", "b"])
half_known, answers = np.array([[np.nan, 1.0]]), {}
for method in ("fill", "fractions", "surrogates"):
    tree = lesson.DecisionTree(missing=method).fit(twins, label)
    answers[method] = tree.predict_proba(half_known)[0].tolist()
    print(f"{method:11} P(a), P(b) = {answers[method]}")
assert answers == {"fill": [1, 0], "fractions": [0.5, 0.5], "surrogates": [0, 1]}

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which way, then?
#
# Four attributes, two of them decide, 30 % of all values of the test cases are erased. First the attributes have nothing to do with each other,
# then they share most of what they say.

# %%
guess = lesson.questions.attributes_alike.ask()
remedies = guess.options
guess


# %% slideshow={"slide_type": "subslide"}
def accuracy(method, alike, n=1000):
    rng = np.random.default_rng(17)
    Z = np.sqrt(alike) * rng.normal(size=(2 * n, 1)) + np.sqrt(1 - alike) * rng.normal(size=(2 * n, 4))
    label, lost = Z[:, 0] + Z[:, 1] > 0, rng.random((n, 4)) < 0.3
    tree = lesson.CART(max_depth=4, missing=method).fit(Z[:n], label[:n])
    return np.mean(tree.predict(np.where(lost, np.nan, Z[n:])) == label[n:])


right = {method: [accuracy(method, alike) for alike in (0.0, 0.5, 0.9)] for method in remedies}
for method, row in right.items():
    print(f"{method:11} right: {row[0]:.3f} not alike, {row[1]:.3f} half alike, {row[2]:.3f} much alike")
best = max(right, key=lambda method: right[method][2] - right[method][0])
print(guess.reveal(best, because="only surrogates ask the other attributes about the missing one"))
assert best == "surrogates" and np.ptp([row[0] for row in right.values()]) < 0.01

# %% slideshow={"slide_type": "subslide"}
lab = lesson.SurrogateLab()
lab

# %% [markdown] slideshow={"slide_type": "notes"}
# - Step on and hide more and more. Which curve falls first, and which ones never part?
# - Click another split. Which of them have no surrogate, and what does that do to the curves?
# - Take the numbers with twins and make them less alike. When is a surrogate no better than the heavier branch?
# - On tennis the fractions win, on the twins the surrogates. What do the attributes of tennis lack?

# %% [markdown] slideshow={"slide_type": "subslide"}
# - Attributes that know of each other: **surrogates**. Where they do not, all three are right about equally often (other seeds differ by a hundredth
#   or two); **fractions** also say how unsure they are.
# - Few gaps, or another learner afterwards: **fill in**, and compare.
# - Ask first *why* values are missing. If a test was not made because the patient was well, the gap is itself an answer: make "unknown" a
#   category. None of the three remedies above would notice.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When answers have a price
#
# *Deck 003: DECISION TREE EXTENSIONS*
#
# A question about the temperature is cheap, a blood test is not. The deck only says that costs should count; two usual merits, of Tan and Schlimmer
# and of Núñez, do it:
#
# $$ \frac{\text{gain}^2}{\text{cost}} \qquad\text{and}\qquad \frac{2^{\text{gain}} - 1}{(\text{cost} + 1)^w} $$
#
# with $w$ from 0 (costs do not matter) to 1. Both rise with the gain and fall with the cost. Neither looks further than the next question.

# %% slideshow={"slide_type": "subslide"}
prices = {"outlook": 2, "temperature": 1, "humidity": 3, "wind": 1}
gains = [lesson.ID3(max_depth=1).trace(days.select(name), play)[1].gain for name in prices]
gains, costs = np.array(gains), np.array(list(prices.values()))
merits = {"tan_schlimmer": lesson.tan_schlimmer(gains, costs), "nunez": lesson.nunez(gains, costs)}
assert np.allclose(merits["tan_schlimmer"], [0.0304427, 0.00085396, 0.00768467, 0.00231621], rtol=1e-4)
assert np.allclose(merits["nunez"][:2], [0.0621770, 0.0102310], rtol=1e-4)
lesson.Table.from_dict({"attribute": list(prices), "cost": costs, "gain": gains, **merits})

# %% [markdown] slideshow={"slide_type": "subslide"}
# The outlook stays at the root, but humidity, three times as dear as temperature and wind, disappears: below Sunny the cheaper
# tree needs up to two questions where one about the humidity would do.

# %% slideshow={"slide_type": "subslide"}
careless, thrifty = (lesson.ID3(costs=given).fit(days, play).model_ for given in (None, prices))
for name, model in (("careless", careless), ("thrifty", thrifty)):
    print(f"{name:9} {len(model.leaves)} leaves, a case pays {lesson.mean_cost(model, costs):.3f} on average")
assert (len(careless.leaves), len(thrifty.leaves)) == (5, 7)
assert np.isclose(lesson.mean_cost(careless, costs), 2 + 5 / 14 * 3 + 5 / 14 * 1)
assert np.isclose(lesson.mean_cost(thrifty, costs), 2 + 5 / 14 * 1 + 5 / 14 * 1 + 2 / 14 * 1)

# %% slideshow={"slide_type": "subslide"}
lab = lesson.CostLab()
lab

# %% [markdown] slideshow={"slide_type": "notes"}
# - How dear must the outlook become until it loses the root? To which attribute, and by which rule sooner?
# - Make every price ten times as high. Which of the merits change, and does their order?
# - Find prices at which the thrifty tree costs *more* to ask than the careless one. What did the rule not see?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. A check says what it expected, what came, and a hint; never the answer. Untouched
# exercises say so and stop nothing.
#
# **1. Scoring with gaps.** `children` has a row of class counts for each branch, of the examples that know their value; `unknown` has the class
# counts of those that do not. Compute C4.5's gain in bits.


# %%
def my_gain(children, unknown):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.known_gain(my_gain)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. Parts of a case.** At a node the branches hold the training weights `W`; the part of the case in branch $i$ ends in a leaf with the class
# counts `leaves[i]`. What are the shares of the classes?


# %%
def my_answer(W, leaves):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.spread_answer(my_answer)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. A good stand-in.** `left` says of every example whether the split sends it left, `other` whether the other test says yes. Compute $\lambda$ of
# the surrogate, flipped if that is better.


# %%
def my_association(left, other):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.association(my_association)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. Two remedies, two answers.** Find a day for the weather tree on which filling in (mode and mean) says one thing and the fractions say the
# other. Write what is known, leave out what is not.

# %%
my_case = None  # such as {"outlook": "Sunny", "humidity": 80}

# %% slideshow={"slide_type": "skip"}
lesson.exercises.disagreement(my_case)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. The highest price.** A test with this `gain` meets a rival. At which cost have both the same merit by Tan and Schlimmer's rule? Then check with
# the lab: what may the outlook cost if everything else costs 1?


# %%
def my_price(gain, rival_gain, rival_cost):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.break_even(my_price)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A gap matters at three moments: scoring, splitting, classifying. A remedy must answer for all three.
# - Filling in is simple and never in doubt. A surrogate asks the attribute that agrees most, $\lambda$ says how much it is worth. Fractions go
#   everywhere and add up; with nothing known they give the shares of the classes, 9/14.
# - 4/14 rests on a convention: the branch weights do not look at what else is known.
# - Scoring on known examples needs the factor $F$, or attributes that are seldom known win.
# - Costs change which question comes first; a larger tree may be cheaper to ask.
#
# **Read next:** Quinlan, *C4.5* (1993), chapter 3, with the numbers above; Breiman and others, *Classification and Regression Trees* (1984), chapter 5, on
# surrogates; Saar-Tsechansky and Provost (2007), who compare the remedies; Turney (1995) on costs; lecture 18 for trees that predict numbers.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("17").without("lecture", "lesson")
