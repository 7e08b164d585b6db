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
# # 09 · The perceptron
#
# **Two species of penguins, two measurements each. Can a rule that only looks at its own mistakes find a line between them, and when does it stop?**
#
# *After this lesson you can* run the perceptron rule by hand · say why it must stop, and when it never does · bound the number of its updates · say at
# which line it stops.
#
# *60 minutes, and 45 more in [09_more](09_more.ipynb). You need vectors and their products; no lesson before this one.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l09_perceptron as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## 274 penguins · 3 min
#
# Every mark is a bird that was measured in Antarctica: how long is its bill, and how deep? You see at once where a line could go. The machine sees one bird at a
# time.

# %% slideshow={"slide_type": "fragment"}
lesson.penguin_picture()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One mistake at a time · 10 min
#
# Twelve of these birds, and a first line that is wrong about most of them (hollow marks). The rule looks at one bird after the other. If the bird is on its right
# side, nothing happens. If it is wrong, the line is moved for the sake of this bird alone; dashed is the line before. Commit to an answer, then step.

# %% slideshow={"slide_type": "subslide"}
lesson.UpdatesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Every bird has a **score**, positive on its right side and negative on the wrong one. An update raises the score of the ringed bird, always. The other scores
# may rise or fall, and right birds may become wrong. Still the rule ends with a line that makes no mistake.
#
# Turn the first line with the slider, or press *upside down*. Does it ever fail to get there?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 8 min
#
# Put a constant $-1$ in front of the measurements: $x = (-1, x_1, x_2)$. Then a line is one vector of weights, $w = (w_0, w_1, w_2)$, threshold first, and the sign
# of $w^\top x$ is the side of $x$. Now a trick: **negate the examples of one class**, $z = -x$, and keep the others, $z = x$. Both classes then ask for the same,
# $w^\top z > 0$. Look at the examples in turn; if $w^\top z \le 0$,
#
# $$ w \;\leftarrow\; w + \eta\, z . $$
#
# The score of this example grows by exactly $\eta\|z\|^2$: multiply $w + \eta z$ by $z$.

# %% [markdown] slideshow={"slide_type": "subslide"}
# | symbol | meaning |
# |---|---|
# | $x$ | an example: the constant $-1$, then its measurements |
# | $z$ | the signed example: $x$ of one class, $-x$ of the other |
# | $w$ | the weights, threshold first; the last two point to the positive side of the line |
# | $w^\top z$ | the score: above 0 is right |
# | $\eta$ | the learning rate; from $w = 0$ it only changes the length of $w$, so take 1 |
#
# | word | meaning |
# |---|---|
# | update | one change of $w$, for one mistake |
# | sweep | one pass over all examples |
# | separable | some line has all examples of one class on one side, those of the other on the other |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 6 min
#
# Six points, three of each class; $w$ starts at zero. Cover the last two columns and fill them in. A score of 0 is a mistake too, or nothing would ever start.

# %% slideshow={"slide_type": "fragment"}
lesson.six_points_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two updates are enough, and the second sweep finds no mistake: so the rule may stop. These are the lines that run in every
# lab of this page; `b` is the gap that every score must exceed, here 0.

# %% slideshow={"slide_type": "fragment"}
lesson.rule_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where does it stop? · 11 min
#
# Forty points. The slider *gap* says how much room they leave on each side of some line (dashed). Read the title above the plane when the last mistake is gone.
# Would you have put the line there?

# %% slideshow={"slide_type": "subslide"}
lesson.ConvergenceLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Press *gap 0.2*, then *no gap*. How many updates does each take, and how near does the last line pass?
# 2. Choose the order *random*. Which changes: that it stops, or where?
# 3. Press *not separable*. What does the line do in the end? How many points are wrong at the last step, and how few were wrong at the best?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why it must stop · 9 min
#
# The chart of the lab catches two curves in a band. Say that some $w^*$ of length 1 separates, with scores $w^{*\top}z \ge b^* > 0$, and that no
# example is longer than $\beta$. Start at $w = 0$ with $\eta = 1$, and count the updates $n$.
#
# - **Below:** each update adds $w^{*\top} z \ge b^*$ to $w^{*\top} w$, so $w^{*\top} w \ge n\, b^*$.
# - **Above:** each update adds $2 w^\top z + \|z\|^2$ to $\|w\|^2$. The first part is not positive: it was a mistake. So $\|w\|^2 \le n\beta^2$.
#
# But $w^{*\top} w \le \|w\|$, as $w^*$ has length 1. So $n\,b^* \le \sqrt n\,\beta$, and

