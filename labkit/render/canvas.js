// Draws packed scenes on a <canvas>; the twin of matplotlib.py, mark by mark. The payload's layout is in
// canvas.py, what a mark means in views/scene.py, every colour and size in theme.py (`theme` below is one entry
// of its as_json). Plain script: the files of the player follow it in one module (widget.py).
//
// Coordinates: a scene is drawn in units, the canvas transform makes pixels of them. Pixels here are CSS pixels.

const RING = 1, HOLLOW = 2, FADED = 4, FRAME = 8; // bits of Points.flag
const TURN = 2 * Math.PI;

// --- the story -------------------------------------------------------------------------------------------

async function unpackStory(dataView) {
  const stream = new Blob([dataView]).stream().pipeThrough(new DecompressionStream("deflate"));
  return parseStory(await new Response(stream).arrayBuffer());
}

// A payload that was not compressed (canvas.py: plain); the buffer must begin with it.
function parseStory(buffer) {
  const start = 4 + new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, start - 4)));
  const arrays = header.arrays.map(([type, at, shape]) => {
    const length = shape.reduce((a, b) => a * b, 1);
    const array = new (type === "f" ? Float32Array : Uint8Array)(buffer, start + at, length);
    array.shape = shape;
    return array;
  });
  header.marks = header.marks.map((mark) => ({ ...header.defaults[mark.type], ...mark }));
  for (const mark of header.marks) {
    for (const [name, index] of Object.entries(mark.arrays)) mark[name] = arrays[index];
    if (mark.items) mark.items = itemsOf(mark, ...mark.items);
  }
  for (const panel of header.panels) panel.marks = panel.marks.map((index) => header.marks[index]);
  const story = (size, frames) => ({ width: size[0], height: size[1], frames: frames.map(
    (frame) => ({ caption: frame.caption, panels: frame.panels.map((index) => header.panels[index]) })) });
  const wide = story([header.width, header.height], header.frames);
  wide.others = {}; // the same for a narrow card and for a screen
  for (const [name, { size, frames }] of Object.entries(header.others)) wide.others[name] = story(size, frames);
  return wide;
}

// Items of views/items.py; `key(k)` is the number of the k-th, `value(k)` its value if it has one.
function itemsOf(mark, name, first, label, value, texts) {
  return { name, label, texts, key: (k) => (mark.keys ? mark.keys[k] : first + k),
    value: (k) => (mark.values ? mark.values[k] : value) };
}

// --- where things are ------------------------------------------------------------------------------------

// Equations (1) and (2) of views/scene.py: data to units, and back.
function placement(panel) {
  const [left, top, width, height] = panel.box;
  const [toX, fromX] = axis(panel.xlim, panel.xlog), [toY, fromY] = axis(panel.ylim, panel.ylog);
  return {
    x: (x) => left + toX(x) * width, y: (y) => top + (1 - toY(y)) * height,
    dataX: (px) => fromX((px - left) / width), dataY: (py) => fromY(1 - (py - top) / height),
  };
}

// A number's share of the way along an axis, and the number at such a share.
function axis([low, high], logarithmic) {
  if (!logarithmic) {
    const long = high - low;
    return [(value) => (value - low) / long, (share) => low + share * long];
  }
  const first = Math.log10(low), long = Math.log10(high) - first;
  return [(value) => (Math.log10(value) - first) / long, (share) => 10 ** (first + share * long)];
}

function toPixels(panel, scale, x, y) {
  const at = placement(panel);
  return [scale * at.x(x), scale * at.y(y)];
}

function toData(panel, scale, px, py) {
  const at = placement(panel);
  return [at.dataX(px / scale), at.dataY(py / scale)];
}

// The name of the part of a panel that a place in its coordinates means (Target in views/scene.py), or "".
function targetAt(panel, x, y) {
  const found = panel.targets.filter(([, x0, y0, x1, y1]) => x0 <= x && x <= x1 && y0 <= y && y <= y1);
  return found.length ? found[found.length - 1][0] : "";
}

