"""A lesson in JupyterLab as a student's days go: its keys, saved, opened again without its kernel, closed."""

from secrets import token_hex
from urllib.parse import quote

import nbformat
import pytest
from cards import ROOT, Card, wait_for_cards

from labkit.command import copies
from tools import browser as chrome

EXTENSION = ROOT / "labkit" / "player" / "jupyter" / "labextensions" / "labkit"
CELLS = (
    "from labkit.lectures import l09_perceptron as lesson\nlesson.ConvergenceLab(seed=7)",
    "lesson.ConvergenceLab(gap=0.3)",
    "from labkit.lectures.l15_growing_trees import PointSplitLab\nPointSplitLab()",
)
CONTEXT = "jupyterapp.shell.currentWidget.context"
SAVED_LINE = "This plays as it was saved; run its cell to steer it."


class Lesson:
    """A copy of a lesson in work/, and the page it is open in."""

    def __init__(self, path, page, jupyter):
        self.path, self.page, self.jupyter = path, page, jupyter

    @property
    def model(self):
        return nbformat.read(self.path, as_version=4)

    @property
    def is_changed(self):
        return self.page.evaluate(f"{CONTEXT}.model.dirty")

    @property
    def cards(self):
        return [Card(self.page, root) for root in self.page.locator(".lk-card").all()]

    def open(self):
        self.jupyter.open_notebook(self.page, self.path.relative_to(ROOT).as_posix())

    def save(self):
        self.page.evaluate(f"{CONTEXT}.save()")

    def reopen_without_its_kernel(self):
        self.page.evaluate(f"{CONTEXT}.sessionContext.shutdown()")
        self.open()
        wait_for_cards(self.page, len(CELLS))

    def close(self):
        """As with the cross of its tab; True if it is closed without a question."""
        self.page.evaluate("void jupyterapp.commands.execute('application:close')")
        self.page.wait_for_function(f"document.querySelector('.jp-Dialog') || !({CONTEXT.replace('.', '?.')})")
        return not self.page.locator(".jp-Dialog").count()

    def cells(self):
        return self.page.evaluate(f"{CONTEXT}.model.toJSON().cells.map(cell => cell.source)")

    def runs(self):
        return self.page.evaluate(f"{CONTEXT}.model.toJSON().cells.map(cell => cell.execution_count)")


@pytest.fixture(scope="module")
def lesson(browser, jupyter):
    """A fresh copy, open, all of it run."""
    path = ROOT / "work" / f"test-{token_hex(4)}-reopened.ipynb"
    path.parent.mkdir(exist_ok=True)
    cells = [nbformat.v4.new_code_cell(source, id=f"cell{k}") for k, source in enumerate(CELLS)]
    nbformat.write(nbformat.from_dict(copies.fresh(nbformat.v4.new_notebook(cells=cells))), path)
    try:
        with chrome.watched(browser, viewport={"width": 1280, "height": 2600}) as page:
            lesson = Lesson(path, page, jupyter)
            lesson.open()
            lesson.changed_by_opening = lesson.is_changed
            jupyter.run_all(page)
            wait_for_cards(page, len(CELLS))
            yield lesson
    finally:
        path.unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def no_errors(lesson):
    yield
    assert not lesson.page.errors, "the browser reported:\n" + "\n".join(lesson.page.errors)


def test_fresh_copy_is_not_changed_by_being_opened(lesson):
    assert not lesson.changed_by_opening
    assert lesson.is_changed, "it was run since"


def test_plain_keys_stay_with_a_lab_that_has_the_focus(lesson):
    root = lesson.cards[0].root
    for target in (root, root.locator("[data-control=gap]"), root.locator("button").first):
        for key in ("x", "d", "d", "a", "b", "m", "Escape"):
            target.press(key)
    assert lesson.cells() == list(CELLS)


