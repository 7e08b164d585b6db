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
# # 20 · AdaBoost: more
#
# **What happens between the lines of the [main page](20_adaboost.ipynb): ties, endings, a thousand rounds, more than two classes, wrong labels.**
#
# *After this page you can* break ties on purpose · say how many rounds the bound asks for · run AdaBoost on more than two classes and say when that fails ·
# measure the harm of wrong labels.
#
# *40 minutes. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l20_adaboost as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Four losses · 5 min
#
# | loss | of the margin $\eta$ | who uses it |
# |---|---|---|
# | 0/1 | 1 if $\eta \le 0$, else 0 | what we count in the end |
# | hinge | $\max(0, 1 - \eta)$ | [support vector machines](11_support_vectors.ipynb) |
# | exponential | $e^{-\eta}$ | AdaBoost |
# | log | $\ln(1 + e^{-\eta}) / \ln 2$ | [logistic regression](06_logistic_regression.ipynb), LogitBoost |
#
# The last three are never below the first. The $\ln 2$ is there for that: without it the [log loss](01_more.ipynb) at $\eta = 0$ is 0.69, less than the mistake it stands for.

# %% slideshow={"slide_type": "fragment"}
lesson.loss_values()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What a score means.** Where the class is $+1$ with probability $p$, the expected exponential loss is $p\,e^{-F} + (1-p)\,e^{F}$. It is least at
# $F = \tfrac12 \ln\frac{p}{1-p}$, half the log [odds](06_logistic_regression.ipynb). So the sign of the best score is the more likely class, and its size says how sure one can be.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Ties · 5 min
#
# Three different stumps, call them a, b and c, make three mistakes each on the ten points. labkit takes the lowest attribute, then the lowest threshold. Look at the points in
# another way, and another stump begins:

# %% slideshow={"slide_type": "fragment"}
lesson.other_orders()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The vote weights do not depend on the order: the three stumps err on different points, so whichever comes first has weighted error 3/10, the next 3/14, the
# last 3/22. Who gets which weight does depend on it, and so do the scores.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How many rounds? · 6 min
#
# Let $\gamma = \tfrac12 - \varepsilon$ be by how much a member beats a coin. Then $Z = \sqrt{1 - 4\gamma^2} \le e^{-2\gamma^2}$. If every member has at least this
# $\gamma$, the bound is at most $e^{-2\gamma^2 M}$ after $M$ rounds. The [training error](16_pruning_and_rules.ipynb) is a multiple of $1/N$, so it is zero once the bound is below $1/N$: at the latest
# after $\ln N / (2\gamma^2)$ rounds. A rule of thumb such as "10 to 20 rounds" is no law: choose $M$ by [cross-validation](01_function_approximation.ipynb).
#
# | symbol | meaning |
# |---|---|
# | $\gamma$ | by how much a weak learner beats a coin, $\tfrac12 - \varepsilon$ |
# | $K$ | number of classes |

# %% slideshow={"slide_type": "fragment"}
lesson.margins_later()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Round and round · 3 min
#
# On the ten points the same three stumps return for ever; their weighted error settles at $(3-\sqrt5)/4 \approx 0.191$. That AdaBoost can run in a circle was
# found by Rudin, Daubechies and Schapire (2004). And yet the least margin goes to $\tfrac13$, the largest that any vote of these three stumps can have. (Which? Exercise 7.)
#
# Large margins bound the error on *fresh* cases, and that bound does not contain the number of rounds (Schapire and others, 1998). A reason, no guarantee: larger margins can do worse (Breiman, 1999).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where the formulas end · 4 min
#
# - **No mistake**, $\varepsilon = 0$: the vote weight would be infinite. Here that member gets more weight than all before it together, and the story ends.
# - **A coin**, $\varepsilon = \tfrac12$: vote weight 0. Every further round would be the same, so the story ends before it.
# - **Worse than a coin** cannot happen to stumps: each side answers with its heavier class.

