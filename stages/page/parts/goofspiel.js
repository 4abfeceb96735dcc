// Matrix games as `stages.solve.induction.matrix_game` solves them, step by step: the same bids.
page.matrixGames = (() => {
  const CLEAN = 1e-12, PIVOTS = 500, CHANGES = [0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6];
  const largest = (A) => Math.max(...A.map((row) => Math.max(...row.map(Math.abs)))) || 1;

  function bounds(A, x, y) {
    const rows = A.map((row) => row.reduce((sum, entry, j) => sum + entry * y[j], 0));
    const columns = A[0].map((_, j) => A.reduce((sum, row, i) => sum + row[j] * x[i], 0));
    return { x, y, rows, columns, lower: Math.min(...columns), upper: Math.max(...rows) };
  }
  const gap = (found) => Math.max(0, found.upper - found.lower);

  function pivot(T, leave, enter) {
    const width = T[0].length, inverse = 1 / T[leave][enter];
    for (let j = 0; j < width; j++) T[leave][j] *= inverse;
    T[leave][enter] = inverse;
    for (let i = 0; i < T.length; i++) {
      if (i === leave) continue;
      const factor = T[i][enter];
      T[i][enter] = 0;
      for (let j = 0; j < width; j++) T[i][j] -= factor * T[leave][j];
    }
  }

  function leaving(T, m, n, enter) {
    let leave = -1, ratio = Infinity, best = 0;
    for (let i = 0; i < m; i++) {
      const entry = T[i][enter];
      if (entry <= 1e-11) continue;
      const here = T[i][n] / entry;
      if (here < ratio - 1e-13 || (here <= ratio + 1e-13 && entry > best)) {
        leave = i;
        ratio = Math.min(ratio, here);
        best = entry;
      }
    }
    return leave;
  }

  // The first column is the one with the least largest entry.
  function first(T, m, n) {
    let enter = 0, least = Infinity;
    for (let j = 0; j < n; j++) {
      let top = T[0][j];
      for (let i = 1; i < m; i++) top = Math.max(top, T[i][j]);
      if (top < least) [enter, least] = [j, top];
    }
    return enter;
  }

  function entering(T, m, n) {
    let enter = -1, least = -1e-12;
    for (let j = 0; j < n; j++) if (T[m][j] < least) [enter, least] = [j, T[m][j]];
    return enter;
  }

  function simplex(A) {
    const m = A.length, n = A[0].length, low = Math.min(...A.map((row) => Math.min(...row)));
    const even = [Array(m).fill(1 / m), Array(n).fill(1 / n)];
    const T = A.map((row) => [...row.map((entry) => entry - low + 1), 1]);
    T.push([...Array(n).fill(-1), 0]);
    const rows = A.map((_, i) => n + i), columns = A[0].map((_, j) => j);
    let enter = first(T, m, n);
    for (let pivots = 0; enter >= 0; pivots++) {
      const leave = leaving(T, m, n, enter);
      if (leave < 0 || pivots === PIVOTS) return even;
      pivot(T, leave, enter);
      [rows[leave], columns[enter]] = [columns[enter], rows[leave]];
      enter = entering(T, m, n);
    }
    const x = Array(m).fill(0), y = Array(n).fill(0);
    for (let j = 0; j < n; j++) if (columns[j] >= n) x[columns[j] - n] = Math.max(T[m][j], 0);
    for (let i = 0; i < m; i++) if (rows[i] < n) y[rows[i]] = Math.max(T[i][n], 0);
    let one = 0, other = 0;
    for (let j = 0; j < n; j++) if (columns[j] >= n) one += x[columns[j] - n];
    for (let i = 0; i < m; i++) if (rows[i] < n) other += y[rows[i]];
    return one > 0 && other > 0 ? [x.map((weight) => weight / one), y.map((weight) => weight / other)] : even;
  }

  // The solution of a square system with ones on the right; null if it is singular.
  function equations(block) {
    const size = block.length, work = block.map((row) => [...row, 1]), found = Array(size).fill(0);
    for (let at = 0; at < size; at++) {
      let best = at;
      for (let row = at; row < size; row++) if (Math.abs(work[row][at]) > Math.abs(work[best][at])) best = row;
      if (!(Math.abs(work[best][at]) > 1e-300)) return null;
      [work[at], work[best]] = [work[best], work[at]];
      for (let row = at + 1; row < size; row++) {
        const factor = work[row][at] / work[at][at];
        work[row] = work[row].map((entry, column) => entry - factor * work[at][column]);
      }
    }
    for (let at = size - 1; at >= 0; at--) {
      let known = 0;
      for (let column = at + 1; column < size; column++) known += work[at][column] * found[column];
      found[at] = (work[at][size] - known) / work[at][at];
    }
    return found;
  }

  function resolved(A, x, y) {
    const rows = [...x.keys()].filter((i) => x[i] > 0), columns = [...y.keys()].filter((j) => y[j] > 0);
    if (rows.length !== columns.length) return null;
    let block = rows.map((i) => columns.map((j) => A[i][j]));
    const low = Math.min(...block.map((row) => Math.min(...row)));
    block = block.map((row) => row.map((entry) => entry - low + 1));
    const found = [equations(block[0].map((_, j) => block.map((row) => row[j]))), equations(block)];
    if (found.some((weights) => !weights || Math.min(...weights) < 0)) return null;
    return found.map((weights, player) => {
      const whole = Array(player ? y.length : x.length).fill(0), total = weights.reduce((a, b) => a + b, 0);
      (player ? columns : rows).forEach((at, i) => { whole[at] = weights[i] / total; });
      return whole;
    });
  }

  // `noise` has numbers between 0 and 1, by which near ties are told apart.
  function solve(A, noise) {
    const m = A.length, n = A[0].length, scale = largest(A);
    let best = bounds(A, Array(m).fill(1 / m), Array(n).fill(1 / n));
    for (const [attempt, size] of CHANGES.entries()) {
      const moved = A.map((row, i) => row.map((entry, j) =>
        entry / scale + (attempt ? size * noise[((attempt - 1) * m + i) * n + j] : 0)));
      const [x, y] = simplex(moved);
      const plain = A.map((row) => row.map((entry) => entry / scale));
      for (const strategies of [[x, y], resolved(plain, x, y)]) {
        const found = strategies && bounds(A, ...strategies);
        if (found && gap(found) < gap(best)) best = found;
      }
      if (gap(best) <= CLEAN * scale) break;
    }
    return best;
  }

  // The rows that optimal strategies leave out and others as good take, see `stages.report.induction.plays`.
  function others(A, own, values, guaranteed, noise) {
    const scale = largest(A), enough = guaranteed - 1e-9 * scale;
    const takes = (row, favour) => {
      const { x } = solve(A.map((entries, i) => (i === row ? entries.map((entry) => entry + favour) : entries)), noise);
      return x[row] >= 1e-6 && Math.min(...A[0].map((_, j) => A.reduce((sum, entries, i) => sum + entries[j] * x[i], 0))) >= enough;
    };
    return [...own.keys()].filter((row) => own[row] < 1e-6 && values[row] >= enough
      && [1e-3, 1e-6].some((favour) => takes(row, favour * scale)));
  }
  return { bounds, solve, others };
})();

