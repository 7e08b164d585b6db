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
# # 16 · Pruning and rules: more
#
# **What else can decide how large a tree should be: a test of chance, the length of a message, cases kept aside. And what becomes of its rules?**
#
# *After this page you can* stop a tree by a chi-square test or by counting bits · prune on held-out cases and say what is proved of it · shorten rules, and say what
# that can cost.
#
# *40 minutes. You need the [main page](16_pruning_and_rules.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l16_pruning_and_rules as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Could it be chance? · 5 min
#
# A split sends $n_i$ of $n$ examples to child $i$; $n_j$ examples are of class $j$. If the test had nothing to do with the class, we would expect
# $e_{ij} = n_i n_j / n$ examples of class $j$ in child $i$. We see $o_{ij}$. Pearson's statistic adds up how far apart they are:
#
# $$ \chi^2 = \sum_{ij} \frac{(o_{ij} - e_{ij})^2}{e_{ij}} . $$
#
# $p$ is how often chance alone gives so much or more. Stop if $p$ is above 5 %. The leaf is then impure, and keeps the shares of its classes.
#
# | symbol | meaning |
# |---|---|
# | $o_{ij}$, $e_{ij}$ | examples of class $j$ in child $i$: seen, expected by chance |
# | $p$ | how often chance alone gives so large a $\chi^2$ |

# %% slideshow={"slide_type": "fragment"}
lesson.chance_of_splits()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The tennis tree of lecture [15](15_growing_trees.ipynb): the best first split is not significant, chance does as well once in six times. So this rule stops at the root, although both splits below would
# pass. (With expected counts as small as these, $p$ is a rough guide.)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Does the tree pay for itself? · 5 min
#
# **Minimum description length.** Somebody knows the attributes of $N$ examples, and you send them the classes. Send a tree and a list of its mistakes. The shortest message wins:
#
# $$ \text{bits} = \text{nodes} + \log_2 d \cdot \text{splits} + \log_2 C \cdot \text{leaves} + \log_2(N+1) + \log_2 \tbinom{N}{\text{mistakes}} . $$
#
# A bit for each node says leaf or split; each split names one of $d$ attributes, each leaf one of $C$ classes; then how many mistakes, and which.
#
# | symbol | meaning |
# |---|---|
# | $d$, $C$ | number of attributes, of classes |
# | $N$ | number of training examples |

# %% slideshow={"slide_type": "fragment"}
lesson.bits_of_trees()

# %% [markdown] slideshow={"slide_type": "subslide"}
# For 14 days of weather the perfect tree is the longer message: its structure takes 17 bits more than one leaf, and the five mistakes it avoids take only 11. With ten times as
# many days of the same kind those mistakes would take 128 bits, and the tree would win.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One standard error · 4 min
#
# [Cross-validation](01_function_approximation.ipynb) estimates errors, and an estimate has a **standard error**: how far it typically lies from the truth. The **one-standard-error rule** takes the smallest tree whose error is at most
# one standard error above the least. It gives up a little accuracy, if any, for a tree that is easier to read. The heart patients:

# %% slideshow={"slide_type": "fragment"}
lesson.alpha_choice()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Pruning on cases kept aside · 8 min
#
# **Reduced-error pruning** needs no price. Send pruning cases, which did not grow the tree, down to their leaves. At each node count the mistakes that it would make on them as a leaf, and the mistakes of
# its subtree. From the bottom up, a node becomes a leaf where that is no worse. The bars in the lab are these two counts.

# %% slideshow={"slide_type": "subslide"}
lesson.ValidationLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Find a node with equal bars. Is it cut?
# 2. Preset *few pruning cases*: how many bars are empty? What happens to those nodes, and why?
# 3. Preset *greedy search*: which node goes first, one near the root or one near the leaves?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The theorem · 4 min
#
# **No pruning of the tree makes fewer mistakes on the pruning cases, and none that makes as few is smaller.** Mistakes add up over the leaves, so each subtree can be decided by itself, from the bottom up. A claim about
# all prunings can be tried on all prunings:

# %% slideshow={"slide_type": "fragment"}
lesson.all_prunings()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A **greedy search** cuts the node that removes the most mistakes, then looks at all nodes again. It stops when every cut would add some. By the theorem it can never win. Here are 40 samples of two overlapping
# clouds:

