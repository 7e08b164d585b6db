// A drawing context that writes SVG: it has of a canvas's context what canvas.js uses, so that the same calls that
// draw a picture also write it as a file, without a kernel.

const INHERITED = { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, lineJoin: "round", lineCap: "butt", font: "10px sans-serif",
  textAlign: "left", textBaseline: "alphabetic", globalAlpha: 1, imageSmoothingEnabled: true, dashes: [], turn: "" };
const ANCHORS = { left: "start", center: "middle", right: "end" };

let clipPaths = 0; // names of clip paths are shared by all that stands on one page

class SvgContext {
  constructor() {
    Object.assign(this, INHERITED);
    this.parts = [];
    this.saved = []; // the state at each save
    this.groups = 0; // clipping groups that are open
    this.path = "";
    this.ruler = new OffscreenCanvas(1, 1).getContext("2d");
  }

  get markup() {
    return this.parts.join("");
  }

  setTransform() {} // always in units

  save() {
    const state = Object.fromEntries(Object.keys(INHERITED).map((name) => [name, this[name]]));
    this.saved.push({ ...state, groups: this.groups });
  }

  restore() {
    const before = this.saved.pop();
    this.parts.push("</g>".repeat(this.groups - before.groups));
    Object.assign(this, before);
  }

  clip() {
    const id = `labkit-clip-${++clipPaths}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath><g clip-path="url(#${id})">`);
    this.groups++;
  }

  translate(x, y) {
    this.turn += `translate(${short(x)} ${short(y)})`;
  }

  rotate(angle) {
    this.turn += `rotate(${short((angle * 180) / Math.PI)})`;
  }

  setLineDash(lengths) {
    this.dashes = lengths;
  }

  // --- paths

  beginPath() {
    this.path = "";
  }

  moveTo(x, y) {
    this.path += `M${short(x)} ${short(y)}`;
  }

  lineTo(x, y) {
    this.path += `${this.path ? "L" : "M"}${short(x)} ${short(y)}`;
  }

  closePath() {
    this.path += "Z";
  }

  // Canvas.js draws whole circles only.
  arc(x, y, radius) {
    const half = (to) => `A${short(radius)} ${short(radius)} 0 0 1 ${short(to)} ${short(y)}`;
    this.path += `M${short(x - radius)} ${short(y)}${half(x + radius)}${half(x - radius)}Z`;
  }

  roundRect(x, y, width, height, radius = 0) {
    const r = Math.max(Math.min(radius, width / 2, height / 2), 0);
    const corner = (dx, dy) => (r ? `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}` : "");
    this.path += `M${short(x + r)} ${short(y)}h${short(width - 2 * r)}${corner(r, r)}v${short(height - 2 * r)}` +
      `${corner(-r, r)}h${short(2 * r - width)}${corner(-r, -r)}v${short(2 * r - height)}${corner(r, -r)}Z`;
  }

  rect(x, y, width, height) {
    this.roundRect(x, y, width, height);
  }

  fill() {
    this.add("path", { d: this.path, fill: this.fillStyle });
  }

  stroke() {
    this.add("path", { d: this.path, fill: "none", stroke: this.strokeStyle, "stroke-width": short(this.lineWidth),
      "stroke-linejoin": this.lineJoin, "stroke-linecap": this.lineCap, "stroke-dasharray": this.dashes.join(" ") });
  }

  // --- what is no path

  fillRect(x, y, width, height) {
    this.add("rect", { x: short(x), y: short(y), width: short(width), height: short(height), fill: this.fillStyle });
  }

  fillText(text, x, y) {
    this.add("text", { x: short(x), y: short(y), fill: this.fillStyle, style: `font: ${this.font}; white-space: pre`,
      "text-anchor": ANCHORS[this.textAlign] }, escaped(text));
  }

  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  drawImage(bitmap, x, y, width, height) {
    const copy = element("canvas", { width: bitmap.width, height: bitmap.height });
    copy.getContext("2d").drawImage(bitmap, 0, 0);
    this.add("image", { x: short(x), y: short(y), width: short(width), height: short(height), href: copy.toDataURL(),
      preserveAspectRatio: "none", style: this.imageSmoothingEnabled ? "" : "image-rendering: pixelated" });
  }

  add(tag, attributes, text = "") {
    if (attributes.d === "") return;
    const all = { ...attributes, opacity: this.globalAlpha === 1 ? "" : this.globalAlpha, transform: this.turn };
    const words = Object.entries(all).filter(([, value]) => value !== "").map(([name, value]) => ` ${name}="${escaped(value)}"`);
    this.parts.push(`<${tag}${words.join("")}>${text}</${tag}>`);
  }
}

function short(number) {
  return String(Math.round(100 * number) / 100);
}

function escaped(text) {
  return String(text).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
