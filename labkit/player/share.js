// What can be taken away from a card: its picture, and from a lab with a kernel also its data and its state.
// One small menu; what is copied shows in a field as well, for browsers that keep the clipboard to themselves.

class ShareMenu {
  constructor(card) {
    this.card = card;
    this.field = new TextField(card);
    this.menu = element("div", { class: "lk-menu", role: "menu", hidden: "", "aria-label": "save and copy",
      onkeydown: (event) => this.key(event) });
    this.button = button("share", "save and copy", () => this.toggle(this.menu.hidden));
    this.button.setAttribute("aria-haspopup", "menu");
    this.toggle(false);
    this.place = element("span", { class: "lk-share", onfocusout: (event) => this.left(event) }, this.button, this.menu);
  }

  get entries() {
    const { card } = this;
    const pictures = [["png", "save the picture (PNG)", () => savePng(card)], ["svg", "save the picture (SVG)", () => saveSvg(card)]];
    if (!card.steerable) return pictures;
    return [...pictures,
      ["csv", "copy the data (CSV)", () => card.ask("data", ["csv"])],
      ["numpy", "copy the data (NumPy)", () => card.ask("data", ["numpy"])],
      ["copy", "copy the state: points, settings, step", () => card.ask("token")],
      ...(card.model.link ? [["link", "copy a link to this state", () => { this.asLink = true; card.ask("token"); }]] : []),
      ["paste", "paste a state", () => this.field.open("")]];
  }

  // What was copied.
  open({ token, text }) {
    this.field.open(token && this.asLink ? this.card.model.link(token) : token || text);
    this.asLink = false;
  }

  toggle(open) {
    this.menu.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    this.menu.replaceChildren(...this.entries.map(([name, word, act]) => element("button", { type: "button",
      role: "menuitem", tabindex: "-1", "data-do": name,
      onclick: () => { this.toggle(false); this.button.focus(); act(); } }, word)));
    this.menu.firstChild.focus();
  }

  left(event) {
    if (!this.place.contains(event.relatedTarget)) this.toggle(false);
  }

  key(event) {
    const items = [...this.menu.children], at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) items.at(to % items.length).focus();
    else if (event.key === "Escape") { this.toggle(false); this.button.focus(); }
    else if (event.key !== "Enter" && event.key !== " ") return;
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
    event.stopPropagation();
  }
}

// The text that was copied, to be seen; or a place to paste a state.
class TextField {
  constructor(card) {
    this.card = card;
    this.field = element("textarea", { class: "lk-token", hidden: "", "aria-label": "state of this lab", spellcheck: "false",
      placeholder: "paste a state, then press Enter",
      onkeydown: (event) => this.key(event) });
  }

  open(text) {
    const { field } = this;
    field.hidden = false;
    field.rows = Math.min(text.split("\n").length, 5);
    field.value = this.copied = text;
    field.focus();
    field.select();
    if (text && navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {}); // else it is selected
  }

  key(event) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    if (event.key === "Enter" && this.field.value !== this.copied) this.card.ask("restore", [this.field.value]);
    event.preventDefault();
    event.stopPropagation();
    this.field.hidden = true;
    this.card.root.focus();
  }
}

// --- the picture, with the title and the sentence above it

const MARGIN = 16, LINE = 20; // units
const HEADINGS = [["bold 16px", "ink"], ["13px", "muted"]];
const PNG_SCALE = 2; // pixels a unit

function saveSvg(card) {
  const scene = drawnScene(card, new SvgContext()), height = headingHeight(card, scene);
  const whole = new SvgContext();
  drawHeading(whole, card, height);
  const { width, height: below } = card.story;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + below}" width="${width}" ` +
    `height="${height + below}"><title>${escaped(card.title.textContent)}</title><desc>${escaped(card.caption.textContent)}</desc>` +
    `${whole.markup}<g transform="translate(0 ${height})">${scene.markup}</g></svg>`;
  download(card, new Blob([text], { type: "image/svg+xml" }), "svg");
}

function savePng(card) {
  const canvas = (width, height) => new OffscreenCanvas(PNG_SCALE * width, PNG_SCALE * height);
  const { width, height: below } = card.story;
  const scene = drawnScene(card, canvas(width, below).getContext("2d"), PNG_SCALE), height = headingHeight(card, scene);
  const whole = canvas(width, height + below).getContext("2d");
  whole.scale(PNG_SCALE, PNG_SCALE);
  drawHeading(whole, card, height);
  whole.drawImage(scene.canvas, 0, height, width, below);
  whole.canvas.convertToBlob().then((blob) => download(card, blob, "png"));
}

function drawnScene(card, context, scale = 1) {
  const [story, frame] = card.shown();
  drawScene(context, story, frame, { theme: card.theme, scale: 1, pixelRatio: scale });
  return context;
}

function headingLines(card, context) {
  return [card.title, card.caption].flatMap((part, k) => {
    context.font = `${HEADINGS[k][0]} sans-serif`;
    return wrapped(context, part.textContent, card.story.width - 2 * MARGIN).map((line) => [line, ...HEADINGS[k]]);
  });
}

function headingHeight(card, context) {
  return MARGIN / 2 + LINE * (headingLines(card, context).length + 0.5);
}

function drawHeading(context, card, height) {
  context.fillStyle = card.theme.colors.card;
  context.fillRect(0, 0, card.story.width, height);
  context.textAlign = "left";
  headingLines(card, context).forEach(([line, font, color], k) => {
    context.font = `${font} sans-serif`;
    context.fillStyle = card.theme.textColors[color];
    context.fillText(line, MARGIN, MARGIN / 2 + LINE * (k + 0.8));
  });
}

function wrapped(context, text, width) {
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function download(card, blob, ending) {
  const name = card.title.textContent.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const link = element("a", { href: URL.createObjectURL(blob), download: `${name}-${card.frame}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
