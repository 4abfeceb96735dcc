// The map: play is followed as in stages/report/situations.py, see there for what a particle is.
page.sections.map = (root, data) => {
  const { html, svg, button } = page;
  const NEVER = -1, FIRST = 6, STEPS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
  const WORDS = { u: "up", d: "down", l: "left", r: "right" };
  const [agent, bandits] = data.players;
  const places = data.places.map(([name, row, column], at) => ({ name, at: [row, column], bit: 1n << BigInt(at) }));
  const by = (id) => root.querySelector(`#${id}`);
  const panel = by("map-panel"), said = by("map-said"), board = root.querySelector(".map-board");

  // What can come next, situation by situation.
  const weight = (situation) => situation.particles.reduce((sum, particle) => sum + particle.weight, 0);
  const state = (situation) => data.states[situation.state];
  function merged(situation, to, particles) {
    const found = new Map();
    for (const one of particles) {
      if (!one.weight || one.node === NEVER) continue;
      const key = `${one.node} ${one.secret}`, known = found.get(key);
      if (known) known.weight += one.weight;
      else found.set(key, { ...one });
    }
    return { state: to, particles: [...found.values()], left: to < 0 || [...found.values()].some((one) => one.node < 0) };
  }
  const child = (node, action) => data.nodes[node][action + 1];
  const played = (node) => data.infosets[data.nodes[node][0]][1];
  const moved = (particles, action, share) =>
    particles.map((one) => ({ ...one, node: child(one.node, action), weight: one.weight * share(one.node) }));
  function relocations(secret, closed) {
    const found = [secret];
    for (const old of places) if (secret & old.bit)
      places.forEach((free, at) => { if (!(secret & free.bit) && at !== closed) found.push((secret & ~old.bit) | free.bit); });
    return found;
  }
  function relocated(particles, closed) {
    return particles.flatMap((one) => relocations(one.secret, closed).map((secret, at) =>
      ({ node: child(one.node, at), secret, weight: one.weight * played(one.node)[at] })));
  }
  function following(situation) {
    const [kind, ...more] = state(situation), particles = situation.particles;
    if (kind === "a") return more[0].map(([label, to], at) => [label, merged(situation, to, moved(particles, at, () => 1))]);
    if (kind === "b") return more[0].map(([label, to], at) => [label, merged(situation, to, moved(particles, at, (node) => played(node)[at]))]);
    if (kind === "d") return more[0].map(([label, share, to], at) => [label, merged(situation, to, moved(particles, at, () => share))]);
    if (kind === "r") return [["", merged(situation, more[1], relocated(particles, more[0]))]];
    if (kind === "t") return [];
    const { bit } = places[more[0]];
    return [["occupied", merged(situation, more[1], particles.filter((one) => one.secret & bit))],
      ["empty", merged(situation, more[2], particles.filter((one) => !(one.secret & bit)))]];
  }
  function infoset(situation) {
    if (state(situation)[0] !== "a" || !situation.particles.length) return null;
    return data.infosets[data.nodes[situation.particles[0].node][0]];
  }
  function options(situation) {
    if (situation.left) return [];
    const mine = infoset(situation), whole = weight(situation);
    return following(situation).map(([label, then], at) => ({
      label, then,
      probability: mine ? mine[1][at] : state(situation)[0] === "a" || !whole ? null : weight(then) / whole,
      value: mine ? (mine[2] ? mine[2][at] : null) : value(then),
    }));
  }
  function value(situation) {
    const whole = weight(situation);
    if (!whole || situation.left) return null;
    const mine = infoset(situation), [kind, payoff] = state(situation);
    if (kind === "t") return payoff;
    if (mine) return mine[2] ? Math.max(...mine[2]) : null;
    let sum = 0;
    for (const [, then] of following(situation)) {
      const share = weight(then) / whole;
      if (!share) continue;
      const found = value(then);
      if (found === null) return null;
      sum += share * found;
    }
    return sum;
  }
  const start = () => ({
    state: 0, left: data.secrets.some(([node]) => node < 0),
    particles: data.secrets.map(([node, held, share]) => ({ node, weight: share, secret: held.reduce((bits, at) => bits | places[at].bit, 0n) })),
  });

  // A scene is a situation with what led there: squares, gold, the story, and how likely it is.
  const word = (label) => (label.startsWith("/") ? [...label.slice(1)].map((letter) => WORDS[letter]).join(" ") : label);
  const squareName = ([row, column]) => `${data.columns[column]}${row + 1}`;
  const letter = ([row, column]) => (data.rows[row] || "")[column];
  const same = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];
  const begin = data.rows.flatMap((text, row) => [...text].flatMap((square, column) => (square === "S" ? [[row, column]] : [])))[0];
  function walk(scene, label) {
    for (const step of label.startsWith("/") ? label.slice(1) : "") {
      const at = scene.squares[scene.squares.length - 1];
      const to = [at[0] + STEPS[step][0], at[1] + STEPS[step][1]];
      scene.squares.push(to);
      if (letter(to) === "G") scene.gold += 1;
    }
  }
  const copy = (scene) => ({ ...scene, squares: [...scene.squares], story: [...scene.story], met: [...scene.met] });
  // One thing happens, and then all that nobody can do otherwise.
  function after(scene, option) {
    const found = copy(scene), [kind, ...more] = state(scene.situation);
    const mine = kind === "a", from = found.squares.length - 1;
    found.likely = option.probability === null || scene.likely === null ? null : scene.likely * option.probability;
    if (mine && option.probability === 0) found.own = false; // From here on nothing says where the agent goes.
    if (mine) walk(found, option.label);
    else found.story.push({ text: told(kind, more, option.label), likely: option.probability });
    meet(found, kind, option.label);
    if (option.label === "take gold") found.gold = 0;
    return forward(found, option.then, mine ? from : null);
  }
  function forward(scene, situation, from) {
    scene.situation = situation;
    let next = options(situation);
    const begun = scene.squares.length - 1;
    while (next.length === 1) {
      const [kind, ...more] = state(scene.situation);
      if (kind === "a") walk(scene, next[0].label);
      if (kind === "b" || kind === "d") scene.story.push({ text: told(kind, more, next[0].label), likely: 1 });
      if (kind === "r") scene.story.push(alarm(scene.situation, more));
      if (next[0].label === "take gold") scene.gold = 0;
      meet(scene, kind, next[0].label);
      scene.situation = next[0].then;
      next = options(scene.situation);
    }
    if (from === null && scene.squares.length - 1 > begun) from = begun;
    if (from !== null) scene.story.push({ text: journey(scene.squares.slice(from)), way: true, likely: null });
    return scene;
  }
  // Nobody is met twice.
  function meet(scene, kind, label) {
    const here = places.find(({ at }) => same(at, scene.squares[scene.squares.length - 1]));
    if (here && (kind === "b" || (kind === "l" && label === "occupied"))) scene.met.push(here);
  }
  function told(kind, more, label) {
    if (kind === "l") return `${places[more[0]].name} is ${label}`;
    if (kind === "b") return `${bandits}: ${label}`;
    return label;
  }
  function alarm(situation, [closed, , seen]) {
    const whole = weight(situation);
    let stay = 0;
    for (const one of situation.particles) stay += one.weight * played(one.node)[0];
    const moved = whole ? round(1 - stay / whole) : 0;
    if (whole && moved < 1e-9) return { text: `${seen || "a chance to move"}: the ${bandits} stay where they are`, likely: null };
    const moves = whole ? `one of the ${bandits} moves with probability ${page.probability(moved)}` : `one of the ${bandits} may move`;
    return { text: `${seen || "a chance to move"}: ${moves}, unseen`, likely: null };
  }
  const round = (number) => Number(number.toPrecision(9));
  const runs = (squares) => turns(squares).map(([name, times]) => (times > 1 ? `${name} ${times}` : name)).join(", ");
  const arrows = (squares) => turns(squares).map(([name, times]) => `${{ up: "↑", down: "↓", left: "←", right: "→" }[name]}${times > 1 ? times : ""}`).join(" ");
  function turns(squares) {
    const found = [];
    for (let at = 1; at < squares.length; at += 1) {
      const [down, right] = [squares[at][0] - squares[at - 1][0], squares[at][1] - squares[at - 1][1]];
      const name = down ? (down > 0 ? "down" : "up") : right > 0 ? "right" : "left";
      const last = found[found.length - 1];
      if (last && last[0] === name) last[1] += 1;
      else found.push([name, 1]);
    }
    return found;
  }
  function goal(squares) {
    const end = squares[squares.length - 1], place = places.find(({ at }) => same(at, end));
    if (place) return `to ${place.name}`;
    return letter(end) === "D" ? "to the exit" : `to ${squareName(end)}`;
  }
  const journey = (squares) => `goes ${goal(squares)}: ${runs(squares)}`;

  // Drawing.
  const centre = ([row, column]) => [data.margin + (column + 0.5) * data.cell, data.margin + (row + 0.5) * data.cell];
  // As `stages.draw.labels.share_text` and `share_label` of `stages.draw.maps.ribbons` have them.
  const shareText = (p) => (p === 0 || p === 1 ? String(p) : p < 0.001 ? p.toExponential(0).replace(/e-(\d)$/, "e-0$1") : p > 0.999 ? ">0.999" : String(Number(p.toFixed(3))));
  const shareLabel = (p) => (data.larger === 1 || p === 0 || p === 1 ? shareText(p) : p < 0.005 ? "<0.01" : p < 0.995 ? p.toFixed(2) : ">0.99");
  const key = (from, to) => `${from} ${to}`;
  const line = (points) => points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  function pairs(squares) {
    return squares.slice(1).map((to, at) => [squares[at], to]);
  }

  // The arrows of the ways and their numbers, as `stages.draw.maps.ribbons` places them.
  const TALL = 11 * data.larger, LETTER = 0.564, ASIDE = 7.5, BEND = 0.3;
  const equal = (one, other) => Math.abs(one - other) <= 1e-6 * Math.max(one, other);
  const beyond = (from, to) => [2 * to[0] - from[0], 2 * to[1] - from[1]];
  const thickness = ({ likely }) => 1.5 + likely * 10.5;
  const end = (run) => run.squares[run.squares.length - 1];
  function runsOf(ways) {
    const known = new Map(), found = [];
    for (const { squares, probability } of ways) if (probability)
      for (const [from, to] of pairs(squares)) {
        const step = known.get(key(from, to)) || { from, to, likely: 0 };
        step.likely += probability;
        known.set(key(from, to), step);
      }
    const opposed = ({ from, to }) => known.has(key(to, from));
    // The step that continues the run of a step.
    function next(step) {
      const then = known.get(key(step.to, beyond(step.from, step.to)));
      return then && !"SGDE".includes(letter(step.to)) && equal(step.likely, then.likely) && opposed(step) === opposed(then) ? then : null;
    }
    for (const step of known.values()) {
      const before = known.get(key(beyond(step.to, step.from), step.from));
      if (before && next(before)) continue;
      const squares = [step.from, step.to];
      for (let then = next(step); then; then = next(then)) squares.push(then.to);
      found.push({ squares, likely: step.likely, aside: opposed(step) ? ASIDE : 0 });
    }
    return found;
  }
  const ahead = ({ squares: [from, to] }) => [to[0] - from[0], to[1] - from[1]];
  function along(run, far) {
    const [x, y] = centre(run.squares[0]), [down, right] = ahead(run);
    return [x + right * far * data.cell - down * run.aside, y + down * far * data.cell + right * run.aside];
  }
  function ribbon(run) {
    const bends = run.aside ? [along(run, BEND), along(run, run.squares.length - 1 - BEND)] : [];
    return [centre(run.squares[0]), ...bends, centre(end(run))];
  }
  const headHalf = (run) => thickness(run) / 2 + 3.5;
  function head(run) {
    const half = headHalf(run), long = half * 0.75, [down, right] = ahead(run);
    const [x, y] = along(run, run.squares.length - 1.5);
    return [[x + right * long, y + down * long], [x - right * long - down * half, y - down * long + right * half], [x - right * long + down * half, y - down * long - right * half]];
  }
  function boxOf(points, more) {
    const [across, down] = [0, 1].map((at) => points.map((point) => point[at]));
    return [Math.min(...across) - more, Math.min(...down) - more, Math.max(...across) + more, Math.max(...down) + more];
  }
  const overlap = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
  const signs = data.rows.flatMap((text, row) => [...text].flatMap((square, column) => ("SGDE".includes(square) ? [boxOf([centre([row, column])], square === "E" ? data.cell / 2 : 9)] : [])));
  // Connected runs with the same probability share one number.
  function chains(found) {
    const followed = new Set(), after = new Map();
    for (const run of found) {
      const other = found.find((one) => same(one.squares[0], end(run)) && equal(one.likely, run.likely) && !followed.has(one));
      if (other) { followed.add(other); after.set(run, other); }
    }
    return found.filter((run) => !followed.has(run)).map((run) => {
      const chain = [run];
      while (after.has(run)) { run = after.get(run); chain.push(run); }
      return chain;
    });
  }
  function numberPlaces(run) {
    const length = run.squares.length - 1, upright = ahead(run)[1] === 0, text = shareLabel(run.likely);
    const beside = thickness(run) / 2 + TALL / 2 + 1.5, off = length === 1 ? Math.max(beside, 2 + headHalf(run) + TALL / 2) : beside;
    const middles = Array.from({ length: 2 * length - 1 }, (_, at) => (at + 1) / 2).sort((one, other) => Math.abs(one - length / 2) - Math.abs(other - length / 2));
    const wide = LETTER * TALL * text.length / 2, half = upright ? [TALL / 2, wide] : [wide, TALL / 2];
    return [-1, 1].flatMap((side) => middles.map((far) => {
      const [x, y] = along(run, far), at = upright ? [x - side * off, y] : [x, y + side * off];
      return { at, upright, text, box: [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]] };
    }));
  }
  // The widest come first; a number without room is left out.
  function numbers(found) {
    const taken = [...found.flatMap((run) => [boxOf(ribbon(run), thickness(run) / 2), boxOf(head(run), 0)]), ...signs], placed = [];
    for (const chain of chains(found).sort((one, other) => round(other[0].likely) - round(one[0].likely))) {
      const tried = chain.sort((one, other) => other.squares.length - one.squares.length).flatMap(numberPlaces);
      const free = tried.find(({ box }) => !taken.some((other) => overlap(box, other)));
      if (free) { taken.push(free.box); placed.push(free); }
    }
    return placed;
  }
  function drawWays(ways) {
    const found = runsOf(ways), low = TALL * 3.8 / 11;
    const never = ways.length <= 6 ? ways.filter(({ probability }) => !probability) : [];
    return [
      ...never.map(({ squares }) => svg("path", { class: "never-way", d: line(squares.map(centre)) })),
      ...[...found].sort((one, other) => other.likely - one.likely).map((run) => svg("path", { class: "way", "stroke-linecap": "round", "stroke-width": thickness(run), d: line(ribbon(run)) })),
      ...found.map((run) => svg("path", { class: "way-head", d: `${line(head(run))}z` })),
      ...numbers(found).map(({ at: [x, y], upright, text }) => svg("text", {
        class: "way-words", "font-size": TALL, "text-anchor": "middle", x: upright ? x + low : x, y: upright ? y : y + low,
        ...(upright ? { transform: `rotate(-90 ${x + low} ${y})` } : {}) }, text)),
    ];
  }
  function drawFilled(occupied) {
    const size = data.cell - 6;
    return places.map(({ at: [row, column] }, at) => svg("rect", { class: "filled", x: data.margin + column * data.cell + 3, y: data.margin + row * data.cell + 3 + size * (1 - occupied[at]), width: size, height: size * occupied[at], rx: 3 }));
  }
  function drawKnown(occupied, met) {
    return places.map((place, at) => {
      const text = occupied === null ? "?" : met.includes(place) ? "met" : shareLabel(round(occupied[at])), [x, y] = centre(place.at);
      return svg("text", { class: "known", x, y: y + data.cell / 2 - 9, "text-anchor": "middle", "font-size": 11 * data.larger, "font-weight": 700, "data-place": place.name }, text);
    });
  }
  function draw(scene, ways) {
    const occupied = occupation(scene.situation);
    by("map-occupied").replaceChildren(...(occupied ? drawFilled(occupied) : []));
    by("map-known").replaceChildren(...drawKnown(occupied, scene.met));
    by("map-ways").replaceChildren(...(scene.squares.length > 1 ? [svg("path", { class: "gone", d: line(scene.squares.map(centre)) })] : []), ...drawWays(ways));
    const here = scene.squares[scene.squares.length - 1], [x, y] = centre(here);
    // Beside name and number of a dangerous place.
    const aside = places.some(({ at }) => same(at, here)) ? 9 : 0;
    by("map-agent").replaceChildren(svg("circle", { class: "agent", cx: x + aside, cy: y - aside, r: aside ? 8 : 10 }), svg("g", { id: "map-look" }), svg("g", { id: "map-marks" }));
    markSquares(page.marks.now);
  }
  function occupation(situation) {
    const whole = weight(situation);
    if (!whole || situation.left) return null;
    return places.map(({ bit }) => situation.particles.reduce((sum, one) => sum + (one.secret & bit ? one.weight : 0), 0) / whole);
  }
  function secrets(situation) {
    const whole = weight(situation), found = new Map();
    for (const one of situation.particles) found.set(one.secret, (found.get(one.secret) || 0) + one.weight / whole);
    return [...found].sort((one, other) => other[1] - one[1])
      .map(([secret, likely]) => [places.filter(({ bit }) => secret & bit).map(({ name }) => name).join(" ") || "none", round(likely)]);
  }

  // The panel.
  const bar = (share, kind) => svg("svg", { class: `map-bar ${kind}`, viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 6 }), svg("rect", { width: 100 * (share || 0), height: 6 }));
  const fact = (name, text) => html("div", {}, html("dt", {}, name), html("dd", {}, text));
  const shown = (number) => (number === null ? "–" : page.value(round(number)));
  const likely = (number) => (number === null ? "–" : page.probability(round(number)));
  function actor(kind) {
    return { a: "first", b: "second", l: "second", d: "chance" }[kind];
  }
  // What the agent's own moves never lead to says nothing of its ways, and is not advice to the others.
  function oftenness(scene, kind, share) {
    if (scene.own || share === null || kind === "d") return [likely(share), bar(share, actor(kind))];
    return [kind === "a" ? "any" : `(${likely(share)})`];
  }
  function row(option, at, rank, scene, way, best) {
    const [kind, ...more] = state(scene.situation);
    const title = kind === "a" ? (way.squares.length > 1 ? goal(way.squares) : word(option.label)) : told(kind, more, option.label);
    const walked = kind === "a" && way.squares.length > 1;
    const gold = walked ? way.squares.slice(1).filter((square) => letter(square) === "G").length : 0;
    const detail = walked ? [html("span", { "aria-hidden": "true" }, arrows(way.squares)), html("span", { class: "map-unseen" }, runs(way.squares))]
      : option.probability === 0 ? [`the ${bandits} never let this happen`] : null;
    const choose = html("button", { type: "button", class: best ? "map-option likeliest" : "map-option", "data-option": at, on: {
      click: () => pick(at), mouseenter: () => look(way), focus: () => look(way), mouseleave: () => look(null), blur: () => look(null) } },
      rank < 9 ? html("kbd", { "aria-hidden": "true" }, String(rank + 1)) : html("span"), html("span", {}, gold ? `${title}, with ${gold} gold` : title), detail ? html("small", {}, ...detail) : null);
    return html("tr", {}, html("td", { class: "map-do" }, choose),
      html("td", { class: "number" }, ...oftenness(scene, kind, option.probability)),
      html("td", { class: "number" }, shown(option.value)));
  }
  function look(way) {
    by("map-look").replaceChildren(...(way && way.squares.length > 1 ? [svg("path", { class: "shown-way", d: line(way.squares.map(centre)) })] : []));
  }
  function heading(scene, next) {
    const at = scene.squares[scene.squares.length - 1], place = places.find((one) => same(one.at, at));
    const where = scene.squares.length === 1 && !picks.length ? "At the start" : place ? `At ${place.name}` : letter(at) === "D" ? "At the exit" : `At ${squareName(at)}`;
    if (scene.situation.left) return "Not in this file";
    const [kind, , text] = state(scene.situation);
    if (kind === "t") return `The end: ${text} to ${agent}.`;
    const fight = kind === "d" && next.some(({ label: one }) => one === "escaped");
    const open = { a: `where does the ${agent} go?`, b: `what do the ${bandits} do?`, l: "is anybody there?", d: fight ? "how does the fight end?" : "what happens?" };
    return `${where}: ${open[kind]}`;
  }
  function reason(scene, next) {
    if (scene.situation.left) return "The game is large, and the page has only its likeliest situations. This is not one of them.";
    if (!weight(scene.situation)) return `In equilibrium the ${bandits} never let this happen. So it is not known where they are, or what this is worth.`;
    const asked = state(scene.situation)[0];
    if (asked === "b" && !scene.own) return `Off the equilibrium path, after a deviation by the ${agent}: no advice. These moves keep what is guaranteed to the ${bandits}, but others may be better here.`;
    if (asked !== "a") return "";
    const values = next.map((option) => option.value), best = Math.max(...values);
    const worse = values.filter((one) => best - one > 1e-6 * Math.max(1, Math.abs(best))).length;
    const used = next.filter((option) => option.probability).length;
    if (!scene.own) return `In equilibrium the ${agent}'s own moves never lead here, so any way will do. The column “worth” shows which is best against ${bandits} that hide like this.`;
    const top = picks.length ? "" : `The best end pays ${shown(data.best)}. `;
    if (used > 1 && !worse) return `${top}Against ${bandits} that hide like this, every way is worth ${shown(best)}: none is better than another.`;
    if (used > 1) return `${top}Against ${bandits} that hide like this, no way is worth more than ${shown(best)}; ${worse === 1 ? "one is" : `${worse} are`} worth less.`;
    return values.length > 1 ? `${top}Against ${bandits} that hide like this, ${worse === values.length - 1 ? "every other way is worth less" : "no way is worth more"}.` : top;
  }
  function secretsTable(scene) {
    const whole = weight(scene.situation);
    if (!whole || scene.situation.left) return null;
    const found = secrets(scene.situation), first = found.slice(0, 8);
    const rest = found.length - first.length;
    return html("table", { class: "map-secrets" }, html("caption", {}, `Where the ${bandits} are`),
      html("tbody", {}, ...first.map(([names, share]) => html("tr", {}, html("td", {}, names), html("td", { class: "number" }, likely(share), bar(share, "second")))),
        rest > 0 ? html("tr", {}, html("td", { class: "soft" }, `${rest} more`), html("td", { class: "number" }, likely(found.slice(8).reduce((sum, one) => sum + one[1], 0)))) : null));
  }
  function table(scene, next, ways) {
    if (!next.length) return null;
    const kind = state(scene.situation)[0], best = likeliest(next);
    return html("table", { class: "map-options" }, html("caption", {}, kind === "a" ? `Where the ${agent} goes` : "What happens here"),
      html("thead", {}, html("tr", {}, html("th", {}, kind === "a" ? "way" : ""), html("th", { class: "number" }, "how often"), html("th", { class: "number" }, "worth"))),
      html("tbody", {}, ...folded(order(next).map((at, rank) => row(next[at], at, rank, scene, ways[at], at === best)), next)));
  }
  // Of many ways, those that are never taken wait behind a button.
  function folded(rows, choices) {
    const first = Math.max(FIRST, choices.filter((option) => option.probability).length), rest = rows.slice(first);
    if (rest.length < 3) return rows;
    rest.forEach((one) => { one.hidden = true; });
    const unfold = html("tr", {}, html("td", { colspan: 3 }, button(`${rest.length} more ways, never taken`, () => {
      rest.forEach((one) => { one.hidden = false; });
      unfold.hidden = true;
      rest[0].querySelector("button").focus();
    }, { class: "map-more" })));
    return [...rows, unfold];
  }
  // Of many ways those come first that are taken most often, and then those worth most.
  function order(choices) {
    const found = choices.map((_, at) => at);
    if (choices.length < 4 || choices[0].probability === null) return found;
    return found.sort((one, other) => round(choices[other].probability) - round(choices[one].probability)
      || round(choices[other].value || 0) - round(choices[one].value || 0) || one - other);
  }
  function likeliest(next) {
    let best = -1;
    next.forEach((option, at) => { if (option.probability && (best < 0 || option.probability > next[best].probability + 1e-9)) best = at; });
    return best;
  }
  function story(scene) {
    if (!scene.story.length) return null;
    return html("div", {}, html("h4", { class: "map-far" }, "So far"),
      html("ol", { class: "map-story" }, ...scene.story.map(({ text, likely: share }) =>
        html("li", {}, text, share !== null && share !== undefined && share !== 1 ? html("span", { class: "soft" }, ` (${likely(share)})`) : null))));
  }

  // What was picked, from the start on.
  let picks = [], scene = null, next = [];
  function begun() {
    return forward({ squares: [begin || [0, 0]], gold: 0, story: [], met: [], likely: 1, own: true }, start(), null);
  }
  function waysOf(from, choices) {
    const [kind] = state(from.situation) || [""];
    return choices.map((option) => {
      if (kind !== "a") return { squares: [], probability: 0 };
      return { squares: after(from, option).squares.slice(from.squares.length - 1), probability: from.own ? option.probability : 0 };
    });
  }
  function go(wanted) {
    picks = [];
    scene = begun();
    next = options(scene.situation);
    for (const at of wanted) {
      if (!next[at]) break;
      scene = after(scene, next[at]);
      next = options(scene.situation);
      picks.push(at);
    }
  }
  function render() {
    const ways = waysOf(scene, next), worth = value(scene.situation), why = reason(scene, next);
    draw(scene, ways);
    const number = scene.situation.left ? null : data.names[scene.situation.state];
    const title = html("h3", { id: "map-now", tabindex: -1 }, heading(scene, next));
    panel.dataset.at = picks.join(".");
    panel.replaceChildren(title,
      html("dl", { class: "map-facts" }, fact(`worth to ${agent} from here`, shown(worth)), fact("gold held", String(scene.gold)), fact("how often play comes here", likely(scene.likely))),
      ...[table(scene, next, ways), why ? html("p", { class: "map-why" }, why) : null, secretsTable(scene), story(scene),
        html("div", { class: "map-turn" },
          button("Back", back, { id: "map-back", disabled: !picks.length }),
          button("Start again", again, { id: "map-start", disabled: !picks.length }),
          button("Likeliest step", most, { id: "map-likeliest", disabled: likeliest(next) < 0 })),
        html("p", { class: "soft map-keys" }, ...keys(number))].filter(Boolean));
  }
  function keys(number) {
    const key = (name) => html("kbd", {}, name);
    const name = typeof number === "string" && /^\d+$/.test(number) ? `s${number}` : number;
    const mark = name === null ? null : button(`find in the files: ${name}`, () => page.marks.mark("state", name), {
      class: "map-state", title: "Mark this state everywhere in the page", "data-mark-state": name });
    return [key("1"), "…", key("9"), " choose, ", key("Enter"), " likeliest step, ", key("Backspace"), " back, ", key("Home"), " start. ", mark];
  }
  function show(wanted, { address = true, focus = true } = {}) {
    const inside = root.contains(document.activeElement) && document.activeElement !== board;
    go(wanted);
    render();
    if (address) page.address.set("map", picks.length ? picks.join(".") : null);
    const last = scene.story[scene.story.length - 1];
    said.textContent = `${last ? `${last.text}. ` : ""}${heading(scene, next)} Worth ${shown(value(scene.situation))}.`;
    if (inside && focus) by("map-now").focus({ preventScroll: true });
  }
  const pick = (at) => { if (next[at]) show([...picks, at]); };
  const back = () => { if (picks.length) show(picks.slice(0, -1)); };
  const again = () => { if (picks.length) show([]); };
  const most = () => { if (likeliest(next) >= 0) pick(likeliest(next)); };
  const asked = () => (page.address.get("map") || "").split(".").filter((text) => /^\d+$/.test(text)).map(Number);

  root.addEventListener("keydown", (event) => {
    if (page.held(event) || event.target.closest("input, select, textarea")) return;
    const deed = { Backspace: back, Home: again }[event.key]
      || (event.key === "Enter" && !event.target.closest("button, a") ? most : null)
      || (/^[1-9]$/.test(event.key) ? () => pick(order(next)[Number(event.key) - 1]) : null);
    if (deed) { event.preventDefault(); deed(); }
  });
  page.address.hear(() => {
    if (asked().join(".") !== picks.join(".")) show(asked(), { address: false });
  });
  function markSquares(now) {
    const found = new Set(now.square || []);
    if (!found.size) for (const id of now.state || []) {
      const named = data.states[data.names.findIndex((name) => name === id || `s${name}` === id)];
      if (named && named[0] === "a" && named.length > 2) found.add(named.slice(2).join(","));
      if (named && named[0] === "l") found.add(places[named[1]].at.join(","));
    }
    // An address may ask for what is no square.
    const squares = [...found].map((id) => id.split(",").map(Number)).filter((at) => letter(at));
    by("map-marks").replaceChildren(...squares.map((at) => svg("rect", { class: "marked-square", x: centre(at)[0] - data.cell / 2 + 2, y: centre(at)[1] - data.cell / 2 + 2, width: data.cell - 4, height: data.cell - 4, rx: 5 })));
  }
  page.marks.hear(markSquares);
  // Choosing a square marks it, and choosing it again ends that.
  board.addEventListener("click", (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(by("map-ways").getScreenCTM().inverse());
    const id = [Math.floor((y - data.margin) / data.cell), Math.floor((x - data.margin) / data.cell)].join(",");
    const at = id.split(",").map(Number), now = page.marks.now.square;
    if (letter(at) && letter(at) !== "#") page.marks.mark(...(now && now.has(id) && now.size === 1 ? [null] : ["square", id]));
  });
  show(asked(), { address: false, focus: false });
};
