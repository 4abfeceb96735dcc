// Requests to the server. The last order of a column wins: answers to earlier ones are ignored.

import { Refused, ask } from "./requests.js";

const AGAIN = 1500; // Milliseconds before the next request to a server that does not answer.

let last = 0;
const next = () => { last = Math.max(last + 1, Date.now()); return last; };

export class Orders {
  // `hear` takes each answer to the last order, and {state: "lost"} while the server does not answer.
  constructor(column, hear) {
    this.column = column;
    this.hear = hear;
    this.number = 0;
    this.timer = 0;
  }

  get #place() { return { column: this.column, number: this.number }; }

  compile(source, name, settings) {
    clearTimeout(this.timer);
    this.number = next();
    this.#go(this.number, () => ask("/compile", { ...this.#place, source, name, settings }), () => this.compile(source, name, settings));
  }

  stop() {
    this.#go(this.number, () => ask("/stop", this.#place), () => this.stop());
  }

  // Stops the last order and ignores its result.
  forget() {
    clearTimeout(this.timer);
    if (this.number) ask("/stop", this.#place).catch(() => {});
    this.number = 0;
  }

  async #go(number, asking, again) {
    try {
      let answer = await asking();
      while (this.number === number && answer.state === "working") {
        this.hear(answer);
        answer = await ask(`/state?column=${this.column}&number=${number}`); // The server holds this request, so no timer is needed.
      }
      if (this.number === number) this.hear(answer);
    } catch (error) {
      if (this.number !== number) return;
      if (error instanceof Refused) this.hear({ ...this.#place, state: "refused", text: error.message });
      else {
        this.hear({ ...this.#place, state: "lost" });
        this.timer = setTimeout(again, AGAIN);
      }
    }
  }
}
