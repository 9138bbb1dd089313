/** The floor's form: which irregularity, where, which card, and a note for the record. */
import { h, say } from "../shared/dom.js";
import { tellEvent } from "../felt/announcer.js";
import { get } from "../shared/api.js";
import { readCard } from "./card-pad.js";
import { openDialog, submit } from "../shared/dialog.js";
import { helpWord, positionWord, titled, upper } from "../shared/words.js";

/** Input type, label (empty: the layout's word for a place) and example. @type {Record<string, [string, string, string]>} */
const FIELDS = {
  card: ["text", "Card", "As"],
  box: ["number", "", "3"],
  hand: ["number", "Hand (if the box has more than one)", "1"],
  cards: ["text", "Cards in front (optional)", "Kh Qd"],
  boxes: ["text", "Boxes that refuse the card", "2 5"],
  side_bets: ["text", "Settled side bets: stand or void (give the reason in the note)", "stand"],
};

/**
 * @param {import("../shared/types.js").Layout} layout
 * @param {import("../shared/types.js").View} view
 * @param {(fields: Record<string, unknown>) => Promise<unknown>} give
 */
export function showIntervention(layout, view, give) {
  const { interventions: kinds = [], takes = {} } = view.dealer ?? {};
  const select = h("select", { id: "kind", onchange: () => ask() }, ...kinds.map((kind) => h("option", { value: kind, text: titled(kind) })));
  const rows = h("div", { class: "form-rows" });
  const note = h("input", { id: "note", type: "text", maxlength: 200 });
  const wrong = h("p", { class: "form-wrong", role: "alert" });
  const ask = () => rows.replaceChildren(...(select.value === "rewind" ? moments(layout, view) : (takes[select.value] ?? []).map((name) => field(name, positionWord(layout)))));
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    submit(form, wrong, async () => give({ kind: select.value, ...read(rows), ...(note.value ? { note: note.value } : {}) }));
  } },
  labeled("kind", "What happened", select), rows, labeled("note", "Note", note), wrong,
  h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Record and apply" })));
  ask();
  openDialog("The floor", form);
}

/**
 * The moments of the round that it can go back to, the last one first. To undo all of it is confirmed.
 * @param {import("../shared/types.js").Layout} layout
 * @param {import("../shared/types.js").View} view
 */
function moments(layout, view) {
  const to = h("select", { id: "field-to", name: "to", required: true, onchange: () => confirm() });
  const sure = h("input", { id: "field-sure", type: "checkbox" });
  const whole = h("p", { class: "follows", hidden: true }, sure, h("label", { for: "field-sure", text: "Yes, undo the whole round" }));
  const state = h("p", { class: "quiet", role: "status", text: "Loading the round…" });
  const confirm = () => {
    whole.hidden = to.value !== "0";
    sure.required = !whole.hidden;
  };
  get(`/api/tables/${encodeURIComponent(view.table.id)}/rounds/${view.table.round}`).then(({ steps }) => {
    const before = steps.map((/** @type {any} */ step, /** @type {number} */ at) => [at ? steps[at - 1].inputs : 0, stepWords(step, layout, view)]);
    const real = before.filter((/** @type {any} */ [kept, words], /** @type {number} */ at) => words && (!at || kept > 0)).reverse();
    to.replaceChildren(...real.map((/** @type {any} */ [kept, words]) => h("option", { value: kept, text: kept ? `Before: ${words}` : "Before the first card: the whole round" })));
    say(state, "The cards that are taken back come again, in the same order.");
    confirm();
  }).catch((error) => say(state, error.message));
  return [labeled("field-to", "Go back to", to), whole, state];
}

/** What happened in one step, in a sentence or two. @param {any} step @param {import("../shared/types.js").Layout} layout @param {import("../shared/types.js").View} view */
function stepWords({ events, input }, layout, view) {
  const said = events.map((/** @type {any} */ event) => tellEvent(event, layout, view)).filter(Boolean);
  return said.slice(0, 2).join(" ") || titled(input.input || input.command);
}

