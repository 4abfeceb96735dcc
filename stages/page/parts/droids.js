// A droid battle, stepped through: the rules of a round, and what the equilibrium plays where the page knows it.
page.sections.droids = (root, data) => {
  const { address, html, svg } = page;
  const find = (name) => root.querySelector(`.droids-${name}`);
  const board = root.querySelector(".droids-board svg"), beams = board.querySelector(".beams");
  const sides = [...root.querySelectorAll(".droids-side")];
  const SHOOT = "shoot", NAMES = ["droid 2", "droid 5"], LETTERS = data.actions.map((action) => action[0]);
  const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
  const known = new Map(data.plays.map((play) => [play.slice(0, 8).join(" "), play]));

  // ---- The rules of a round, as in `schemas/rules/droid_battle/board.py`.
  const start = { squares: data.squares, shots: data.shots, score: 0, rounds: data.rounds, points: [0, 0], last: null };
  const same = (one, other) => one[0] === other[0] && one[1] === other[1];
  const free = ([row, column]) => data.board[row] !== undefined && data.board[row][column] !== undefined && data.board[row][column] !== "#";
  const step = ([row, column], action) => [row + STEPS[action][0], column + STEPS[action][1]];
  const possible = (point, player) =>
    data.actions.filter((action) => (action === SHOOT ? point.shots[player] > 0 : free(step(point.squares[player], action))));
  function laser(square) { // The squares at both ends of what it sweeps: left, right, up, down.
    return ["left", "right", "up", "down"].map((action) => {
      let here = square;
      while (free(step(here, action))) here = step(here, action);
      return here;
    });
  }
  function inLine([one, other]) {
    const [left, right, up, down] = laser(one);
    return one[0] === other[0] ? left[1] <= other[1] && other[1] <= right[1] : one[1] === other[1] && up[0] <= other[0] && other[0] <= down[0];
  }
  function played(point, chosen) {
    const wanted = point.squares.map((square, at) => (chosen[at] === SHOOT ? square : step(square, chosen[at])));
    const stuck = same(...wanted) || (same(wanted[0], point.squares[1]) && same(wanted[1], point.squares[0]));
    const squares = stuck ? point.squares : wanted;
    const shot = chosen.map((action) => Number(action === SHOOT)), met = inLine(squares);
    const change = met ? shot[0] - shot[1] : 0;
    return {
      squares, shots: point.shots.map((left, at) => left - shot[at]), score: point.score + change, rounds: point.rounds - 1,
      points: [point.points[0] + (change > 0), point.points[1] + (change < 0)],
      last: { chosen, shot, change, hits: [met && shot[1], met && shot[0]], text: happened(point, chosen, squares, shot, met) },
    };
  }
  const behind = (point) => // Who cannot catch up any more, where the game ends then; else -1.
    !data.decided ? -1 : point.score > Math.min(point.shots[1], point.rounds) ? 1 : -point.score > Math.min(point.shots[0], point.rounds) ? 0 : -1;
  const over = (point) => point.rounds === 0 || (point.shots[0] === 0 && point.shots[1] === 0) || behind(point) >= 0;

  // ---- Words, as in `stages/draw/droids/moment.py`.
  const say = (phrase, ...told) => data.phrases[phrase].replace(/\{(\d)\}/g, (_, at) => told[at]);
  const upper = (text) => text[0].toUpperCase() + text.slice(1);
  const act = (action, held) => (action === SHOOT ? say("shoots") : say(held ? "held" : "goes", action));
  const place = ([row, column]) => `row ${row + 1}, column ${column + 1}`;
  const shotsLeft = (shots) => (shots === 1 ? say("shot left") : say("shots left", shots));
  function value(number) {
    const text = number.toFixed(6).replace(/\.?0+$/, "");
    return text === "-0" ? "0" : text;
  }
  function share(probability) {
    if (probability > 0 && probability < 0.005) return "<0.01";
    if (probability >= 0.995 && probability < 1) return ">0.99";
    return probability > 0 && probability < 1 ? probability.toFixed(2) : String(probability);
  }
  function happened(before, chosen, squares, shot, met) {
    const acts = chosen.map((action, at) => `${NAMES[at]} ${act(action, same(before.squares[at], squares[at]))}`);
    const fired = shot[0] + shot[1];
    let ended = fired ? say("miss") : "";
    if (fired === 2) ended = say(met ? "both hit" : "both miss");
    else if (fired && met) ended = `${upper(say("point", NAMES[shot[0]], NAMES[shot[1]]))}.`;
    return `${upper(acts.join(", "))}.${ended ? ` ${ended}` : ""}`;
  }
  function ended(point) {
    const rounds = data.rounds - point.rounds, [first, second] = point.points;
    const won = first === second ? say("draw") : say("wins", NAMES[Number(first < second)]);
    const told = say("over", rounds, say(rounds === 1 ? "round" : "rounds"), won, Math.max(first, second), Math.min(first, second));
    return behind(point) < 0 || point.rounds === 0 ? told : `${told} ${upper(say("decided", NAMES[behind(point)]))}`;
  }
  function standing(point, play) {
    const parts = [over(point) ? say("played", data.rounds - point.rounds, data.rounds) : say("round of", data.rounds - point.rounds + 1, data.rounds)];
    if (data.objective === "win") parts.push(point.score ? say("ahead", NAMES[Number(point.score < 0)], Math.abs(point.score)) : say("even"));
    else parts.push(`${point.points[0]} : ${point.points[1]}`);
    if (play) parts.push(say("worth", value(play.value), NAMES[0]));
    return parts.join(", ");
  }
  function described(point, play) {
    const walls = data.board.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [place([y, x])] : [])));
    const stand = point.squares.map((square, at) => `${NAMES[at]} is in ${place(square)}`).join("; ");
    const plays = NAMES.map((name, at) => {
      const taken = play ? play.options[at].filter((one) => one.probability).map((one) => `${one.action} ${share(one.probability)}`) : [];
      return `${upper(name)} has ${shotsLeft(point.shots[at])}${taken.length ? ` and plays ${taken.join(", ")}` : ""}.`;
    });
    const fields = `Board of ${data.board.length} rows and ${data.board[0].length} columns; ${stand}${walls.length ? `; walls in ${walls.join("; ")}` : ""}.`;
    return [fields, `${standing(point, play)}.`, ...plays].join(" ");
  }

  // ---- What the equilibrium plays at a point; null where the page does not know.
  function text(point) {
    const [one, two] = point.squares, score = data.objective === "win" ? ` score ${point.score}` : "";
    return `at ${one[0]} ${one[1]} / ${two[0]} ${two[1]} shots ${point.shots[0]} / ${point.shots[1]}${score} rounds ${point.rounds}`;
  }
  function playAt(point) {
    const score = data.objective === "win" ? point.score : 0;
    const found = over(point) ? undefined : known.get([...point.squares.flat(), ...point.shots, score, point.rounds].join(" "));
    if (!found) return null;
    const options = [0, 1].map((player) =>
      possible(point, player).map((action, at) => ({ action, probability: found[9 + player][at], worth: found[11 + player] ? found[11 + player][at] : null })));
    return { value: found[8], options };
  }
  const likeliest = (options) => options.reduce((best, one) => (one.probability > best.probability ? one : best)).action;

  // ---- The moment: all rounds from the start on, two letters each in the address.
  let path = [], moments = [start], chosen = [null, null];
  const now = () => moments[moments.length - 1];
  function go(rounds) { // Follows rounds as far as the rules do.
    path = [];
    moments = [start];
    for (const pair of rounds) {
      if (over(now()) || ![0, 1].every((player) => possible(now(), player).includes(pair[player]))) break;
      path.push(pair);
      moments.push(played(now(), pair));
    }
    chosen = [null, null];
    show();
  }
  const written = () => path.map((pair) => pair.map((action) => action[0]).join("")).join(",");
  function link() {
    address.set("droids", path.length ? written() : null);
  }
  function read() {
    const words = (address.get("droids") || "").split(",").filter((word) => word.length === 2);
    go(words.map((word) => [...word].map((letter) => data.actions[LETTERS.indexOf(letter)])));
  }
  function steps(rounds) {
    go(rounds);
    link();
  }
  function choose(player, action) {
    if (over(now()) || !possible(now(), player).includes(action)) return;
    chosen[player] = chosen[player] === action ? null : action;
    if (chosen.every((one) => one)) steps([...path, [...chosen]]);
    else show();
  }
  const can = {
    likely: () => playAt(now()) !== null,
    end: () => playAt(now()) !== null,
    back: () => path.length > 0,
    start: () => path.length > 0,
  };
  const orders = {
    likely: () => steps([...path, playAt(now()).options.map(likeliest)]),
    end() {
      const rounds = [...path];
      for (let point = now(), play; (play = playAt(point)); point = played(point, rounds.at(-1))) rounds.push(play.options.map(likeliest));
      steps(rounds);
    },
    back: () => steps(path.slice(0, -1)),
    start: () => steps([]),
  };
  const order = (name) => can[name]() && orders[name]();

  // ---- Showing it.
  const set = (node, told) => node.textContent !== told && (node.textContent = told); // What is said again would be read out again.
  const able = (button, yes) => (yes ? button.removeAttribute("aria-disabled") : button.setAttribute("aria-disabled", "true"));
  function show() {
    const point = now(), play = playAt(point), ends = over(point);
    set(find("happened"), point.last ? point.last.text : "");
    set(find("standing"), standing(point, play));
    const at = chosen.findIndex((one) => one);
    set(find("ask"), ends ? ended(point) : at < 0 ? say("choose") : say("next", upper(NAMES[at]), act(chosen[at], false), NAMES[1 - at]));
    find("ask").classList.toggle("ended", ends);
    find("none").hidden = ends || play !== null;
    set(find("none").querySelector("span"), say("no odds"));
    set(find("none").querySelector("code"), data.command.replace("{0}", text(point)));
    sides.forEach((side, player) => showSide(side, player, point, play, ends));
    for (const button of find("controls").children) able(button, can[button.dataset.do]());
    showBoard(point, play);
    showRounds();
  }
  function showSide(side, player, point, play, ends) {
    set(side.querySelector(".droids-shots"), shotsLeft(point.shots[player]));
    const now = ends ? [] : possible(point, player);
    for (const row of side.querySelectorAll("tbody tr")) {
      const { action } = row.dataset, button = row.querySelector("button");
      const option = play && play.options[player].find((one) => one.action === action);
      able(button, now.includes(action));
      button.setAttribute("aria-pressed", String(chosen[player] === action));
      set(row.querySelector(".droids-chance"), option ? page.probability(option.probability) : "–");
      set(row.querySelector(".droids-worth"), option && option.worth !== null ? value(option.worth) : "–");
      row.querySelector("rect:last-child").setAttribute("width", option ? 100 * option.probability : 0);
    }
  }
  function showBoard(point, play) {
    set(board.querySelector("desc"), described(point, play));
    const drawn = [];
    point.squares.forEach((square, player) => {
      const figure = board.querySelector(`.droid-${player + 1}`);
      figure.setAttribute("transform", `translate(${100 * square[1]} ${100 * square[0]})`);
      for (const mark of figure.querySelectorAll("[data-action]")) {
        const option = play && play.options[player].find((one) => one.action === mark.dataset.action);
        const probability = option ? option.probability : 0;
        if (probability) mark.removeAttribute("display");
        else mark.setAttribute("display", "none");
        set(mark.querySelector("text"), share(probability));
        if (mark.dataset.action !== SHOOT) mark.firstElementChild.setAttribute("stroke-width", 2.5 + 5 * probability);
        else if (probability) drawn.push(beam(square, player, probability));
      }
      if (point.last && point.last.shot[player]) drawn.push(fired(square, player));
      if (point.last && point.last.hits[player]) drawn.push(burst(square, point.last.change !== 0));
    });
    beams.replaceChildren(...drawn);
  }
  function cross(square, aside) {
    const [row, column] = square, [left, right, up, down] = laser(square), x = 100 * column + 50 + aside, y = 100 * row + 54 + aside;
    return `M${100 * left[1] + 8} ${y}H${100 * right[1] + 92}M${x} ${100 * up[0] + 8}V${100 * down[0] + 92}`;
  }
  const ROLES = ["played-first", "played-second"];
  const beam = (square, player, probability) =>
    svg("path", {
      class: ROLES[player], fill: "none", stroke: player ? "var(--second)" : "var(--first)", d: cross(square, [3, -3][player]),
      "stroke-linecap": "round", "stroke-width": 1.5 + 4 * probability, "stroke-dasharray": "2 7",
    });
  const fired = (square, player) => svg("path", { class: `droids-fired ${["one", "two"][player]}`, d: cross(square, [-6, 6][player]) });
  function burst([row, column], counts) {
    const rays = Array.from({ length: 8 }, (_, ray) => {
      const [x, y] = [Math.cos((ray * Math.PI) / 4 + Math.PI / 8), Math.sin((ray * Math.PI) / 4 + Math.PI / 8)];
      return `M${100 * column + 50 + 34 * x} ${100 * row + 54 + 34 * y}l${11 * x} ${11 * y}`;
    });
    return svg("path", { class: counts ? "droids-burst" : "droids-burst void", d: rays.join("") });
  }
  function showRounds() {
    const list = find("rounds");
    list.hidden = !path.length;
    const rows = moments.slice(1).map((point, at) =>
      html("li", {}, page.button(point.last.text, () => steps(path.slice(0, at + 1)))));
    list.querySelector("ol").replaceChildren(...rows);
  }

  // ---- What people do.
  sides.forEach((side, player) =>
    side.querySelectorAll("tbody tr").forEach((row) => row.addEventListener("click", () => choose(player, row.dataset.action))));
  find("controls").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) order(button.dataset.do);
  });
  const KEYS = { m: "likely", e: "end", b: "back", n: "start", backspace: "back", home: "start" };
  root.addEventListener("keydown", (event) => {
    if (page.held(event)) return;
    const key = event.key.toUpperCase(), player = data.keys.findIndex((keys) => keys.includes(key));
    if (player >= 0) choose(player, data.actions[data.keys[player].indexOf(key)]);
    else if (KEYS[event.key.toLowerCase()]) order(KEYS[event.key.toLowerCase()]);
    else return;
    event.preventDefault();
  });
  address.hear(() => {
    if ((address.get("droids") || "") !== written()) read();
  });
  read();
};
