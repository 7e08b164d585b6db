// The card: one quiet picture, one sentence that says what just happened, few controls.
// The story arrives once (unpackStory, drawScene: canvas.js); from then on the browser plays it alone. The card holds
// the page together, listens and draws; transport.js plays, steering.js steers, painter.js edits points,
// question.js asks before all of these.

const NARROW = 600; // pixels: below, panels stand below each other
const TALLEST = 0.62; // of the window
const LOWEST = 320; // pixels that a picture may have however low the window is
const GAP = 10; // pixels between the parts of a card
const ON_A_SLIDE = 220; // pixels that a picture has at least on a slide of its own
const PAPER = 1600; // pixels across a picture on paper
const SCROLLS = ".jp-WindowedPanel-outer"; // what a notebook is scrolled in
const SLIDE = ".jp-deck-mod-visible, .presents .cell.now"; // the cells of a slide of JupyterLab, of the site

class Card {
  constructor(model, el) {
    this.model = model;
    this.frame = model.get("frame");
    this.story = this.glance = null;
    this.wire = new Wire(model, {
      onReply: (message, buffers) => this.reply(message, buffers),
      onBusy: (busy, share) => this.showBusy(busy, share),
      onLost: () => this.showLost(model.lost ?? "The kernel was restarted or stopped. This still plays; run its cell again to steer it."),
    });
    this.transport = new Transport(this);
    this.lecture = new Lecture(this);
    this.share = new ShareMenu(this);
    this.numbers = new Numbers(this);
    this.build(el);
    this.painter = new Painter(this);
    this.planeKeys = new PlaneKeys(this.painter);
    this.hover = new Hover(this);
    this.steering = new Steering(this);
    this.prediction = new Prediction(this);
    this.listen();
  }

  build(el) {
    this.title = element("span", { class: "lk-title" });
    this.caption = element("span", { class: "lk-caption", role: "status" });
    this.canvas = element("canvas", { class: "lk-canvas", role: "img" });
    this.said = element("span", { class: "lk-unseen", role: "status" });
    this.bar = element("div", { class: "lk-bar" });
    this.busy = element("div", { class: "lk-busy", hidden: "" }, this.bar);
    this.stage = element("div", { class: "lk-stage" }, element("div", { class: "lk-picture" }, this.canvas), this.busy);
    this.error = element("div", { class: "lk-error", role: "alert", hidden: "" });
    this.root = element(
      "div",
      { class: "lk-card", tabindex: "0", role: "group", onkeydown: (event) => hearKey(this, event) },
      (this.head = element("div", { class: "lk-head" }, this.title, this.caption,
        element("span", { class: "lk-corner" }, this.lecture.controlsButton, this.share.place, this.lecture.button))),
      this.stage,
      this.said, this.numbers.button, this.numbers.place, this.error, this.share.field.field, this.transport.row, this.lecture.blank,
    );
    el.append(this.root);
  }

  // --- listening

  listen() {
    const { model } = this;
    this.onStory = () => { this.loading = this.load(); };
    this.onFrame = () => { // a frame of a story that is still being unpacked is shown by load
      if (this.bytes === model.get("payload") && this.frame !== model.get("frame")) this.show(model.get("frame"));
    };
    this.onValues = () => this.steering.showValues();
    this.onError = () => this.showError();
    this.onAsks = () => this.prediction.refresh();
    this.onRestore = (token) => this.ask("restore", [token]); // from a page's address
    model.on("change:payload", this.onStory);
    model.on("change:frame", this.onFrame);
    model.on("change:values", this.onValues);
    model.on("change:error", this.onError);
    model.on("change:asks", this.onAsks);
    model.on("restore", this.onRestore);
    this.resize = new ResizeObserver(() => this.fit());
    this.onWindow = () => this.fit();
    window.addEventListener("resize", this.onWindow); // the window may become lower only
    this.resize.observe(this.stage);
    this.themeWatch = new MutationObserver(() => this.useTheme());
    this.themeWatch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    this.onScheme = () => this.useTheme();
    this.colourScheme = matchMedia("(prefers-color-scheme: dark)");
    this.print = matchMedia("print");
    this.onPrint = () => { this.useTheme(); this.fit(); };
    this.colourScheme.addEventListener("change", this.onScheme);
    this.print.addEventListener("change", this.onPrint);
  }

