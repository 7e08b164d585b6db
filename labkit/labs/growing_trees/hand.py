"""What the labs of choosing splits share: their controls, the moves so far, and what a click or a button does."""

from __future__ import annotations

from labkit.core.story import UPDATE
from labkit.learners.tree.by_hand import OPEN, HandStep, Move, hand_steps
from labkit.learners.tree.criteria import BINARY_ONLY, CRITERIA, gini, impurity_of, misclassification
from labkit.learners.tree.information import PATH_CRITERIA
from labkit.learners.tree.plan import Plan
from labkit.player.controls import Button, Choice, Memory, Slider, Switch
from labkit.views.choices import Choices

JUDGED, FINISHED = "?", "+"  # the last words of the moves: wait at the verdict; let the criterion go on
GAINS = ("entropy", "gini", "misclassification")  # whose merit is the gain itself
CRITERION = Choice("criterion", "criterion", (*CRITERIA, *PATH_CRITERIA), "entropy")
BUTTONS = (
    Button("split", "split here"),
    Button("theirs", "take the criterion's"),
    Button("next", "next node"),
    Button("grow", "grow on"),
    Button("anew", "start anew"),
)


def hand_controls(most: int) -> tuple:
    """``most`` tests can be chosen by the slider; beyond the last one it stays there."""
    return (Slider("test", "your test", 1, most, 1, 1), Switch("numbers", "show what tests gain", True), *BUTTONS)


def moves_memory(*forgets: str) -> Memory:
    return Memory("moves", forgets=forgets)


class ByHand:
    """For a lab with the panel "choices": clicks choose a test, buttons ask it. Its last step is what is looked at."""

    clickable = ("choices",)
    steps: list[HandStep]

    def click(self, values, panel, x, y):
        step = self._open()
        row = step and self._choices(values).row_at(step, x, y)
        return {} if row is None else {"test": row + 1}

    def _open(self) -> HandStep | None:
        """The step that waits for its test, if that is the one looked at: earlier ones have theirs."""
        step = self.steps[-1]
        return step if step.event == OPEN and self.frame == len(self.scenes) - 1 else None

    def press(self, values, name):
        step = self.steps[-1]
        moves = [word for word in values["moves"].split() if word not in (JUDGED, FINISHED)]
        moves = moves[: sum(step.event == UPDATE for step in self.steps)]  # without those that no node could ask
        if name == "anew":
            return _told([])
        if name == "grow":
            return _told([*moves, FINISHED])
        if name == "next":
            return _told(moves) if step.event == UPDATE else _refuse(step, "a split to go on from")
        if name == "theirs" and step.event == UPDATE:
            return _told([*moves[:-1], str(Move.of(step.tests[step.best]))])
        if step.event != OPEN:
            return _refuse(step, "an open node")
        chosen = step.asked if name == "split" else step.best
        return _told([*moves, str(Move.of(step.tests[chosen])), JUDGED])

    def _choices(self, values) -> Choices:
        raise NotImplementedError

    def _story(self, examples, attributes, classes, values):
        """The steps; at a verdict without the node that comes next."""
        words = values["moves"].split()
        moves = [Move.read(word) for word in words if word not in (JUDGED, FINISHED)]
        plan = Plan(values["criterion"], values.get("tests") == "multiway")
        if plan.multiway and plan.criterion in BINARY_ONLY:
            repair = "choose binary tests first, or another criterion"
            raise ValueError(f"tests: expected binary ones for {plan.criterion}, got multiway; {repair}")
        story = hand_steps(examples, plan, attributes, classes, moves, finish=FINISHED in words,
                           chosen=values["test"] - 1)  # fmt: skip
        return story[:-1] if words[-1:] == [JUDGED] and len(story) > 1 else story


def _told(moves: list[str]) -> dict:
    return {"moves": " ".join(moves), "test": 1}


def _refuse(step: HandStep, expected: str):
    got = {OPEN: "a node that waits for its test", UPDATE: "a split that was just made"}.get(step.event, "a whole tree")
    repair = {OPEN: "choose a test, then split", UPDATE: "press next node"}.get(step.event, "start anew, or undo")
    raise ValueError(f"button: expected {expected}, got {got}; {repair}")


def merit_name(criterion: str) -> str:
    """The heading of the criterion's own value, nothing where that is the gain."""
    names = {"gain_ratio": "ratio", "g_statistic": "G", "half_split": "half"}
    return "" if criterion in GAINS else names.get(criterion, criterion)


def impurity_name(criterion: str) -> str:
    """What the criterion's nodes are measured by."""
    return {gini: "Gini", misclassification: "error"}.get(impurity_of(criterion), "entropy")
