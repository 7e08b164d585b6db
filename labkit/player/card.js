// The card: one quiet picture, one sentence that says what just happened, few controls.
// The story arrives once (unpackStory, drawScene: canvas.js); from then on the browser plays it alone.

const ICONS = {
  first: "M4 3v10M13 3.5 6.5 8l6.5 4.5z", back: "M11.5 3.5 5 8l6.5 4.5z", play: "M4.5 2.8 13 8l-8.5 5.2z",
  pause: "M4.5 3h2.6v10H4.5zM9 3h2.6v10H9z", forward: "M4.5 3.5 11 8l-6.5 4.5z", last: "M3 3.5 9.5 8 3 12.5zM12 3v10",
  loop: "M3.5 8a4.5 4.5 0 0 1 8-2.8M12.5 8a4.5 4.5 0 0 1-8 2.8M11.8 2.4v3h-3M4.2 13.6v-3h3",
  lecture: "M2 3h12v8H2zM8 11v2.5M5 14h6", undo: "M6 3.5 3 6.5l3 3M3.2 6.5H10a3 3 0 0 1 0 6H7",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7", paste: "M3.5 3.5h9v10h-9zM6 2.2h4v2.4H6z",
  move: "M8 2v12M2 8h12M8 2 6.4 3.8M8 2l1.6 1.8M8 14l-1.6-1.8M8 14l1.6-1.8M2 8l1.8-1.6M2 8l1.8 1.6M14 8l-1.8-1.6M14 8l-1.8 1.6",
  delete: "M4 4l8 8M12 4l-8 8",
};
const FILLED = new Set(["back", "play", "pause", "forward"]);
const NARROW = 600; // pixels: below, panels stand below each other
const SPEEDS = [["½×", 4], ["1×", 8], ["2×", 16], ["4×", 32], ["max", 60]]; // steps a second

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

class Card {
  constructor(model, el) {
    this.model = model;
    this.frame = model.get("frame");
    this.playing = this.loop = this.lecture = false;
    this.speed = 1;
    this.story = this.glance = null;
    this.wire = new Wire(model, {
      onReply: (message, buffers) => this.reply(message, buffers),
      onBusy: (busy, share) => this.showBusy(busy, share),
      onLost: () => this.showLost(),
    });
    this.build(el);
    this.painter = new Painter(this);
    this.buildSteering();
    this.listen();
  }

  // --- the page

  build(el) {
    this.title = element("span", { class: "lk-title" });
    this.caption = element("span", { class: "lk-caption", role: "status" });
    this.count = element("span", { class: "lk-count" });
    this.canvas = element("canvas", { class: "lk-canvas", role: "img" });
    this.bar = element("div", { class: "lk-bar" });
    this.busy = element("div", { class: "lk-busy", hidden: "" }, this.bar);
    this.error = element("div", { class: "lk-error", role: "alert", hidden: "" });
    this.root = element(
      "div",
      { class: "lk-card", tabindex: "0", "data-lm-suppress-shortcuts": "true", role: "group",
        onkeydown: (event) => this.key(event) },
      element("div", { class: "lk-head" }, this.title, this.caption, this.count),
      element("div", { class: "lk-stage" }, this.canvas, this.busy),
      this.error, this.buildTransport(),
    );
    el.append(this.root);
  }

  button(name, label, action, word = "") {
    return element("button", { class: "lk-button", type: "button", title: label, "aria-label": label,
      "data-do": name, "data-lm-suppress-shortcuts": "true", onclick: action }, icon(name), word);
  }

  buildTransport() {
    this.playButton = this.button("play", "play (space)", () => this.toggle());
    this.slider = element("input", { class: "lk-slider", type: "range", min: 0, value: 0, "aria-label": "step",
      "data-lm-suppress-shortcuts": "true", oninput: () => { this.pause(); this.show(Number(this.slider.value)); },
      onchange: () => this.save() });
    this.speedButton = element("button", { class: "lk-button lk-text", type: "button", title: "speed",
      "data-do": "speed", "data-lm-suppress-shortcuts": "true", onclick: () => this.faster() }, SPEEDS[this.speed][0]);
    this.loopButton = this.button("loop", "play again at the end", () => this.setLoop(!this.loop));
    this.lectureButton = this.button("lecture", "lecture mode: larger", () => this.setLecture(!this.lecture));
    return element("div", { class: "lk-row lk-transport" },
      this.button("first", "first step (home)", () => this.jump(0)),
      this.button("back", "one step back (left)", () => this.jump(this.frame - 1)),
      this.playButton,
      this.button("forward", "one step on (right)", () => this.jump(this.frame + 1)),
      this.button("last", "last step (end)", () => this.jump(Infinity)),
      this.slider, this.speedButton, this.loopButton, this.lectureButton);
  }

