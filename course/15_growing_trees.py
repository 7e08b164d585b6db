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
# # 15 · Growing trees
#
# A classifier that asks one question after another, and learns which question to ask.
#
# **After this lecture you can**
#
# - compute entropy, Gini and the gain of a test by hand, and grow ID3's tree for a table of fourteen days;
# - list every test that a node could ask, of numbers as of categories, and say which thresholds can be left out;
# - choose between information gain, gain ratio, Gini, twoing and their relatives, and say what each one cannot see;
# - show where greedy growth fails, by how much, and why nobody searches all trees instead;
# - name nine places where the slides are wrong, and prove it.
#
# It follows deck 000 (*Illustrative Example* to *Binary Test Case*), deck 001 (*Decision Trees* to *When to Stop Splitting*), deck 003
# (*PREDICTING BY ASKING QUESTIONS* to *SOME ASPECTS ABOUT DECISION TREES*) and deck 002 (*Gini score*). About 90 minutes. Each section names its
# slides.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l15_growing_trees as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Asking questions
#
# *Deck 003: PREDICTING BY ASKING QUESTIONS, DECISION TREE · deck 001: Decision Trees*
#
# Was this photograph taken outdoors? Somebody who may only ask asks: is the upper part blue? the lower part green? Each answer leads to the
# next question, and in the end to a verdict. That is a **decision tree**: a *node* asks a *test*, each answer is a *branch* (two or more),
# and a *leaf* answers with a class. To predict, start at the root and follow the answers.
#
# Twenty questions with two answers each tell $2^{20} \approx 10^6$ things apart. A bad first question wastes one of the twenty. So everything in
# this lecture is about one thing: **which question next?** The slide asks about the top of the photograph first. Below, the machine does not. Why?

# %% slideshow={"slide_type": "subslide"}
photos = lesson.Table.from_dict(
    {
        "top": ["blue", "blue", "blue", "other", "other", "other"],
        "bottom": ["green", "blue", "other", "green", "blue", "other"],
    }
)
place = ["outdoor", "outdoor", "indoor", "outdoor", "indoor", "indoor"]
print(lesson.ID3().fit(photos, place).model_.question(0), "is asked first")
lesson.grown(lesson.ID3(), photos, place, title="Indoors or outdoors?")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## What a node may ask
#
# *Deck 000: Defining “Attribute Tests” - 1, Defining “Attribute Tests” - 2 · deck 001: Decision Trees · deck 003: DECISION TREE EXTENSIONS*
#
# | attribute | test | branches |
# |---|---|---|
# | categories $v_1 \dots v_m$ | $x = ?$ | one for each category |
# | | $x = v_j$ | yes and no, one test for each category |
# | | $x \in \{v_1, v_3\}$ | yes and no, one test for each subset: $2^{m-1}-1$ of them |
# | number | $x \le t$ | yes and no, one test for each gap between neighbouring values |
# | several numbers | $w^\top x \le t$ | yes and no: *oblique*, by any linear classifier in the node |
#
# Between neighbours $n_i < n_{i+1}$ every $t$ does the same to the training examples; we take the middle. Trees that test one attribute at a time
# (univariate) cut space parallel to the axes. Multiplying a column by a hundred changes nothing.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict first
#
# *Deck 003: DECISION TREE: ANOTHER EXAMPLE, CHOOSING THE MOST INFORMATIVE FEATURE*
#
# Fourteen days, and whether tennis was played. You may ask one question about a day. Which one tells you most?

