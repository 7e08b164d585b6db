"""Many learners that decide together: bagging, forests, boosting, output codes."""
