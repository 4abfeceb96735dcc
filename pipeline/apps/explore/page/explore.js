// The page of the explorer. The server compiles. The page edits the source and its settings, sends orders to
// compile them, and shows the results. The address has the whole state of the page.

import { Board, fits, told } from "./board.js";
import { Column, valueText } from "./column.js";
import * as compared from "./compared.js";
import { Editor } from "./editor.js";
import { $, element, roving, say, set } from "./elements.js";
import { Orders } from "./orders.js";
import { Past } from "./past.js";
import { ask } from "./requests.js";
import { Settings, existing, ordered } from "./settings.js";
import { EMPTY, readMap, writeMap } from "./source.js";

const QUIET = 30; // Milliseconds without typing before the source is compiled.

let known = null; // The possible settings, from the server.
let state = null; // The state in the address.
let map = null; // The map in the text, or null.
let board, editor, settings, columns, past;

// Changes by the user

function change(changes, kind = "") {
  state = { ...state, ...changes };
  show();
  send();
  past.remember(kind);
}

function put(at, settings) {
  change({ columns: state.columns.map((column, place) => (place === at ? { ...column, settings } : column)) }, `settings ${at}`);
}

// Orders

// Sends the first of several changes at once, and the others after a pause.
let timer = 0, sent = 0;
function send() {
  clearTimeout(timer);
  const since = performance.now() - sent;
  sent += since;
  timer = setTimeout(order, since > 4 * QUIET ? 0 : QUIET);
}

function order() {
  columns.forEach((column, at) => {
    if (at && !state.two) return;
    const wanted = wantedBy(column, at), key = JSON.stringify(wanted);
    if (key === column.key) return;
    column.key = key;
    compare(false);
    if (!state.text.trim()) {
      column.orders.forget();
      column.show({ state: "failed", text: "There is nothing to solve yet.", problems: [], number: 0 });
      show();
      return;
    }
    column.begin();
    column.orders.compile(...wanted);
  });
}

function wantedBy(column, at) {
  return [state.text, state.name, ordered(known, state.columns[at].settings, takesOf(column))];
}

const takesOf = (column) => (map ? known.kinds.map.takes : column.answer?.takes ?? []);

function hear(column, answer) {
  column.show(answer);
  if (answer.state === "working") return;
  order(); // The kind of the source, now known, may allow other settings.
  show();
  compare(state.two && columns.every((one) => one.answer?.state === "done" && one.answer.number === one.orders.number));
  if (answer.state === "done") tell();
}

let saying = 0;
function tell() {
  clearTimeout(saying);
  saying = setTimeout(() => set($("#said"), columns.filter((one, at) => one.done && (!at || state.two)).map(({ number, done }) =>
    `${state.two ? `Column ${number}: ` : ""}${done.title}${done.numbers.value === undefined ? "" : `, value ${done.numbers.exact ?? valueText(done.numbers.value)}`}`).join("; ")), 400);
}

let comparing = 0;
async function compare(both) {
  const now = comparing += 1;
  if (!both) {
    columns.forEach((column) => column.mark(null));
    if (!state.two) $("#comparison").hidden = true;
    $("#comparison").classList.toggle("is-old", true);
    return;
  }
  try {
    const found = await ask("/compare");
    if (now !== comparing) return;
    const answers = columns.map(({ done }) => done), names = compared.differing(found, answers);
    compared.show(found, answers);
    columns.forEach((column) => column.mark(names));
    $("#comparison").hidden = false;
    $("#comparison").classList.toggle("is-old", false);
  } catch {
    // The server does not keep one of them any more: the next answer compares again.
  }
}

// Showing

function show() {
  map = readMap(state.text);
  const squares = state.view === "squares" && (fits(map) || !state.text.trim());
  const problems = problemsOf();
  $("#board").hidden = !squares || !map;
  $("#nothing").hidden = !squares || Boolean(map);
  $("#text").hidden = squares;
  if (squares && map) board.show(map, problems);
  editor.show(state.text, problems);
  radio($("#views"), (one) => one.dataset.view === (squares ? "squares" : "text"));
  $("[data-view=squares]").disabled = !fits(map) && Boolean(state.text.trim());
  $("[data-view=squares]").title = $("[data-view=squares]").disabled ? "This source is no map, or too large a one for squares." : "";
  set($("#board-help"), map ? `${told(map)} ${HELP}` : HELP);
  $("#examples").value = known.examples.find((one) => one.text === state.text)?.name ?? (state.text === EMPTY ? "empty" : "");
  showProblems(problems, squares);
  $("#two").checked = state.two;
  document.body.classList.toggle("two", state.two);
  columns[1].root.hidden = !state.two;
  $("#editing").hidden = !state.two;
  radio($("#editing"), (one) => Number(one.dataset.editing) === state.editing);
  settings.show({ settings: state.columns[state.editing].settings, takes: takesOf(columns[state.editing]), map, own: state.editing === 1 });
  columns.forEach((column) => { if (column.section !== state.section) column.open(state.section); });
  const [{ done, answer }] = columns, bad = problems.length || !done || done !== answer;
  set($("#glance"), bad ? $(".status", columns[0].root).textContent || "the outcome" : `${valueText(done.numbers.value ?? 0)}${done.numbers.exact ? ` = ${done.numbers.exact}` : ""}`);
  document.title = `${columns[0].done?.title ?? "Explorer"} \u2013 efgc`;
}

const HELP = $("#board-help").textContent;

function radio(group, is) {
  const all = [...group.children];
  for (const one of all) one.setAttribute("aria-checked", String(is(one)));
  roving(group, () => all, all.find(is));
}

