// Presents a lesson: one slide at a time, as its notebook's slideshow tags say. The labs stay alive.
// Right, space, page down: on; left, page up: back; Home, End; f: full screen; Escape leaves. A lab that was clicked keeps
// its keys until Escape; page down and up, which a presenter in the hand sends, go on and back there too.

(() => {
  const cells = [...document.querySelectorAll("#content > .cell")].filter((cell) => !["skip", "notes"].includes(cell.dataset.slide));
  const STARTS = ["slide", "subslide"];
  const content = document.getElementById("content");
  const SMALLEST = 13; // pixels of text
  // Every place is the cells that are seen there: a fragment adds one to those before it.
  const places = [];
  for (const cell of cells) {
    const last = places.at(-1);
    if (!last || STARTS.includes(cell.dataset.slide)) places.push([cell]);
    else if (cell.dataset.slide === "fragment") places.push([...last, cell]);
    else last.push(cell);
  }
  const button = document.querySelector("[data-do=present]");
  if (!places.length) return;
  button.hidden = false;
  let place = 0;

  const bar = document.createElement("nav");
  bar.className = "presenting";
  bar.setAttribute("aria-label", "Slides");
  bar.hidden = true;
  const back = tool("‹", "Slide before", () => go(place - 1));
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  const on = tool("›", "Next slide", () => go(place + 1));
  const full = tool("⤢", "Full screen", toggleFull);
  const leave = tool("✕", "End the slides", stop);
  bar.append(back, count, on, full, leave);
  document.body.append(bar);

  function tool(sign, name, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", name);
    made.title = name;
    made.addEventListener("click", act);
    return made;
  }

  const presenting = () => document.documentElement.classList.contains("presents");

  function go(wanted) {
    place = Math.min(Math.max(wanted, 0), places.length - 1);
    fit();
    show(places[place]);
    count.textContent = `${place + 1} / ${places.length}`;
    back.disabled = place === 0;
    on.disabled = place === places.length - 1;
    const shown = places[place];
    content.scrollTop = 0;
    if (shown.length > 1 && place && places[place - 1].length === shown.length - 1) shown.at(-1).scrollIntoView({ block: "end" });
  }

  function show(shown) {
    for (const cell of cells) cell.classList.toggle("now", shown.includes(cell));
  }

  // Text is as large as the whole slide allows, with all that is still to come on it; labs take the room that is left.
  function fit() {
    const { style } = document.documentElement;
    style.removeProperty("--text");
    if (!presenting()) return;
    show(places.findLast((some) => some[0] === places[place][0]));
    window.dispatchEvent(new Event("resize")); // for the labs
    for (let size = parseFloat(getComputedStyle(content).fontSize); size >= SMALLEST; size--) {
      style.setProperty("--text", `${size}px`);
      if (content.scrollHeight <= content.clientHeight) return;
    }
  }

  function start() {
    const top = cells.findIndex((cell) => cell.getBoundingClientRect().bottom > 120);
    document.documentElement.classList.add("presents");
    bar.hidden = false;
    go(Math.max(places.findIndex((some) => some.includes(cells[Math.max(top, 0)])), 0));
    content.focus({ preventScroll: true });
  }

  function stop() {
    if (!presenting()) return;
    if (document.fullscreenElement === document.documentElement) document.exitFullscreen();
    document.documentElement.classList.remove("presents");
    bar.hidden = true;
    fit();
    places[place][0].scrollIntoView();
    button.focus({ preventScroll: true });
  }

  function toggleFull() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {}); // where it is refused, the window is filled
  }

  const KEYS = {
    ArrowRight: () => go(place + 1), PageDown: () => go(place + 1), " ": () => go(place + 1),
    ArrowLeft: () => go(place - 1), PageUp: () => go(place - 1),
    Home: () => go(0), End: () => go(places.length - 1), f: toggleFull, Escape: stop,
  };
  button.addEventListener("click", start);
  document.addEventListener("keydown", (event) => {
    if (!presenting() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.fullscreenElement && document.fullscreenElement !== document.documentElement) return; // a lab fills it
    if (event.target.closest("input, textarea, select, dialog, .lk-card, .presenting button, summary")) {
      if (event.key !== "Escape" || event.target.closest("dialog")) return;
    }
    if (!KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  // Before a card or an editor takes the key.
  document.addEventListener("keydown", (event) => {
    if (!presenting() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
    if (document.querySelector(".lk-lecture")) return; // a lab fills the screen
    const turns = { PageDown: KEYS.PageDown, PageUp: KEYS.PageUp };
    const lets = event.target.closest(".lk-card") && !event.target.closest("input[type=text], textarea");
    const act = turns[event.key] ?? (event.key === "Escape" && lets ? () => content.focus({ preventScroll: true }) : null);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }, true);
})();
