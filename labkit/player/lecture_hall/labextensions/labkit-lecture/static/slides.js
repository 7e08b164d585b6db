// A lesson that is opened becomes slides, and its cells run. Written by hand in the form in which JupyterLab loads
// extensions, so there is nothing to build. The slides themselves are jupyterlab-slideshow's. A block keeps
// its names apart from those of the other extensions of the page.
{
  const START = "deck:start", RUN = "notebook:run-all-cells", SETTINGS = "jupyterlab-slideshow:plugin";
  const NOTEBOOK = /\.ipynb$/, SPEAKER = "/workspaces/speaker/"; // the second window, for the pages of `teaching/`
  const PLUMBING = /^lesson\.\w+(\(.*\))?$/;
  const LARGEST = 24, SMALLEST = 13, MARGIN = 60, SETTLED = 200; // pixels of text, of what is around a slide; milliseconds
  const STYLE = `
    [data-jp-deck-mode] :is(.labkit-plumbing .jp-Cell-inputWrapper, .jp-Collapser, .jp-OutputArea-promptOverlay) {
      display: none; }
    [data-jp-deck-mode] .jp-Notebook .jp-RenderedHTMLCommon {
      font-size: var(--labkit-slide-text); --jp-content-font-size1: var(--labkit-slide-text); }
    [data-jp-deck-mode] .jp-Notebook .jp-RenderedHTMLCommon table { font-size: 0.85em; }
    [data-jp-deck-mode] .jp-Notebook .jp-RenderedHTMLCommon pre { font-size: 0.7em !important; }`;
  let begun = false; // the lecturer may leave the slides, and a lesson opened later is a page

  async function begin(app, panel, { ready, sessionContext }) {
    await Promise.all([app.restored, ready]);
    if (begun || app.shell.currentWidget !== panel) return;
    begun = true;
    await app.commands.execute(START);
    dress(panel.content);
    await sessionContext.ready;
    const done = app.commands.execute(RUN);
    panel.content.activeCellIndex = 0;
    await done;
    forget(app.serviceManager.settings);
  }

  // Slides show what a line like `lesson.RoundsLab()` makes, not the line, and their text is as large as they allow.
  function dress(notebook) {
    document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    for (const cell of notebook.widgets)
      if (cell.model.type === "code" && PLUMBING.test(cell.model.sharedModel.source)) cell.addClass("labkit-plumbing");
    const again = () => setTimeout(() => fit(notebook.node), SETTLED);
    notebook.activeCellChanged.connect(again);
    window.addEventListener("resize", again);
    again();
  }

  function fit(slides) {
    if (!document.body.dataset.jpDeckMode) return;
    const cells = [...slides.querySelectorAll(".jp-deck-mod-visible")], room = window.innerHeight - MARGIN;
    const tall = () => cells.reduce((sum, cell) => sum + cell.getBoundingClientRect().height, 0);
    for (let size = LARGEST; size >= SMALLEST; size--) {
      slides.style.setProperty("--labkit-slide-text", `${size}px`);
      if (tall() <= room) return;
    }
  }

  // The extension notes that slides are on, and every JupyterLab of this person would begin with them.
  async function forget(settings) {
    const { raw } = await settings.fetch(SETTINGS);
    await settings.save(SETTINGS, raw.replace(/("active":\s*)true/, "$1false"));
  }

  // The lab of the slide that is shown.
  function shownCard() {
    return [...document.querySelectorAll(".lk-card")].find((card) => card.checkVisibility({ visibilityProperty: true })
      && card.getBoundingClientRect().top < window.innerHeight && card.getBoundingClientRect().bottom > 0);
  }

  function openSpeaker(app) {
    const { path } = app.shell.currentWidget?.context ?? {};
    if (!NOTEBOOK.test(path)) return;
    const page = path.replace(NOTEBOOK, ".md").split("/").map(encodeURIComponent).join("/");
    window.open(`${app.serviceManager.serverSettings.baseUrl}lab${SPEAKER}tree/${page}`, "labkit-speaker");
  }

  // Keys that do the same wherever the focus is: the card that was clicked keeps Space and the arrows for its lab.
  // f fills the screen with the lab of the slide, and gives the slide back; s opens the speaker's page; what a presenter
  // in the hand sends goes on and back. Escape gives the other keys back to the slides.
  function hear(app, event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !document.body.dataset.jpDeckMode) return;
    if (event.target.closest("input[type=text], textarea, [contenteditable=true]")) return;
    const card = shownCard(), full = card?.classList.contains("lk-lecture");
    const go = (direction, alternate) => full ? null : () => app.commands.execute("deck:go", { direction, alternate });
    const act = {
      f: card && (() => card.querySelector("[data-do=lecture]").click()),
      s: () => openSpeaker(app),
      PageDown: go("down", "forward"),
      PageUp: go("up", "back"),
      Escape: !full && event.target.closest(".lk-card") && (() => app.shell.currentWidget.content.activeCell.node.focus()),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  const plugin = {
    id: "labkit-lecture:slides",
    autoStart: true,
    activate: (app) => {
      document.addEventListener("keydown", (event) => hear(app, event), true);
      app.docRegistry.addWidgetExtension("Notebook", {
        createNew: (panel, context) => { begin(app, panel, context); },
      });
    },
  };

  (window._JUPYTERLAB ??= {})["labkit-lecture"] = {
    init: () => {}, get: async () => () => ({ __esModule: true, default: plugin }),
  };
}