/** The dealer enters the dice. @param {(shown: number[]) => void} give */
export function showDice(give) {
  const input = h("input", { id: "dice", type: "text", inputmode: "numeric", placeholder: "3 5 1", required: true, pattern: "\\s*[1-6]([\\s,]*[1-6])*\\s*" });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    give([...input.value.matchAll(/[1-6]/g)].map(Number));
    dialog.close();
  } }, labeled("dice", "Dice result", input),
  h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Enter" })));
  const dialog = openDialog("Dice", form);
}

/** @param {string} id @param {string} title @param {HTMLElement} control */
const labeled = (id, title, control) => h("p", { class: "form-row" }, h("label", { for: id, text: title }), control);

/** @param {string} name @param {string} position */
function field(name, position) {
  const [type, title, example] = FIELDS[name];
  return labeled(`field-${name}`, title || position, h("input", { id: `field-${name}`, name, type, placeholder: example, min: type === "number" ? 0 : null }));
}

/** @param {Element} rows */
function read(rows) {
  /** @type {Record<string, unknown>} */
  const fields = {};
  const chosen = rows.querySelector("select");
  if (chosen) return { to: Number(chosen.value) };
  for (const input of rows.querySelectorAll("input")) {
    if (!input.value) continue;
    if (input.name === "card") fields.card = cardOf(input.value);
    else if (input.name === "cards") fields.cards = input.value.split(/[\s,]+/).filter(Boolean).map(cardOf);
    else if (input.name === "boxes") fields.boxes = input.value.split(/\D+/).filter(Boolean).map(Number);
    else fields[input.name] = input.type === "number" ? Number(input.value) : input.value;
  }
  return fields;
}

/** @param {string} text */
function cardOf(text) {
  const card = readCard(text);
  if (!card) throw new Error(`“${text}” is not a card. Give the rank, then the suit, as in As, Td, 7h.`);
  return card;
}

/**
 * Changes the permitted help from the next round on.
 * @param {import("../shared/types.js").View} view
 * @param {(help: string) => void} permit
 */
export function showPermission(view, permit) {
  const dialog = openDialog("Help at the table",
    h("p", { text: "The sign at the table says what is permitted; the journal keeps every change." }),
    h("p", { class: "row-acts" }, ...["none", "charts", "coach"].map((help) => {
      const now = (view.table.help ?? "none") === help;
      return h("button", { type: "button", class: now ? "act lead" : "act", "aria-pressed": String(now), onclick: () => {
        dialog.close();
        if (!now) permit(help);
      } }, h("span", { class: "act-title", text: upper(helpWord(help)) }));
    })));
}

/**
 * Notes which players bank for a proposition company: where the house posts it, people of one company may not bank
 * more than two rounds in a row together.
 * @param {import("../shared/types.js").View} view
 * @param {(player: string, company: string) => void} note
 */
export function showCompanies(view, note) {
  const bankers = view.dealer?.bankers ?? [];
  const nameOf = (/** @type {string} */ player) => view.boxes.find((it) => it.player === player)?.name || player;
  const known = [...new Set(bankers.map((it) => it.company).filter(Boolean))];
  const inputs = bankers.map((it, number) => h("input", { id: `company-${number}`, type: "text", maxlength: 60, value: it.company, list: "companies", placeholder: "none" }));
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    bankers.forEach((it, number) => {
      const company = inputs[number].value.trim();
      if (company !== it.company) note(it.player, company);
    });
    dialog.close();
  } },
  h("p", { text: "The company each player banks for. The journal keeps every change." }),
  h("datalist", { id: "companies" }, ...known.map((company) => h("option", { value: company }))),
  ...bankers.map((it, number) => labeled(`company-${number}`, nameOf(it.player), inputs[number])),
  bankers.length
    ? h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Note" }))
    : h("p", { text: "Nobody is seated." }));
  const dialog = openDialog("Proposition companies", form);
}
