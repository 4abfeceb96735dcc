// The differences between two columns, in words and in tables.

import { $, element, grouped, plural, set } from "./elements.js";
import { sizeName, valueText } from "./column.js";

const SHOWN = 12; // The number of choices that are listed before the reader requests more.
// Facts that do not depend on the game: the running time, and rounding.
const NOISE = ["bounds", "exploitability", "solved by"];
const HIDDEN = ["value", "exact", "lower", "upper"];

// Returns the names of the facts and numbers that differ.
export function differing({ facts, numbers }, columns) {
  const found = new Set(numbers.map(([name]) => name).filter((name) => !HIDDEN.includes(name)));
  for (const [name] of facts) if (!NOISE.includes(name)) found.add(`fact ${name}`);
  if (!sameValue(columns)) found.add("value");
  else found.delete("fact value");
  return found;
}

export function show(told, columns) {
  const same = sameValue(columns), [one, other] = columns.map(({ numbers }) => numbers.value);
  const values = columns.map(({ numbers }) => valueText(numbers.value) + (numbers.exact && !isWhole(numbers) ? ` = ${numbers.exact}` : ""));
  const first = one === undefined || other === undefined ? ""
    : same ? `Both are worth the same: ${values[0]}.`
    : `Column 2 is worth ${other > one ? "more" : "less"}: ${values[1]} instead of ${values[0]}.`;
  const sizes = told.numbers.filter(([name]) => !HIDDEN.includes(name));
  set($("#difference"), [first, sizesTold(sizes), choicesTold(told)].filter(Boolean).join(" "));
  const players = columns[0].players;
  const facts = told.facts.filter(([name]) => !NOISE.includes(name) && !(same && name === "value"));
  const rows = [...facts.map(([name, ...texts]) => [name, ...texts.map((text) => text ?? "\u2013")]),
    ...sizes.map(([name, ...numbers]) => [sizeName(name, players), ...numbers.map((number) => (number == null ? "\u2013" : grouped(number)))])];
  fill($("#differing"), ["what differs", "column 1", "column 2"], rows);
  choices(told, SHOWN);
}

const isWhole = ({ value, exact }) => exact === String(value);

function sameValue([{ numbers: one }, { numbers: other }]) {
  if (one.exact && other.exact) return one.exact === other.exact;
  return Math.abs(one.value - other.value) <= 1e-9 * Math.max(1, Math.abs(one.value));
}

function sizesTold(sizes) {
  const found = sizes.find(([name]) => name === "nodes") ?? sizes.find(([name]) => name === "states") ?? sizes[0];
  if (!found) return "Both have the same size.";
  const [name, one, other] = found;
  return one == null || other == null ? "" : `Column 2 has ${grouped(other)} ${name === "nodes" || name === "states" ? name : sizeName(name, ["player 1", "player 2"])} instead of ${grouped(one)}.`;
}

function choicesTold({ choices: found, more, alike, only }) {
  const changed = found.filter(({ first, second }) => first !== null && second !== null).length;
  const shared = changed + more + alike;
  const played = !shared ? "" : !changed ? `All ${plural(alike, "choice")} that both have ${alike === 1 ? "is" : "are"} played alike.`
    : `Of ${plural(shared, "choice")} that both have, ${more ? `${grouped(changed)} or more` : grouped(changed)} ${changed === 1 ? "differs" : "differ"}.`;
  const alone = only[0] || only[1] ? `${grouped(only[0])} more ${only[0] === 1 ? "is" : "are"} in column 1 alone, ${grouped(only[1])} in column 2.` : "";
  return `${played} ${alone}`.trim();
}

function choices({ choices: found, more }, shown) {
  const table = $("#choices"), share = (number) => (number === null ? "\u2013" : String(Number(number.toFixed(6))));
  table.hidden = !found.length;
  $("#choices-more").hidden = found.length <= shown;
  $("#choices-more").onclick = () => choices({ choices: found, more }, found.length);
  fill(table, ["player", "having seen", "does", "column 1", "column 2"],
    found.slice(0, shown).map((one) => [one.name, one.where || "the start", one.action, share(one.first), share(one.second)]));
  set($("#choices-rest"), more && shown >= found.length ? `${grouped(more)} more differ, reached less often.` : "");
}

function fill(table, heads, rows) {
  table.hidden = !rows.length;
  $("thead", table).replaceChildren(element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))));
  $("tbody", table).replaceChildren(...rows.map((cells) => element("tr", {}, ...cells.map((text, at) => element(at ? "td" : "th", at ? {} : { scope: "row" }, text)))));
}
