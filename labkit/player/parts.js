// The small parts that the page of a card is made of: elements, icons, buttons, numbers, and whose a key is.

const ICONS = {
  first: "M4 3v10M13 3.5 6.5 8l6.5 4.5z", back: "M11.5 3.5 5 8l6.5 4.5z", play: "M4.5 2.8 13 8l-8.5 5.2z",
  pause: "M4.5 3h2.6v10H4.5zM9 3h2.6v10H9z", forward: "M4.5 3.5 11 8l-6.5 4.5z", last: "M3 3.5 9.5 8 3 12.5zM12 3v10",
  loop: "M3.5 8a4.5 4.5 0 0 1 8-2.8M12.5 8a4.5 4.5 0 0 1-8 2.8M11.8 2.4v3h-3M4.2 13.6v-3h3",
  lecture: "M2 3h12v8H2zM8 11v2.5M5 14h6", undo: "M6 3.5 3 6.5l3 3M3.2 6.5H10a3 3 0 0 1 0 6H7",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  reset: "M3.5 3v4h4M3.8 6.6A5 5 0 1 1 3.4 10", share: "M8 10V2.5M5 5l3-2.8L11 5M4.5 7.5h-1v6h9v-6h-1",
  controls: "M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 3v3M5.5 10v3", leave: "M6 2.5v3.5H2.5M10 2.5V6h3.5M6 13.5V10H2.5M10 13.5V10h3.5",
  move: "M8 2v12M2 8h12M8 2 6.4 3.8M8 2l1.6 1.8M8 14l-1.6-1.8M8 14l1.6-1.8M2 8l1.8-1.6M2 8l1.8 1.6M14 8l-1.8-1.6M14 8l-1.8 1.6",
  delete: "M4 4l8 8M12 4l-8 8", draw: "M2.5 12c2-6 4-8 5.5-4s3 3 5.5-4",
};
const FILLED = new Set(["back", "play", "pause", "forward"]);

// A number as a reader sees it, with a minus sign.
function printed(number) {
  return String(number).replace(/^-/, "\u2212");
}

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  if (FILLED.has(name)) path.classList.add("lk-filled");
  svg.append(path);
  return svg;
}

// A button with an icon; a word beside it is its name, and the label then only explains.
function button(name, label, action, word = "") {
  return element("button", { class: "lk-button", type: "button", title: label, "aria-label": word ? null : label,
    "data-do": name, onclick: action }, icon(name), word);
}

const TYPING = /^([acvxyz]|Arrow.*|Home|End|Backspace|Delete)$/i; // edits text together with Ctrl, Alt or the command key

// Whether a key is a command of the notebook around the card, such as Ctrl+S or Shift+Enter. JupyterLab hears keys after
// the card: one that is not for it must be stopped, else a plain `x` cuts the cell.
function isForNotebook(event) {
  if (event.key === "Enter" && event.shiftKey) return true;
  if (!event.ctrlKey && !event.metaKey && !event.altKey) return false;
  return !(event.target.matches("input[type=text], textarea") && TYPING.test(event.key));
}

function textButton(word, action, attributes = {}) {
  return element("button", { class: "lk-button lk-act", type: "button",
    onclick: action, ...attributes }, word);
}

// The name of a button that has no word, and what the pointer is told.
function describe(control, label) {
  control.title = label;
  control.setAttribute("aria-label", label);
}

// anywidget gives the script of a card two seconds to load. On a busy machine that can be too little, and then it never
// hands on what the kernel says. A card that is drawn listens to the kernel itself.
async function listen(model) {
  const name = model.get("own_id");
  const widget = name && await model.widget_manager?.get_model?.(name);
  const hear = widget && Object.getPrototypeOf(Object.getPrototypeOf(widget))._handle_comm_msg;
  if (hear) widget.comm?.on_msg?.(hear.bind(widget));
}
