// Hover: what the pointer is at says its numbers in a small label, and all that has its key is lit, in every panel.
// Click: a place on the axis of the story, or a thing that acts in one of its steps, leads to that step.
// Both read only what a picture has, its marks' items (views/items.py) and `at` and `acts` of its panels, so they need
// neither a kernel nor code of a chart. The same words, item by item, are `numbersOf` for those who do not point.

const NEAR = 8; // pixels from which something small is still meant
const MOST = 8; // curves that a label has room for, the nearest
const AXIS = 26; // units below a box that belong to its horizontal axis

// --- words -----------------------------------------------------------------------------------------------

// Up to four digits; arrays are float32, of which more would be noise.
function numeral(value) {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}

function itemCount(mark) {
  if (mark.type === "Path") return mark.upto === null ? mark.x.length : Math.min(mark.upto, mark.x.length);
  return mark.type === "Points" ? mark.x.length : countOf(mark.x0, mark.y0, mark.x1, mark.y1);
}

// A curve is read at a place; other paths have vertices to point at, as a way through a plane has.
function isCurve(mark) {
  if (mark.type !== "Path" || !mark.items || mark.dots) return false;
  mark.rises ??= mark.x.length > 1 && mark.x.every((x, k) => k === 0 || !(x < mark.x[k - 1]));
  return mark.rises;
}

function isBar(mark) { // bars share their base
  return mark.type === "Boxes" && typeof mark.y0 === "number" && typeof mark.y1 !== "number";
}

function axisNames(panel) {
  return [panel.names[0] || panel.xlabel, panel.names[1] || panel.ylabel];
}

function named(name, value) {
  return name ? `${name} ${numeral(value)}` : numeral(value);
}

function labelled(label, value) {
  return label ? `${label}: ${numeral(value)}` : numeral(value);
}

// What an item says, line by line.
function saidOf(panel, mark, k) {
  const { items } = mark, [across, up] = axisNames(panel), lines = [];
  if (items.name) lines.push(`${items.name} ${numeral(items.key(k))}`);
  if (items.texts.length) lines.push(...items.texts[k].split("\n"));
  else lines.push(...NUMBERS[isBar(mark) ? "Bars" : mark.type](mark, k, { panel, across, up }));
  return lines.filter(Boolean);
}

const NUMBERS = {
  Points(points, k, { panel, across, up }) {
    const hollow = points.flag && points.flag[k] & HOLLOW;
    const kind = [panel.classes[points.kind[k]], hollow && "on the wrong side"].filter(Boolean).join(", ");
    return [kind, ...placeWords(across, points.x[k], up, points.y[k]), ...valueWords(points, k)];
  },
  Path(path, k, { across, up }) {
    if (!isCurve(path)) return [path.items.label, ...placeWords(across, path.x[k], up, path.y[k])];
    return [path.items.name ? "" : named(across, path.x[k]), labelled(path.items.label || up, path.y[k])];
  },
  Segments(lines, k, { across, up }) {
    const x = nth(lines.x0, k), upright = x === nth(lines.x1, k);
    return [upright && across && named(across, x), labelled(lines.items.label || up, lines.items.value(k) ?? nth(lines.y1, k))];
  },
  Bars(bars, k, { panel, across, up }) {
    const middle = (nth(bars.x0, k) + nth(bars.x1, k)) / 2, wide = nth(bars.x1, k) - nth(bars.x0, k);
    const tick = panel.xticks.find(([x]) => Math.abs(x - middle) < 0.01 * wide);
    const where = bars.items.name ? "" : across ? named(across, middle) : tick && tick[1];
    return [where, labelled(bars.items.label || up, bars.items.value(k) ?? bars.y1[k])];
  },
  Boxes: (boxes, k) => (valueWords(boxes, k).length ? valueWords(boxes, k) : [boxes.items.label]),
};

function placeWords(across, x, up, y) {
  return across || up ? [[across && named(across, x), up && named(up, y)].filter(Boolean).join(", ")] : [];
}

function valueWords(mark, k) {
  const value = mark.items.value(k);
  return value === null || value === undefined ? [] : [labelled(mark.items.label, value)];
}

function isSeen(mark, k) {
  const places = mark.type === "Points" || mark.type === "Path" ? [mark.x[k], mark.y[k]]
    : [mark.x0, mark.y0, mark.x1, mark.y1].map((each) => nth(each, k));
  return places.every(Number.isFinite);
}

// All that a panel can say: for each item of its marks the lines that a pointer would be shown.
function numbersOf(panel) {
  return panel.marks.filter((mark) => mark.items).flatMap((mark) =>
    Array.from({ length: itemCount(mark) }, (_, k) => k).filter((k) => isSeen(mark, k)).map((k) => saidOf(panel, mark, k)));
}

// --- what is there ---------------------------------------------------------------------------------------

