// The wire to the kernel: one request in flight, the newest live one wins, nothing piles up.
// A live request (a drag, a sliding slider) may be dropped for a newer one; a final one never is.

class Wire {
  constructor(model, { onReply, onBusy }) {
    Object.assign(this, { model, onReply, onBusy });
    this.seq = 0;
    this.waiting = []; // final requests, then at most one live request
    this.inFlight = null;
    this.listen = (message, buffers) => this.receive(message, buffers);
    model.on("msg:custom", this.listen);
  }

  get alive() {
    return typeof this.model.send === "function"; // an exported page plays without a kernel
  }

  request(message, { live = false } = {}) {
    const entry = { ...message, live, seq: ++this.seq };
    this.waiting = this.waiting.filter((other) => !other.live);
    this.waiting.push(entry);
    this.next();
    return entry.seq;
  }

  next() {
    if (this.inFlight || !this.waiting.length) return;
    this.inFlight = this.waiting.shift();
    this.timer = setTimeout(() => this.onBusy(true), 300); // what takes longer shows that it is working
    this.model.send(this.inFlight);
  }

  receive(message, buffers) {
    if (message.progress) return this.onBusy(true, message.progress[0] / message.progress[1]);
    if (!this.inFlight || message.seq !== this.inFlight.seq) return;
    clearTimeout(this.timer);
    this.onBusy(false);
    const answered = this.inFlight;
    this.inFlight = null;
    this.onReply(message, buffers, answered);
    this.next();
  }

  close() {
    clearTimeout(this.timer);
    this.model.off("msg:custom", this.listen);
  }
}