# %% slideshow={"slide_type": "subslide"}
tennis = lesson.data.load("tennis")
days, play = tennis.without("day", "play"), tennis["play"]
guess = lesson.questions.first_attribute.ask()
print(tennis)
guess

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Entropy, and what a question takes off it
#
# *Deck 003: ENTROPY, INFORMATION GAIN, COMPUTING INFORMATION GAIN · deck 000: Criteria for Splitting Tests - 1*
#
# With shares $P_j$ of the classes in a node $D$, and children $D_i$ after a test $T$:
#
# $$ H(D) = -\sum_j P_j \log_2 P_j, \qquad IG(D, T) = H(D) - \sum_i \frac{|D_i|}{|D|}\, H(D_i) . $$
#
# $H$ is 0 if one class is left, and $\log_2 C$ if all $C$ come equally often: how many yes/no questions are still needed, on average and at best. The gain is
# how many a question saves. The wind splits $[9+, 5-]$ into weak $[6+, 2-]$ and strong $[3+, 3-]$.
#
# The slides print the gains 0.246 and 0.151 (cut off) beside 0.048 and 0.029 (rounded), and 0.570, 0.970, 0.019 at the next node (E-003-01). Nothing
# depends on it here; where two tests are close it would.

# %% slideshow={"slide_type": "subslide"}
root, weak, strong = (lesson.entropy(np.array(counts)) for counts in ([9, 5], [6, 2], [3, 3]))
gain = root - 8 / 14 * weak - 6 / 14 * strong
print(f"wind: {root:.3f} - 8/14 * {weak:.3f} - 6/14 * {strong:.3f} = {gain:.4f} bits")
assert np.allclose([root, weak, strong, gain], [0.940285958671, 0.811278124459, 1, 0.048127030408])
print(guess.reveal("outlook", because="sunny and rainy days stay mixed, but every overcast day was played"))
at_the_root = lesson.node_tests(days, play)
assert np.allclose(at_the_root["gain"], [0.246749819774, 0.029222565659, 0.151835501362, 0.048127030408])
at_the_root.without("merit")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The same question again, at every branch
#
# *Deck 003: GROWING THE TREE, DECISION TREE LEARNING ALGORITHM*
#
# Overcast is pure: a leaf. Sunny and rain are not, so each becomes a smaller problem of the same kind. ID3 is nothing else: *if the node is pure,
# or nothing is left to ask, answer with the most frequent class; otherwise ask the test with the largest gain, and do the same in every child.*
#
# **Where the slides are wrong (1).** A branch that no example takes shall get the most frequent label "in $Examples_f$", the examples of that branch: there
# are none. It must be that of the **node's** examples (E-003-02). And "Features − {F}" is right only for tests with one branch per category, which leave
# nothing to ask again; a threshold may come back with another $t$ (E-003-10).

# %% slideshow={"slide_type": "subslide"}
for outlook, expected in (
    ("sunny", [0.570950594, 0.970950594, 0.019973094]),
    ("rain", [0.019973094, 0.019973094, 0.970950594]),
):
    here = tennis["outlook"] == outlook
    tests = lesson.node_tests(days[here], play[here])
    print(f"{outlook:5} H = {tests['before'][0]:.4f}  gains:", *map("{} {:.4f}".format, tests["test"], tests["gain"]))
    assert np.allclose(tests["gain"], expected)
lesson.grown(lesson.ID3(), days, play)

# %% slideshow={"slide_type": "subslide"}
two = tennis.select("outlook", "temperature")  # no rainy day was hot: that branch is empty
tree = lesson.ID3().fit(two, play)
hot_rain = lesson.Table.from_dict({"outlook": ["rain"], "temperature": ["hot"]})
(node,) = tree.model_.apply(hot_rain)
no, yes = tree.model_.tree.counts[node]
print(
    f"a hot rainy day stops at {tree.model_.condition(node)}, {no:.0f} no and {yes:.0f} yes:", *tree.predict(hot_rain)
)
assert (no, yes) == (2, 3) and tree.predict(hot_rain).tolist() == ["yes"]

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Numbers: a test for every gap
#
# *Deck 000: Illustrative Example, Decision Tree for the Weather Problem, Defining “Attribute Tests” - 2*
#
# The same fourteen cases with temperature and humidity measured. A number offers as many tests as it has gaps; each is scored like any other:
#
# $$ IG(z \mid x, t) = H(z) - P(x \le t)\,H(z \mid x \le t) - P(x > t)\,H(z \mid x > t) . $$
#
# The slide tests $x \le t$ but computes with $x < t$. That is the same only while $t$ lies *between* values (E-000-28). In the sunny branch humidity is cut at 77.5,
# the middle of 70 and 85; C4.5 would print 75, the largest value of the whole table that is not above it.
#
# **Where the slides are wrong (2).** The class, says the slide, is "take an umbrella or not". Read the tree with that in mind: rain and wind, and it says
# *No*. These are Quinlan's cases for **play or don't play** (E-000-29). A tree can be read, so read it: this is how one finds out that labels are wrong.