  buildSteering() {
    const controls = this.model.get("controls");
    if (!this.wire.alive || !controls.length) return;
    this.inputs = {};
    const presets = Object.keys(this.model.get("presets"));
    if (presets.length) this.root.append(this.buildPresets(presets));
    const row = element("div", { class: "lk-row lk-controls" });
    const acts = element("span", { class: "lk-acts" }); // buttons stay together
    for (const control of controls) (control.kind === "button" ? acts : row).append(this.buildControl(control));
    if (acts.hasChildNodes()) row.append(acts);
    const tools = element("div", { class: "lk-row lk-tools" });
    if (this.model.get("painter").panel) tools.append(...this.buildPainterTools());
    this.tokenField = element("input", { class: "lk-token", type: "text", hidden: "", "aria-label": "state token",
      placeholder: "paste a state, then press Enter", "data-lm-suppress-shortcuts": "true",
      onkeydown: (event) => this.tokenKey(event) });
    tools.append(this.button("undo", "undo the last change", () => this.ask("undo"), "undo"),
      this.button("copy", "copy the state of this lab: points, settings, step", () => this.ask("token"), "copy state"),
      this.button("paste", "paste a state", () => this.openToken(""), "paste state"), this.tokenField);
    this.root.append(row, tools);
    this.showValues();
  }

  buildPresets(names) {
    const buttons = names.map((name) => element("button", { class: "lk-button lk-act", type: "button",
      "data-preset": name, "data-lm-suppress-shortcuts": "true", onclick: () => this.ask("preset", [name]) }, name));
    return element("div", { class: "lk-row lk-presets", role: "group", "aria-label": "presets" },
      element("span", { class: "lk-hint" }, "try"), ...buttons);
  }

  buildControl(control) {
    const id = { "data-control": control.name, "data-lm-suppress-shortcuts": "true" };
    if (control.kind === "button") {
      const input = element("button", { class: "lk-button lk-act", type: "button", ...id,
        onclick: () => this.ask("press", [control.name]) }, control.label);
      this.inputs[control.name] = { input, control };
      return input;
    }
    const ask = (value, live) => this.ask("set", [control.name, value], { live });
    let input, output = "";
    if (control.kind === "slider") {
      const slide = () => {
        input.dataset.asked = "";
        output.textContent = input.value;
        if (control.live) ask(Number(input.value), true);
      };
      // A slider that was slid away and back does not fire "change", so letting go is heard by all that may end it.
      const letGo = () => {
        if (input.dataset.asked === input.value) return;
        input.dataset.asked = input.value;
        ask(Number(input.value), false);
      };
      input = element("input", { type: "range", min: control.low, max: control.high, step: control.step, ...id,
        oninput: slide, onchange: letGo, onpointerup: letGo, onkeyup: letGo, onblur: letGo });
      output = element("output", { class: "lk-value" });
    } else if (control.kind === "choice") {
      const options = control.options.map((word) => element("option", { value: word }, word));
      input = element("select", { ...id, onchange: () => ask(input.value, false) }, ...options);
    } else input = element("input", { type: "checkbox", ...id, onchange: () => ask(input.checked, false) });
    this.inputs[control.name] = { input, output, control };
    return element("label", { class: "lk-control" }, control.label, input, output);
  }

  buildPainterTools() {
    const pick = (tool, button) => () => {
      this.painter.tool = tool;
      for (const each of this.toolButtons) each.setAttribute("aria-pressed", String(each === button));
    };
    this.toolButtons = [];
    const add = (button, tool) => {
      button.addEventListener("click", pick(tool, button));
      button.setAttribute("aria-pressed", String(tool === this.painter.tool));
      this.toolButtons.push(button);
    };
    add(this.button("move", "move points", () => {}, "move"), "move");
    this.model.get("painter").classes.forEach((name, k) => {
      const button = this.button("play", `add points of class ${name}`, () => {});
      button.dataset.do = `add${k}`;
      button.replaceChildren(this.swatch(k), `add ${name}`);
      add(button, k);
    });
    add(this.button("delete", "delete points (or right-click one)", () => {}, "delete"), "delete");
    return this.toolButtons;
  }

  swatch(k) { // drawn by useTheme
    const canvas = element("canvas", { width: 32, height: 32, class: "lk-swatch" });
    canvas.dataset.kind = k;
    return canvas;
  }

  // --- listening

  listen() {
    const { model } = this;
    this.onStory = () => { this.loading = this.load(); };
    this.onFrame = () => { // a frame of a story that is still being unpacked is shown by load
      if (this.bytes === model.get("payload") && this.frame !== model.get("frame")) this.show(model.get("frame"));
    };
    this.onValues = () => this.showValues();
    this.onError = () => this.showError();
    model.on("change:payload", this.onStory);
    model.on("change:frame", this.onFrame);
    model.on("change:values", this.onValues);
    model.on("change:error", this.onError);
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(this.canvas.parentElement);
    this.themeWatch = new MutationObserver(() => this.useTheme());
    this.themeWatch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    this.colourScheme = matchMedia("(prefers-color-scheme: dark)");
    this.onScheme = () => this.useTheme();
    this.colourScheme.addEventListener("change", this.onScheme);
  }

