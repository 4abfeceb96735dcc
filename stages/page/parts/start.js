for (const element of document.querySelectorAll("main > section")) {
  const start = page.sections[element.id];
  if (start) start(element, page.data(element.id));
}
// What has the focus by a key is in sight as a whole, also in a box that scrolls.
document.addEventListener("focusin", ({ target }) => {
  if (target.closest(".scroll") && target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
// Nobody can unfold what is on paper; what is folded there is not printed.
{
  const unfolded = [];
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details[data-print]:not([open])")) {
      details.open = true;
      unfolded.push(details);
    }
  });
  window.addEventListener("afterprint", () => unfolded.splice(0).forEach((details) => { details.open = false; }));
}
