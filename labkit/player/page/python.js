// Python in a worker of the page: started when it is first needed, one for all labs, started again when it was stopped.
// Requests and answers are those of labkit/player/desk.py.

const PATIENCE = 60000; // milliseconds without any news while Python starts
const MISSING = {
  file: "This page was opened as a file: its labs play. To steer them, open it from the course's site, or use make lab.",
  old: "This browser cannot run Python in a page (it has no WebAssembly): the labs play, but cannot be steered.",
};

// [message, buffers] of an answer.
function unpacked(bytes) {
  const length = new DataView(bytes).getUint32(0, true);
  const { buffers, ...message } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  let at = 4 + length;
  return [message, buffers.map((size) => new DataView(bytes, (at += size) - size, size))];
}

class Python {
  constructor(folder, { onAnswer, onStart, onLost }) {
    Object.assign(this, { folder, onAnswer, onStart, onLost });
    this.pending = []; // requests without an answer, oldest first
    this.worker = null;
    this.missing = this.whatIsMissing();
  }

  // In words; nothing where Python can be tried.
  whatIsMissing() {
    if (!location.protocol.startsWith("http")) return MISSING.file;
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") return MISSING.old;
    return "";
  }

  request(request) {
    this.pending.push(request);
    if (!this.worker) return this.start();
    this.worker.postMessage(request);
  }

  start() {
    this.ready = false;
    this.began = performance.now();
    try {
      this.worker = new Worker(new URL(`${this.folder}/worker.js`, document.baseURI), { type: "module" });
    } catch (error) {
      return this.fail(error.message);
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => { event.preventDefault?.(); this.fail(event.message || "its files did not arrive"); };
    for (const request of this.pending) this.worker.postMessage(request);
    this.watch();
  }

  watch() {
    clearTimeout(this.dog);
    this.dog = setTimeout(() => this.fail(`nothing was heard of it for ${PATIENCE / 1000} seconds`), PATIENCE);
  }

  hear(data) {
    if (data.boot) {
      this.watch();
      this.onStart(data.boot);
    } else if (data.ready) {
      clearTimeout(this.dog);
      this.ready = true;
      this.startSeconds = (performance.now() - this.began) / 1000;
      this.onStart(null);
    } else if (data.lost) {
      this.fail(data.lost);
    } else if (data.done) {
      this.pending.shift();
    } else {
      this.onAnswer(...unpacked(data));
    }
  }

  // What was asked last is given up; labs are opened again as they were by their hosts.
  restart(isGivenUp) {
    this.worker?.terminate();
    const left = this.pending.filter((request) => !isGivenUp(request));
    this.pending = [];
    this.worker = null;
    return left;
  }

  fail(why) {
    clearTimeout(this.dog);
    this.worker?.terminate();
    this.worker = null;
    this.pending = [];
    const what = this.ready ? "Python has stopped" : "Python did not start";
    this.missing = `${what} (${why}): the labs play, but cannot be steered. Reload the page to try again.`;
    this.onLost(this.missing);
  }
}
