// The state graph opens at its start, which is seldom at the top of the drawing.
page.sections.graph = (root) => {
  const box = root.querySelector(".graph-drawing");
  const [around, start] = [box, box.querySelector("[data-mark-state]")].map((element) => element.getBoundingClientRect());
  box.scrollTop += start.top - around.top - (around.height - start.height) / 2;
  box.scrollLeft += start.left - around.left - around.width / 4;
};
