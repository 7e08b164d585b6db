"""What makes support vector machines quick, and need not be read beside the lecture.

arithmetic       powers and bumps of whole matrices
kernel_matrix    sums, rows and pictures of a kernel that never hold more than memory allows
pair_story       the steps of ``smo``, kept as a table of updates
interior_point   the dual solved with all multipliers at once
crossover        from inside the box to the solution
low_rank         kernels as inner products of short rows
solvers          which solver does the work
"""
