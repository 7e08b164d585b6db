// The host of a page: brings its cards to life without a kernel. They play at once; where the page has Python, the first
// request starts it, and from then on the same labs answer that answer in a notebook.
// A still picture stands where each card goes; it stays if the card cannot be drawn.

const TOKEN = /^labkit1(\.|$)/, ANY_TOKEN = /^labkit\d+(\.|$)/; // the version of labkit/player/token.py
const DAMAGED = "The state in the address is damaged or no state of a lab: copy the whole link again.";
const FOREIGN = "The state in the address is of another version of labkit: open the link where it was copied.";
const STARTING = "Python starts in this page, once. What you did comes next.";

// What a card asks of its model. Without `send` a card shows no controls.
class PageModel {
  constructor(key, entry, themes, host) {
    Object.assign(this, { key, host, home: entry.home, token: entry.token, entry });
    this.values = { ...entry.state, themes };
    if (entry.payload) {
      const bytes = Uint8Array.from(atob(entry.payload), (letter) => letter.charCodeAt(0));
      this.values.payload = new DataView(bytes.buffer);
      entry.payload = null;
    }
    this.listeners = {};
    if (host.python && !host.python.missing && (entry.home || entry.exercise)) this.send = (message) => host.sent(this, message);
    if (this.send && entry.home) this.link = (token) => `${location.href.split("#")[0]}#state=${token}`;
  }

  get kind() {
    return this.values.content ? "sheet" : "card";
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.take({ [name]: value });
  }

  // Several new values: all are there before anybody hears of them.
  take(changed) {
    Object.assign(this.values, changed);
    for (const name of Object.keys(changed)) this.tell(`change:${name}`);
  }

  tell(event, ...said) {
    for (const listener of [...(this.listeners[event] ?? [])]) listener(...said);
  }

  save_changes() {}

  on(event, listener) {
    (this.listeners[event] ??= new Set()).add(listener);
  }

  off(event, listener) {
    this.listeners[event]?.delete(listener);
  }

  // A question was answered.
  keep(asked) {
    if (asked.chosen === null || asked.chosen < 0) return;
    const { lesson, kind, name, options, chosen, sealed } = asked;
    this.host.answers.record({ lesson, kind, name, answer: options[chosen], right: unsealed(sealed).right === chosen });
    this.host.showProgress();
  }
}

class Host {
  constructor(data) {
    this.data = data;
    this.opened = new Set(); // keys of the labs that Python has
    this.editors = []; // an exercise may use the answer of an earlier one
    this.answers = new Answers((sentence) => this.say(sentence));
    this.python = data.python && new Python(data.python, {
      onAnswer: (message, buffers) => this.answered(message, buffers),
      onStart: (news) => this.showStart(news),
      onLost: (sentence) => this.lost(sentence),
    });
    this.models = Object.fromEntries(Object.entries(data.labs).map(([key, entry]) => [key, new PageModel(key, entry, data.themes, this)]));
    for (const model of Object.values(this.models)) {
      this.recall(model.values);
      if (model.entry.exercise) this.recallCheck(model);
    }
  }

  // An exercise that was checked on an earlier visit; its hints come with the next check.
  recallCheck({ key, values }) {
    const lecture = this.data.lesson.slice(0, 2);
    const last = this.answers.report.answers.find((entry) =>
      entry.kind === "exercise" && entry.name === key && entry.lesson.slice(0, 2) === lecture);
    if (!last) return;
    const says = `${last.right ? "right" : "not yet"}: so it was when you last checked it, on an earlier visit`;
    values.content = { ...values.content, status: last.right ? "right" : "wrong", says, recalled: true };
  }

  // Questions that were answered on an earlier visit.
  recall(values) {
    const recalled = (asked) => {
      const option = asked?.text ? asked.options.indexOf(this.answers.recorded(asked)?.answer) : -1;
      return option < 0 ? asked : { ...asked, chosen: option };
    };
    values.asks = recalled(values.asks);
    if (values.content?.questions) values.content.questions = values.content.questions.map(recalled);
  }

  async bringToLife() {
    this.note = document.getElementById("labkit-note");
    if (this.python?.missing) this.say(this.python.missing);
    await Promise.all([...document.querySelectorAll("[data-lab]")].map((place) => this.show(place)));
    if (this.python) for (const place of document.querySelectorAll("[data-answer]")) new AnswerEditor(place, this);
    this.showProgress();
    window.addEventListener("hashchange", () => this.openAddress());
    document.documentElement.dataset.labs = "ready";
    await this.openAddress();
  }

  async show(place) {
    const model = this.models[place.dataset.lab];
    if (!model) return;
    const el = element("div");
    await renders[model.kind]({ model, el });
    place.replaceChildren(el);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (place.dataset.plays !== undefined && !still) el.querySelector("[data-do=play]")?.click();
  }

  // One line for the whole page.
  say(sentence) {
    if (!this.note) {
      this.note = element("p", { id: "labkit-note", class: "lk-note", role: "status" });
      document.querySelector("[data-lab]")?.before(this.note);
    }
    this.note.hidden = !sentence;
    this.note.textContent = sentence;
  }

