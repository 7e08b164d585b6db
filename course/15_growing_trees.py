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
# **You hold a mushroom and may ask one question about it before you eat. Which question?**
#
# *After this lesson you can* compute by hand what a question is worth · grow a decision tree step by step · say why a tree does not simply
# count mistakes · tell when trees fail.
#
# *60 minutes in class, about 40 more for the exercises; [15_more](15_more.ipynb) has 50 more. You need shares ([01](01_function_approximation.ipynb)) and logarithms.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l15_growing_trees as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A tree asks · 4 min
#
# Six photographs: taken outdoors? A **node** asks a question, each answer is a **branch**, a **leaf** says a class. To predict,
# begin at the **root**, the top, and follow the answers. Below each question: how many photographs of each class arrive there.

# %% slideshow={"slide_type": "fragment"}
lesson.photo_tree()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One question · 9 min
#
# Now 1,161 mushrooms from a field guide, 597 edible and 564 poisonous. A good question has answers that each belong to one kind. Commit to
# one, then try them all: choose a question on the left, read its answers on the right. *Gain* is what a question is worth; the next
# section says how it is computed.

# %% slideshow={"slide_type": "subslide"}
lesson.FirstQuestionLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Look at the bars. A question is worth much if its bars have one colour each, and if the *long* bars do. A short bar of
# one colour helps only a few mushrooms. Press *compare all*, and find a question with a small gain whose answers include a pure one.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What a question is worth · 8 min
#
# **Entropy** says how mixed a node is: 0 if one class is left, 1 bit if two classes come equally often. The **gain** of a question is the
# entropy before it minus the average entropy after it. A branch counts by its share of the examples.
#
# $$ H(D) = -\sum_j P_j \log_2 P_j, \qquad \text{gain} = H(D) - \sum_i q_i\, H(D_i) . $$
#
# The **Gini** impurity $G = 1 - \sum_j P_j^2$ can take the place of $H$: the errors of a random guess with the node's own shares. On the
# mushrooms both put the same three questions first.
#
# | symbol | meaning |
# |---|---|
# | $D$, $D_i$ | the examples of a node, and of its branch $i$ |
# | $P_j$ | share of class $j$ in a node |
# | $q_i$ | share of the node's examples that go down branch $i$ |
# | $H$ | entropy, in bits |
# | $G$ | Gini impurity |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## By hand · 8 min
#
# Fourteen days, and whether tennis was played: 9 times yes, 5 times no, so $H = 0.940$. Ask for the wind. Weak: 6 yes, 2 no, $H = 0.811$. Strong: 3
# and 3, $H = 1$.
#
# $$ \text{gain} = 0.940 - \tfrac{8}{14} \cdot 0.811 - \tfrac{6}{14} \cdot 1 = 0.048 . $$
#
# All four questions:

# %% slideshow={"slide_type": "fragment"}
lesson.tennis_gains()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The outlook wins. Overcast days are pure: a leaf. Sunny and rainy days are still mixed, so each is a smaller problem of the same kind: **ask the
# question with the largest gain, then do the same in every branch.** This is the algorithm ID3. It is **greedy**: it never takes a question back.
# Play the three splits. Below the tree: the lines that compute every gain of this lesson; `impurity` is the entropy, or Gini.

# %% slideshow={"slide_type": "fragment"}
lesson.tennis_tree()

# %% slideshow={"slide_type": "fragment"}
lesson.gain_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why not count mistakes? · 9 min
#
# In the end we count mistakes: **misclassification** $M = 1 - \max_j P_j$ is their share when a node answers with its majority. So why not choose
# the split with the fewest mistakes? Two splits of 400 : 400 examples leave 200 mistakes each. Which would you take?

# %% slideshow={"slide_type": "fragment"}
lesson.two_splits()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The lab draws each measure as a curve over the share of class A. A split replaces a node by its two children, here of equal size. Their average lies on
# the straight line between them, the **chord**. The gap from the node down to the chord is the gain. Commit, then play.

# %% slideshow={"slide_type": "subslide"}
lesson.ImpurityLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why it works.** Entropy and Gini bend downwards everywhere. So the chord lies below the curve, and the gain is positive whenever the children
# differ. Misclassification is two straight lines with a corner at one half. If both children stay on the same side of it, the gain is zero.
# Nor does it prefer, of the two splits above, the one that sets 200 examples aside.
# Press *across one half*: when does it see something?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A tree and its regions · 11 min
#
# With numbers a question is a threshold, $x_1 \le t$: a straight cut of the plane, parallel to an axis. The tree tries every gap between neighbouring
# values. Each split cuts one region in two, and the newest cut is green. Hollow points are on the wrong side. Solid line: the error on 2,000 fresh points.

