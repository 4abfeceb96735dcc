// Requests of a page to its server.

const TOKEN = document.querySelector("meta[name=token]").content;

export class Refused extends Error {}

// Returns the server's response; `patience` is its time limit in milliseconds. Throws Refused if the server refuses the
// request, and another error if it does not answer.
export async function ask(path, order, patience) {
  const options = { headers: { "X-Page-Token": TOKEN } };
  if (patience) options.signal = AbortSignal.timeout(patience);
  if (order) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(order);
  }
  const response = await fetch(path, options);
  if (!response.ok) throw new Refused((await response.text()).trim());
  return response.json();
}
