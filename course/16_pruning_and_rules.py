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
# # 16 · Pruning and rules
#
# **A tree that makes no mistake on 297 heart patients is wrong on every fourth new one. How much of it would you cut away?**
#
# *After this lesson you can* read from two curves how far a tree should grow · prune a tree by hand · choose how much to cut without
# fooling yourself · read a tree as rules.
#
# *60 minutes in class, about 40 for the exercises, 40 in [16_more](16_more.ipynb). You need growing trees ([15](15_growing_trees.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l16_pruning_and_rules as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A tree without mistakes · 3 min
#
# This tree was grown until every leaf held only patients with heart disease, *yes*, or only healthy ones, *no*. Look at the bottom row: how many patients does such a leaf speak for?

# %% slideshow={"slide_type": "fragment"}
lesson.whole_heart_tree()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One more level · 8 min
#
# Patients are few, so we practise on points drawn at will. Two classes lie in two rings, and one label in five is wrong. The tree may grow one
# level at a time. A hollow point is on the wrong side. *Fresh* cases are a thousand further such points.

# %% slideshow={"slide_type": "subslide"}
lesson.DepthLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The first levels find what all samples of these rings share. The later ones spend leaf after leaf on single points whose label is
# wrong by chance. In another draw other labels are wrong, and those leaves are worth nothing. This is **overfitting**: learning the sample at
# the cost of the cases to come. The **training error**, that of the examples it was grown from, cannot show it, for it only ever falls.
#
# Try *right labels*: what is there left to overfit?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What does a leaf cost? · 8 min
#
# A leaf should earn its keep. Charge a price $\alpha$ for each one. A tree $T$ with $L(T)$ leaves that gets $E(T)$ of its $N$ training examples wrong costs
#
# $$ R_\alpha(T) = \frac{E(T)}{N} + \alpha\, L(T) . $$
#
# Make node $t$ a leaf, and all that grew below it is gone. That adds mistakes and saves leaves. It pays as soon as the price reaches
#
# $$ g(t) = \frac{E(\text{leaf } t) - E(T_t)}{N\,[L(T_t) - 1]} , $$
#
# the share of mistakes added for each leaf saved.
#
# | symbol | meaning |
# |---|---|
# | $\alpha$ | price of a leaf |
# | $E$, $L$ | training mistakes, number of leaves |
# | $N$ | number of training examples |
# | $T_t$ | the subtree that begins at node $t$ |
# | $g(t)$ | the price from which on $t$ should be a leaf |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The weakest link, by hand · 6 min
#
# Raise $\alpha$ slowly from 0. The node with the smallest $g$ is the first to go: the **weakest link**. Cut it, compute $g$ anew for what is left, cut again, until
# only the root remains. Nodes with equal $g$ go together. This is **cost-complexity pruning**.
#
# Eight examples, five pure leaves. Compute one $g$ yourself before you look at the last column.

# %% slideshow={"slide_type": "fragment"}
lesson.links_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Play the cuts: five leaves, then three, then one. Over the price, the cost of a tree is a straight line. It starts at the training error; its slope is the
# number of leaves. The lowest line at each price is the tree to take there. Together they are the **lower envelope**. At its corners a link goes.
# Below the picture are the lines of labkit that compute $g$ for all nodes at once; `R` is $E/N$ of every node as a leaf.

# %% slideshow={"slide_type": "fragment"}
lesson.cost_lines_by_hand()

# %% slideshow={"slide_type": "fragment"}
lesson.link_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which price? · 12 min
#
# The training error is always least at $\alpha = 0$. So ask cases that did not grow the tree. A **validation set** is kept aside for this. It costs examples. **Cross-validation** spares them: of five parts, grow and prune on four, test on the fifth, and let each be the fifth once. So every example is answered by a tree that has not seen it.
#
# The lab opens on the tree that you grew above. Each frame is the next tree; the band shows at which prices it is cheapest.

# %% slideshow={"slide_type": "subslide"}
lesson.PruningLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Go back to the first frame. At which price does the second line cross the first? Find the same number in the caption.
# 2. Preset *right labels*: how much is cut away now, and why?
# 3. Move *seed* through five draws. How often does cross-validation choose the tree that is best on fresh cases? When it misses, by how much?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why one walk is enough · 5 min
#
# How can a few prunings include the cheapest for every price? Mistakes and prices add up over the leaves, so each node decides for itself: be a leaf, or keep the cheapest prunings of its children.
#
# A node that is cheaper as a leaf at one price is so at every higher price: the leaf pays once, any larger pruning at least twice. So nothing grows back: the trees are **nested**, and one walk meets them all.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why not simply stop early? · 5 min
#
# Growing first and cutting afterwards (*post-pruning*) looks wasteful. *Pre-pruning* stops as soon as a split does not look worth it. Below are the means of twenty
# draws. On the rings a good test for stopping (chi-square, in [16_more](16_more.ipynb)) does as well as cutting back. On [XOR](13_neural_networks.ipynb) no way of stopping does better than no
# pruning at all: the first split by itself is worth nothing, and stopping judges it before it sees what follows. Cutting back judges a split with all
# that grew below it.

