// Sections of a report in a frame. The next document is loaded behind the visible one and replaces it when ready,
// so that nothing flickers. The step reached in a picture is kept.

import { element } from "./elements.js";

export class Frame {
  // `moved` is called after the user has moved in the frame, `gone` if there is no document.
  constructor(panel, moved, gone) {
    this.panel = panel;
    this.moved = moved;
    this.gone = gone;
    this.seen = null;
    this.coming = null;
    this.wanted = { address: "" };
    this.hash = ""; // The fragment of the document's address, with its #. At first it comes from the address of the page.
  }

  show(report, section, title) {
    const address = `/${report}?only=${section}`;
    if (address === this.wanted.address) return;
    this.wanted = { address, section, title };
    // Documents are loaded one after the other: while a slider moves, intermediate pictures are shown, too.
    if (!this.coming) this.#load();
  }

  // Returns the place shown in the document, such as #map=0.1.
  place() {
    return this.seen?.contentWindow?.location.hash ?? this.hash;
  }

  // Moves to a place, for Back.
  go(hash) {
    this.hash = hash;
    if (!this.seen || this.place() === hash) return;
    const { location } = this.seen.contentWindow;
    location.replace(location.pathname + location.search + (hash || "#"));
  }

  #load() {
    const { address, section, title } = this.wanted;
    this.hash = this.place();
    const frame = element("iframe", { class: "coming", title, tabindex: -1, "aria-hidden": "true", "data-section": section });
    frame.addEventListener("load", () => this.#loaded(frame, address), { once: true });
    frame.src = address + this.hash;
    this.coming = frame;
    this.panel.append(frame);
    this.panel.classList.add("is-loading");
  }

  #loaded(frame, address) {
    const inside = documentOf(frame);
    this.coming = null;
    if (inside?.querySelector("main")) this.#swap(frame);
    else {
      frame.remove();
      if (address === this.wanted.address) this.gone(inside?.body?.textContent.trim() || "The report could not be loaded.");
    }
    if (address !== this.wanted.address) this.#load();
    else this.panel.classList.remove("is-loading");
  }

  #swap(frame) {
    const before = this.seen, inside = frame.contentWindow;
    const scrolled = before && before.dataset.section === frame.dataset.section ? before.contentWindow.scrollY : 0;
    frame.classList.remove("coming");
    frame.removeAttribute("aria-hidden");
    frame.removeAttribute("tabindex");
    this.seen = frame;
    inside.scrollTo(0, scrolled);
    before?.remove();
    // The step is taken before the address changes.
    const hear = () => setTimeout(() => { if (this.seen === frame && this.place() !== this.hash) { this.hash = this.place(); this.moved(); } });
    for (const event of ["click", "keyup", "change"]) inside.document.addEventListener(event, hear);
    for (const event of ["hashchange", "popstate"]) inside.addEventListener(event, hear);
  }
}

// A browser's own error page in a frame has an opaque origin.
function documentOf(frame) {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}
