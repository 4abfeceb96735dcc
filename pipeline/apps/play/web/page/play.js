// What the pages of all matches share: requests to the server, which keeps the match and its rules, programs that play
// by themselves, help, leaving a match, and keys. A view shows the state of a match and requests actions.

import {$, say, set} from "./elements.js";
import {Refused, ask} from "./requests.js";

const QUICK = 150, CALM = 1000, PATIENCE = 6000; // Milliseconds.

export const page = {
  state: null, // The last state from the server.
  lost: "", // Why the server cannot be reached.
  notice: "",
  busy: false, // An order is on its way.
};
let view = null; // What a page has of its own: see `start`.
let timer = 0;

// Requests to the server

function request(path, order) {
  const query = new URLSearchParams({...(wantsHelp() ? {help: 1} : {}), ...view.options?.()});
  return ask(`${path}?${query}`, order, PATIENCE);
}

export async function refresh() {
  clearTimeout(timer);
  try {
    accept(await request("/state"));
  } catch (error) {
    lose(error instanceof Refused ? `The game cannot go on: ${error.message}.` : "The server does not answer; it may have been ended. The page shows the last position, and goes on if it comes back.");
  }
  clearTimeout(timer);
  const {state, lost} = page, soon = !lost && (state?.thinking || state?.help?.state === "working");
  if (!document.hidden) timer = setTimeout(refresh, soon ? QUICK : CALM);
}

export async function order(path, fields) {
  if (page.busy || page.lost || !page.state) return;
  page.busy = true;
  page.notice = "";
  try {
    const next = await request(path, {game: page.state.game, version: page.state.version, ...fields});
    page.busy = false; // Reset before the next moment is shown, so that it accepts input at once.
    accept(next);
  } catch (error) {
    // Without an answer, the next state from the server shows whether the order arrived.
    if (error instanceof Refused) page.notice = `Not done: ${error.message}.`;
  }
  page.busy = false;
  await refresh();
}

function accept(next) {
  const before = page.state;
  page.lost = "";
  if (before && next.tick < before.tick) return; // Overtaken by a newer answer.
  if (before && next.game !== before.game && $("#sure").open) $("#sure").close();
  page.state = next;
  view.accepted?.(before);
  show();
}

function lose(why) {
  page.lost = why;
  show();
}

export function show() {
  say($("#alert"), page.lost);
  if (!page.state) return;
  $("main").hidden = false;
  view.show();
  playOn();
}

// Two programs that play by themselves

let plays = false, nextStep = 0;

function playOn() {
  set($("#pace").firstChild, plays ? "Pause " : "Play ");
  if (!plays || nextStep || !page.state.steps) return;
  nextStep = setTimeout(() => {
    nextStep = 0;
    if (plays && page.state.steps) order("/step", {});
  }, Number($("#speed").value));
}

function switchPlay() {
  plays = !plays;
  clearTimeout(nextStep);
  nextStep = 0;
  playOn();
}

// Help, and another match

export function wantsHelp() {
  return $("#help").getAttribute("aria-checked") === "true";
}

export function switchHelp(on) {
  $("#help").setAttribute("aria-checked", String(on));
  remember("help", on ? "1" : "");
  show();
  refresh();
}

// Leaves a match for a new one, after confirmation if it is in play.
export function renew() {
  if (!page.state || page.lost || page.state.thinking) return;
  if (page.state.over || page.state.fault || view.isNew()) view.leave();
  else $("#sure").showModal();
}

// Begins a page. A view has the functions show(), isNew(): whether nothing is lost by leaving the match, leave(), and
// key(event); it may have options(): of all requests, and accepted(before).
export function start(own) {
  view = own;
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || $("#sure").open || !page.state) return;
    const control = event.target.closest?.("button, select, summary, a"), key = event.key.toLowerCase();
    if (control?.matches("select") || [" ", "enter"].includes(key) && control) return; // Space and Enter belong to the focused control.
    if (key === "h") {
      if (!event.repeat) switchHelp(!wantsHelp());
    } else if (key === "n") {
      event.preventDefault();
      if (!event.repeat) view.renew();
    } else if (key === "p" && page.state.watched) {
      if (!event.repeat) switchPlay();
    } else view.key(event);
  });
  // A click does not move the focus.
  $("main").addEventListener("mousedown", event => event.target.closest("button") && event.preventDefault());
  $("#stay").addEventListener("click", () => $("#sure").close());
  $("#leave").addEventListener("click", () => {
    $("#sure").close();
    view.leave();
  });
  $("#help").addEventListener("click", () => switchHelp(!wantsHelp()));
  $("#pace").addEventListener("click", switchPlay);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  if (remember("help") === "1") switchHelp(true);
  else refresh();
}

export function remember(key, value) {
  try {
    if (value === undefined) return sessionStorage.getItem(key);
    sessionStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden; then a switch starts as on a new page.
  }
  return null;
}

// Shows a part of the page again only if its content has changed.
export function changed(node, content, shown) {
  const key = JSON.stringify(content);
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  shown(node);
}