# %% slideshow={"slide_type": "subslide"}
lesson.GrowthLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. *XOR*: four leaves would be enough. How many does the tree use, and how large is its first gain?
# 2. *A slanted border*, then *count mistakes instead*, then *slanted cuts*: the same points each time. Write down leaves and the error on fresh points.
# 3. *Too large a tree*: after which split does the error on fresh points stop falling? What do the splits after it do? (See lecture
#    [16](16_pruning_and_rules.ipynb).)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Greedy is not best · 3 min
#
# In XOR neither axis tells anything alone: the right first cut gains almost nothing. So a cut wins that happens to fit a few points, and the tree
# pays for it. **The best question now need not lead to the smallest tree.** Finding that tree takes too long (it is
# NP-hard), so most programs grow greedily.
#
# And a border that is not parallel to an axis becomes a staircase. A slanted cut $w^\top x \le t$, found by a linear classifier within the node,
# can do it at once.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The mushrooms · 5 min
#
# Ten parts, each answered by a tree that was grown on the nine others (**cross-validation**). A tree may ask *which odor?* with nine branches, or only
# questions with yes and no, such as *is there no odor?*

# %% slideshow={"slide_type": "fragment"}
lesson.mushroom_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The tree that grows until it is pure has eight questions and is nearly perfect. But look at the last column: the tree of two levels has fewer mistakes than that of one, and
# calls more poisonous mushrooms edible. **The gain does not know what a mistake costs.** (And these come from a book: do not eat by
# this table.)
#
# Where straight cuts fail: two species of crabs, five lengths in millimetres. All lengths grow with age; only their ratios tell the species.

# %% slideshow={"slide_type": "fragment"}
lesson.crab_scores()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | one tree | forest ([19](19_forests.ipynb)) | logistic regression ([06](06_logistic_regression.ipynb)) | nearest neighbours ([02](02_nearest_neighbours.ipynb)) |
# |---|---|---|---|---|
# | one can read it | yes | no | yes | no |
# | words and numbers mixed | yes | yes | after coding | needs a distance |
# | units of measurement | do not matter | do not matter | matter little | matter |
# | slanted border | staircase | finer staircase | exact | close |
# | a few points change | another tree | nearly the same | nearly the same | locally |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 3 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Entropy.** `counts` says how many examples of each class are in a node. Return its entropy in bits. A class may have no example.


# %%
def my_entropy(counts):
    """my_entropy(np.array([3, 3])) is 1.0."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.entropy(my_entropy)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** Row $i$ of `children` has the class counts of branch $i$. The function should return the gain of Gini, and it is right as long as
# all branches are equally large. Mend it.


# %%
def my_gain(children):
    """my_gain(np.array([[6, 2], [3, 3]])) should be 0.031, and is 0.022."""
    P = children / children.sum(axis=1, keepdims=True)
    after = np.mean(1 - (P**2).sum(axis=1))
    Q = children.sum(axis=0) / children.sum()
    return 1 - (Q**2).sum() - after


# %% slideshow={"slide_type": "skip"}
lesson.exercises.gini_gain(my_gain)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ A cold.** You cannot smell. Choose two attributes of the mushrooms, without `odor`, such that a tree that asks only these is wrong on fewer than 50
# of 1,161 in cross-validation. The check names all attributes if you ask it for one that is none.

# %%
my_attributes = None  # such as ("cap_color", "habitat")

# %% slideshow={"slide_type": "skip"}
lesson.exercises.with_a_cold(my_attributes)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place at most 20 points such that greedy growth, by entropy and until every leaf is pure, uses at least two leaves more than the smallest
# tree without mistakes.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0]] and [0, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Ask the question with the largest gain, then do the same in every branch.
# - Gain is entropy (or Gini) before minus the weighted average after. A bent curve sees every difference; the number of mistakes may not.
# - Greedy growth looks one question ahead: XOR defeats it.
# - Cuts parallel to the axes make staircases of slanted borders.
#
# **And the mushroom?** Smell it: the odor gains 0.907 of 0.999 bits. Asked alone it is wrong on 17 of 1,161, and all 17 are poisonous.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [15_more](15_more.ipynb): grow a tree yourself, gain ratio and its relatives, when to stop · before: [14 EM and mixtures](14_em_mixtures.ipynb) · next:
# [16 pruning and rules](16_pruning_and_rules.ipynb) · Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees* (1984); Quinlan,
# *Induction of Decision Trees* (1986).
