// One column of the right side: the result of the last order, and the sections of its report.

import { $, element, grouped, plural, roving, say, set } from "./elements.js";
import { Frame } from "./frame.js";

const FAR = 100; // The number of steps from which on the progress is shown as numbers.
const SLOW = 300; // Milliseconds after which the progress is shown.
const STAGES = { parse: "reading the source", expand: "expanding the game", lower: "writing the program", solve: "solving", report: "checking the answer", page: "gathering the report" };
// Numbers that are shown together, with the words around them.
const SIZES = [
  [["states"], "%", " states"], [["histories"], "%", " histories"], [["nodes"], "%", " nodes"],
  [["infosets_1", "infosets_2"], "% + %", " information sets"], [["sequences_1", "sequences_2"], "% + %", " sequences"],
  [["rows", "columns"], "% \u00d7 %", " program"], [["nonzeros"], "%", " nonzeros"],
];
const NAMES = {
  infosets_1: "information sets of 1", infosets_2: "information sets of 2", sequences_1: "sequences of 1", sequences_2: "sequences of 2",
  rows: "rows of the program", columns: "columns of the program", nonzeros: "nonzeros of the program",
};

// The name of a number for people.
export const sizeName = (name, players) => (NAMES[name] ?? name).replace(/ of ([12])$/, (_, player) => ` of ${players[player - 1] ?? `player ${player}`}`);
export const valueText = (number) => String(Number(number.toPrecision(7))).replace("-", "\u2212");

