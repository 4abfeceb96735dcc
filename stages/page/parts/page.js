"use strict";
// What the sections of a page share: elements, the address, and marks that belong together.
const page = (() => {
  const sections = {}; // By name: what starts a section, given its element and its data.
  const hearers = { address: [], mark: [] };

  function data(name) {
    const element = document.getElementById(`data-${name}`);
    return element ? JSON.parse(element.textContent) : null;
  }

  // An element with attributes and children; text is text. `on` has listeners by event.
  function make(space, tag, attributes, children) {
    const element = space ? document.createElementNS(space, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "on") for (const [event, hear] of Object.entries(value)) element.addEventListener(event, hear);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }
  const html = (tag, attributes, ...children) => make("", tag, attributes, children);
  const svg = (tag, attributes, ...children) => make("http://www.w3.org/2000/svg", tag, attributes, children);
  const button = (text, act, attributes = {}) => html("button", { type: "button", on: { click: act }, ...attributes }, text);

  // The head of a column becomes a button. A browser prints no button in a head that it repeats: paper has the title.
  function pressed(head, act) {
    head.dataset.title = head.textContent;
    head.replaceChildren(button(head.textContent, act));
  }

  // Keys that are held with others are the browser's.
  const held = (event) => event.ctrlKey || event.metaKey || event.altKey;

  // The address after # holds what can be linked to, as key=value&key=value. An address without =
  // is that of a section, which says nothing about what is shown there.
  let heard = location.hash;
  function read() {
    const text = location.hash.slice(1);
    return text.includes("=") ? new URLSearchParams(text) : new URLSearchParams();
  }
  const address = {
    get: (key) => read().get(key),
    // Sets a key, or takes it away where the value is null; a step that Back takes back, unless told otherwise.
    set(key, value, { replace = false } = {}) {
      const found = read();
      if (value === null) found.delete(key);
      else found.set(key, value);
      const text = `#${found.toString().replaceAll("%2C", ",")}`;
      if (text === location.hash || (text === "#" && !location.hash)) return;
      if (replace) history.replaceState(null, "", text);
      else history.pushState(null, "", text);
      heard = location.hash;
    },
    hear: (f) => hearers.address.push(f),
  };
  // One step may come as both events.
  for (const event of ["hashchange", "popstate"]) window.addEventListener(event, () => {
    if (location.hash === heard) return;
    heard = location.hash;
    if (!heard || heard.includes("=")) hearers.address.forEach((f) => f());
  });

  // Marking one thing marks in every section what belongs to it. `related` is told by the section
  // that knows what belongs together; without it a thing belongs to itself alone.
  const marks = {
    related: (kind, id) => ({ [kind]: new Set([id]) }),
    now: {},
    mark(kind, id) {
      marks.now = kind === null ? {} : marks.related(kind, id);
      hearers.mark.forEach((f) => f(marks.now));
    },
    hear: (f) => hearers.mark.push(f),
  };

  // A button that copies the text of an element. Where a page from disk may not write to the
  // clipboard, the text is selected, to be copied by the keys.
  function copier(element) {
    const made = button("copy", copy, { class: "copier", title: "Copy" });
    const say = (words) => {
      made.textContent = words;
      setTimeout(() => { made.textContent = "copy"; }, 2000);
    };
    function select() {
      getSelection().selectAllChildren(element);
      say("selected");
    }
    function copy() {
      if (!navigator.clipboard) select();
      else navigator.clipboard.writeText(element.textContent).then(() => say("copied"), select);
    }
    return made;
  }

  // Six digits as the report in words has them; what is not 0 never looks like 0.
  function probability(number) {
    if (number === 0 || number === 1) return String(number);
    return number >= 1e-6 ? number.toFixed(6) : number.toExponential(1);
  }
  function value(number) {
    return number === null ? "–" : String(Number(number.toPrecision(7)));
  }

  // How many, as people write it.
  const grouped = (number) => (number < 1e12 ? number.toLocaleString("en-US") : number.toExponential(2));

  return { sections, data, html, svg, button, pressed, held, address, marks, copier, probability, value, grouped };
})();
