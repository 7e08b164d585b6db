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

# %% [markdown]
# # Errata: what the slides print, and what is right
#
# This course stands on five decks of slides. They are good ones: whoever checks every line of so many slides is bound to stumble somewhere, and most of what is listed here is a sign, a factor or a word. Thanks go to their authors, without whom there would be no course.
#
# | deck | title | by | at | year |
# |---|---|---|---|---|
# | 000 | *Lectures 6 and 7: Logistic Regression & Decision-based Learning (Perceptrons) & Decision Trees* | Krishna R. Pattipati | University of Connecticut | 2018 |
# | 001 | *GE 461: Supervised Learning (Part 2)* | Çiğdem Gündüz Demir | Bilkent University | 2020 |
# | 002 | *Predictive Learning from Data, Lecture Set 5: Nonlinear Optimization Strategies* | Vladimir Cherkassky, revised by Hsiang-Han Chen | after V. Cherkassky and F. Mulier, *Learning from Data*, Wiley 2007 | not named |
# | 003 | *Supervised Learning: K-Nearest Neighbour, Linear, Logistic (Data Analytics with Python)* | Aman Sharma | not named | 2019 |
# | 004 | *CS 559: Classification, Lecture 5* | In Jang | Stevens Institute of Technology | not named |
#
# There are 118 notes, of four kinds. What follows is ordered by deck and lecture. Where a link says *test*, a test of this course computes it.
#
# | kind | how many | what it means |
# |---|---|---|
# | **wrong** | 46 | a formula, number, direction or claim that is not so |
# | **sloppy** | 59 | ambiguous, or right only under a condition that is not said |
# | **remark** | 6 | right as it is meant; a word on it helps |
# | **typo** | 7 | lost or misspelt on the way to the page |

# %% [markdown]
# ## Deck 000 · Krishna R. Pattipati
#
# *Lectures 6 and 7: Logistic Regression & Decision-based Learning (Perceptrons) & Decision Trees*: 18 wrong, 21 sloppy, 4 remarks, 1 typo.

# %% [markdown]
# ### Lecture 01 · Function approximation
#
# The lesson: [01_function_approximation](01_function_approximation.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Minimum Distance versus Maximum a Posteriori Decisions* · **wrong** · E-000-01 | In the alternate coding $d_k = \frac{C}{C-1}\left[1 - P_k + C\Vert P\Vert ^2\right]$. | $d_k = \left(\frac{C}{C-1}\right)^2\left[1 - 2P_k + \Vert P\Vert ^2\right]$, because $y - z_k = C(P - e_k)/(C-1)$. The nearest target is the same. | For $P = (0.5, 0.3, 0.2)$ the distances are 0.855, 1.755, 2.205; the printed line gives 2.46, 2.76, 2.91. [Test](../tests/learners/decisions/test_targets.py) |
# | *Minimum Distance versus Maximum a Posteriori Decisions* · **sloppy** · E-000-02 | Select class $i$ if $\Vert P - z_k\Vert ^2$ is least; the difference is written $y_k - z_k$. | Select the $k$ with the least $\Vert y(x) - z_k\Vert ^2$; the vector $y$ has no index. | The minimum runs over $k$, so $k$ is what is selected. |

# %% [markdown]
# ### Lecture 06 · Logistic regression
#
# The lesson: [06_logistic_regression](06_logistic_regression.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Maximum Likelihood Estimation of Weights* · **sloppy** · E-000-03 | $\nabla^2 J = X^T \Sigma X > 0$; to regularise, add $\lambda w^T w$. | $\nabla^2 J \ge 0$, and $> 0$ only if the columns of $X$ are independent. $\lambda w^T w$ adds $2\lambda w$ and $2\lambda I$, the $\frac{1}{2}\lambda\Vert w\Vert ^2$ of deck 004 half of that; the bias is best left out of the penalty. | With dependent columns an eigenvalue is 0. On one table $\lambda = 1$ has three different optima: $(-0.540, 0.366)$, $(-0.291, 0.262)$, $(-1.662, 0.739)$. [Test](../tests/learners/logistic/test_objective.py) |

