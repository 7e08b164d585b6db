// The painter without a pointer. In the plane the arrow keys choose a point, with Shift they move it; a adds one,
// Delete takes it away (keys.js). What happens is said to a screen reader, and the chosen point has a ring.

const NUDGE = 1 / 50; // of the plane that one key moves a point
const ASIDE = 2; // a point straight ahead is chosen before one that is this much nearer to the side
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const CHOSEN_RING = 12; // units
const HELP = "The plane: arrow keys choose a point, with Shift they move it";
const MORE = ", A adds one, Delete takes it away"; // where points are no handles

class PlaneKeys {
  constructor(painter) {
    Object.assign(this, { painter, card: painter.card });
    const { canvas } = this.card;
    if (!painter.settings.panel || !this.card.steerable) return;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-roledescription", "plane of points");
    canvas.addEventListener("keydown", (event) => this.down(event));
    canvas.addEventListener("keyup", () => this.drop());
    canvas.addEventListener("focus", () => this.card.say(`${HELP}${painter.settings.handles ? "" : MORE}.`));
    canvas.addEventListener("blur", () => { this.drop(); this.card.draw(); });
  }

  get panel() {
    return this.card.shownFrame().panels.find((panel) => panel.name === this.painter.settings.panel);
  }

  get points() {
    return this.painter.points ?? this.painter.mark;
  }

  down(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.painter.enabled || this.painter.renumbering) return;
    const way = WAYS[event.key];
    if (way && event.shiftKey) this.move(way);
    else if (way) this.choose(way);
    else if (event.key.toLowerCase() === "a" && !this.painter.settings.handles) this.add();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // In shares of the plane: what lies between a point and a place.
  between(k, [x, y]) {
    const { xlim, ylim } = this.panel;
    return [(this.points.x[k] - x) / (xlim[1] - xlim[0]), (this.points.y[k] - y) / (ylim[1] - ylim[0])];
  }

  // The next point that way; the first time, the one nearest to the middle.
  choose(way) {
    const { painter, points, panel: { xlim, ylim } } = this;
    const chosen = painter.chosen, some = chosen >= 0 && chosen < points.x.length;
    const from = some ? [points.x[chosen], points.y[chosen]] : [(xlim[0] + xlim[1]) / 2, (ylim[0] + ylim[1]) / 2];
    let least = Infinity;
    for (let k = 0; k < points.x.length; k++) {
      const [dx, dy] = this.between(k, from);
      const ahead = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      const far = some ? ahead + ASIDE * aside : Math.hypot(dx, dy);
      if (k !== chosen && far < least && (!some || ahead > 0)) [least, painter.chosen] = [far, k];
    }
    this.card.transport.pause();
    this.card.draw();
    this.tell(`point ${painter.chosen + 1} of ${points.x.length}`);
  }

  move(way) {
    const { painter, card, panel } = this;
    if (!(painter.chosen >= 0)) return this.choose(way);
    painter.held = painter.chosen;
    painter.points ??= copyOf(painter.mark);
    if (painter.onRails) way = [0, way[1]];
    for (const [axis, limits, by] of [["x", panel.xlim, way[0]], ["y", panel.ylim, way[1]]]) {
      const moved = painter.points[axis][painter.held] + by * NUDGE * (limits[1] - limits[0]);
      painter.points[axis][painter.held] = Math.min(Math.max(moved, limits[0]), limits[1]);
    }
    card.draw();
    card.ask("move", painter.place(), { live: true });
  }

  // The key is let go: the whole story is told once.
  drop() {
    const { painter } = this;
    if (painter.held === null) return;
    this.tell(`point ${painter.held + 1} moved`);
    painter.dragged = true;
    painter.up();
  }

  add() {
    const { painter, points, panel: { xlim, ylim } } = this, { chosen } = painter;
    const some = chosen >= 0 && chosen < points.x.length;
    const [x, y] = some ? [points.x[chosen], points.y[chosen]] : [(xlim[0] + xlim[1]) / 2, (ylim[0] + ylim[1]) / 2];
    const kind = typeof painter.tool === "number" ? painter.tool : some ? points.kind[chosen] : 0;
    const [toX, toY] = [[x, xlim], [y, ylim]].map(([from, [low, high]]) => {
      const aside = 2 * NUDGE * (high - low);
      return from + aside <= high ? from + aside : from - aside;
    });
    painter.chosen = points.x.length; // the new one
    this.card.ask("add", [toX, toY, kind]);
    this.card.say(`point ${points.x.length + 1} of class ${painter.settings.classes[kind]} added; Shift with arrow keys moves it`);
  }

  tell(what) {
    const { painter: { chosen, settings }, points } = this;
    const [x, y] = [points.x[chosen], points.y[chosen]].map((number) => printed(Number(number.toPrecision(3))));
    const name = settings.rails[chosen] ?? `class ${settings.classes[points.kind[chosen]]}`;
    this.card.say(`${what}: ${name}, at ${x}, ${y}`);
  }

  // The ring of the chosen point, while the keys are here.
  draw(ctx) {
    const { painter: { chosen }, card } = this;
    if (!this.points || !card.canvas.matches(":focus") || !(chosen >= 0 && chosen < this.points.x.length)) return;
    const at = placement(this.panel);
    ctx.strokeStyle = colorOf(card.theme, "ink");
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.arc(at.x(this.points.x[chosen]), at.y(this.points.y[chosen]), CHOSEN_RING, 0, TURN);
    ctx.stroke();
  }
}
