/** Entering a card from a real table: typed as two characters, or tapped as rank and suit. */
import { h, mark, s, say } from "../shared/dom.js";
import { cardName, RANK_ORDER, SUIT_ORDER } from "../shared/card.js";
import { pip } from "../shared/suits.js";

/** @type {Record<string, string>} */
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/**
 * A card as people type it: "as", "10h", "TD", "jk". Null if it is not a card.
 * @param {string} text
 */
export function readCard(text) {
  const typed = text.trim().replace(/^10/, "T");
  if (/^jk$/i.test(typed)) return "Jk";
  const [rank, suit, ...more] = [...typed];
  if (!rank || !suit || more.length) return null;
  const card = rank.toUpperCase() + suit.toLowerCase();
  return RANK_ORDER.includes(card[0]) && SUIT_ORDER.includes(card[1]) ? card : null;
}

export class CardPad {
  /** @param {(card: string) => void} enter */
  constructor(enter) {
    this.enter = enter;
    this.rank = "";
    this.typed = h("input", {
      class: "card-typed", type: "text", inputmode: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      maxlength: 3, size: 5, "aria-label": "Card, rank and suit, for example As or 10h", placeholder: "As",
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.take(),
    });
    this.words = h("span", { class: "card-words", role: "status" });
    this.ranks = h("div", { class: "pad-row", role: "group", "aria-label": "Rank" },
      ...RANK_ORDER.map((rank) => h("button", {
        type: "button", class: "pad-rank", "aria-pressed": "false", "data-rank": rank, text: rank === "T" ? "10" : rank,
        onclick: () => this.pick(rank),
      })));
    /** Hidden where the deck has none. */
    this.joker = h("button", { type: "button", class: "pad-suit wide", text: "Joker", onclick: () => this.enter("Jk") });
    this.suits = h("div", { class: "pad-row", role: "group", "aria-label": "Suit" },
      ...SUIT_ORDER.map((suit) => h("button", {
        type: "button", class: `pad-suit ink ink-${suit}`, "aria-label": SUIT_NAMES[suit], onclick: () => this.pickSuit(suit),
      }, s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pip(suit, 50, 50, 92)))),
      this.joker);
    this.hidden = h("button", { type: "button", class: "plainbutton", text: "Face down, not seen", onclick: () => this.enter("??") });
    this.node = h("div", { class: "card-pad", role: "group", "aria-label": "Enter a card" },
      h("div", { class: "pad-row" }, this.typed,
        h("button", { type: "button", class: "plainbutton", text: "Enter", onclick: () => this.take() }), this.hidden, this.words),
      this.ranks, this.suits);
  }

  /** @param {string} rank */
  pick(rank) {
    this.rank = this.rank === rank ? "" : rank;
    for (const button of this.ranks.children) mark(button, "aria-pressed", String(button.getAttribute("data-rank") === this.rank));
    say(this.words, this.rank ? "Now the suit" : "");
  }

  /** @param {string} suit */
  pickSuit(suit) {
    if (!this.rank) return say(this.words, "First the rank");
    const card = this.rank + suit;
    this.pick(this.rank);
    this.give(card);
  }

  take() {
    const card = readCard(this.typed.value);
    if (!card) return say(this.words, `“${this.typed.value}” is not a card. Give the rank, then the suit, as in As, Td, 7h.`);
    this.typed.value = "";
    this.give(card);
  }

  /** @param {string} card */
  give(card) {
    say(this.words, cardName(card));
    this.enter(card);
  }
}
