// The felt as an answer: what is tapped is written into the answer's box, and what stands there shows on the felt.

const LONG_PRESS = 500; // ms
const STILL = 10; // CSS pixels that a pressing finger may wander
const TOGETHER = 1200; // ms between digits of a number
const DIGIT = 0.556; // width of a bold digit, in font sizes
const LARGEST = 999999;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The next spot in a direction; what lies aside counts three times, so that rows are kept. */
export function beside(spots, from, [dx, dy]) {
  let [next, least] = [null, Infinity];
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const ahead = x * dx + y * dy;
    const cost = ahead + 3 * Math.abs(x * dy + y * dx);
    if (ahead > 1 && cost < least) [next, least] = [spot, cost];
  }
  return next;
}

/** Spots by their keys, and by their lowest and highest number where no other spot has these two. */
export function spellings(keys) {
  const known = new Map(keys.map((key) => [key, key]));
  for (const key of keys) {
    const numbers = key.split("-");
    const ends = `${numbers[0]}-${numbers.at(-1)}`;
    if (numbers.length > 2 && numbers[0] > 0 && !known.has(ends)) known.set(ends, key);
  }
  return known;
}

/** Spots with their chips; null for what only the server may be able to read. */
export function readChips(text, known) {
  const chips = new Map();
  for (const word of text.replace(/\s*[=:]\s*/g, "=").split(/[\s,;]+/).filter(Boolean)) {
    const [, bet, count = "1"] = /^([^=]+)(?:=0*([1-9]\d{0,5}))?$/.exec(word.toLowerCase()) ?? [];
    const key = known.get(bet?.replaceAll("/", "-"));
    if (!key) return null;
    chips.set(key, (chips.get(key) ?? 0) + +count);
  }
  return chips;
}

function svg(tag, attributes, ...inner) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inner);
  return made;
}

class Felt {
  constructor(root, input) {
    Object.assign(this, root.dataset, { root, box: input, before: [], now: null, step: 1 });
    const all = (what) => [...root.querySelectorAll(what)];
    this.chips = this.mode === "place" || this.mode === "keep";
    this.faces = all("[data-spots]").map((face) => this.face(face));
    [this.keys, this.leads, this.steps] = [".felt-pad [data-key]", ".felt-lead [data-key]", ".felt-step"].map(all);
    this.labels = new Map(this.keys.map((key) => [key.dataset.key, key.textContent]));
    for (const spot of this.faces[0]?.spots ?? []) this.labels.set(spot.key, spot.label);
    this.known = spellings([...this.labels.keys()]);
    this.full = readChips(this.held, this.known);
    if (this.steps.length) this.step = +this.steps[0].dataset.step;
    for (const hidden of all("[hidden]")) hidden.hidden = hidden.matches(".felt-bar") && !this.chips;
    this.listen();
    this.show();
  }

  // -- the box

  /** The choice in front of a placement. */
  get lead() {
    const word = this.box.value.trim().split(/\s/, 1)[0];
    return this.leads.some((key) => key.dataset.key === word) ? word : "";
  }

  get rest() {
    return this.box.value.trim().slice(this.lead.length).trim();
  }

  /** Chips by key; of pockets their place in the order. Null where the box holds what the felt cannot show. */
  get laid() {
    const text = this.rest;
    if (!text) return new Map(this.mode === "keep" ? this.full : []);
    if (text.toLowerCase() === this.nothing) return new Map();
    if (this.chips) return readChips(text, this.known);
    const words = text.split(this.join === "," ? /\s*[,;]\s*/ : /[\s,;/-]+/).filter(Boolean);
    return words.every((word) => this.labels.has(word)) ? new Map(words.map((word, k) => [word, k + 1])) : null;
  }

  /** What is laid; a tap begins anew where the box cannot be read. */
  get piles() {
    return this.laid ?? new Map();
  }

  write(piles) {
    // What stays is told in the order of the question.
    const keys = this.mode === "keep" ? [...this.full.keys()].filter((key) => piles.has(key)) : [...piles.keys()];
    const words = keys.map((key) => (this.chips ? `${key}=${piles.get(key)}` : key)).join(this.join);
    this.put(`${this.lead} ${words || (this.mode === "keep" ? this.nothing : "")}`.trim());
  }