export class Column {
  // `deeds` has the handlers stop, again, section and moved.
  constructor(number, deeds) {
    this.number = number;
    this.deeds = deeds;
    this.root = document.importNode($("#column").content, true).firstElementChild;
    this.root.id = `column-${number}`;
    this.root.setAttribute("aria-label", `Column ${number}`);
    $(".mark", this.root).textContent = number;
    $(".facts-box", this.root).id = `facts-${number}`;
    const panel = $(".frames", this.root);
    panel.id = `panel-${number}`;
    this.frame = new Frame(panel, () => deeds.moved(), (text) => this.#gone(text));
    $(".stop", this.root).addEventListener("click", () => deeds.stop());
    $(".again", this.root).addEventListener("click", () => deeds.again());
    this.answer = null; // The last final answer.
    this.done = null; // The last answer with a report.
    this.section = "";
  }

  // An order was sent: the old result stays until there is a new one, or until it takes long.
  begin() {
    clearTimeout(this.timer);
    if (this.root.dataset.state !== "working") this.timer = setTimeout(() => this.#work({ stage: "", done: 0, share: null, seconds: 0 }), SLOW);
  }

  show(answer) {
    clearTimeout(this.timer);
    if (answer.state === "working") { this.#work(answer); return; }
    this.answer = answer;
    this.root.dataset.state = answer.state;
    $(".bar", this.root).hidden = $(".stop", this.root).hidden = true;
    if (answer.state === "done") this.#outcome(answer);
    this.#tell(answer);
    if (answer.state === "done") this.open(this.section);
    this.root.classList.toggle("is-old", answer.state !== "done" && this.done !== null);
    this.root.classList.toggle("is-empty", this.done === null);
  }

  // Shows a section, or the first one if there is none of that name.
  open(section) {
    this.section = section;
    if (!this.done) return;
    const { sections, document: report, title } = this.done;
    const chosen = sections.find((one) => one.name === section) ?? sections[0];
    const tabs = $(".tabs", this.root), key = sections.map((one) => one.name).join();
    if (tabs.dataset.key !== key) {
      tabs.dataset.key = key;
      tabs.replaceChildren(...sections.map((one) => element("button", {
        type: "button", role: "tab", id: `tab-${this.number}-${one.name}`, "data-section": one.name,
        "aria-controls": `panel-${this.number}`, on: { click: () => this.deeds.section(one.name) } }, one.title)));
    }
    const all = () => [...tabs.children];
    for (const tab of all()) tab.setAttribute("aria-selected", String(tab.dataset.section === chosen?.name));
    roving(tabs, all, all().find((tab) => tab.dataset.section === chosen?.name));
    if (!chosen) return;
    $(".frames", this.root).setAttribute("aria-labelledby", `tab-${this.number}-${chosen.name}`);
    this.frame.show(report, chosen.name, `${chosen.title}: ${title}${this.number > 1 ? " (column 2)" : ""}`);
  }

  // Marks the differences from the other column; null for no comparison.
  mark(differing) {
    for (const node of this.root.querySelectorAll("[data-fact]")) {
      const { fact } = node.dataset, names = fact.startsWith("fact ") ? [fact] : fact.split(" ");
      const differs = names.some((name) => differing?.has(name));
      node.classList.toggle("differs", differs);
      set($(".differs-word", node), differs ? "differs" : "");
    }
  }

  #work({ stage, done, total, share, seconds }) {
    this.root.dataset.state = "working";
    const words = STAGES[stage] ?? (stage || "beginning");
    const far = done >= FAR ? `, ${grouped(done)}${total ? ` of ${grouped(total)}` : ""}` : "";
    const bar = $(".bar", this.root);
    bar.hidden = $(".stop", this.root).hidden = false;
    $(".told", this.root).hidden = true;
    if (typeof share === "number") bar.value = share;
    else bar.removeAttribute("value");
    set($(".status", this.root), `${words}${far}${seconds >= 1 ? ` \u00b7 ${Math.floor(seconds)} s` : ""}`);
  }

  #tell({ state, text, problems, stage, seconds }) {
    const where = stage && STAGES[stage] ? ` while ${STAGES[stage]}` : "";
    const told = {
      done: "", stopped: `Stopped${where}${seconds ? ` after ${seconds.toFixed(0)} s` : ""}.`,
      died: `The process that compiled has ended${where}: ${text}.`, refused: `Refused: ${text}.`,
      replaced: "Another tab asks for something else in this column.",
      lost: "The server does not answer; it may have been ended. What is shown stays, and goes on if it comes back.",
      failed: problems?.length ? "" : text,
    }[state] ?? text;
    this.#say(told, ["died", "refused", "lost"].includes(state), ["stopped", "died", "refused", "replaced"].includes(state));
    const found = problems?.length ? `${plural(problems.length, "problem")}${this.done ? "; below, the last that was solved" : ""}` : "";
    set($(".status", this.root), state === "done" ? `solved in ${seconds < 0.0995 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${seconds.toFixed(1)} s`}` : found);
  }

  #say(words, alarming, again) {
    say($(".told-words", this.root), words);
    $(".told", this.root).hidden = !words;
    $(".told", this.root).classList.toggle("alarming", alarming);
    $(".again", this.root).hidden = !again;
    set($(".kept", this.root), words && this.done ? " Below: the last that was solved." : "");
  }

  // The server does not keep this document any more: it keeps only the last ones.
  #gone(text) {
    const isLast = this.root.dataset.state === "done" && this.done.number === this.orders.number;
    if (isLast) this.#say(text, false, true);
  }

  #outcome(answer) {
    this.done = answer;
    const { numbers, players, facts, title } = answer;
    set($(".title", this.root), title);
    const value = numbers.value === undefined ? "" : valueText(numbers.value);
    set($(".value b", this.root), value);
    // An integer is not repeated as a fraction. The fact behind the value has its meaning.
    set($(".exact", this.root), numbers.exact && numbers.exact !== value.replace("\u2212", "-") ? `= ${numbers.exact}` : "");
    set($(".of", this.root), players.length ? `to ${players[0]}` : "");
    $(".value", this.root).dataset.fact = "value";
    const sizes = SIZES.filter(([names]) => names.every((name) => numbers[name] !== undefined));
    $(".sizes", this.root).replaceChildren(...sizes.map(([names, form, words]) => element("li",
      { "data-fact": names.join(" "), title: names.map((name) => `${grouped(numbers[name])} ${sizeName(name, players)}`).join(", ") },
      element("b", {}, names.reduce((text, name) => text.replace("%", grouped(numbers[name])), form)), words, differs())));
    const grown = [];
    for (const [name, text] of facts) {
      if (name || !grown.length) grown.push([name, [text]]);
      else grown.at(-1)[1].push(text);
    }
    $("dl", this.root).replaceChildren(...grown.map(([name, texts]) => element("div", { "data-fact": `fact ${name}` },
      element("dt", {}, name, differs()), ...texts.map((text) => element("dd", {}, text)))));
    $(".report", this.root).href = `/${answer.document}`;
    $(".save", this.root).href = `/${answer.document}?save=1`;
  }
}

const differs = () => element("span", { class: "differs-word" });