# %% slideshow={"slide_type": "fragment"}
lesson.endings()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## More than two classes · 8 min
#
# Among $K$ classes a blind guess is right once in $K$ times. A stump names only two classes, so it may err on more than half, and the two-class rule would give it a
# negative vote weight. **SAMME** (Zhu and others, 2009) asks only for better than chance:
#
# $$ \alpha = \tfrac12\Big[\ln\frac{1-\varepsilon}{\varepsilon} + \ln(K-1)\Big] . $$
#
# $K = 2$ is AdaBoost. Now $\alpha > 0$ exactly if $\varepsilon < 1 - 1/K$. The class with the largest sum of vote weights wins. (The paper's $\alpha$ is twice this one for
# all members, which changes no vote.)

# %% slideshow={"slide_type": "fragment"}
lesson.five_classes()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Better than chance is not enough · 3 min
#
# Four equal clouds at the corners of a tilted square. The first stump gets two classes right, the second the two others, then the first one returns, both on the
# same attribute. From the second round on $\varepsilon = \tfrac14$, far better than chance. Yet $Z = 1$ in each round: the bound stands still, and half of the points stay
# wrong for ever. What weak learners must promise instead was found by Mukherjee and Schapire (2013).

# %% slideshow={"slide_type": "fragment"}
lesson.four_clouds()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Wrong labels, measured · 6 min
#
# How hard does an example pull? The pull of the exponential loss has no limit, that of the log loss never exceeds 1.44, that of the hinge is 1 or 0:

# %% slideshow={"slide_type": "fragment"}
lesson.pulls()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Now two clouds of 200 points, one label in ten wrong, a hundred rounds, ten draws. The 20 wrong labels end up with a third of the weight. Stopping early helps. A milder
# loss alone need not: a hundred rounds of LogitBoost, which goes down the log loss, do no better; small steps will (lecture [21](21_gradient_boosting.ipynb)). For every
# [convex](06_more.ipynb) loss there are data on which random wrong labels spoil boosting (Long and Servedio, 2010).

# %% slideshow={"slide_type": "fragment"}
lesson.wrong_labels()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Margins.** `answers` has a row of $-1$ and $+1$ for each member, a column for each example. Return the margin of each example, between $-1$ and $+1$.


# %%
def my_margins(alphas, answers, z):
    """my_margins(np.array([1, 3]), np.array([[1], [-1]]), np.array([1])) is array([-0.5])."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.margins(my_margins)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ The best stump.** `x` are the values of one attribute (some may be equal), `z` the classes, $-1$ or $+1$, `w` the weights. Return the least weighted
# error of a stump on `x`. Its cut lies between two different values, and each side may answer either class.


# %%
def my_stump_error(x, z, w):
    """my_stump_error(np.array([1, 2, 3]), np.array([1, -1, -1]), np.array([0.2, 0.3, 0.5])) is 0."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.stump_error(my_stump_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ A better vote.** After three rounds on the ten points the least margin is 0.075. Keep the three stumps and choose their vote weights yourself: make
# the least margin as large as it can be.

# %%
my_vote_weights = None  # such as [0.42, 0.65, 0.92]

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.better_vote(my_vote_weights)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★ How many rounds?** Every member errs on exactly $\tfrac12 - \gamma$ of the weight. After how many rounds is the product of the $Z$s below $1/N$? Return the least
# number; take the product itself, not the looser $e^{-2\gamma^2 M}$.


# %%
def my_rounds_needed(N, gamma):
    """my_rounds_needed(10, 0.2) is 27."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.rounds_needed(my_rounds_needed)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Ties change who gets which vote weight, not the weights themselves (here).
# - The bound falls like $e^{-2\gamma^2 M}$: any edge over a coin is enough for the training error.
# - With $K$ classes, SAMME needs only better than $1/K$, and promises less.
# - In our experiment a tenth of the labels, the wrong ones, took a third of the weight; stopping early helped.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [20 AdaBoost](20_adaboost.ipynb) · next: [21 gradient boosting](21_gradient_boosting.ipynb) · Friedman, Hastie and Tibshirani (2000), who found the exponential
# loss behind AdaBoost.