// The positions of a deal: how they are written, what they lead to, and how they are played.
page.goofspielPositions = (data) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
  const floats = (text) => new Float64Array(bytes(text));
  const wins = data.objective === "win", noise = floats(data.noise);
  const layers = new Map(data.layers.map((layer) => [layer.left, {
    rows: new Map(layer.rows.map((pattern, at) => [pattern, at])),
    columns: new Map(layer.columns.map((column, at) => [column, at])),
    places: layer.places && new Map([...new Uint32Array(bytes(layer.places))].map((place, at) => [place, at])),
    values: floats(layer.values),
  }]));
  const given = data.given && strategies(data.given);

  function strategies({ keys, weights }) {
    const all = floats(weights), found = new Map();
    let at = 0;
    for (const key of keys) {
      const [pattern] = key.split(":"), sizes = ["1", "2"].map((one) => [...pattern].filter((card) => card === one || card === "3").length);
      found.set(key, sizes.map((size) => [...all.slice(at, (at += size))]));
    }
    return found;
  }

  const mask = (prizes) => prizes.reduce((sum, at) => sum + 2 ** at, 0);
  const left = (position) => position.prizes.reduce((sum, at) => sum + data.prizes[at][2], 0);
  const decided = (position) => wins && Math.abs(position.score) > left(position);
  const over = (position) => !position.prizes.length || decided(position);
  function pattern(first, second) {
    const cards = [...new Set([...first, ...second])].sort((a, b) => b - a);
    return cards.map((card) => first.includes(card) + 2 * second.includes(card)).join("");
  }

  // To player 1 from here on, before a prize is turned up; null where this is not in the file.
  function value(position) {
    if (over(position)) return wins ? Math.sign(position.score) : 0;
    const layer = layers.get(position.prizes.length);
    if (!layer) return null;
    for (const [hands, sign] of [[position.hands, 1], [[...position.hands].reverse(), -1]]) {
      const row = layer.rows.get(pattern(...hands));
      if (row === undefined) continue;
      const column = layer.columns.get(`${mask(position.prizes)}:${wins ? sign * position.score || 0 : 0}`);
      if (column === undefined) return null;
      const place = row * layer.columns.size + column, at = layer.places ? layer.places.get(place) : place;
      return at === undefined || Number.isNaN(layer.values[at]) ? null : sign * layer.values[at];
    }
    return null;
  }

  function after(position, one, other) {
    const prizes = position.prizes.filter((at) => at !== position.up);
    return {
      hands: [position.hands[0].filter((card) => card !== one), position.hands[1].filter((card) => card !== other)],
      prizes,
      up: prizes.length === 1 ? prizes[0] : null,
      score: position.score + Math.sign(one - other) * data.prizes[position.up][2],
    };
  }

  // The stage game with a prize up: matrix, bids, and what each is worth; null where it is not in the file.
  function stage(position) {
    const paid = wins ? 0 : data.prizes[position.up][1];
    const A = position.hands[0].map((one) => position.hands[1].map((other) => {
      const behind = value(after(position, one, other));
      return behind === null ? null : paid * Math.sign(one - other) + behind;
    }));
    if (A.some((row) => row.includes(null))) return null;
    const key = `${pattern(...position.hands)}:${mask(position.prizes)}:${wins ? position.score : 0}:${position.up}`;
    const known = given && given.get(key);
    return { A, ...(known ? page.matrixGames.bounds(A, ...known) : page.matrixGames.solve(A, noise)) };
  }

  // Per player the cards that other strategies as good take.
  function others(position, { A, x, y, rows, columns, lower, upper }) {
    const turned = A[0].map((_, j) => A.map((row) => -row[j]));
    const found = [page.matrixGames.others(A, x, rows, lower, noise),
      page.matrixGames.others(turned, y, columns.map((number) => -number), -upper, noise)];
    return found.map((cards, player) => cards.map((at) => position.hands[player][at]));
  }

  const points = (units) => {
    let [a, b] = [Math.abs(units), data.unit];
    while (b) [a, b] = [b, a % b];
    return data.unit === a ? `${units / a}` : `${units / a}/${data.unit / a}`;
  };
  // As --at takes it; for points the score does not matter there, and is told in the address alone.
  function write(position, { score = wins || position.score } = {}) {
    const told = score || score === 0 && wins ? ` score ${points(position.score)}` : "";
    const up = position.up === null ? "" : ` up ${data.prizes[position.up][0]}`;
    return `hand ${position.hands.map((hand) => hand.join(" ")).join(" / ")} prizes `
      + `${position.prizes.map((at) => data.prizes[at][0]).join(" ")}${told}${up}`;
  }

  // Null for what is not a position of this deal.
  function read(text) {
    const found = /^hand ([\d ]*)\/([\d ]*) prizes ?([^a-z]*?)(?: score (\S+))?(?: up (\S+))?$/.exec(text.replaceAll(",", ""));
    if (!found) return null;
    const words = (part) => part.split(" ").filter((word) => word);
    const hands = [words(found[1]).map(Number), words(found[2]).map(Number)];
    const prizes = words(found[3]).map((word) => data.prizes.findIndex(([name]) => name === word));
    const [above, below = 1] = (found[4] || "0").split("/").map(Number);
    const up = found[5] === undefined ? null : data.prizes.findIndex(([name]) => name === found[5]);
    const score = Math.round((above / below) * data.unit);
    const size = prizes.length, ascending = (list) => list.every((one, at) => !at || list[at - 1] < one);
    const whole = hands.every((hand, player) => hand.length === size && ascending(hand)
      && hand.every((card) => data.hands[player].includes(card)));
    if (!whole || prizes.includes(-1) || !ascending(prizes) || (up !== null && !prizes.includes(up)) || !Number.isFinite(score)) return null;
    return { hands, prizes, up: size === 1 ? prizes[0] : up, score };
  }

  const all = data.prizes.map((_, at) => at);
  const start = { hands: data.hands, prizes: all, up: all.length === 1 ? 0 : null, score: 0 };
  return { start, value, stage, others, after, write, read, over, points, wins };
};

