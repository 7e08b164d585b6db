"""Everything that is measured: learners against their peers, players and dragging in Chromium, imports, memory."""
