"""Support vector machines.

svm              the learner
dual             the problem, and what multipliers say about it: margins, slacks, objective values, conditions
kernels          inner products of features
gram             what is asked of them at many cases
features         feature maps, written down
smo              two multipliers at a time
interior_point   all multipliers at once
crossover        from inside the box to the solution
low_rank         kernels as inner products of short rows
solvers          which of them does the work
separable        whether there is a hard margin
hinge            the primal problem as something to descend
model, step      what is learned, and told
"""
