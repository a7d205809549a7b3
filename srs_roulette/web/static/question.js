// A question: its keys, its time, and a program that may be away. Without this the form is sent as any other.

const form = document.querySelector("form.answer");
const boxes = [...form.querySelectorAll(".typed input")];
const again = document.querySelector("#again");
const undo = document.querySelector("form.undo");
const clock = document.querySelector("[data-seconds]");

// -- the time: from the question on the screen, by a clock that only runs forward

const started = performance.now();
let first = null;
let sending = false;
const away = new Set(document.hidden ? ["hidden"] : []);

const touched = () => {
  first ??= performance.now() - started;
};
document.addEventListener("visibilitychange", () => document.hidden && away.add("hidden"));
document.addEventListener("freeze", () => away.add("pause"));
window.addEventListener("pageshow", (event) => event.persisted && away.add("pause"));
document.querySelector(".help").addEventListener("toggle", () => away.add("pause"));
form.addEventListener("input", touched);
form.addEventListener("pointerdown", touched);

// -- sending: once, and if nobody answers, what was typed stays

async function send(button) {
  if (sending) return;
  sending = true;
  touched();
  form.elements.elapsed.value = Math.round(performance.now() - started);
  form.elements.first.value = Math.round(first);
  form.elements.void.value = [...away].join(" ");
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  try {
    const response = await fetch(form.action, { method: "POST", body });
    if (response.redirected) {
      location.replace(response.url);
      return;
    }
    const told = new DOMParser().parseFromString(await response.text(), "text/html");
    const why = told.querySelector("#again");
    if (!why) {
      document.querySelector("#main").replaceChildren(...told.querySelector("#main").childNodes);
      return;
    }
    again.textContent = why.textContent;
  } catch {
    away.add("pause");
    again.textContent = "The program does not answer. Start it again (srs-roulette web): what you typed is still here.";
  }
  sending = false;
  boxes[0]?.focus();
  boxes[0]?.select();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const empty = boxes.some((box) => box.value) && boxes.find((box) => !box.value);
  if (empty && event.submitter?.name !== "answer") empty.focus();
  else send(event.submitter);
});

// -- keys: digits take a choice, ? gives up, u takes the last answer back

const choices = [...form.querySelectorAll("div.choices > button")];
const groups = [...form.querySelectorAll("fieldset.choices")];

function pick(digit, at) {
  if (choices.length) {
    choices[digit - 1]?.click();
    return digit <= choices.length;
  }
  const group = groups.find((one) => one.contains(at)) ?? groups.find((one) => !one.querySelector(":checked"));
  const radio = group?.querySelectorAll("input")[digit - 1];
  if (!radio) return false;
  radio.checked = true;
  touched();
  const all = [...groups, ...boxes];
  const next = all[all.indexOf(group) + 1];
  (next?.querySelector?.("input") ?? next ?? form.querySelector(".actions .main")).focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  const at = event.target;
  const typing = at.matches("input:not([type=radio]), textarea, select");
  if (event.key === "Escape" && typing) at.blur();
  else if (typing && at.value) return;
  else if (event.key === "?" || event.key === "\u061f") form.querySelector(".unknown").click();
  else if (typing && at.inputMode === "text") return;
  else if (event.key === "u") undo?.requestSubmit();
  else if (!typing && event.key === "Enter" && !at.matches("button, a, summary, [role=button]")) {
    if (!choices.length) form.requestSubmit();
  } else if (typing || !/^[1-9]$/.test(event.key) || !pick(+event.key, at)) return;
  event.preventDefault();
});

// A thumb needs the felt, not the keys of the phone.
if (form.querySelector(".felt")) {
  if (matchMedia("(pointer: fine)").matches) boxes[0]?.focus();
} else groups[0]?.querySelector("input").focus();

// -- a sprint

if (clock) {
  const end = started + 1000 * Number(clock.dataset.seconds);
  const tick = setInterval(() => {
    const left = Math.max(0, end - performance.now());
    clock.querySelector("b").textContent = Math.ceil(left / 1000);
    if (left > 0 || sending) return;
    clearInterval(tick);
    location.replace(clock.dataset.over);
  }, 200);
}