function inside(panel, px, py) {
  const [left, top, width, height] = panel.box;
  return px >= left && px <= left + width && py >= top && py <= top + height;
}

// The panel of this name at a pixel, or else the first of them: several may show the same points.
function panelAt(frame, panelName, scale, px, py) {
  const named = frame.panels.filter((one) => one.name === panelName);
  return named.find((one) => inside(one, px / scale, py / scale)) ?? named[0];
}

// The index of the editable point nearest to a pixel, if one is within `radius` pixels; else -1.
function hitPoint(frame, panelName, scale, px, py, radius, override = null) {
  const panel = panelAt(frame, panelName, scale, px, py);
  const points = panel && panel.marks.find((mark) => mark.type === "Points" && mark.editable);
  if (!points) return -1;
  const { x: across, y: up } = override ?? points; // while they are dragged they are elsewhere
  let nearest = -1, least = radius;
  for (let i = 0; i < across.length; i++) {
    const [x, y] = toPixels(panel, scale, across[i], up[i]);
    const distance = Math.hypot(x - px, y - py);
    if (distance <= least) [nearest, least] = [i, distance];
  }
  return nearest;
}

// --- the scene -------------------------------------------------------------------------------------------

// options: {theme, scale (pixels per unit), pixelRatio, lecture, leastText (pixels that no text is below),
//           override: {panelName, x, y, kind} | null, drawn instead of the editable points while they are dragged}
function drawScene(ctx, story, frameIndex, options) {
  const { theme, scale, pixelRatio = 1, lecture = false, override = null, leastText = 0 } = options;
  const style = theme.style;
  const pen = {
    ctx, theme, style, override,
    text: lecture ? style.lectureText : 1,
    line: lecture ? style.lectureLine : 1,
    radius: lecture ? style.lectureRadius : 1,
    smallestText: style.smallestText / scale,
    leastText: leastText / scale,
  };
  const zoom = scale * pixelRatio;
  ctx.setTransform(zoom, 0, 0, zoom, 0, 0);
  ctx.globalAlpha = 1;
  ctx.lineJoin = "round";
  ctx.lineCap = "butt";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = colorOf(theme, "card");
  ctx.fillRect(0, 0, story.width + 1, story.height + 1); // a fractional last row of pixels must be covered whole
  for (const panel of story.frames[frameIndex].panels) drawPanel(pen, panel);
}

function drawPanel(pen, panel) {
  const at = placement(panel);
  if (panel.surface) {
    pen.ctx.fillStyle = colorOf(pen.theme, panel.surface);
    tracePanel(pen, panel);
    pen.ctx.fill();
  }
  for (const mark of panel.marks) DRAW[mark.type](pen, panel, at, mark);
  drawFrameTexts(pen, panel, at);
}

function drawFrameTexts(pen, panel, at) {
  const { titleSize, titleGap, tickSize, tickGap, baseline } = pen.style;
  const [left, top, width, height] = panel.box;
  if (panel.title)
    write(pen, panel.title, left, top - titleGap - baseline * fontSize(pen, titleSize), { size: titleSize, bold: true });
  const below = top + height + tickGap + fontSize(pen, tickSize) / 2;
  const tick = { size: tickSize, color: "muted" };
  let widest = 0, [first, last] = [left, left + width]; // where the words below begin and end
  for (const [x, text] of panel.xticks) {
    write(pen, text, at.x(x), below, { ...tick, anchor: "center" });
    const aside = pen.ctx.measureText(text).width / 2;
    [first, last] = [Math.min(first, at.x(x) - aside), Math.max(last, at.x(x) + aside)];
  }
  for (const [y, text] of panel.yticks) {
    write(pen, text, left - tickGap, at.y(y), { ...tick, anchor: "right" });
    widest = Math.max(widest, pen.ctx.measureText(text).width);
  }
  const half = fontSize(pen, tickSize) / 2; // of a tick at the end of an axis
  panel.reach = { left: Math.min(first, left - (widest ? tickGap + widest : 0)), right: last, // of its ticks and names
    top: top - (widest ? half : 0), bottom: panel.xticks.length ? below + half : top + height };
  const row = panel.xticks.length ? below + pen.style.rowGap * pen.text : below;
  if (panel.xlabel) write(pen, panel.xlabel, left + width, row, { ...tick, anchor: "right" });
  if (panel.ylabel) {
    const aside = left - widest - (widest ? 2 : 1) * tickGap - fontSize(pen, tickSize) / 2;
    writeUpwards(pen, panel.ylabel, aside, top + height / 2, { ...tick, anchor: "center" });
  }
  drawEndLabels(pen, panel, at);
}