  close() {
    this.transport.pause();
    const { model } = this;
    model.off("change:payload", this.onStory);
    model.off("change:frame", this.onFrame);
    model.off("change:values", this.onValues);
    model.off("change:error", this.onError);
    model.off("change:asks", this.onAsks);
    model.off("restore", this.onRestore);
    this.resize.disconnect();
    this.themeWatch.disconnect();
    window.removeEventListener("resize", this.onWindow);
    this.colourScheme.removeEventListener("change", this.onScheme);
    this.print.removeEventListener("change", this.onPrint);
    this.lecture.close();
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
    this.frame = Math.min(this.model.get("frame"), story.frames.length - 1);
    this.useTheme();
    this.transport.follow(this.frame); // whether there is one
    this.fit();
    this.showError();
    this.show(this.frame);
  }

  useTheme() {
    const lab = document.body.dataset.jpThemeLight;
    const dark = !this.print.matches && (lab ? lab === "false" : this.colourScheme.matches); // paper is light
    this.theme = this.model.get("themes")[dark ? "dark" : "light"];
    this.root.dataset.theme = dark ? "dark" : "light";
    for (const [token, colour] of Object.entries(this.theme.colors)) this.root.style.setProperty(`--lk-${token}`, colour);
    for (const canvas of this.root.querySelectorAll(".lk-swatch"))
      drawSwatch(canvas.getContext("2d"), this.theme, Number(canvas.dataset.kind));
    if (this.story) this.draw();
  }

  // A narrow card shows the panels below each other, a lecture as its last row can read them, if the story has them so.
  // On paper the picture is as in a lecture: low enough for two of them on a page, its text large enough to be read.
  arrange() {
    const width = this.stage.clientWidth;
    const narrow = width && width < NARROW && !this.print.matches;
    const wanted = narrow ? "narrow" : this.enlarged ? "lecture" : "";
    this.arrangement = this.whole.others[wanted] ? wanted : "";
    this.story = this.whole.others[this.arrangement] ?? this.whole;
  }

  get enlarged() {
    return this.lecture.on || this.print.matches;
  }

