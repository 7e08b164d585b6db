// The host of an exported page: plays the saved cards without a kernel and without a network.
// A still picture stands where each card goes; it stays if the card cannot be drawn.

const SAVED = "application/vnd.jupyter.widget-state+json";

// What a card asks of its model. There is no `send`: nothing can be steered, so the card shows no controls for it.
class SavedModel {
  constructor(values) {
    this.values = values;
    this.listeners = {};
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.values[name] = value;
    for (const listener of this.listeners[`change:${name}`] ?? []) listener();
  }

  save_changes() {}

  on(event, listener) {
    (this.listeners[event] ??= new Set()).add(listener);
  }

  off(event, listener) {
    this.listeners[event]?.delete(listener);
  }
}

function revived({ state, buffers = [] }) {
  const values = { ...state };
  for (const { path, data } of buffers) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    values[path[0]] = new DataView(bytes.buffer); // a card's binary values are never nested
  }
  return new SavedModel(values);
}

const modules = new Map(); // cards of one kind share their module and style

function moduleOf(model) {
  const source = model.get("_esm");
  if (!modules.has(source)) {
    const style = document.createElement("style");
    style.textContent = model.get("_css");
    document.head.append(style);
    modules.set(source, import(URL.createObjectURL(new Blob([source], { type: "text/javascript" }))));
  }
  return modules.get(source);
}

async function bringToLife(place, model) {
  const el = document.createElement("div");
  await (await moduleOf(model)).default.render({ model, el });
  place.replaceChildren(el);
}

const saved = document.querySelector(`script[type="${SAVED}"]`);
const { state } = saved ? JSON.parse(saved.textContent) : { state: {} };
const models = Object.fromEntries(Object.entries(state).map(([id, entry]) => [id, revived(entry)]));
for (const place of document.querySelectorAll("[data-model]")) bringToLife(place, models[place.dataset.model]);