# %% [markdown]
# ### Lecture 08 · Bayesian logistic regression
#
# The lesson: [08_bayesian_logistic](08_bayesian_logistic.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Variational Upper Bound on Sigmoid* · **sloppy** · E-000-04 | $g(x) \le \exp(\lambda x - H(\lambda))$ for all $x$ and $\lambda$. | For $0 < \lambda < 1$; equality at $\lambda = g(-x)$. | Checked on a grid of 49 by 99 values. [Test](../tests/learners/bayesian/test_bounds.py) |
# | *Log-Sum-Exponent bound & Multi-class Case* · **wrong** · E-000-05 | $-\ln(1 + \sum e^{y}) \le \ln\lambda + 1 - \lambda(1 + \sum e^{y})$; maximise over $w$, minimise over $\lambda$. | $\ge$: $-\ln$ is convex, its tangent lies below. It is a lower bound of the log-likelihood, so maximise over both $w$ and $\lambda$. The best $\lambda$ is as printed. | $y = (1, 2)$, $\lambda = 0.2$: $-2.4076$ on the left, $-2.8309$ on the right; 20,000 random draws agree. [Test](../tests/learners/bayesian/test_bounds.py) |
# | *Jensen + Log-normal + Variational in Multi-class Case* · **wrong** · E-000-06 | $J = \ldots - \frac{1}{2}\left(\sum \ln\vert \Sigma_{k0}\vert  + \ldots + (p+1)\ln 2\pi\right)$. | $-\ln p(W) = +\frac{1}{2}\sum_k(\ldots)$, and the sum covers all three terms. | $-\ln N(0.7;\ 0.2, 1.7) = +1.2578$; the printed sign gives $-1.2578$. [Test](../tests/learners/bayesian/test_normal.py) |
# | *Jensen + Log-normal + Variational in Multi-class Case* · **wrong** · E-000-07 | The step is justified by: $\ln(1 + e^x)$ is convex in $x$. | The step $E\ln(1 + \sum e^{w}) \le \ln(1 + \sum E e^{w})$ is Jensen's inequality for the concave $\ln$. Convexity bounds from the other side. | $w \sim N(0.3, 0.5)$: $0.85436 \le 0.91234 \le 1.00549$. [Test](../tests/learners/bayesian/test_bounds.py) |
# | *Jensen + Log-normal + Variational in Multi-class Case* · **wrong** · E-000-08 | $\ln S \le \ln\lambda + 1 - \lambda S$. | $\ln S \le \lambda S - \ln\lambda - 1$, and so in the bound on $J$. | The printed right side is at most $-\ln S$, so it fails for every $S > 1$; 20,000 of 20,000 draws. [Test](../tests/learners/bayesian/test_bounds.py) |
# | *Jensen + Log-normal + Variational in Multi-class Case* · **wrong** · E-000-09 | $\tilde J_k = \sum[-z\,w^T x - \lambda e^{\ldots}] + (\mathrm{tr} + \ln\vert \Sigma_0\vert  + \ldots)$; the lower bound is separable. | $+\lambda_n e^{\ldots}$, a factor $\frac{1}{2}$ before the second part, and $-\ln\vert \Sigma_{kN}\vert  - (p+1)$ in it: the entropy of $q$. It is an upper bound. | Without the entropy the objective falls to the end as $\Sigma \to 0$ (5.191, 3.202, 3.016, 2.996); with it the minimum lies at $\Sigma = 0.2283$. [Test](../tests/learners/bayesian/test_jensen.py) |
# | *Variational Logistic Regression - 2* · **sloppy** · E-000-10 | $-\ln p(w \mid D) \le \ldots$ | The right side bounds $-\ln p(w, D) = -\ln p(w \mid D) - \ln p(D)$. | On the test's table the bound is $-7.64349 \le \ln p(D) = -7.41364$. [Test](../tests/learners/bayesian/test_variational.py) |
# | *Laplace (Gaussian) Approximation of Posterior* · **remark** · E-000-11 | $w^*$ minimises the negative log-likelihood; $w$ is a $(p+1) \times (C-1)$ vector. | With a prior, $w^*$ is the MAP estimate and $H$ holds $\Sigma_0^{-1}$; the vector has $(p+1)(C-1)$ entries. The slide reads right if the prior counts as part of the likelihood. | Without prior and with separable classes $H^{-1}$ does not exist. [Test](../tests/learners/bayesian/test_laplace.py) |
# | *Probit Approximation of Sigmoid - 1* · **sloppy** · E-000-12 | $\Phi'(0) = \lambda/\sqrt{2\pi}$; the approximation is good if the slopes are matched. | $\frac{d}{da}\Phi(\lambda a)$ at 0 is $\lambda/\sqrt{2\pi}$. $\lambda^2 = \pi/8$ matches the slopes, but the largest error is smallest at $\lambda = 0.5876$. | Largest error 0.01767 with matched slopes, 0.00946 at $\lambda = 0.587632$. [Test](../tests/learners/bayesian/test_probit.py) |
# | *Contours of Posterior Predictive Distribution* · **wrong** · E-000-47 | By Monte Carlo, the border of the posterior mean is equally far from both classes. | Draws from the Laplace normal give the same border as plug-in and probit. Only the exact posterior, which is not normal, can have another one. | The activation is $N(m, s^2)$ and $g - \frac{1}{2}$ is odd, so its mean is 0 exactly where $m = 0$. [Test](../tests/course/test_errata.py) |

# %% [markdown]
# ### Lecture 09 · The perceptron
#
# The lesson: [09_perceptron](09_perceptron.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Decision-Based Learning – 1* · **wrong** · E-000-13 | Start at $w = 0$; update if $w^T x < 0$. | Update if $w^T x \le 0$, as the idea above it on the slide has it. | On AND the printed test never updates and stops at $w = 0$; with $\le$ it converges after 18 updates. [Test](../tests/learners/perceptron/test_rosenblatt.py) |
# | *Linear Perceptron Convergence Theorem-2* · **sloppy** · E-000-14 | $w^k$; $\Vert w^{n+1}\Vert ^2 < n\eta^2\beta^2$ after $n$ iterations. | $w^*$; $\le$, with equality when $w^T x = 0$; $n$ counts updates (mistakes), not sweeps or examples. | On AND the bound is 51, and there are 18 updates in 9 sweeps. [Test](../tests/learners/perceptron/test_rosenblatt.py) |
# | *Linear Perceptron Convergence Theorem-3* · **sloppy** · E-000-15 | Every monotone sequence has a limit, so the sequence converges; $\eta < 2b/\beta^2$. | A falling distance alone does not end the algorithm. Every update lowers it by at least $2\eta b - \eta^2\beta^2$, so $n \le \Vert w^*\Vert ^2/(2\eta b - \eta^2\beta^2)$. The bound on $\eta$ belongs to this proof only. | From $w = 0$ the number of updates does not depend on $\eta$. [Test](../tests/learners/perceptron/test_rosenblatt.py) |
# | *Normalized Perceptron - 2* · **wrong** · E-000-16 | The distance changes by $-4\vert w^T x\vert \,w^{*T}x$, and so convergence is finite. | Every term needs $1/\Vert x\Vert ^2$. The decrease goes to 0 with $w^T x$, so finite convergence needs an argument of its own (Motzkin and Schoenberg), and the rule stalls at $w^T x = 0$. | $-24$ against the printed $-144$; with $X = \{(1,0), (0,1)\}$ and $w = (1, 0)$ the step is 0 for ever. [Test](../tests/learners/perceptron/test_rosenblatt.py) |
# | *Decision-Based Learning – 1* · **remark** · E-000-43 | Supervisory learning (reinforcement learning). | Supervised learning. To reinforce or anti-reinforce is here the sign of the update. | The rule sees the right class of every example, not a reward. |