// The names of curves, moved apart; within the box as far as there is room.
function drawEndLabels(pen, panel, at) {
  const { labelSize, labelGap, labelLine } = pen.style;
  const [left, top, width, height] = panel.box;
  const half = fontSize(pen, labelSize) / 2;
  const wanted = panel.ends.map(([y]) => Math.min(Math.max(at.y(y), top), top + height));
  const places = apart(wanted, labelLine * fontSize(pen, labelSize), top + half, top + height - half);
  panel.ends.forEach(([, text, color], k) => {
    write(pen, text, left + width + labelGap, places[k], { size: labelSize, color });
    panel.reach.right = Math.max(panel.reach.right, left + width + labelGap + pen.ctx.measureText(text).width);
  });
}

// The twin of apart in views/axes.py: the nearest places that keep their order and a gap.
function apart(places, gap, low, high) {
  const order = places.map((_, k) => k).sort((a, b) => places[a] - places[b] || a - b);
  const blocks = []; // [sum of wanted starts, how many]: blocks that touch move as one
  order.forEach((index, rank) => {
    blocks.push([places[index] - rank * gap, 1]);
    while (blocks.length > 1 && blocks.at(-2)[0] / blocks.at(-2)[1] > blocks.at(-1)[0] / blocks.at(-1)[1]) {
      const [total, count] = blocks.pop();
      blocks.at(-1)[0] += total;
      blocks.at(-1)[1] += count;
    }
  });
  const starts = blocks.flatMap(([total, count]) => Array(count).fill(total / count)), result = [];
  order.forEach((index, rank) => {
    const placed = Math.max(starts[rank], low) + rank * gap;
    result[index] = Math.min(placed, high - (order.length - 1 - rank) * gap);
  });
  return result;
}

function colorOf(theme, token) {
  const color = theme.colors[token];
  if (!color) throw new Error(`expected a colour token, got "${token}"; use one of ${Object.keys(theme.colors)}`);
  return color;
}

// Readable on a small card, but never larger than in lecture mode, for which the layout leaves room; there, whatever is
// written small must be read from the last row, as far as the names beside a chart still fit.
function fontSize(pen, size) {
  const most = size * pen.style.lectureText, roomy = Math.min(Math.max(size * pen.text, pen.smallestText), most);
  return Math.max(roomy, Math.min(pen.leastText, pen.style.lectureStretch * most));
}

function write(pen, text, x, y, { size, color = "ink", anchor = "left", bold = false, mono = false }) {
  const ctx = pen.ctx, px = fontSize(pen, size);
  const family = mono
    ? 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace'
    : 'system-ui, "DejaVu Sans", "Segoe UI", Helvetica, sans-serif';
  ctx.font = `${bold ? "bold " : ""}${px}px ${family}`;
  ctx.textAlign = anchor;
  colorOf(pen.theme, color); // says so when there is no such token
  ctx.fillStyle = pen.theme.textColors[color];
  ctx.fillText(text, x, y + pen.style.baseline * px);
}

function writeUpwards(pen, text, x, y, style) {
  pen.ctx.save();
  pen.ctx.translate(x, y);
  pen.ctx.rotate(-TURN / 4);
  write(pen, text, 0, 0, style);
  pen.ctx.restore();
}

