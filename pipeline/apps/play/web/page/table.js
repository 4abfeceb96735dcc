// The view of a game against its equilibrium. The server sends only the information of the player at the page.

import {$, drawing, element, say, set} from "./elements.js";
import {changed, order, page, refresh, remember, renew, show, start, switchHelp, wantsHelp} from "./play.js";

const ARROWS = {ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right"};
const KEYS = "123456789abcdefgijklmopqrstuvwxyz"; // Without h and n: help and new game.
const KINDS = ["chance", "first", "second"];

let state = null; // The last state from the server.
let eyes = 0; // The player at the page, when two people play. A new page forgets it.
let again = false; // Whether the next game has the hidden draws of this one.

// Showing a moment

function showMoment() {
  state = page.state;
  document.title = state.title;
  set($("#title"), state.title);
  set($("#standing"), standing());
  say($("#score"), state.score);
  changed($("#rules"), [state.rules, state.several], showRules);
  $("main").dataset.version = `${state.game}.${state.version}`;
  $("#curtain").hidden = !state.curtain;
  $("#panel").hidden = state.curtain;
  $("#ground").hidden = state.curtain || !(state.seen.map || state.seen.cards);
  $("main").classList.toggle("plain", state.curtain || $("#ground").hidden);
  showControls();
  if (state.curtain) {
    const name = state.players[state.waiting - 1];
    set($("#next"), `It is the turn of ${name}.`);
    set($("#here span"), `I play ${name}`);
    forget();
    return;
  }
  showGold();
  changed($("#map"), [state.picture, state.game, state.version], showMap);
  changed($("#cards"), [state.seen.cards, state.seen.player], showCards);
  showQuestion();
  changed($("#advice"), [state.help, state.cost, state.over, wantsHelp()], showAdvice);
  changed($("#end"), [state.tally, state.game], showEnd);
  changed($("#story"), [state.over ? state.seen.all : state.seen.story, state.seen.last], showStory);
}

function standing() {
  if (!state.people.length) return "Two programs are playing.";
  const names = state.people.map(player => state.players[player - 1]);
  return names.length === 2 ? "Two people are playing." : `You play as ${names[0]}.`;
}

// Behind the curtain, no information of the other player stays on the page.
function forget() {
  for (const id of ["#map", "#cards", "#actions", "#advice", "#end", "#story"]) {
    $(id).replaceChildren();
    delete $(id).dataset.key;
  }
  set($("#prompt"), "");
  set($("#new"), "");
  say($("#notice"), "");
}

function showMap(node) {
  node.hidden = !state.picture;
  $("#legend").hidden = !state.seen.map?.places.length;
  node.replaceChildren(...(state.picture ? [pictured(state.picture)] : []));
}

function showRules(node) {
  node.hidden = !state.rules.length && !state.several;
  node.querySelector("details").hidden = !state.rules.length;
  node.querySelector("ul").replaceChildren(...state.rules.map(rule => element("li", {}, rule)));
  say($("#several"), state.several);
}

function showGold() {
  const map = state.seen.map;
  say($("#gold"), map?.golds && map.gold !== null ? `Gold: ${map.gold} of ${map.golds}` : "");
}

function showQuestion() {
  const {seen} = state, chooses = seen.actions.length > 0;
  $("#question").hidden = state.over;
  set($("#prompt"), chooses ? seen.question : state.steps ? "Two programs are playing." : "");
  const fresh = seen.story.slice(seen.last);
  set($("#new"), chooses && fresh.length ? `${inWords(fresh)}.` : "");
  say($("#notice"), state.fault ? `The game has ended: ${state.fault}` : page.notice);
  $("#watch").hidden = !state.steps;
  $("#step").disabled = Boolean(page.lost);
  changed($("#actions"), [seen.actions, state.version, state.game, state.help?.best, page.lost], showActions);
}

function showActions(node) {
  const held = node.contains(document.activeElement);
  const best = state.help?.best ?? [];
  node.classList.toggle("cards", Boolean(state.seen.cards));
  node.replaceChildren(...state.seen.actions.map((action, at) => {
    const key = keyOf(at);
    const made = element("button", {type: "button", "data-action": action.number, ...(best.includes(action.label) ? {class: "best"} : {})}, action.label, ...(key ? [" ", element("kbd", {}, key.toUpperCase())] : []));
    made.disabled = Boolean(page.lost);
    return made;
  }));
  if (held) node.querySelector("button")?.focus();
}

// The key of a card is its label. Other actions have digits, and then letters.
function keyOf(at) {
  const {actions} = state.seen, {label} = actions[at];
  if (!actions.every(action => /^\d+$/.test(action.label))) return KEYS[at] ?? "";
  const large = actions.filter(action => action.label.length > 1);
  return label.length === 1 ? label : KEYS[9 + large.indexOf(actions[at])] ?? "";
}

function inWords(entries) {
  return groups(entries).map(group => `${group.who}: ${group.texts.join(", ")}`).join("; ");
}

function groups(entries) {
  const found = [];
  entries.forEach((entry, at) => {
    const last = found.at(-1), isNew = at >= state.seen.last && !state.over;
    if (last && last.who === entry.who && last.isNew === isNew) last.texts.push(entry.text);
    else found.push({who: entry.who, player: entry.player, texts: [entry.text], isNew});
  });
  return found;
}

function showStory(node) {
  const entries = state.over ? state.seen.all : state.seen.story;
  set($("#so-far"), state.over ? "What happened" : "So far");
  node.replaceChildren(...groups(entries).map(group => {
    const kind = group.who === "you see" ? "seen" : KINDS[group.player];
    const who = element("span", {class: "who"}, `${group.who}: `);
    return element("li", {class: `${kind}${group.isNew ? " new" : ""}`}, who, group.texts.join(", "));
  }));
  if (!entries.length) node.append(element("li", {class: "soft"}, "Nothing yet."));
  node.scrollTop = node.scrollHeight;
}

// Goofspiel

function showCards(node) {
  const {cards, player} = state.seen;
  node.hidden = !cards;
  if (!cards) return;
  const all = [...cards.rounds.map(round => round.prize), ...cards.prizes].sort((a, b) => Number(a) - Number(b));
  const left = prize => cards.prizes.includes(prize);
  const prizes = element("ul", {class: "hand prizes"}, ...all.map(prize => element("li", {class: prize === cards.up ? "up" : left(prize) ? "" : "gone"}, prize)));
  const title = cards.up ? `The prize is ${cards.up}` : cards.prizes.length ? "A prize is turned up" : "All prizes are gone";
  const side = player || 1;
  node.replaceChildren(
    element("div", {}, element("h2", {}, title), prizes),
    ...[3 - side, side].filter(who => cards.hands[who - 1].length).map(who => element("div", {}, element("h2", {}, `${state.players[who - 1]}${state.people.includes(who) && state.people.length === 1 ? ", you" : ""}`), hand(cards, who))),
    element("p", {}, element("span", {class: "soft"}, "points: "), element("span", {class: "score"}, cards.lead)),
    ...(cards.rounds.length ? [element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Rounds"}, rounds(cards))] : []));
}

function hand(cards, who) {
  const left = cards.hands[who - 1], facedDown = who === 1 ? cards.bid : null;
  return element("ul", {class: `hand ${KINDS[who]}`}, ...left.map(card => element("li", card === facedDown ? {class: "up"} : {}, String(card))));
}

function rounds(cards) {
  return table("Rounds", ["prize", ...state.players, "taken by"], cards.rounds.map(round => ({cells: [round.prize, ...round.bids.map(String), round.taken]})));
}

// Help

function showAdvice(node) {
  const {help, cost} = state;
  node.hidden = !wantsHelp() || state.over && !cost || !help && !cost;
  if (node.hidden) return;
  node.replaceChildren(...(cost ? [element("p", {id: "cost"}, costOf(cost))] : []), ...(help ? advice(help) : []));
}

function costOf(cost) {
  const last = element("b", {}, `Your last move, ${cost.action},`);
  if (cost.cost === null) return element("span", {}, last, " cannot be judged: the equilibrium never leads there.");
  if (cost.cost === "0") return element("span", {}, last, " was as good as any other.");
  return element("span", {}, last, ` cost ${brief(cost.cost)}; best: ${cost.best.join(", ")}.`);
}

function advice(help) {
  const name = state.players[help.player - 1];
  if (!help.known) {
    return [element("p", {}, "The equilibrium never leads here: the values of the moves are unknown."), plays(help, false)];
  }
  return [element("p", {}, "On average, with the best play from here: ", element("b", {}, brief(help.value)), ` to ${name}.`), plays(help, true)];
}

function plays(help, known) {
  const kind = KINDS[help.player];
  const rows = help.actions.map(action => {
    const often = action.probability, share = often > 0 && often < .0005 ? "< 0.1 %" : `${(100 * often).toFixed(1)} %`;
    const cells = [[action.label], [share, bar(often, kind)]];
    return {cells: known ? [...cells, brief(action.value), action.cost === "0" ? "\u2013" : brief(action.cost)] : cells};
  });
  return table("The equilibrium", ["move", "how often", ...(known ? ["worth", "costs"] : [])], rows);
}

// The end

function showEnd(node) {
  const {tally, seen} = state;
  node.hidden = !tally;
  if (!tally) return;
  const side = state.players[tally.player - 1], other = state.players[2 - tally.player];
  const exact = tally.exact_payoff;
  const link = element("a", {href: `/${state.transcript}`, download: ""}, "Save the transcript");
  node.replaceChildren(
    element("h2", {}, `Game over: ${brief(exact.includes("/") ? tally.payoff : exact)} to ${side}.`),
    ...(seen.ending ? [element("p", {id: "ending"}, seen.ending)] : []),
    ...(exact.includes("/") ? [element("p", {class: "soft"}, `Exactly ${exact}.`)] : []),
    table("Where the payoff came from", [], terms(tally, side, other)),
    moves(tally),
    element("p", {}, link, element("span", {class: "soft"}, ` \u2013 seed ${state.seed}`)));
}

function terms(tally, side, other) {
  const people = state.people.length;
  const found = [
    [`value of the game to ${side}`, tally.value],
    ["luck of chance", tally.chance],
    ...(people < 2 ? [[`luck of what ${people ? other : "both"} drew${state.programs ? " and mistakes" : ""}`, tally.draws]] : []),
    ...(people ? [["luck of what was hidden", tally.hidden], ["mistakes", negative(tally.mistakes)]] : []),
    ...(people === 2 ? [[`mistakes of ${other}`, tally.gifts]] : []),
  ];
  const numbers = aligned([...found.map(([, number], at) => at ? signed(number) : number), tally.payoff]);
  const rows = found.map(([words], at) => ({cells: [words, numbers[at]]}));
  return [...rows, {cells: ["payoff", numbers.at(-1)], kind: "sum"}];
}

function negative(text) {
  return text === "0" ? text : text.startsWith("-") ? text.slice(1) : `-${text}`;
}

function signed(text) {
  return text === "0" || text.startsWith("-") ? text : `+${text}`;
}

function moves(tally) {
  const luck = aligned(tally.moves.map(move => signed(move.luck)));
  const cost = aligned(tally.moves.map(move => move.cost === null ? "" : negative(move.cost)));
  const rows = tally.moves.map((move, at) => ({cells: [`${move.who}: ${move.text}`, luck[at], move.cost === null ? "" : cost[at]]}));
  const scroll = element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "All moves"}, table("All moves", ["move", "luck", "mistake"], rows));
  return element("details", {}, element("summary", {}, "Move by move"), scroll);
}

// Another game

function showControls() {
  const sides = $("#sides");
  changed(sides, state.players, () => sides.replaceChildren(...[
    ["1", state.players[0]], ["2", state.players[1]], ["1,2", "both, two people"], ["", "none: watch"],
  ].map(([value, words]) => element("option", {value}, words))));
  if (!sides.dataset.touched) sides.value = state.people.join(",");
  $("#controls").hidden = false;
  for (const id of ["#again", "#renew"]) $(id).disabled = Boolean(page.lost);
  $("#renew").classList.toggle("main", state.over || Boolean(state.fault));
}

function another(isAgain) {
  again = isAgain;
  renew();
}

// Input

function act(number) {
  if (!state?.seen?.actions.length || page.busy || page.lost) return;
  order("/act", {player: state.waiting, action: number});
}

function byKey(key) {
  const {actions} = state.seen;
  if (key in ARROWS) {
    const leading = actions.filter(action => action.label.split(" ")[0] === ARROWS[key]);
    const exact = leading.find(action => action.label === ARROWS[key]) ?? (leading.length === 1 ? leading[0] : null);
    if (exact) act(exact.number);
    else {
      page.notice = leading.length ? `Several moves begin with ${ARROWS[key]}: choose one.` : `Not possible: ${ARROWS[key]}.`;
      show();
    }
    return;
  }
  const at = actions.findIndex((_, at) => keyOf(at) === key.toLowerCase());
  if (at >= 0) act(actions[at].number);
}

// A click on an action, in a list or on the map.
for (const id of ["#actions", "#map"]) {
  $(id).addEventListener("click", event => {
    const found = event.target.closest("[data-action]");
    if (found && !found.disabled) act(Number(found.dataset.action));
  });
}
$("#step").addEventListener("click", () => order("/step", {}));
$("#here").addEventListener("click", () => {
  eyes = state.waiting;
  refresh();
});
$("#sides").addEventListener("change", () => { $("#sides").dataset.touched = "1"; });
$("#rules details").addEventListener("toggle", event => remember("rules", event.target.open ? "1" : ""));
$("#again").addEventListener("click", () => another(true));
$("#renew").addEventListener("click", () => another(false));
if (remember("rules") === "") $("#rules details").open = false;
start({
  show: showMoment,
  options: () => eyes ? {player: eyes} : {},
  accepted(before) {
    if (!before && page.state.helps && remember("help") === null) switchHelp(true);
    if (before && (page.state.game !== before.game || page.state.version !== before.version)) $("#sides").dataset.touched = "";
  },
  renew: () => another(false),
  isNew: () => state.version === 0 || !state.people.length,
  leave() {
    const people = $("#sides").value ? $("#sides").value.split(",").map(Number) : [];
    eyes = 0;
    $("#sides").dataset.touched = "";
    order("/new", {people, again});
  },
  key(event) {
    const {key} = event;
    if (state.curtain) {
      if (key !== " " || event.repeat) return;
      event.preventDefault();
      $("#here").click();
    } else if (key === " " && state.steps) {
      event.preventDefault();
      order("/step", {}); // It repeats while held down.
    } else if (key in ARROWS && state.seen.map && state.seen.actions.length) {
      event.preventDefault();
      if (!event.repeat) byKey(key);
    } else if (key.length === 1 && !event.repeat) byKey(key);
  },
});

// Pieces of the page

// A bar whose length is a share.
function bar(share, kind) {
  const rect = width => drawing("rect", {width, height: 100, rx: 20});
  return drawing("svg", {class: `bar ${kind}`, viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": "true"}, rect(1000), rect(1000 * share));
}

// A picture from the server, as a node.
function pictured(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

// A table with a caption, column heads and rows; numbers are aligned right. A row may have a class as `kind`.
function table(caption, heads, rows) {
  const cell = (name, inner, at) => element(name, at ? {class: "number"} : {}, ...[inner].flat());
  const head = element("thead", {}, element("tr", {}, ...heads.map((head, at) => {
    const made = cell("th", head, at);
    made.scope = "col";
    return made;
  })));
  const body = element("tbody", {}, ...rows.map(row => {
    const [first, ...more] = row.cells.map((inner, at) => cell(at ? "td" : "th", inner, at));
    first.scope = "row";
    return element("tr", row.kind ? {class: row.kind} : {}, first, ...more);
  }));
  return element("table", {}, element("caption", {}, caption), ...(heads.length ? [head] : []), body);
}

// Aligns decimals at their points; the padding is neither seen nor read.
function aligned(texts) {
  const decimals = text => (/\.(\d+)$/.exec(text)?.[1].length ?? -1) + 1;
  const most = Math.max(0, ...texts.map(decimals));
  return texts.map(text => {
    const shown = text.replace("-", "\u2212"), missing = most - decimals(text);
    if (!missing || text.includes("/")) return [shown];
    const filled = decimals(text) ? "0".repeat(missing) : `.${"0".repeat(most - 1)}`;
    return [shown, element("span", {class: "unseen", "aria-hidden": "true"}, filled)];
  });
}

// A number with up to four decimals.
function brief(text) {
  const value = Number(text);
  if (text.includes("/") || Number.isNaN(value)) return text;
  return String(Math.round(value * 1e4) / 1e4).replace("-", "\u2212");
}