# %% [markdown]
# ### Lecture 10 · The perceptron family
#
# The lesson: [10_perceptron_family](10_perceptron_family.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Finite Convergence* · **wrong** · E-000-17 | $p_{jk}$ has $p+1$ entries; $q$ is built from $w^*$ and then updated, if $q^T p_{jk} < 0$. | $p_{jk}$ has $C(p+1)$ entries; $q^*$ is the solution and $q$ the current vector; update if $q^T p_{jk} \le 0$. | The product of two vectors of $C(p+1)$ entries is the difference of two scores. [Test](../tests/learners/perceptron/test_multiclass.py) |
# | *Fuzzy Updates - 1* · **sloppy** · E-000-18 | With the $r$-norm only $w_j$ and $w_k$ are updated. | For $r < \infty$ every $i \ne j$ moves, with the weight $\partial d/\partial y_i$; and the scores must be positive, which linear scores need not be. | $r = 4$: weights 0.6587, 0.0244, 0.1952. [Test](../tests/learners/perceptron/test_fuzzy.py) |
# | *Fuzzy Updates - 3* · **wrong** · E-000-19 | The linear penalty has the slope $g'(d) = 1$. | $g'(d) = 1/\xi$. | $\frac{d}{dd}\frac{d + \xi/2}{\xi} = \frac{1}{\xi}$. [Test](../tests/learners/perceptron/test_fuzzy.py) |
# | *LVQ as Perceptron Update* · **wrong** · E-000-20 | $\nabla_w y = -(x - w)$. | $y = -\frac{1}{2}\Vert x - w\Vert ^2$ gives $\nabla_w y = x - w$. The printed updates are right. | By finite differences. [Test](../tests/learners/perceptron/test_lvq.py) |
# | *LVQ as Perceptron Update* · **sloppy** · E-000-21 | LVQ is listed as non-linear. | With one prototype a class the borders are bisectors: pieces of lines. Kohonen's LVQ1 moves the winner only; the rule of the slide moves both, as LVQ2 does. | One prototype a class gives the bisector; more of them bend it. [Test](../tests/learners/perceptron/test_lvq.py) |
# | *Capacity Questions* · **sloppy** · E-000-22 | The capacity is about $2p$; $P \approx \Phi\left((2p - N)/\sqrt{N}\right)$. | $P = \frac{1}{2}$ exactly at $N = 2(p+1)$; $\Phi\left((2p + 2 - N)/\sqrt{N-1}\right)$ is much closer. | $N = 50$, $p = 20$: exact 0.12643, printed 0.07865, corrected 0.12655. [Test](../tests/learners/perceptron/test_capacity.py) |

# %% [markdown]
# ### Lecture 15 · Growing trees
#
# The lesson: [15_growing_trees](15_growing_trees.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Criteria for Splitting Tests – 4* · **wrong** · E-000-23 | $H(X \mid Y) = -\sum P(y) H(X \mid Y = y)$. | $H(X \mid Y) = +\sum P(y) H(X \mid Y = y)$; the second equality on the slide is right. | An entropy is not negative; the printed sign gives $-0.390$ on the slide's own example. [Test](../tests/course/test_errata.py) |
# | *Criteria for Splitting Tests – 5* · **wrong** · E-000-24 | The gain ratio is $IG/H(D) = 1 - H(D \mid T)/H(D)$. | Its denominator is the split information $H(T)$. $IG/H(D)$ is the uncertainty coefficient, another criterion. | Tennis, outlook: 0.15643 with $H(T) = 1.57741$, 0.26242 with $H(D) = 0.94029$. [Test](../tests/learners/tree/test_criteria.py) |
# | *Example* · **wrong** · E-000-25 | $IG(t_2, z) = 0.12$. | 0.3958. The test $t_1$ stays the better one. | $H(z \mid t_2) = 0.7\,H(2/7) = 0.6042$; 0.12 is $1 - H(t_2)$. [Test](../tests/learners/tree/test_information.py) |
# | *Binary Test Case* · **wrong** · E-000-26 | Both sums have a minus sign and posteriors without weights. | $I(t_j; z \mid t_l) = -\sum_s q_s \sum_i \pi_{i\vert s}\log\pi_{i\vert s} + \sum_{s,u} q_{su}\sum_i \pi_{i\vert su}\log\pi_{i\vert su}$. | $P = (0.5, 0.3, 0.2)$: 0.1335; the printed line gives 6.60, more than $H(z) = 1.4855$. [Test](../tests/learners/tree/test_information.py) |
# | *Criteria for Splitting Tests – 4* · **sloppy** · E-000-27 | $IG = H(T)$ if $T$ is perfect. | That is so if $T$ is a function of the class. If $T$ tells the class, $IG = H(D)$. | $IG = H(T) - H(T \mid D) = H(D) - H(D \mid T)$; one of the conditional entropies is 0. [Test](../tests/course/test_errata.py) |
# | *Defining “Attribute Tests” - 1* · **sloppy** · E-000-28 | The test is $x \le t$ with $t$ in $[n_i, n_{i+1})$, the entropies use $x < t$ and $x \ge t$. | $x \le t$ and $x > t$ throughout. They differ where $t$ is itself a value, as C4.5 allows. | At $t = n_i$ the example $x = n_i$ changes sides. [Test](../tests/course/test_errata.py) |
# | *Illustrative Example* · **sloppy** · E-000-29 | The class is: take an umbrella or not. | The labels are Quinlan's *play* and *don't play*: rain and wind give *no*. | In the table rain with wind always gives *no*: hardly advice on umbrellas. [Test](../tests/course/test_errata.py) |
# | *Criteria for Splitting Tests – 4* · **sloppy** · E-000-32 | Stop building if $IG(D, T) = 0$ for all $T$. | A sensible rule for a greedy method, but it stops at XOR, where both gains at the root are 0 and a tree of four leaves is perfect. Stopping at pure nodes does not. | On the table of deck 002 two gains are exactly 0, and the best tree splits on both. [Test](../tests/learners/tree/engine/test_level_growth.py) |
# | *History of Decision Trees* · **typo** · E-000-39 | Brieman; Kulwer; Srirama; pages 1–49 and 345–389; purier. | Breiman; Kluwer; Sreerama K. Murthy, *Data Mining and Knowledge Discovery* 2(4), 345–389; purer. | The journal's own pages. |
# | *Criteria for Splitting Tests – 2* · **remark** · E-000-40 | Gini generalises the variance impurity, and both are identical in the figure. | Of two classes Gini is $2P_1P_2$, twice the variance impurity: the same after rescaling. | $1 - P_1^2 - P_2^2 = 2P_1P_2$. [Test](../tests/learners/tree/test_criteria.py) |
# | *Criteria for Splitting Tests – 5* · **remark** · E-000-41 | The gain is zero if and only if $T$ is uninformative. | True for entropy and Gini, which are strictly concave. Misclassification can be blind. | All six splits at the root of the table rgb8 leave the error at 3/8. [Test](../tests/learners/tree/test_criteria.py) |
# | *Criteria for Splitting Tests – 5* · **sloppy** · E-000-46 | Half-split partitioning (two-ing rule). | Two rules: twoing is $\frac{p_L p_R}{4}\left(\sum_j \vert p(j \mid L) - p(j \mid R)\vert \right)^2$; half-split takes the test whose $P(T = 1)$ is nearest $\frac{1}{2}$. | On the tennis table twoing takes *outlook = overcast*, half-split *humidity*. [Test](../tests/course/test_errata.py) |

# %% [markdown]
# ### Lecture 16 · Pruning and rules
#
# The lesson: [16_pruning_and_rules](16_pruning_and_rules.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Pruning the Tree - 1* · **sloppy** · E-000-30 | $E(Z)$ is the number of classes misclassified; $g(t) = [E(Z_t) - E(Z_k)]/\ldots$ | The number of cases. $g(t) = \frac{E(\mathrm{leaf}\ t) - E(T_t)}{N\,(L(T_t) - 1)}$; prune all $t$ that attain the least. | On the slide's weather tree the root is the weakest link, $5/56 < 1/7$: pruning goes from five leaves straight to one. [Test](../tests/learners/tree/test_cost_complexity.py) |

