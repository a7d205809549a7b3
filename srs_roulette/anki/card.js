// The card: shows the draw of the day, reads and judges what was typed, explains it on the back.
// Pages of Anki live long and run this again and again, so nothing here is global but what one side tells the other.
// Two opening braces in a row, or a backslash before a bracket, would be taken by Anki.
(function () {
  "use strict";
  const last = (found) => found[found.length - 1];
  const root = last(document.querySelectorAll(".rc-card"));
  const holder = last(document.querySelectorAll("script.rc-data"));
  let data = null;
  try { data = JSON.parse(holder.textContent); } catch (fault) { return; } // the first draw stands there already
  if (!data || !data.v || !data.v.length) { return; }
  const front = root.getAttribute("data-side") === "front";
  const words = data.t;

  // -- which draw: payload.pick in Python is the same rule

  function pick(id, day, n, again) {
    const bytes = unescape(encodeURIComponent(id + "|" + day + ":" + again));
    let value = 0x811c9dc5;
    for (let at = 0; at < bytes.length; at += 1) { value = Math.imul(value ^ bytes.charCodeAt(at), 0x01000193); }
    value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
    value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
    return ((value ^ (value >>> 16)) >>> 0) % n;
  }

  function today() {
    const now = new Date();
    const date = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000;
    return date - (now.getHours() < data.r ? 1 : 0);
  }

  // What the front tells the back, and how often each card was answered today. Some programs keep no storage, some
  // make a page for each side: with neither the rule above still gives both sides the same draw.
  const KEY = "srs-roulette";

  function load() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY));
      if (kept) { return kept; }
    } catch (fault) { /* no storage here */ }
    return window.srsRoulette || {};
  }

  function save() {
    window.srsRoulette = state;
    try { sessionStorage.setItem(KEY, JSON.stringify(state)); } catch (fault) { /* the same */ }
  }

  const state = load();
  if (state.day !== today()) { state.day = today(); state.done = {}; }
  const told = state.shown;
  const HOUR = 3600000;
  let shown = { id: data.id, day: state.day, again: state.done[data.id] || 0, at: Date.now(), typed: {} };
  if (!front && told && told.id === data.id && Date.now() - told.at < HOUR) { shown = told; }
  if (!front && shown.day === state.day) { state.done[data.id] = shown.again + 1; }
  state.shown = shown;
  save();
  const place = pick(data.id, shown.day, data.v.length, shown.again);
  const draw = Object.assign({}, data.all, data.v[place]);
  root.setAttribute("data-pick", String(place));

  // -- reading, by the rules of the program itself (questions/reading.py)

  const asked = (why, text, more) => ({ fault: fill(words[why], Object.assign({ text: text }, more)) });
  const DECIMALS = ["cash", "percent", "to_one"];
  const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

  function fill(sentence, values) {
    return sentence.replace(/[{](\w+)[}]/g, (whole, name) => (name in values ? values[name] : whole));
  }

  function plain(text) {
    const bare = text.replace(/[\u200e\u200f\u061c\ufeff\u2066-\u2069]/g, "").normalize("NFC").trim();
    return bare.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19]/g, (sign) => {
      const zero = ZEROS.find((first) => sign.charCodeAt(0) - first < 10 && sign.charCodeAt(0) >= first);
      return String(sign.charCodeAt(0) - zero);
    });
  }

  const NUMBER = /^([+\-\u2212]?)(\d{1,3}([ \u00a0\u2007\u2009\u202f'\u2019,])\d{3}(?:\3\d{3})*|\d+)(?:\.(\d+))?$/;
  const COMMA = /^([+\-\u2212]?)(\d+),(\d+)$/;
  const THREE = /^[1-9]\d{0,2}\.\d{3}$/;

  function canonical(sign, whole, decimals) {
    const size = whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "") + ("." + decimals).replace(/\.?0*$/, "");
    return (sign === "-" || sign === "\u2212") && size !== "0" ? "-" + size : size;
  }

  function amount(text, field) {
    let typed = text;
    const percent = field.unit === "percent";
    if (percent && typed.split(",").length === 2 && typed.indexOf(".") < 0) { typed = typed.replace(",", "."); }
    const bare = typed.replace(/^[+\-\u2212]+/, "");
    const found = NUMBER.exec(typed);
    if (!found || (found[3] === "," && bare[0] === "0")) {
      const comma = COMMA.exec(typed);
      return comma ? twoWays(text, comma[1], comma[2], comma[3]) : asked("number", text);
    }
    if (found[4] === undefined) { return { value: canonical(found[1], found[2], "") }; }
    if (!percent && THREE.test(bare)) { return twoWays(text, found[1], found[2], found[4]); }
    if (DECIMALS.indexOf(field.unit) < 0) { return asked("whole", text); }
    return { value: canonical(found[1], found[2], found[4]) };
  }

  function twoWays(text, sign, whole, decimals) {
    const second = canonical(sign, whole, decimals);
    const more = THREE.test(second.replace("-", "")) ? "0" : "";
    return asked("ambiguous", text, { first: canonical(sign, whole + decimals, ""), second: second + more });
  }

  function pocketOf(word) {
    const digits = /^\d{1,3}$/.test(word) ? word.replace(/^0+(?=[1-9])/, "") : "";
    return digits === "0" || digits === "00" || (digits && Number(digits) >= 1 && Number(digits) <= 36) ? digits : null;
  }

  function byNumber(one, other) { return Number(one) - Number(other) || one.length - other.length; }

  function run(text) {
    if (text.toLowerCase() === "none") { return { value: [] }; }
    const pockets = text.split(/[\s,;\/\-\u2013\u060c]+/).map(pocketOf);
    return pockets.indexOf(null) < 0 ? { value: pockets } : asked("pockets", text);
  }

  function placement(text, field) {
    const placed = {};
    if (text.toLowerCase() === "none") { return { value: placed }; }
    for (const spot of text.toLowerCase().replace(/\s*[=:]\s*/g, "=").split(/[\s,;\u060c]+/)) {
      const found = /^([^=]+)(?:=([1-9]\d{0,5}))?$/.exec(spot);
      const bet = found && betOf(found[1], field.spell || {});
      if (!bet) { return asked("placement", text); }
      placed[bet] = (placed[bet] || 0) + Number(found[2] || 1);
    }
    return { value: placed };
  }

  function betOf(word, spellings) {
    const pockets = word.split(/[\-\/\u2013]/).map(pocketOf);
    const bet = pockets.indexOf(null) < 0 ? pockets.sort(byNumber).join("-") : word;
    // Numbers that the map lacks are some other spot: no fault of typing, but not what is asked for.
    return spellings[bet] || (bet === word && pockets.indexOf(null) >= 0 ? null : bet);
  }

  const READERS = {
    amount: amount,
    choice: (text) => ({ value: text }),
    pocket: (text) => { const found = pocketOf(text); return found ? { value: found } : asked("pocket", text); },
    pockets: (text) => {
      const found = run(text);
      return found.value ? { value: Array.from(new Set(found.value)).sort(byNumber) } : found;
    },
    order: run,
    placement: placement,
    text: (text) => ({ value: folded(text) })
  };

  function folded(text) {
    return text.normalize("NFD").toLowerCase().replace(/\u2019/g, "'").normalize("NFC").replace(/\s+/g, " ").trim();
  }

  // A list that was tapped together is a list already.
  function read(field, typed) {
    if (Array.isArray(typed)) { return typed.length ? { value: typed } : asked("blank", ""); }
    const text = plain(typed || "");
    return text ? READERS[field.type](text, field) : asked("blank", "");
  }

  // -- judging, by the rules of questions/grading.py

  function same(field, one, other) {
    if (Array.isArray(one)) {
      const line = one.join("|");
      return line === other.join("|") || (draw.either && line === other.slice().reverse().join("|"));
    }
    if (field.type === "placement") { return flat(one) === flat(other); }
    return field.type === "text" ? folded(one) === folded(other) : one === other;
  }

  function flat(placed) { return Object.keys(placed).sort().map((bet) => bet + "=" + placed[bet]).join(" "); }

  function differing(given, wanted) {
    return draw.f.map((field, at) => at).filter((at) => !same(draw.f[at], given[at], wanted[at]));
  }

  function sameSet(at, given) {
    return draw.f[at].type === "order" && given[at].slice().sort().join("|") === draw.a[at].slice().sort().join("|");
  }

  function verdict(given) {
    const wrong = differing(given, draw.a);
    if (!wrong.length) { return { right: true, text: words.correct }; }
    const slip = draw.slips.find((one) => !differing(given, one.a).length);
    if (slip) { return { wrong: wrong, text: slip.m }; }
    if (wrong.every((at) => sameSet(at, given))) { return { wrong: wrong, text: words.close }; }
    const parts = [words.wrong];
    if (wrong.length < draw.f.length) {
      const labels = (some) => draw.f.filter((field, at) => some === (wrong.indexOf(at) >= 0)).map((one) => one.label);
      parts[0] = fill(words.fields, { right: labels(false).join(", "), wrong: labels(true).join(", ") });
    }
    wrong.forEach((at) => { parts.push.apply(parts, listed(draw.f[at], given[at], draw.a[at])); });
    return { wrong: wrong, text: parts.join(" ") };
  }

  function listed(field, given, wanted) {
    if (typeof wanted === "string") { return []; }
    const less = (some, without) => (Array.isArray(some)
      ? some.filter((one) => without.indexOf(one) < 0)
      : Object.keys(some).filter((bet) => some[bet] !== without[bet]).map((bet) => bet + "=" + some[bet]));
    return [["missing", less(wanted, given)], ["extra", less(given, wanted)]]
      .filter((part) => part[1].length)
      .map((part) => fill(words[part[0]], { spots: part[1].join(", ") }));
  }

  // -- the page

  function add(parent, tag, kind, text) {
    const made = document.createElement(tag);
    if (kind) { made.className = "rc-" + kind; }
    if (text !== undefined) { made.textContent = text; made.dir = "auto"; }
    parent.appendChild(made);
    return made;
  }

  // Both are there, and the style sheet shows the one that fits: a phone may be turned.
  function show(parent, picture) {
    (picture || []).forEach((way, at) => {
      const kind = picture.length < 2 ? "picture" : at ? "picture rc-narrow" : "picture rc-wide";
      const box = add(parent, "div", kind);
      if (way[1]) { add(box, "p", "note", way[1]); }
      add(box, "div", "drawing").innerHTML = way[0].map((element) => data.svg[element]).join("><");
    });
  }

  function wordOf(field, value) {
    const choice = field.choices.find((one) => one[0] === value);
    return choice ? choice[1] : value;
  }

  function typedWords(field) {
    const typed = shown.typed[field.name];
    return Array.isArray(typed) ? typed.map((one) => wordOf(field, one)).join(", ") : wordOf(field, plain(typed || ""));
  }

  function judged() {
    if (draw.f.some((field) => /^[?\uff1f\u061f]$/.test(plain(String(shown.typed[field.name] || ""))))) {
      return { text: words.unknown };
    }
    const values = draw.f.map((field) => read(field, shown.typed[field.name]));
    const fault = values.find((one) => one.fault);
    return fault ? { fault: fault.fault } : verdict(values.map((one) => one.value));
  }

  function say(parent, result) {
    const kind = result.fault ? "again" : result.right ? "right" : "wrong";
    parent.textContent = "";
    add(parent, "p", "verdict rc-" + kind, result.fault || result.text).setAttribute("role", "status");
  }

  function keep(field, value) { shown.typed[field.name] = value; save(); }

  function form() {
    const box = add(root, "div", "form");
    draw.f.forEach((field) => { (field.choices.length ? buttons : input)(box, field); });
    const verdictBox = document.createElement("div");
    const alone = draw.f.length === 1 && draw.f[0].type === "choice";
    function check() {
      const result = judged();
      if (!result.fault && window.pycmd) { window.pycmd("ans"); return; } // the back says it
      say(verdictBox, result);
    }
    if (alone) { box.addEventListener("click", (event) => { if (event.target.type === "button") { check(); } }); }
    else {
      const button = add(box, "button", "check tappable", words.check);
      button.type = "button";
      button.addEventListener("click", check);
    }
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && event.target.tagName === "INPUT") { event.preventDefault(); check(); }
    });
    box.appendChild(verdictBox);
    const first = box.querySelector("input");
    // With a finger a focused box would bring up the keyboard over the question.
    if (first && window.matchMedia && window.matchMedia("(pointer: fine)").matches) { first.focus(); }
  }

  function labelled(box, field, tag) {
    const row = add(box, tag, "field");
    if (draw.f.length > 1) { add(row, "span", "label", field.label); }
    return row;
  }

  function input(box, field) {
    const made = add(labelled(box, field, "label"), "input", "input tappable");
    const numeric = field.type === "amount" || field.type === "pocket";
    const settings = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "auto" };
    Object.keys(settings).forEach((name) => made.setAttribute(name, settings[name]));
    made.setAttribute("inputmode", numeric ? "decimal" : "text");
    made.setAttribute("aria-label", field.label);
    if (field.type === "placement") { made.placeholder = words.placed; }
    if (field.type === "order" || field.type === "pockets") { made.placeholder = words.listed; }
    made.addEventListener("input", () => keep(field, made.value));
  }

  // One of several, or several in an order: the next tap on one takes it out again.
  function buttons(box, field) {
    const row = add(labelled(box, field, "div"), "div", "choices");
    const many = field.type === "order";
    let chosen = [];
    const made = field.choices.map((choice) => {
      const button = add(row, "button", "choice tappable", choice[1]);
      button.type = "button";
      button.addEventListener("click", () => {
        if (many) { chosen = chosen.includes(choice[0]) ? chosen.filter((k) => k !== choice[0]) : chosen.concat(choice[0]); }
        else { chosen = [choice[0]]; }
        keep(field, many ? chosen : chosen[0]);
        made.forEach((other, at) => {
          const turn = chosen.indexOf(field.choices[at][0]);
          other.setAttribute("aria-pressed", String(turn >= 0));
          other.setAttribute("data-turn", many && turn >= 0 ? String(turn + 1) : "");
        });
      });
      return button;
    });
  }

  function back() {
    add(root, "hr", "").id = "answer";
    const answered = draw.f.some((field) => (shown.typed[field.name] || "").length);
    const result = answered ? judged() : { fault: "nothing typed" };
    // What could not be read stands beside the right answer; it is too late to ask again.
    if (!result.fault) { say(add(root, "div", ""), result); }
    if (draw.f.length > 1) { table(answered, result.wrong || []); }
    else {
      if (answered) { pair("given", words.given, typedWords(draw.f[0])); }
      pair("told", words.expected, draw.told[0]);
    }
    if (draw.s) { add(root, "p", "note", words.solution); show(root, draw.s); }
    if (draw.w.length) {
      const steps = add(root, "div", "working");
      draw.w.forEach((step) => add(steps, "p", "", step));
    }
  }

  function pair(kind, heading, value) {
    const line = add(root, "p", kind);
    add(line, "span", "heading", heading);
    const box = add(line, "bdi", value && value.length > 24 ? "value rc-long" : "value");
    // A bet is not cut in two at its hyphens.
    (value || "\u2013").split(" ").forEach((word) => { add(box, "span", "word", word); box.append(" "); });
  }

  function table(answered, wrong) {
    const made = add(root, "table", "table");
    const line = (tag, cells, given) => {
      const row = add(made, "tr", "");
      cells.forEach((cell, at) => {
        if (answered || at !== 1) { add(row, tag, ["heading", given, "told"][at], cell || "\u2013"); }
      });
    };
    line("th", ["\u00a0", words.given, words.expected], "given");
    draw.f.forEach((field, at) => {
      line("td", [field.label, typedWords(field), draw.told[at]], wrong.includes(at) ? "given rc-off" : "given");
    });
  }

  root.textContent = "";
  add(root, "p", "head", draw.head);
  add(root, "p", "prompt", draw.q);
  show(root, front || !draw.s ? draw.p : null);
  if (front) { form(); } else { back(); }
})();
