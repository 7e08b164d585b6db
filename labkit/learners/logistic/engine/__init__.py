"""What is there for speed alone; tests hold it to the formulas of ``objective`` and ``softmax_objective``."""
