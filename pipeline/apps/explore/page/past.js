// The history of the page: the address has its state, and Back returns to the previous one.

import * as address from "./address.js";

const REMEMBERED = 200; // Milliseconds before a state is written to the address.
const BURST = 1500; // Milliseconds between two changes of one kind that Back undoes together.

export class Past {
  // `now` returns the state, and `go` applies one from the address: null if there is none.
  constructor(known, now, go) {
    Object.assign(this, { known, now, go, timer: 0, kind: "", changed: 0, pushes: false, standing: null });
    for (const event of ["popstate", "hashchange"]) window.addEventListener(event, () => this.follow());
    window.addEventListener("pagehide", () => { if (this.timer) this.write(); });
  }

  // A change continues a recent one of the same kind. An empty kind always is a step of its own, and null is never
  // a step.
  remember(kind) {
    const now = performance.now();
    if (kind !== null && (!kind || kind !== this.kind || now - this.changed > BURST)) this.pushes = true;
    if (kind !== null) Object.assign(this, { kind, changed: now });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), REMEMBERED);
  }

  async write() {
    clearTimeout(this.timer);
    this.timer = 0;
    const at = await address.write(this.now(), this.known);
    if (at !== this.standing) history[this.pushes ? "pushState" : "replaceState"](null, "", at);
    [this.standing, this.pushes] = [location.hash, false];
  }

  async follow() {
    if (location.hash === this.standing) return; // One step may cause both events.
    clearTimeout(this.timer);
    Object.assign(this, { timer: 0, pushes: false, kind: "", standing: location.hash });
    try {
      this.go(await address.read(location.hash, this.known), "");
    } catch (error) {
      this.go(null, `The address could not be read: ${error.message}.`);
    }
  }
}
