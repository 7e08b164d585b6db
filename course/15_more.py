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
# # 15 · Growing trees: more
#
# **The [main page](15_growing_trees.ipynb) has one rule for the next question. What else can a node ask, how else can one choose, and when should
# one stop?**
#
# *After this page you can* grow a tree by hand, against the criterion · list all tests of a number · choose between gain, gain ratio and their
# relatives · stop a tree in time.
#
# *50 minutes, and 30 more for the exercises. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l15_growing_trees as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Grow it yourself · 8 min
#
# On the left the tree so far, on the right every question of the node that you work on. Choose one, press *split here*, and compare. *Guess first* hides what
# the questions gain. Then the same with points, where every test is a cut: click one in the table or in the plane.

# %% slideshow={"slide_type": "subslide"}
lesson.SplitLab()

# %% slideshow={"slide_type": "subslide"}
lesson.PointSplitLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What a node may ask · 4 min
#
# | attribute | test | branches |
# |---|---|---|
# | categories $v_1 \dots v_m$ | which one? | one for each, as in ID3 |
# | | $x = v_j$? | yes and no, $m$ tests |
# | | $x \in \{v_1, v_3\}$? | yes and no, $2^{m-1} - 1$ tests |
# | number | $x \le t$? | yes and no, one test for each gap |
# | several numbers | $w^\top x \le t$? | yes and no, *oblique*: any linear classifier finds $w$ |
# | | score of a learner $\le t$? | yes and no, each node with a classifier of its own, such as a network |
#
# A tree with one attribute per test is *univariate*: other units change only its thresholds. Oblique trees are *multivariate*.
#
# **ID3 in full.** *If a node is pure, or nothing is left to ask, answer with the most frequent class. Otherwise ask the test with the largest gain; go on
# in every branch.* A branch without examples, such as hot rainy days, answers with the most frequent class of the node above. A threshold can come back further down; a question by categories cannot.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Numbers: a test for every gap · 5 min
#
# The fourteen days again, with temperature and humidity measured. Between two neighbouring values every $t$ does the same to the training examples; we take the
# middle. Nine different values of the humidity have eight gaps:

# %% slideshow={"slide_type": "fragment"}
lesson.humidity_gaps()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Humidity gains at most 0.102 and the outlook 0.247, so the outlook is asked first again. Among the sunny days humidity is cut at 77.5. A sunny, windy
# day with 82 °F and 85 % humidity: follow the answers to *No*.
#
# Below it, four classes in the plane. Which feature would you ask first, $x_1$ or $x_2$? Then play.

# %% slideshow={"slide_type": "fragment"}
lesson.weather_tree()

# %% slideshow={"slide_type": "fragment"}
lesson.four_classes()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Red, green, blue · 4 min
#
# Eight samples of two classes, a colour $x_1$ and a number $x_2$. Only gaps between neighbours of *different* classes are listed: a cut between two of the same
# class is never the best. The least entropy left wins, level by level. At the last node three tests tie. labkit takes the first
# attribute, then the lowest threshold or category; a rule must decide, not rounding.

# %% slideshow={"slide_type": "fragment"}
lesson.rgb_levels()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Other impurities · 5 min
#
# | | formula | most, with $C$ classes | meaning |
# |---|---|---|---|
# | entropy | $-\sum_j P_j \log_2 P_j$ | $\log_2 C$ | yes-or-no questions still to ask |
# | Gini | $1 - \sum_j P_j^2$ | $1 - 1/C$ | errors of a guess with the node's shares |
# | misclassification | $1 - \max_j P_j$ | $1 - 1/C$ | errors of the majority |
#
# With two classes Gini is $2 P_1 P_2$, twice the variance. At the root of red, green, blue misclassification sees nothing: all six tests tie.

