// What is asked of the server. The last order of a column wins: an answer to any before is not heard.

const TOKEN = document.querySelector("meta[name=token]").content;
const AGAIN = 1500; // Milliseconds until a server that does not answer is asked again.

export class Refused extends Error {}

// Returns what the server says. Throws Refused where it does not do what it is asked.
export async function ask(path, order) {
  const options = { headers: { "X-Page-Token": TOKEN } };
  if (order) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(order);
  }
  const response = await fetch(path, options);
  if (!response.ok) throw new Refused((await response.text()).trim());
  return response.json();
}

let last = 0;
const next = () => { last = Math.max(last + 1, Date.now()); return last; };

export class Orders {
  // `hear` is told each answer to the last order, and {state: "lost"} while the server does not answer.
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

  // Nobody waits for what was ordered.
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
        answer = await ask(`/state?column=${this.column}&number=${number}`); // Held there, so no timer.
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
