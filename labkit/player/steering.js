// What a person steers a lab with: presets, controls, the painter's tools, undo and reset.
// A card without a kernel, or of a picture that only plays, has none of it.

class Steering {
  constructor(card) {
    this.card = card;
    this.inputs = {}; // by name: the control, its input and the output beside it
    this.controls = card.model.get("controls");
    if (card.steerable) this.build();
  }

  build() {
    const presets = Object.keys(this.card.model.get("presets"));
    if (presets.length) this.card.root.append(this.buildPresets(presets));
    this.card.root.append(this.buildControls(), this.buildTools());
    this.showValues();
  }

  buildPresets(names) {
    const buttons = names.map((name) => textButton(name, () => this.card.ask("preset", [name]), { "data-preset": name }));
    return element("div", { class: "lk-row lk-presets", role: "group", "aria-label": "presets" },
      element("span", { class: "lk-hint" }, "try"), ...buttons);
  }

  buildControls() {
    const row = element("div", { class: "lk-row lk-controls" });
    const acts = element("span", { class: "lk-acts" }); // buttons stay together
    for (const control of this.controls) (control.kind === "button" ? acts : row).append(this.buildControl(control));
    if (acts.hasChildNodes()) row.append(acts);
    return row;
  }

  buildControl(control) {
    const id = { "data-control": control.name };
    if (control.kind === "button") return this.buildAct(control, id);
    const ask = (value, live) => this.card.ask("set", [control.name, value], { live });
    const made = { slider: buildSlider, choice: buildChoice, switch: buildSwitch }[control.kind](control, id, ask);
    this.inputs[control.name] = { control, ...made };
    return element("label", { class: "lk-control" }, control.label, made.input, made.output ?? "");
  }

  buildAct(control, id) {
    const input = textButton(control.label, () => this.card.ask("press", [control.name]), id);
    this.inputs[control.name] = { control, input };
    return input;
  }

  buildTools() {
    const { card } = this;
    const row = element("div", { class: "lk-row lk-tools" });
    if (card.model.get("painter").panel) row.append(...buildPainterTools(card.painter, card.model.get("painter")));
    row.append(button("undo", "undo the last change", () => card.ask("undo"), "undo"),
      button("reset", "as this lab began", () => card.ask("reset"), "reset"));
    return row;
  }

  // Take on the k-th preset, if there is one.
  choosePreset(k) {
    const name = Object.keys(this.card.model.get("presets"))[k];
    return name !== undefined && this.card.wire.alive && this.card.ask("preset", [name]);
  }

  showValues(values = this.card.model.get("values")) {
    for (const [name, { input, output, control }] of Object.entries(this.inputs)) {
      if (control.kind === "switch") input.checked = values[name];
      else if (control.kind !== "button") input.value = values[name];
      if (output) [output.textContent, input.dataset.asked] = [printed(values[name]), input.value];
      input.disabled = Boolean(control.only) && !control.only[1].includes(values[control.only[0]]);
    }
  }
}

// --- one control: `ask(value, live)` tells the kernel

function buildSlider(control, id, ask) {
  const slide = () => {
    input.dataset.asked = "";
    output.textContent = printed(input.value);
    if (control.live) ask(Number(input.value), true);
  };
  // A slider that was slid away and back does not fire "change", so letting go is heard by all that may end it.
  const letGo = () => {
    if (input.dataset.asked === input.value) return;
    input.dataset.asked = input.value;
    ask(Number(input.value), false);
  };
  const output = element("output", { class: "lk-value" });
  const input = element("input", { type: "range", min: control.low, max: control.high, step: control.step, ...id,
    oninput: slide, onchange: letGo, onpointerup: letGo, onkeyup: letGo, onblur: letGo });
  return { input, output };
}

function buildChoice(control, id, ask) {
  const options = control.options.map((word) => element("option", { value: word }, word));
  const input = element("select", { ...id, onchange: () => ask(input.value, false) }, ...options);
  return { input };
}

function buildSwitch(control, id, ask) {
  const input = element("input", { type: "checkbox", ...id, onchange: () => ask(input.checked, false) });
  return { input };
}

// --- the painter's tools: exactly one is pressed

function buildPainterTools(painter, { classes, handles, draws }) {
  if (handles) return [element("span", { class: "lk-hint" }, "drag the marks")];
  const buttons = [];
  const add = (tool, made) => {
    made.addEventListener("click", () => {
      painter.tool = tool;
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === made));
    });
    made.setAttribute("aria-pressed", String(tool === painter.tool));
    buttons.push(made);
  };
  add("move", button("move", "move points", () => {}, "move"));
  if (draws) add("draw", button("draw", "draw with one stroke", () => {}, "draw"));
  classes.forEach((name, k) => {
    const made = button("move", `add points of class ${name}`, () => {}, `add ${name}`);
    made.dataset.do = `add${k}`;
    made.firstChild.replaceWith(buildSwatch(k));
    add(k, made);
  });
  add("delete", button("delete", "delete points (or right-click one)", () => {}, "delete"));
  return buttons;
}

function buildSwatch(kind) { // drawn by useTheme
  const canvas = element("canvas", { width: 32, height: 32, class: "lk-swatch" });
  canvas.dataset.kind = kind;
  return canvas;
}

function drawSwatch(ctx, theme, kind) {
  ctx.clearRect(0, 0, 32, 32);
  ctx.fillStyle = colorOf(theme, `class${kind}`);
  ctx.beginPath();
  traceMarker(ctx, theme.markers[kind], 16, 16, 11);
  ctx.fill();
}
