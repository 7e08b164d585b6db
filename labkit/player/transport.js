// The transport: plays, steps, scrubs and loops the story of a card, which is all in the browser.

const SPEEDS = [["¼×", 0.25], ["½×", 0.5], ["1×", 1], ["2×", 2], ["4×", 4], ["max", Infinity]];
const STEP = 12000 / 22; // milliseconds of a step at 1×: time to look, and to say a sentence
const LONGEST = 60000; // milliseconds of a story at 1×: the steps of a longer one are quicker
const FASTEST = 1000 / 60; // milliseconds of a step at most speed: one of the screen's frames

class Transport {
  constructor(card) {
    this.card = card;
    this.playing = this.loop = false;
    this.speed = SPEEDS.findIndex(([, times]) => times === 1);
    this.row = this.build();
  }

  build() {
    const { card } = this;
    this.playButton = button("play", "play (space)", () => this.toggle());
    this.slider = element("input", { class: "lk-slider", type: "range", min: 0, value: 0, "aria-label": "step",
      oninput: () => { this.pause(); card.show(Number(this.slider.value)); },
      onchange: () => card.save() });
    this.count = element("span", { class: "lk-count" });
    this.speedButton = element("button", { class: "lk-button lk-text", type: "button", "data-do": "speed", onclick: () => this.faster() });
    this.loopButton = button("loop", "play again at the end", () => this.setLoop(!this.loop));
    this.loopButton.setAttribute("aria-pressed", "false");
    this.showSpeed();
    return element("div", { class: "lk-row lk-transport" },
      button("first", "first step (home)", () => this.jump(0)),
      button("back", "one step back (left)", () => this.step(-1)),
      this.playButton,
      button("forward", "one step on (right)", () => this.step(1)),
      button("last", "last step (end)", () => this.jump(Infinity)),
      this.slider, this.count, this.speedButton, this.loopButton);
  }

  get last() {
    return this.card.story.frames.length - 1;
  }

  // The card shows this frame now, of its own story or of a glance at another one.
  follow(frame, last = this.last) {
    this.row.hidden = last === 0; // one picture is no story
    this.slider.max = last;
    this.slider.value = frame;
    this.count.textContent = `step ${frame} of ${last}`;
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
  }

  jump(frame) {
    this.pause();
    this.card.show(frame);
    this.card.save();
  }

  step(by) {
    this.jump(this.card.frame + by);
  }

  toggle() {
    if (this.playing) return this.pause();
    if (!this.card.story || !this.last) return;
    if (this.card.frame === this.last) this.card.show(0);
    this.playing = true;
    this.showPlaying();
    this.clock = performance.now();
    this.request = requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.playing) return;
    const perStep = Math.max(Math.min(STEP, LONGEST / this.last) / SPEEDS[this.speed][1], FASTEST);
    // Half a display frame of tolerance: at most speed every display frame shows the next step.
    if (now - this.clock >= perStep - FASTEST / 2) {
      this.clock = Math.max(this.clock + perStep, now - perStep);
      if (this.card.frame < this.last) this.card.show(this.card.frame + 1);
      else if (this.loop) this.card.show(0);
      else return this.pause();
    }
    this.request = requestAnimationFrame((next) => this.tick(next));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.request);
    this.showPlaying();
    this.card.save();
  }

  showPlaying() {
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    describe(this.playButton, this.playing ? "pause (space)" : "play (space)");
    this.card.root.dataset.playing = this.playing;
    this.card.numbers.update();
    this.card.caption.setAttribute("aria-live", this.playing ? "off" : "polite");
  }

  faster() {
    this.speed = (this.speed + 1) % SPEEDS.length;
    this.showSpeed();
  }

  showSpeed() {
    const [word] = SPEEDS[this.speed];
    this.speedButton.textContent = word;
    describe(this.speedButton, `speed: ${word}`);
  }

  setLoop(on) {
    this.loop = on;
    this.loopButton.setAttribute("aria-pressed", String(on));
  }
}
