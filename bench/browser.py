def measurements(stack): return []
