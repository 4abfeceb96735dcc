// The stages: files in panes, whose lines belong together.
page.sections.stages = (root, data) => {
  const KINDS = ["square", "state", "infoset", "node", "column", "row"]; // A line is chosen for the first it has.
  const WORDS = {
    square: ["square", "squares"], state: ["state", "states"], infoset: ["information set", "information sets"],
    node: ["node", "nodes"], column: ["column", "columns"], row: ["row", "rows"],
  };
  const { states, squares, infosets, nodes, columns, rows } = data.related;
  const help = root.querySelector(".stages-help"), told = root.querySelector(".stages-told");
  let chosen = null; // Kind and id.
  let here = false; // Whether it is being chosen in a pane: a step that Back takes back.

  // What belongs together.
  const grouped = (list, key) => {
    const found = new Map();
    for (const one of list) {
      const at = key(one);
      if (at < 0) continue;
      if (!found.has(at)) found.set(at, []);
      found.get(at).push(one);
    }
    return found;
  };
  const numbers = new Map(states.map((name, at) => [name, at]));
  const infosetOf = new Map(infosets.map((one) => [one[0], one])), nodeOf = new Map(nodes.map((one) => [one[0], one]));
  const columnOf = new Map(columns.map((one) => [one[0], one])), rowOf = new Map(rows.map((one) => [one[0], one]));
  const infosetsAt = grouped(infosets, (one) => one[1]), nodesAt = grouped(nodes, (one) => one[2]);
  const nodesIn = grouped(nodes, (one) => one[1]);
  const columnsOf = grouped(columns, (one) => one[1]), rowsOf = grouped(rows, (one) => one[1]);
  const statesOn = new Map();
  for (const [at, square] of Object.entries(squares)) statesOn.set(square, [...(statesOn.get(square) ?? []), Number(at)]);
  const all = (map, key) => map.get(key) ?? [];

  function addState(found, at) {
    found.state.add(states[at]);
    for (const [infoset] of all(infosetsAt, at)) found.infoset.add(String(infoset));
    for (const [node] of all(nodesAt, at)) found.node.add(String(node));
  }
  function addInfoset(found, number) {
    found.infoset.add(String(number));
    for (const [node] of all(nodesIn, number)) found.node.add(String(node));
    const state = infosetOf.get(number)?.[1] ?? -1;
    const there = state >= 0 ? [state] : all(nodesIn, number).map((node) => node[2]);
    for (const at of there) if (at >= 0) found.state.add(states[at]);
  }
  function addNode(found, node) {
    if (node[1] >= 0) found.infoset.add(String(node[1]));
    if (node[2] >= 0) found.state.add(states[node[2]]);
  }
  page.marks.related = (kind, id) => {
    chosen = [kind, id];
    const found = Object.fromEntries(KINDS.map((one) => [one, new Set()]));
    found[kind].add(id);
    const entry = { column: columnOf, row: rowOf }[kind]?.get(id);
    if (kind === "state" && numbers.has(id)) addState(found, numbers.get(id));
    else if (kind === "square") for (const at of all(statesOn, id)) addState(found, at);
    else if (kind === "infoset") addInfoset(found, Number(id));
    else if (kind === "node" && nodeOf.has(Number(id))) addNode(found, nodeOf.get(Number(id)));
    else if (entry && entry[1] >= 0) addInfoset(found, entry[1]);
    for (const infoset of found.infoset) {
      if (kind !== "column") for (const [name] of all(columnsOf, Number(infoset))) found.column.add(name);
      if (kind !== "row") for (const [name] of all(rowsOf, Number(infoset))) found.row.add(name);
    }
    for (const name of found.state) {
      const square = squares[numbers.get(name)];
      if (square) found.square.add(square);
    }
    return found;
  };

  // The lines of the panes, each an option of a list; of the rows of a map each square is one.
  const index = new Map(); // By `kind.id` the elements that are about it.
  let counter = 0;
  function about(element, kind, id) {
    const key = `${kind}.${id}`;
    if (!index.has(key)) index.set(key, []);
    index.get(key).push(element);
    element.setAttribute(`data-mark-${kind}`, id);
  }
  const option = (className, text) =>
    page.html("span", { class: className, role: "option", "aria-selected": "false", id: `stages-line-${(counter += 1)}` }, text);

  // Kind by kind the ids of the lines of a piece, from the runs that `in_runs` made.
  function unrolled(runs, count) {
    const found = {};
    for (const [kind, [rule, ...flat]] of Object.entries(runs)) {
      const ids = Array(count).fill("");
      for (let at = 0; at < flat.length; at += 2) {
        const end = at + 2 < flat.length ? flat[at + 2] : count;
        const match = rule === "next" && /^(.*?)(0|[1-9]\d*)$/.exec(flat[at + 1]);
        for (let line = flat[at]; line < end; line += 1) {
          ids[line] = match ? match[1] + (Number(match[2]) + line - flat[at]) : flat[at + 1];
        }
      }
      found[kind] = ids;
    }
    return found;
  }
  function squaresOf(text, row) {
    const begin = text.length - text.trimStart().length;
    return [...text].map((letter, at) => {
      if (!letter.trim()) return letter;
      const element = option("stages-square", letter);
      about(element, "square", `${row},${at - begin}`);
      return element;
    });
  }
  // Returns the options of a piece, line by line.
  function lined(pre, runs, squareLines) {
    const first = Number(pre.dataset.first);
    const lines = pre.textContent.replace(/\n$/, "").split("\n"), marks = unrolled(runs, lines.length);
    const parts = lines.map((text, at) => {
      const row = first - 1 + at - squareLines[0];
      if (row >= 0 && first - 1 + at < squareLines[1]) {
        const letters = squaresOf(text, row);
        return [page.html("span", { class: "stages-line", role: "none", "data-line": first + at }, ...letters), letters.filter((one) => one.tagName)];
      }
      const line = option("stages-line", text || " ");
      line.dataset.line = first + at;
      if (!text.trim()) line.setAttribute("aria-label", `line ${first + at}, empty`);
      for (const kind of KINDS) {
        if (marks[kind]?.[at]) {
          about(line, kind, marks[kind][at]);
          line.classList.add("chooses");
        }
      }
      return [line, [line]];
    });
    pre.replaceChildren(...parts.map(([line]) => line));
    pre.setAttribute("role", "none");
    return parts.map(([, options]) => options);
  }

  // One pane: a list box with a place of its own for the keys.
  function pane(details, told) {
    const box = details.querySelector(".stages-text");
    const grid = [...box.querySelectorAll("pre")].flatMap((pre, at) => lined(pre, told.marks[at], told.squares));
    box.setAttribute("role", "listbox");
    for (const gap of box.querySelectorAll(".stages-gap")) gap.setAttribute("role", "none");
    const here = { line: 0, at: 0 };
    const current = () => grid[here.line]?.[here.at];
    function show() {
      for (const before of box.querySelectorAll(".is-here")) before.classList.remove("is-here");
      current()?.classList.add("is-here");
      if (current()) box.setAttribute("aria-activedescendant", current().id);
    }
    function go(line, at) {
      here.line = Math.max(0, Math.min(grid.length - 1, line));
      here.at = Math.max(0, Math.min(grid[here.line].length - 1, at));
      show();
      reveal(box, current(), false);
    }
    const page_ = () => Math.max(1, Math.floor(box.clientHeight / 18) - 2);
    const keys = {
      ArrowDown: () => go(here.line + 1, here.at), ArrowUp: () => go(here.line - 1, here.at),
      ArrowRight: () => go(here.line, here.at + 1), ArrowLeft: () => go(here.line, here.at - 1),
      PageDown: () => go(here.line + page_(), here.at), PageUp: () => go(here.line - page_(), here.at),
      Home: () => go(0, 0), End: () => go(grid.length - 1, 0),
      Enter: () => choose(current()), " ": () => choose(current()),
    };
    box.addEventListener("keydown", (event) => {
      const side = event.key === "ArrowLeft" || event.key === "ArrowRight"; // These scroll where there is but one option.
      if (!keys[event.key] || page.held(event) || (side && grid[here.line]?.length < 2)) return;
      event.preventDefault();
      keys[event.key]();
    });
    box.addEventListener("click", (event) => {
      if (String(getSelection())) return; // Whoever copies text chooses nothing.
      const element = event.target.closest("[role=option]");
      const line = grid.findIndex((options) => options.includes(element));
      if (line < 0) return;
      here.line = line;
      here.at = grid[line].indexOf(element);
      show();
      choose(element);
    });
    return { details, box, grid, meet(element) {
      const line = grid.findIndex((options) => options.includes(element));
      if (line >= 0) Object.assign(here, { line, at: grid[line].indexOf(element) });
      show();
    } };
  }
  function reveal(box, element, centred) {
    if (!element) return;
    const above = element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    const room = box.clientHeight - element.offsetHeight;
    if (centred) box.scrollTop = above - room / 3;
    else if (above < box.scrollTop) box.scrollTop = above;
    else if (above > box.scrollTop + room) box.scrollTop = above - room;
  }

  // Choosing and marking.
  function choose(element) {
    const kind = element && KINDS.find((one) => element.hasAttribute(`data-mark-${one}`));
    if (!kind) return;
    const id = element.getAttribute(`data-mark-${kind}`);
    if (chosen && chosen[0] === kind && chosen[1] === id) page.marks.mark(null);
    else {
      here = true;
      page.marks.mark(kind, id);
      here = false;
    }
  }
  const panes = [...root.querySelectorAll(".stages-pane")].map((details, at) => pane(details, data.panes[at]));
  for (const stripe of root.querySelectorAll(".stages-matrix .stripe")) {
    for (const kind of ["row", "column"]) {
      const id = stripe.getAttribute(`data-mark-${kind}`);
      if (id !== null) about(stripe, kind, id);
    }
    stripe.addEventListener("click", () => choose(stripe));
  }
  let marked = [];
  function mark(now) {
    if (!Object.keys(now).length) chosen = null;
    for (const element of marked) {
      element.classList.remove("is-marked", "is-chosen");
      if (element.hasAttribute("role")) element.setAttribute("aria-selected", "false");
    }
    marked = Object.entries(now).flatMap(([kind, ids]) => [...ids].flatMap((id) => index.get(`${kind}.${id}`) ?? []));
    for (const element of marked) {
      element.classList.add("is-marked");
      if (element.hasAttribute("role")) element.setAttribute("aria-selected", "true");
    }
    for (const element of chosen ? index.get(chosen.join(".")) ?? [] : []) element.classList.add("is-chosen");
    for (const one of panes) meet(one);
    told.textContent = chosen ? summary(now) : "";
    page.address.set("mark", chosen ? chosen.join(".") : null, { replace: !here });
  }
  // A pane goes to what was chosen, or else to the first of its lines that are marked, unless the
  // choice was made there.
  function meet(one) {
    const first = one.box.querySelector(".is-chosen") ?? one.box.querySelector(".is-marked");
    if (!first || !one.details.open || one.box.contains(document.activeElement)) return;
    one.meet(first);
    reveal(one.box, first, true);
  }
  function summary(now) {
    const name = (kind, id) => `${WORDS[kind]?.[0] ?? kind} ${kind === "square" ? `[${id.replace(",", ", ")}]` : id}`;
    const others = KINDS.filter((kind) => kind !== chosen[0] && now[kind]?.size).map((kind) =>
      now[kind].size === 1 ? name(kind, [...now[kind]][0]) : `${now[kind].size} ${WORDS[kind][1]}`);
    const [kind, id] = chosen, [file, first, count] = data.where[kind] ?? [];
    const beyond = file && !index.has(chosen.join(".")) && /^\d+$/.test(id) && Number(id) < count;
    return [name(kind, id) + (beyond ? ` (line ${page.grouped(first + Number(id))} of ${file}, not shown here)` : ""), ...others].join(" · ");
  }
  page.marks.hear(mark);
  function fromAddress() {
    const text = page.address.get("mark"), dot = (text ?? "").indexOf(".");
    if ((text ?? "") === (chosen ? chosen.join(".") : "")) return;
    // No other kind: `constructor` is one of every object.
    if (dot > 0 && KINDS.includes(text.slice(0, dot))) page.marks.mark(text.slice(0, dot), text.slice(dot + 1));
    else page.marks.mark(null);
  }
  page.address.hear(fromAddress);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) page.marks.mark(null);
  });

  // As many panes are open as there is room for; the one that was opened first gives way.
  const wide = matchMedia("(min-width: 68rem)"), medium = matchMedia("(min-width: 43.01rem)");
  let open = panes.filter((one) => one.details.open);
  function fit() {
    const most = wide.matches ? 3 : medium.matches ? 2 : 1;
    while (open.length > most) open.shift().details.open = false;
  }
  for (const one of panes) {
    one.details.addEventListener("toggle", () => {
      open = open.filter((other) => other !== one);
      if (one.details.open) open.push(one);
      fit();
      meet(one);
    });
  }
  open = open.reverse(); // What stands first stays.
  fit();
  open = open.reverse();
  for (const code of root.querySelectorAll(".stages-command")) code.after(page.copier(code));
  help.hidden = false;
  queueMicrotask(fromAddress); // Once all sections hear.
};