  close() {
    this.pause();
    const { model } = this;
    model.off("change:payload", this.onStory);
    model.off("change:frame", this.onFrame);
    model.off("change:values", this.onValues);
    model.off("change:error", this.onError);
    this.resize.disconnect();
    this.themeWatch.disconnect();
    this.colourScheme.removeEventListener("change", this.onScheme);
    this.wire.close();
  }

  // --- drawing

  async load() {
    const bytes = this.model.get("payload");
    const story = await unpackStory(bytes);
    if (bytes !== this.model.get("payload")) return; // a newer one came meanwhile
    this.bytes = bytes;
    this.whole = story;
    this.arrange();
    this.glance = null;
    this.painter.settled();
    this.title.textContent = this.model.get("title");
    this.root.setAttribute("aria-label", this.model.get("title"));
    this.slider.max = story.frames.length - 1;
    this.frame = Math.min(this.model.get("frame"), story.frames.length - 1);
    this.useTheme();
    this.fit();
    this.showError();
    this.show(this.frame);
  }

  useTheme() {
    const lab = document.body.dataset.jpThemeLight;
    const dark = lab ? lab === "false" : this.colourScheme.matches;
    this.theme = this.model.get("themes")[dark ? "dark" : "light"];
    this.root.dataset.theme = dark ? "dark" : "light";
    for (const [token, colour] of Object.entries(this.theme.colors)) this.root.style.setProperty(`--lk-${token}`, colour);
    for (const canvas of this.root.querySelectorAll(".lk-swatch"))
      drawSwatch(canvas.getContext("2d"), this.theme, Number(canvas.dataset.kind));
    if (this.story) this.draw();
  }

  // A narrow card shows the panels below each other, if the story has them so.
  arrange() {
    const width = this.canvas.parentElement.clientWidth;
    this.narrow = Boolean(width && width < NARROW && this.whole.narrow);
    this.story = this.narrow ? this.whole.narrow : this.whole;
  }

  fit() {
    this.root.classList.toggle("lk-narrow", this.root.clientWidth < NARROW);
    const width = this.canvas.parentElement.clientWidth;
    if (!this.whole || !width) return;
    this.arrange();
    this.glance = null; // it may be of the other arrangement
    this.scale = width / this.story.width;
    this.ratio = window.devicePixelRatio || 1;
    const height = this.story.height * this.scale;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.context = this.canvas.getContext("2d");
    this.reserveCaption();
    this.draw();
  }

  // Room for the longest caption, so that the picture stays where it is while the story is played.
  reserveCaption() {
    const captions = this.story.frames.map((frame) => frame.caption);
    this.caption.style.minHeight = "";
    this.caption.textContent = this.caption.title = captions.reduce((a, b) => (a.length < b.length ? b : a));
    this.caption.style.minHeight = `${this.caption.offsetHeight}px`;
  }

  shownFrame() {
    return this.glance ? this.glance.frames[0] : this.story.frames[this.frame];
  }

  draw() {
    if (!this.context) return;
    const [story, frame] = this.glance ? [this.glance, 0] : [this.story, this.frame];
    drawScene(this.context, story, frame, { theme: this.theme, scale: this.scale, pixelRatio: this.ratio,
      lecture: this.lecture, override: this.painter.override() });
    const { caption } = story.frames[frame];
    if (caption !== this.caption.title) this.caption.textContent = this.caption.title = caption;
    this.root.dataset.frame = this.frame;
  }

  show(frame) {
    if (!this.story) return;
    this.glance = null;
    this.frame = Math.min(Math.max(frame, 0), this.story.frames.length - 1);
    this.slider.value = this.frame;
    this.count.textContent = `step ${this.frame} of ${this.story.frames.length - 1}`;
    this.canvas.setAttribute("aria-label", this.story.frames[this.frame].caption);
    this.draw();
  }

  // --- playing

  jump(frame) {
    this.pause();
    this.show(frame);
    this.save();
  }