# %% slideshow={"slide_type": "fragment"}
lesson.rgb_impurities()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Gini by hand: 14 customers, 9 of whom buy a computer. A branch with 2 and 3 has $G = 1 - 0.4^2 - 0.6^2 = 0.48$. What each question leaves (these are the fourteen
# days under other names, so the ranking is that of tennis):

# %% slideshow={"slide_type": "fragment"}
lesson.buyers()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Gain is mutual information · 4 min
#
# What a test $t$ tells about the class $z$, the class tells about the test:
#
# $$ I(t; z) = H(z) - H(z \mid t) = H(t) - H(t \mid z), \qquad H(z \mid t) = \sum_v P(t = v)\, H(z \mid t = v) . $$
#
# If a test settles the class, the gain is $H(z)$. If the test is a function of the class, the gain is $H(t)$. Two tests of ten cases:

# %% slideshow={"slide_type": "fragment"}
lesson.two_tests()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The gain loves many branches · 5 min
#
# Give every day its name and ask for it: fourteen pure branches, the largest gain, and nothing learnt about tomorrow. C4.5 divides the gain by the entropy
# of the branches themselves, $H(q) = -\sum_i q_i \log_2 q_i$: the **gain ratio**. $H(q)$ grows with the number of branches; $H(D)$ does not.
#
# The lead of the name shrinks, but it still wins: leave such columns out. And a test that sends nearly all examples one way has a tiny $H(q)$. So
# C4.5 compares ratios only among attributes whose gain is at least average.

# %% slideshow={"slide_type": "fragment"}
lesson.named_days()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Relatives
#
# | | value of a split | on tennis | what it is |
# |---|---|---|---|
# | G-statistic | $2 N \ln 2 \cdot$ gain | outlook: 4.789 | [likelihood](06_logistic_regression.ipynb) ratio; by chance about $\chi^2$ with $(m-1)(C-1)$ degrees of freedom |
# | twoing | $\frac{q_L q_R}{4}\big(\sum_j \lvert P(j \mid L) - P(j \mid R)\rvert\big)^2$ | sunny or not: 0.033 | parts the classes into two groups; with two classes half the gain of Gini |
# | half-split | $-\lvert q_L - \frac12 \rvert$ | wind: −0.071 | the most even test, blind to the classes |
# | linear discriminant | gain of $w^\top x \le t$ | | [Fisher's direction](05_fisher_discriminant.ipynb) within the node |
#
# $N$ examples, $m$ branches; $L$ and $R$ are the left and the right branch.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Looking back: JMI and CMIM · 5 min
#
# A new test $t_j$ may repeat what the tests $t_l$ of the path already told. Score it by what it *adds* to each of them, on all examples: by the sum (JMI) or by the worst
# case (CMIM).
#
# $$ \text{JMI} = \sum_l I(t_j; z \mid t_l), \qquad \text{CMIM} = \min_l I(t_j; z \mid t_l) . $$
#
# $I(t_j; z \mid t_l)$ is the entropy of the class given $t_l$, minus that given both; each outcome counts by how likely it is. Noisy tests that are independent within each class need only the shares $P(t_j = 1 \mid z)$. First tennis after the outlook, then three noisy tests of three classes:

# %% slideshow={"slide_type": "fragment"}
lesson.looking_back()

# %% slideshow={"slide_type": "fragment"}
lesson.noisy_tests()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When to stop · 5 min
#
# A tree that grows until every leaf is pure learns the noise as well. Two ways to stop: ask for a **least gain**, or add a level only while the
# **cross-validated error** falls. Below: 200 points of two overlapping clouds, and 2,000 fresh ones.
#
# Both rules look one step ahead. [XOR](13_neural_networks.ipynb) with ten points at each corner stops both at the root, because no first cut gains. Growing first and cutting back later
# sees further: lecture [16](16_pruning_and_rules.ipynb).

# %% slideshow={"slide_type": "fragment"}
lesson.stopping()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Staircases and greed · 5 min
#
# Along a diagonal the tree grows with the resolution of the data: 7 leaves for a lattice of 4 by 4 points, 15 for 8 by 8. One slanted cut is the border. On eight rows with class $b$ XOR $c$, and an attribute $a$ that is right a little more often than not, greed costs leaves.
#
# Finding the smallest tree is NP-hard (Hyafil and Rivest, 1976). No criterion wins everywhere: on XOR, counting mistakes mostly grows smaller trees than entropy.

# %% slideshow={"slide_type": "fragment"}
lesson.greedy_and_smallest()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★★ The best threshold.** `x` are numbers (some may be equal), `y` their classes, 0 or 1. Return the $t$ of the test $x \le t$ with the largest information
# gain; of equals the lowest.


# %%
def my_threshold(x, y):
    """my_threshold(np.array([1.0, 2.0, 4.0]), np.array([0, 0, 1])) is 3.0."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.threshold(my_threshold)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** This should be C4.5's gain ratio, but it ranks the questions of a node just as the gain does. Row $i$ of `children` has the class counts
# of branch $i$. Mend it.


# %%
def my_gain_ratio(children):
    """my_gain_ratio(np.array([[2, 3], [4, 0], [3, 2]])) should be 0.156, and is 0.262."""

    def H(counts):
        P = counts[counts > 0] / counts.sum()
        return -(P * np.log2(P)).sum()

    classes, sizes = children.sum(axis=0), children.sum(axis=1)
    gain = H(classes) - np.average([H(child) for child in children], weights=sizes)
    return gain / H(classes)


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.gain_ratio(my_gain_ratio)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ The blind criterion.** Find the counts of a split into two branches, `[[yes, no], [yes, no]]`, that misclassification does not see at all, though Gini
# gains at least 0.05.

# %%
my_split = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.blind_split(my_split)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★★ Beat the greedy tree.** Write a tree for the eight rows, class $b$ XOR $c$, with no error and at most four leaves. A tree is a class (0 or 1), or
# `(attribute, tree if 0, tree if 1)`, such as `("a", 0, ("b", 1, 0))`.

# %%
my_tree = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.beats_greedy(my_tree)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A number offers a test for every gap; a tie needs a rule.
# - The gain is mutual information. It loves many branches; the gain ratio divides by the entropy of the branches.
# - Rules that stop early look one step ahead, and so does greedy growth.
# - A bad first question is never taken back: it costs leaves.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [15 growing trees](15_growing_trees.ipynb) · next: [16 pruning and rules](16_pruning_and_rules.ipynb) · Quinlan, *C4.5* (1993); Hyafil and Rivest (1976).