page.sections.goofspiel = (root, data) => {
  const play = root.querySelector(".bids-play");
  if (!data || !play) return;
  const { html, button } = page, deal = page.goofspielPositions(data), [one, other] = data.players;
  const logs = new Map(), number = (value) => (Math.abs(value) < 5e-13 ? "0" : value.toFixed(6));
  const short = (value) => String(Number((Math.abs(value) < 5e-13 ? 0 : value).toPrecision(6)));
  let now = deal.start, steps = 0;

  const back = button("Back", () => undo()), again = button("Start again", () => go(deal.start, []));
  const where = html("code", { class: "bids-where", tabindex: "0", "aria-label": "The position as --at takes it" });
  const copy = page.copier(where);
  const state = html("div", { class: "bids-state", role: "status" });
  const prizes = html("div", { class: "bids-prizes", role: "group", "aria-label": "Prizes that are left: choose the one that is up" });
  const board = html("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "What both bid" });
  const notes = html("div", { class: "soft bids-notes" }), log = html("ol", { class: "bids-log" });
  const keys = html("p", { class: "soft" }, "Keys: ", html("kbd", {}, "Tab"), " and arrows move, ", html("kbd", {}, "Enter"), " chooses, ",
    html("kbd", {}, "Backspace"), " goes one step back, ", html("kbd", {}, "Home"), " starts again.");
  play.append(html("div", { class: "bids-bar" }, back, again, where, copy), state, prizes, board, notes, log, keys);
  play.hidden = false;

  function go(position, told) {
    logs.set(deal.write(position), told);
    now = position;
    steps += 1;
    page.address.set("goofspiel", position === deal.start ? null : deal.write(position));
    show();
    focus();
  }
  function undo() {
    if (steps > 0) history.back();
    else go(deal.start, []);
  }
  function focus() {
    const likeliest = [...board.querySelectorAll("button")].sort((a, b) => b.dataset.likely - a.dataset.likely)[0];
    (now.up !== null && likeliest || prizes.querySelector("button:not(:disabled)") || again).focus({ preventScroll: true });
  }

  function show() {
    const game = now.up === null || deal.over(now) ? null : deal.stage(now);
    where.textContent = deal.write(now, { score: deal.wins });
    where.hidden = copy.hidden = deal.over(now);
    back.disabled = again.disabled = deal.write(now) === deal.write(deal.start);
    state.replaceChildren(...told(game));
    prizes.replaceChildren(...(deal.over(now) ? [] : now.prizes.map(prize)));
    board.replaceChildren(...(game ? [grid(game)] : []));
    board.hidden = !game;
    notes.replaceChildren(...(game ? remarks(game) : []));
    log.replaceChildren(...(logs.get(deal.write(now)) || []).map((text) => html("li", {}, text)));
  }

  function told(game) {
    const ahead = now.score ? `${now.score > 0 ? one : other} is ${deal.points(Math.abs(now.score))} points ahead. ` : "";
    const round = data.prizes.length - now.prizes.length + 1;
    if (deal.over(now)) return [html("strong", {}, ended()), now.prizes.length ? " The cards that are left change nothing." : ""];
    const worth = game ? (game.lower + game.upper) / 2 : now.up === null ? deal.value(now) : null;
    if (now.up !== null && !game) {
      return ["How to bid here does not stand in this file: only the positions that play comes to most often do."];
    }
    return [`Round ${round} of ${data.prizes.length}. ${ahead}`, ...(worth === null ? [] : [
      "From here on worth ", html("strong", { class: "bids-value" }, number(worth)), ` to ${one}`,
      now.up === null ? ", before a prize is turned up: choose one." : ` with prize ${data.prizes[now.up][0]} up.`])];
  }
  function ended() {
    if (now.score === 0) return "A draw.";
    const winner = now.score > 0 ? one : other;
    return deal.wins ? `${winner} has won.` : `${winner} has ${deal.points(Math.abs(now.score))} points more.`;
  }

  function prize(at) {
    const game = deal.stage({ ...now, up: at }), chance = now.prizes.length > 1 ? ` (1/${now.prizes.length})` : "";
    const worth = game ? short((game.lower + game.upper) / 2) : "–";
    return html("button", {
      type: "button", "aria-pressed": String(at === now.up), "aria-label": `Prize ${data.prizes[at][0]}, worth ${worth}`,
      title: `turned up with probability 1/${now.prizes.length}; worth ${worth} to ${one} from here on`, "data-prize": data.prizes[at][0],
      on: { click: () => now.up !== at && go({ ...now, up: at }, logs.get(deal.write(now)) || []) },
    }, html("b", {}, data.prizes[at][0]), html("small", {}, worth));
  }

  function meter(weight) {
    const bar = html("i", {});
    bar.style.width = `${100 * weight}%`;
    return html("span", { class: "bids-meter", "aria-hidden": "true" }, bar);
  }
  function head(player, card, weight, worth, scope) {
    const who = ["bids-first", "bids-second"][player];
    return html("th", { scope, class: who }, html("span", { class: "bids-head", "data-player": player + 1, "data-card": card },
      html("span", { class: "bids-card" }, card),
      html("span", { class: "bids-weight" }, html("b", {}, page.probability(weight))), meter(weight),
      html("span", { class: "bids-worth soft" }, number(worth))));
  }
  function grid(game) {
    const [mine, theirs] = now.hands;
    const top = html("tr", {}, html("th", { class: "corner", scope: "col" }, html("span", { class: "bids-first" }, one), " down, ",
      html("span", { class: "bids-second" }, other), " across"),
      ...theirs.map((card, j) => head(1, card, game.y[j], game.columns[j], "col")));
    const rows = mine.map((card, i) => html("tr", {}, head(0, card, game.x[i], game.rows[i], "row"),
      ...theirs.map((bid, j) => html("td", {}, cell(game, i, j, card, bid)))));
    return html("table", { class: "bids-game" },
      html("caption", {}, `Of each card how often it is bid, and what bidding it is worth to ${one}.`),
      html("thead", {}, top), html("tbody", {}, ...rows));
  }
  function cell(game, i, j, card, bid) {
    const likely = game.x[i] * game.y[j], worth = short(game.A[i][j]);
    const made = button(worth, () => bids(card, bid), {
      class: "bids-cell", "data-row": i, "data-column": j, "data-likely": likely,
      "aria-label": `${one} bids ${card}, ${other} bids ${bid}: worth ${worth}, probability ${page.probability(likely)}`,
      title: `${card} against ${bid}: probability ${page.probability(likely)}`,
    });
    made.style.setProperty("--likely", Math.sqrt(likely));
    return made;
  }
  function bids(card, bid) {
    const up = data.prizes[now.up][0], told = logs.get(deal.write(now)) || [];
    const taken = card === bid ? "they split it" : `${card > bid ? one : other} takes it`;
    go(deal.after(now, card, bid), [...told, `Prize ${up}: ${card} against ${bid}, ${taken}.`]);
  }
  function remarks(game) {
    const found = deal.others(now, game).flatMap((cards, player) => (cards.length
      ? [html("p", {}, `${data.players[player]}: one of several; others that are as good also take ${cards.join(", ")}.`)] : []));
    const proof = `These bids prove the value: ${one}'s guarantee ${number(game.lower)}, and ${other}'s concede ${number(game.upper)}.`;
    return [...found, html("p", {}, proof)];
  }

  // Arrows go from cell to cell, and from prize to prize.
  function move(event) {
    const from = document.activeElement, step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step || !from.matches(".bids-cell, .bids-prizes button")) return;
    const all = [...prizes.children], at = all.indexOf(from);
    const next = at >= 0 ? (step[0] > 0 ? board.querySelector(".bids-cell") : all[at + step[1]])
      : board.querySelector(`[data-row="${Number(from.dataset.row) + step[0]}"][data-column="${Number(from.dataset.column) + step[1]}"]`)
        || (step[0] < 0 && prizes.firstChild);
    if (next) {
      next.focus();
      event.preventDefault();
    }
  }
  play.addEventListener("keydown", (event) => {
    if (page.held(event)) return;
    if (event.key === "Backspace" && !back.disabled) undo();
    else if (event.key === "Home" && !again.disabled) go(deal.start, []);
    else return move(event);
    event.preventDefault();
  });
  page.address.hear(() => {
    const inside = play.contains(document.activeElement);
    steps = Math.max(0, steps - 1);
    load();
    if (inside) focus();
  });
  function load() {
    const text = page.address.get("goofspiel") || (deal.read(data.at) && data.at);
    now = (text && deal.read(text)) || deal.start;
    show();
    if (text && !deal.read(text)) state.prepend(html("strong", {}, "The address has no position of this game. "));
  }
  load();
};