function problemsOf() {
  const found = new Map();
  for (const column of columns.slice(0, state.two ? 2 : 1)) {
    const { state: ended, problems = [] } = column.answer ?? {};
    for (const one of ended === "failed" ? problems : []) {
      const key = JSON.stringify([one.line, one.column, one.text]);
      if (!found.has(key)) found.set(key, column.number === 1 ? one : { ...one, text: `in column 2: ${one.text}` });
    }
  }
  return [...found.values()];
}

function showProblems(problems, squares) {
  const box = $("#problems"), key = JSON.stringify([problems, squares]);
  box.hidden = !problems.length;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  set($("#problems-title"), problems.length ? `${problems.length === 1 ? "One problem" : `${problems.length} problems`}` : "");
  $("ol", box).replaceChildren(...problems.slice(0, 50).map((one) => element("li", {},
    one.line ? element("button", { type: "button", on: { click: () => jump(one) } }, `line ${one.line}, column ${one.column ?? 1}`) : null, ` ${one.text}`)));
}

// Moves to the square of a problem, or to its place in the text.
function jump({ line, column }) {
  const row = map ? map.lines.indexOf(line) : -1;
  if (!$("#board").hidden && row >= 0 && column <= map.rows[row].length) { board.focus(row, column - 1); return; }
  if (state.view !== "text") change({ view: "text" });
  editor.focus(line, column ?? 1);
}

// Applies the state of an address; without one, the state given on the command line.
function go(to, problem) {
  say($("#alert"), problem);
  state = to ?? beginning();
  const [first, second] = state.columns.map((column) => ({ ...column, settings: existing(known, column.settings) }));
  const { p, bandits, ...settings } = first.settings; // In the first column these are part of the source.
  state.columns = [{ ...first, settings }, second];
  columns.forEach((column, at) => column.frame.go(state.columns[at].at ? `#${state.columns[at].at}` : ""));
  show();
  send();
}

// The state given on the command line. The numbers of a map are written into its text.
function beginning() {
  const { p, bandits, ...rest } = known.settings;
  const text = known.source.text.replace(/\r\n?/g, "\n"), written = readMap(text);
  const changed = p !== undefined || bandits !== undefined;
  return {
    text: changed && written ? writeMap({ ...written, capture: p ?? written.capture, bandits: String(bandits ?? written.bandits) }) : text,
    name: known.source.name, two: false, editing: 0, view: "squares", section: "",
    columns: [{ settings: rest, at: "" }, { settings: {}, at: "" }],
  };
}

// Beginning

function alter(numbers) {
  change({ text: writeMap({ ...map, ...numbers }) }, "numbers");
}

function build() {
  board = new Board($("#board"), (made, goesOn) => change({ text: writeMap(made) }, goesOn ? "squares" : ""));
  editor = new Editor($("#text"), (text) => change({ text }, "typing"));
  settings = new Settings(known, (now) => put(state.editing, now), alter);
  columns = [1, 2].map((number) => {
    const column = new Column(number, {
      stop: () => column.orders.stop(), again: () => { column.key = ""; order(); },
      section: (section) => change({ section }), moved: () => past.remember(null),
    });
    column.orders = new Orders(number, (answer) => hear(column, answer));
    $("#columns").append(column.root);
    return column;
  });
  $("#examples").append(element("option", { value: "", hidden: true }, "your own source"), element("option", { value: "empty" }, "an empty map"),
    ...known.examples.map(({ name, words, value }) => element("option", { value: name }, `${name} \u2013 ${words}; value ${value}`)));
}

// Returns the change to another source. Rules are kept for maps of the same layout: a cave stays a cave unless the
// user chooses otherwise.
function renewed(text, name) {
  const alike = readMap(text)?.layout === map?.layout;
  const kept = ({ p, bandits, rules, ...rest }) => (alike && rules ? { ...rest, rules } : rest);
  return { text, name, columns: state.columns.map(({ settings }) => ({ settings: kept(settings), at: "" })) };
}

function listen() {
  $("#examples").addEventListener("change", ({ target }) => {
    const example = known.examples.find((one) => one.name === target.value);
    change(example ? renewed(example.text, example.file) : { ...renewed(EMPTY, "map.txt"), view: "squares" });
  });
  $("#begin").addEventListener("click", () => { change({ text: EMPTY, view: "squares" }); board.focus(0, 0); });
  $("#file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    if (file.size > known.limits.bytes) say($("#alert"), `${file.name} is larger than ${known.limits.bytes} bytes.`);
    else change(renewed((await file.text()).replace(/\r\n?/g, "\n"), file.name));
  });
  for (const one of $("#views").children) one.addEventListener("click", () => change({ view: one.dataset.view }, "view"));
  for (const one of $("#editing").children) one.addEventListener("click", () => change({ editing: Number(one.dataset.editing) }, "editing"));
  $("#two").addEventListener("change", ({ target }) => {
    if (!target.checked) { columns[1].orders.forget(); columns[1].key = ""; compare(false); }
    const second = { ...state.columns[0], at: columns[0].frame.place().slice(1) };
    change({ two: target.checked, editing: target.checked ? 1 : 0, columns: target.checked ? [state.columns[0], second] : state.columns });
  });
  for (const link of document.querySelectorAll("a[href='#results']")) link.addEventListener("click", (event) => {
    event.preventDefault(); // The address holds the state.
    $("#results").focus();
    $("#results").scrollIntoView();
  });
}

async function begin() {
  try {
    known = await ask("/settings");
  } catch (error) {
    say($("#alert"), `The explorer cannot begin: ${error.message}.`);
    return;
  }
  build();
  listen();
  past = new Past(known, whole, go);
  $("main").hidden = false;
  await past.follow();
  await past.write();
}

const whole = () => ({ ...state, columns: state.columns.map((column, at) => ({ ...column, at: columns[at].frame.place().slice(1) })) });

begin();