  toggle() {
    if (this.playing) return this.pause();
    if (!this.story) return;
    if (this.frame === this.story.frames.length - 1) this.show(0);
    this.playing = true;
    this.showPlaying();
    this.clock = performance.now();
    this.request = requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.playing) return;
    const perStep = 1000 / SPEEDS[this.speed][1];
    // Half a display frame of tolerance: at 60 steps a second every display frame shows the next step.
    if (now - this.clock >= perStep - 8) {
      this.clock = Math.max(this.clock + perStep, now - perStep);
      if (this.frame < this.story.frames.length - 1) this.show(this.frame + 1);
      else if (this.loop) this.show(0);
      else return this.pause();
    }
    this.request = requestAnimationFrame((next) => this.tick(next));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.request);
    this.showPlaying();
    this.save();
  }

  showPlaying() {
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", this.playing ? "pause (space)" : "play (space)");
    this.root.dataset.playing = this.playing;
    this.caption.setAttribute("aria-live", this.playing ? "off" : "polite");
  }

  faster() {
    this.speed = (this.speed + 1) % SPEEDS.length;
    this.speedButton.textContent = SPEEDS[this.speed][0];
  }

  setLoop(on) {
    this.loop = on;
    this.loopButton.setAttribute("aria-pressed", String(on));
  }

  setLecture(on) {
    this.lecture = on;
    this.lectureButton.setAttribute("aria-pressed", String(on));
    this.root.classList.toggle("lk-lecture", on);
    this.fit();
  }

  save() {
    if (!this.wire.alive) return;
    this.model.set("frame", this.frame);
    this.model.save_changes();
  }

  key(event) {
    if (event.target.matches("input[type=text], select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const slides = event.target.matches("input[type=range]") && event.target !== this.slider;
    const act = {
      " ": () => event.target.matches("button, input[type=checkbox]") ? false : this.toggle(),
      ArrowRight: () => this.jump(this.frame + 1), ArrowLeft: () => this.jump(this.frame - 1),
      Home: () => this.jump(0), End: () => this.jump(Infinity),
      Delete: () => this.painter.removeChosen(), Backspace: () => this.painter.removeChosen(),
    }[event.key];
    if (!act || slides || act() === false) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- steering

  ask(action, args = [], options = {}) {
    if (!options.live) this.pause();
    if (!["move", "add", "token"].includes(action)) this.painter.chosen = -1; // points may be numbered anew
    this.wire.request({ do: action, with: args, frame: this.frame, narrow: this.narrow }, options);
    this.root.dataset.asked = this.wire.seq;
  }

  async reply(message, buffers) {
    if (message.token) this.openToken(message.token);
    if (!message.glance) {
      await this.loading;
      if (message.seq === this.wire.seq) this.settle();
      this.root.dataset.answered = message.seq;
      return;
    }
    if (this.wire.open.length) return; // the drag is over: the story follows
    const [{ buffer, byteOffset, byteLength }] = buffers;
    this.glance = parseStory(buffer.slice(byteOffset, byteOffset + byteLength)); // a copy, for arrays must be aligned
    this.count.textContent = "live";
    this.draw();
    this.root.dataset.answered = message.seq;
  }

  // Everything as the kernel has it; what was refused, or changed nothing, brought no new story to do this.
  settle() {
    this.painter.settled();
    this.showValues();
    this.show(this.frame);
  }

  showValues() {
    const values = this.model.get("values");
    for (const [name, { input, output, control }] of Object.entries(this.inputs || {})) {
      if (control.kind === "switch") input.checked = values[name];
      else if (control.kind !== "button") input.value = values[name];
      if (output) [output.textContent, input.dataset.asked] = [values[name], input.value];
      input.disabled = Boolean(control.only) && !control.only[1].includes(values[control.only[0]]);
    }
  }

  showError() {
    const text = this.model.get("error");
    this.error.textContent = text;
    this.error.hidden = !text;
  }

  showLost() {
    this.painter.held = null;
    this.painter.settled();
    this.root.classList.add("lk-lost");
    this.error.textContent = "The kernel was restarted or stopped. This still plays; run its cell again to steer it.";
    this.error.hidden = false;
    if (this.story) this.show(this.frame);
  }

  showBusy(busy, share) {
    this.busy.hidden = !busy;
    this.bar.classList.toggle("lk-known", share !== undefined);
    this.bar.style.width = share === undefined ? "" : `${Math.round(100 * share)}%`;
  }

  openToken(token) {
    const field = this.tokenField;
    field.hidden = false;
    field.value = token;
    field.focus();
    field.select();
    if (token && navigator.clipboard) navigator.clipboard.writeText(token).catch(() => {}); // else it is selected
  }

  tokenKey(event) {
    if (event.key === "Enter" && this.tokenField.value) this.ask("restore", [this.tokenField.value]);
    if (event.key === "Enter" || event.key === "Escape") {
      this.tokenField.hidden = true;
      this.root.focus();
    }
  }
}

function drawSwatch(ctx, theme, kind) {
  ctx.clearRect(0, 0, 32, 32);
  ctx.fillStyle = colorOf(theme, `class${kind}`);
  ctx.beginPath();
  traceMarker(ctx, theme.markers[kind], 16, 16, 11);
  ctx.fill();
}

async function render({ model, el }) {
  const card = new Card(model, el);
  await card.load();
  return () => card.close();
}

export default { render };
