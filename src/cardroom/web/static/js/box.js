/** One box of the layout: its hands, its spots with the chips on them, and its name plate. */
import { h, keyed, mark, say } from "./dom.js";
import { money, signed } from "./money.js";
import { stack } from "./chip.js";
import { POT } from "./pots.js";
import { outcomeWord, placeWord } from "./words.js";

/**
 * @typedef {import("./types.js").Spot} Spot
 * @typedef {import("./types.js").Bet} Bet
 * @typedef {import("./types.js").BoxSeat} BoxSeat
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").ScenePlace} ScenePlace
 * @typedef {import("./scene.js").Outcome} Outcome
 * @typedef {{amount: number, state: "placing"|"short"|"placed", why?: string}} Draft
 * @typedef {object} Desk  What a box must know of the table around it.
 * @property {number[]} chips
 * @property {boolean} pots  Bets lie before the seats, and pots in the middle.
 * @property {number} banker  The box whose hand lies before the dealer; 0 is none.
 * @property {Map<string, string>} titles  What a button says, by its name.
 * @property {number} hold  The chip in the player's hand, in cents; 0 while bets are closed.
 * @property {Map<string, Draft>} drafts  By "box:spot".
 * @property {(card: import("./scene.js").SceneCard) => HTMLElement} card
 * @property {(box: number, spot: string) => void} press
 */

export class BoxView {
  /**
   * @param {number} box
   * @param {Spot[]} spots
   */
  constructor(box, spots) {
    this.box = box;
    this.spots = spots;
    this.hands = h("div", { class: "hands" });
    this.row = h("div", { class: "spots" });
    this.name = h("span", { class: "who" });
    this.purse = h("span", { class: "purse" });
    this.lammers = h("span", { class: "lammers" });
    this.node = h("div", { class: "box", role: "group", "data-box": box, "aria-label": `Box ${box}` },
      this.hands, this.row, h("div", { class: "plate" }, this.name, this.purse, this.lammers));
  }

  /**
   * @param {Scene} scene
   * @param {Desk} desk
   */
  update(scene, desk) {
    const { view } = scene;
    const seat = view.boxes.find((it) => it.box === this.box);
    const mine = view.me.boxes.includes(this.box) || (seat?.player != null && seat.player === view.me.player);
    const turn = scene.turn.filter((it) => it.box === this.box);
    // A bank that was dealt a pile has its hand before the dealer.
    const hands = desk.banker === this.box ? [] : handsOf(scene, this.box);
    const bets = desk.pots ? inFront(scene, this.box) : scene.bets.filter((bet) => bet.box === this.box);
    mark(this.node, "data-mine", mine);
    mark(this.node, "data-turn", turn.length > 0);
    mark(this.node, "data-free", !seat?.player && bets.length === 0);
    mark(this.node, "data-live", hands.length > 0 || bets.length > 0 || this.drafted(desk) > 0);
    const set = hands.some(([name]) => name.endsWith(".back"));
    const split = hands.length > 1 && !set;
    mark(this.node, "data-set", set);
    mark(this.node, "data-hands", split ? String(hands.length) : null);
    mark(this.node, "data-resting", scene.resting);
    this.plate(seat, mine);
    const lammers = scene.buttons.filter((it) => it.box === this.box);
    keyed(this.lammers, lammers, (it) => it.button, (it) => lammer(it.button, desk.titles.get(it.button)));
    mark(this.node, "data-won", scene.stakes.pots.some((pot) => pot.won?.some((it) => it.box === this.box)));
    const outcomes = scene.outcomes.filter((it) => it.box === this.box);
    mark(this.node, "data-ended", outcomes.length > 0);
    keyed(this.hands, hands, ([name]) => name, ([name]) => makeHand(name.split(".")[1]), (node, [name, place]) => {
      const part = name.split(".")[1];
      const asked = turn.some((it) => it.hand === Number(part) || (it.hand === 0 && !split));
      const main = this.spots[0]?.name;
      // A result lies where the wager lay; only split hands need theirs apart.
      fillHand(node, place, `Box ${this.box}${set ? `, ${part}` : split ? `, hand ${part}` : ""}`, desk, asked,
        split ? outcomes.filter((it) => it.spot === main && it.hand === Number(part)) : []);
    });
    const beside = outcomes.filter((it) => it.spot !== this.spots[0]?.name || !split);
    this.updateSpots(scene, desk, seat ?? null, mine, bets, beside);
  }

  /** @param {Desk} desk */
  drafted(desk) {
    return this.spots.reduce((sum, spot) => sum + (desk.drafts.get(`${this.box}:${spot.name}`)?.amount ?? 0), 0);
  }

  /** @param {BoxSeat|undefined} seat @param {boolean} mine */
  plate(seat, mine) {
    const name = mine ? "You" : seat?.name ?? seat?.player ?? "";
    say(this.name, name ? name : `Box ${this.box}`);
    say(this.purse, name && !mine && seat ? `${money(seat.stack)}${seat.out ? ` · ${seat.out}` : ""}` : seat?.out ?? "");
    mark(this.node, "data-away", seat?.away);
  }

  /**
   * @param {Scene} scene
   * @param {Desk} desk
   * @param {BoxSeat|null} seat
   * @param {boolean} mine
   * @param {Bet[]} bets
   * @param {Outcome[]} outcomes
   */
  updateSpots(scene, desk, seat, mine, bets, outcomes) {
    // An offered wager (insurance) has no printed spot in the box; it gets a place while it stands.
    const offered = [...new Set([...bets, ...outcomes].map((it) => it.spot))]
      .filter((name) => !this.spots.some((spot) => spot.name === name))
      .map((name) => ({ name, title: name === POT ? "Bet" : placeWord(name) }));
    const open = desk.hold > 0 && (mine || !seat?.player);
    const shown = [...this.spots, ...offered];
    keyed(this.row, shown, (spot) => spot.name, (spot) => makeSpot(spot, () => desk.press(this.box, spot.name)),
      (node, spot) => {
        const here = bets.filter((bet) => bet.spot === spot.name);
        const draft = desk.drafts.get(`${this.box}:${spot.name}`);
        const side = outcomes.filter((it) => it.spot === spot.name);
        fillSpot(node, { box: this.box, spot, bets: here, draft, side, desk, open, betting: scene.view.phase === "betting" });
      });
  }
}

