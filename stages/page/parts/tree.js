// The game tree: laid out as `stages/draw/trees/` does it, with the same numbers, folded and unfolded.
page.sections.tree = (root, data) => {
  const { svg, html, button, grouped, address, marks } = page;
  const find = (name) => root.querySelector(`.tree-${name}`);
  const box = find("drawing"), panel = find("panel"), way = find("way"), hitsTold = find("hits");
  const FOUND = 500, WALKED = 50000, LIKELY = 40, LINKED = 500;

  // ---- The game: nodes by number, histories by the places of their moves ("0.2"; "" is the root).
  const folded = new Map();
  const infosetOf = (node) => (node in data.decided ? data.decided[node][0] : node in data.left ? data.left[node][0] : null);
  const below = (node) => (data.decided[node] || data.drawn[node] || [null]).slice(1);
  const ends = (node) => node in data.ends;
  function kind(node) {
    const infoset = infosetOf(node);
    return ends(node) ? "end" : infoset === null ? "chance" : data.infosets[infoset][0] === 1 ? "first" : "second";
  }
  function moves(node) {
    if (node in data.drawn) {
      const [labels, shown, exact, shares] = data.chances[data.drawn[node][0]];
      return { labels, shown, exact, shares, values: null };
    }
    if (!(node in data.decided)) return { labels: [], shown: [], exact: [], shares: [], values: null };
    const [, , labels, shares, , , values] = data.infosets[data.decided[node][0]];
    return { labels, shown: shares.map(shareText), exact: shares.map(page.probability), shares, values };
  }
  function behind(node) { // How many histories begin at a node, itself among them.
    if (node in data.left) return data.left[node][1];
    if (!folded.has(node)) folded.set(node, below(node).reduce((sum, child) => sum + behind(child), 1));
    return folded.get(node);
  }
  const steps = (key) => (key ? key.split(".").map(Number) : []);
  const longer = (key, move) => (key ? `${key}.${move}` : String(move));
  const above = (key) => (key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : "");
  const within = (key, start) => start === "" || key === start || key.startsWith(`${start}.`);
  function follow(key) { // The node of a history, its moves in words, and how likely it is; null where there is none.
    let node = 0, likely = 1;
    const labels = [], own = [1, 1];
    for (const move of steps(key)) {
      const next = below(node)[move], made = moves(node);
      if (next === undefined) return null;
      labels.push(made.labels[move]);
      likely *= made.shares[move];
      if (node in data.decided) own[data.infosets[infosetOf(node)][0] - 1] *= made.shares[move];
      node = next;
    }
    return { node, labels, likely, own };
  }

  // ---- Words and their widths, as in `words.py`.
  const NARROW = new Set("ijl.,:;'|!ft()[]{}/\\ I1`-"), WIDE = new Set("mwMW@%&"), LONGEST = 24;
  const isUpper = (one) => one !== one.toLowerCase() && one === one.toUpperCase();
  const shareOf = (one) => (NARROW.has(one) ? 0.36 : WIDE.has(one) ? 0.93 : one.codePointAt(0) >= 0x1100 ? 1.05 : isUpper(one) ? 0.72 : 0.6);
  const width = (text, size) => size * [...text].reduce((sum, one) => sum + shareOf(one), 0);
  const cut = (text) => ([...text].length <= LONGEST ? text : `${[...text].slice(0, LONGEST - 1).join("")}…`);
  const commonLength = (texts) => {
    let same = 0;
    while (same < texts[0].length && texts.every((text) => text[same] === texts[0][same])) same++;
    return same;
  };
  function shortened(labels) { // What is cut and looks like another label is told by where it differs.
    const found = labels.map(cut);
    for (const text of [...new Set(found)].filter((one) => found.indexOf(one) !== found.lastIndexOf(one))) {
      const alike = [...found.keys()].filter((at) => found[at] === text), texts = alike.map((at) => [...labels[at]]);
      const same = commonLength(texts), begin = texts[0].slice(0, same).lastIndexOf(" ") + 1 || same;
      alike.forEach((at, one) => { found[at] = cut(`…${texts[one].slice(begin).join("")}`); });
    }
    return found;
  }
  function shareText(number) {
    if (number === 0 || number === 1) return String(number);
    if (number < 0.001) return number.toExponential(0).replace(/e-(\d)$/, "e-0$1");
    return number > 0.999 ? ">0.999" : number.toFixed(3).replace(/0+$/, "");
  }

  // ---- What is shown.
  const first = new Set(data.opened);
  const state = { root: "", opened: new Set(first), right: data.right, selected: "" };
  let items = [], hovered = null, hits = [], hit = -1;

  const advises = (infoset) => data.advised || infoset === null || data.infosets[infoset][4] > 0;
  function gathered() {
    const found = [], waiting = [[state.root, -1, "", "", "", 1, [true, true]]];
    while (waiting.length) {
      const [key, up, label, short, share, likely, own] = waiting.pop();
      const { node } = follow(key), at = found.length, known = below(node), made = moves(node), infoset = infosetOf(node);
      const mover = infoset === null ? -1 : data.infosets[infoset][0] - 1, reached = likely > 0;
      const item = {
        key, node, above: up, kind: kind(node), label, short, share, reached, infoset, led: mover < 0 || own[mover],
        depth: up < 0 ? 0 : found[up].depth + 1, below: [], under: "", open: state.opened.has(key) && known.length > 0,
      };
      if (ends(node)) item.under = data.payoffs[data.ends[node]];
      else if (!item.open) item.under = `+${grouped(behind(node) - 1)}`;
      found.push(item);
      if (up >= 0) found[up].below.push(at);
      if (!item.open) continue;
      const shorts = shortened(made.labels);
      for (let move = known.length - 1; move >= 0; move--) {
        // Where own moves never lead it is as good as any other; where play does not come it is not advice.
        const told = known.length > 1 && (item.led || advises(infoset)) ? made.shown[move] : "", apart = told && !advises(infoset);
        const leads = own.map((yes, player) => yes && (player !== mover || made.shares[move] > 0));
        waiting.push([longer(key, move), at, made.labels[move], shorts[move], apart ? `(${told})` : told, likely * made.shares[move], leads]);
      }
    }
    return found;
  }

  // ---- The layout, as in `stages/draw/trees/layout.py`.
  const LABEL = 12.5, SHARE = 11, NUMBER = 10.5, LINE = 14, RADIUS = 10, DOT = 3, AIR = 6, LANE = 9, MARGIN = 16;
  const room = (lane) => (lane ? RADIUS + 4 + LANE * lane : RADIUS);
  const toLeft = (shift) => shift < -0.5;

  function measured(all) {
    for (const item of all) {
      item.number = item.infoset === null ? "" : String(item.infoset);
      item.half = item.kind === "end" ? DOT : Math.max(RADIUS, width(item.number, NUMBER) / 2 + 4);
      item.wide = item.above < 0 ? 0 : Math.max(width(item.short, LABEL), width(item.share, SHARE));
      item.underWide = width(item.under, LABEL);
    }
    return all.some((item) => item.share) ? 2 : 1;
  }
  function lanesOf(all) {
    const order = [], place = [], sets = new Map();
    all.forEach((item, at) => {
      place.push(order[item.depth] = (order[item.depth] ?? -1) + 1);
      if (item.infoset === null) return;
      if (!sets.has(item.infoset)) sets.set(item.infoset, []);
      sets.get(item.infoset).push(at);
    });
    const spans = [];
    for (const [infoset, members] of sets) {
      if (members.length < 2) continue;
      const depths = new Map();
      for (const at of members) depths.set(all[at].depth, [...(depths.get(all[at].depth) || []), at]);
      for (const [depth, those] of depths) spans.push({ length: place[those.at(-1)] - place[those[0]], infoset, depth, those });
    }
    spans.sort((a, b) => a.length - b.length || a.infoset - b.infoset || a.depth - b.depth);
    const taken = order.map(() => []);
    for (const span of spans) {
      span.lane = 0;
      if (span.length <= span.those.length - 1) continue;
      const begin = place[span.those[0]], end = begin + span.length;
      let lane = taken[span.depth].findIndex((spans) => spans.every(([from, to]) => begin > to || from > end));
      if (lane < 0) lane = taken[span.depth].push([]) - 1;
      taken[span.depth][lane].push([begin, end]);
      span.lane = lane + 1;
    }
    spans.sort((a, b) => a.infoset - b.infoset || a.depth - b.depth);
    return { rows: spans, most: taken.map((one) => one.length) };
  }
  function joinsOf(all, rows, right) {
    const made = [];
    rows.forEach((row, at) => {
      const points = row.those.map((one) => [all[one].x, all[one].y]), role = all[row.those[0]].kind;
      const add = (line) => made.push({ infoset: row.infoset, role, line });
      const before = rows[at - 1];
      if (before && before.infoset === row.infoset) add([[all[before.those.at(-1)].x, all[before.those.at(-1)].y], points[0]]);
      if (points.length < 2) return;
      if (!row.lane) return add(points);
      const beside = ([x, y]) => (right ? [x - room(row.lane), y] : [x, y - room(row.lane)]);
      add([points[0], beside(points[0]), beside(points.at(-1)), points.at(-1)]);
      points.slice(1, -1).forEach((point) => add([point, beside(point)]));
    });
    return made;
  }

  function downwards(all, lines, lanes) {
    const bands = lanes.most.map((most) => {
      const foot = room(most) + AIR, words = LINE * lines, height = RADIUS + 42 + words + foot;
      return { height, top: 1 - (foot + words) / height, foot: 1 - foot / height };
    });
    for (let at = all.length - 1; at >= 0; at--) {
      const item = all[at], children = item.below.map((child) => all[child]);
      item.shift = 0;
      item.left = item.rightmost = Math.max(item.half, item.underWide / 2);
      if (!children.length) continue;
      const band = bands[item.depth + 1], offsets = [0];
      for (let k = 1; k < children.length; k++) offsets.push(offsets[k - 1] + children[k - 1].rightmost + 2 * AIR + children[k].left);
      spread(offsets, children.map((child) => child.wide), band);
      const middle = (offsets[0] + offsets.at(-1)) / 2;
      children.forEach((child, k) => {
        child.shift = offsets[k] - middle;
        const words = child.wide + AIR, mean = band.foot * child.shift;
        const outer = toLeft(child.shift) ? [mean - words, mean] : [mean, mean + words];
        item.left = Math.max(item.left, child.left - child.shift, -outer[0]);
        item.rightmost = Math.max(item.rightmost, child.rightmost + child.shift, outer[1]);
      });
    }
    const heights = bands.map((band) => band.height);
    for (const item of all) {
      item.x = item.above < 0 ? MARGIN + item.left : all[item.above].x + item.shift;
      if (item.above >= 0) heights[item.depth] = Math.max(heights[item.depth], bands[item.depth].height + Math.min(120, 0.12 * Math.abs(item.shift)));
    }
    const rows = [MARGIN + room(lanes.most[0])];
    heights.slice(1).forEach((height) => rows.push(rows.at(-1) + height));
    for (const item of all) {
      item.y = rows[item.depth];
      if (item.above < 0) continue;
      const up = all[item.above], shift = item.x - up.x, band = bands[item.depth];
      const x = up.x + band.foot * shift, y = up.y + band.foot * (item.y - up.y) - 3;
      item.branch = [[up.x, up.y], [item.x, item.y]];
      item.words = { x: toLeft(shift) ? x - AIR : x + AIR, y: y - LINE * (lines - 1), under: y, end: toLeft(shift) };
    }
    return [all[0].left + all[0].rightmost + 2 * MARGIN, rows.at(-1) + RADIUS + LINE + MARGIN];
  }
  function spread(offsets, wide, band) {
    for (let round = 0; round < 200; round++) {
      let calm = true;
      for (let at = 1; at < offsets.length; at++) {
        const middle = (offsets[0] + offsets.at(-1)) / 2, one = offsets[at - 1] - middle, other = offsets[at] - middle;
        let lack = 0;
        if (toLeft(other)) lack = wide[at] + 2 * AIR - (band.foot * other - band.top * one);
        else if (!toLeft(one)) lack = wide[at - 1] + 2 * AIR - (band.top * other - band.foot * one);
        if (lack > 0.01) {
          calm = false;
          for (let further = at; further < offsets.length; further++) offsets[further] += lack / band.top;
        }
      }
      if (calm) return;
    }
  }

  function rightwards(all, lines, lanes) {
    for (let at = all.length - 1; at >= 0; at--) {
      const item = all[at], children = item.below.map((child) => all[child]), offsets = [0];
      item.shift = 0;
      item.up = LINE + 2;
      item.down = lines === 2 ? LINE + 2 : RADIUS + 2;
      for (let k = 1; k < children.length; k++) offsets.push(offsets[k - 1] + children[k - 1].down + children[k].up);
      const middle = (offsets[0] + offsets.at(-1)) / 2;
      children.forEach((child, k) => {
        child.shift = offsets[k] - middle;
        item.up = Math.max(item.up, child.up - child.shift);
        item.down = Math.max(item.down, child.down + child.shift);
      });
    }
    const depths = lanes.most.length, half = Array(depths).fill(0), wide = Array(depths).fill(0), far = Array(depths).fill(0);
    for (const item of all) {
      half[item.depth] = Math.max(half[item.depth], item.half);
      wide[item.depth] = Math.max(wide[item.depth], item.wide);
      far[item.depth] = Math.max(far[item.depth], Math.abs(item.shift));
    }
    const columns = [MARGIN + Math.max(half[0], room(lanes.most[0]))], level = [0];
    for (let depth = 1; depth < depths; depth++) {
      level.push(columns.at(-1) + half[depth - 1] + 18 + Math.min(60, 0.06 * far[depth]));
      columns.push(level[depth] + wide[depth] + AIR + Math.max(half[depth], room(lanes.most[depth])));
    }
    for (const item of all) {
      const up = all[item.above];
      item.x = columns[item.depth];
      item.y = up ? up.y + item.shift : MARGIN + item.up;
      if (!up) continue;
      item.branch = [[up.x, up.y], [level[item.depth], item.y], [item.x, item.y]];
      item.words = { x: level[item.depth] + 2, y: item.y - 5, under: item.y + LINE - 2, end: false };
    }
    const widest = Math.max(...all.map((item) => item.x + item.half + (item.underWide ? AIR + item.underWide : 0)));
    return [MARGIN + widest, all[0].up + all[0].down + 2 * MARGIN];
  }

  // ---- Drawing.
  const DASHES = { other: "4 2.5", never: "1.2 3" };
  const dashed = (item) => (item.reached ? {} : { "stroke-dasharray": item.led ? DASHES.other : DASHES.never });
  const PLAYED = { first: "played-first", second: "played-second", chance: "by-chance" };
  const round = (number) => String(Math.round(number * 100) / 100);
  const line = (points) => points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

  function draw() {
    items = gathered();
    if (!items.some((item) => item.key === state.selected)) state.selected = shownAbove(state.selected);
    const lines = measured(items), lanes = lanesOf(items);
    const [wide, high] = (state.right ? rightwards : downwards)(items, lines, lanes);
    const back = svg("g", { "aria-hidden": "true" }), front = [];
    for (const item of items) if (item.branch) back.append(branch(items[item.above], item));
    for (const join of joinsOf(items, lanes.rows, state.right)) {
      back.append(svg("polyline", { class: `joined-${join.role} tree-joint`, points: line(join.line), "data-mark-infoset": join.infoset }));
    }
    for (const item of items) {
      if (item.branch) back.append(...words(items[item.above], item));
      front.push(history(item));
    }
    const picture = svg("svg", {
      width: round(wide), height: round(high), viewBox: `0 0 ${round(wide)} ${round(high)}`, role: "tree",
      "aria-label": "Game tree", "aria-orientation": state.right ? "horizontal" : "vertical",
      "font-family": "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif", on: { keydown: pressed, pointerleave: () => point(null) },
    }, back, ...front);
    const focused = box.contains(document.activeElement);
    box.replaceChildren(picture);
    tellWay();
    point(null);
    paintMarks(marks.now);
    if (focused) current().element.focus({ preventScroll: true });
  }
  function branch(up, item) {
    const likely = up.kind === "chance" ? 0 : item.share ? shareNumber(up.node, item.key) : 0;
    const role = item.reached ? PLAYED[up.kind] : "never";
    const dashes = item.reached ? {} : { "stroke-dasharray": DASHES.other };
    return svg("polyline", { class: role, points: line(item.branch), "stroke-width": item.reached ? round(1.2 + 1.8 * likely) : 1.2, ...dashes });
  }
  const shareNumber = (node, key) => moves(node).shares[steps(key).at(-1)];
  function words(up, item) {
    const anchor = item.words.end ? { "text-anchor": "end" } : {}, x = round(item.words.x);
    const text = (y, role, size, told) => svg("text", { x, y: round(y), class: item.reached ? role : "never-words", "font-size": size, ...anchor }, told);
    return [
      text(item.words.y, "words", LABEL, item.short),
      ...(item.share ? [text(item.words.under, `${up.kind}-words`, SHARE, item.share)] : []),
    ];
  }
  function history(item) {
    const chosen = item.key === state.selected, x = item.x, y = item.y, w = item.half;
    const around = Math.max(w, 6) + 4, tall = (item.kind === "end" ? 6 : RADIUS) + 4;
    const role = item.reached ? item.kind : item.kind === "end" ? "never-end" : "never-node";
    // One may point at the words, too.
    const reach = state.right ? [around, around + item.underWide + AIR, tall] : [Math.max(around, item.underWide / 2), Math.max(around, item.underWide / 2), tall + LINE];
    const grip = { x: round(x - reach[0]), y: round(y - tall), width: round(reach[0] + reach[1]), height: round(tall + reach[2]) };
    const parts = [svg("rect", { class: "tree-grip", ...grip }), svg("rect", { class: "tree-halo", x: round(x - around), y: round(y - tall), width: round(2 * around), height: round(2 * tall), rx: 6 })];
    if (item.kind === "end") parts.push(svg("circle", { class: role, cx: round(x), cy: round(y), r: DOT }));
    else if (item.kind === "chance") {
      parts.push(svg("polygon", { class: role, points: line([[x - w, y], [x, y - RADIUS], [x + w, y], [x, y + RADIUS]]), "stroke-width": 1.4, ...dashed(item) }));
    } else {
      const size = { x: round(x - w), y: round(y - RADIUS), width: round(2 * w), height: 2 * RADIUS, rx: item.kind === "first" ? RADIUS : 1.5 };
      parts.push(svg("rect", { class: role, ...size, "stroke-width": 1.4, ...dashed(item) }));
    }
    const told = item.reached ? "words" : "never-words";
    if (item.number) parts.push(svg("text", { class: told, x: round(x), y: round(y + 3.8), "text-anchor": "middle", "font-size": NUMBER }, item.number));
    if (item.under && state.right) parts.push(svg("text", { class: told, x: round(x + w + AIR), y: round(y + 4.5), "font-size": LABEL }, item.under));
    else if (item.under) {
      const foot = y + (item.kind === "end" ? DOT : RADIUS) + LINE;
      parts.push(svg("text", { class: told, x: round(x), y: round(foot), "text-anchor": "middle", "font-size": LABEL }, item.under));
    }
    const siblings = item.above < 0 ? [0] : items[item.above].below;
    item.element = svg("g", {
      class: "tree-node", role: "treeitem", tabindex: chosen ? 0 : -1, "aria-selected": chosen ? "true" : "false",
      "aria-level": item.depth + 1, "aria-setsize": siblings.length, "aria-posinset": siblings.indexOf(items.indexOf(item)) + 1,
      "aria-expanded": ends(item.node) ? null : String(item.open), "aria-label": spoken(item),
      "data-mark-node": item.node, "data-mark-infoset": item.infoset, "data-history": item.key,
      on: {
        click: () => { select(item, true); if (!ends(item.node)) toggle(item); },
        pointerenter: () => point(item),
        focus: () => select(item, true),
      },
    }, ...parts);
    return item.element;
  }
  function mover(item) {
    return { first: data.players[0], second: data.players[1], chance: "chance", end: "end" }[item.kind];
  }
  function spoken(item) {
    const led = item.label ? `${item.label}${item.share ? `, ${item.share}` : ""}: ` : "";
    if (item.kind === "end") return `${led}end, ${item.under} to ${data.players[0]}`;
    const set = item.infoset === null ? "" : `, information set ${item.infoset}`;
    return `${led}${mover(item)}${set}${item.open ? "" : `, ${item.under.slice(1)} histories folded`}${item.reached ? "" : `, ${item.infoset === null ? "play never comes here" : item.led ? "off the equilibrium path" : "unreachable under the player's own strategy"}`}`;
  }

  // ---- Choosing, folding, and what is told of a history.
  const current = () => items.find((item) => item.key === state.selected) || items[0];
  function shownAbove(key) { // The nearest history above that is drawn.
    while (!items.some((item) => item.key === key) && key && key !== state.root) key = above(key);
    return items.some((item) => item.key === key) ? key : state.root;
  }
  let own = false; // Whether the mark that is heard was made here.
  function select(item, mark) {
    const before = items.find((one) => one.element?.getAttribute("aria-selected") === "true");
    for (const [one, chosen] of [[before, false], [item, true]]) {
      if (!one) continue;
      one.element.setAttribute("aria-selected", String(chosen));
      one.element.setAttribute("tabindex", chosen ? 0 : -1);
    }
    const changed = state.selected !== item.key;
    state.selected = item.key;
    point(null);
    if (mark && (changed || !marks.now.node?.has(String(item.node)))) {
      own = true;
      marks.mark("node", String(item.node));
      own = false;
    }
    if (changed) save(true);
  }
  function go(item) {
    select(item, true);
    item.element.focus({ preventScroll: true });
    show(item);
  }
  function show(item) {
    const edge = 60, { scrollLeft: left, scrollTop: top, clientWidth: wide, clientHeight: high } = box;
    const moved = (at, from, size) => (at < from + edge ? at - edge : at > from + size - edge ? at - size + edge : from);
    box.scrollTo(moved(item.x, left, wide), moved(item.y, top, high));
  }
  function toggle(item) {
    if (ends(item.node) || item.node in data.left) return;
    if (state.opened.has(item.key)) state.opened.delete(item.key);
    else {
      state.opened.add(item.key);
      openForced(item.key);
    }
    change(item.key);
  }
  function openForced(key) { // What follows without a choice is seen with it.
    for (let after = below(follow(key).node); after.length === 1 && below(after[0]).length; after = below(after[0])) {
      key = longer(key, 0);
      state.opened.add(key);
    }
  }
  function change(key) { // Draws again, with a history where it was on the screen.
    const before = items.find((item) => item.key === key);
    const [x, y] = before ? [before.x - box.scrollLeft, before.y - box.scrollTop] : [0, 0];
    draw();
    const after = items.find((item) => item.key === key);
    if (before && after) box.scrollTo(after.x - x, after.y - y);
    save(false);
  }
  function openLikely(key, most) {
    const waiting = [[1, 0, key]];
    let order = 0, total = 0;
    while (waiting.length && total < most) {
      waiting.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
      const [likely, , next] = waiting.shift(), { node } = follow(next), shares = moves(node).shares;
      if (below(node).length) state.opened.add(next);
      below(node).forEach((_, move) => waiting.push([likely * shares[move], ++order, longer(next, move)]));
      total += below(node).length;
    }
  }
  function reroot(key) {
    const there = follow(key);
    if (!there || !below(there.node).length) return;
    state.root = key;
    if (!state.opened.has(key)) openLikely(key, LIKELY);
    if (!within(state.selected, key)) state.selected = key;
    draw();
    box.scrollTo(state.right ? 0 : items[0].x - box.clientWidth / 2, state.right ? items[0].y - box.clientHeight / 2 : 0);
    save(false);
  }
  function home() {
    state.selected = "";
    reroot("");
    if (box.contains(document.activeElement) || document.activeElement === document.body) items[0].element.focus({ preventScroll: true });
  }

  function point(item) { // Tells of a history that one points at, or of the one that is chosen.
    hovered = item;
    const told = item || current(), infoset = told.infoset;
    for (const one of items) one.element.classList.toggle("tree-same", infoset !== null && one.infoset === infoset);
    for (const one of box.querySelectorAll(".tree-joint")) one.classList.toggle("tree-same", one.dataset.markInfoset === String(infoset));
    tell(told);
  }
  function tell(item) {
    const there = follow(item.key), set = item.infoset === null ? null : data.infosets[item.infoset], made = moves(item.node);
    const title = item.kind === "end" ? `End: ${item.under} to ${data.players[0]}` : item.infoset === null ? "Chance" : `${mover(item)}, information set ${item.infoset}`;
    const line = (name, text) => html("p", {}, html("span", { class: "soft" }, `${name} `), text);
    const parts = [html("h3", {}, title), line("history", there.labels.join(" › ") || "the start"), line("node", String(item.node))];
    if (set && set[1]) parts.push(line("sees", set[1]));
    parts.push(line("this history happens", page.probability(there.likely)));
    if (set) {
      const members = items.filter((one) => one.infoset === item.infoset).length;
      parts.push(line("play comes to the set", page.probability(set[4])));
      if (set[5] !== null) parts.push(line(`moves of ${mover(item)} alone lead there`, page.probability(set[5])));
      if (!set[4] && set[5] !== null) parts.push(html("p", { class: "tree-comes" }, comes(set)));
      if (members > 1) parts.push(line("histories of the set drawn", grouped(members)));
    }
    if (made.labels.length) parts.push(table(item, made));
    if (!hovered) parts.push(deeds(item, there));
    panel.replaceChildren(...parts);
  }
  function comes(set) {
    const other = data.players[2 - set[0]];
    if (data.advised) return set[5] > 0 ? `Off the equilibrium path, after a deviation by ${other}; the strategies are meant to be best here, too.`
      : `Only after a mistake of ${data.players[set[0] - 1]}; the strategies are meant to be best here, too.`;
    return set[5] > 0 ? `Off the equilibrium path, after a deviation by ${other}: this is not advice. These moves keep what is guaranteed, but others may be better.`
      : `Unreachable under the strategy of ${data.players[set[0] - 1]}: any action does.`;
  }
  function table(item, made) {
    const valued = Boolean(made.values), head = ["action", item.infoset === null ? "how likely" : "plays", ...(valued ? [`worth to ${data.players[0]}`] : [])];
    return html("table", {},
      html("thead", {}, html("tr", {}, ...head.map((text, at) => html("th", { scope: "col", class: at ? "number" : null }, text)))),
      html("tbody", {}, ...made.labels.map((label, move) => html("tr", {},
        html("td", {}, label), html("td", { class: "number" }, plays(item, made.exact[move])),
        valued ? html("td", { class: "number" }, page.value(made.values[move])) : null))));
  }
  function plays(item, told) { // In brackets what is not advice.
    const set = item.infoset === null ? null : data.infosets[item.infoset];
    if (!set || advises(item.infoset) || set[5] === null) return told;
    return set[5] > 0 ? `(${told})` : "any";
  }
  function deeds(item, there) {
    const found = [];
    if (below(item.node).length) {
      found.push(button(item.open ? "Fold" : "Unfold", () => toggle(current())));
      if (!item.open || item.below.some((child) => !items[child].open && below(items[child].node).length)) {
        found.push(button("Unfold the likely", () => { openLikely(item.key, LIKELY); change(item.key); }));
      }
      if (item.key !== state.root) found.push(button("Draw from here", () => reroot(state.selected)));
    }
    const rest = html("div", { class: "tree-do" }, ...found);
    if (!(item.node in data.left)) return rest;
    const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
    rest.append(html("p", {}, "What follows is not in this page. It is drawn by ",
      html("code", {}, `efgc draw ${data.file} --from ${quoted(there.labels.join(", "))}`)));
    return rest;
  }
  function tellWay() {
    way.hidden = state.root === "";
    if (way.hidden) return;
    const { labels } = follow(state.root), all = steps(state.root);
    const up = (text, key) => button(text, () => reroot(key));
    const found = [up("start", "")];
    labels.forEach((label, at) => found.push("›", at === labels.length - 1 ? html("strong", {}, label) : up(label, all.slice(0, at + 1).join("."))));
    way.replaceChildren(...found);
  }

  // ---- Keys.
  function pressed(event) {
    if (page.held(event)) return;
    const item = current(), act = acts(item, event);
    if (!act) return;
    event.preventDefault();
    act();
  }
  function acts(item, event) {
    const [deeper, higher, next, before] = state.right
      ? ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"] : ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"];
    const row = items.filter((one) => one.depth === item.depth), at = row.indexOf(item);
    switch (event.key) {
      case deeper: return () => {
        if (!item.open) toggle(item);
        const now = current();
        if (now.below.length) go(items[now.below[0]]);
      };
      case higher: return () => item.above >= 0 && go(items[item.above]);
      case next: return () => row[at + 1] && go(row[at + 1]);
      case before: return () => row[at - 1] && go(row[at - 1]);
      case "Enter": case " ": return () => {
        if (!event.shiftKey) return toggle(item);
        openLikely(item.key, LIKELY);
        change(item.key);
      };
      case "r": case "R": return () => reroot(item.key);
      case "Home": return home;
      default: return null;
    }
  }

  // ---- Searching.
  function histories(fits) {
    const found = [], waiting = [["", 0, ""]];
    for (let walked = 0; waiting.length && walked < WALKED && found.length < FOUND; walked++) {
      const [key, node, label] = waiting.pop();
      if (fits(node, label, key)) found.push(key);
      const labels = moves(node).labels, known = below(node);
      for (let move = known.length - 1; move >= 0; move--) waiting.push([longer(key, move), known[move], labels[move]]);
    }
    return found;
  }
  function search(text) {
    const wanted = text.trim().toLowerCase(), [, what, number] = wanted.match(/^(set|node|#)?\s*(\d+)$/) || [];
    const fits = (node, label, key) => (key !== "" && !what && label.toLowerCase().includes(wanted))
      || (number !== undefined && what !== "node" && infosetOf(node) === Number(number))
      || (number !== undefined && (!what || what === "node") && node === Number(number));
    hits = wanted ? histories(fits) : [];
    hit = -1;
    hitsTold.textContent = wanted ? told("") : "";
  }
  function told(what) {
    const number = hits.length === FOUND ? `${FOUND} or more` : grouped(hits.length);
    return hits.length ? `${hit >= 0 ? `${hit + 1} of ` : ""}${number}${what}` : "nothing found";
  }
  function stepHit(by) {
    if (!hits.length) return;
    hit = (hit + by + hits.length + (hit < 0 && by < 0 ? 1 : 0)) % hits.length;
    reveal(hits[hit]);
    hitsTold.textContent = told("");
  }
  function reveal(key) { // Unfolds down to a history, and chooses it.
    if (!within(key, state.root)) state.root = "";
    const all = steps(key);
    for (let length = steps(state.root).length; length < all.length; length++) state.opened.add(all.slice(0, length).join("."));
    state.selected = key;
    draw();
    select(current(), true);
    show(current());
    save(false);
  }

  // ---- Marks of other sections.
  function paintMarks(now) {
    let painted = 0;
    for (const item of items) {
      const marked = Boolean(now.node?.has(String(item.node)) || (item.infoset !== null && now.infoset?.has(String(item.infoset))));
      item.element.classList.toggle("tree-marked", marked);
      painted += marked;
    }
    return painted;
  }
  marks.hear((now) => {
    const painted = paintMarks(now);
    if (own || !(now.node?.size || now.infoset?.size)) return;
    hits = histories((node) => now.node?.has(String(node)) || now.infoset?.has(String(infosetOf(node))));
    hit = -1;
    hitsTold.textContent = hits.length ? `${grouped(painted)} of ${told(" marked")} drawn` : "the marked is not in this tree";
    const shown = items.find((item) => item.element.classList.contains("tree-marked"));
    if (shown) show(shown);
  });

  // ---- The address: r, o, f, s and a history: the root, what is unfolded, folded, and chosen.
  function written() {
    const parts = [];
    if (state.right !== data.right) parts.push(state.right ? "right" : "down");
    if (state.root) parts.push(`r${state.root}`);
    const changed = [...[...state.opened].filter((key) => !first.has(key)).map((key) => `o${key}`),
      ...[...first].filter((key) => !state.opened.has(key)).map((key) => `f${key}`)];
    parts.push(...changed.slice(0, LINKED));
    if (state.selected) parts.push(`s${state.selected}`);
    return parts.join(",") || null;
  }
  const save = (replace) => address.set("tree", written(), { replace });
  function load() {
    state.root = state.selected = "";
    state.opened = new Set(first);
    state.right = data.right;
    for (const part of (address.get("tree") || "").split(",")) {
      const key = part.slice(1);
      if (part === "right" || part === "down") state.right = part === "right";
      else if (!/^[rofs][\d.]*$/.test(part) || !follow(key)) continue;
      else if (part[0] === "o") state.opened.add(key);
      else if (part[0] === "f") state.opened.delete(key);
      else if (part[0] === "r") state.root = key;
      else state.selected = key;
    }
    if (!within(state.selected, state.root)) state.selected = state.root;
    if (state.root && !state.opened.has(state.root)) openLikely(state.root, LIKELY);
    turned();
    draw();
    if (address.get("tree")) show(current());
    else box.scrollTo(state.right ? 0 : items[0].x - box.clientWidth / 2, state.right ? items[0].y - box.clientHeight / 2 : 0);
  }
  const turned = () => find("direction").setAttribute("aria-pressed", String(state.right));

  // ---- The start.
  box.removeAttribute("tabindex");
  for (const name of ["tools", "panel", "keys"]) find(name).hidden = false;
  find("direction").addEventListener("click", () => { state.right = !state.right; turned(); draw(); show(current()); save(false); });
  find("fit").addEventListener("click", () => { address.set("tree", null); load(); });
  const field = find("search");
  field.addEventListener("input", () => search(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); stepHit(event.shiftKey ? -1 : 1); }
    else if (event.key === "Escape") { field.value = ""; search(""); }
  });
  find("after").addEventListener("click", () => stepHit(1));
  find("before").addEventListener("click", () => stepHit(-1));
  address.hear(load);
  load();
  if (location.hash.startsWith("#tree=")) root.scrollIntoView();
};
