/** The state of the table in words, on request: a key for each part, for ears and for the text mode. */
import { bankFacts, playerBanked } from "../felt/bank.js";
import { cardName, UNSEEN } from "../shared/card.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { boxWord, optionWord, phaseWord, playerWord, seatName, spotWord } from "../shared/words.js";

/** @typedef {import("../shared/types.js").View} View @typedef {import("../shared/types.js").Layout} Layout */

/** @param {string[]} cards */
function cardsWord(cards) {
  const hidden = cards.filter((card) => card === UNSEEN).length;
  const down = hidden ? [hidden === 1 ? "a card face down" : `${hidden} cards face down`] : [];
  return [...cards.filter((card) => card !== UNSEEN).map(cardName), ...down].join(", ");
}

/** @param {Layout} layout @param {View} view */
function handWords(layout, view) {
  const mine = Object.entries(view.places).filter(([name, place]) => place.cards.length && view.me.boxes.includes(Number(name.split(".")[0])));
  if (!mine.length) return "You have no cards.";
  return mine.map(([name, place]) => {
    const [box, hand] = name.split(".");
    const many = mine.filter(([other]) => other.startsWith(`${box}.`)).length > 1;
    const where = view.me.boxes.length > 1 || many ? `${boxWord(layout, box)}${many ? `, hand ${hand}` : ""}: ` : "";
    return `${where}${cardsWord(place.cards)}${place.label ? `; ${place.label}` : ""}.`;
  }).join(" ");
}

/** The bank's hand and its money, or the board. @param {Layout} layout @param {View} view */
export function bankWords(layout, view) {
  const board = Object.entries(view.places).filter(([name, place]) => name.startsWith("board") && place.cards.length).flatMap(([, place]) => place.cards);
  // A banker who was dealt a pile, or whose hand is set, has it in their own box.
  const held = ["bank", ...Object.keys(view.places).filter((name) => view.bank.box && name.startsWith(`${view.bank.box}.`))].map((name) => view.places[name]).filter((it) => it?.cards.length);
  const bank = held.map((it) => `${layout.bank.title}: ${cardsWord(it.cards)}${it.label ? `; ${it.label}` : ""}.`);
  const shown = [...(board.length ? [`Board: ${cardsWord(board)}.`] : []), ...bank];
  const money = playerBanked(view) ? `${bankFacts(view).join("; ")}.` : "";
  return [shown.join(" ") || (layout.pots ? "No cards are on the board." : `${layout.bank.title} has no cards.`), money].filter(Boolean).join(" ");
}

/** @param {Layout} layout @param {View} view */
export function betWords(layout, view) {
  const bets = view.bets.filter((it) => it.stake && (layout.pots || it.owner === view.me.player));
  if (!bets.length && layout.pots) return "No bets in this hand yet.";
  if (!bets.length) return `You have no bets. Wagers are ${money(view.limits.least)}${view.limits.most === null ? " or more" : ` to ${money(view.limits.most)}`}.`;
  return bets.map((it) => `${layout.pots ? seatName(layout, view, it.box) : boxWord(layout, it.box)}, ${spotWord(layout, it.spot)}: ${money(it.stake)}.`).join(" ");
}

/** @param {View} view */
function potWords(view) {
  const pots = (view.pots ?? []).filter((it) => it.amount).map((it) => `${it.title}: ${money(it.amount)}.`);
  const front = view.boxes.reduce((sum, it) => sum + (it.front ?? 0), 0);
  return [...pots, ...(front ? [`In front of the seats: ${money(front)}.`] : []), `Your chips: ${money(view.me.stack)}; your wallet: ${money(view.me.wallet)}.`].join(" ");
}

/** Whose turn it is, and what may be done. @param {Layout} layout @param {View} view */
export function turnWords(layout, view) {
  const ask = view.asks[0];
  if (ask) {
    return `Your turn, ${boxWord(layout, ask.box).toLowerCase()}. You may: ${ask.options.map((it) => optionWord(layout, it)).join(", ")}.`;
  }
  if (view.bank.asked === view.me.player && view.phase !== "round") return "You are offered the bank.";
  if (view.me.blinds && !view.me.blinds.answer && view.phase !== "round") return "You owe blinds: post them now, or wait for the big blind.";
  const turn = view.turn[0];
  return turn ? `Waiting for ${seatName(layout, view, turn.box)}.` : `${phaseWord(view.phase, layout.pots)}.`;
}

/** Everybody at the table. @param {Layout} layout @param {View} view */
export const peopleWords = (layout, view) => view.boxes.filter((it) => it.player).map((it) => `${boxWord(layout, it.box)}: ${playerWord(view, it.player ?? "")}${layout.pots ? `, ${money(it.stack)}` : ""}.`).join(" ") || "Nobody sits here.";

/** @type {[string, string, string, (layout: Layout, view: View) => string][]} */
export const PARTS = [
  ["hand", ",", "Say your hand", handWords],
  ["bank", ".", "Say the bank's hand or the board", bankWords],
  ["bets", ";", "Say the bets", betWords],
  ["pot", "'", "Say the pot and your stack", (_, view) => potWords(view)],
  ["turn", "/", "Say whose turn it is", turnWords],
];

/** Buttons that only the keyboard and screen readers reach; each has its key. */
export class StateKeys {
  /** @param {(words: string) => void} speak @param {() => void} text  Opens or closes the text mode. */
  constructor(speak, text) {
    /** @type {Layout|null} */ this.layout = null;
    /** @type {View|null} */ this.view = null;
    this.node = h("div", { class: "state-keys", role: "group", "aria-label": "State of the table" },
      ...PARTS.map(([, key, title, words]) => h("button", { type: "button", class: "skip", "aria-keyshortcuts": key, text: title, onclick: () => this.layout && this.view && speak(words(this.layout, this.view)) })),
      h("button", { type: "button", class: "skip", "aria-keyshortcuts": "\\", text: "Text mode, or back to the felt", onclick: text }));
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    this.layout = layout;
    this.view = view;
  }
}