function tracePanel(pen, panel) {
  const [left, top, width, height] = panel.box;
  pen.ctx.beginPath();
  pen.ctx.roundRect(left, top, width, height, panel.surface ? pen.style.corner : 0);
}

function clipped(pen, panel, draw) {
  pen.ctx.save();
  tracePanel(pen, panel);
  pen.ctx.clip();
  draw(pen.ctx);
  pen.ctx.restore();
}

// --- the marks -------------------------------------------------------------------------------------------

const DRAW = {
  Field: drawField, Points: drawPoints, Path: drawPath, Segments: drawSegments, Boxes: drawBoxes, Text: drawText,
};

function drawField(pen, panel, at, field) {
  const [x0, x1, y0, y1] = field.extent;
  const left = at.x(x0), top = at.y(y1);
  clipped(pen, panel, (ctx) => {
    ctx.imageSmoothingEnabled = field.ramp !== "classes";
    ctx.drawImage(bitmapOf(pen.theme, field), left, top, at.x(x1) - left, at.y(y0) - top);
    if (field.border) drawBorder(pen, field, left, at.y(y0), at.x(x1) - left, top - at.y(y0));
  });
}

// The line between cells of different classes: found in the field itself, so that it need not be sent.
function drawBorder(pen, field, left, bottom, width, height) {
  const [rows, columns] = field.values.shape, { ctx } = pen;
  useLine(pen, { color: "ink", width: field.border, dash: 0 });
  ctx.beginPath();
  for (const [x0, y0, x1, y1] of bordersOf(field)) {
    ctx.moveTo(left + (x0 / columns) * width, bottom + (y0 / rows) * height);
    ctx.lineTo(left + (x1 / columns) * width, bottom + (y1 / rows) * height);
  }
  ctx.stroke();
}

const borders = new WeakMap(); // values -> their border, in cells

function bordersOf({ values, ramp }) {
  if (borders.has(values)) return borders.get(values);
  const [rows, columns] = values.shape, found = [];
  const kind = ramp === "classes" ? (value) => value : (value) => value > 127;
  const at = (row, column) => kind(values[row * columns + column]);
  const runs = (lines, places, differ, add) => { // edges that follow each other are one line
    for (let line = 1; line < lines; line++)
      for (let place = 0, first = -1; place <= places; place++) {
        const here = place < places && differ(line, place);
        if (here && first < 0) first = place;
        if (!here && first >= 0) { add(line, first, place); first = -1; }
      }
  };
  runs(columns, rows, (x, y) => at(y, x - 1) !== at(y, x), (x, y0, y1) => found.push([x, y0, x, y1]));
  runs(rows, columns, (y, x) => at(y - 1, x) !== at(y, x), (y, x0, x1) => found.push([x0, y, x1, y]));
  borders.set(values, found);
  return found;
}

const bitmaps = new WeakMap(); // values -> the bitmap last made of them: scrubbing back and forth makes none

function bitmapOf(theme, field) {
  const known = bitmaps.get(field.values);
  if (known && known.theme === theme && known.ramp === field.ramp) return known.canvas;
  const [rows, columns] = field.values.shape;
  const canvas = new OffscreenCanvas(columns, rows);
  const ctx = canvas.getContext("2d");
  const image = ctx.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer), palette = paletteOf(theme, field.ramp);
  for (let row = 0; row < rows; row++) // row 0 is at the bottom
    for (let column = 0, from = row * columns, to = (rows - 1 - row) * columns; column < columns; column++)
      pixels[to + column] = palette[field.values[from + column]];
  ctx.putImageData(image, 0, 0);
  bitmaps.set(field.values, { theme, ramp: field.ramp, canvas });
  return canvas;
}

const palettes = new WeakMap(); // theme -> {ramp: the 256 pixels}

function paletteOf(theme, ramp) {
  if (!palettes.has(theme)) palettes.set(theme, {});
  const known = palettes.get(theme);
  if (!known[ramp]) {
    const bytes = new Uint8Array(4 * 256).fill(255), hex = theme.ramps[ramp];
    for (let i = 0; i < 3 * 256; i++) bytes[4 * Math.floor(i / 3) + (i % 3)] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
    known[ramp] = new Uint32Array(bytes.buffer);
  }
  return known[ramp];
}