# %% slideshow={"slide_type": "subslide"}
weather = lesson.data.load("weather")
cases, label = weather.without("case", "class"), weather["class"]
tests = lesson.node_tests(cases, label)
of = {name: tests["gain"][[test.startswith(name) for test in tests["test"]]] for name in cases}
assert np.allclose([gains.max() for gains in of.values()], [0.24674982, 0.113400864, 0.102243564, 0.04812703])
known = [0.047709, 0.014956, 0.045334, 0.090276, 0.102244, 0.025078, 0.010318, 0.047709]
assert np.allclose(of["humidity"], known, atol=1e-6)
print("x <= 80:", (weather["humidity"] <= 80).sum(), "cases;  x < 80:", (weather["humidity"] < 80).sum(), "cases")
tests.without("merit").whole

# %% slideshow={"slide_type": "subslide"}
tree = lesson.ID3().fit(cases, label)
case = lesson.Table.from_dict({"outlook": ["Sunny"], "temp": [82], "humidity": [85], "windy": ["True"]})
print("sunny, 82 °F, 85 %, windy:", *tree.predict(case), "  rain and wind:", *tree.predict(cases.take([9])))
assert tree.predict(case).tolist() == ["No"] and tree.score(cases, label) == 1 and len(tree.model_.leaves) == 5
lesson.grown(lesson.ID3(), cases, label)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: choose the split yourself
#
# On the left the tree so far, on the right every test of the node that you work on. Click a test (or use the slider), then split, and compare your
# choice with the criterion's. The second lab does the same with points, where every test is a cut of the plane.
#
# - Hide what the tests gain, and choose by the bars of the branches alone. How often do you agree with the criterion?
# - Tennis: begin with temperature on purpose. How many leaves do you end with?
# - Red-green-blue: which choices cost nothing, because they tie?
# - Switch the criterion to misclassification. What happens to the numbers at the root?

# %% slideshow={"slide_type": "subslide"}
split_lab = lesson.SplitLab()
split_lab

# %% slideshow={"slide_type": "subslide"}
point_lab = lesson.PointSplitLab()
point_lab

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Red, green, blue: which thresholds matter
#
# *Deck 001: Classification Trees*
#
# Eight samples, one colour, one number. Five gaps, but only three thresholds are listed: **between neighbours of one class no cut can be best**
# (−0.25: both sides class 2; 0.3: likewise), and equal values belong together. $I(S) = P_{left}I(left) + P_{right}I(right)$ is what a split leaves; the
# logarithm has base 2, and the "+ …" at the end of the slide's second sum stands for nothing (E-001-06).
#
# At the last node three tests tie exactly. A tie must be broken by a **rule**, not by rounding: here the first attribute, then the lowest threshold or
# category, with a tolerance that rounding cannot reach. Our tests hold CART against scikit-learn's tree on a hundred random data sets, some 11 600 nodes:
# in fewer than three of a hundred the two ask different questions, and there the questions tie. The finished tree asks about $x_2$ three times: a threshold is not used up (E-003-10).

# %% slideshow={"slide_type": "subslide"}
rgb = lesson.data.load("rgb8")
samples, kind = rgb.select("x1", "x2"), rgb["class"].astype(int)
for above, left in (  # the root, then the child that stays impure, and its child
    (-1.0, [0.9387, 0.9512, 0.9512, 0.75, 0.9056, 0.9387]), (0.05, [0.8091, 0.9183, 1, 0.5409, 1]), (0.15, [0.5] * 3)
):  # fmt: skip
    here = rgb["x2"] > above
    tests = lesson.node_tests(samples[here], kind[here], multiway=False, between_classes=True)
    print(f"{here.sum()} samples:", *map("{}: {:.4f}".format, tests["test"], tests["after"]), sep="  ")
    assert np.allclose(tests["after"], left, atol=5e-5)
