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
# A machine that learns only from its mistakes, and a proof that it must stop.
#
# **After this lecture you can**
#
# - run Rosenblatt's rule by hand and say what one update does to the line and to $w$;
# - state the convergence theorem, point at its two bounds while the algorithm runs, and compute the mistake bound;
# - choose between constant, optimal, relaxation and normalised learning rates, and say what each one does geometrically;
# - decide by a linear program whether *any* line separates the data, with a certificate either way;
# - name four places where the slides are wrong, and prove it.
#
# It follows deck 000 (*Two Class Case* to *Normalized Perceptron - 2*), deck 004 (*The Perceptron Algorithm (Frank Rosenblatt, 1957)* and
# *Perceptron: Learning Algorithm*) and deck 002 (*Perceptron*). About 75 minutes. Each section names its slides.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l09_perceptron as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One idea: which side are you on?
#
# *Deck 000: Two Class Case · deck 002: Perceptron*
#
# Put a constant in front of every example, $x = (-1, x_1, \dots, x_p)$. Then a line (a plane, a hyperplane) is one
# vector $w$, and the side of an example is the sign of one number:
#
# $$ w^\top x = \|w\|\,\|x\|\cos\theta \;\; \begin{cases} > 0 & \text{acute angle: one class}\\ < 0 & \text{obtuse angle: the other}\end{cases} $$
#
# Now a trick that makes every formula below shorter: **negate the examples of one class**, $z = -x$, and keep the others, $z = x$.
# Both classes then ask for the same thing, $w^\top z > 0$. The first number of $w$ is the threshold: deck 004 writes it
# $\theta$ and drops it along the way (E-004-18); with the constant input it is just one more weight.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The rule
#
# *Deck 000: Decision-Based Learning – 1 · deck 004: Perceptron: Learning Algorithm*
#
# Look at the examples one after the other. If $w^\top z > 0$, do nothing. Otherwise
#
# $$ w \leftarrow w + \eta\, z . $$
#
# Why should that help? Because the score of *this* example grows by exactly $\eta\|z\|^2$:
#
# $$ (w + \eta z)^\top z = w^\top z + \eta \|z\|^2 . $$
#
# It may make others worse. That the whole thing stops nevertheless is the theorem of this lecture.

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("perc6")
X, y = table.numeric("x1", "x2"), table["class"] == 1
table

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict first
#
# Six points, weights start at zero, learning rate 1. Commit yourself before you run it: a wrong guess that you made
# teaches more than a right answer that you read.

# %%
guess = lesson.questions.updates_for_six_points.ask()
guess

# %% slideshow={"slide_type": "subslide"}
trace = lesson.Perceptron().trace(X, y)
for step in trace:
    print(step.caption, "  w =", step.w)

