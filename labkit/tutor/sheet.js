// The card of the tutor: a quick check, or the reply to an exercise. One that has no kernel shows what it knows.

const WORDS = { hint: "hint", solution: "show a solution", reset: "show the exercise as it was" };
const SIGNS = { right: "✓", wrong: "✗", untouched: "○" };

class Sheet {
  constructor(model, el) {
    this.model = model;
    this.body = element("div");
    this.lost = element("div", { class: "lk-error", role: "alert", hidden: "" }, "Run this cell again: its kernel is gone.");
    this.error = element("div", { class: "lk-error", role: "alert", hidden: "" });
    this.root = element("div", { class: "lk-card lk-sheet", role: "group",
      onkeydown: (event) => isForNotebook(event) || event.stopPropagation() }, this.body, this.error, this.lost);
    el.append(this.root);
    this.update = () => this.show();
    this.lose = () => { this.gone = true; }; // the kernel was restarted or stopped
    model.on("change:content", this.update);
    model.on("comm_live_update", this.lose);
    this.themeWatch = new MutationObserver(() => this.useTheme());
    this.themeWatch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    this.onScheme = () => this.useTheme();
    this.colourScheme = matchMedia("(prefers-color-scheme: dark)");
    this.print = matchMedia("print");
    for (const media of [this.colourScheme, this.print]) media.addEventListener("change", this.onScheme);
    this.useTheme();
    this.show();
  }

  close() {
    this.model.off("change:content", this.update);
    this.model.off("comm_live_update", this.lose);
    this.themeWatch.disconnect();
    for (const media of [this.colourScheme, this.print]) media.removeEventListener("change", this.onScheme);
  }

  useTheme() {
    const lab = document.body.dataset.jpThemeLight;
    const dark = !this.print.matches && (lab ? lab === "false" : this.colourScheme.matches); // paper is light
    this.root.dataset.theme = dark ? "dark" : "light";
    const { colors } = this.model.get("themes")[dark ? "dark" : "light"];
    for (const [token, colour] of Object.entries(colors)) this.root.style.setProperty(`--lk-${token}`, colour);
  }

  // An exported page has no kernel, a saved notebook that was opened again has lost it. Questions reply all the same.
  ask(message) {
    if (typeof this.model.send !== "function") return;
    const gone = this.gone || this.root.closest(".jupyter-widgets-disconnected");
    if (gone) this.lost.hidden = message.do === "answer";
    else this.model.send(message);
  }

  show() {
    const content = this.model.get("content");
    this.error.textContent = content.error ?? "";
    this.error.hidden = !content.error;
    if (content.show === "questions") this.showQuestions(content);
    else this.showCheck(content);
  }

  showQuestions({ title, questions }) {
    if (this.views) return questions.forEach((asked, k) => this.views[k].refresh(asked));
    this.root.setAttribute("aria-label", title);
    this.views = questions.map((asked, k) =>
      new QuestionView(asked, (chosen) => this.answer(k, chosen),
        { instant: true, askClass: () => this.ask({ do: "class", with: [k] }) }));
    this.body.replaceChildren(element("div", { class: "lk-head" }, element("span", { class: "lk-title" }, title)),
      ...this.views.map((view) => view.root));
  }

  answer(k, chosen) {
    this.model.keep?.(this.views[k].asked); // a page without a kernel keeps answers by itself
    this.ask({ do: "answer", with: [k, chosen] });
  }

  showCheck(content) {
    const { status, says, good, hints, rows, sources, trouble } = content;
    this.root.setAttribute("aria-label", "your answer");
    this.root.dataset.status = status;
    const [verdict, ...rest] = says.split(": ");
    const parts = [element("div", { class: `lk-says lk-${status}`, role: "status" },
      element("span", { class: "lk-mark", "aria-hidden": "true" }, SIGNS[status]),
      element("span", {}, element("strong", {}, `${verdict}: `), rest.join(": ")))];
    if (good) parts.push(element("div", { class: "lk-good" }, `✓ right already: ${good}`));
    if (hints.length) parts.push(element("ol", { class: "lk-hints", "aria-label": "hints", "aria-live": "polite" },
      ...hints.map((hint) => element("li", {}, hint))));
    if (rows.length) parts.push(element("table", { class: "lk-case", "aria-label": "the smallest case that fails" },
      element("tbody", {}, ...rows.map(([name, text]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, text))))));
    if (typeof this.model.send === "function" && status !== "untouched" && !content.recalled) parts.push(this.buildButtons(content));
    if (trouble) parts.push(element("div", { class: "lk-hint" }, trouble));
    const focused = document.activeElement?.dataset?.do;
    this.body.replaceChildren(...parts, ...sources.map((source) => this.buildSource(source)));
    if (focused) this.body.querySelector(`[data-do="${focused}"]`)?.focus();
  }

  buildButtons({ status, hints, hints_left: left, sources }) {
    const act = (name, word) => element("button", { class: "lk-button lk-act", type: "button", "data-do": name,
      "aria-expanded": name === "hint" ? null : String(sources.some((each) => each.of === name)),
      onclick: () => this.ask({ do: name }) }, word);
    const row = element("div", { class: "lk-row" });
    if (left) row.append(act("hint", `${hints.length ? "another hint" : WORDS.hint} (${left} left)`));
    row.append(act("solution", status === "right" ? WORDS.solution : `give up: ${WORDS.solution}`), act("reset", WORDS.reset));
    return row;
  }

  buildSource({ of, title, html, text }) {
    const body = element("div"), head = element("div", { class: "lk-source-head" }, element("strong", {}, title));
    body.innerHTML = html; // made and escaped by labkit/tutor/source.py
    head.append(button("copy", "copy", () => navigator.clipboard?.writeText(text).catch(() => {}), "copy"));
    if (of === "reset" && this.root.closest(".jp-OutputArea")) head.append(this.buildPutBack(text));
    return element("div", { class: "lk-source" }, head, body);
  }

  // A card cannot write into a cell; labkit's extension of JupyterLab does it, where it is there.
  buildPutBack(text) {
    const put = button("undo", "put it back into its cell", () => {
      const asked = new CustomEvent("labkit-put-back", { detail: text, bubbles: true, cancelable: true });
      const done = !this.root.dispatchEvent(asked);
      put.lastChild.data = done ? "put back; Ctrl + Z in the cell takes it back" : "this page cannot: copy it";
    }, "put it back");
    return put;
  }
}

async function render({ model, el }) {
  const sheet = new Sheet(model, el);
  await listen(model);
  return () => sheet.close();
}

export default { render };