lesson.grown(lesson.DecisionTree(criterion="entropy"), samples, kind, title="Red, green, blue")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Other impurities
#
# *Deck 000: Criteria for Splitting Tests – 2, Criteria for Splitting Tests – 3 · deck 001: Alternative Splitting Criteria · deck 002: Gini score*
#
# | | | most | meaning |
# |---|---|---|---|
# | entropy | $H = -\sum P_j\log_2 P_j$ | $\log_2 C$ | questions still to ask |
# | Gini | $G = 1-\sum P_j^2$ | $1-1/C$ | errors, if one answers at random with the node's own shares |
# | misclassification | $M = 1-\max P_j$ | $1-1/C$ | errors, if one answers with the most frequent class |
#
# A split replaces a node by its children. What they hold on average lies on the chord between them, below the node; the gap is the gain. A bent curve
# always leaves a gap. $M$ is straight but for one corner: **it may gain nothing from a split that helps.**

# %% slideshow={"slide_type": "subslide"}
lesson.impurity_curves()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where the slides are wrong (3): half of Gini, a blind criterion, a lost table
#
# - Deck 001 equates $\sum_{i\ne j}P_iP_j$ with $\tfrac12[1-\sum P_i^2]$. The half belongs to the sum over $i<j$ (E-001-01).
# - Deck 000 calls Gini and the variance $P_1P_2$ identical: Gini is twice the variance (E-000-40).
# - Deck 000 says that a gain is zero only if the test tells nothing. True of $H$ and $G$, false of $M$ (E-000-41): at the root of red-green-blue all
#   six tests leave $M$ at 3/8.
# - Deck 002 prints 0.48, 0.367 and 0.429 without data. They come from a well-known table (E-002-19), which is tennis under other names: outlook is age,
#   temperature income, humidity student, wind credit rating.

# %% slideshow={"slide_type": "subslide"}
P = np.array([0.5, 0.3, 0.2])
pairs = np.outer(P, P)
print(f"i != j: {pairs.sum() - pairs.trace():.2f}   i < j: {np.triu(pairs, 1).sum():.2f}   Gini: {lesson.gini(P):.2f}")
assert np.allclose([lesson.entropy(P), lesson.gini(P), lesson.misclassification(P)], [1.485475297227, 0.62, 0.5])
assert np.isclose(lesson.gini(np.array([0.3, 0.7])), 2 * 0.3 * 0.7)
left = {name: lesson.node_tests(samples, kind, criterion=name, multiway=False, between_classes=True)["after"]
        for name in ("entropy", "gini", "misclassification")}  # fmt: skip
assert np.allclose(left["gini"], [11 / 24, 7 / 15, 7 / 15, 3 / 8, 7 / 16, 11 / 24])
assert np.allclose(left["misclassification"], 3 / 8)
lesson.Table.from_dict({"test": ["blue", "green", "red", "x2 ≤ 0.05", "x2 ≤ 0.15", "x2 ≤ 0.45"]} | left)

