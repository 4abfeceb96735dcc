// Sections of a report in a frame. The next document is loaded behind the one that is seen, and takes
// its place when it is there, so that nothing flickers; how far one had stepped stays.

import { element } from "./elements.js";

export class Frame {
  // `moved` is called when a person has gone somewhere in the frame.
  constructor(panel, moved) {
    this.panel = panel;
    this.moved = moved;
    this.seen = null;
    this.coming = null;
    this.wanted = "";
    this.hash = ""; // Of the document, with its #; what the address of the page asks for at the beginning.
  }

  show(report, section, title) {
    const wanted = `/${report}?only=${section}`;
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.hash = this.place();
    this.coming?.remove();
    const frame = element("iframe", { class: "coming", title, tabindex: -1, "aria-hidden": "true" });
    frame.addEventListener("load", () => { if (this.coming === frame) this.#swap(frame, section); });
    frame.src = wanted + this.hash;
    this.coming = frame;
    this.panel.append(frame);
  }

  // Returns where a person is in the document, such as #map=0.1.
  place() {
    return this.seen?.contentWindow?.location.hash ?? this.hash;
  }

  // Goes to a place, as Back does.
  go(hash) {
    this.hash = hash;
    if (this.seen && this.place() !== hash) this.seen.contentWindow.location.replace(this.seen.contentWindow.location.pathname
      + this.seen.contentWindow.location.search + (hash || "#"));
  }

  #swap(frame, section) {
    const before = this.seen, inside = frame.contentWindow;
    const scrolled = before && before.dataset.section === section ? before.contentWindow.scrollY : 0;
    frame.dataset.section = section;
    frame.classList.remove("coming");
    frame.removeAttribute("aria-hidden");
    frame.removeAttribute("tabindex");
    this.seen = frame;
    this.coming = null;
    inside.scrollTo(0, scrolled);
    before?.remove();
    // A step is taken before it is in the address.
    const hear = () => setTimeout(() => { if (this.seen === frame && this.place() !== this.hash) { this.hash = this.place(); this.moved(); } });
    for (const event of ["click", "keyup", "change"]) inside.document.addEventListener(event, hear);
    for (const event of ["hashchange", "popstate"]) inside.addEventListener(event, hear);
  }
}
