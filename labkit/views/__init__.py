"""Views turn a step into a panel of marks; a scene is a few panels and a caption. No learners, no pixels."""