  // --- from a card to Python

  sent(model, message) {
    const { key } = model;
    if (message.do === "predict" || message.do === "answer") { // what is right stands on the page
      queueMicrotask(() => model.tell("msg:custom", { seq: message.seq }, []));
      return;
    }
    model.asked = message.seq;
    if (!this.python.ready) this.sayStarting(model);
    this.open(model);
    this.python.request({ key, message });
  }

  open(model) {
    if (!model.home || this.opened.has(model.key)) return;
    this.opened.add(model.key);
    model.quiet = true; // the card shows already what the first answer says
    this.python.request({ key: model.key, open: model.home, token: model.token });
  }

  // --- from Python to a card

  answered(message, buffers) {
    const model = this.models[message.key];
    if (!model) return;
    if (message.token) model.token = message.token;
    if (message.entry?.name) {
      this.answers.record(message.entry);
      this.showProgress();
    }
    if (message.failed) this.failed(model, message.failed);
    if (message.changed) this.changed(model, message.changed, buffers);
    if (message.content) model.tell("msg:custom", message.content, buffers);
    model.tell("answer", message);
  }

  changed(model, changed, buffers) {
    if (model.quiet) {
      model.quiet = false;
      return;
    }
    const { asks: _, ...news } = changed;
    if ("payload" in news) news.payload = buffers[news.payload];
    model.take(news);
  }

  // The lab is as it was; its card must not wait for ever.
  failed(model, sentence) {
    if (model.quiet) { // it could not be opened: what was asked of it fails next, and for this reason
      [model.quiet, model.fault] = [false, sentence];
      this.opened.delete(model.key);
      return;
    }
    if (model.kind === "card") model.take({ error: model.fault ?? sentence });
    model.fault = undefined;
    model.tell("msg:custom", { seq: model.asked }, []);
  }

  placeOf(model) {
    return document.querySelector(`[data-lab="${CSS.escape(model.key)}"]`);
  }

  // What the bar of a card means while it waits for Python.
  sayStarting(model) {
    const stage = this.placeOf(model)?.querySelector(".lk-stage");
    if (stage && !stage.querySelector(".lk-starting"))
      stage.append(element("div", { class: "lk-starting", role: "status" }, STARTING));
  }

  showStart(news) {
    document.documentElement.dataset.python = news ? "starting" : "ready";
    if (!news) this.hideStarting();
    for (const model of Object.values(this.models)) {
      if (news) model.tell("msg:custom", { progress: news }, []);
      model.tell("python", news);
    }
  }

  hideStarting() {
    for (const line of document.querySelectorAll(".lk-starting")) line.remove();
  }

  lost(sentence) {
    document.documentElement.dataset.python = "lost";
    this.hideStarting();
    this.opened.clear();
    this.say(sentence);
    for (const model of Object.values(this.models)) {
      if (!model.send) continue;
      model.lost = sentence;
      model.tell("comm_live_update");
      model.tell("lost", sentence);
    }
  }

  // End what never ends: labs are opened again as they were when they are next asked.
  restart(key) {
    const left = this.python.restart((request) => request.key === key || "open" in request);
    this.opened.clear();
    for (const request of left) {
      this.open(this.models[request.key]);
      this.python.request(request);
    }
  }

  // --- a state in the address

  async openAddress() {
    const written = /^#state=(.+)$/.exec(location.hash)?.[1];
    if (!written) return;
    const token = plain(written);
    if (ANY_TOKEN.test(token) && !TOKEN.test(token)) return this.say(FOREIGN);
    const saved = await stateOf(token);
    if (!saved) return this.say(DAMAGED);
    const key = Object.keys(this.models).find((each) => each === saved.lab);
    if (!key) return this.say(`The address holds a state of "${saved.heading ?? saved.lab}", which is not on this page.`);
    const model = this.models[key];
    this.placeOf(model).scrollIntoView({ block: "center" });
    if (!model.send) return this.say(this.python?.missing || "This page plays only; the state in the address needs Python.");
    model.tell("restore", token);
  }

  // --- what was answered here

  showProgress() {
    for (const place of document.querySelectorAll("[data-progress]")) {
      const { answers } = this.answers.report;
      const here = answers.filter((entry) => entry.lesson.slice(0, 2) === this.data.lesson.slice(0, 2));
      const right = here.filter((entry) => entry.right).length;
      place.replaceChildren(
        element("span", {}, `Answered on this site: ${here.length} of this lecture, ${right} of them right. `),
        element("button", { class: "lk-button lk-act", type: "button", "data-do": "save-answers",
          onclick: () => saveFile(JSON.stringify(this.answers.report, null, 1), "labkit-answers.json") },
        "save all answers as a file"));
    }
  }
}

// What an address says with its percent signs taken back; as it is where these were cut.
function plain(written) {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

// The state that a token holds (labkit/player/token.py); null if it holds none.
async function stateOf(token) {
  try {
    const body = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return await new Response(stream).json();
  } catch {
    return null;
  }
}

function begin() {
  const data = document.getElementById("labkit-page");
  if (data) new Host(JSON.parse(data.textContent)).bringToLife();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
