"""Many features: what saves time and memory, and is no part of the lecture."""
