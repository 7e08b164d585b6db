// The transport: plays, steps, scrubs and loops the story of a card, which is all in the browser.

const SPEEDS = [["½×", 4], ["1×", 8], ["2×", 16], ["4×", 32], ["max", 60]]; // steps a second

class Transport {
  constructor(card) {
    this.card = card;
    this.playing = this.loop = false;
    this.speed = 1;
    this.row = this.build();
  }

  build() {
    const { card } = this;
    this.playButton = button("play", "play (space)", () => this.toggle());
    this.slider = element("input", { class: "lk-slider", type: "range", min: 0, value: 0, "aria-label": "step",
      oninput: () => { this.pause(); card.show(Number(this.slider.value)); },
      onchange: () => card.save() });
    this.speedButton = element("button", { class: "lk-button lk-text", type: "button", title: "speed",
      "data-do": "speed", onclick: () => this.faster() }, SPEEDS[this.speed][0]);
    this.loopButton = button("loop", "play again at the end", () => this.setLoop(!this.loop));
    this.lectureButton = button("lecture", "lecture mode: larger", () => card.setLecture(!card.lecture));
    return element("div", { class: "lk-row lk-transport" },
      button("first", "first step (home)", () => this.jump(0)),
      button("back", "one step back (left)", () => this.step(-1)),
      this.playButton,
      button("forward", "one step on (right)", () => this.step(1)),
      button("last", "last step (end)", () => this.jump(Infinity)),
      this.slider, this.speedButton, this.loopButton, this.lectureButton);
  }

  get last() {
    return this.card.story.frames.length - 1;
  }

  // The card shows this frame now.
  follow(frame) {
    this.slider.max = this.last;
    this.slider.value = frame;
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
    if (!this.card.story) return;
    if (this.card.frame === this.last) this.card.show(0);
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
    this.playButton.setAttribute("aria-label", this.playing ? "pause (space)" : "play (space)");
    this.card.root.dataset.playing = this.playing;
    this.card.caption.setAttribute("aria-live", this.playing ? "off" : "polite");
  }

  faster() {
    this.speed = (this.speed + 1) % SPEEDS.length;
    this.speedButton.textContent = SPEEDS[this.speed][0];
  }

  setLoop(on) {
    this.loop = on;
    this.loopButton.setAttribute("aria-pressed", String(on));
  }
}
