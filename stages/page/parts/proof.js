// The proof: commands to copy, and marks on the choices in fractions.
page.sections.proof = (root) => {
  for (const code of root.querySelectorAll(".proof-command")) code.after(page.copier(code));
  const choices = [...root.querySelectorAll("[data-mark-infoset]")];
  page.marks.hear((now) => {
    for (const one of choices) one.classList.toggle("is-marked", now.infoset?.has(one.getAttribute("data-mark-infoset")) ?? false);
  });
};