  put(text) {
    this.before.push(this.box.value);
    this.say(text);
  }

  say(text) {
    this.box.value = text;
    // By this the page times the first sign of an answer, and the felt shows itself anew.
    this.box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // -- what a tap does

  set(key, n) {
    const piles = this.piles;
    if (this.mode === "one") piles.clear();
    if (n > 0) piles.set(key, Math.min(n, LARGEST));
    else piles.delete(key);
    this.now = this.fresh = key;
    this.write(piles);
  }

  /** Adds (1) or takes away (-1). */
  change(key, by) {
    if (this.mode === "place") this.set(key, (this.piles.get(key) ?? 0) + by * this.step);
    else if (this.mode !== "keep") this.set(key, by);
    else if (this.full.has(key)) this.set(key, by > 0 ? this.full.get(key) : 0);
  }

  tap(key) {
    this.change(key, this.mode !== "place" && this.piles.has(key) ? -1 : 1);
  }

  lay(call) {
    const piles = this.piles;
    for (const [key, n] of readChips(call, this.known)) piles.set(key, (piles.get(key) ?? 0) + n * this.step);
    this.write(piles);
  }

  listen() {
    let press = {};
    const on = (name, react) => this.root.addEventListener(name, react);
    const keyOf = (e) => e.target.closest(":not(.felt-lead) > [data-key]")?.dataset.key;
    on("pointerdown", (e) => {
      const [key, was] = [keyOf(e), press];
      clearTimeout(was.timer);
      press = { x: e.clientX, y: e.clientY, touch: e.pointerType === "touch" };
      if (key === undefined || e.button) return;
      press.timer = setTimeout((now) => {
        now.long = true;
        this.change(key, -1);
        navigator.vibrate?.(15);
      }, LONG_PRESS, press);
    });
    on("pointermove", (e) => {
      if (Math.hypot(e.clientX - press.x, e.clientY - press.y) > STILL) clearTimeout(press.timer);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) on(end, () => clearTimeout(press.timer));
    on("contextmenu", (e) => {
      const key = keyOf(e);
      if (key === undefined) return;
      e.preventDefault();
      // A finger that stays has taken away by the clock above.
      if (!press.touch) this.change(key, -1);
    });
    on("click", (e) => {
      const button = e.target.closest("button, [data-key]");
      if (button && !press.long) this.clicked(button);
      press = {};
    });
    on("keydown", (e) => {
      const key = keyOf(e);
      if (key === undefined || e.ctrlKey || e.metaKey || e.altKey || !this.typed(e, key)) return;
      e.preventDefault();
      e.stopPropagation();
    });
    this.box.addEventListener("input", () => this.show());
  }

  clicked(button) {
    const is = (name) => button.classList.contains(name);
    const { key, step, chips } = button.dataset;
    if (this.leads.includes(button)) this.put(`${key} ${this.rest}`.trim());
    else if (key !== undefined) this.tap(key);
    else if (chips) this.lay(chips);
    else if (step) this.step = +step;
    else if (is("felt-back")) this.say(this.before.pop());
    else if (is("felt-clear")) this.put("");
    else if (is("felt-none")) this.put(`${this.lead} ${this.nothing}`.trim());
    else if (this.now !== null) this.change(this.now, is("felt-more") ? 1 : -1);
    this.show();
  }

  /** Does what a key on a spot means; false where it means nothing. */
  typed(e, key) {
    const face = this.faces.find((one) => one.drawing.contains(e.target));
    if (e.key === "Enter") this.box.form.requestSubmit();
    else if (face && e.key in WAYS) this.go(face, key, WAYS[e.key]);
    else if (face && e.key === " ") this.tap(key);
    else if (e.key === "+" || e.key === "=") this.change(key, 1);
    else if (e.key === "-") this.change(key, -1);
    else if (e.key === "Delete" || e.key === "Backspace") this.set(key, 0);
    else if (this.mode === "place" && /^\d$/.test(e.key)) {
      const goesOn = this.digits?.key === key && e.timeStamp - this.digits.at < TOGETHER;
      this.digits = { key, at: e.timeStamp, text: (goesOn ? this.digits.text : "") + e.key };
      this.set(key, +this.digits.text);
    } else return false;
    return true;
  }

  go(face, key, way) {
    const from = face.spots.find((spot) => spot.key === key);
    const to = beside(face.spots, from, way) ?? from;
    for (const spot of face.spots) spot.area.setAttribute("tabindex", spot === to ? 0 : -1);
    to.area.focus();
    this.now = to.key;
    this.show();
  }

  // -- the picture

  /** Lays the spots over a drawing, in place of the chips that a page without a script shows. */
  face(face) {
    const drawing = face.querySelector("svg");
    if (this.chips) drawing.querySelectorAll(".rlt-chip, .rlt-count").forEach((chip) => chip.remove());
    drawing.querySelector("title").remove();
    drawing.setAttribute("role", "group");
    drawing.setAttribute("aria-label", this.chips ? "The felt" : "The racetrack");
    const spots = face.dataset.spots.split(";").map((told, k) => {
      const [key, label, x, y, d] = told.split("|");
      const area = svg("path", { class: "felt-spot", d, role: "button", tabindex: k ? -1 : 0, "data-key": key });
      return { key, label, x: +x, y: +y, area };
    });
    const chips = svg("g", { class: "felt-chips" });
    drawing.append(chips, svg("g", {}, ...spots.map((spot) => spot.area)));
    return { drawing, chips, spots, radius: this.chips && face.matches(".felt-lying") ? 14 : 11.5 };
  }

  show() {
    const piles = this.piles;
    const order = this.mode === "order";
    const mark = (one, key) => {
      const n = piles.get(key);
      const more = this.chips ? `, ${n ?? 0} ${n === 1 ? "chip" : "chips"}` : order && n ? `, place ${n}` : "";
      one.setAttribute("aria-label", this.labels.get(key) + more);
      one.setAttribute("aria-pressed", piles.has(key));
    };
    for (const { spots, chips, radius } of this.faces) {
      const here = spots.filter((spot) => piles.has(spot.key));
      const room = here.flatMap((a, k) => here.slice(k + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y) / 2 - 0.5));
      const r = Math.min(radius, ...room);
      chips.replaceChildren(...here.map((spot) => this.chip(spot, this.chips || order ? piles.get(spot.key) : "", r)));
      for (const { key, area } of spots) {
        mark(area, key);
        area.classList.toggle("felt-here", key === this.now);
      }
    }
    for (const key of this.keys) {
      mark(key, key.dataset.key);
      key.dataset.place = (order && piles.get(key.dataset.key)) || "";
    }
    for (const key of this.leads) key.setAttribute("aria-pressed", key.dataset.key === this.lead);
    for (const one of this.steps) one.setAttribute("aria-pressed", +one.dataset.step === this.step);
    this.fresh = null;
    this.root.classList.toggle("felt-unread", !this.laid);
    this.root.querySelector(".felt-back").disabled = !this.before.length;
    this.root.querySelector(".felt-now").textContent = this.told(piles);
  }

  told(piles) {
    if (!this.laid) return "The felt cannot show what is typed.";
    const [label, n] = [this.labels.get(this.now), piles.get(this.now) ?? 0];
    if (this.mode === "keep") return label ? `${label}: ${n ? "stays" : "off"}` : "Tap what comes off.";
    const all = `In all: ${[...piles.values()].reduce((sum, one) => sum + one, 0)}`;
    return label ? `${label}: ${n}. ${all}` : piles.size ? all : "Tap a spot; hold to take away.";
  }

  chip({ key, x, y }, n, r) {
    const size = Math.min(1.25 * r, (1.75 * r) / (DIGIT * String(n).length || 1));
    const text = svg("text", { x, y: y + size * 0.36, "font-size": size.toFixed(1) }, n);
    const look = key === this.fresh ? "felt-chip felt-fresh" : "felt-chip";
    return svg("g", { class: look }, svg("circle", { cx: x, cy: y, r }), text);
  }
}

for (const root of document.querySelectorAll(".felt[data-mode]")) {
  const box = root.closest("form")?.querySelector(`input[name="${root.dataset.input}"]`);
  if (box) new Felt(root, box);
}
