for (const element of document.querySelectorAll("main > section")) {
  const start = page.sections[element.id];
  if (start) start(element, page.data(element.id));
}
