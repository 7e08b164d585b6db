// The data painter: click to add a point of the chosen class, drag to move, delete. The browser draws the change
// at once; the kernel is asked for glances while a point is dragged and for the whole story when it is dropped.
// Points may be handles, which are only moved, on rails only up and down; others that move with the held one come with
// the glance. Where a lab draws, a stroke is made freehand.
// A click that the painter has no use for goes to the lab, if its panel answers clicks; one on a point only if the
// lab wants those too.

const SLACK = 3; // pixels that a hand may tremble in a click
const STROKE = 3; // units wide

class Painter {
  constructor(card) {
    this.card = card;
    this.tool = "move"; // "move", "delete", "draw", or a class index
    this.stroke = null; // {x, y} while one is drawn, and until its story has come
    this.drawing = false;
    this.held = null; // index of the point under the pointer
    this.from = null; // where it was taken up
    this.chosen = -1; // the point that the Delete key takes
    this.dragged = false; // whether the held point was moved
    this.points = null; // {x, y, kind} while they differ from the story's
    const canvas = card.canvas;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener("click", (event) => this.click(event));
    canvas.addEventListener("contextmenu", (event) => this.remove(event));
    // A finger scrolls the page, unless it holds a point (pointerdown comes before touchstart).
    canvas.addEventListener("touchstart", (event) => (this.held !== null || this.drawing) && event.preventDefault(), { passive: false });
  }

  get settings() {
    return this.card.model.get("painter");
  }

  get enabled() {
    return Boolean(this.settings.panel && this.card.story && this.mark) && this.card.wire.alive;
  }

  // The points that it moves; handles on rails are not shown in every frame.
  get mark() {
    const panel = this.card.shownFrame().panels.find((each) => each.name === this.settings.panel);
    return panel?.marks.find((each) => each.editable);
  }

  get onRails() {
    return this.settings.rails.length > 0;
  }

  panel(px, py) {
    return panelAt(this.card.shownFrame(), this.settings.panel, this.card.scale, px, py);
  }