  // The room there is for the picture: on paper so many pixels, whatever the page's width; all that a lecture leaves;
  // else what lets the question and the transport be seen as well.
  get room() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (this.print.matches) return [PAPER, Infinity];
    if (this.arrangement === "narrow") return [width, Infinity];
    if (this.lecture.on) return [width, height];
    if (this.root.closest(SLIDE) && document.querySelectorAll(SLIDE).length === 1) // all of the card is seen
      return [width, Math.max(window.innerHeight - (this.root.offsetHeight - height) - 6 * GAP, ON_A_SLIDE)];
    const seen = this.root.closest(SCROLLS)?.clientHeight || window.innerHeight;
    const others = [this.head, this.prediction?.view?.root, this.transport.row].filter((part) => part?.offsetHeight);
    const taken = others.reduce((sum, part) => sum + part.offsetHeight + GAP, 4 * GAP); // with what is around a card
    return [width, Math.max(Math.min(TALLEST * window.innerHeight, seen - taken), LOWEST)];
  }

  fit() {
    this.root.classList.toggle("lk-narrow", this.root.clientWidth < NARROW);
    if (!this.whole || !this.stage.clientWidth) return;
    this.arrange();
    this.glance = null; // it may be of the other arrangement
    this.reserveCaption();
    const [width, height] = this.room;
    this.scale = Math.min(width / this.story.width, height / this.story.height);
    this.ratio = window.devicePixelRatio || 1;
    for (const [side, units] of [["width", this.story.width], ["height", this.story.height]]) {
      this.canvas.style[side] = `${units * this.scale}px`;
      this.canvas[side] = Math.round(units * this.scale * this.ratio);
    }
    this.context = this.canvas.getContext("2d");
    this.draw();
  }

  // Room for the longest caption, so that the picture stays where it is while the story is played.
  reserveCaption() {
    const captions = this.story.frames.map((frame) => frame.caption);
    this.caption.style.minHeight = "";
    this.caption.textContent = this.caption.title = captions.reduce((a, b) => (a.length < b.length ? b : a));
    this.caption.style.minHeight = `${this.caption.offsetHeight}px`;
  }

  // (the story, the place in it) of the picture that is seen.
  shown() {
    return this.glance ? [this.glance, 0] : [this.story, this.frame];
  }

  shownFrame() {
    const [story, frame] = this.shown();
    return story.frames[frame];
  }

  draw() {
    if (!this.context) return;
    const [story, frame] = this.shown();
    drawScene(this.context, story, frame, { theme: this.theme, scale: this.scale, pixelRatio: this.ratio,
      lecture: this.enlarged, leastText: this.lecture.leastText, override: this.painter.override() });
    this.planeKeys.draw(this.context);
    this.painter.drawStroke(this.context);
    this.numbers.update();
    const { caption } = story.frames[frame];
    if (caption !== this.caption.title) this.caption.textContent = this.caption.title = caption;
    this.root.dataset.frame = this.frame;
    this.hover.draw();
    this.prediction.cover();
  }

  show(frame) {
    if (!this.story) return;
    this.glance = null;
    this.frame = Math.min(Math.max(frame, 0), this.story.frames.length - 1);
    this.transport.follow(this.frame);
    this.prediction.follow(this.frame);
    this.canvas.setAttribute("aria-label", this.story.frames[this.frame].caption);
    this.draw();
  }

  // To a screen reader.
  say(sentence) {
    this.said.textContent = sentence;
  }

  // --- talking to the kernel

  // Whether there is something to steer.
  get steerable() {
    return this.wire.alive && this.model.get("controls").length > 0;
  }

  save() {
    if (!this.wire.alive) return;
    this.model.set("frame", this.frame);
    this.model.save_changes();
  }

  ask(action, args = [], options = {}) {
    this.transport.pause();
    if (!["move", "add", "token", "data"].includes(action)) this.painter.chosen = -1; // points may be numbered anew
    this.wire.request({ do: action, with: args, frame: this.frame, arrangement: this.arrangement }, options);
    this.root.dataset.asked = this.wire.seq;
  }

  async reply(message, buffers) {
    if (message.token || message.text) this.share.open(message);
    if (!message.glance) {
      await this.loading;
      if (message.seq === this.wire.seq) this.settle();
      this.prediction.answered(message.seq);
      this.root.dataset.answered = message.seq;
      return;
    }
    if (this.wire.open.length) return; // the drag is over: the story follows
    const [{ buffer, byteOffset, byteLength }] = buffers;
    this.glance = parseStory(buffer.slice(byteOffset, byteOffset + byteLength)); // a copy, for arrays must be aligned
    this.painter.follow();
    if (message.glance.values) this.steering.showValues(message.glance.values);
    this.transport.follow(message.glance.frame, message.glance.last);
    this.draw();
    this.root.dataset.answered = message.seq;
  }

  // Everything as the kernel has it; what was refused, or changed nothing, brought no new story to do this.
  settle() {
    this.painter.settled();
    this.steering.showValues();
    this.show(this.frame);
  }

  showError() {
    const text = this.model.get("error");
    this.error.textContent = text;
    this.error.hidden = !text;
  }

  showLost(text) {
    [this.painter.held, this.painter.drawing] = [null, false];
    this.painter.settled();
    this.root.classList.add("lk-lost");
    this.error.textContent = text;
    this.error.hidden = false;
    if (this.story) this.show(this.frame);
  }

  // JupyterLab marks what it has restored from a saved notebook.
  showSaved() {
    if (!this.root.closest(".jupyter-widgets-disconnected")) return;
    this.wire.close();
    this.showLost("This plays as it was saved; run its cell to steer it.");
  }

  showBusy(busy, share) {
    this.busy.hidden = !busy;
    this.bar.classList.toggle("lk-known", share !== undefined);
    this.bar.style.width = share === undefined ? "" : `${Math.round(100 * share)}%`;
  }
}

async function render({ model, el }) {
  const card = new Card(model, el);
  await Promise.all([card.load(), listen(model)]);
  card.showSaved();
  return () => card.close();
}

export default { render };
