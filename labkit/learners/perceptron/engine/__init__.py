"""There only for speed: the same stories as the readable rules, which tests hold them to."""
