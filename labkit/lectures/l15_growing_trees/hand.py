"""What the labs of choosing splits share: their controls, what a click or a button does, and both trees compared."""

from __future__ import annotations

import numpy as np

from labkit.core.story import STOP, Step, Trace
from labkit.learners.tree import node_by_node
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.by_hand import hand_story
from labkit.learners.tree.criteria import BINARY_ONLY, CRITERIA, gini, impurity_of, misclassification
from labkit.learners.tree.hand_moves import OPEN, Moves
from labkit.learners.tree.information import PATH_CRITERIA
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import Tree
from labkit.player.actions import Click
from labkit.player.controls import Button, Choice, Memory, Slider, Switch
from labkit.player.lab import Lab
from labkit.views.tables.facts import facts
from labkit.views.tables.splits import split_choices
from labkit.views.wrap import Either

NAMES = np.array(["A", "B"])  # of the classes of points
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))
GAINS = ("entropy", "gini", "misclassification")  # whose merit is the gain itself
FACTS = ("leaves", "longest path", "mean questions", "training errors")
CRITERION = Choice("criterion", "criterion", (*CRITERIA, *PATH_CRITERIA), "entropy")
BUTTONS = (
    Button("split", "split here"),
    Button("theirs", "take the criterion's"),
    Button("next", "next node"),
    Button("grow", "grow on"),
    Button("anew", "start anew"),
)


def hand_controls(most: int, *forgets: str) -> tuple:
    """``most`` tests can be chosen by the slider; beyond the last one it stays there. Moving one of the controls
    ``forgets`` takes the moves back."""
    return (CRITERION, Slider("test", "your test", 1, most, 1, 1), Switch("numbers", "show what tests gain", True),
            *BUTTONS, Memory("moves", forgets=forgets))  # fmt: skip


class ByHand(Lab):
    """For a lab with the panel "choices": clicks choose a test, buttons ask it. Its last step is what is looked at."""

    clickable: tuple[str, ...] = ("choices",)

    def click(self, values, at: Click):
        return {"test": int(at.target)} if at.target and self.open_step else {}

    @property
    def open_step(self) -> Step | None:
        """The step that waits for its test, if that is the one looked at: earlier ones have theirs."""
        step = self.steps[-1]
        return step if step.event == OPEN and self.frame == len(self.scenes) - 1 else None

    def press(self, values, name):
        return {"moves": str(Moves.read(values["moves"]).after(name, self.steps)), "test": 1}


def plan_of(values: dict) -> Plan:
    plan = Plan(values["criterion"], values.get("tests") == "multiway")
    if plan.multiway and plan.criterion in BINARY_ONLY:
        repair = "choose binary tests first, or another criterion"
        raise ValueError(f"tests: expected binary ones for {plan.criterion}, got multiway; {repair}")
    return plan


def examples_of(X, codes: np.ndarray, classes: np.ndarray) -> TreeExamples:
    attributes = Attributes.of(X)
    return TreeExamples(attributes.cells(X), codes, len(classes), attributes.categorical)


def story_of(X, examples: TreeExamples, classes: np.ndarray, values: dict) -> Trace:
    moves = Moves.read(values["moves"])
    return hand_story(examples, plan_of(values), Attributes.of(X), classes, moves.moves, finish=moves.finished,
                      judged=moves.judged, chosen=values["test"] - 1)  # fmt: skip


def choices(examples: TreeExamples, values: dict, kinds: np.ndarray | None = None) -> Either:
    """The tests of the node; of a finished tree how it compares with the criterion's."""
    plan, numbers = plan_of(values), values["numbers"]
    own = _facts(node_by_node.grow(examples, plan))

    def compared(step: Step) -> list[tuple[str, ...]]:
        return [(name, *both) for name, *both in zip(FACTS, _facts(step.model.tree), own, strict=True)]

    tests = split_choices(numbers=numbers, merit=merit_name(plan.criterion), kinds=kinds)
    ending = facts(compared, ("your tree", plan.criterion.replace("_", " ")), name="choices")
    return Either(lambda step: ending if step.event == STOP else tests)


def _facts(tree: Tree) -> tuple[str, ...]:
    leaves = tree.leaves
    weight = tree.weight[leaves]
    wrong = float((weight - tree.counts[leaves].max(axis=1)).sum())
    asked = float(weight @ tree.depth[leaves] / weight.sum())
    return str(len(leaves)), str(int(tree.depth.max())), f"{asked:.3g}", f"{round(wrong, 9):g} of {weight.sum():g}"


def merit_name(criterion: str) -> str:
    """The heading of the criterion's own value, nothing where that is the gain."""
    names = {"gain_ratio": "ratio", "g_statistic": "G", "half_split": "half"}
    return "" if criterion in GAINS else names.get(criterion, criterion)


def impurity_name(criterion: str) -> str:
    """What the criterion's nodes are measured by."""
    return {gini: "Gini", misclassification: "error"}.get(impurity_of(criterion), "entropy")