# %% [markdown]
# ### Lecture 17 · Missing values
#
# The lesson: [17_missing_values](17_missing_values.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Handling Missing Attribute Values - 4* · **sloppy** · E-000-38 | $P(\mathrm{yes}, \mathrm{outlook} \mid \mathrm{humidity}, \mathrm{windy})$ is expanded with the shares 5/14, 4/14, 5/14. | That is C4.5's convention. It leaves out that humidity and wind tell something about the outlook. | With it one gets the slide's 4/14 and 10/14. [Test](../tests/learners/tree/test_fractions.py) |

# %% [markdown]
# ### Lecture 19 · Forests
#
# The lesson: [19_forests](19_forests.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Random Forests Algorithm* · **sloppy** · E-000-37 | $m = \sqrt{p}$ or $\log_2 p$. | Breiman's second choice is $\lfloor\log_2 p\rfloor + 1$; all are rounded down, and at least 1. | Of 16 columns 5 are drawn, not 4. [Test](../tests/learners/ensemble/test_forest.py) |

# %% [markdown]
# ### Lecture 20 · AdaBoost
#
# The lesson: [20_adaboost](20_adaboost.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Boosting* · **wrong** · E-000-31 | $L = 1 - \mathrm{sgn}(z\hat z)$ is the 0/1 loss, below hinge, exponential and logistic loss. | The 0/1 loss is $\frac{1}{2}(1 - \mathrm{sgn}(z\hat z))$; then all three bounds hold. | At $z\hat z = -0.5$ the printed loss is 2; hinge 1.5, exponential 1.6487, logistic 1.4053. [Test](../tests/learners/ensemble/test_losses.py) |

# %% [markdown]
# ### Lecture 21 · Gradient boosting
#
# The lesson: [21_gradient_boosting](21_gradient_boosting.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Gradient Boosting Algorithm* · **sloppy** · E-000-33 | With the loss $(z - F)^2$ the residual is the negative gradient. | With $\frac{1}{2}(z - F)^2$; without the half the gradient is twice the residual. | $-\frac{\partial}{\partial F}\frac{1}{2}(z - F)^2 = z - F$. [Test](../tests/learners/ensemble/test_losses.py) |
# | *Gradient Boosting and Regularization* · **wrong** · E-000-34 | $\Omega = \gamma T + \frac{1}{2}\sum w_j^2$. | $\Omega = \gamma T + \frac{1}{2}\lambda\sum w_j^2$, as the example and the next slide have it. | $w = (2, 0.1, -1)$: $3\gamma + 2.505\lambda$. [Test](../tests/learners/ensemble/test_second_order.py) |
# | *Gradient Boosting and Regularization* · **sloppy** · E-000-36 | $w_j$ is, for example, the expected cost of the path. | $w_j$ is the score of the leaf, which is added to $F(x)$. | The leaf weight $-G/(H + \lambda)$ is in units of $F$. [Test](../tests/learners/ensemble/test_second_order.py) |
# | *Error Correcting Output Codes* · **sloppy** · E-000-42 | A code of $n$ bits, then of $p$ bits; $p$ is also the number of features. | One letter of its own, say $B$ bits. | The exhaustive code of $C$ classes has $2^{C-1} - 1$ bits, whatever the number of features. [Test](../tests/learners/many_classes/test_coding.py) |

# %% [markdown]
# ## Deck 001 · Çiğdem Gündüz Demir
#
# *GE 461: Supervised Learning (Part 2)*: 1 wrong, 8 sloppy.

# %% [markdown]
# ### Lecture 11 · Support vectors
#
# The lesson: [11_support_vectors](11_support_vectors.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Support Vector Machines* · **sloppy** · E-001-02 | The margin is the distance to the closest point, and also $2/\Vert w\Vert $. | The distance is $1/\Vert w\Vert $; the street is twice as wide, $2/\Vert w\Vert $. | The score is 1 at the distance $1/\Vert w\Vert $ from the border. [Test](../tests/learners/svm/test_model.py) |
# | *Support Vector Machines* · **sloppy** · E-001-03 | There exists a unique one. | For linearly separable examples of both classes. | Where the classes overlap no plane separates them at all. [Test](../tests/learners/svm/test_hard_margin.py) |
# | *Support Vector Machines* · **sloppy** · E-001-04 | $\tanh(\eta\,x \cdot x_i + \nu)$ is a kernel. | Not positive semidefinite in general; the dual need not be concave. | On 0.5, 1, 2 with $\eta = 1$, $\nu = -1$ the eigenvalues are $-0.958$, $-0.114$, 1.432. [Test](../tests/learners/svm/test_kernels.py) |
# | *Support Vector Machines* · **sloppy** · E-001-05 | The maximum margin can be written as dot products between the support vectors and all samples. | The decision function can: $f(x) = \sum \alpha_i y_i K(x_i, x) + b$. | The sum over the support vectors is the score, for every kernel. [Test](../tests/learners/svm/test_model.py) |
# | *Generalized Linear Discriminant Functions* · **sloppy** · E-001-08 | $\sum\sum w_{ij}x_ix_j$ over all $i$ and $j$. | Over $i \le j$: $w_{ij}$ and $w_{ji}$ multiply the same product. | Only their sum can be learned. [Test](../tests/learners/svm/test_features.py) |
# | *Support Vector Machines* · **sloppy** · E-001-11 | $C\sum\xi_i$ allows some amount of misclassification. | $\xi_i > 1$ means misclassified, $0 < \xi_i \le 1$ only inside the margin; $\sum\xi_i$ bounds the number of errors. | The examples with $\xi > 1$ are the mistakes, and fewer than $\sum\xi$. [Test](../tests/learners/svm/test_hinge.py) |

# %% [markdown]
# ### Lecture 15 · Growing trees
#
# The lesson: [15_growing_trees](15_growing_trees.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Alternative Splitting Criteria* · **wrong** · E-001-01 | Gini: $\sum_{i \ne j} P_iP_j = \frac{1}{2}\left[1 - \sum P_i^2\right]$. | $\sum_{i \ne j} P_iP_j = 1 - \sum P_i^2$; the half belongs to the sum over $i < j$. | $P = (0.5, 0.3, 0.2)$: 0.62, not 0.31. [Test](../tests/learners/tree/test_criteria.py) |
# | *Classification Trees* · **sloppy** · E-001-06 | $\log$ without a base; $I(x_1 = \mathrm{red}) = \frac{2}{6}(\ldots) + \frac{4}{6}(\ldots) + \ldots$ | Base 2, and there is no third term; the value is exactly 1 bit. | Computed in the test from the slide's table. [Test](../tests/learners/tree/test_node_tests.py) |

