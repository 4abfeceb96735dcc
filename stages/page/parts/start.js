for (const element of document.querySelectorAll("main > section")) {
  const start = page.sections[element.id];
  if (start) start(element, page.data(element.id));
}
// Nobody can unfold what is on paper; what is folded there is not printed.
const unfolded = [];
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details[data-print]:not([open])")) {
    details.open = true;
    unfolded.push(details);
  }
});
window.addEventListener("afterprint", () => unfolded.splice(0).forEach((details) => { details.open = false; }));
