"""A learner at work: the points, and one number of its story."""

from __future__ import annotations

from labkit.learners import Perceptron
from labkit.lectures.lNN_topic import questions
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

LIMITS = ((-1.3, 1.3), (-1.3, 1.3))


class TopicLab(Lab):
    """A line that turns with every mistake until there is none, or for ever."""

    name, heading, classes = "NN-topic", "Topic", ("-1", "+1")
    question = questions.after_an_update
    points = PlanePoints("separable gaussians", points=(10, 100, 30), gap=(0.02, 0.4, 0.06), seed=3)
    steering = points.controls
    presets = {"wide gap": {"gap": 0.4}, "not separable": {"data": "gaussians"}}
    still = -2  # the last step that changed something; the very last only says why the story ends

    def story(self, X, y, values):
        trace = Perceptron(max_sweeps=50).trace(X, y)
        plane = Plane(X, y, limits=LIMITS, editable=True)
        length = Chart(trace[:-1], x="update", xlabel="updates", title="Length of the weights", name="length")
        return Story(trace, columns(square(plane), length.line("norm", "|w|")))