# %% slideshow={"slide_type": "fragment"}
lesson.greedy_or_bottom_up()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Four cases are few · 3 min
#
# The theorem speaks of the pruning cases, not of the next ones. Grow the tennis tree on days 1 to 10 and prune on days 11 to 14. In the sunny node humidity and temperature have
# exactly the same gain, and the first column wins. Exchange two columns, and the pruned trees differ greatly:

# %% slideshow={"slide_type": "fragment"}
lesson.one_tie()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Rules · 3 min
#
# Who is at risk of avian flu? The slides give the rules but no counts, so this table has one person of each of 16 kinds. Contact with sick poultry is asked first. Gender tells
# nothing, and is in no rule.

# %% slideshow={"slide_type": "fragment"}
lesson.flu_rules()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A fruit is green, yellow or red. What would you ask next? This is the tree of the slides; the nine fruits are ours. It has nine leaves, so nine rules: two end at
# *apple*, two at *grape*. Step back to its root: entropy would have asked for the size first.

# %% slideshow={"slide_type": "fragment"}
lesson.fruit_tree()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Shorter rules · 8 min
#
# A tree can only be cut from below. A rule can lose *any* condition, even the root's. **Rule post-pruning** drops the first condition without which the rule is no less accurate on validation
# cases, again and again. Then it sorts the rules, the most accurate first. A case may now be covered by several rules or by none: the first one that covers it answers, else the majority.

# %% slideshow={"slide_type": "subslide"}
lesson.RulesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Which conditions fall first, those near the root or those near the leaf? (The conditions of a rule stand in the order of the tree.)
# 2. Preset *honest split*: now the tree has not seen the last four days. What changes?
# 3. Preset *boxes in the plane*: find a rule that got broader and better. What had the dropped condition been for?
#
# Judging a condition takes enough validation cases.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ The weakest link.** A subtree has `leaves` leaves and makes `subtree_errors` mistakes; as a leaf its top node makes `leaf_errors`. There are `N` examples in all. Return $g(t)$.


# %%
def my_link(leaf_errors, subtree_errors, leaves, N):
    """my_link(3, 1, 5, 10) is 0.05."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.weakest_link(my_link)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Chance.** `counts[i, j]` examples of class $j$ went to child $i$. Return the $\chi^2$ statistic of the split.


# %%
def my_chi_square(counts):
    """my_chi_square(np.array([[4, 0], [0, 4]])) is 8."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.chi_square(my_chi_square)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ A shorter rule.** `holds[i, c]` says whether condition $c$ is true of validation case $i$ (condition 0 is the root's), `right[i]` whether the case is of the rule's class. Return the numbers of the
# conditions that post-pruning leaves. A rule without conditions covers every case; one that covers no case has accuracy 0.


# %%
def my_conditions(holds, right):
    """For holds = [[True, False], [True, True]] and right = [False, True]: [1]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.rule_pruning(my_conditions)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★★ Fool the greedy search.** The root of this tree would answer *a*, its left child *a*, its right child *b*, and the four leaves *b*, *a*, *a*, *b*:
#
# ```
#               a
#           /       \
#         a           b
#       /   \       /   \
#      b     a     a     b
# ```
#
# Choose at most 20 pruning cases: for each leaf how many of class *a* and how many of class *b* arrive there. The greedy search must end with more mistakes than reduced-error pruning. (Of equal cuts it takes the one
# with more leaves below.)

# %%
my_cases = None  # four pairs, such as [(1, 0), (0, 1), (1, 0), (0, 1)]

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.fool_greedy(my_cases)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Chi-square asks whether chance does as well, description length whether the tree pays for itself. As stopping rules both see one split at a time.
# - Reduced-error pruning finds the best of all prunings, for the pruning cases. With few of them that is worth little.
# - A rule can lose any condition. Then the order of the rules matters, and so does the number of validation cases.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [16 pruning and rules](16_pruning_and_rules.ipynb) · next: [17 missing values](17_missing_values.ipynb) · Quinlan, *Simplifying decision trees* (1987); Quinlan and Rivest (1989) on
# description length.
