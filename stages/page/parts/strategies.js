// Strategies: sorted by any column, filtered by words, and by what play reaches, mixes, must do or never comes to.
page.sections.strategies = (root, data) => {
  const { html, button, marks } = page;
  const asked = { words: [], reached: false, mixed: false, forced: false, never: false };

  // What the line above says of the same choice, too: the lines may come to stand elsewhere.
  function complete(row, above) {
    [...row.cells].forEach((cell, at) => {
      if (!cell.firstChild && above.cells[at].firstElementChild?.tagName === "SPAN") cell.append(above.cells[at].firstElementChild.cloneNode(true));
    });
  }

  // Where a table has little room, what is the same for a whole information set stands in a row above its actions.
  const SET = ["infoset", "after", "sees", "reach", "own"];
  function setOf(heads, line) {
    const told = heads.flatMap((head, at) => {
      line.row.cells[at].classList.toggle("k", SET.includes(head.dataset.key));
      const text = line.row.cells[at].textContent.trim();
      if (!SET.includes(head.dataset.key) || !text) return [];
      const value = head.dataset.key === "infoset" ? marker(line) : html("span", {}, text);
      return [html("span", { class: text.length < 20 && "short" }, html("span", { class: "soft" }, `${head.textContent} `), value)];
    });
    const across = heads.filter((head) => !SET.includes(head.dataset.key)).length;
    return told.length ? html("tr", { class: "set" }, html("td", { colspan: across }, html("div", {}, ...told))) : null;
  }

  function marker(line) {
    const toggle = () => marks.mark(...(line.row.classList.contains("marked") ? [null, null] : ["infoset", line.infoset]));
    return button(line.infoset, toggle, { class: "strategies-mark", "aria-label": `Mark information set ${line.infoset}` });
  }

  // The lines of a table with their numbers; those of one choice are told once where they stand together.
  const tables = [...root.querySelectorAll(".strategies-table")].map((element) => {
    const body = element.tBodies[0];
    const rows = [...body.rows];
    const lines = data.tables[element.dataset.player - 1].choices.flatMap((choice) =>
      choice.plays.map((plays, at) => ({ choice, plays, worth: choice.worth ? choice.worth[at] : null, lost: choice.lost ? choice.lost[at] : null })));
    lines.forEach((line, at) => {
      line.row = rows[at];
      line.at = at;
      if (rows[at].classList.contains("again")) complete(rows[at], rows[at - 1]);
      line.told = rows[at].textContent.toLowerCase();
      line.infoset = rows[at].dataset.markInfoset;
      line.sees = rows[at].querySelector(".s")?.textContent;
    });
    const heads = [...element.tHead.rows[0].cells];
    for (const head of heads) head.classList.toggle("k", SET.includes(head.dataset.key));
    for (const line of lines) line.set = setOf(heads, line);
    return { element, body, lines, heads, sorted: { key: null, down: false } };
  });

  const forced = (line) => line.choice.lines === 1;
  const never = (line) => !forced(line) && line.choice.own === 0;

  const keys = {
    infoset: (line) => Number(line.infoset),
    plays: (line) => line.plays,
    exact: (line) => line.plays,
    worth: (line) => line.worth,
    lost: (line) => line.lost,
    reach: (line) => line.choice.reach,
    own: (line) => line.choice.own,
  };
  const collator = new Intl.Collator("en", { numeric: true });

  function compared(table) {
    const { key, down } = table.sorted;
    if (key === null) return [...table.lines];
    const column = table.heads.findIndex((head) => head.dataset.key === key);
    const value = keys[key] || ((line) => line.row.cells[column].textContent);
    const sign = down ? -1 : 1;
    return [...table.lines].sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      if (a === null || b === null) return (a === null) - (b === null) || one.at - other.at; // Unknown at the end.
      const order = typeof a === "number" ? a - b : collator.compare(a, b);
      return sign * order || one.at - other.at;
    });
  }

  function wanted(line) {
    if (!asked.forced && forced(line)) return false;
    if (!asked.never && never(line)) return false;
    if (asked.reached && !(line.choice.reach > 0)) return false;
    if (asked.mixed && !line.choice.mixed) return false;
    return asked.words.every((word) => line.told.includes(word));
  }

  function order(table) {
    table.body.append(...compared(table).map((line) => line.row));
  }

  function show() {
    let seen = 0;
    for (const table of tables) {
      let above = null;
      let sees = false;
      for (const line of compared(table)) {
        const visible = wanted(line);
        line.row.hidden = !visible;
        line.set?.remove();
        if (!visible) continue;
        line.row.classList.toggle("again", above === line.choice);
        if (above !== line.choice && line.set) line.row.before(line.set);
        above = line.choice;
        seen += 1;
        sees = sees || Boolean(line.sees);
      }
      table.element.classList.toggle("no-sees", !sees);
    }
    const all = tables.reduce((total, table) => total + table.lines.length, 0);
    status.textContent = `${seen} of ${all} lines`;
  }

  function sort(table, head) {
    const { key } = head.dataset;
    const first = key in keys && key !== "infoset"; // Of numbers the largest is looked for.
    const { sorted } = table;
    if (sorted.key !== key) table.sorted = { key, down: first };
    else table.sorted = sorted.down === first ? { key, down: !first } : { key: null, down: false };
    for (const one of table.heads) one.removeAttribute("aria-sort");
    if (table.sorted.key !== null) head.setAttribute("aria-sort", table.sorted.down ? "descending" : "ascending");
    order(table);
    show();
  }

  function box(label, key) {
    const input = html("input", { type: "checkbox", on: { change: () => { asked[key] = input.checked; show(); } } });
    return html("label", {}, input, label);
  }

  function tell(now) {
    const ids = now.infoset || new Set();
    for (const table of tables) {
      let first = null;
      for (const line of table.lines) {
        const marked = ids.has(line.infoset);
        line.row.classList.toggle("marked", marked);
        line.set?.classList.toggle("marked", marked);
        if (marked && !line.row.hidden) first = first || line.row;
      }
      if (first) inSight(table.element.parentElement, first);
    }
  }

  // Within its box alone: the page stays where it is.
  function inSight(around, row) {
    const top = row.offsetTop - row.parentElement.previousElementSibling.offsetHeight;
    if (top < around.scrollTop || row.offsetTop + row.offsetHeight > around.scrollTop + around.clientHeight) around.scrollTop = top;
  }

  const status = html("span", { role: "status" });
  const lines = tables.flatMap((table) => table.lines);
  const search = html("input", {
    type: "search", placeholder: "Filter by words", "aria-label": "Filter by words", autocomplete: "off", spellcheck: "false",
    on: { input: () => { asked.words = search.value.toLowerCase().split(/\s+/).filter(Boolean); show(); } },
  });
  // What is not shown at first, unless there is nothing else to see.
  const hidden = (key, text, is) => {
    const count = new Set(lines.filter(is).map((line) => line.choice)).size;
    asked[key] = lines.every((line) => forced(line) || never(line)) || lines.length <= 8;
    return count && !asked[key] ? box(`${text} (${count})`, key) : null;
  };
  const tools = [
    search,
    lines.some((line) => !(line.choice.reach > 0)) ? box("only what play reaches", "reached") : null,
    lines.some((line) => line.choice.mixed) ? box("only mixed choices", "mixed") : null,
    hidden("forced", "forced moves", forced),
    hidden("never", "unreachable choices", never),
    status,
  ];
  if (lines.length > 8) root.querySelector(".strategies-tools").append(...tools.filter(Boolean));

  for (const table of tables) {
    for (const head of table.heads) {
      page.pressed(head, () => sort(table, head));
    }
    for (const line of table.lines) {
      if (line.infoset === undefined) continue;
      line.row.cells[0].firstElementChild.replaceChildren(marker(line));
    }
  }
  marks.hear(tell);
  show();
};
