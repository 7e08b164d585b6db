// The numbers of a picture as tables, for a screen reader and for everybody who wants to read them off: what a pointer
// would be shown (numbersOf in hover.js), item by item. They are made when they are asked for: the button comes after
// the picture and is seen when it has the focus.

const MOST_ROWS = 60; // of one panel: a long curve is told by so many of its places

class Numbers {
  constructor(card) {
    this.card = card;
    this.place = element("div", { class: "lk-numbers", role: "region", tabindex: "0", hidden: "",
      "aria-label": "the numbers of the picture" });
    this.button = textButton("", () => this.toggle(this.place.hidden), { "data-do": "numbers" });
    this.button.classList.add("lk-unseen");
    this.toggle(false);
  }

  toggle(open) {
    this.place.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    this.button.textContent = open ? "hide the numbers" : "the numbers of this picture as tables";
    this.update();
  }

  // Follows the picture, but does not slow down a story that is played.
  update() {
    const { card, place } = this;
    if (place.hidden || !card.story || card.transport.playing) return;
    place.replaceChildren(...card.shownFrame().panels.map(numbersTable).filter(Boolean));
  }
}

function numbersTable(panel) {
  const rows = numbersOf(panel), texts = panel.marks.filter((mark) => mark.type === "Text").map((mark) => [mark.text]);
  if (!rows.length && !texts.length) return null;
  const every = Math.max(1, Math.ceil(rows.length / MOST_ROWS));
  const kept = rows.filter((_, k) => k % every === 0 || k === rows.length - 1);
  const line = (cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
  const some = every > 1 ? ` (${kept.length} of ${rows.length})` : "";
  return element("table", {}, element("caption", {}, `${panel.title || panel.name || "picture"}${some}`),
    element("tbody", {}, ...(rows.length ? kept : texts).map(line)));
}