# %% slideshow={"slide_type": "subslide"}
print(guess.reveal(str(trace[-1].update), because="each update fixes far more than the example it was made for"))
assert trace[-1].update == 2 and trace[-1].sweep == 2
assert trace[-1].w.tolist() == [0, 1, 2]

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The same rule in the other coding
#
# *Deck 000: Decision Based Learning - 2 · deck 004: The Perceptron Algorithm (Frank Rosenblatt, 1957)*
#
# Nothing has to be negated: with targets $t \in \{0, 1\}$ and the unit's output $g = H(w^\top x)$, where $H(v) = 1$ for $v \ge 0$,
#
# $$ w \leftarrow w + \eta\,(t - g)\,x $$
#
# adds a missed example of class 1 (reinforcement) and subtracts a missed one of class 0 (anti-reinforcement). The one difference is what a
# score of exactly 0 means: here it is an answer, "class 1". So the two codings start differently and end at different lines. (Deck 004 also
# takes the constant input as $+1$; that changes the sign of one weight and nothing else.)

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("and")
X, y = table.numeric("x1", "x2"), table["y"]
negated = lesson.Perceptron().fit(X, y).last_step_
threshold = lesson.Perceptron(zero="second class", x0=1).fit(X, y).last_step_
print("negated:  ", negated.caption, negated.w)
print("threshold:", threshold.caption, threshold.w)
assert threshold.w.tolist() == [-3, 2, 1] and (threshold.update, threshold.sweep) == (11, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: a proof, as it happens
#
# Space plays, the arrow keys step, Home and End jump. Drag a point and watch the line follow; add and delete points;
# copy the state and send it to your neighbour.
#
# - Make the **gap** small. What happens to the number of updates? To the green band?
# - Press End, then step back: which update turned the line most?
# - Drag one point to the other side, so that no line separates. What does the story say, and where does $w$ go?
# - Hollow points are on the wrong side. Can their number *grow* after an update?

# %% slideshow={"slide_type": "subslide"}
lab = lesson.ConvergenceLab()
lab

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The theorem
#
# *Deck 000: Linear Perceptron Convergence Theorem-1, Linear Perceptron Convergence Theorem-2*
#
# Suppose some $w^*$ separates strictly: $w^{*\top} z \ge b^* > 0$ for every example (the **gap**); let $\beta = \max \|z\|$ (the **reach**).
# Start at $w = 0$ and make $n$ updates. Two lines of algebra:
#
# $$ w^{*\top} w \;\ge\; n\,\eta\, b^* \qquad\text{each update adds } \eta\, w^{*\top} z \ge \eta\, b^* $$
# $$ \|w\|^2 \;\le\; n\,\eta^2\beta^2 \qquad\text{each update adds } 2\eta\, w^\top z + \eta^2\|z\|^2 \text{ and } w^\top z \le 0 $$
#
# The first grows like $n$, the second (as a length) only like $\sqrt n$. A cosine cannot exceed 1, so they must stop before they cross:
#
# $$ n \;\le\; \frac{\|w^*\|^2\,\beta^2}{b^{*2}} . $$
#
# $n$ counts **updates**. Neither sweeps nor looks at correct examples are counted (the slide says "iterations", E-000-14).

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("and")
X, y = table.numeric("x1", "x2"), table["y"]
w_star = np.array([3.0, 2.0, 2.0])  # 2 x1 + 2 x2 - 3 = 0 separates AND; every score is at least 1
trace = lesson.Perceptron(separator=w_star).trace(X, y)
last = trace[-1]
print(f"updates {last.update} in {last.sweep} sweeps, bound {last.theorem.mistake_bound(eta=1.0):.0f}")
for name in ("update", "alignment_bound", "alignment", "norm", "norm_bound"):
    print(f"{name:16}", trace[:-1].curve(name)[:8].round(2))

# %% slideshow={"slide_type": "skip"}
assert last.update == 18 and last.sweep == 9
assert round(last.theorem.mistake_bound(eta=1.0), 9) == 51
assert all(step.alignment_bound <= step.alignment + 1e-12 and step.norm <= step.norm_bound + 1e-12 for step in trace)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The bound is honest but far away: 51 against 18. It depends on one number only: how wide the gap $b^*/\|w^*\|$ is, measured against the
# longest example $\beta$. Not on the number of examples, not on the number of features, and, starting from zero, not on the learning rate.
#
# A **margin** $b$ (a slider of the lab) asks for more: an example counts as a mistake until $w^\top z > b$. The second line above then adds
# $2\eta b$ per update, and the bound becomes $\|w^*\|^2(\beta^2 + 2b/\eta)/b^{*2}$.

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("perc6")
X, y = table.numeric("x1", "x2"), table["class"] == 1
runs = [lesson.Perceptron(learning_rate=eta).fit(X, y).last_step_ for eta in (0.1, 1.0, 7.0)]
print([run.update for run in runs], [run.w.round(3).tolist() for run in runs])
assert [run.update for run in runs] == [2, 2, 2]

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How far should one step go?
#
# *Deck 000: Optimal Learning Rate, Relaxation Method, Normalized Perceptron - 1*
#
# | rate | $\eta$ | what it does |
# |---|---|---|
# | constant | $\eta$ | adds the example, scaled |
# | optimal | $(w^*-w)^\top z/\|z\|^2$ | gets as near to $w^*$ as this direction allows; needs to know $w^*$ |
# | relaxation | $(b+|w^\top z|)/\|z\|^2$ | lands exactly on the margin, $w^\top z = b$ |
# | normalised | $2|w^\top z|/\|z\|^2$ | reflects $w$: the score changes sign, the length stays |

# %%
guess = lesson.questions.slowest_rate.ask()
guess

# %% slideshow={"slide_type": "subslide"}
rates = lesson.RatesLab()
rates

# %% [markdown] slideshow={"slide_type": "notes"}
# - Turn the start around. Which rule cares, and which hardly notices?
# - Let relaxation land farther inside ($b$). More updates or fewer?
# - The optimal rate has seen the answer. How much does that help, and where does it not?

# %% slideshow={"slide_type": "subslide"}
updates = {rate: step.update for rate, step in zip(lesson.RATES, lesson.RatesLab().steps[-1].steps, strict=True)}
print(updates)
print(
    guess.reveal(
        max(updates, key=updates.get),
        because="here; it takes the same step however wrong the example is. Other points, other winners: try the seeds",
    )
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# One update of each, by hand: $w = (1, -2, \tfrac12)$ meets $z = (-1, 2, 1)$, with $w^* = (0, 3, 2)$ and $b = \tfrac12$.

# %% slideshow={"slide_type": "subslide"}
w, z, w_star, b = np.array([1, -2, 0.5]), np.array([-1.0, 2, 1]), np.array([0.0, 3, 2]), 0.5
score, square = w @ z, z @ z
relaxation, normalised, optimal = (b - score) / square, 2 * abs(score) / square, (w_star - w) @ z / square
print(f"score {score}   relaxation {relaxation:.4f}   normalised {normalised:.4f}   optimal {optimal:.4f}")
assert np.isclose((w + relaxation * z) @ z, b)
assert np.isclose(np.linalg.norm(w + normalised * z), np.linalg.norm(w)) and np.isclose(
    (w + normalised * z) @ z, -score
)
assert np.isclose((w + optimal * z - w_star) @ z, 0) and np.isclose(
    optimal, 25 / 12
)  # nothing nearer in this direction

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Is there a line at all?
#
# *Deck 000: Linear Programming (LP) Formulation-1, LP Formulation-2, Dual Problem*
#
# The perceptron cannot say "no": on data that no line separates it runs forever. A linear program can. Give every example a slack
# $u_i \ge 0$ for what it lacks to the margin, and make the slacks small together:
#
# $$ \min_{w,u} \sum_i u_i \quad\text{with}\quad u_i \ge b - w^\top z_i,\; u_i \ge 0, \qquad b > 0 . $$
#
# The least sum is 0 exactly when a line separates, and then $w$ is the proof. Otherwise the proof is in the dual: maximise
# $b\sum_i\lambda_i$ with $0 \le \lambda_i \le 1$ and $\sum_i \lambda_i z_i = 0$. Multipliers, not all zero, that balance the examples at the
# origin show that *no* $w$ can have $w^\top z_i > 0$ for all of them: multiply by $\lambda_i$, add, and get $0 > 0$.
#
# The simplex method walks from corner to corner: each **pivot** lets one example in and another out. The dual's value only rises; the slacks of
# the line it has at hand may rise on the way. Where the two meet, both are proven best.

# %% slideshow={"slide_type": "subslide"}
program = lesson.ProgramLab()
program


# %% [markdown] slideshow={"slide_type": "notes"}
# - Which examples have a multiplier strictly between 0 and 1? Find them in the plane: where do they lie?
# - Drag one point until a line separates. What happens to the multipliers at that moment?
# - Choose *xor*. Which points balance which?


# %% slideshow={"slide_type": "subslide"}
def least_slack(name, columns, positive, target="y"):
    table = lesson.data.load(name)
    step = lesson.LinearProgram().fit(table.numeric(*columns), table[target] == positive).last_step_
    print(f"{name:7} least total slack {step.primal:.4f} = {step.dual:.4f}   {step.reason}")
    return round(step.primal, 9), round(step.dual, 9)


assert least_slack("and", ("x1", "x2"), 1) == (0, 0)
assert least_slack("xor", ("x1", "x2"), 1) == (4, 4)
assert least_slack("perc6", ("x1", "x2"), 1, "class") == (0, 0)
assert least_slack("logit8", ("x",), 1) == (4.8, 4.8)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## When no line separates
#
# Then the rule goes on for ever: $w$ wanders, yet stays bounded (a theorem of Block and Levin, which we only watch here). Stopping anywhere is a
# lottery. Gallant's **pocket** keeps the best weights seen so far, for as many sweeps as you grant.

# %%
X, y = lesson.data.gaussians(100, seed=2)
wanderer = lesson.Perceptron(order="random", max_sweeps=50, seed=1).trace(X, y)
pocket = lesson.PocketPerceptron(max_sweeps=50, seed=1).fit(X, y)
print(f"largest |w| in {wanderer[-1].update} updates: {wanderer.curve('norm').max():.1f}")
mistakes = [int(np.sum(step.model.predict(X) != y)) for step in wanderer]
print(
    f"mistakes on the way: {min(mistakes)} to {max(mistakes)}, at the end {mistakes[-1]}, in the pocket {pocket.last_step_.best_mistakes}"
)
assert pocket.last_step_.best_mistakes == min(mistakes)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where the slides are wrong (1): the test that never starts
#
# *Deck 000: Decision-Based Learning – 1 (E-000-13)*
#
# Deck 000 starts at $w = 0$ and updates when $w^\top z < 0$. At $w = 0$ every score is 0, no score is below 0, and nothing ever happens.
# The test must be $\le$, as the slide's own box "Idea" has it.

# %%
table = lesson.data.load("and")
X, y = table.numeric("x1", "x2"), table["y"]
printed = lesson.Perceptron(zero="correct").fit(X, y).last_step_
mended = lesson.Perceptron(zero="mistake").fit(X, y).last_step_
print("printed:", printed.caption, printed.w)
print("mended: ", mended.caption, mended.w)
assert printed.update == 0 and not printed.w.any() and mended.update == 18

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where the slides are wrong (2): the normalised rule
#
# *Deck 000: Normalized Perceptron - 2 (E-000-16)*
#
# Deck 000 prints $\|w^{+}-w^*\|^2 = \|w-w^*\|^2 - 4|w^\top z|\,w^{*\top}z$ and concludes finite convergence. Two slips: every term
# needs $1/\|z\|^2$, and a decrease that may tend to zero proves nothing about finitely many steps. It can even stall: an
# example exactly on the boundary has $\eta = 0$.

# %% slideshow={"slide_type": "subslide"}
w, z, w_star = np.array([1, -2, 0.5]), np.array([-1.0, 2, 1]), np.array([0.0, 3, 2])
after = w + 2 * abs(w @ z) / (z @ z) * z
true = np.sum((after - w_star) ** 2) - np.sum((w - w_star) ** 2)
print(f"true change {true:.0f}, mended formula {-4 * abs(w @ z) * (w_star @ z) / (z @ z):.0f}, "
      f"printed formula {-4 * abs(w @ z) * (w_star @ z):.0f}")  # fmt: skip
assert round(true, 9) == -24

# %% slideshow={"slide_type": "subslide"}
X, y = np.array([[1.0, 0.0], [0.0, -1.0]]), np.array([1, 0])  # z = (1, 0) and (0, 1), without a constant input
stalled = lesson.Perceptron(rate="normalised", x0=0, start=[0.0, 1.0, 0.0]).fit(X, y).last_step_
print(stalled.caption)
assert stalled.w.tolist() == [0, 1, 0] and "stalled" in stalled.reason

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where the slides are wrong (3): "separable" must be strict
#
# *Deck 004: Perceptron: Learning Algorithm (E-004-17)*
#
# Deck 004 promises convergence, whatever the first weights, if some $w$ has $w^\top x \ge 0$ on one class and $< 0$ on the other. Take
# $C_1 = \{(1,0), (-1,0)\}$ and $C_2 = \{(0,1)\}$, without a constant input: $w = (0,-1)$ qualifies. From $w = 0$ the rule stops by luck, because a
# score of 0 counts as class 1. From $(0.3, 0.2)$ it swings for ever: no *strict* separator exists, for $(1,0)$ and $(-1,0)$ balance at the origin.

# %% slideshow={"slide_type": "subslide"}
X, y = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.array([1, 1, 0])
lucky = lesson.Perceptron(x0=0, zero="second class").trace(X, y)
weak = lesson.Perceptron(x0=0, zero="second class", start=[0.0, 0.3, 0.2], max_sweeps=1000).trace(X, y)
print("from zero:      ", lucky[-1].caption)
print("from (0.3, 0.2):", weak[-1].caption)
swings = {round(float(step.w[1]), 9) for step in weak[10:]}
print("w1 takes the values", sorted(swings))
assert lucky[-1].update == 1 and "budget" in weak[-1].reason and swings == {-0.7, 0.3}

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where the slides are wrong (4): a shrinking distance is not yet a proof
#
# *Deck 000: Linear Perceptron Convergence Theorem-3 (E-000-15)*
#
# The second proof on the slides shows that, for $\eta < 2b^*/\beta^2$, the distance $\|w - w^*\|$ shrinks with every update, and concludes that the
# rule converges. A decreasing sequence has a limit, but it may need infinitely many steps. What saves the proof is *how much* it shrinks: each
# update takes at least $2\eta b^* - \eta^2\beta^2$ off the squared distance, so $n \le \|w^*\|^2 / (2\eta b^* - \eta^2\beta^2)$. The best rate for this
# bound is $\eta = b^*/\beta^2$, and then it is the first proof's bound again.

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("perc6")
X, y = table.numeric("x1", "x2"), table["class"] == 1
theorem = lesson.Perceptron(separator=[0.0, 1.0, 2.0]).fit(X, y).last_step_.theorem
best = theorem.gap / theorem.reach**2
print(f"b = {theorem.gap:.0f}, beta^2 = {theorem.reach**2:.0f}: best eta {best:.6f} = 1/19")
assert np.isclose(best, 1 / 19)
assert np.isclose(
    5 / (2 * best * theorem.gap - best**2 * theorem.reach**2), theorem.mistake_bound(eta=1.0)
)  # |w*|^2 = 5
distances = lesson.Perceptron(separator=[0.0, 1.0, 2.0], learning_rate=best).trace(X, y).curve("distance")
assert np.all(np.diff(distances[:-1] ** 2) <= -(2 * best * theorem.gap - best**2 * theorem.reach**2) + 1e-12)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. A check says what it expected, what came, and a hint; never the answer. Untouched
# exercises say so and stop nothing.
#
# **1. The rule.** Write the weights after one look at the signed example $z$.


# %%
def my_update(w, z, eta):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.update_rule(my_update)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. The bound.** The rows of `Z` are signed examples, `w_star` separates them. Compute the theorem's bound on the number of updates (the number
# itself, not rounded).


# %%
def my_bound(Z, w_star):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.mistake_bound(my_bound)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. Relaxation.** Which $\eta$ takes a mistake $z$ exactly onto the margin $b$?


# %%
def my_rate(w, z, b):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.relaxation_rate(my_rate)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. Hard points.** Find four points that the perceptron separates only after more than twenty updates (AND needs 18). What makes points hard?

# %%
hard_X = None  # four rows of two numbers
hard_y = None  # four labels, two classes

# %% slideshow={"slide_type": "skip"}
lesson.exercises.hard_points(hard_X, hard_y)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. Almost separable.** Deck 004's theorem again: find your own counter-example without any coordinate 0. Labels are +1 and -1, there is no
# constant input, a score of 0 means +1, `weak_w` is the weak separator that the slide would accept, and `weak_start` the first weights.

# %%
weak_X = None
weak_y = None
weak_w = None
weak_start = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.weak_separator(weak_X, weak_y, weak_w, weak_start)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Your learner beside ours
#
# Anything with `fit` and `predict`, or with `steps(X, y)` that yields objects with weights `w`, plays beside the reference, and the first
# update where they part is named. Here the second learner is ours with the printed test of erratum 1. Put your own class in its place.

# %% slideshow={"slide_type": "subslide"}
X, y = lesson.data.separable(30, margin=0.1, seed=7)
duel = lesson.compare(lesson.Perceptron(), lesson.Perceptron(zero="correct"), X, y)
duel

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A mistake moves $w$ by $\eta z$; the score of that example grows by $\eta\|z\|^2$; nothing else is promised.
# - With strict separation the number of **updates** is at most $\|w^*\|^2\beta^2/b^{*2}$, whatever the order and the size of the data.
# - Relaxation projects, the normalised rule reflects, the optimal rate needs to know the answer.
# - A linear program decides separability and proves it: weights that separate, or multipliers that balance. Where nothing separates, keep the
#   best weights in a pocket.
#
# **Read next:** Novikoff's proof (1962); Rosenblatt's report of 1957 for the ambition; Gallant on the pocket (1990); lecture 10 for more classes, prototypes and
# capacity; lecture 11 for the line with the widest gap.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("09").without("lecture", "lesson")
