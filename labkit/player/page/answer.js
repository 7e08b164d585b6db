// The cell of an exercise as a small editor: its code is kept by the browser, and checked by Python where that runs.

const SAVE_AFTER = 400; // milliseconds without a key
const CHECK_SECONDS = 30; // of an answer, from the moment that Python works on it
const INDENT = "    ";

class AnswerEditor {
  constructor(place, host) {
    this.host = host;
    this.model = host.models[place.dataset.answer];
    if (!this.model?.entry.exercise) return;
    this.given = this.model.entry.exercise.answer;
    this.name = Answers.name(host.data.lesson, "code", this.model.key);
    this.build(place);
    this.write(host.answers.get(this.name) ?? this.given);
    host.answers.watch(this.name, (text) => this.elsewhere(text));
    this.model.on("answer", (message) => this.answered(message));
    this.model.on("python", (news) => this.showStart(news));
    this.model.on("lost", (sentence) => this.rest(sentence));
    window.addEventListener("pagehide", () => this.save());
    if (host.python.missing) this.rest(host.python.missing);
    this.watchTheme();
    host.editors.push(this);
  }

  build(place) {
    const hint = `hint-${this.model.key}`;
    this.area = element("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off",
      "aria-label": "your answer", "aria-describedby": hint, "data-code": this.model.key,
      oninput: () => this.typed(), onkeydown: (event) => this.key(event), onblur: () => this.save() });
    this.checkButton = textButton("check", () => (this.waiting ? this.stop("it was stopped") : this.check()));
    this.checkButton.dataset.do = "check";
    this.checkButton.classList.add("lk-primary");
    this.backButton = textButton("as it was", () => this.back(), { "data-do": "given", title: "the cell as it stands in the lesson" });
    this.status = element("span", { class: "lk-hint", role: "status" });
    this.printed = element("pre", { class: "lk-printed", hidden: "", "aria-label": "what your answer printed" });
    this.root = element("div", { class: "lk-answer" }, this.area,
      element("div", { class: "lk-row" }, this.checkButton, this.backButton, this.status,
        element("span", { id: hint, class: "lk-unseen" }, "Tab indents; Escape, then Tab leaves the editor. Shift and Enter check.")),
      this.printed);
    place.replaceChildren(this.root);
  }

  watchTheme() {
    const card = document.querySelector(`[data-lab="${CSS.escape(this.model.key)}"] .lk-card`);
    if (!card) return;
    const follow = () => {
      for (const token of ["ink", "muted", "surface", "control", "accent", "card"])
        this.root.style.setProperty(`--lk-${token}`, card.style.getPropertyValue(`--lk-${token}`));
      this.root.dataset.theme = card.dataset.theme;
    };
    new MutationObserver(follow).observe(card, { attributes: true, attributeFilter: ["data-theme"] });
    follow();
  }

  // --- the text

  write(text) {
    this.area.value = this.saved = text;
    this.area.rows = Math.max(text.split("\n").length + 1, 3);
  }

  typed() {
    this.area.rows = Math.max(this.area.rows, this.area.value.split("\n").length + 1);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), SAVE_AFTER);
  }

  save() {
    clearTimeout(this.timer);
    if (this.area.value === this.saved) return;
    this.saved = this.area.value;
    this.host.answers.set(this.name, this.saved);
  }

  // Another tab has changed it.
  elsewhere(text) {
    if (text === null || text === this.area.value) return;
    if (this.area.value !== this.saved || document.activeElement === this.area)
      this.say("This answer was changed in another tab as well; what is written last is kept.");
    else this.write(text);
  }

  back() {
    const before = this.area.value;
    this.write(this.given);
    this.host.answers.set(this.name, this.given);
    if (before === this.given) return;
    const undo = textButton("undo", () => { this.area.value = before; this.typed(); this.say(""); }, { "data-do": "take-back" });
    this.status.replaceChildren("as it stands in the lesson ", undo);
  }

  key(event) {
    event.stopPropagation();
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.check();
    } else if (event.key === "Escape") this.leaving = true;
    else if (event.key === "Tab" && !this.leaving && !event.altKey && !event.ctrlKey) {
      event.preventDefault();
      if (event.shiftKey) this.outdent();
      else this.insert(INDENT);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const line = this.area.value.slice(0, this.area.selectionStart).split("\n").at(-1);
      this.insert(`\n${/^ */.exec(line)[0]}${line.trimEnd().endsWith(":") ? INDENT : ""}`);
    } else if (event.key !== "Shift") this.leaving = false;
  }

  insert(text) {
    const { selectionStart: from, selectionEnd: to } = this.area;
    // Deprecated, but the one way that the browser's own undo knows of.
    if (!document.execCommand?.("insertText", false, text)) this.area.setRangeText(text, from, to, "end");
    this.typed();
  }

  outdent() {
    const { value, selectionStart: at } = this.area;
    const start = value.lastIndexOf("\n", at - 1) + 1;
    const spaces = /^ {0,4}/.exec(value.slice(start))[0].length;
    this.area.setRangeText("", start, start + spaces, "preserve");
    this.typed();
  }

  // --- checking

  say(sentence) {
    this.status.textContent = sentence;
  }

  check() {
    if (this.checkButton.disabled || this.waiting) return;
    this.save();
    this.wait(true);
    this.say(this.host.python.ready ? "checking" : "Python is starting");
    if (this.host.python.ready) this.limit();
    const { before, check } = this.model.entry.exercise;
    this.model.asked = undefined;
    const written = before.map((source) => this.host.editors.find((editor) => editor.given === source)?.area.value ?? source);
    this.host.python.request({ key: this.model.key, mark: { before: written, answer: this.area.value, check } });
  }

  wait(waiting) {
    this.waiting = waiting;
    this.checkButton.textContent = this.checkButton.dataset.do = waiting ? "stop" : "check";
  }

  limit() {
    clearTimeout(this.alarm);
    this.alarm = setTimeout(() => this.stop(`it took longer than ${CHECK_SECONDS} seconds`), CHECK_SECONDS * 1000);
  }

  showStart(news) {
    if (!this.waiting) return;
    if (news) return this.say(`Python is starting: ${Math.round((100 * news[0]) / news[1])} %`);
    this.say("checking");
    this.limit();
  }

  // A loop that does not end can only be ended from outside.
  stop(why) {
    this.host.restart(this.model.key);
    this.finish();
    this.model.take({ content: { show: "check", status: "wrong", good: "", rows: [], hints: [], hints_left: 0, sources: [],
      trouble: "", says: `not yet: expected an answer that ends, got none (${why}): does every loop and every call in it end?` } });
  }

  answered(message) {
    if (message.failed) this.finish(message.failed);
    if (!("printed" in message)) return;
    this.finish();
    this.printed.hidden = !message.printed;
    this.printed.textContent = message.printed;
  }

  finish(sentence = "") {
    clearTimeout(this.alarm);
    this.wait(false);
    this.checkButton.disabled = Boolean(this.host.python.missing);
    this.say(sentence);
  }

  rest(sentence) {
    this.finish(sentence);
    this.checkButton.disabled = true;
  }
}