// How far a pixel is from an item, in pixels; what is pointed at from inside lies behind what is only near.
const DISTANCE = {
  Points: (mark, k, at, px, py) => {
    const away = Math.hypot(at.x(mark.x[k]) - px, at.y(mark.y[k]) - py);
    return Math.max(away - at.scale * nth(mark.size, Math.min(k, (mark.size.length ?? 1) - 1)), 0);
  },
  Path: (mark, k, at, px, py) => Math.hypot(at.x(mark.x[k]) - px, at.y(mark.y[k]) - py),
  Segments: (mark, k, at, px, py) => {
    const [x0, y0] = [at.x(nth(mark.x0, k)), at.y(nth(mark.y0, k))];
    const [dx, dy] = [at.x(nth(mark.x1, k)) - x0, at.y(nth(mark.y1, k)) - y0];
    const share = Math.min(Math.max(((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    return Math.hypot(x0 + share * dx - px, y0 + share * dy - py);
  },
  Boxes: (mark, k, at, px, py) => {
    const [left, top, width, height] = boxOf(mark, k, at);
    const across = Math.max(left - px, px - left - width, 0), down = Math.max(top - py, py - top - height, 0);
    return NEAR / 2 + 2 * Math.hypot(across, down);
  },
};

function boxOf(mark, k, at) {
  const xs = [at.x(nth(mark.x0, k)), at.x(nth(mark.x1, k))], ys = [at.y(nth(mark.y0, k)), at.y(nth(mark.y1, k))];
  const left = Math.min(...xs), top = Math.min(...ys);
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

// The placement of a panel in pixels.
function inPixels(panel, scale) {
  const at = placement(panel);
  return { scale, x: (x) => scale * at.x(x), y: (y) => scale * at.y(y) };
}

// What is meant at a pixel of a panel: one item, or what all curves say at one place.
function itemsAt(panel, scale, px, py) {
  const at = inPixels(panel, scale), marks = panel.marks.filter((mark) => mark.items);
  let found = null, least = NEAR;
  for (const mark of marks.filter((each) => !isCurve(each)))
    for (let k = 0; k < itemCount(mark); k++) {
      const away = DISTANCE[mark.type](mark, k, at, px, py);
      if (away <= least) [found, least] = [{ mark, k }, away]; // the later is on top
    }
  if (found) return [found];
  const curves = curvesAt(marks.filter(isCurve), at, px, py);
  return curves.length ? curves : barAt(marks.filter(isBar), at, px);
}

function curvesAt(curves, at, px, py) {
  const read = curves.map((mark) => nearestVertex(mark, at, px, py)).filter(({ k }) => k >= 0);
  if (!read.length) return [];
  const first = read.reduce((a, b) => (b.away < a.away ? b : a));
  const same = read.filter(({ x }) => Math.abs(x - first.x) < 0.5); // all that were asked at the same places
  const far = [...same].sort((a, b) => a.away - b.away).slice(MOST);
  return same.filter((one) => !far.includes(one));
}

// By its place; of the two at a jump, and of curves that were asked elsewhere, the one that is nearer.
function nearestVertex(mark, at, px, py) {
  const nearest = { mark, k: -1, away: Infinity };
  for (let k = 0; k < itemCount(mark); k++) {
    const x = at.x(mark.x[k]), away = Math.abs(x - px) + 0.01 * Math.abs(at.y(mark.y[k]) - py);
    if (away < nearest.away) Object.assign(nearest, { k, x, away });
  }
  return nearest;
}

// A bar may be too low to be hit: its whole column means it.
function barAt(bars, at, px) {
  for (const mark of bars)
    for (let k = 0; k < itemCount(mark); k++) {
      const [left, , width] = boxOf(mark, k, at);
      if (isSeen(mark, k) && px >= left && px <= left + width) return [{ mark, k }];
    }
  return [];
}

// What the items found say: of several curves the place once, then each of them.
function saidTogether(panel, found) {
  return [...new Set(found.flatMap(({ mark, k }) => saidOf(panel, mark, k)))];
}

// All items of a frame with a key that was found, and the found ones themselves: [{panel, mark, k}].
function linkedTo(frame, panel, found) {
  const wanted = new Map(); // name of the key -> its numbers
  for (const { mark, k } of found)
    if (mark.items.name) wanted.set(mark.items.name, (wanted.get(mark.items.name) ?? new Set()).add(mark.items.key(k)));
  const linked = found.map((one) => ({ panel, ...one }));
  const known = (mark, k) => found.some((one) => one.mark === mark && one.k === k);
  for (const other of frame.panels)
    for (const mark of other.marks) {
      const numbers = mark.items && wanted.get(mark.items.name);
      for (let k = 0; numbers && k < itemCount(mark); k++)
        if (numbers.has(mark.items.key(k)) && isSeen(mark, k) && !(other === panel && known(mark, k)))
          linked.push({ panel: other, mark, k });
    }
  return linked;
}

// The step that a click on the panel at `index` leads to, or -1.
function stepOf(story, frame, index, scale, px, py) {
  const panel = frame.panels[index];
  const same = story.frames.map((each) => each.panels[index]).map((each) => (each && each.name === panel.name ? each : null));
  for (const { mark, k } of inside(panel, px / scale, py / scale) ? itemsAt(panel, scale, px, py) : []) {
    const step = same.findIndex((each) => each?.acts.some(([name, number]) => name === mark.items.name && number === mark.items.key(k)));
    if (step >= 0) return step;
  }
  const places = same.map((each) => each?.at ?? null), { x } = inPixels(panel, scale);
  if (new Set(places.filter((place) => place !== null)).size < 2) return -1;
  const away = places.map((place) => (place === null ? Infinity : Math.abs(x(place) - px)));
  return away.indexOf(Math.min(...away));
}

// --- the label and the light -----------------------------------------------------------------------------

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
    const { card } = this, busy = card.painter.held !== null || !card.story;
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
    if (mark.type === "Boxes") ctx.rect(...boxOf(mark, k, at));
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
    if (index < 0 || (card.painter.enabled && card.shownFrame().panels[index].name === card.painter.settings.panel)) return -1;
    return stepOf(card.story, card.shownFrame(), index, card.scale, px, py);
  }

  click(px, py) {
    const step = this.stepAt(px, py);
    if (step >= 0) this.card.transport.jump(step);
  }
}