# %% [markdown]
# ### Lecture 18 · Regression trees
#
# The lesson: [18_regression_trees](18_regression_trees.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Regression Trees* · **sloppy** · E-001-09 | The criterion is the mean squared error, the leaf the mean (median). | The median goes with the absolute error, the mean with the squared error. | $y = (0, 0, 0, 10)$: squared error 18.75 with the mean and 25 with the median, absolute error 3.75 and 2.5. [Test](../tests/learners/tree/test_leaf_values.py) |

# %% [markdown]
# ## Deck 002 · Vladimir Cherkassky, revised by Hsiang-Han Chen
#
# *Predictive Learning from Data, Lecture Set 5: Nonlinear Optimization Strategies*: 5 wrong, 11 sloppy, 1 remark, 2 typos.

# %% [markdown]
# ### Lecture 03 · Least squares
#
# The lesson: [03_least_squares](03_least_squares.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Sequential (on-line) least squares minimization* · **sloppy** · E-002-03 | $2(y - y)g_j$; the 2 then vanishes in the delta rule; $R_{emp}$ without $1/n$. | $\partial L/\partial w_j = 2(\hat y - y)g_j$; with $L = \frac{1}{2}(\hat y - y)^2$ the delta rule is exact. The hats were lost in print. | With the rate halved both write the same weights. [Test](../tests/learners/least_squares/test_regression.py) |

# %% [markdown]
# ### Lecture 12 · Optimisation
#
# The lesson: [12_optimisation](12_optimisation.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Theoretical basis for on-line learning* · **sloppy** · E-002-06 | Stochastic approximation guarantees the minimisation of risk. | It converges almost surely to a stationary point; to the global minimum where the risk is convex. | Over two wells some runs end in the higher one. [Test](../tests/learners/descent/test_approximation.py) |
# | *Unconstrained Minimization* · **sloppy** · E-002-07 | Squared loss makes the minimisation convex. | Only where $f$ is linear in its parameters. | $(1 - w\tanh v)^2$ is about $2 \cdot 10^{-5}$ at $(1, 3)$ and at $(-1, -3)$, and 1 half-way. [Test](../tests/learners/descent/test_surfaces.py) |
# | *LECTURE SET 5 Nonlinear Optimization Strategies* · **sloppy** · E-002-13 | The saddle of the figure has its minimum along $x_2 = -x_1$. | The function is lost. $x_1x_2$ has it the other way round; $-x_1x_2$ or $x_1^2 + x_2^2 - 3x_1x_2$ would fit with the roles named. | The values along both diagonals are in the test. [Test](../tests/learners/descent/test_surfaces.py) |
# | *LECTURE SET 5 Nonlinear Optimization Strategies* · **sloppy** · E-002-14 | The Hessian test has three cases. | A fourth: where an eigenvalue is 0 and the others agree, the test does not decide. | $x^4 + y^4$ has a minimum at 0 where the Hessian is 0. [Test](../tests/learners/descent/test_critical.py) |

# %% [markdown]
# ### Lecture 13 · Neural networks
#
# The lesson: [13_neural_networks](13_neural_networks.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Neural vs Algorithmic computation* · **wrong** · E-002-01 | The old PC: $10^7$ gates, $10^{-7}$ s, connectivity 2, so $10 \times 10^{14}$. | $2 \times 10^{14}$. | $10^7 \cdot 10^7 \cdot 2$. [Test](../tests/learners/network/test_units.py) |
# | *Backpropagation training:* · **wrong** · E-002-02 | $\delta_{1j} = \delta_0\,g'(a_j)\,w_j(k+1)$. | $w_j(k)$: the weights of the forward pass. | Against finite differences: off by $2 \cdot 10^{-11}$ with $w(k)$, by 0.017 with $w(k+1)$. [Test](../tests/learners/network/test_backpropagation.py) |
# | *Backpropagation Training of MLP Networks* · **sloppy** · E-002-04 | $z_0 = 1$ is said. | $x_0 = 1$ as well: both layers have a bias. | At $x = 0$ a hidden unit without bias always answers $g(0)$. [Test](../tests/course/test_errata.py) |
# | *RBF Networks* · **sloppy** · E-002-05 | $g(t) = (t^2 + b^2)^{-2}$. | Presumably $(t^2 + b^2)^{-\beta}$ with $\beta > 0$ and $t = \Vert x - v_i\Vert $; $\beta = \frac{1}{2}$ is the inverse multiquadric. | Nothing on the slide fixes the 2; every power gives a bump. [Test](../tests/learners/radial/test_functions.py) |
# | *Optimization in predictive learning* · **typo** · E-002-15 | $\sum_i w_i g(x, v_i)$, then $\sum_{j=0}^m w_i g_i$. | One index in a sum. | The summand has the index that runs. [Test](../tests/learners/network/test_passes.py) |
# | *History of ANN* · **remark** · E-002-16 | Rosenblatt and Widrow: 1960's. | Perceptron 1957/58, Widrow and Hoff 1960. | Deck 004 has 1957. |
# | *Practical issues for on-line learning* · **sloppy** · E-002-17 | An epoch takes all data at once; the batch is the divided data set. | An epoch is one pass over the data; a (mini-)batch is one part of it, and one update. | 50 examples in batches of 20: three updates an epoch. [Test](../tests/learners/network/test_multilayer.py) |

# %% [markdown]
# ### Lecture 14 · EM and mixtures
#
# The lesson: [14_em_mixtures](14_em_mixtures.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Iterative Methods* · **sloppy** · E-002-21 | EM finds a maximum-likelihood estimate; an integral over $Y$. | A stationary point of the likelihood; a sum where $Y$ is discrete. | Two coins that start alike stay alike, and that is no maximum. [Test](../tests/learners/mixture/test_coins.py) |

# %% [markdown]
# ### Lecture 15 · Growing trees
#
# The lesson: [15_growing_trees](15_growing_trees.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Gini score* · **sloppy** · E-002-19 | 0.48, 0.367 and 0.429, without the data. | They come from Han and Kamber's *buys computer*: the branch age ≤ 30, the split by student ($18/49$), the split by credit ($3/7$). | Recomputed from the table, which is play-tennis with other names. [Test](../tests/learners/tree/test_criteria.py) |

