for (const element of document.querySelectorAll("main > section")) {
  const start = page.sections[element.id];
  if (start) start(element, page.data(element.id));
}
// What has the focus by a key is in sight as a whole, also in a box that scrolls.
document.addEventListener("focusin", ({ target }) => {
  if (target.closest(".scroll") && target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
// A box says by its classes where it can be scrolled to, as its content, its size or its place changes.
{
  const tell = (box) => {
    if (!box) return; // What has gone from its box.
    box.classList.toggle("more-left", box.scrollLeft > 1);
    box.classList.toggle("more-right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  };
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => tell(target.closest(".scroll"))));
  const contents = new MutationObserver((records) => records.forEach(({ target }) => watch(target.closest(".scroll"))));
  function watch(box) {
    for (const one of [box, ...box.children]) sizes.observe(one);
    tell(box);
  }
  for (const box of document.querySelectorAll(".scroll")) {
    contents.observe(box, { childList: true });
    box.addEventListener("scroll", () => tell(box), { passive: true });
    watch(box);
  }
}
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
