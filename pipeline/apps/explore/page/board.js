// The squares of a map as a grid, edited by clicking, by drawing with the mouse, or by the keyboard.

import { $, drawing, element, held, set } from "./elements.js";
import { SQUARES, countOf, widthOf, withColumn, withRow, withSquare, withoutColumn, withoutRow } from "./source.js";

const MOST = 2500; // The largest number of squares of a grid.
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const NAMES = Object.fromEntries(SQUARES.map(({ letter, name }) => [letter, name]));

export const fits = (map) => map !== null && map.rows.length * widthOf(map) <= MOST;

// The image of a square, as in the pictures of a report.
function picture(letter, place) {
  const inside = {
    "-": [],
    "#": [],
    S: [drawing("circle", { class: "way", cx: 24, cy: 24, r: 15 }), word("S", 24, 29.5, "start")],
    D: [drawing("path", { class: "exit", d: "M13 40v-32h22v32z" }), drawing("path", { class: "exit-way", d: "M18 24h8m-4 -5l5 5l-5 5" })],
    G: [drawing("circle", { class: "gold", cx: 24, cy: 24, r: 12 }), word("G", 24, 29.5, "coin")],
    E: [drawing("rect", { class: "danger", x: 3, y: 3, width: 42, height: 42, rx: 5 }), word(place || "e", 24, 30, "place")],
  }[letter] ?? [word(letter, 24, 31, "wrong")];
  return drawing("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, ...inside);
}
const word = (text, x, y, kind) => drawing("text", { x, y, class: kind, "text-anchor": "middle" }, text);

export class Board {
  // `change` takes the edited map, and whether the edit continues the one before.
  constructor(root, change) {
    this.root = root;
    this.change = change;
    this.grid = $("#squares", root);
    this.brush = "#";
    this.at = null; // Row and column of the square that has, or last had, the focus.
    this.pressed = null; // The letter that the mouse paints while its button is down.
    this.#palette();
    this.grid.addEventListener("pointerdown", (event) => this.#press(event));
    this.grid.addEventListener("pointerover", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel", "blur"]) window.addEventListener(name, () => { this.pressed = null; });
    this.grid.addEventListener("click", (event) => this.#click(event));
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focusin", ({ target }) => this.#go(this.#place(target)));
    const steps = { "row-more": withRow, "row-less": withoutRow, "column-more": withColumn, "column-less": withoutColumn };
    for (const [id, step] of Object.entries(steps)) $(`#${id}`).addEventListener("click", () => this.#resize(id, step));
  }

  show(map, problems) {
    this.map = map;
    const height = map.rows.length, width = widthOf(map);
    if (!this.at) this.at = [height - 1, width - 1];
    this.at = [Math.min(this.at[0], height - 1), Math.min(this.at[1], width - 1)];
    if (this.grid.childElementCount !== height || this.grid.firstElementChild.childElementCount !== width) this.#layOut(height, width);
    let places = 0;
    map.rows.forEach((text, row) => {
      for (let column = 0; column < width; column += 1) {
        const letter = text[column] ?? " ", place = letter === "E" ? `e${(places += 1)}` : "";
        const wrong = problems.find((one) => one.line === map.lines[row] && one.column === column + 1);
        this.#paint(this.#square(row, column), letter, place, wrong);
      }
    });
    this.#go(this.at);
  }

  focus(row, column) {
    this.#square(row, column)?.focus();
  }

  #palette() {
    const palette = $("#palette", this.root);
    SQUARES.forEach(({ letter, name }) => {
      const radio = element("input", { type: "radio", name: "brush", value: letter, checked: letter === this.brush, on: { change: () => { this.brush = letter; } } });
      palette.append(element("label", { class: "brush", title: name }, radio,
        element("span", { class: `square ${KINDS[letter]}` }, picture(letter, "e")),
        element("span", { class: "word" }, name === "dangerous place" ? "danger" : name), element("kbd", {}, letter)));
    });
  }

  #layOut(height, width) {
    const rows = Array.from({ length: height }, (_, row) => element("div", { role: "row" },
      ...Array.from({ length: width }, (_, column) => element("button", { type: "button", role: "gridcell", tabindex: -1, "data-at": `${row},${column}` }))));
    this.grid.replaceChildren(...rows);
    this.grid.style.setProperty("--across", width);
    this.grid.classList.toggle("wide", width > 14);
  }

  #paint(square, letter, place, wrong) {
    const key = `${letter}${place}${wrong ? wrong.text : ""}`;
    if (square.dataset.key === key) return;
    square.dataset.key = key;
    const [row, column] = this.#place(square);
    square.className = `square ${KINDS[letter] ?? "odd"}${wrong ? " is-wrong" : ""}`;
    square.replaceChildren(picture(letter, place));
    const name = [NAMES[letter] ?? (letter === " " ? "missing" : `${letter}, no square`), place].filter(Boolean).join(" ");
    square.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}: ${name}${wrong ? `; ${wrong.text}` : ""}`);
    square.title = wrong ? wrong.text : `${name}, [${row}, ${column}]`;
  }

  #square(row, column) { return this.grid.children[row]?.children[column]; }

  #place(node) {
    const at = node?.closest?.("[data-at]")?.dataset.at;
    return at ? at.split(",").map(Number) : null;
  }

  #go(at) {
    if (!at) return;
    const before = $(".is-here", this.grid);
    if (before) { before.tabIndex = -1; before.classList.remove("is-here"); }
    this.at = at;
    const square = this.#square(...at);
    square.tabIndex = 0;
    square.classList.add("is-here");
    const height = this.map.rows.length, width = widthOf(this.map);
    set($("#row-count"), String(height));
    set($("#column-count"), String(width));
    this.#name("row-more", `Add a row below row ${at[0] + 1}`, false);
    this.#name("row-less", `Remove row ${at[0] + 1}`, height === 1);
    this.#name("column-more", `Add a column to the right of column ${at[1] + 1}`, false);
    this.#name("column-less", `Remove column ${at[1] + 1}`, width === 1);
  }

  #name(id, words, off) {
    const button = $(`#${id}`);
    button.setAttribute("aria-label", words);
    button.title = words;
    button.setAttribute("aria-disabled", String(off));
  }

  #set(at, letter, goesOn) {
    if (this.map.rows[at[0]][at[1]] !== letter) this.change(withSquare(this.map, ...at, letter), goesOn);
  }

  // The brush removes a square of its own kind.
  #brushed([row, column]) {
    return this.map.rows[row][column] === this.brush ? "-" : this.brush;
  }

  #press(event) {
    const at = this.#place(event.target);
    this.byMouse = event.pointerType === "mouse";
    if (!at || event.button || !this.byMouse) return; // A finger may be about to scroll; its click decides.
    const letter = this.#brushed(at);
    // There is only one start, so dragging would only move it along.
    this.pressed = letter !== "S" ? letter : null;
    this.#go(at);
    this.#set(at, letter, false);
  }

  #drag(event) {
    const at = this.#place(event.target);
    if (at && this.pressed && event.buttons & 1) this.#set(at, this.pressed, true);
  }

  #click(event) {
    const at = this.#place(event.target);
    const byKey = event.detail === 0; // Or by a script.
    if (at && (byKey || !this.byMouse)) this.#set(at, this.#brushed(at), false);
  }

  #key(event) {
    if (held(event)) return;
    const [row, column] = this.at, width = widthOf(this.map), letter = event.key.toUpperCase();
    const to = event.key in ARROWS ? [row + ARROWS[event.key][0], column + ARROWS[event.key][1]]
      : { Home: [row, 0], End: [row, width - 1] }[event.key];
    if (to) this.focus(...to);
    else if (letter in NAMES) this.#set(this.at, letter, true);
    else if (event.key === "Delete" || event.key === "Backspace") this.#set(this.at, "-", true);
    else return;
    event.preventDefault();
  }

  #resize(id, step) {
    if ($(`#${id}`).getAttribute("aria-disabled") === "true") return;
    const [row, column] = this.at, ofRow = id.startsWith("row");
    const map = step(this.map, ofRow ? row : column);
    if (id === "row-more") this.at = [row + 1, column];
    if (id === "column-more") this.at = [row, column + 1];
    this.change(map, false);
  }
}

const KINDS = { "-": "floor", "#": "wall", S: "floor", D: "floor", G: "floor", E: "floor", " ": "missing" };

// The numbers of squares of a map, for screen readers.
export function told(map) {
  const counts = SQUARES.slice(2).map(({ letter, name }) => [countOf(map, letter), name]);
  const words = counts.map(([number, name]) => `${number} ${name}${number === 1 ? "" : "s"}`);
  return `Map of ${map.rows.length} rows and ${widthOf(map)} columns: ${words.join(", ")}.`;
}