# %% [markdown]
# ### Lecture 18 · Regression trees
#
# The lesson: [18_regression_trees](18_regression_trees.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Growing CART* · **wrong** · E-002-08 | Outliers have no meaningful effect. | True of outliers in the inputs, since splits depend on order; false of outliers in $y$ with squared error. | With $y_1 = 60$ the best split moves from 4.5 to 1.5. [Test](../tests/learners/tree/test_cut_errors.py) |
# | *Growing CART* · **wrong** · E-002-09 | Low bias is among the limitations. | It is an advantage; the limitation is high variance. | Lecture 19 measures the variance and averages it away. |
# | *Backfitting Algorithm(cont'd)* · **wrong** · E-002-10 | Backfitting is about gradient descent in function space. | It is coordinate descent, block by block (Gauss–Seidel). Boosting is the descent in function space. | Its limit equals joint least squares to $10^{-10}$. [Test](../tests/learners/additive/test_backfitting.py) |
# | *Backfitting Algorithm* · **sloppy** · E-002-11 | $y = g_1 + g_2 + \mathrm{noise}$. | A constant can move from one to the other: keep the mean of $y$ apart and centre both functions. | With the mean apart one sweep is exact on a balanced grid. [Test](../tests/learners/additive/test_backfitting.py) |
# | *Pitfalls of greedy optimization* · **typo** · E-002-12 | The columns of the table are scrambled. | Rows $(y; a, b, c)$: 0;0,0,0 · 0;1,0,0 · 1;1,0,1 · 1;0,0,1 · 1;0,1,0 · 1;1,1,0 · 0;1,1,1 · 0;1,1,1. | With $y = b \oplus c$ it is the only completion that has the slide's 3, 4 and 4 errors. [Test](../tests/learners/tree/test_exhaustive.py) |

# %% [markdown]
# ## Deck 003 · Aman Sharma
#
# *Supervised Learning: K-Nearest Neighbour, Linear, Logistic (Data Analytics with Python)*: 5 wrong, 4 sloppy, 1 typo.

# %% [markdown]
# ### Lecture 03 · Least squares
#
# The lesson: [03_least_squares](03_least_squares.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *SOLUTION VIA GRADIENT-BASED METHODS* · **wrong** · E-003-03 | $\partial L/\partial w = -\sum x(y - x^T w)$ for $L = \sum(y - w^T x)^2$. | $-2\sum x(y - x^T w)$; the largest stable rate is $1/\lambda_{max}$ of $X^T X$, not $2/\lambda_{max}$. | A finite difference gives $-4$, the printed line $-2$. [Test](../tests/learners/least_squares/test_objective.py) |
# | *SOLUTION VIA GRADIENT-BASED METHODS* · **wrong** · E-003-04 | Moving along the gradient. | Along the negative gradient; the formula is right. | The other way the loss grows. [Test](../tests/learners/least_squares/test_objective.py) |
# | *FITTING A (HYPER) PLANE TO THE DATA* · **wrong** · E-003-05 | Fit a hyperplane $w^T x = 0$, with $w$ normal to it. | The surface is $y = w^T x$ over the inputs; its normal is $(w, -1)$. | All points of the fitted surface are perpendicular to $(w, -1)$. [Test](../tests/learners/least_squares/test_regression.py) |
# | *GRADIENT-BASED METHODS: SOME NOTES* · **sloppy** · E-003-06 | Guaranteed to converge to a local minimum. | To a stationary point, for $\eta < 2/L$ with the largest curvature $L$. | Above that rate the loss of a parabola grows with every step. [Test](../tests/course/test_errata.py) |

# %% [markdown]
# ### Lecture 06 · Logistic regression
#
# The lesson: [06_logistic_regression](06_logistic_regression.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *ESTIMATING THE WEIGHT VECTOR W* · **wrong** · E-003-07 | Convex, and thus it has a unique minimum. | Convex means no false minima. The minimum is unique if the columns of $X$ are independent and the classes overlap; separable classes have none. | On separable points the loss is 0.978, 0.0135, $9 \cdot 10^{-5}$, $4 \cdot 10^{-9}$ as $w$ grows. [Test](../tests/learners/logistic/test_separable.py) |

# %% [markdown]
# ### Lecture 15 · Growing trees
#
# The lesson: [15_growing_trees](15_growing_trees.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *CHOOSING THE MOST INFORMATIVE FEATURE* · **sloppy** · E-003-01 | 0.246, 0.151, 0.570, 0.970, 0.019 are cut off, 0.048, 0.029, 0.971 rounded. | 0.2467, 0.1518, 0.5710, 0.9710, 0.0200. | All are recomputed from the table. [Test](../tests/learners/tree/test_criteria.py) |
# | *DECISION TREE LEARNING ALGORITHM* · **wrong** · E-003-02 | If the branch has no examples: its own most common label. | The most common label of the parent: the branch has none. | The majority of nothing is not defined. [Test](../tests/learners/tree/test_attributes.py) |
# | *SOME ASPECTS ABOUT DECISION TREES* · **sloppy** · E-003-09 | Finding the optimal tree is NP-complete. | The question *is there a tree of at most k tests* is NP-complete (Hyafil and Rivest 1976); finding it is NP-hard. | NP-complete are questions with the answer yes or no. |
# | *DECISION TREE LEARNING ALGORITHM* · **sloppy** · E-003-10 | Go on with all features but $F$. | Only where a test has a branch for every value; a threshold may be asked again. | The tree of the table rgb8 asks $x_2$ three times. [Test](../tests/course/test_errata.py) |

# %% [markdown]
# ### All over the deck
#
# | where | printed | right | why |
# |---|---|---|---|
# | several slides · **typo** · E-003-08 | $n$ for $\mu_n$, $(w^T x)$ for $\sigma(w^T x)$, $y_n w x_n$ for $y_n - w^T x_n$, minus signs lost in $H(S)$. | As the lessons write them. | The symbols were lost when the slides became text. |

# %% [markdown]
# ## Deck 004 · In Jang
#
# *CS 559: Classification, Lecture 5*: 17 wrong, 15 sloppy, 1 remark, 3 typos.

# %% [markdown]
# ### Lecture 02 · Nearest neighbours
#
# The lesson: [02_nearest_neighbours](02_nearest_neighbours.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *KNN - K nearest neighbors* · **typo** · E-004-06 | Makowski distance; adopts. | Minkowski distance, a metric for $p \ge 1$; adapts. | Below 1 a detour is shorter than the straight way. [Test](../tests/learners/neighbours/test_distances.py) |