// A point whose centre is inside the box is drawn whole; one by one, so that neighbours cover each other.
function drawPoints(pen, panel, at, points) {
  const { ctx, theme, style } = pen;
  const moved = points.editable && pen.override && pen.override.panelName === panel.name ? pen.override : points;
  const count = moved.x.length;
  const flags = points.flag && points.flag.length === count ? points.flag : null;
  const ringed = [], framed = [];
  const card = colorOf(theme, "card");
  for (let i = 0; i < count; i++) {
    const x = at.x(moved.x[i]), y = at.y(moved.y[i]);
    if (!inside(panel, x, y)) continue;
    const size = typeof points.size === "number" ? points.size : points.size[Math.min(i, points.size.length - 1)];
    const flag = flags ? flags[i] : 0, radius = size * pen.radius;
    ctx.globalAlpha = flag & FADED ? style.faded : 1;
    const color = colorOf(theme, `class${moved.kind[i]}`), hollow = flag & HOLLOW;
    ctx.fillStyle = hollow ? card : color;
    ctx.strokeStyle = hollow ? color : colorOf(theme, `edge${moved.kind[i]}`);
    ctx.lineWidth = (hollow ? style.hollow : style.outline) * pen.line;
    ctx.beginPath();
    traceMarker(ctx, theme.markers[moved.kind[i]], x, y, radius);
    ctx.fill();
    ctx.stroke();
    if (flag & RING) ringed.push({ x, y, radius });
    if (flag & FRAME) framed.push({ x, y, radius });
  }
  ctx.globalAlpha = 1;
  drawAround(pen, ringed, (x, y, far) => ctx.arc(x, y, far, 0, TURN));
  drawAround(pen, framed, (x, y, far) => ctx.rect(x - far, y - far, 2 * far, 2 * far));
}

function traceMarker(ctx, corners, x, y, radius) {
  if (corners.length === 0) {
    ctx.arc(x, y, radius, 0, TURN);
    return;
  }
  for (let k = 0; k < corners.length; k += 2) ctx.lineTo(x + radius * corners[k], y - radius * corners[k + 1]);
  ctx.closePath();
}

function drawAround({ ctx, theme, style, line }, points, trace) {
  ctx.strokeStyle = colorOf(theme, "accent");
  ctx.lineWidth = style.ringWidth * line;
  for (const { x, y, radius } of points) {
    ctx.beginPath();
    trace(x, y, radius + style.ringGap);
    ctx.stroke();
  }
}

function drawPath(pen, panel, at, path) {
  const count = path.upto === null ? path.x.length : Math.min(path.upto, path.x.length);
  if (path.fill) clipped(pen, panel, (ctx) => {
    ctx.fillStyle = colorOf(pen.theme, path.fill);
    ctx.globalAlpha = path.opacity;
    traceLine(ctx, path, at, count, null);
    ctx.fill();
  });
  if (!path.color) return;
  const head = path.arrow ? arrowHead(pen, path, at, count, path.width * pen.line) : null;
  if (path.width > 0) clipped(pen, panel, (ctx) => { // a canvas ignores a width of 0 and draws the line with the last one
    useLine(pen, path);
    traceLine(ctx, path, at, count, head);
    ctx.stroke();
    if (head) fillPolygon(ctx, head.corners);
  });
  if (path.dots) drawDots(pen, panel, path, at, count);
}

function useLine(pen, { color, width, dash }) {
  pen.ctx.strokeStyle = pen.ctx.fillStyle = colorOf(pen.theme, color);
  pen.ctx.lineWidth = width * pen.line;
  pen.ctx.setLineDash(pen.style.dashes[Number(dash)].map((length) => length * pen.line));
}