# %% [markdown] slideshow={"slide_type": "subslide"}
# $$ n \;\le\; \frac{\beta^2}{b^{*2}} . $$
#
# One bound grows like $n$, the other like $\sqrt n$: they must meet. What counts is the width of the gap measured by the longest example. How many examples there
# are, or in which order they come, does not.
#
# | symbol | meaning |
# |---|---|
# | $w^*$ | weights of length 1 that separate; nobody needs to know them |
# | $b^*$ | the least score under $w^*$: the gap |
# | $\beta$ | the length of the longest example |
# | $n$ | number of updates so far |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## First, not best · 4 min
#
# The theorem promises *a* line. Here are all 274 birds, their bills scaled to mean 0 and standard deviation 1, shown to the rule in five random orders. Five times it
# stops after two updates, with five different lines.

# %% slideshow={"slide_type": "fragment"}
lesson.first_lines()

# %% [markdown] slideshow={"slide_type": "subslide"}
# One of them passes a bird at a distance of 0.013, though 0.145 is possible. As soon as no bird is wrong, nothing pulls at the line any more. The black line, with the
# widest distance, takes another method: lecture [11](11_support_vectors.ipynb).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Birds it has not seen · 5 min
#
# First in millimetres, as they were measured:

# %% slideshow={"slide_type": "fragment"}
X, species = lesson.two_species("Adelie", "Gentoo")
lesson.Perceptron().fit(X, species).last_step_.caption

# %% [markdown] slideshow={"slide_type": "subslide"}
# The honest number: ten parts, each named by a line that was trained on the nine others (**cross-validation**). The third species, the Chinstrap penguin, has a
# bill as deep as the Adelie's, and no line separates the two.

# %% slideshow={"slide_type": "fragment"}
lesson.penguin_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Where a line separates, the rule finds one, and here it names every new bird rightly. Where none does, it is stopped after 100 sweeps, wherever it
# happens to be. In millimetres that is worse than always saying *Adelie*. Scaling helps: beside bills in millimetres the constant $-1$ is tiny, and the threshold learns slowly. The **pocket** keeps the best
# weights seen on the way.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | perceptron | LDA ([04](04_gaussian_classifiers.ipynb)) | logistic regression ([06](06_logistic_regression.ipynb)) | support vectors ([11](11_support_vectors.ipynb)) |
# |---|---|---|---|---|
# | stops | only if separable | at once | unless separable | yes |
# | which line | the first without a mistake | from means and spread | makes the labels likeliest | the widest |
# | says how sure it is | no | yes | yes | no |
# | one example at a time | yes | no | possible | no |
# | units matter | for time and line | no | little | very much |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Without negation.** Nothing has to be negated. With classes $t = 0$ or $1$ and the answer $g = 1$ if $w^\top x \ge 0$, else $0$, the rule is
# $w \leftarrow w + (t - g)\,x$. Return the new weights.


# %%
def my_update(w, x, t):
    """my_update(np.array([0, 1, 1]), np.array([-1, 2, 1]), 0) is [1, -1, 0]; with t = 1 the weights stay."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.one_update(my_update)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The rows of `Z` are signed examples, and some line separates them. This function should return the first weights without a mistake. It always
# returns something else. Mend it.


# %%
def find_line(Z):
    """find_line(np.array([[-1, 2, 1], [1, -1, 1]])) is [0, 1, 2]."""
    w, mistakes = np.zeros(Z.shape[1]), 1
    while mistakes:
        mistakes = 0
        for z in Z:
            if w @ z < 0:
                w, mistakes = w + z, mistakes + 1
    return w


# %% slideshow={"slide_type": "skip"}
lesson.exercises.never_starts(find_line)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ One more measurement.** No two measurements separate the Adelie from the Chinstrap penguins. Three do. Choose them from `"bill_length_mm"`, `"bill_depth_mm"`,
# `"flipper_length_mm"` and `"body_mass_g"` so that the rule stops.

# %%
my_measurements = None  # such as ["bill_length_mm", "flipper_length_mm", "body_mass_g"]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.enough_measurements(my_measurements)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ A bad line.** Place at least four points on which the rule stops with a bad line: the nearest point is ten times nearer than it need be. The points are
# looked at in your order, from $w = 0$.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0]] and [-1, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.bad_line(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Only a mistake moves $w$, by $\eta z$, and the score of that example grows.
# - If some line separates, there are at most $\beta^2/b^{*2}$ updates. If none does, there is no end.
# - It stops at the first line without a mistake. That is hardly ever the best one.
# - Scale the measurements. Where no line separates, keep the best weights in a pocket.
#
# **And the penguins?** Yes: 23 updates and 12 sweeps find a line between Adelie and Gentoo bills in millimetres.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [09_more](09_more.ipynb): how far should one step go, is there a line at all, what to do if not · next: [10 the perceptron's family](10_perceptron_family.ipynb) ·
# Rosenblatt (1958); Novikoff (1962), whose proof this is.
