// What every page does: the theme's switch, the search, the place in the contents, wide tables.

const $ = (selector, root = document) => root.querySelector(selector);

// --- theme: as the system has it, or the other one

window.labkitTheme.apply();
const themeButton = $("[data-do=theme]");
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function nameTheme() {
  const dark = (document.documentElement.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";
  themeButton.textContent = dark ? "☀" : "☾";
  themeButton.setAttribute("aria-label", dark ? "Light theme" : "Dark theme");
  themeButton.title = themeButton.getAttribute("aria-label");
  themeButton.hidden = false;
  return dark;
}

themeButton.addEventListener("click", () => {
  const wanted = nameTheme() ? "light" : "dark";
  const system = systemIsDark.matches ? "dark" : "light";
  window.labkitTheme.set(wanted === system ? null : wanted);
  nameTheme();
});
systemIsDark.addEventListener("change", nameTheme);
nameTheme();

// --- search: the index is fetched when somebody first searches

const dialog = $("#search");
const query = $("#query");
const found = $("ol", dialog);
const MOST = 20;
let index = null;

function openSearch() {
  if (dialog.open) return;
  dialog.showModal();
  query.select();
  if (index) return;
  index = new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = query.dataset.index;
    script.onload = () => resolve(window.labkitIndex());
    script.onerror = () => reject(new Error("the index of the search did not arrive"));
    document.head.append(script);
  });
  index.then(() => look(), () => {
    say("The search did not arrive; reload the page.");
    index = null;
  });
}

function say(text) {
  const status = $("[role=status]", dialog);
  status.textContent = text;
  status.classList.toggle("unseen", !text.includes(";"));
}

function shortened(text, terms) {
  const at = Math.max(0, Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((k) => k >= 0), text.length));
  const start = at < text.length && at > 60 ? text.indexOf(" ", at - 60) + 1 : 0;
  return (start ? "… " : "") + text.slice(start, start + 170) + (start + 170 < text.length ? " …" : "");
}

function marked(text, terms) {
  const holder = document.createElement("span");
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = escaped.length ? text.split(new RegExp(`(${escaped.join("|")})`, "gi")) : [text];
  parts.forEach((part, k) => {
    const mark = k % 2 ? document.createElement("mark") : null;
    if (mark) mark.textContent = part;
    holder.append(mark ?? part);
  });
  return holder;
}

async function look() {
  const ready = await index;
  const asked = query.value.trim();
  const hits = asked ? ready.search(asked).slice(0, MOST) : [];
  found.replaceChildren(...hits.map((hit) => {
    const link = document.createElement("a");
    link.href = hit.place;
    const title = document.createElement("strong");
    title.append(marked(hit.heading, hit.terms));
    const page = document.createElement("small");
    page.textContent = hit.page === hit.heading ? "" : hit.page;
    const text = document.createElement("span");
    text.append(marked(shortened(hit.text, hit.terms), hit.terms));
    link.append(title, page, text);
    link.addEventListener("click", () => dialog.close());
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  say(asked ? `${hits.length === MOST ? "The best" : ""} ${hits.length} found` : "");
}

const searchButton = $("[data-do=search]");
searchButton.hidden = false;
searchButton.addEventListener("click", openSearch);
query.addEventListener("input", () => index && look());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("keydown", (event) => {
  const links = [query, ...dialog.querySelectorAll("li a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    links[Math.min(Math.max(links.indexOf(document.activeElement) + step, 0), links.length - 1)].focus();
    event.preventDefault();
  } else if (event.key === "Enter" && document.activeElement === query) {
    event.preventDefault();
    links[1]?.click();
  }
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable], .lk-card");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  openSearch();
});

// --- contents: closed on a phone, open beside the text; the part that is read is marked

const side = $(".side");
if (side) {
  const beside = matchMedia("(min-width: 1080px)");
  const place = () => { $("details", side).open = beside.matches; };
  beside.addEventListener("change", place);
  place();
  const links = new Map([...side.querySelectorAll("a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const mark = () => {
    const read = headings.filter((heading) => heading.getBoundingClientRect().top < 140).at(-1);
    for (const [id, link] of links) {
      if (id === read?.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

// --- what is wider than its place can be scrolled with the keyboard

const scrolls = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth + 1) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const part of document.querySelectorAll(".scroll, pre")) scrolls.observe(part);