// The line ends at the neck of the head, so that the tip stays sharp.
function traceLine(ctx, path, at, count, head) {
  ctx.beginPath();
  let down = false;
  for (let i = 0; i < count; i++) {
    let x = at.x(path.x[i]), y = at.y(path.y[i]);
    if (head && i === count - 1) [x, y] = head.neck;
    if (!Number.isFinite(x + y)) down = false;
    else if (down) ctx.lineTo(x, y);
    else { ctx.moveTo(x, y); down = true; }
  }
}

function arrowHead(pen, path, at, count, width) {
  if (count < 2) return null;
  const [tipX, x] = [count - 1, count - 2].map((i) => at.x(path.x[i]));
  const [tipY, y] = [count - 1, count - 2].map((i) => at.y(path.y[i]));
  const distance = Math.hypot(tipX - x, tipY - y);
  if (!(distance > 0)) return null; // nowhere to point, or NaN
  const length = pen.style.arrowLength[0] + pen.style.arrowLength[1] * width;
  const dx = (length * (tipX - x)) / distance, dy = (length * (tipY - y)) / distance;
  const spread = pen.style.arrowSpread;
  const neck = [tipX - dx, tipY - dy];
  const corners = [[tipX, tipY], [neck[0] - spread * dy, neck[1] + spread * dx], [neck[0] + spread * dy, neck[1] - spread * dx]];
  return { neck, corners };
}

function fillPolygon(ctx, corners) {
  ctx.beginPath();
  for (const [x, y] of corners) ctx.lineTo(x, y);
  ctx.closePath();
  ctx.fill();
}

function drawDots(pen, panel, path, at, count) {
  const ctx = pen.ctx, radius = pen.style.dotRadius * pen.radius;
  ctx.fillStyle = colorOf(pen.theme, path.color);
  ctx.beginPath();
  for (let i = 0; i < count; i++) {
    const x = at.x(path.x[i]), y = at.y(path.y[i]);
    if (!inside(panel, x, y)) continue;
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, TURN);
  }
  ctx.fill();
}

// One number of a mark serves for all that it draws.
function nth(values, k) {
  return typeof values === "number" ? values : values[k];
}

function countOf(...arrays) {
  return Math.max(1, ...arrays.filter((each) => typeof each !== "number").map((each) => each.length));
}

function drawSegments(pen, panel, at, mark) {
  const { x0, y0, x1, y1 } = mark;
  clipped(pen, panel, (ctx) => {
    useLine(pen, mark);
    ctx.beginPath();
    for (let k = 0; k < countOf(x0, y0, x1, y1); k++) {
      ctx.moveTo(at.x(nth(x0, k)), at.y(nth(y0, k)));
      ctx.lineTo(at.x(nth(x1, k)), at.y(nth(y1, k)));
    }
    ctx.stroke();
  });
}

function drawBoxes(pen, panel, at, mark) {
  const { x0, y0, x1, y1 } = mark;
  clipped(pen, panel, (ctx) => {
    for (let k = 0; k < countOf(x0, y0, x1, y1); k++) {
      const xs = [at.x(nth(x0, k)), at.x(nth(x1, k))], ys = [at.y(nth(y0, k)), at.y(nth(y1, k))];
      const left = Math.min(...xs), top = Math.min(...ys);
      if (!Number.isFinite(left + top)) continue;
      ctx.beginPath();
      ctx.roundRect(left, top, Math.max(...xs) - left, Math.max(...ys) - top, mark.radius);
      paintBox(pen, mark, mark.kind ? `class${mark.kind[k]}` : mark.fill);
    }
  });
}

function paintBox(pen, mark, fill) {
  const { ctx, theme } = pen;
  if (fill) {
    ctx.fillStyle = colorOf(theme, fill);
    ctx.globalAlpha = mark.opacity;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  if (mark.stroke) {
    ctx.strokeStyle = colorOf(theme, mark.stroke);
    ctx.lineWidth = mark.width * pen.line;
    ctx.stroke();
  }
}

function drawText(pen, panel, at, mark) {
  write(pen, mark.text, at.x(mark.x), at.y(mark.y), mark);
}
