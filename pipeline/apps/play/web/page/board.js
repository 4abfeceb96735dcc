// The view of droid battle.

import {$, drawing, element, say, set} from "./elements.js";
import {changed, order, page, renew, show, start, wantsHelp} from "./play.js";

const KEYS = {w: "up", a: "left", s: "down", d: "right", arrowup: "up", arrowleft: "left", arrowdown: "down", arrowright: "right", " ": "shoot"};
const NAMES = ["two", "five"];
const PIPS = 60; // The largest number of shots that are drawn; of more only the number is shown.

let state = null; // The last state from the server.

// Showing a moment

function showMoment() {
  state = page.state;
  $("#round").textContent = state.over ? `${state.round - 1} of ${state.rounds} rounds played` : `Round ${state.round} of ${state.rounds}`;
  state.droids.forEach(showCard);
  showBoard();
  set($("#happened"), state.happened);
  set($("#turn"), turn());
  say($("#tally"), state.tally && `So far ${state.tally}`);
  say($("#next"), state.restarts ? "The next game begins in a moment; N begins it now." : "");
  say($("#notice"), page.notice);
  showControls();
  showHelp();
  changed($("#rules ul"), state.rules, list => list.replaceChildren(...state.rules.map(rule => element("li", {}, rule))));
}

function showCard(droid, at) {
  const card = $(`#card-${at + 1}`);
  card.classList.toggle("turn", state.waiting === at + 1);
  set(card.querySelector(".name"), droid.name);
  set(card.querySelector("output"), String(droid.points));
  set(card.querySelector(".unit"), droid.points === 1 ? "point" : "points");
  set(card.querySelector(".left"), droid.shots === 1 ? "1 shot left" : `${droid.shots} shots left`);
  const pips = card.querySelector(".pips");
  while (pips.childElementCount < Math.min(droid.shots_at_start, PIPS)) pips.append(document.createElement("i"));
  [...pips.children].forEach((pip, number) => pip.classList.toggle("spent", number * droid.shots_at_start >= droid.shots * pips.childElementCount));
}

function turn() {
  if (state.fault) return `The game has ended: ${state.fault}`;
  if (state.over) return state.ended;
  if (state.thinking) return state.droids.some(droid => droid.person) ? "The other side is thinking." : "The programs are thinking.";
  if (state.steps) return "Two programs are playing.";
  const people = state.droids.filter(droid => droid.person).length;
  const droid = state.droids[state.waiting - 1];
  if (people === 1) return `Your turn: you are ${droid.called}.`;
  return state.waiting === 1 ? "Droid 2 chooses; droid 5 looks away." : "Droid 2 has chosen. Droid 5 chooses.";
}

function showControls() {
  const possible = state.waiting && !page.lost ? state.droids[state.waiting - 1].possible : [];
  const ended = state.over || state.fault !== "";
  $("#pad").hidden = state.watched;
  for (const button of $("#pad").children) enable(button, possible.includes(button.dataset.action));
  $("#watch").hidden = !state.watched;
  enable($("#step"), state.steps && !page.lost);
  enable($("#new"), !page.lost && !state.thinking);
  $("#new").classList.toggle("main", ended);
  $("#step").classList.toggle("main", !ended);
}

function enable(button, able) {
  // Disabling a focused button would lose the focus, so it is only marked as disabled.
  const held = document.activeElement === button;
  button.disabled = !able && !held;
  if (held) button.setAttribute("aria-disabled", String(!able));
  else button.removeAttribute("aria-disabled");
}

function showHelp() {
  $("#advice").hidden = !wantsHelp();
  changed($("#advice"), [state.help, state.droids.map(droid => droid.possible)], advice => {
    const help = state.help, worth = text => element("p", {class: "worth"}, text);
    if (help?.state === "ready") advice.replaceChildren(...help.droids.flatMap(droid => adviceFor(droid, help)), worth(help.text));
    else advice.replaceChildren(worth(help ? help.text : "The help comes with the next answer of the server."));
  });
}

function adviceFor(droid, help) {
  const seat = state.droids[droid.player - 1];
  const value = (droid.value < -5e-7 ? "\u2212" : droid.value > 5e-7 ? "+" : "") + Math.abs(droid.value).toFixed(4);
  const unit = help.objective === "win" ? ` to ${seat.called}, from \u22121 (lost) to 1 (won)` : ` points to come for ${seat.called}`;
  const worth = element("p", {class: "worth"}, "The position is worth ", element("b", {}, value), `${unit}.`);
  const title = element("h3", {}, `The equilibrium as ${seat.called}`);
  if (!droid.plays) return [title, worth, element("p", {class: "worth"}, "Nothing changes the result any more.")];
  const list = element("ul", {class: `plays own-${droid.player}`});
  help.actions.forEach((action, at) => {
    const share = droid.plays[at], never = seat.possible.includes(action) ? "" : "not possible";
    const bar = element("i", {});
    bar.style.width = `${100 * share}%`;
    list.append(element("li", {"data-play": action},
      element("span", {class: share ? "" : "never"}, action),
      element("span", {class: "bar", "aria-hidden": "true"}, bar),
      element("span", {class: share ? "share" : "share never"}, never || `${(100 * share).toFixed(1)} %`)));
  });
  return [title, worth, list];
}

// The board

