// What JupyterLab lacks for lessons: saved labs, and exercises that are put back. Written by hand in the form in which
// JupyterLab loads extensions, so there is nothing to build.

const VIEW = "application/vnd.jupyter.widget-view+json";
const STATES = "application/vnd.jupyter.widget-state+json";

// What a person changes: not the labs' states, which the server keeps, nor what the kernel says about its language.
function contentOf(model) {
  const { cells, metadata: { widgets, language_info, ...metadata } } = model.toJSON();
  return JSON.stringify([cells, metadata]);
}

// Opening a lesson brings its saved labs to life, which JupyterLab takes for a change: closing it would ask whether to
// save. The mark is taken back as long as the content is that of the file.
async function keepUnchanged({ ready, model, saveState }) {
  await ready;
  let saved = contentOf(model);
  saveState.connect((_, state) => {
    if (state === "completed") saved = contentOf(model);
  });
  const check = () => {
    if (model.dirty && contentOf(model) === saved) model.dirty = false;
  };
  model.stateChanged.connect((_, { name }) => {
    if (name === "dirty") check();
  });
  check();
}

// Widgets wait for ever in a notebook that was opened without a kernel, "Loading widget...": their pictures do not.
async function showPictures({ content: { rendermime } }, { ready, sessionContext, model }) {
  await ready;
  await sessionContext.ready;
  if (sessionContext.session?.kernel) return;
  const { dirty } = model;
  rendermime.removeMimeType(VIEW);
  for (const { type, outputs } of model.cells) if (type === "code") outputs.fromJSON(outputs.toJSON());
  model.dirty = dirty;
}

// Where the connection to the kernel is slow or breaks while a notebook is opened, JupyterLab calls its widgets restored
// when the kernel has answered, and never comes to the saved ones. They are restored when these have come.
async function bringSaved({ content: { rendermime } }, { ready, model }) {
  await ready;
  const saved = Object.keys(model.getMetadata("widgets")?.[STATES]?.state ?? {});
  const manager = await rendermime.createRenderer(VIEW)._manager?.promise;
  if (!manager || !saved.length) return;
  let asked = false;
  const come = () => asked || saved.every((id) => manager.has_model(id));
  Object.defineProperty(manager, "restoredStatus", { get: () => manager._restoredStatus && come() });
  const bring = () => {
    if (come()) return;
    manager.restoreWidgets(model, { loadKernel: false, loadNotebook: true }).then(() => (asked = true));
  };
  manager.restored.connect(bring);
  if (manager._restoredStatus) bring();
}

// An exercise as it was, into its cell: the nearest one above the check that defines a name of it.
function putBack({ content: { widgets } }, event) {
  const named = [...event.detail.matchAll(/^(?:def |class )?(\w+)/gm)].map(([, name]) => name);
  const names = named.filter((name) => name !== "import" && name !== "from");
  const defines = new RegExp(`^(?:def |class )?(?:${names.join("|")})\\b`, "m");
  const check = widgets.findIndex(({ node }) => node.contains(event.target));
  const cell = widgets.slice(0, check).reverse()
    .find(({ model: { type, sharedModel } }) => type === "code" && defines.test(sharedModel.getSource()));
  if (!names.length || !cell) return;
  cell.model.sharedModel.setSource(event.detail);
  event.preventDefault();
}

const plugin = {
  id: "labkit:saved-lessons",
  autoStart: true,
  activate: (app) => {
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew: (panel, context) => {
        keepUnchanged(context);
        bringSaved(panel, context);
        showPictures(panel, context);
        panel.node.addEventListener("labkit-put-back", (event) => putBack(panel, event));
      },
    });
  },
};

(window._JUPYTERLAB ??= {}).labkit = { init: () => {}, get: async () => () => ({ __esModule: true, default: plugin }) };
