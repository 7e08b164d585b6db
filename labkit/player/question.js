// A question with its options: asked, then committed to or skipped, then replied to. What is right and the replies come
// encoded, so that a reader of the notebook or of an exported page does not see them. Nothing here needs a kernel.

const MARKS = { right: "✓", wrong: "✗", skipped: "→" };
const SKIPPED = -1;
let questions = 0; // of all cards on the page: radio buttons are grouped by a name

function unsealed(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

// `answer` is told the place of the option that is committed to, or SKIPPED. A question that is `instant` replies at once,
// cannot be skipped, and afterwards replies to every other option that is looked at.
class QuestionView {
  constructor(asked, answer, { instant = false, askClass = null } = {}) {
    Object.assign(this, { asked, answer, instant, askClass });
    this.sealed = unsealed(asked.sealed);
    this.group = `lk-question-${++questions}`;
    this.status = element("div", { class: "lk-reply", role: "status" });
    this.trouble = element("div", { class: "lk-hint" });
    this.crowd = element("span", { class: "lk-hint", role: "status" });
    this.root = element("div", { class: "lk-question", "data-question": asked.name });
    this.show(asked);
  }

  get waiting() {
    return this.asked.chosen === null && !this.asked.open;
  }

  get chosen() {
    return this.asked.chosen ?? SKIPPED;
  }

  show(asked) {
    this.asked = asked;
    this.root.dataset.state = this.waiting ? "asking" : "answered";
    const form = this.waiting || this.instant;
    const parts = [form ? this.buildForm() : this.buildLine()];
    if (!form && asked.class?.counts) parts.push(this.buildOptions((text) => element("span", {}, text)));
    if (asked.class && !this.waiting) parts.push(this.buildCrowd());
    this.root.replaceChildren(...parts, this.status, this.trouble);
    if (this.instant && !this.waiting) this.reply(asked.open ? SKIPPED : this.chosen);
  }

  // How the kernel, or another card, says that it stands; whether that is news.
  refresh(asked) {
    const news = this.asked.chosen !== asked.chosen;
    if (news || JSON.stringify(this.asked.class) !== JSON.stringify(asked.class)) this.show(asked);
    this.trouble.textContent = asked.trouble ?? "";
    return news;
  }

  buildForm() {
    const radio = (k) => element("input", { type: "radio", name: this.group, value: k,
      checked: (this.asked.chosen ?? this.picked) === k ? "" : null, onchange: () => this.look(k) });
    const option = (text, k) => element("label", { class: "lk-option" }, radio(k), element("span", {}, text));
    const parts = [element("legend", {}, this.asked.text), this.buildOptions(option)];
    if (this.waiting) parts.push(this.buildButtons());
    return element("fieldset", { class: "lk-ask" }, ...parts);
  }

  // Beside each, once the class was asked, how many chose it.
  buildOptions(build) {
    const { options, class: { counts } = {} } = this.asked;
    if (!counts) return element("div", { class: "lk-options" }, ...options.map(build));
    const most = Math.max(1, ...counts);
    const rows = options.flatMap((text, k) => [build(text, k), element("span", { class: "lk-votes", "aria-hidden": "true" },
      element("span", { style: `width: ${(100 * counts[k]) / most}%` })), element("strong", { "data-votes": k }, String(counts[k]))]);
    return element("div", { class: "lk-options lk-crowd" }, ...rows);
  }

  // What the lecturer has beside a question.
  buildCrowd() {
    const { counts, left_out: damaged = [] } = this.asked.class;
    const ask = element("button", { class: "lk-button lk-act", type: "button", "data-do": "class",
      onclick: () => this.askClass() }, counts ? "ask the class again" : "what the class says");
    const said = counts ? `${counts.reduce((a, b) => a + b)} answers` : "";
    this.crowd.textContent = [said, damaged.length ? `left out, damaged: ${damaged.join(", ")}` : ""].filter(Boolean).join("; ");
    return element("span", { class: "lk-class" }, ask, this.crowd);
  }

  buildButtons() {
    const act = (name, k, style = "") => element("button", { class: `lk-button lk-act ${style}`, type: "button",
      "data-do": name, onclick: () => this.commit(k()) }, name);
    this.commitButton = act("commit", () => this.picked, "lk-primary");
    this.commitButton.disabled = this.picked === undefined;
    const row = element("div", { class: "lk-row" }, this.commitButton);
    if (!this.instant) row.append(act("skip", () => SKIPPED));
    if (this.asked.class) row.append(this.buildCrowd());
    return row;
  }

  buildLine() {
    const { options, text, open, chosen } = this.asked;
    const line = element("div", { class: "lk-predicted" }, `${text} `);
    if (chosen === SKIPPED) line.prepend("You skipped: ");
    else if (chosen !== null) line.append("You predicted: ", element("strong", {}, options[chosen]));
    else if (open) line.append(options.join(" · "));
    return line;
  }

  look(k) {
    this.picked = k;
    if (this.waiting) this.commitButton.disabled = false;
    else this.reply(k);
  }

  commit(chosen) {
    this.show({ ...this.asked, chosen });
    this.answer(chosen);
  }

  // Keeps the room that the reply will need, so that nothing moves under the hand when it comes.
  announce(promise) {
    this.reply(this.chosen);
    this.status.style.minHeight = `${this.status.getBoundingClientRect().height}px`;
    this.status.className = "lk-reply lk-hint";
    this.status.textContent = promise;
    this.replied = false;
  }

  reply(k) {
    const { right, replies } = this.sealed;
    const kind = k === SKIPPED ? "skipped" : k === right ? "right" : "wrong";
    const answer = `The right answer: ${this.asked.options[right]}.`;
    const verdict = { right: "Right.", wrong: this.instant ? "Not so." : `Not so. ${answer}`, skipped: answer }[kind];
    this.status.className = `lk-reply lk-${kind}`;
    this.status.replaceChildren(element("span", { class: "lk-mark", "aria-hidden": "true" }, MARKS[kind]),
      element("span", {}, element("strong", {}, verdict), ` ${replies[k === SKIPPED ? right : k]}`));
    this.replied = true;
  }
}

// The question of a lab's card: its controls open with the answer, and the reply comes when one has steered or played;
// where one choice shows what was asked about, with that choice.
class Prediction {
  constructor(card) {
    this.card = card;
    this.covers = [];
    const asked = card.model.get("asks");
    if (!asked?.text) return;
    this.view = new QuestionView(asked, (chosen) => this.commit(chosen), { askClass: () => this.askClass() });
    card.transport.row.before(this.view.root);
    this.update();
  }

  get waiting() {
    return Boolean(this.view?.waiting);
  }

  get canSteer() {
    return this.card.wire.alive && this.card.model.get("controls").length > 0;
  }

  // To see what was asked about; a picture of one step does not play.
  get ways() {
    if (this.after) return [`chosen \u201c${Object.values(this.after).join(", ")}\u201d`];
    const plays = !this.card.story || this.card.transport.last > 0;
    return [this.canSteer && "steered the lab", (plays || !this.canSteer) && "played to the end"].filter(Boolean);
  }

  get after() {
    return this.canSteer ? this.view.asked.after : null;
  }

  get seen() {
    const values = this.card.model.get("values");
    return Object.entries(this.after ?? {}).every(([name, value]) => values[name] === value);
  }

  commit(chosen) {
    const { card } = this;
    this.update();
    card.root.focus({ preventScroll: true }); // the button that had it is gone, and keys go on to steer
    card.model.keep?.(this.view.asked);
    if (!card.wire.alive) return;
    card.ask("predict", [chosen]);
    this.own = card.wire.seq; // this request is no steering
  }

  askClass() {
    if (!this.view?.asked.class || !this.card.wire.alive) return;
    this.card.ask("class");
    this.own = this.card.wire.seq;
  }

  refresh() {
    if (this.view?.refresh(this.card.model.get("asks"))) this.update();
    else if (this.view?.asked.class) this.card.fit();
  }

  // Panels that would tell the answer are covered while it is asked, with their ticks and the names of their curves, and
  // with them the sentence about the picture.
  cover() {
    const { card } = this;
    const names = this.waiting ? this.view.asked.covers : [];
    for (const cover of this.covers) cover.remove();
    const panels = card.shownFrame().panels.filter((panel) => names.includes(panel.name));
    this.covers = panels.map(({ reach: { left, right, top, bottom } }) => {
      const { width: wide, height: tall } = card.story; // shares of the picture: on paper it has another size
      const places = [left / wide, top / tall, (Math.min(right, wide) - left) / wide, (bottom - top) / tall];
      const [x, y, w, h] = places.map((share) => `${100 * share}%`);
      return element("div", { class: "lk-cover", style: `left: ${x}; top: ${y}; width: ${w}; height: ${h}` }, "?");
    });
    card.canvas.parentElement.append(...this.covers);
    card.root.classList.toggle("lk-covered", names.length > 0);
    if (names.length) card.canvas.setAttribute("aria-label", "the picture, covered where it would tell the answer");
  }

  update() {
    this.card.root.classList.toggle("lk-asking", this.waiting);
    if (!this.waiting)
      this.view.announce(`The reply comes when you have ${this.ways.join(" or ")}.`);
    if (!this.card.story) return;
    this.card.fit(); // the transport has come
    this.card.show(this.card.frame);
    if (this.waiting) return;
    if (this.card.transport.last === 0 && !this.canSteer) this.view.reply(this.view.chosen);
  }

  // The card shows this frame now.
  follow(frame) {
    if (this.card.transport.last > 0 && frame === this.card.transport.last) this.replyOnce();
  }

  answered(seq) {
    if (seq !== this.own) this.replyOnce();
  }

  replyOnce() {
    if (this.view && !this.waiting && !this.view.replied && this.seen) this.view.reply(this.view.chosen);
  }
}
