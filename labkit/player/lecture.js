// Lecture mode: the card fills the screen, or else the window; the controls are folded away until they are wanted.
// Keys beside those of every card: 1 to 9 take on a preset, c unfolds the controls, b blanks the screen, a asks the
// class, Escape leaves.

const SMALLEST = 1 / 40; // of the screen's height: the smallest text that the last row can read

class Lecture {
  constructor(card) {
    this.card = card;
    this.on = false;
    this.button = button("lecture", "", () => (this.on ? this.leave() : this.enter()));
    this.controlsButton = button("controls", "controls (c)", () => this.fold(!this.folded));
    this.blank = element("div", { class: "lk-blank", hidden: "", onclick: () => this.setBlank(false) });
    this.onFullscreen = () => { if (this.full && !document.fullscreenElement) this.leave(); }; // the browser's own Escape
    document.addEventListener("fullscreenchange", this.onFullscreen);
    this.name();
  }

  close() {
    this.leave();
    document.removeEventListener("fullscreenchange", this.onFullscreen);
  }

  // The pixels that no text of the picture is below.
  get leastText() {
    return this.on ? SMALLEST * window.innerHeight : 0;
  }

  async enter() {
    const { root } = this.card;
    this.on = true;
    root.classList.add("lk-lecture");
    this.fold(true);
    this.name();
    try {
      await root.requestFullscreen();
      this.full = true;
    } catch { // not allowed here: the window is filled, above all that stands in it
      if (this.on) this.fillWindow();
    }
    root.focus();
    this.card.fit();
  }

  fillWindow() {
    const { root } = this.card;
    root.setAttribute("popover", "manual");
    root.showPopover?.();
  }

  leave() {
    if (!this.on) return;
    const { root } = this.card;
    this.on = this.full = false;
    this.setBlank(false);
    if (document.fullscreenElement === root) document.exitFullscreen();
    root.removeAttribute("popover");
    root.classList.remove("lk-lecture", "lk-folded");
    this.name();
    this.card.fit();
    root.scrollIntoView({ block: "nearest" });
  }

  name() {
    this.button.replaceChildren(icon(this.on ? "leave" : "lecture"));
    describe(this.button, this.on ? "leave lecture mode (Escape)" : "lecture mode: fill the screen");
    this.controlsButton.hidden = !this.on || !this.card.steerable;
  }

  fold(folded) {
    this.folded = folded;
    this.card.root.classList.toggle("lk-folded", folded);
    this.controlsButton.setAttribute("aria-expanded", String(!folded));
  }

  setBlank(on) {
    this.blank.hidden = !on;
  }

  // What a key does in lecture mode, or nothing.
  keys() {
    if (!this.on) return {};
    const presets = Array.from({ length: 9 }, (_, k) => [String(k + 1), () => this.card.steering.choosePreset(k)]);
    return { ...this.screenKeys(), c: () => this.fold(!this.folded), ...Object.fromEntries(presets) };
  }

  // Those that neither steer nor play: also while the card asks its question.
  screenKeys() {
    return this.on ? { Escape: () => this.leave(), a: () => this.card.prediction.askClass(), b: () => this.setBlank(this.blank.hidden) } : {};
  }
}
