/**
 * Setting a hand: some cards in front, the others in back. A tap, Enter, a drag or an arrow key moves a card
 * to the other row; the table says what the setting makes and whether it is foul.
 */
import { h, keyed, mark, say } from "../shared/dom.js";
import { cardName, PlayCard } from "../shared/card.js";

/** @typedef {import("../shared/types.js").Front} Front */

const FAR = 8;
const RANKS = "A23456789TJQK";

/** High cards first; aces and the joker before the rest. @param {string} face */
const rank = (face) => (face === "Jk" ? 15 : face[0] === "A" ? 14 : RANKS.indexOf(face[0]) + 1);

export class SetHand {
  constructor() {
    /** @type {string[]} In in the order they were moved to the front. */ this.front = [];
    /** @type {string[]} */ this.cards = [];
    /** @type {Front[]} */ this.fronts = [];
    /** How many cards the front hand has. */ this.size = 0;
    /** The foul setting that the player was warned about. */ this.warned = "";
    this.dragged = false;
    this.words = h("p", { class: "hint", role: "status" });
    this.rows = { front: row("front"), back: row("back") };
    this.node = h("div", { class: "set-hand", role: "group", "aria-label": "Set your hand", hidden: true },
      this.rows.front, this.rows.back, this.words);
    this.node.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {string[]|null} cards  Null if there is no hand to set. @param {Front[]} fronts */
  update(cards, fronts = []) {
    this.node.hidden = !cards;
    if (!cards) return;
    if (cards.join() !== this.cards.join()) this.front = [];
    this.cards = cards;
    this.fronts = fronts;
    this.size = fronts[0]?.cards.length ?? 0;
    title(this.rows.front, `Front hand, ${this.size} cards`);
    title(this.rows.back, `Back hand, ${cards.length - this.size} cards`);
    this.show();
  }

  show() {
    const sorted = [...this.cards].sort((a, b) => rank(b) - rank(a) || a.localeCompare(b));
    for (const [name, node] of Object.entries(this.rows)) {
      const here = sorted.filter((face) => this.front.includes(face) === (name === "front"));
      keyed(node.lastElementChild ?? node, here, (face) => face, (face) => this.card(face, sorted.indexOf(face) + 1),
        (card) => mark(card, "aria-pressed", String(name === "front")));
    }
    const made = this.made;
    mark(this.node, "data-foul", made?.foul);
    say(this.words, !made ? `Move ${this.size} cards to the front.` : made.foul ? `Foul: ${made.label}.` : `${made.label}.`);
  }

  /** @param {string} face @param {number} key */
  card(face, key) {
    const node = h("button", {
      type: "button", class: "choose-card", "data-face": face, "aria-label": `${cardName(face)}, in front`, "aria-keyshortcuts": String(key),
      onclick: () => this.dragged || this.toggle(face),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.drag(event, face, node),
    }, PlayCard.of(face));
    return node;
  }

  /** These cards in front, the others in back. @param {string[]} front */
  lay(front) {
    this.front = this.cards.filter((face) => front.includes(face));
    this.warned = "";
    this.show();
  }

  /** @param {string} face */
  toggle(face) {
    this.move(face, this.front.includes(face) ? "back" : "front");
  }

  /** In a full front hand, a further card replaces the one that has been there longest.
   * @param {string} face @param {"front"|"back"} to */
  move(face, to) {
    const others = this.front.filter((it) => it !== face);
    this.front = to === "front" ? [...others, face].slice(-this.size) : others;
    this.warned = "";
    this.show();
    const moved = this.node.querySelector(`[data-face="${face}"]`);
    if (moved instanceof HTMLElement) moved.focus({ preventScroll: true });
  }

  /** Left and right go from card to card; up and down move the card. @param {KeyboardEvent} event */
  walk(event) {
    const at = event.target instanceof Element ? event.target.closest(".choose-card") : null;
    if (!(at instanceof HTMLElement)) return;
    const all = /** @type {HTMLElement[]} */ ([...this.node.querySelectorAll(".choose-card")]);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) all[(all.indexOf(at) + step + all.length) % all.length].focus();
    else if (event.key === "ArrowUp") this.move(at.dataset.face ?? "", "front");
    else if (event.key === "ArrowDown") this.move(at.dataset.face ?? "", "back");
    else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} start @param {string} face @param {HTMLElement} node */
  drag(start, face, node) {
    if (start.button) return;
    node.setPointerCapture(start.pointerId);
    let far = false;
    const moved = (/** @type {PointerEvent} */ event) => {
      const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
      far ||= Math.hypot(dx, dy) > FAR;
      if (far) node.style.transform = `translate(${dx}px, ${dy}px)`;
      mark(node, "data-drag", far);
    };
    const dropped = (/** @type {PointerEvent} */ event) => {
      for (const [name, hear] of Object.entries(ends)) node.removeEventListener(name, /** @type {any} */ (hear));
      node.style.transform = "";
      mark(node, "data-drag", null);
      if (!far) return;
      // The click that ends a drag must not move the card back.
      this.dragged = true;
      setTimeout(() => (this.dragged = false), 0);
      const { top, bottom } = this.rows.front.getBoundingClientRect();
      if (event.type === "pointerup") this.move(face, event.clientY < bottom && event.clientY > top - 60 ? "front" : "back");
    };
    const ends = { pointermove: moved, pointerup: dropped, pointercancel: dropped };
    for (const [name, hear] of Object.entries(ends)) node.addEventListener(name, /** @type {any} */ (hear));
  }

  /** What the setting makes; undefined until the front hand is full. */
  get made() {
    if (this.front.length !== this.size) return undefined;
    const known = this.fronts.find((it) => it.cards.every((card) => this.front.includes(card)));
    return known ?? { cards: this.front, label: this.front.map(cardName).join(" and "), foul: false };
  }

  /** Why the hand is not set yet: cards are missing, or a foul setting is not confirmed. @param {boolean} bank */
  wrong(bank) {
    const made = this.made;
    if (!made) return `Move ${this.size} cards to the front first.`;
    if (!made.foul || this.warned === made.cards.join()) return "";
    this.warned = made.cards.join();
    const end = bank ? "The dealer will set it the house way." : "A foul hand loses.";
    return `${end} Press again to set it anyway.`;
  }
}

/** @param {string} name */
function row(name) {
  return h("div", { class: `set-row set-${name}`, role: "group" },
    h("span", { class: "set-title", "aria-hidden": "true" }), h("div", { class: "choose" }));
}

/** @param {HTMLElement} row @param {string} words */
function title(row, words) {
  mark(row, "aria-label", words);
  say(row.firstElementChild ?? row, words);
}
