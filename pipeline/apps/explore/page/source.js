// Reading the text of a map, leniently because it is being edited, and writing it.

export const SQUARES = [
  { letter: "-", name: "free" },
  { letter: "#", name: "wall" },
  { letter: "S", name: "start" },
  { letter: "D", name: "exit" },
  { letter: "G", name: "gold" },
  { letter: "E", name: "dangerous place" },
];
export const EMPTY = "5\n6\n------\n------\n------\n------\n------\n0\n0.5\n";

const DASHES = /[\u2212\u2013\u2014\u2010\u2011]/g;
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(\/\d+)?$/;
const ROW = /^[-#A-Za-z?.]+$/;

// Returns null if a text is not a map, or if it has no squares.
export function readMap(text) {
  const lines = text.split(/\r\n|\r|\n/).map((line, at) => ({ at, text: line.trimEnd().replace(DASHES, "-") }));
  const written = lines.filter((line) => line.text.trim());
  if (!written.length) return null;
  const words = written[0].text.trim().split(/\s+/);
  if (!NUMBER.test(words[0])) return null;
  const found = words.length > 1 ? cave(words, written) : island(written);
  return found.rows.length && found.rows.every((row) => ROW.test(row)) ? found : null;
}

function island(written) {
  const rest = written.slice(2);
  let end = rest.findIndex((line) => NUMBER.test(line.text.trim()));
  if (end < 0) end = rest.length;
  const [bandits, capture, ...more] = rest.slice(end).map((line) => line.text.trim());
  return board("island", rest.slice(0, end), bandits ?? "0", capture ?? "0.5", more);
}

const cave = (words, written) => board("cave", written.slice(1), words[1] === undefined ? "0" : words[0], words[1], words.slice(2));

function board(layout, lines, bandits, capture, more) {
  return { layout, bandits, capture, more, rows: lines.map((line) => line.text), lines: lines.map((line) => line.at + 1) };
}

export function writeMap({ layout, rows, bandits, capture, more }) {
  const squares = rows.map((row) => `${row}\n`).join("");
  if (layout === "cave") return `${[bandits, capture, ...more].join(" ")}\n${squares}`;
  return `${rows.length}\n${widthOf({ rows })}\n${squares}${[bandits, capture, ...more].join("\n")}\n`;
}

export const widthOf = ({ rows }) => Math.max(...rows.map((row) => row.length));
export const countOf = ({ rows }, letter) => rows.join("").split(letter).length - 1;

// Returns the map with one square set. A new start replaces the old one.
export function withSquare(map, row, column, letter) {
  const width = widthOf(map);
  const rows = map.rows.map((text) => text.padEnd(width, "-"));
  const cleared = letter === "S" ? rows.map((text) => text.replaceAll("S", "-")) : rows;
  cleared[row] = cleared[row].slice(0, column) + letter + cleared[row].slice(column + 1);
  return { ...map, rows: cleared };
}

// Adds a row below row `at`, with walls where both neighbours have them, so that closed areas stay closed.
export function withRow(map, at) {
  const width = widthOf(map), rows = map.rows.map((text) => text.padEnd(width, "-"));
  const above = rows[at], below = rows[at + 1] ?? rows[at];
  const made = [...above].map((letter, column) => (letter === "#" && below[column] === "#" ? "#" : "-")).join("");
  return { ...map, rows: [...rows.slice(0, at + 1), made, ...rows.slice(at + 1)] };
}
export const withoutRow = (map, at) => ({ ...map, rows: map.rows.filter((_, row) => row !== at) });

export const withColumn = (map, at) => turned(withRow(turned(map), at));
export const withoutColumn = (map, at) => turned(withoutRow(turned(map), at));

function turned(map) {
  const width = widthOf(map);
  const rows = Array.from({ length: width }, (_, column) => map.rows.map((row) => row[column] ?? "-").join(""));
  return { ...map, rows };
}

// Returns a probability in any usual notation as a number; NaN if it is not one.
export function probability(text) {
  if (!NUMBER.test(text)) return NaN;
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
}
