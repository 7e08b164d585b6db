// What JupyterLite itself keeps to the console: Python that does not come, a browser that keeps nothing. One line below
// the page says it and what to do; it goes when what it says is no longer so.
const PATIENCE = window.litePatience ?? 40; // seconds without a kernel until the files are looked at
const PYTHON = "../static/pyodide/pyodide.asm.wasm";
const lines = new Map();

function say(what, text) {
  if (!text) return lines.get(what)?.remove(), void lines.delete(what);
  if (!lines.has(what)) {
    const line = document.createElement("div");
    line.setAttribute("role", "status");
    line.className = "lite-notice";
    line.style.cssText =
      "position:fixed;z-index:10001;inset:auto 0 0 0;padding:.6em 1em;background:#5c3a00;color:#fff;font:15px system-ui;" +
      "display:flex;gap:1em;justify-content:space-between";
    const close = document.createElement("button");
    close.textContent = "Close";
    close.style.cssText = "align-self:center";
    close.onclick = () => line.remove();
    line.append(document.createElement("span"), close);
    document.body.append(line);
    lines.set(what, line);
  }
  lines.get(what).firstChild.textContent = text;
}

// Whether what a person writes will be there tomorrow.
async function keeps() {
  const opened = indexedDB.open("labkit-can-keep");
  const database = await new Promise((done, failed) => {
    opened.onupgradeneeded = () => opened.result.createObjectStore("any");
    opened.onsuccess = () => done(opened.result);
    opened.onerror = opened.onblocked = () => failed(opened.error);
  });
  try {
    const change = database.transaction("any", "readwrite");
    change.objectStore("any").put(1, "any");
    await new Promise((done, failed) => {
      change.oncomplete = done;
      change.onerror = change.onabort = () => failed(change.error);
    });
  } finally {
    database.close();
  }
}

// Why Python does not come, as far as the page can see.
async function reason() {
  if (typeof WebAssembly !== "object") return "This browser cannot run Python: it has no WebAssembly. Use a newer one.";
  try {
    await WebAssembly.compile(await (await fetch(PYTHON)).arrayBuffer());
    return "Python is still on its way: 45 MB the first time. If nothing moves for minutes, reload the page.";
  } catch (error) {
    return `Python did not arrive whole (${error.message.slice(0, 80)}). What you wrote is kept: save, then reload the page.`;
  }
}

const hasKernel = (kernel) => kernel && !["unknown", "starting"].includes(kernel.status);

async function watchKernel() {
  for (let waited = 0; ; waited++) {
    await new Promise((next) => setTimeout(next, 1000));
    const session = window.jupyterapp?.shell.currentWidget?.context?.sessionContext;
    const none = !window.jupyterapp || (session && !session.isDisposed && !hasKernel(session.session?.kernel));
    if (!none) say("python", ""), (waited = 0);
    else if (waited === PATIENCE) say("python", await reason());
  }
}

const NOT_KEPT =
  "This browser keeps nothing of this page (a private window, or its storage is full or refused). " +
  "Before you close it, download what you changed: File, Download.";
const watchStorage = () => keeps().then(() => say("storage", ""), () => say("storage", NOT_KEPT));

watchStorage();
setInterval(watchStorage, 60_000); // a disk may fill up later
if (typeof WebAssembly !== "object") reason().then((text) => say("python", text));
watchKernel();
