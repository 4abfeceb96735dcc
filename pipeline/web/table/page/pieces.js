// Elements of a page.

const SVG = "http://www.w3.org/2000/svg";

export const $ = selector => document.querySelector(selector);

export function set(node, text) {
  if (node.textContent !== text) node.textContent = text; // Setting the same text again would make screen readers repeat it.
}

export function say(node, text) {
  node.hidden = !text;
  set(node, text);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export function element(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function drawing(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// A bar whose length is a share.
export function bar(share, kind) {
  const rect = width => drawing("rect", {width, height: 100, rx: 20});
  return drawing("svg", {class: `bar ${kind}`, viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": "true"}, rect(1000), rect(1000 * share));
}

// A picture from the server, as a node.
export function pictured(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

// A table with a caption, column heads and rows; numbers are aligned right. A row may have a class as `kind`.
export function table(caption, heads, rows) {
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
export function aligned(texts) {
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
export function brief(text) {
  const value = Number(text);
  if (text.includes("/") || Number.isNaN(value)) return text;
  return String(Math.round(value * 1e4) / 1e4).replace("-", "\u2212");
}

export function remember(key, value) {
  try {
    if (value === undefined) return sessionStorage.getItem(key);
    sessionStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden; then a switch starts as on a new page.
  }
  return null;
}