# %% slideshow={"slide_type": "subslide"}
buys = lesson.data.load("buys_computer")
persons, bought = buys.without("rid", "buys_computer"), buys["buys_computer"]
tests = lesson.node_tests(persons, bought, criterion="gini")
assert np.allclose(tests["after"], [12 / 35, 37 / 84, 18 / 49, 3 / 7]) and np.isclose(tests["before"][0], 45 / 98)
print("Gini of 2 yes and 3 no:", round(float(lesson.gini(np.array([2, 3]))), 4))
assert np.allclose(
    lesson.node_tests(persons, bought)["gain"], at_the_root["gain"]
)  # tennis, row for row under other names
tests.without("merit")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Information gain is mutual information
#
# *Deck 000: Criteria for Splitting Tests – 4, Example*
#
# What the test tells about the class, the class tells about the test:
#
# $$ IG = H(z) - H(z \mid t) = H(t) - H(t \mid z), \qquad H(x \mid y) = +\sum_v P(y = v)\, H(x \mid y = v) . $$
#
# **Where the slides are wrong (4).** The slide has a minus before that sum (E-000-23); then $t_1$ would gain more than there is to know. It calls
# $IG = H(T)$ the perfect test: that is a test without noise. If the test *settles the class*, $IG = H(D)$ (E-000-27). And for $t_2$ it prints 0.12. The
# counts give **0.396**: somebody subtracted $H(t_2)$ instead of $H(z \mid t_2)$ (E-000-25).

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("t1t2_expanded")
t1, t2, z = table["t1"], table["t2"], table["z"]
MI, H, H_given = lesson.mutual_information, lesson.joint_entropy, lesson.conditional_entropy
print(f"I(t1;z) = {MI(t1, z):.4f}   I(t2;z) = {MI(t2, z):.4f}   1 - H(t2) = {1 - H(t2):.4f}")
assert np.allclose([MI(t1, z), MI(t2, z)], [0.609986547011, 0.395815602003]) and round(1 - H(t2), 2) == 0.12
assert np.allclose([H(z), H_given(z, t1), H(t1), H_given(t1, z)], [1, 0.390013453, 0.970950594, 0.360964047])
print(f"with the printed minus t1 would gain {H(z) + H_given(z, t1):.2f} bits out of {H(z):.0f}")
kinds, noiseless, settles = np.array([0, 0, 1, 2]), np.array([0, 0, 1, 1]), np.array([0, 1, 2, 3])
assert np.isclose(MI(noiseless, kinds), H(noiseless)) and MI(noiseless, kinds) < H(kinds)  # E-000-27
assert np.isclose(MI(settles, kinds), H(kinds)) and MI(settles, kinds) < H(settles)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The gain loves many branches
#
# *Deck 000: Criteria for Splitting Tests – 5*
#
# Give every day its name, and ask for the name: fourteen pure branches, the largest gain of all, and a tree that knows nothing about tomorrow. C4.5 divides
# by the **split information**, the entropy of the branches themselves:
#
# $$ \text{gain ratio} = \frac{IG(D,T)}{H(T)}, \qquad H(T) = -\sum_i \frac{|D_i|}{|D|}\log_2\frac{|D_i|}{|D|} . $$
#
# **Where the slides are wrong (5).** The slide equates this with $IG/H(D)$ (E-000-24). $H(D)$ is the same for all tests of a node, so dividing by it changes
# no choice at all.
#
# A correction is no cure. The name's lead shrinks, but it still wins: leave such attributes out. And a test that sends almost all examples one way has a tiny
# $H(T)$; therefore C4.5 divides only gains that are at least average.

# %% slideshow={"slide_type": "subslide"}
named = lesson.Table.from_dict({"name": [f"day {k}" for k in range(1, 15)]} | {name: list(days[name]) for name in days})
ratio = lesson.node_tests(named, play, criterion="gain_ratio")
split_information = ratio["gain"] / ratio["merit"]
for row in zip(ratio["test"], ratio["gain"], split_information, ratio["merit"], ratio["gain"] / root, strict=True):
    print("{:12} gain {:.4f}  H(T) {:.4f}  gain ratio {:.4f}  IG/H(D) {:.4f}".format(*row))
