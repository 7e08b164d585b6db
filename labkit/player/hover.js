// Hover: what the pointer is at says its numbers in a small label, and all that has its key is lit, in every panel.
// Click: a place on the axis of the story, or a thing that acts in one of its steps, leads to that step (items.js).

const AXIS = 26; // units below a box that belong to its horizontal axis

class Hover {
  constructor(card) {
    this.card = card;
    this.pointer = null; // [px, py] on the canvas
    this.overlay = element("canvas", { class: "lk-light", "aria-hidden": "true" });
    this.label = element("div", { class: "lk-tip", "aria-hidden": "true", hidden: "" });
    card.canvas.after(this.overlay, this.label);
    const follow = (event) => { this.pointer = card.painter.at(event); this.draw(); };
    card.canvas.addEventListener("pointermove", (event) => event.pointerType !== "touch" && follow(event));
    card.canvas.addEventListener("pointerup", follow);
    for (const name of ["pointerleave", "pointercancel"]) card.canvas.addEventListener(name, () => this.leave());
    card.root.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
  }

  leave() {
    this.pointer = null;
    this.draw();
  }

  // The place of the panel at a pixel in the frame, or -1; with its horizontal axis if it is for a click.
  panelAt(px, py, axis = 0) {
    const { card } = this, x = px / card.scale, y = py / card.scale;
    return card.shownFrame().panels.findIndex((panel) =>
      inside(panel, x, y) || inside(panel, x, Math.max(y - axis, panel.box[1])));
  }

  draw() {
    const { card } = this, busy = card.painter.held !== null || card.painter.drawing || !card.story;
    const index = this.pointer && !busy ? this.panelAt(...this.pointer) : -1;
    const panel = index < 0 ? null : card.shownFrame().panels[index];
    const found = panel ? itemsAt(panel, card.scale, ...this.pointer) : [];
    if (!found.length && this.label.hidden) return;
    this.light(found.length ? linkedTo(card.shownFrame(), panel, found) : []);
    this.say(found.length ? saidTogether(panel, found) : []);
  }

  say(lines) {
    this.label.hidden = !lines.length;
    if (!lines.length) return;
    this.label.replaceChildren(...lines.map((line) => element("div", {}, line)));
    const stage = this.overlay.parentElement, [px, py] = this.pointer, gap = 14;
    const { offsetWidth: wide, offsetHeight: tall } = this.label;
    const left = px + gap + wide <= stage.clientWidth ? px + gap : Math.max(px - gap - wide, 0);
    const top = Math.min(Math.max(py - tall - gap / 2, 0), stage.clientHeight - tall);
    this.label.style.transform = `translate(${left}px, ${top}px)`;
  }

  light(items) {
    const { card, overlay } = this, ctx = overlay.getContext("2d");
    [overlay.width, overlay.height] = [card.canvas.width, card.canvas.height]; // this also clears it
    ctx.setTransform(card.ratio, 0, 0, card.ratio, 0, 0);
    for (const [color, width] of [["card", 5], ["ink", 2]]) { // an edge makes it seen on any colour
      ctx.strokeStyle = colorOf(card.theme, color);
      ctx.lineWidth = width;
      for (const { panel, mark, k } of items) this.trace(ctx, inPixels(panel, card.scale), panel, mark, k);
    }
  }

  trace(ctx, at, panel, mark, k) {
    ctx.beginPath();
    if (mark.type === "Boxes") {
      const [left, top, width, height] = boxOf(mark, k, at);
      ctx.rect(left - 2, top - 2, width + 4, height + 4); // around it: a thin bar stays seen
    }
    else if (mark.type === "Segments") {
      ctx.moveTo(at.x(nth(mark.x0, k)), at.y(nth(mark.y0, k)));
      ctx.lineTo(at.x(nth(mark.x1, k)), at.y(nth(mark.y1, k)));
    } else {
      const [x, y] = [at.x(mark.x[k]), at.y(mark.y[k])];
      const size = mark.type === "Points" ? nth(mark.size, k) : this.card.theme.style.dotRadius;
      if (inside(panel, x / at.scale, y / at.scale)) ctx.arc(x, y, at.scale * size + 4, 0, TURN);
    }
    ctx.stroke();
  }

  // The step that a click at a pixel leads to, or -1; the points of a plane that is painted are not for this.
  stepAt(px, py) {
    const { card } = this;
    if (!card.story || card.glance || card.story.frames.length < 2) return -1;
    const index = this.panelAt(px, py, AXIS);
    if (index < 0) return -1;
    const { name } = card.shownFrame().panels[index];
    if (card.painter.enabled && name === card.painter.settings.panel) return -1;
    return stepOf(card.story, card.shownFrame(), index, card.scale, px, py);
  }

  click(px, py) {
    const step = this.stepAt(px, py);
    if (step >= 0) this.card.transport.jump(step);
  }
}
