/**
 * The script of the page. It only hides and shows what is there: without it the filters are absent,
 * and all else is as readable. It makes no markup of any text.
 */
export const pageScript = `
"use strict";
const form = document.querySelector("form.filters");
const found = document.querySelector("#found");
const tasks = [...document.querySelectorAll("[data-task]")];
function apply() {
  const verdict = form.elements.verdict.value;
  const words = form.elements.words.value.trim().toLowerCase();
  const zoneOnly = form.elements.zone.checked;
  const ids = new Set();
  for (const task of tasks) {
    const attempts = [...task.querySelectorAll("details[data-verdict]")];
    for (const attempt of attempts) {
      attempt.classList.toggle("hidden", verdict !== "all" && attempt.dataset.verdict !== verdict);
    }
    const verdicts = task.dataset.verdicts.split(" ");
    const shown = (verdict === "all" || verdicts.includes(verdict))
      && (!zoneOnly || task.dataset.zone === "yes")
      && task.dataset.task.toLowerCase().includes(words);
    task.classList.toggle("hidden", !shown);
    if (shown) ids.add(task.dataset.position);
  }
  found.textContent = ids.size + " of " + form.dataset.taskCount + " tasks";
}
form.hidden = false;
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
apply();
`;