assert np.allclose(ratio["merit"][[1, 2, 4]], [0.156427562421, 0.018772646222, 0.048848615512])
assert np.allclose((ratio["gain"] / root)[1:], [0.262419977135, 0.031078381411, 0.161478005666, 0.051183397949])
assert [learner.fit(named, play).model_.question(0) for learner in (lesson.ID3(), lesson.C45())] == ["name", "name"]

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Relatives
#
# *Deck 000: Criteria for Splitting Tests – 5*
#
# | | | |
# |---|---|---|
# | G-statistic | $2N\ln 2 \cdot IG$ | the gain as a likelihood ratio: about $\chi^2$ with $(m-1)(C-1)$ degrees of freedom, if chance did it |
# | twoing | $\frac{p_Lp_R}{4}\big(\sum_j\lvert P(j\mid L)-P(j\mid R)\rvert\big)^2$ | parts the classes into two groups; for two classes half the Gini gain |
# | half-split | smallest $\lvert P(T=1)-\frac12\rvert$ | the most even test, whatever the classes: good for finding one fault among many |
# | linear discriminant | $w^\top x \le t$ | Fisher's direction inside the node, see below |
#
# **Where the slides are wrong (6).** They call half-split the twoing rule. One looks at the classes, the other does not (E-000-46).

# %% slideshow={"slide_type": "subslide"}
outlook, sunny, wind = np.array([[0, 4], [2, 3], [3, 2]]), np.array([[3, 2], [2, 7]]), np.array([[3, 3], [2, 6]])
G, twoing, half = lesson.g_statistic(outlook), lesson.twoing(sunny), lesson.half_split(wind)
print(f"G of outlook {G:.4f}   twoing of outlook = sunny {twoing:.5f}   half-split of wind {-half:.5f}")
assert np.allclose([G, twoing, half], [4.788950372649, 289 / 8820, -1 / 14])
assert np.isclose(lesson.gain(sunny, lesson.gini), 2 * twoing)
first = [lesson.DecisionTree(criterion=name).fit(samples, kind).model_.question(0) for name in ("twoing", "half_split")]
print("red-green-blue begins with", first[0], "by twoing, with", first[1], "by half-split")
assert first[0] != first[1]

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Looking back along the path: JMI and CMIM
#
# *Deck 000: JMI & CMIM Criteria, Binary Test Case*
#
# A test may repeat what the path already knows. So score $t_j$ by what it adds to each earlier test $t_l$ of the path, by the sum (JMI) or by the worst case (CMIM):
#
# $$ \text{JMI:}\;\max_j \sum_{l} I(t_j; z \mid t_l), \qquad \text{CMIM:}\;\max_j \min_{l} I(t_j; z \mid t_l) . $$
#
# All training examples are counted: within the node the earlier answers no longer vary. The price is that all nodes behind the same tests ask the same next.

# %% slideshow={"slide_type": "subslide"}
adds = {name: MI(days[name], play, days["outlook"]) for name in ("temperature", "humidity", "wind")}
print("after outlook:", *(f"{name} {value:.4f}" for name, value in adds.items()))
assert np.allclose(list(adds.values()), [0.211044174456, 0.353901317313, 0.353901317313])
assert np.allclose([MI(t2, z, t1), MI(t1, z, t2)], [0.390013452989, 0.604184397997])
for criterion in ("entropy", "jmi", "cmim"):
    model = lesson.DecisionTree(criterion=criterion, tests="multiway").fit(days, play).model_
    print(f"{criterion:8}", len(model.leaves), "leaves:", *map(model.question, model.tree.splits))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where the slides are wrong (7): more information than there is
#
# *Deck 000: Binary Test Case (E-000-26)*
#
# For noisy binary tests, $\mu_{ij} = P(t_j = 1 \mid z = i)$, independent given the class, the slide simplifies $I(t_j;z\mid t_l)$ to a sum of
# entropies of posteriors. It forgets to weight them by how likely the outcomes are, and has a minus where a plus belongs. Three classes, three tests:

