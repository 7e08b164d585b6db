// What a reader has answered, kept by the browser: one entry for each thing, so that two tabs do not overwrite each
// other's. Where the browser keeps nothing, answers stay until the page is closed, and the page says so.

const PREFIX = "labkit:";
const NOT_KEPT = "This browser keeps nothing for this page (its storage is full or refused): answers stay until the page is " +
  "closed. Save them as a file before that.";

class Answers {
  constructor(onTrouble) {
    this.onTrouble = onTrouble;
    this.held = new Map(); // what could not be kept
  }

  static name(lesson, kind, name) {
    return `${PREFIX}${lesson}/${kind}/${name}`;
  }

  get(name) {
    if (this.held.has(name)) return this.held.get(name);
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null; // refused, or not ours
    }
  }

  set(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
      this.held.delete(name);
    } catch {
      this.held.set(name, value);
      this.onTrouble(NOT_KEPT);
    }
  }

  // Tell of what another tab has changed.
  watch(name, listener) {
    window.addEventListener("storage", (event) => event.key === name && listener(this.get(name)));
  }

  record(entry) {
    this.set(Answers.name(entry.lesson, entry.kind, entry.name), entry);
  }

  recorded(asked) {
    return this.get(Answers.name(asked.lesson, asked.kind, asked.name));
  }

  get names() {
    const names = new Set(this.held.keys());
    try {
      for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) names.add(name);
    } catch { /* refused: what is held is all */ }
    return [...names].sort();
  }

  // As `labkit report` writes it, with the code of the exercises beside.
  get report() {
    const all = this.names.map((name) => [name, this.get(name)]);
    const isCode = ([name]) => name.split("/")[1] === "code";
    const answers = all.filter((each) => !isCode(each)).map(([, value]) => value).filter((value) => value?.kind);
    const code = Object.fromEntries(all.filter(isCode).map(([name, text]) => [name.slice(PREFIX.length), text]));
    return { report: "labkit progress", note: "from the course's site", summary: [], answers, code };
  }
}

function saveFile(text, name, type = "application/json") {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