# %% [markdown]
# ### Lecture 03 · Least squares
#
# The lesson: [03_least_squares](03_least_squares.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Optimization – How to optimize?* · **wrong** · E-004-01 | $\nabla = \frac{1}{N}\sum 2(w^T x - y)^2 x$. | $\frac{1}{N}\sum 2(w^T x - y)\,x$. | $(-12.267, -10.067)$ by finite differences; the printed line gives $(64.2, 56.7)$. [Test](../tests/learners/least_squares/test_objective.py) |
# | *Least square classification* · **sloppy** · E-004-09 | $w$ without a bias, though $f$ has $w_0$. | Add a constant 1 to $x$. | On the ten points of deck 004's example no border through the origin is right. [Test](../tests/learners/least_squares/test_classifier.py) |
# | *Optimization – How to optimize?* · **sloppy** · E-004-35 | $\eta$ is usually less than 1. | It depends on the scale: stable if $\eta < 2/\lambda_{max}$ of the Hessian. | In units a hundred times larger the largest stable rate is 10,000 times larger. [Test](../tests/learners/least_squares/test_objective.py) |

# %% [markdown]
# ### Lecture 04 · Gaussian classifiers
#
# The lesson: [04_gaussian_classifiers](04_gaussian_classifiers.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Two Classes - C\_k and C\_j* · **wrong** · E-004-19 | $\exp\{-(\mu_k - \mu_j)^T\Sigma^{-1}x - \ldots + \ldots\}$ and $\sigma(-w^T x + w_0)$. | $\exp\{-[w^T x + w_0]\}$, so $\sigma(w^T x + w_0)$: the minus covers all of it. | At $x = (6, 5)$ Bayes and $\sigma(w^T x + w_0)$ give 0.45213; the printed line 1. [Test](../tests/learners/gaussian/test_lda.py) |
# | *Softmax* · **wrong** · E-004-20 | With a $\Sigma_k$ for every class the posterior has no $\vert \Sigma_k\vert ^{-1/2}$. | $\pi_k\vert \Sigma_k\vert ^{-1/2}\exp\{\ldots\}$. | At $x = (5, 5)$: 0.78095 with it, 0.69329 without. [Test](../tests/learners/gaussian/test_qda.py) |
# | *Maximum Likelihood Solution* · **wrong** · E-004-21 | $\ldots + (1 - y)\ln(1 - \pi) - (1 - y)\ln N(x \mid \mu_2, \Sigma)$. | $+$ in the last place. | $-41.482$ against $-4.819$; the printed sum has no largest value. [Test](../tests/learners/gaussian/test_lda.py) |
# | *Maximum Likelihood Solution - parameter μ* · **sloppy** · E-004-22 | $\frac{\partial}{\partial\mu}\left(\frac{1}{2}\sum y(\ldots)\right)$. | $-\frac{1}{2}$; at the stationary point the sign does not matter. | The log of a normal density has $-\frac{1}{2}$ before its square. |
# | *Exponential Family* · **wrong** · E-004-23 | The posterior has this form; it is a sigmoid linear in $x$. | The class-conditional has it. The posterior is $\sigma(w^T T(x) + w_0)$ with $w = \theta_1 - \theta_2$: linear in $T(x)$. | $N(0, 1)$ against $N(0, 4)$: the log-odds bend, their second difference is $-0.75$. [Test](../tests/learners/gaussian/test_exponential.py) |
# | *Generative Approach* · **remark** · E-004-29 | The prior is the multinomial. | Categorical, which is a multinomial with one trial. | Each example has one class. |
# | *Exponential Family* · **wrong** · E-004-31 | Learn prior and posterior by maximum likelihood and find the posterior. | Learn prior and class-conditional, then find the posterior. | What is to be found cannot be what is learned. |

# %% [markdown]
# ### Lecture 05 · Fisher's discriminant
#
# The lesson: [05_fisher_discriminant](05_fisher_discriminant.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Fisher's linear discriminant* · **sloppy** · E-004-10 | $f \le t$ means $C_1$. | The sign of $w$ is free, but with the slide's $w = S_w^{-1}(m_1 - m_2)$ it is $f > t$ that means $C_1$. | On ten points the printed rule is right for none, the reversed one for all. [Test](../tests/learners/gaussian/test_fisher.py) |
# | *Fisher's linear discriminant* · **wrong** · E-004-11 | $\vert m_1 - m_2\vert  = w^T(m_1 - m_2)$, with $m_1$ both a vector and a number. | $\vert \tilde m_1 - \tilde m_2\vert  = \vert w^T(m_1 - m_2)\vert $; projected means get a sign of their own. | With $w = m_2 - m_1$: 45.16 and $-45.16$. [Test](../tests/learners/gaussian/test_fisher.py) |
# | *Fisher's linear discriminant Summary* · **wrong** · E-004-12 | $m_1 = \frac{1}{N}\sum_{C_1}$, $m_2 = \frac{1}{N_1}\sum_{C_2}$. | $\frac{1}{N_1}$ and $\frac{1}{N_2}$. | A mean divides by its own count. [Test](../tests/course/test_errata.py) |
# | *Fisher's linear discriminant Summary* · **wrong** · E-004-13 | $J = (m_1 - m_2)^2/(S_1^2 + S_2^2)$ with vectors and matrices. | $(\tilde m_1 - \tilde m_2)^2/(s_1^2 + s_2^2) = w^T S_B w/w^T S_w w$. | Both sides are compared in the test. [Test](../tests/learners/gaussian/test_fisher.py) |
# | *Fisher's linear discriminant Summary: Multi-Class* · **wrong** · E-004-14 | $S_B = \sum m_k(m_k - m)(m_k - m)^T$, $m_k$ being the class mean and the number of its samples. | $\sum N_k(m_k - m)(m_k - m)^T$. | With $N_k$, $S_T = S_w + S_B$ exactly. [Test](../tests/learners/gaussian/test_fisher.py) |
# | *Fisher's linear discriminant* · **sloppy** · E-004-15 | $(m_1 - m_2)(m_1 - m_2)^T$ for two classes, the sum over classes for more. | At $K = 2$ they differ by $N_1N_2/N$: the same $w$, another eigenvalue. | The factor is 2.5 on the test's table. [Test](../tests/learners/gaussian/test_fisher.py) |
# | *Fisher's linear discriminant Summary: Multi-Class* · **sloppy** · E-004-16 | At most $K - 1$ distinct eigenvalues. | At most $K - 1$ that are not zero. | $S_B$ has rank $K - 1$ at most. [Test](../tests/learners/gaussian/test_fisher.py) |
# | *Linear Discriminant Functions-Geometrical Properties Cont.* · **sloppy** · E-004-33 | The signed distance of the origin is drawn without its sign. | $f(0)/\Vert w\Vert  = w_0/\Vert w\Vert $; the surface lies at $-w_0/\Vert w\Vert $ along $w$. | Computed in the test. [Test](../tests/learners/test_linear.py) |
# | *Linear Discriminant Functions* · **sloppy** · E-004-36 | $w$ points into the positive class or the negative class. | Always to where $f > 0$. | $f$ grows along $w$ by $\Vert w\Vert ^2$. [Test](../tests/learners/test_linear.py) |