# %% slideshow={"slide_type": "subslide"}
P, t1, t2, t3 = np.array([[0.5, 0.3, 0.2], [0.9, 0.2, 0.5], [0.3, 0.7, 0.1], [0.5, 0.5, 0.8]])  # P_i, then mu_ij
joint = lesson.independent_tests(P, t2, t1)  # axes: t2, z, t1
printed = lesson.entropy(joint.sum(axis=0)).sum() + lesson.entropy(joint.swapaxes(0, 1)).sum()
mended = lesson.binary_information(P, t2, t1)
print(f"I(t2;z|t1): printed {printed:.2f} bits, mended {mended:.4f}; there are only H(z) = {lesson.entropy(P):.4f}")
assert np.allclose([mended, lesson.information(joint)], 0.133525857560) and printed > lesson.entropy(P)
of_t3 = [lesson.binary_information(P, t3, given) for given in (t1, t2)]
scores = lesson.jmi(of_t3), lesson.cmim(of_t3)
print(
    f"after t1: t2 {mended:.4f}, t3 {of_t3[0]:.4f}; after t1 and t2: t3 has JMI {scores[0]:.4f}, CMIM {scores[1]:.4f}"
)
assert np.allclose([*of_t3, *scores], [0.044665245901, 0.041700865065, 0.086366110966, 0.041700865065])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The right kind of question
#
# *Deck 000: Method for Constructing Trees, Defining “Attribute Tests” - 2 · deck 001: Decision Trees · deck 003: DECISION TREE EXTENSIONS*
#
# A boundary that is not parallel to an axis becomes a staircase: on a diagonal the tree grows with the *resolution of the data*, not with the difficulty of
# the problem. One oblique test is the boundary. At each node a linear classifier (here Fisher's discriminant) proposes a direction $w$, and the projection
# $w^\top x$ competes with the columns as one column more.
#
# Then, in the lab:
#
# - Step through the splits. When does the error on fresh points stop falling, and what do the splits after that do?
# - Switch to oblique tests. On which data do they help, and on which not?
# - Drag one point across the boundary. How much of the tree changes? That is what "unstable" means.

# %% slideshow={"slide_type": "subslide"}
for side, leaves in ((4, 7), (8, 15)):
    grid = np.array([[a, b] for a in range(side) for b in range(side)], dtype=float)
    upper = (grid.sum(axis=1) >= side).astype(int)
    counts = [
        len(learner.fit(grid, upper).model_.leaves)
        for learner in (lesson.CART(criterion="entropy"), lesson.ObliqueTree())
    ]
    print(f"{side} x {side}: {counts[0]} leaves with thresholds, {counts[1]} with one oblique test")
    assert counts == [leaves, 2]
lesson.grown(lesson.CART(criterion="entropy"), grid, upper, title="A staircase")

# %% slideshow={"slide_type": "subslide"}
growth_lab = lesson.GrowthLab()
growth_lab

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Greedy is not best
#
# *Deck 000: Criteria for Splitting Tests – 4 (E-000-32) · deck 003: SOME ASPECTS ABOUT DECISION TREES (E-003-09) · deck 002: Pitfalls of greedy optimization*
#
# Eight rows, $y = b \text{ XOR } c$, and an attribute $a$ that is right a little more often than not. Growth looks one question ahead.

# %% slideshow={"slide_type": "subslide"}
counter = lesson.data.load("cart_counterexample")
rows, y = counter.select("a", "b", "c"), counter["y"].astype(int)
leaves_guess = lesson.questions.greedy_leaves.ask()
leaves_guess

# %% slideshow={"slide_type": "subslide"}
greedy = lesson.CART().fit(rows, y).model_
smallest = lesson.smallest_tree(lesson.TreeExamples(np.asarray(rows), y, 2, np.zeros(3, dtype=bool)))
reason = (
    f"it begins with a, which gains 1/30; the smallest tree has {len(smallest.leaves)} and begins with b, which gains 0"
)
print(leaves_guess.reveal(str(len(greedy.leaves)), because=reason))
assert np.allclose(lesson.node_tests(rows, y, criterion="gini")["gain"], [1 / 30, 0, 0])
assert (len(greedy.leaves), len(smallest.leaves)) == (7, 4)
assert greedy.question(0) == "a ≤ 0.5" and smallest.feature[0] == 1
lesson.grown(lesson.CART(), rows, y, title="Greedy on XOR")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## When to stop
#
# *Deck 001: When to Stop Splitting*
#
# **Where the slides are wrong (8).** "Stop if no test gains" ends at the root of XOR (E-000-32): $b$ and $c$ gain nothing alone, and everything together. Stop
# because a node is *pure*, or by a rule whose price you know. **(9)** "Learning the optimal tree is NP-complete": the *question* whether a tree of at
# most $k$ tests exists is (Hyafil and Rivest, 1976); *finding* the smallest is NP-hard (E-003-09). Our search of all trees takes twenty examples at most.
#
# Grown until every leaf is pure, a tree learns the noise as well. Two remedies: ask for a **least gain** $\beta$, or go on to the next level
# only while the **cross-validated error** falls. Both look one step ahead, so XOR may stop both at the root. (Chi-square, description length, pruning: lecture 16.)

