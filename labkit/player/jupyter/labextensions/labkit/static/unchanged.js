// Opening a lesson brings its saved labs to life, which JupyterLab takes for a change: closing it would ask whether to
// save. This extension takes the mark back as long as cells and metadata are those of the file. It is written by hand,
// in the form in which JupyterLab loads extensions, so there is nothing to build.

// What a person changes: not the labs' states, which the server keeps, nor what the kernel says about its language.
function contentOf(model) {
  const { cells, metadata: { widgets, language_info, ...metadata } } = model.toJSON();
  return JSON.stringify([cells, metadata]);
}

async function watch({ ready, model, saveState }) {
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

const plugin = {
  id: "labkit:unchanged",
  autoStart: true,
  activate: (app) => {
    app.docRegistry.addWidgetExtension("Notebook", { createNew: (_, context) => void watch(context) });
  },
};

(window._JUPYTERLAB ??= {}).labkit = { init: () => {}, get: async () => () => ({ __esModule: true, default: plugin }) };
