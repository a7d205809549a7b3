// What is said of an answer: Enter goes on, u takes it back. What was typed or tapped too early does neither.

const TOO_EARLY = 300; // ms
const shown = performance.now();
const next = document.querySelector(".next a");
const undo = document.querySelector("form.undo");

next.addEventListener("click", (event) => {
  if (performance.now() - shown < TOO_EARLY) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input")) return;
  const elsewhere = event.key === "Enter" && !event.target.matches("button, a, summary");
  if (event.repeat ? event.key !== "Enter" : event.key !== "u" && !elsewhere) return;
  event.preventDefault();
  if (event.repeat) return;
  if (elsewhere) next.click();
  else undo?.requestSubmit();
});