function showBoard() {
  const board = $("#board");
  changed(board, state.board, layOut);
  board.setAttribute("aria-label", describe());
  const moment = `${state.game} ${state.round}`;
  state.droids.forEach((droid, at) => {
    board.querySelector(`.droid.${NAMES[at]}`).style.transform = `translate(${100 * droid.square[1]}px, ${100 * droid.square[0]}px)`;
  });
  if (board.dataset.moment === moment) return;
  board.dataset.moment = moment;
  board.querySelector(".beams").replaceChildren(...(state.last ? state.last.lasers.flatMap(beam) : []));
  board.querySelector(".bursts").replaceChildren(...(state.last ? state.last.hits.flatMap(burst) : []));
}

function layOut(board) {
  const rows = state.board.length, columns = state.board[0].length;
  board.setAttribute("viewBox", `0 0 ${100 * columns} ${100 * rows}`);
  const squares = drawing("g", {});
  state.board.forEach((row, y) => [...row].forEach((mark, x) => squares.append(...square(mark, x, y))));
  board.replaceChildren(squares, drawing("g", {class: "beams"}), ...NAMES.map(droidShape), drawing("g", {class: "bursts"}));
  delete board.dataset.moment;
}

function square(mark, x, y) {
  const box = {x: 100 * x + 1.5, y: 100 * y + 1.5, width: 97, height: 97, rx: 7, class: mark === "#" ? "wall" : "square"};
  if (mark !== "#") return [drawing("rect", box)];
  const lines = `M${100 * x + 4} ${100 * y + 34}h92m0 33h-92M${100 * x + 50} ${100 * y + 4}v30m-22 0v33m44 0v-33m-22 33v29`;
  return [drawing("rect", box), drawing("path", {d: lines, class: "brick", fill: "none"})];
}

const BODIES = {
  two: "M29 46c0-11.6 9.4-21 21-21c11.6 0 21 9.4 21 21v35c0 3.3-2.7 6-6 6H35c-3.3 0-6-2.7-6-6z",
  five: "M29 46l8-21h26l8 21v35c0 3.3-2.7 6-6 6H35c-3.3 0-6-2.7-6-6z",
};

function droidShape(name) {
  const droid = drawing("g", {class: `droid ${name}`});
  droid.append(
    drawing("path", {class: "body", d: "M19 52h12v36H17v-8l2-3zM81 52H69v36h14v-8l-2-3z"}),
    drawing("path", {class: "body", d: BODIES[name]}),
    drawing("path", {class: "trim", d: "M29 46h42v6H29z"}),
    drawing("circle", {class: "eye", cx: 50, cy: 36, r: 6}),
    drawing("text", {x: 50, y: 79}, name === "two" ? "2" : "5"));
  return droid;
}

function beam(swept, at) {
  if (!swept.length) return [];
  const [row, column] = state.droids[at].square;
  const columns = swept.filter(square => square[0] === row).map(square => square[1]).concat(column);
  const rows = swept.filter(square => square[1] === column).map(square => square[0]).concat(row);
  const aside = state.last.lasers.every(other => other.length) ? [-9, 9][at] : 0; // Otherwise one would cover the other.
  const [x, y] = [100 * column + 50 + aside, 100 * row + 50 + aside];
  const d = `M${100 * Math.min(...columns) + 12} ${y}H${100 * Math.max(...columns) + 88}M${x} ${100 * Math.min(...rows) + 12}V${100 * Math.max(...rows) + 88}`;
  const shape = drawing("g", {class: `beam ${NAMES[at]}`, fill: "none"});
  shape.append(drawing("path", {class: "glow", d}), drawing("path", {class: "core", d}));
  return [shape];
}

function burst(hit, at) {
  if (!hit) return [];
  const [row, column] = state.droids[at].square;
  const rays = Array.from({length: 8}, (_, ray) => {
    const [x, y] = [Math.cos(ray * Math.PI / 4 + Math.PI / 8), Math.sin(ray * Math.PI / 4 + Math.PI / 8)];
    return `M${100 * column + 50 + 37 * x} ${100 * row + 50 + 37 * y}l${11 * x} ${11 * y}`;
  });
  return [drawing("path", {class: state.last.counts ? "burst" : "burst void", d: rays.join("")})];
}

function describe() {
  const place = square => `row ${square[0] + 1}, column ${square[1] + 1}`;
  const walls = state.board.flatMap((row, y) => [...row].flatMap((mark, x) => mark === "#" ? [place([y, x])] : []));
  const droids = state.droids.map(droid => `${droid.called} is in ${place(droid.square)}`).join("; ");
  return `Board of ${state.board.length} rows and ${state.board[0].length} columns; ${droids}${walls.length ? `; walls in ${walls.join("; ")}` : ""}.`;
}

// Input

function act(action) {
  if (!state.waiting || page.busy || page.lost) return;
  const {possible, called} = state.droids[state.waiting - 1];
  if (possible.includes(action)) {
    order("/act", {player: state.waiting, action});
    return;
  }
  page.notice = `Not possible: ${called} ${action === "shoot" ? "has no shots left" : `cannot go ${action}`}. It can: ${possible.join(", ")}.`;
  show();
}

function step() {
  if (state.steps) order("/step", {});
}

for (const button of $("#pad").children) {
  button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act(button.dataset.action));
}
$("#step").addEventListener("click", step);
$("#new").addEventListener("click", renew);
start({
  show: showMoment,
  renew,
  isNew: () => state.round === 1,
  leave: () => order("/new", {}),
  key(event) {
    const key = event.key.toLowerCase();
    if (!(key in KEYS)) return;
    event.preventDefault(); // Arrows and space would scroll.
    if (state.watched && key === " ") step(); // It repeats while held down.
    else if (!event.repeat) act(KEYS[key]);
  },
});