/** @param {Scene} scene @param {number} box */
export function handsOf(scene, box) {
  return [...scene.places].filter(([name]) => name.startsWith(`${box}.`) && name.split(".").length === 2);
}

/** What a box has bet in this round of betting. @param {Scene} scene @param {number} box @returns {Bet[]} */
function inFront(scene, box) {
  const stake = scene.stakes.front.get(box);
  const bet = scene.bets.find((it) => it.box === box);
  return stake && bet ? [{ ...bet, stake, can_win: null }] : [];
}

/** A button at a box: short for the eye, in full for the ear. @param {string} name @param {string} [title] */
function lammer(name, title) {
  const words = name.replace(/-/g, " ");
  if (!title || title.toLowerCase() === words) return h("span", { class: "lammer", "data-button": name, text: words });
  return h("span", { class: "lammer", "data-button": name, title: words },
    h("span", { "aria-hidden": "true", text: title }), h("span", { class: "unseen", text: words }));
}

/** @param {string} [half]  The hand's id, or front and back where it is set. */
export function makeHand(half = "") {
  return h("div", { class: "hand", role: "group", "data-half": /\d/.test(half) ? null : half || null },
    h("div", { class: "cards" }), h("span", { class: "label" }), h("span", { class: "outcome" }));
}

/**
 * @param {HTMLElement} node
 * @param {ScenePlace} place
 * @param {string} title
 * @param {Desk} desk
 * @param {boolean} asked
 * @param {Outcome[]} outcomes
 */
export function fillHand(node, place, title, desk, asked, outcomes) {
  const [cards, label, outcome] = node.children;
  node.setAttribute("aria-label", [title, place.label].filter(Boolean).join(": "));
  mark(node, "data-turn", asked);
  mark(node, "data-status", place.status || null);
  keyed(cards, place.cards, (card) => card.id, (card) => desk.card(card), (card, it) => {
    card.style.setProperty("--at", String(place.cards.indexOf(it)));
  });
  mark(cards, "data-many", place.cards.length > 4);
  say(label, place.label);
  const net = outcomes.reduce((sum, it) => sum + it.net, 0);
  mark(outcome, "data-result", outcomes.length ? outcomeWord(net) : null);
  say(outcome, outcomes.length ? (net === 0 ? "Push" : signed(net)) : "");
}

/** @param {{name: string, title: string}} spot @param {() => void} press */
function makeSpot(spot, press) {
  return h("button", { type: "button", class: "spot", "data-spot": spot.name, onclick: press },
    h("span", { class: "ring", "aria-hidden": "true" }, h("span", { class: "spot-title", text: spot.title })),
    h("span", { class: "piles" }), h("span", { class: "outcome" }));
}

/**
 * @param {HTMLElement} node
 * @param {{box: number, spot: Spot, bets: Bet[], draft: Draft|undefined, side: Outcome[], desk: Desk,
 *   open: boolean, betting: boolean}} its
 */
function fillSpot(node, { box, spot, bets, draft, side, desk, open, betting }) {
  const [, piles, outcome] = node.children;
  /** @type {{key: string, amount: number, can?: number|null}[]} */
  const shown = draft && betting
    ? draft.amount > 0 ? [{ key: "draft", amount: draft.amount }] : []
    : bets.map((bet) => ({ key: betting ? "draft" : `bet-${bet.id}`, amount: bet.stake, can: bet.can_win }));
  keyed(piles, shown, (it) => it.key, () => h("span", { class: "pile" }, h("span"), h("span", { class: "amount" })),
    (pile, it) => {
      if (pile.dataset.amount === String(it.amount)) return;
      pile.dataset.amount = String(it.amount);
      pile.firstElementChild?.replaceChildren(stack(it.amount, desk.chips));
      say(/** @type {Element} */ (pile.lastElementChild), money(it.amount));
    });
  const state = shown.length === 0 ? "empty" : betting ? draft?.state ?? "placed" : "locked";
  mark(node, "data-state", state);
  const net = side.reduce((sum, it) => sum + it.net, 0);
  mark(outcome, "data-result", side.length ? outcomeWord(net) : null);
  say(outcome, side.length ? (net === 0 ? "Push" : signed(net)) : "");
  mark(node, "aria-disabled", open ? null : "true");
  // One tab stop per spot that can be used; a spot of another player's box is not in the way.
  node.tabIndex = open ? 0 : -1;
  node.setAttribute("aria-label", spotName({ box, spot, shown, state, open, hold: desk.hold, why: draft?.why }));
}

/**
 * @param {{box: number, spot: Spot, shown: {amount: number, can?: number|null}[], state: string,
 *   open: boolean, hold: number, why?: string}} its
 */
function spotName({ box, spot, shown, state, open, hold, why }) {
  const parts = [`Box ${box}, ${spot.title}`];
  if (shown.length === 0) parts.push("no bet");
  for (const it of shown) parts.push(it.can ? `${money(it.amount)}, can win ${money(it.can)}` : money(it.amount));
  if (state === "short") parts.push(why || "not placed yet");
  if (open) parts.push(`press to add ${money(hold)}`);
  return parts.join("; ");
}