# %% [markdown]
# ### Lecture 06 · Logistic regression
#
# The lesson: [06_logistic_regression](06_logistic_regression.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Logistic Regression* · **wrong** · E-004-24 | The joint likelihood of the generative model is presented as the logistic likelihood. | The conditional likelihood $\prod\sigma^y(1 - \sigma)^{1-y}$; equation (23) does not follow from (22). | (22) has densities of $x$, (23) has none. |
# | *Maximum Likelihood* · **wrong** · E-004-25 | $-\partial E/\partial w$ on the left; $-y\sigma x$ and $+y\sigma x$ in the middle. | $+\partial E/\partial w$; $+y\sigma x$ and $-y\sigma x$, which cancel. The last line is right. | By finite differences. [Test](../tests/learners/logistic/test_objective.py) |
# | *Hessian* · **wrong** · E-004-26 | $H = \nabla\nabla\ln L$. | $H = \nabla\nabla E = -\nabla\nabla\ln L$. | The numeric Hessian of $E$ equals $X^T R X$. [Test](../tests/learners/logistic/test_objective.py) |
# | *Hessian* · **sloppy** · E-004-27 | $\bar X R \bar X^T$. | Right for samples in columns; with samples in rows, as in decks 000 and 003, $X^T R X$. | The shapes: a Hessian has a row for every weight. |
# | *Issues* · **sloppy** · E-004-28 | It overfits when data is small. | The weights run away whenever a plane separates the classes, also if points of both lie on it (quasi-separation), whatever the number of examples. | Eight overlapping points have a finite optimum. [Test](../tests/learners/logistic/test_separable.py) |
# | *Regularization* · **sloppy** · E-004-30 | $\frac{1}{2}\lambda\Vert w\Vert ^2$ with the bias in $w$. | Leave $w_0$ out of the penalty. | Otherwise a shift of the inputs changes the answers. [Test](../tests/learners/logistic/test_regression.py) |
# | *Newton's Method* · **typo** · E-004-34 | $\partial^2 E/\partial^2 w_0$. | $\partial^2 E/\partial w_0^2$. | The usual way to write a second derivative. |

# %% [markdown]
# ### Lecture 07 · Many classes
#
# The lesson: [07_many_classes](07_many_classes.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Linear Discriminant Functions: Multiple classes* · **sloppy** · E-004-07 | One against the rest takes $K - 1$ classifiers. | $K - 1$ if the last class is *none of these* (Bishop), $K$ otherwise (deck 000). | With $K - 1$ the last class gets what nobody claims. [Test](../tests/learners/many_classes/test_one_vs.py) |
# | *Linear Discriminant Functions: Multiple classes* · **wrong** · E-004-08 | $f_k(x) = w^T x + w_{k0}$. | $f_k(x) = w_k^T x + w_{k0}$. | With one $w$ for all, the largest score is the same everywhere. [Test](../tests/learners/logistic/test_softmax.py) |

# %% [markdown]
# ### Lecture 09 · The perceptron
#
# The lesson: [09_perceptron](09_perceptron.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Perceptron: Learning Algorithm* · **sloppy** · E-004-17 | Converges if some $w$ has $w^T x \ge 0$ on $C_1$ and $< 0$ on $C_2$. | Enough for finitely many examples with a constant input: move the threshold a little and the separation is strict. Without the constant, strict separation is needed. | $C_1 = \{(1, 0), (-1, 0)\}$, $C_2 = \{(0, 1)\}$, no constant: $w = (0, -1)$ qualifies, yet $w_1$ goes from 0.3 to $-0.7$ and back for ever. [Test](../tests/learners/perceptron/test_rosenblatt.py) |
# | *Perceptron: Learning Algorithm* · **sloppy** · E-004-18 | The threshold $\theta$ is dropped. | Add $x_0 = 1$ and learn $w_0 = -\theta$; otherwise the border passes through the origin. | The set of the erratum above is learned once the constant is there. [Test](../tests/learners/perceptron/test_rosenblatt.py) |

# %% [markdown]
# ### Lecture 22 · Model selection
#
# The lesson: [22_model_selection](22_model_selection.ipynb).
#
# | where | printed | right | why |
# |---|---|---|---|
# | *Information Criteria based methods* · **wrong** · E-004-02 | AIC is prone to high bias and low variance. | Low bias and high variance: it chooses too much rather than too little. The cell of BIC is right. | 2,000 simulations, truth of degree 2, $N = 50$: too large in 0.296 with AIC, 0.082 with BIC. [Test](../tests/learners/selection/test_overfitting.py) |
# | *Information Criteria based methods* · **wrong** · E-004-03 | BIC is asymptotically equivalent to K-fold. | To leaving $v = n(1 - 1/(\ln n - 1))$ out (Shao 1997), nearly all. K-fold with fixed $K$ behaves like AIC, which is like leaving one out (Stone 1977). | Too large at $N = 100$ and 800: AIC 0.31, 0.28; five folds 0.34, 0.32; BIC 0.047, 0.013. [Test](../tests/learners/selection/test_overfitting.py) |
# | *Information Criteria based methods* · **wrong** · E-004-04 | BIC's penalty is strong; AIC cannot generalise to new data; penalize penalty. | $\ln N > 2$ from $N = 8$ on. AIC aims at the error on new data, BIC at the true model. | $e^2 = 7.389$. [Test](../tests/learners/selection/test_criteria.py) |
# | *Information Criteria based methods* · **sloppy** · E-004-05 | BIC has $N$, the legend $n$; does $k$ count $\sigma^2$? | One letter; for regression with normal noise $k$ is the number of coefficients plus 1. | The variance of the noise is estimated too. [Test](../tests/learners/selection/test_likelihood.py) |

# %% [markdown]
# ### All over the deck
#
# | where | printed | right | why |
# |---|---|---|---|
# | several slides · **typo** · E-004-32 | Equations (9) and (4-3) are numbered twice. | One number for one equation. | Both numbers stand on two slides. |
