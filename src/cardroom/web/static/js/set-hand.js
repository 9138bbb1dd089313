/** Setting a hand: the cards that go in front are picked out of those one has. */
import { h, keyed, mark, say } from "./dom.js";
import { cardName, PlayCard } from "./card.js";

const FRONT = 2;

export class SetHand {
  constructor() {
    /** @type {Set<number>} */ this.picked = new Set();
    /** @type {string[]} */ this.cards = [];
    this.words = h("p", { class: "hint", role: "status" });
    this.row = h("div", { class: "choose" });
    this.node = h("div", { class: "set-hand", role: "group", "aria-label": "Cards in front", hidden: true }, this.words, this.row);
  }

  /** @param {string[]|null} cards  Null where no hand is to be set. */
  update(cards) {
    this.node.hidden = !cards;
    if (!cards) return;
    if (cards.join() !== this.cards.join()) this.picked.clear();
    this.cards = cards;
    this.show();
  }

  show() {
    say(this.words, this.ready ? "In front: " + this.front.map(cardName).join(" and ") : "Pick the two cards in front");
    keyed(this.row, this.cards.map((face, at) => ({ face, at })), (it) => `${it.at}${it.face}`,
      (it) => h("button", { type: "button", class: "choose-card", "aria-label": cardName(it.face), onclick: () => this.toggle(it.at) }, PlayCard.of(it.face)),
      (node, it) => mark(node, "aria-pressed", String(this.picked.has(it.at))));
  }

  /** @param {number} at */
  toggle(at) {
    if (!this.picked.delete(at)) this.picked.add(at);
    if (this.picked.size > FRONT) this.picked.delete([...this.picked][0]);
    this.show();
  }

  get ready() {
    return this.picked.size === FRONT;
  }

  get front() {
    return [...this.picked].sort((a, b) => a - b).map((at) => this.cards[at]);
  }
}