  at(event) {
    const box = this.card.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // Whether the kernel may be numbering the points anew.
  get renumbering() {
    return this.card.wire.open.some((entry) => entry.do !== "move" && entry.do !== "add");
  }

  // The point under the pointer; none while they are renumbered.
  hit(px, py) {
    if (this.renumbering) return -1;
    return hitPoint(this.card.shownFrame(), this.settings.panel, this.card.scale, px, py, 12, this.points);
  }

  inside(px, py) {
    const panel = this.panel(px, py);
    return Boolean(panel) && inside(panel, px / this.card.scale, py / this.card.scale);
  }

  down(event) {
    this.dragged = false;
    if (event.button !== 0) return;
    if (!this.enabled) {
      this.chosen = -1;
      return;
    }
    const [px, py] = this.at(event);
    if (!this.inside(px, py)) return;
    this.card.transport.pause();
    const index = this.tool === "draw" ? -1 : this.hit(px, py);
    this.chosen = index;
    if (this.tool === "draw") this.begin(event, px, py);
    else if (index >= 0 && this.tool === "delete") this.removeChosen();
    else if (index >= 0) this.grab(event, index);
    else if (typeof this.tool === "number") this.add(px, py);
    event.preventDefault();
    this.card.root.focus({ preventScroll: true });
  }

  grab(event, index) {
    this.held = index;
    this.from = this.at(event);
    this.points ??= copyOf(this.mark);
    this.card.canvas.setPointerCapture(event.pointerId);
  }

  begin(event, px, py) {
    [this.drawing, this.dragged, this.from, this.stroke] = [true, true, [px, py], { x: [], y: [] }];
    this.card.canvas.setPointerCapture(event.pointerId);
    this.draw(px, py);
  }

  // One more place of the stroke, inside the panel where it began.
  draw(px, py, live = true) {
    const panel = this.panel(...this.from);
    const [x, y] = toData(panel, this.card.scale, px, py);
    this.stroke.x.push(Math.min(Math.max(x, panel.xlim[0]), panel.xlim[1]));
    this.stroke.y.push(Math.min(Math.max(y, panel.ylim[0]), panel.ylim[1]));
    this.card.draw();
    this.card.ask("draw", [this.stroke.x, this.stroke.y], { live });
  }

  add(px, py) {
    const [x, y] = toData(this.panel(px, py), this.card.scale, px, py);
    this.card.ask("add", [x, y, this.tool]);
  }

  // The panel that answers a click there.
  clickable(px, py) {
    const { card } = this;
    const taken = this.tool !== "move" || (this.chosen >= 0 && !this.settings.answers);
    if (!card.story || !card.wire.alive || (this.inside(px, py) && taken)) return;
    const [x, y] = [px / card.scale, py / card.scale];
    return card.shownFrame().panels.find((panel) => card.model.get("clicks").includes(panel.name) && inside(panel, x, y));
  }

  click(event) {
    const [px, py] = this.at(event);
    const panel = this.clickable(px, py);
    if (this.dragged) return;
    if (!panel) return this.card.hover.click(px, py);
    const { chosen } = this;
    const [x, y] = toData(panel, this.card.scale, px, py);
    this.card.ask("click", [panel.name, x, y, targetAt(panel, x, y)]);
    if (this.inside(px, py)) this.chosen = chosen; // the lab answers for a point, which stays the chosen one
  }

  moved(event) {
    const [px, py] = this.at(event);
    if (this.drawing) return this.draw(px, py);
    if (this.held === null) {
      this.card.canvas.style.cursor = this.cursor(px, py);
      return;
    }
    if (!this.dragged && Math.hypot(px - this.from[0], py - this.from[1]) <= SLACK) return;
    const panel = this.panel(...this.from); // a point stays in the panel where it was taken up
    const [x, y] = toData(panel, this.card.scale, px, py);
    this.dragged = true;
    if (!this.onRails) this.points.x[this.held] = Math.min(Math.max(x, panel.xlim[0]), panel.xlim[1]);
    this.points.y[this.held] = Math.min(Math.max(y, panel.ylim[0]), panel.ylim[1]);
    this.card.draw();
    this.card.ask("move", this.place(), { live: true });
  }

  cursor(px, py) {
    const painted = this.enabled && this.inside(px, py);
    if (painted && this.tool === "draw") return "crosshair";
    if (painted && this.hit(px, py) >= 0) return this.tool === "delete" ? "not-allowed" : "grab";
    if (painted && typeof this.tool === "number") return "crosshair";
    return this.clickable(px, py) || this.card.hover.stepAt(px, py) >= 0 ? "pointer" : "default";
  }

  place() {
    return [this.held, this.points.x[this.held], this.points.y[this.held]];
  }

  // Other handles may move with the held one: they are where the glance has them.
  follow() {
    if (this.held === null || !this.points || !this.mark) return;
    const [, x, y] = this.place();
    this.points = copyOf(this.mark);
    [this.points.x[this.held], this.points.y[this.held]] = [x, y];
  }

  up() {
    if (this.drawing) {
      this.drawing = false; // the stroke stays drawn until its story has come
      return this.card.ask("draw", [this.stroke.x, this.stroke.y]);
    }
    if (this.held === null) return;
    const place = this.place();
    this.held = null; // the points stay drawn where they are until the new story arrives
    if (this.dragged) this.card.ask("move", place);
    else if (!this.card.wire.open.length) this.points = null; // a click only chooses, or is for the lab
  }

  remove(event) {
    if (!this.enabled || this.settings.handles) return;
    const [px, py] = this.at(event);
    const index = this.inside(px, py) ? this.hit(px, py) : -1;
    if (index < 0) return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab has a menu of its own
    this.chosen = index;
    this.removeChosen();
  }

  removeChosen() {
    if (!this.enabled || this.chosen < 0 || this.settings.handles) return false;
    this.card.say(`point ${this.chosen + 1} deleted`);
    this.card.ask("delete", [this.chosen]);
    this.chosen = -1;
    return true;
  }

  settled() {
    if (this.held === null) this.points = null;
    if (!this.drawing) this.stroke = null;
  }

  // The stroke itself, while it is drawn.
  drawStroke(ctx) {
    const panel = this.stroke && this.card.shownFrame().panels.find((each) => each.name === this.settings.panel);
    if (!panel) return;
    const at = placement(panel);
    ctx.strokeStyle = colorOf(this.card.theme, "accent");
    ctx.lineWidth = STROKE;
    ctx.beginPath();
    this.stroke.x.forEach((x, k) => ctx.lineTo(at.x(x), at.y(this.stroke.y[k])));
    ctx.stroke();
  }

  override() {
    return this.points && { panelName: this.settings.panel, ...this.points };
  }
}

function copyOf({ x, y, kind }) {
  return { x: Float32Array.from(x), y: Float32Array.from(y), kind };
}
