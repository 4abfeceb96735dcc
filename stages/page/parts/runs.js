// The runs of a sweep: sorted by any column, by numbers where all that stands in it are.
page.sections.runs = (root, data) => {
  const { html } = page;
  const table = root.querySelector(".runs-table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const collator = new Intl.Collator("en", { numeric: true });
  const told = (row, column) => row.cells[column].dataset.order ?? row.cells[column].textContent;

  function sort(column) {
    const head = heads[column];
    const before = head.getAttribute("aria-sort");
    for (const one of heads) one.removeAttribute("aria-sort");
    if (before === "descending") {
      body.append(...rows); // The third time as they came.
      return;
    }
    const down = before === "ascending";
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const numbers = rows.every((row) => !Number.isNaN(Number(told(row, column))));
    const sorted = rows.map((row, at) => ({ row, at, key: told(row, column) })).sort((one, other) => {
      if (one.key === "" || other.key === "") return (one.key === "") - (other.key === "") || one.at - other.at;
      const order = numbers ? Number(one.key) - Number(other.key) : collator.compare(one.key, other.key);
      return (down ? -order : order) || one.at - other.at;
    });
    body.append(...sorted.map(({ row }) => row));
  }

  heads.forEach((head, column) => page.pressed(head, () => sort(column)));

  if (data.failed && data.failed < rows.length) {
    const codes = heads.findIndex((head) => head.textContent === "exit code");
    const input = html("input", { type: "checkbox", on: { change: () => {
      for (const row of rows) row.hidden = input.checked && told(row, codes) === "0";
    } } });
    root.querySelector(".runs-tools").append(html("label", {}, input, ` failed runs alone (${data.failed})`));
  }
};