# %% slideshow={"slide_type": "subslide"}
X, y = lesson.data.gaussians(1200, distance=1.5, spread=0.5, seed=3)
learners = {f"least gain {beta}": lesson.DecisionTree(criterion="entropy", min_gain=beta) for beta in (0.0, 0.05, 0.1)}
learners["cross-validation"] = lesson.DecisionTree(criterion="entropy", stop="cross-validation")
fresh = {}
for name, learner in learners.items():
    known, fresh[name] = learner.fit(X[:200], y[:200]).score(X[:200], y[:200]), learner.score(X[200:], y[200:])
    print(f"{name:17} {len(learner.model_.leaves):3} leaves, right: {known:.2f} in training, {fresh[name]:.2f} fresh")
assert fresh["cross-validation"] > fresh["least gain 0.0"]
xor = lesson.data.load("xor")
corners, side = np.tile(xor.numeric("x1", "x2"), (10, 1)), np.tile(xor["y"], 10)  # ten examples at each corner
for stopped in (lesson.DecisionTree(min_gain=0.01), lesson.DecisionTree(stop="cross-validation")):
    assert len(stopped.fit(corners, side).model_.leaves) == 1

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. A check says what it expected, what came, and a hint; never the answer. Untouched
# exercises say so and stop nothing.
#
# **1. Entropy.** `counts` holds how many examples of each class are in the node; some classes may have none.


# %%
def my_entropy(counts):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.entropy(my_entropy)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. The best threshold.** `x` are numbers (some may be equal), `y` their classes, 0 or 1. Return the $t$ of the test $x \le t$ with the largest information
# gain; of equals the lowest.


# %%
def my_threshold(x, y):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.threshold(my_threshold)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. The gain ratio.** Row $i$ of `children` holds the class counts of branch $i$. Compute what C4.5 does, not what the slide prints.


# %%
def my_gain_ratio(children):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.gain_ratio(my_gain_ratio)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. The blind criterion.** Find the counts of a split into two children, `[[yes, no], [yes, no]]`, that misclassification does not see at all, though Gini gains
# at least 0.05.

# %%
my_split = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.blind_split(my_split)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. Beat the greedy tree.** Write a tree for the eight rows of the counter-example with no error and at most four leaves. A tree is a class (0 or 1), or
# `(attribute, tree if 0, tree if 1)`, such as `("a", 0, ("b", 1, 0))`.

# %%
my_tree = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.beats_greedy(my_tree)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A tree asks the test with the largest gain, and does the same in every child. The gain of entropy is mutual information: what the answer tells about the class.
# - Numbers offer one test per gap, and only gaps between different classes can win. Ties need a rule.
# - Entropy and Gini are bent, so every informative test gains; misclassification is not. The gain loves many branches; the gain ratio divides by the
#   entropy of the branches, not of the classes.
# - Thresholds build staircases; an oblique test may need one split where they need fifteen leaves.
# - Greedy growth looks one question ahead. XOR defeats it, and the smallest tree is NP-hard to find.
# - Put the variance in the place of entropy and the mean in that of the majority, and the same machine predicts numbers (*DECISION TREE EXTENSIONS*): lecture 18.
#
# **Read next:** Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees* (1984); Quinlan, *Induction of Decision Trees* (1986) and
# *C4.5* (1993); Hyafil and Rivest (1976) on why greedy; lecture 16 for pruning, lecture 17 for missing values.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("15").without("lecture", "lesson")
