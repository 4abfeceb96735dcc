// The settings of a column: rules, level, reductions, off-path play; and the two numbers of a map.

import { $, element, roving, set } from "./elements.js";
import { countOf, probability } from "./source.js";

const REFINED = { "": "no: play as the solver has it", best: "off the path: best against the other's strategy" };
// The settings with a control of their own; all others are shown in words.
const CONTROLS = ["rules", "p", "bandits", "level", "without", "refine", "off_path", "let"];
// What separates constants such as `steps=4, p=1/2`: the next part must be a name with a value.
const BETWEEN = /[,;\s]+(?=[^\s=<>!,;()]+\s*=[^=])/;
// The name of a setting in the list of settings that a source takes.
const TAKEN_AS = (known, name) => (known.reductions.find((one) => one.name === name)?.of === "form" ? "without_form" : "without");

// Returns the constants in a text; what is incomplete is left out.
function constantsIn(text) {
  const found = text.trim().split(BETWEEN).map((one) => one.replace(/\s*=\s*/, "=")).filter((one) => /^[^=]+=./.test(one));
  return found.length ? found : undefined;
}

// Returns the settings with valid values, because an address may contain any.
export function existing(known, settings) {
  const { level, rules, refine, off_path: offPath, without = [], let: constants = [], ...rest } = settings;
  const among = (all, value) => (all.includes(value) ? value : undefined);
  const reductions = known.reductions.map(({ name }) => name);
  const kept = without.filter((name) => reductions.includes(name));
  return {
    ...rest, level: among(known.levels.map(({ number }) => number), level), rules: among(known.rules.map(({ name }) => name), rules),
    refine: among(known.refine.map(({ name }) => name), refine), off_path: among(["best"], offPath), without: kept.length ? kept : undefined,
    let: constantsIn(constants.join(",")), // A comma may be part of a value.
  };
}

// Returns the settings that a source takes, in the form of an order.
export function ordered(known, settings, takes) {
  const found = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || value === null) continue;
    if (name === "without") {
      const kept = value.filter((one) => takes.includes(TAKEN_AS(known, one)));
      if (kept.length) found.without = kept;
    } else if (takes.includes(name)) found[name] = value;
  }
  return found;
}

