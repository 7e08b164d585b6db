// The wire to the kernel: one request in flight, the newest live one wins, nothing piles up.
// A live request (a drag, a sliding slider) may be dropped for a newer one; a final one never is.

let lastSeq = 0; // shared by the cards of one lab that is shown twice: each knows its own answers

class Wire {
  constructor(model, { onReply, onBusy, onLost }) {
    Object.assign(this, { model, onReply, onBusy, onLost });
    this.seq = 0; // of the newest request of this card
    this.waiting = []; // final requests, then at most one live request
    this.inFlight = null;
    this.listen = (message, buffers) => this.receive(message, buffers);
    this.lose = () => this.lost();
    model.on("msg:custom", this.listen);
    model.on("comm_live_update", this.lose); // the kernel was restarted or stopped
  }

  get alive() {
    return !this.closed && typeof this.model.send === "function"; // an exported page plays without a kernel
  }

  // The final requests that have no answer yet.
  get open() {
    return [this.inFlight, ...this.waiting].filter((entry) => entry && !entry.live);
  }

  request(message, { live = false } = {}) {
    if (!this.alive) return;
    const entry = { ...message, live, seq: (this.seq = ++lastSeq) };
    this.waiting = this.waiting.filter((other) => !other.live);
    this.waiting.push(entry);
    this.next();
  }

  next() {
    if (this.inFlight || !this.waiting.length) return;
    this.inFlight = this.waiting.shift();
    this.timer = setTimeout(() => this.onBusy(true), 300); // what takes longer shows that it is working
    this.model.send(this.inFlight);
  }

  receive(message, buffers) {
    if (!this.inFlight) return;
    if (message.progress) return this.onBusy(true, message.progress[0] / message.progress[1]);
    if (message.seq !== this.inFlight.seq) return;
    clearTimeout(this.timer);
    this.onBusy(false);
    this.inFlight = null;
    this.onReply(message, buffers);
    this.next();
  }

  lost() {
    this.close();
    this.onBusy(false);
    this.onLost();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.model.off("msg:custom", this.listen);
    this.model.off("comm_live_update", this.lose);
  }
}
