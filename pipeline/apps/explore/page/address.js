// The whole state of the page as the fragment of its address, key=value&key=value. Values equal to the defaults
// are left out. Keys of the second column begin with `2.`.

const LONG = 1500; // The number of characters from which on a source is packed instead of readable.
const MOST = 1_000_000; // The largest number of characters of a source.

// The functions that read the values of settings, by the form of the setting.
const whole = (text) => (/^\d{1,12}$/.test(text) ? Number(text) : undefined);
const flag = (text) => ({ yes: true, no: false })[text];
const READ = { text: String, number: whole, switch: flag, list: (text) => text.split(",") };
const written = (value) => (value === true ? "yes" : value === false ? "no" : Array.isArray(value) ? value.join(",") : String(value));

// Returns the address of a state. A source among the examples of `known` appears by its name.
export async function write(state, { examples, forms }) {
  const found = new URLSearchParams();
  const example = examples.find((one) => one.text === state.text && one.file === state.name);
  if (example) found.set("example", example.name);
  else {
    if (state.name) found.set("name", state.name);
    if (state.text.length > LONG) found.set("packed", await pack(state.text));
    else found.set("source", state.text);
  }
  state.columns.forEach((column, at) => {
    if (at && !state.two) return;
    const before = at ? "2." : "";
    for (const name of Object.keys(forms)) {
      const value = column.settings[name];
      if (value === undefined || value === null || value.length === 0) continue;
      found.set(before + name, written(value));
    }
    if (column.at) found.set(`${before}shown`, column.at);
  });
  if (state.two) found.set("two", "yes");
  if (state.two && state.editing) found.set("editing", "2");
  if (state.view !== "squares") found.set("view", state.view);
  if (state.section) found.set("section", state.section);
  // Readable in browsers that show these characters unescaped.
  return `#${found.toString().replaceAll("%2C", ",").replaceAll("%3D", "=").replaceAll("%2F", "/")}`;
}

// Returns the state of an address, or null for an empty one. Throws an error for an invalid one.
export async function read(address, { examples, forms }) {
  const found = new URLSearchParams(address.replace(/^#/, ""));
  if (![...found.keys()].length) return null;
  const example = examples.find((one) => one.name === found.get("example"));
  if (found.has("example") && !example) throw new Error(`there is no example ${found.get("example").slice(0, 100)}`);
  const packed = found.get("packed");
  const text = example ? example.text : packed !== null ? await unpack(packed) : found.get("source") ?? "";
  const two = found.get("two") === "yes";
  return {
    text, two,
    name: example ? example.file : found.get("name") ?? "",
    columns: ["", "2."].map((before) => column(found, before, forms)),
    editing: two && found.get("editing") === "2" ? 1 : 0,
    view: found.get("view") === "text" ? "text" : "squares",
    section: /^[a-z_-]+$/.test(found.get("section") ?? "") ? found.get("section") : "",
  };
}

function column(found, before, forms) {
  const settings = {};
  for (const [name, form] of Object.entries(forms)) {
    const text = found.get(before + name), value = text === null ? undefined : READ[form](text);
    if (value !== undefined) settings[name] = value;
  }
  return { settings, at: found.get(`${before}shown`) ?? "" };
}

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let bytes = "";
  for (const byte of new Uint8Array(await new Response(stream).arrayBuffer())) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream());
  let found = "";
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return found;
    found += value;
    // A short address may unpack to a huge text.
    if (found.length > MOST) throw new Error("the source in the address is too long");
  }
}
