"""What every room stands on: checked inputs, the story of steps, tables, data, metrics, resampling. NumPy only."""