export class Settings {
  // `change` takes new settings, `alter` takes new numbers of the map itself.
  constructor(known, change, alter) {
    this.known = known;
    this.change = change;
    this.alter = alter;
    this.levels = known.levels.map(({ number }) => element("button", {
      type: "button", role: "radio", on: { click: () => this.#put("level", number ?? undefined) } }, String(number ?? "auto")));
    $("#levels").append(...this.levels);
    $("#rules").addEventListener("change", ({ target }) => this.#put("rules", target.value || undefined));
    $("#refine").addEventListener("change", ({ target }) => this.#refine(target.value));
    for (const [value, words] of [...Object.entries(REFINED), ...known.refine.map((one) => [one.name, one.words.replace(":", " \u2013")])])
      $("#refine").append(element("option", { value }, words));
    $("#reductions").append(...known.reductions.map((one) => this.#reduction(one)));
    $("#bandits").addEventListener("input", ({ target }) => this.#number("bandits", target.value));
    $("#p").addEventListener("input", ({ target }) => this.#number("p", target.value));
    $("#p-text").addEventListener("input", ({ target }) => this.#number("p", target.value.trim()));
    $("#let").addEventListener("input", ({ target }) => this.#put("let", constantsIn(target.value)));
    $("#as-first").addEventListener("click", () => this.change({ ...this.now, p: undefined, bandits: undefined }));
  }

  // `own` says whether the numbers of the map are settings here, instead of part of the source.
  show({ settings, takes, map, own }) {
    this.now = settings;
    this.map = map;
    this.own = own;
    this.#showNumbers();
    this.#showRules(takes);
    const level = settings.level ?? null, at = this.known.levels.findIndex(({ number }) => number === level);
    $("#level-row").hidden = !takes.includes("level");
    this.levels.forEach((one, number) => one.setAttribute("aria-checked", String(number === at)));
    roving($("#levels"), () => this.levels, this.levels[at]);
    set($("#level-words"), this.known.levels[at]?.words ?? "");
    $("#let-row").hidden = !takes.includes("let");
    if (document.activeElement !== $("#let")) $("#let").value = (settings.let ?? []).join(", ");
    $("#refine-row").hidden = !takes.includes("refine");
    $("#refine").value = settings.refine ?? settings.off_path ?? "";
    this.#showReductions(takes, level);
    const rest = Object.keys(settings).filter((name) => !CONTROLS.includes(name) && settings[name] !== undefined);
    $("#rest").hidden = !rest.length;
    set($("#rest"), rest.length ? `As on the command line: ${rest.map((name) => `${name} ${settings[name]}`).join(", ")}.` : "");
  }

  #put(name, value) { this.change({ ...this.now, [name]: value }); }

  #refine(value) {
    this.change({ ...this.now, refine: value && value !== "best" ? value : undefined, off_path: value === "best" ? value : undefined });
  }

  #number(name, text) {
    if (name === "p" && !text) return; // The number is incomplete.
    if (!this.own) this.alter(name === "bandits" ? { bandits: text } : { capture: text });
    else this.#put(name, name === "bandits" ? Number(text) : text);
  }

  #showNumbers() {
    $("#numbers").hidden = !this.map;
    if (!this.map) return;
    const { layout } = this.map, places = countOf(this.map, "E");
    const bandits = String((this.own ? this.now.bandits : undefined) ?? this.map.bandits);
    const text = (this.own ? this.now.p : undefined) ?? this.map.capture;
    set($("#bandits-name"), layout === "cave" ? "Miners" : "Bandits");
    $("#bandits").max = Math.max(places, Number(bandits) || 0, 1);
    $("#bandits").value = bandits;
    set($("#bandits-told"), `${bandits} at ${places} ${places === 1 ? "place" : "places"}`);
    if (document.activeElement !== $("#p-text")) $("#p-text").value = text;
    $("#p").value = probability(text);
    const own = this.own && (this.now.p !== undefined || this.now.bandits !== undefined);
    $("#as-first").hidden = !own;
  }

  #showRules(takes) {
    const layout = this.map?.layout ?? "", select = $("#rules");
    const ownOf = (one) => one.default && one.layout === layout;
    $("#rules-row").hidden = !takes.includes("rules");
    if (select.dataset.key !== layout) {
      select.dataset.key = layout;
      // Rules of this layout come first, but any map can be played by any rules.
      const first = (one) => (ownOf(one) ? 0 : one.layout === layout ? 1 : 2);
      const sorted = [...this.known.rules].sort((one, other) => first(one) - first(other));
      select.replaceChildren(...sorted.map((one) => element("option", { value: ownOf(one) ? "" : one.name }, one.words)));
    }
    const chosen = this.known.rules.find((one) => one.name === this.now.rules);
    select.value = !chosen || ownOf(chosen) ? "" : chosen.name;
  }

  #reduction({ name, words }) {
    const input = element("input", { type: "checkbox", role: "switch", value: name, on: { change: ({ target }) => {
      const without = (this.now.without ?? []).filter((one) => one !== name);
      this.#put("without", target.checked ? (without.length ? without : undefined) : [...without, name]);
    } } });
    return element("label", { class: "switch", "data-reduction": name }, input, element("span", {}, element("b", {}, name), " ", element("small", {}, words)));
  }

  #showReductions(takes, level) {
    const without = this.now.without ?? [];
    let shown = 0, off = 0;
    for (const one of this.known.reductions) {
      const label = $(`[data-reduction="${one.name}"]`), input = $("input", label);
      label.hidden = !takes.includes(TAKEN_AS(this.known, one.name));
      const idle = one.level !== null && level !== null && level < one.level; // This level does not include the reduction.
      input.checked = !without.includes(one.name) && !idle;
      input.disabled = idle;
      label.title = idle ? `from level ${one.level} on` : "";
      if (!label.hidden) { shown += 1; off += input.checked ? 0 : 1; }
    }
    $("#reductions-box").hidden = !shown;
    set($("#reductions-told"), off ? `${shown - off} of ${shown}` : "all");
  }
}