# %% slideshow={"slide_type": "fragment"}
lesson.stop_or_cut()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The heart patients · 7 min
#
# All 13 trees of the sequence, from 55 leaves to one. Read the last two columns from top to bottom.

# %% slideshow={"slide_type": "fragment"}
lesson.heart_sequence()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The least of 13 numbers is low partly by luck. For an honest number make ten parts. For each one, a tree is grown, its price chosen and its
# links cut on the other nine only. Always *healthy* is the [baseline](01_function_approximation.ipynb).

# %% slideshow={"slide_type": "fragment"}
lesson.heart_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# By chance such a count varies by about 7 patients, its standard error. So 68 against 79 alone proves little. At $\alpha = 0.01$ the pruned tree won in each of twenty other ways
# to divide the patients, but they are the same 297, and that price was picked with all of them in view. Where it fails: many trees together (a [forest](19_forests.ipynb)) and [naive Bayes](04_gaussian_classifiers.ipynb) err less here. Pruning removes what was learned by chance. It does not
# add what one tree cannot express.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A tree, read aloud · 4 min
#
# Each leaf is a rule: *if* all answers on the way down, *then* its class. **Support** is the share of the examples that it covers, **accuracy** the share of those that
# are of its class. A doctor can check six rules. Nobody checks 55.

# %% slideshow={"slide_type": "fragment"}
lesson.heart_rules()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | whole tree | stopped early | pruned | forest ([19](19_forests.ipynb)) |
# |---|---|---|---|---|
# | wrong labels | learned by heart | mostly ignored | mostly ignored | averaged |
# | sees XOR | yes | rarely | yes | yes |
# | readable | hardly | yes | yes | no |
# | needs | nothing | a threshold | cases to choose by | time |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 2 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ The weather tree.** Fourteen days, five leaves, no mistakes. The root asks *outlook*; below it *windy* and *humidity* have two leaves each, and one branch is a leaf. As leaves the
# three nodes would make 5, 2 and 2 mistakes. Give $g$ of *outlook*, *windy*, *humidity*, and how many leaves the first cut leaves.

# %%
my_links, my_leaves = None, None  # such as [1/2, 1/3, 1/4] and 4

# %% slideshow={"slide_type": "skip"}
lesson.exercises.weather_links(my_links, my_leaves)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This should choose the price of the tree to keep, and it always keeps the whole tree. Mend it. The prices rise; of trees that do equally well it
# should take the smallest.


# %%
def choose(alphas, training, held_out):
    """choose([0, 0.1, 0.2], [0.0, 0.1, 0.4], [0.3, 0.2, 0.5]) is 0.1."""
    best = np.argmin(training)
    return alphas[best]


# %% slideshow={"slide_type": "skip"}
lesson.exercises.best_price(choose)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Which party?** How 435 members of the House voted on 16 questions; an empty vote counts as a third answer. The whole tree gets 28 of them wrong in
# cross-validation. Choose a price at which at most 20 are wrong. What is left of the tree?

# %%
my_alpha = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.party(my_alpha)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ The cheapest of all.** A node is a pair: the mistakes it would make as a leaf, and a tuple of its children, `()` for a leaf. Return the least cost of all prunings:
# mistakes plus `alpha` for each leaf. (Here a mistake costs 1, not $1/N$.)


# %%
def my_cheapest(node, alpha):
    """my_cheapest((3, ((1, ()), (4, ((0, ()), (2, ()))))), 0.5) is 3.5: the root alone."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.cheapest(my_cheapest)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The training error cannot say how much to keep.
# - $g(t)$ is the mistakes added for each leaf saved. Cutting the weakest link gives one nested sequence with the cheapest tree for every price.
# - Cases that did not grow the tree choose the price; cases that did neither give the honest error.
# - Cutting back sees what lies below a split. Stopping early does not.
#
# **And the heart patients?** Six of 55 leaves are left, six rules. With the price chosen honestly, 68 instead of 79 are wrong.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [16_more](16_more.ipynb): is a split chance, trees as messages, pruning on held-out cases, shorter rules · before: [15 growing trees](15_growing_trees.ipynb) · next:
# [17 missing values](17_missing_values.ipynb) · Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees* (1984), chapter 3.
