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
# # 20 · AdaBoost
#
# **"The mail contains a dollar sign." As a spam filter, this rule is wrong on every fifth mail. Can a hundred such rules do better than one clever one?**
#
# *After this lesson you can* run AdaBoost by hand · say where its weights and vote weights come from · say what further rounds do once no
# training mistake is left · tell when a wrong label ruins it.
#
# *60 minutes in class, about 40 for the exercises, 40 in [20_more](20_more.ipynb). You need trees ([15](15_growing_trees.ipynb)); voting is in [19](19_forests.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l20_adaboost as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Ten points · 3 min
#
# A **stump** is a tree with a single cut. Here is the best stump for ten points of two classes. The three hollow points are on the wrong side.

# %% slideshow={"slide_type": "fragment"}
lesson.best_stump()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A second opinion · 10 min
#
# A second stump trained on the same data would be the same stump. So AdaBoost changes the data: the points that were wrong count for more, and the
# next stump has to care about them. Commit to an answer, then play the three rounds. The area of a point is its weight.

# %% slideshow={"slide_type": "subslide"}
lesson.RoundsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Look at the bars after round 1: add up the three tall ones, then the seven others. With these weights the last stump is no better
# than a coin, so the next one must bring something new. Each point is wrong at most once, and the two other stumps outvote that mistake: after three
# rounds the vote makes none.
#
# Now press *guess which grow* and play the rounds yourself.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 8 min
#
# Classes are $z = \pm 1$; the weights $w_n$ sum to 1. One round:
#
# 1. Train a **weak classifier** $f$ on the weighted examples. Its **weighted error** $\varepsilon$ is the weight of its mistakes.
# 2. Give it the **vote weight** $\alpha = \tfrac12 \ln \frac{1-\varepsilon}{\varepsilon}$: large if it errs seldom, zero if it is a coin.
# 3. Multiply the weights of its mistakes by $e^{\alpha}$, the others by $e^{-\alpha}$; divide by their sum $Z$.
#
# After $M$ rounds all members vote: $F(x) = \sum_m \alpha_m f_m(x)$, and the answer is the sign of $F$. If none beats a coin, AdaBoost stops.
#
# | symbol | meaning |
# |---|---|
# | $z_n$ | class of example $n$, $-1$ or $+1$ |
# | $w_n$ | weight of example $n$ in this round |
# | $f$, $f_m$ | a weak classifier, with answers $-1$ or $+1$; that of round $m$ |
# | $\varepsilon$ | weighted error of $f$ |
# | $\alpha$ | vote weight of $f$ |
# | $Z$ | what the new weights sum to before they are divided by it |
# | $F(x)$ | the weighted vote, or score |
# | $M$ | number of rounds |
# | $\gamma$ | by how much a weak learner beats a coin, $\tfrac12 - \varepsilon$ |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 5 min
#
# The same three rounds with fractions. Put $\alpha$ into step 3 and the exponentials cancel: a wrong point gets $w/2\varepsilon$, a right one
# $w/2(1-\varepsilon)$. That is why the mistakes always weigh one half together.

# %% slideshow={"slide_type": "fragment"}
lesson.rounds_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# These lines of labkit made the rounds that you played; the numbers at the right are the steps of the rule. (They keep the logarithms of the weights, so
# that none is too small for a number.)

# %% slideshow={"slide_type": "fragment"}
lesson.round_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where does the rule come from? · 8 min
#
# The number of mistakes has no slope, so AdaBoost goes down a loss above it. Call $\eta = zF(x)$ the **margin**: positive is right, large is sure. The **exponential loss** $e^{-\eta}$ is never below the mistakes.
#
# Step 3 multiplies each weight by $e^{-\alpha z f}$. After all rounds these factors make $e^{-zF}$: **the weights are the losses**. Add one member $\alpha f$ and split
# the sum into right ($zf = 1$) and wrong:
#
# $$ \sum_n e^{-z_n F(x_n)}\, e^{-\alpha z_n f(x_n)} \;\propto\; (1-\varepsilon)\,e^{-\alpha} + \varepsilon\, e^{\alpha} \;=\; Z . $$
#
# $Z$ is smallest for the least $\varepsilon$ (step 1). Its slope $-(1-\varepsilon)e^{-\alpha} + \varepsilon e^{\alpha}$ is zero at
# $\alpha = \tfrac12\ln\frac{1-\varepsilon}{\varepsilon}$ (step 2).

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A promise
#
# The *mean* loss after all rounds is the product of the $Z$s, and the [training error](16_pruning_and_rules.ipynb) lies below it:
#
# $$ \text{training error} \;\le\; \prod_m Z_m \;=\; \prod_m 2\sqrt{\varepsilon_m (1 - \varepsilon_m)} . $$
#
# If every member beats a coin by the same $\gamma$ at least, $\varepsilon_m \le \tfrac12 - \gamma$, each factor is at most $\sqrt{1 - 4\gamma^2} < 1$, and the product
# goes to zero. However weak the learner: enough rounds, and no training mistake is left.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A hundred rounds · 10 min
#
# A hundred points in two rings, a thousand fresh ones to test on. Look at three things: where the training error (solid) reaches zero, what the error
# on fresh cases does from there, and the curve below. It counts the points up to a margin, divided here by the sum of the vote weights, so that it lies
# between −1 and 1. The further right the curve, the surer the vote; the thin ones are of earlier rounds.

