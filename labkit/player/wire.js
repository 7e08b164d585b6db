// The wire to the kernel: one request in flight, the newest live one wins, nothing piles up.
// A live request (a drag, a sliding slider) may be dropped for a newer one; a final one is dropped only while it
// waits, for a newer value of the same control: pressing a slider's key ten times does not tell ten stories.

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
    const before = this.waiting.at(-1);
    if (before && !live && entry.do === "set" && before.do === "set" && entry.with[0] === before.with[0]) this.waiting.pop();
    this.waiting.push(entry);
    this.next();
  }

  next() {
    if (this.inFlight || !this.waiting.length) return;
    this.inFlight = this.waiting.shift();
    this.share = undefined; // of the work that is done, once the kernel says so
    this.timer = setTimeout(() => this.showBusy(), 300); // what takes longer shows that it is working
    this.model.send(this.inFlight);
  }

  receive(message, buffers) {
    if (!this.inFlight) return;
    if (message.progress) return this.advance(message.progress);
    if (message.seq !== this.inFlight.seq) return;
    clearTimeout(this.timer);
    this.onBusy(false);
    this.inFlight = null;
    this.onReply(message, buffers);
    this.next();
  }

  showBusy() {
    this.timer = null;
    this.onBusy(true, this.share);
  }

  // A bar never goes back, though telling a story and drawing it each begin at 0.
  advance([done, total]) {
    this.share = Math.max(this.share ?? 0, done / total);
    if (this.timer === null) this.showBusy();
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
