// The source as text, with numbered lines and marked problems.

import { $, element, set } from "./elements.js";

const MOST = 50_000; // The largest number of characters of a text with marks; of a longer one, problems are only listed.

export class Editor {
  constructor(root, change) {
    this.area = $("#source", root);
    this.behind = $("#marks", root);
    this.gutter = $("#gutter", root);
    this.lines = 0;
    this.problems = [];
    this.area.addEventListener("input", () => { this.#mark(); change(this.area.value); });
    this.area.addEventListener("scroll", () => this.#scroll());
  }

  show(text, problems) {
    if (this.area.value !== text) this.area.value = text; // Otherwise the cursor would jump to the end.
    this.problems = problems.filter((one) => one.line);
    this.area.setAttribute("aria-invalid", String(problems.length > 0));
    this.#mark();
  }

  // Moves to a place, with line and column counted from 1, and selects the text there.
  focus(line, column) {
    const text = this.area.value, begin = placeOf(text, line, column);
    this.area.focus();
    this.area.setSelectionRange(begin, Math.min(text.length, begin + (text[begin] === "\n" ? 0 : 1)));
    const height = this.area.scrollHeight / Math.max(1, text.split("\n").length);
    this.area.scrollTop = Math.max(0, height * (line - 1) - this.area.clientHeight / 2);
  }

  #mark() {
    const text = this.area.value, lines = text.split("\n");
    const wrong = new Map();
    for (const one of this.problems) wrong.set(one.line, [...(wrong.get(one.line) ?? []), one]);
    const small = text.length <= MOST;
    this.behind.replaceChildren(...(small ? lines.map((line, at) => marked(line, wrong.get(at + 1) ?? [])) : []));
    if (!small) set(this.gutter, lines.map((_, at) => at + 1).join("\n"));
    else {
      this.gutter.replaceChildren(...lines.map((_, at) => element("span", { class: wrong.has(at + 1) ? "is-wrong" : "" }, String(at + 1))));
      this.gutter.style.width = `${String(lines.length).length + 1.5}ch`;
    }
    this.#scroll();
  }

  #scroll() {
    const { scrollTop, scrollLeft } = this.area;
    this.behind.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.gutter.style.transform = `translateY(${-scrollTop}px)`;
  }
}

function marked(line, problems) {
  const found = element("div", { class: problems.length ? "is-wrong" : "" });
  let from = 0;
  for (const { column } of [...problems].sort((one, other) => (one.column ?? 1) - (other.column ?? 1))) {
    const at = (column ?? 1) - 1;
    if (at < from) continue;
    found.append(line.slice(from, at), element("mark", {}, line.slice(at, at + 1) || "\u00a0"));
    from = at + 1;
  }
  found.append(line.slice(from) || (from ? "" : "\u200b"));
  return found;
}

function placeOf(text, line, column) {
  let begin = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf("\n", begin);
    if (end < 0) return text.length;
    begin = end + 1;
  }
  const end = text.indexOf("\n", begin);
  return Math.min(begin + (column ?? 1) - 1, end < 0 ? text.length : end);
}