# %% slideshow={"slide_type": "subslide"}
lesson.AdaBoostLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. In which round is the last mistake gone? How small is the least margin then, and how large after 100 rounds?
# 2. Preset *wrong labels*: one label in five is wrong, in the fresh cases too, so nobody can be below 0.2. Which points grow largest? When would you stop?
# 3. Preset *stumps on XOR*: the training error falls, fresh cases stay at a coin. And *trees on XOR*?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why XOR defeats stumps.** A vote of stumps is a sum of functions of one attribute each, $F(x) = F_1(x_1) + F_2(x_2)$. XOR is no such sum. Stumps can learn
# these hundred points by heart, but not the rule behind them. What is missing is not rounds but depth: a tree of two levels looks at two attributes
# together.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One wrong label · 6 min
#
# How strongly does an example pull at the vote? As strongly as its loss would fall if its margin grew a little: the slope of the curve. For the exponential loss
# that is the example's weight. Logistic regression ([06](06_logistic_regression.ipynb)) uses the [log loss](01_more.ipynb), support vector machines ([11](11_support_vectors.ipynb)) the hinge.

# %% slideshow={"slide_type": "subslide"}
lesson.LossLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A wrong label has a negative margin as long as the vote is right about it. So the better the vote, the heavier its wrong labels, and without limit.
# If you expect wrong labels, stop early or choose a milder loss (lecture [21](21_gradient_boosting.ipynb)).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Spam · 6 min
#
# 384 real mails, 152 of them spam, and 57 numbers for each: certain words and characters, in per cent of all, and how long runs of capitals are. These
# are the first rules that AdaBoost finds:

# %% slideshow={"slide_type": "fragment"}
lesson.first_rules()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The honest number: ten parts, each filtered by a vote that was trained on the nine others (**cross-validation**). A lost mail is a good one called
# spam.

# %% slideshow={"slide_type": "fragment"}
lesson.spam_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A hundred rules of one cut each beat a whole tree; the difference to the forest is within chance. Where it fails: the vote does not know that a lost mail hurts
# more than a spam that gets through, and the third rule knows the word *hp*, the company where these mails were collected. In your mailbox it is worth nothing.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | AdaBoost | forest ([19](19_forests.ipynb)) | one tree ([15](15_growing_trees.ipynb)) | logistic regression ([06](06_logistic_regression.ipynb)) |
# |---|---|---|---|---|
# | members | weak, one after the other | strong, side by side | one | none |
# | mends | what weak members cannot express | that members differ by chance | nothing | nothing |
# | wrong labels | harmful | tolerable | harmful if unpruned | tolerable |
# | readable | the first rules | no | yes | yes |
# | trained in parallel | no | yes | | |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ One round.** `w` are the weights, which sum to 1; `wrong` says where the classifier errs. Return the vote weight and the next weights.


# %%
def my_round(w, wrong):
    """For w = [0.5, 0.25, 0.25] and wrong = [False, True, False]: 0.549 and [0.333, 0.5, 0.167]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.one_round(my_round)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The 0/1 loss should never lie above the exponential loss $e^{-\eta}$. This one does. Mend it; a margin of 0 counts as a mistake.


# %%
def zero_one(margin):
    """zero_one(-2.0) is 1, zero_one(0.5) is 0."""
    return 1 - np.sign(margin)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.zero_one(zero_one)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Filter the mail.** A small filter: choose at most 30 rounds, and a depth from 1 (stumps) to 3, such that fewer than 34 of the 384 mails are wrong in
# cross-validation. The check takes a few seconds.

# %%
my_rounds, my_depth = None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.spam_filter(my_rounds, my_depth)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place at least four points such that AdaBoost with stumps gives up before its first round, although a tree of depth 2 gets all of
# them right.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0]] and [-1, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Train, weigh the mistakes up to one half, train again; vote with $\alpha = \tfrac12\ln\frac{1-\varepsilon}{\varepsilon}$.
# - It goes down the exponential loss, one member at a time; the product of the $Z$s bounds the training error.
# - After the last mistake is gone, further rounds still raise the least margins.
# - Stumps add up attributes and cannot do XOR. The exponential loss believes every wrong label.
#
# **And the spam?** One rule: 82 mails wrong. A hundred of them: 30.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [20_more](20_more.ipynb): ties, what happens after a thousand rounds, more than two classes, wrong labels measured · before:
# [19 forests](19_forests.ipynb) · next: [21 gradient boosting](21_gradient_boosting.ipynb) · Freund and Schapire (1997); Schapire and Freund, *Boosting* (2012).
