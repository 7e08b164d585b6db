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
# # 10 · The perceptron family
#
# One idea, *correct the weights of whoever was wrong*, carried to many classes, soft mistakes, prototypes and least squares; and the question
# how much a single unit can learn at all.
#
# **After this lecture you can**
#
# - extend the perceptron to many classes, ask it for a safety distance, and say why the theorem still holds;
# - soften a mistake into a penalty, and say who moves how far when it is sharpened again;
# - run LVQ by hand and tell the slide's rule from Kohonen's;
# - choose between Adaline, Ho–Kashyap and the perceptron when the data may not be separable;
# - compute how many random points a unit can separate, and check it by experiment.
#
# It follows deck 000, *Extension to Multiple Classes* to *Capacity Questions*, with *Non-parametric Learning of Discriminant Weights*, and the
# delta rule of deck 002. About 90 minutes.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l10_perceptron_family as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Many classes: strengthen one, weaken one
#
# *Deck 000: Extension to Multiple Classes*
#
# Every class gets its own weights $w_i$, and an example goes to the class with the largest score $w_i^\top x$. When an example of class $j$
# is not won by $j$, find the **challenger** $c$, the best of the others, and
#
# $$ w_j \leftarrow w_j + \eta x, \qquad w_c \leftarrow w_c - \eta x . $$
#
# All other classes are left alone: credit and blame go only to the two that were involved (*Key Properties of Perceptron*). With a
# **vigilance** $\varepsilon$ a narrow win is not enough: $j$ must lead by more than $\varepsilon$.

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("pm3")
X, y = table.numeric("x1", "x2"), table["k"].astype(int)
plain = lesson.MulticlassPerceptron().trace(X, y)
watchful = lesson.MulticlassPerceptron(vigilance=5.0).trace(X, y)
for step in plain:
    print(step.caption)
print(plain[-1].W)

# %% slideshow={"slide_type": "skip"}
assert plain[-1].W.tolist() == [[0, 2, -2], [1, 0, 3], [-1, -2, -1]] and (plain[-1].update, plain[-1].sweep) == (3, 2)
assert watchful[-1].W.tolist() == [[1, 3, 1], [-1, -1, 5], [0, -2, -6]] and watchful[-1].update == 4
assert all(not step.W.sum(axis=0).any() for step in plain)  # what one class gains, another loses

# %%
guess = lesson.questions.more_vigilance.ask()
guess

# %% slideshow={"slide_type": "subslide"}
vigilance = lesson.VigilanceLab()
vigilance

# %% [markdown] slideshow={"slide_type": "notes"}
# - Raise the vigilance slowly, up to 2, and look at the end of each story. Do the borders keep more distance from the points? What does it cost?
# - Drag one point deep into another class. Which two classes pay for it?
# - Raise it further. When does the story no longer end within its sweeps, and what does more sweeps change?