def test_notebook_is_saved_and_its_cell_run_while_a_lab_has_the_focus(lesson):
    lesson.page.locator(".jp-Cell").nth(1).locator(".jp-InputPrompt").click()  # the cell that is to be run
    lesson.cards[1].press("Control+s")
    lesson.page.wait_for_function(f"!{CONTEXT}.model.dirty")
    assert all(cell.outputs for cell in lesson.model.cells)
    before = lesson.runs()
    lesson.cards[1].press("Shift+Enter")
    lesson.page.wait_for_function(f"{CONTEXT}.model.toJSON().cells[1].execution_count > {before[1]}")
    assert lesson.runs()[::2] == before[::2]
    wait_for_cards(lesson.page, len(CELLS))


def test_undo_of_a_lab_has_the_usual_keys(lesson):
    card = lesson.cards[0]
    gap = card.root.locator("[data-control=gap]")
    value = gap.input_value()
    with card.changes():
        card.set(gap, "0.4")
    card.press("Control+z")
    card.settle()
    assert gap.input_value() == value and card.error == ""
    assert lesson.cells() == list(CELLS)


def plays(card):
    card.press("Home")
    card.press(" ")
    card.wait_for_frame("k > 0")
    card.press("End")
    return card.picture.colours > 10 and card.frame == card.last > 0


def test_saved_labs_play_whenever_the_lesson_is_opened_again(lesson):
    lesson.save()
    size = lesson.path.stat().st_size
    for _ in range(2):
        lesson.reopen_without_its_kernel()
        assert [card.error for card in lesson.cards] == [SAVED_LINE] * len(CELLS)
        assert [plays(card) for card in lesson.cards[:2]] == [True] * 2
        assert lesson.cards[0].root.locator(".lk-controls").is_hidden()
        assert not lesson.is_changed
        lesson.save()
        assert lesson.path.stat().st_size == size
    assert lesson.model.metadata.widgets, "the states are kept though no kernel has them"


def test_lesson_that_was_only_opened_is_closed_without_a_question(lesson):
    assert lesson.close()


def test_changed_lesson_asks_before_it_is_closed(lesson):
    lesson.open()
    lesson.page.evaluate(f"{CONTEXT}.model.cells.get(0).sharedModel.setSource('changed = 1')")
    assert lesson.is_changed and not lesson.close()


EARLY = """async (extension) => {
    const shown = [], models = new Set(), signal = [];
    const restored = { connect: (f) => signal.push(f), emit: () => signal.forEach((f) => f()) };
    class Manager {
        _restoredStatus = true;  // the kernel has answered, the saved labs have not been looked for
        restored = restored;
        get restoredStatus() { return this._restoredStatus; }
        has_model(id) { return models.has(id); }
        async restoreWidgets(model, { loadKernel, loadNotebook }) {
            if (loadNotebook && !loadKernel) models.add("saved");
            shown.push(this.restoredStatus);
            restored.emit();
        }
    }
    const manager = new Manager();
    const states = { "application/vnd.jupyter.widget-state+json": { state: { saved: {} } } };
    const signals = { connect: () => {} };
    const toJSON = () => ({ cells: [], metadata: {} });
    const model = { getMetadata: () => states, toJSON, stateChanged: signals, cells: [] };
    const rendermime = { createRenderer: () => ({ _manager: { promise: manager } }), removeMimeType: () => {} };
    const context = { ready: null, model, saveState: signals, sessionContext: { session: { kernel: {} } } };
    const panel = { content: { rendermime }, node: document.body };
    const registry = { addWidgetExtension: (_, { createNew }) => createNew(panel, context) };
    await import(extension);
    const plugin = (await window._JUPYTERLAB.labkit.get())().default;
    plugin.activate({ docRegistry: registry });
    for (let wait = 0; wait < 100 && !shown.length; wait++) await new Promise((done) => setTimeout(done, 10));
    return [shown, manager.restoredStatus];
}"""


def test_saved_labs_are_brought_where_jupyterlab_calls_them_restored_too_early(browser):
    """As with a slow kernel, whose answer comes before the saved labs; a stand-in for JupyterLab holds the order."""
    source = (EXTENSION / "static" / "saved_lessons.js").read_text(encoding="utf-8")
    with chrome.watched(browser) as page:
        assert page.evaluate(EARLY, f"data:text/javascript,{quote(source)}") == [[True], True]
