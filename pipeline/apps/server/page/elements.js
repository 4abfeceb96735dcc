// Elements of a page. Texts are only ever inserted as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (selector, within = document) => within.querySelector(selector);

// Returns an element with attributes and children; `on` has listeners by event.
function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, hear] of Object.entries(value)) node.addEventListener(event, hear);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}
export const element = (tag, attributes = {}, ...children) => make(document.createElement(tag), attributes, children);
export const drawing = (tag, attributes = {}, ...children) => make(document.createElementNS(SVG, tag), attributes, children);

// Sets a text only if it changes: screen readers would repeat the same text.
export function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Shows a text, or hides its element if the text is empty.
export function say(node, text) {
  node.hidden = !text;
  set(node, text || "");
}

// Arrow keys move between the controls of a group; only one of them can be reached by Tab.
export function roving(group, items, chosen) {
  const nodes = items();
  nodes.forEach((node) => { node.tabIndex = node === (chosen ?? nodes[0]) ? 0 : -1; });
  if (group.dataset.roving) return;
  group.dataset.roving = "yes";
  group.addEventListener("keydown", (event) => {
    const all = items(), at = all.indexOf(event.target);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : (at + step + all.length) % all.length;
    if (at < 0 || Number.isNaN(next) || held(event)) return;
    event.preventDefault();
    all[next].focus();
    all[next].click();
  });
}

// Keys with modifiers belong to the browser.
export const held = (event) => event.ctrlKey || event.metaKey || event.altKey;

// A number with thousands separators.
export const grouped = (number) => (typeof number === "number" ? number.toLocaleString("en-US") : String(number));

export const plural = (number, one, many = `${one}s`) => `${grouped(number)} ${number === 1 ? one : many}`;
