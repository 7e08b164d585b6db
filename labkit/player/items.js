// The items of a picture (views/items.py): what they say, which one is at a pixel, what belongs to it, and which step
// it leads to. All is read from the marks and from `at` and `acts` of their panels, so it needs neither a kernel nor
// code of a chart. `numbersOf` are the words of a whole panel, for those who do not point.

const NEAR = 8; // pixels from which something small is still meant
const MOST = 8; // curves that a label has room for, the nearest

// --- words -----------------------------------------------------------------------------------------------

// Up to four digits; arrays are float32, of which more would be noise.
function numeral(value) {
  return printed(Number.isInteger(value) ? value : Number(value.toPrecision(4)));
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
    return [kind, ...placeWords(panel, across, points.x[k], up, points.y[k]), ...valueWords(points, k)];
  },
  Path(path, k, { panel, across, up }) {
    if (!isCurve(path)) return [path.items.label, ...placeWords(panel, across, path.x[k], up, path.y[k])];
    return [path.items.name ? "" : named(across, path.x[k]), labelled(path.items.label || up, path.y[k])];
  },
  Segments(lines, k, { across, up }) {
    const x = nth(lines.x0, k), upright = x === nth(lines.x1, k);
    const value = lines.items.value(k) ?? nth(lines.y1, k);
    return [upright && across && named(across, x), labelled(lines.items.label || up, value)];
  },
  Bars(bars, k, { panel, across, up }) {
    const middle = (nth(bars.x0, k) + nth(bars.x1, k)) / 2, wide = nth(bars.x1, k) - nth(bars.x0, k);
    const tick = panel.xticks.find(([x]) => Math.abs(x - middle) < 0.01 * wide);
    const where = bars.items.name ? "" : across ? named(across, middle) : tick && tick[1];
    return [where, labelled(bars.items.label || up, bars.items.value(k) ?? bars.y1[k])];
  },
  Boxes: (boxes, k) => (valueWords(boxes, k).length ? valueWords(boxes, k) : [boxes.items.label]),
};

// A height without a name is said where the axis has numbers.
function placeWords({ yticks }, across, x, up, y) {
  const high = up ? named(up, y) : across && yticks.length ? `height ${numeral(y)}` : "";
  return across || up ? [[across && named(across, x), high].filter(Boolean).join(", ")] : [];
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

// The marks that have something to say: points between axes without names have not.
function speaking(panel) {
  return panel.marks.filter((mark) => mark.items && itemCount(mark) && saidOf(panel, mark, 0).length);
}

// All that a panel can say: for each item of its marks the lines that a pointer would be shown.
function numbersOf(panel) {
  const seen = (mark) => Array.from({ length: itemCount(mark) }, (_, k) => k).filter((k) => isSeen(mark, k));
  return speaking(panel).flatMap((mark) => seen(mark).map((k) => saidOf(panel, mark, k)));
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
  const at = inPixels(panel, scale), marks = speaking(panel);
  let found = null, least = NEAR;
  for (const mark of marks.filter((each) => !isCurve(each)))
    for (let k = 0; k < itemCount(mark); k++) {
      const away = DISTANCE[mark.type](mark, k, at, px, py);
      if (away <= NEAR && isBetter(mark, away, found, least)) [found, least] = [{ mark, k }, away];
    }
  if (found) return [found];
  const curves = curvesAt(marks.filter(isCurve), at, px, py);
  return curves.length ? curves : barAt(marks.filter(isBar), at, px);
}

// The later is on top; but a ring or a larger dot, which has no name of its own, does not hide the example in it.
function isBetter(mark, away, found, least) {
  const named = Boolean(mark.items.name);
  return found?.mark.type === mark.type && named !== Boolean(found.mark.items.name) ? named : away <= least;
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
  const same = story.frames.map((each) => (each.panels[index]?.name === panel.name ? each.panels[index] : null));
  for (const { mark, k } of inside(panel, px / scale, py / scale) ? itemsAt(panel, scale, px, py) : []) {
    const acts = ([name, number]) => name === mark.items.name && number === mark.items.key(k);
    const step = same.findIndex((each) => each?.acts.some(acts));
    if (step >= 0) return step;
  }
  const places = same.map((each) => each?.at ?? null), { x } = inPixels(panel, scale);
  if (new Set(places.filter((place) => place !== null)).size < 2) return -1;
  const away = places.map((place) => (place === null ? Infinity : Math.abs(x(place) - px)));
  return away.indexOf(Math.min(...away));
}