# %% slideshow={"slide_type": "subslide"}
counts = [lesson.MulticlassPerceptron(vigilance=v).fit(X, y).last_step_.update for v in (0, 1, 2, 3, 4, 5)]
print("updates for vigilance 0 to 5:", counts)
print(
    guess.reveal(
        "it depends",
        because="a stricter test changes which examples are mistakes, and so the whole course of the story",
    )
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Why it stops: Kesler's trick
#
# *Deck 000: Finite Convergence (E-000-17)*
#
# Put all weights into one long vector $q = (w_1, \dots, w_C)$, and for an example of class $j$ and a rival $k$ build the long vector $p_{jk}$
# with $x$ in block $j$, $-x$ in block $k$ and zeros elsewhere. Then $q^\top p_{jk} = w_j^\top x - w_k^\top x$: "class $j$ wins" is
# "$q^\top p_{jk} > 0$", and the update is the plain perceptron's $q \leftarrow q + \eta p_{jk}$. So lecture 09's theorem applies word for word.
# The slide calls $p_{jk}$ $(p+1)$-dimensional; it has $C(p+1)$ entries.

# %%
x, j, k = np.array([-1.0, 2.0, 0.0]), 0, 1
row, q = lesson.kesler_row(x, j, k, C=3), watchful[-1].W.ravel()
print(row)
assert np.isclose(q @ row, watchful[-1].W[j] @ x - watchful[-1].W[k] @ x) and len(row) == 3 * 3

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Soft mistakes
#
# *Deck 000: Fuzzy Updates - 1, Fuzzy Updates - 2, Fuzzy Updates - 3*
#
# Right or wrong is a step function of $d = -y_j + y_c$, the challenger's lead. Replace the step by a slope: a penalty $g(d)$ that rises from 0
# to 1 over a band of width $\xi$, and go down its gradient. An example far on the right side asks for nothing; one far on the wrong side
# is given up as an outlier; those near the border do the work. Start with a wide band and shrink it.
#
# $$ g(d) = \frac{1}{1 + e^{-d/\xi}}, \quad g' = \frac{g(1-g)}{\xi} \qquad\text{or}\qquad g(d) = \tfrac{d}{\xi} + \tfrac12 \text{ cut to } [0,1], \quad g' = \tfrac1\xi \text{ inside} $$

# %% slideshow={"slide_type": "subslide"}
fuzzy = lesson.FuzzyLab()
fuzzy

# %% [markdown] slideshow={"slide_type": "notes"}
# - Stop in the middle: which dots sit where the penalty is steep? Find them in the plane.
# - Compare the logistic with the linear penalty at the same $\xi$: which one forgets outliers sooner?
# - With the logistic penalty, keep $\xi$ constant (decay 1). What does sharpening buy? Does the linear penalty agree?

# %% [markdown] slideshow={"slide_type": "subslide"}
# More generally the challenger may be a mean over *all* rivals: $d = -y_j + \left[\frac{1}{C-1}\sum_{i\ne j} y_i^r\right]^{1/r}$,
# from the plain mean ($r = 1$) to the maximum ($r \to \infty$). **Two slips on the slides.** For finite $r$ *every* rival must move, each by its
# share $\partial d/\partial y_i$, not the challenger alone, and scores must be positive, which linear ones are not (E-000-18; our learner takes
# $\ln(1 + e^{y})$ instead). And the linear penalty's slope is $1/\xi$, not 1 (E-000-19).

# %% slideshow={"slide_type": "subslide"}
scores, true_class = np.array([2.0, 1.5, 0.5, 1.0]), 0
print(
    "d for r = 1, 4, 100, infinity:",
    [round(float(lesson.misclassification(scores, true_class, r)), 6) for r in (1, 4, 100, np.inf)],
)
print("shares for r = 4:", lesson.misclassification_weights(scores, true_class, r=4)[1:].round(6))
assert np.isclose(lesson.misclassification(scores, true_class, 4), -0.804646907134331)
assert np.allclose(
    lesson.misclassification_weights(scores, true_class, 4)[1:], [0.65866394913, 0.02439496108, 0.19515968863]
)

# %% slideshow={"slide_type": "subslide"}
for kind, d in (("logistic", -0.2), ("logistic", 0.0), ("logistic", 0.1), ("linear", 0.1)):
    g, slope = lesson.penalty(d, xi=0.5, kind=kind)
    numeric = (lesson.penalty(d + 1e-6, 0.5, kind)[0] - lesson.penalty(d - 1e-6, 0.5, kind)[0]) / 2e-6
    print(f"{kind:8} d = {d:4}: g = {g:.6f}, slope = {slope:.6f}, by differences {numeric:.6f}")
    assert np.isclose(slope, numeric)
assert np.allclose(lesson.penalty(0.1, 0.5, "linear"), (0.7, 2.0))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Prototypes: the same update on another score
#
# *Deck 000: LVQ as Perceptron Update*
#
# Let the score of a prototype be its nearness, $y_i = -\tfrac12\|x - w_i\|^2$. The perceptron's update is $\pm\eta\nabla_w y$, and here
#
# $$ \nabla_w y = +(x - w), \qquad w_j \leftarrow w_j + \eta(x - w_j), \quad w_k \leftarrow w_k - \eta(x - w_k) : $$
#
# the nearest prototype of the true class comes closer, the wrong winner backs off. The slide prints $-(x - w)$: that is the gradient of the
# distance $\tfrac12\|x - w\|^2$, not of the score $y$ it has just defined; its updates are right nevertheless (E-000-20). Kohonen's own LVQ1 moves *only the winner*, closer when it is right and away when it is wrong (E-000-21).

# %% slideshow={"slide_type": "subslide"}
nearer, farther = lesson.lvq_step(np.array([1.0, 1.0]), np.array([3.0, 2.0]), np.array([0.0, 1.0]), eta=0.2)
print(nearer, farther)
assert np.allclose(nearer, [2.6, 1.8]) and np.allclose(farther, [-0.2, 1.0])
x, w = np.array([1.0]), np.array([3.0])
slope = (-0.5 * (x - (w + 1e-6)) ** 2 + 0.5 * (x - (w - 1e-6)) ** 2) / 2e-6
assert np.allclose(slope, x - w)  # -2, not +2

# %%
guess = lesson.questions.border_of_prototypes.ask()
guess

# %% slideshow={"slide_type": "subslide"}
prototypes = lesson.PrototypesLab()
prototypes

# %% [markdown] slideshow={"slide_type": "notes"}
# - Choose *rings*: one prototype per class, then four. What can the border do now?
# - Rule *winner* is Kohonen's. Who moves when the winner is right? Give it a large rate on overlapping blobs.
# - Start at the *means*. How far do the prototypes still go?

# %% slideshow={"slide_type": "subslide"}
print(
    guess.reveal("no", because="the border of two prototypes is their bisector; it bends only with several per class")
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Not mistakes but errors: Adaline and least squares
#
# *Deck 000: Non-parametric Learning of Discriminant Weights · deck 002: On-line least-squares minimization algorithm*
#
# Widrow and Hoff take the *number* $w^\top x$ and a target $t = \pm1$, and correct in proportion to the error, on every example, right or wrong:
#
# $$ w \leftarrow w + \eta\,(t - w^\top x)\,x . $$
#
# It settles near the least squares solution whether or not a line separates: the smaller the rate, the nearer, and exactly only if the rate
# shrinks to zero. The price: far points on the *right* side pull too. (Differentiating the squared error itself gives a factor 2, which is
# absorbed in $\eta$.)

# %% slideshow={"slide_type": "subslide"}
adaline = lesson.AdalineLab()
adaline

# %% [markdown] slideshow={"slide_type": "notes"}
# - The default points are separable. Which of the two finds a separating line, and why does the other not care?
# - Set the rate to 1. What does the story say, and at which update?
# - Choose *gaussians*. Which of the two would you rather stop at a random moment?

# %% [markdown] slideshow={"slide_type": "subslide"}
# The slide's list also names the *incremental Gauss–Newton* method, **recursive least squares**: keep $P$, the inverse of what was seen so far, and
# weigh each error by the gain $k = Px/(1 + x^\top P x)$: $w \leftarrow w + k\,(t - w^\top x)$, $P \leftarrow P - k x^\top P$. Started at
# $P = I/\delta$ it is, after one pass, exactly ridge regression with $\lambda = \delta$. Below: one pass of both over four points with
# targets $\pm1$. Adaline has only begun; the recursion has already solved the problem.

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("dhs4")
X, t = table.numeric("x1", "x2"), np.where(table["y"] == 1, 1, -1)
one_pass = lesson.Adaline(learning_rate=0.1, max_sweeps=1).fit(X, t).last_step_.w
recursive = lesson.RecursiveLeastSquares(ridge=0.01).fit(X, t).last_step_.w
print("Adaline after one pass:", one_pass.round(4), "  recursive least squares:", recursive.round(4))
assert np.allclose(one_pass, [-0.055, -0.419, -0.057])
assert np.allclose(recursive, [3.51868393772653, -1.28054239869173, -0.644263900124918])

# %% [markdown] slideshow={"slide_type": "subslide"}
# The same rule for numbers is deck 002's **delta rule**: three samples $(1,2), (2,3), (3,5)$, rate $0.1$, weights for $(1, x)$ after each.

# %% slideshow={"slide_type": "subslide"}
samples = lesson.LeastMeanSquares(learning_rate=0.1, max_sweeps=1).trace(
    np.array([[1.0], [2.0], [3.0]]), [2.0, 3.0, 5.0]
)
print([step.w.round(4).tolist() for step in samples[1:-1]])
assert np.allclose([step.w for step in samples[1:-1]], [[0.2, 0.2], [0.44, 0.68], [0.692, 1.436]])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Ho–Kashyap: least squares that learns its targets
#
# *Deck 000: Non-parametric Learning of Discriminant Weights*
#
# Least squares may misclassify although a line separates: its targets are arbitrary. Let the rows of $Y$ be the signed examples $z$, call the
# weights $a$, and start with targets $b = (1, \dots, 1)$. Solve for the weights, look at the errors, and raise the targets where the line
# overshoots ($e_+$ keeps the positive errors, $0 < \eta < 1$, $Y^{+}$ is the pseudo-inverse):
#
# $$ a = Y^{+} b, \qquad e = Y a - b, \qquad b \leftarrow b + 2\eta\, e_+ . $$
#
# Either all $Ya > 0$, and $a$ separates. Or $e \le 0$ with $e \ne 0$, and that *proves* that nothing does: least squares has $Y^\top e = 0$, so
# $-e$ are lecture 09's multipliers, which balance the examples at the origin.

# %% slideshow={"slide_type": "subslide"}
ho_kashyap = lesson.HoKashyapLab()
ho_kashyap

# %% [markdown] slideshow={"slide_type": "notes"}
# - The dashed line is plain least squares. Drag the far point nearer: when does it begin to be right?
# - Which targets rise, and whose errors call for it?
# - Choose *xor*. Read the proof off the plane.

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("lda10")
X, y = np.vstack([table.numeric("x1", "x2"), [-20, -20]]), np.append(table["y"] == 1, True)
repaired = lesson.HoKashyap().trace(X, y)
print(f"least squares: {repaired[0].mistakes} mistakes; Ho-Kashyap: {repaired[-1].caption}")
xor = lesson.data.load("xor")
refused = lesson.HoKashyap().trace(xor.numeric("x1", "x2"), xor["y"])[-1]
print("XOR:", refused.errors, refused.caption)
assert repaired[0].mistakes == 2 and np.allclose(refused.errors, -1)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How much can one unit learn?
#
# *Deck 000: Capacity Questions*
#
# Take $N$ points in general position in $p$ dimensions and label them by coin flips. Cover (1965) counted the labellings a hyperplane can
# realise:
#
# $$ P(N, p) = 2^{1-N}\sum_{i=0}^{p}\binom{N-1}{i} \;\; (=1 \text{ for } N \le p+1), \qquad P = \tfrac12 \text{ exactly at } N = 2(p+1). $$
#
# The slide's normal approximation, $\Phi\big((2p-N)/\sqrt N\big)$, is off where it matters: it gives 0.327 for $N=20$, $p=9$, where the truth is
# one half. With the constant input counted and the continuity corrected, $\Phi\big((2p+2-N)/\sqrt{N-1}\big)$, it is right (E-000-22).

# %% slideshow={"slide_type": "subslide"}
for n, p in ((4, 2), (20, 9), (50, 20), (100, 49)):
    print(f"N = {n:3}, p = {p:2}: exact {lesson.separable_probability(n, p):.5f}   "
          f"slide {lesson.normal_approximation(n, p, corrected=False):.5f}   corrected {lesson.normal_approximation(n, p):.5f}")  # fmt: skip
assert lesson.separable_probability(4, 2) == 7 / 8 and lesson.separable_probability(20, 9) == 0.5
square = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
print("separable labellings of the square's corners:", lesson.count_separable(square), "of 16")
assert lesson.count_separable(square) == 14  # all but XOR and its complement

# %%
guess = lesson.questions.twice_the_inputs.ask()
guess

# %% slideshow={"slide_type": "subslide"}
capacity = lesson.CapacityLab()
capacity

# %% [markdown] slideshow={"slide_type": "notes"}
# - Whiskers are two standard errors. Does the experiment side with the exact curve or with the slide's approximation?
# - Raise $p$. Does the fall from 1 to 0 become steeper, measured in $N/p$?

# %% slideshow={"slide_type": "subslide"}
print(guess.reveal("about twice as many", because="the chance is one half at N = 2 (p + 1): 22 instead of 12"))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1. LVQ.** Both prototypes after `x`, of the class of `w_true`, was won by `w_rival`.


# %%
def my_lvq(x, w_true, w_rival, eta):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.lvq_step(my_lvq)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. Vigilance.** `W` has a row per class; the example `x` is of class `j` and must lead by more than `epsilon`.


# %%
def my_vigilance(W, x, j, epsilon, eta):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.vigilance_update(my_vigilance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. Cover.** The exact probability, and the number of points in nine dimensions at which it is one half.

# %%
my_capacity = None


def my_probability(N, p):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.cover_probability(my_probability)
lesson.exercises.capacity(my_capacity)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. The slope.** Of the linear penalty, at `d`.


# %%
def my_slope(d, xi):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.fuzzy_slope(my_slope)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. Kesler.** The long row for an example of class `j` against class `k`, out of `C`.


# %%
def my_kesler(x, j, k, C):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.kesler_row(my_kesler)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The update is always $\pm\eta\nabla_w y$ for the two classes involved; change the score $y$ and you get LVQ, change the step to a slope and
#   you get fuzzy updates.
# - Kesler's construction turns many classes into one perceptron, theorem included.
# - Least squares always answers; Ho–Kashyap makes it answer *right* when that is possible, and proves it when it is not.
# - A unit with $p$ inputs has an even chance at $2(p+1)$ random labels, and soon none beyond.
#
# **Read next:** Kung, *Digital Neural Networks*, for decision-based learning; Kohonen on LVQ; Cover's counting argument (1965);
# lecture 11 for the separator that generalises best, lecture 13 for units in layers.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("10").without("lecture", "lesson")
