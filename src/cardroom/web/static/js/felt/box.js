/** One box of the layout: its hands, its spots with the chips on them, and its name plate. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { stack } from "./chip.js";
import { behindWords, showOutcome } from "./outcome.js";
import { partOf } from "./places.js";
import { printedSpot, putSpot, riseOf } from "./printed-spots.js";
import { explain } from "../shared/signs.js";
import { BACK } from "./wagers.js";
import { boxWord, endingOf, upper } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Spot} Spot
 * @typedef {import("../shared/types.js").Bet} Bet
 * @typedef {import("../shared/types.js").BoxSeat} BoxSeat
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").ScenePlace} ScenePlace
 * @typedef {import("./scene.js").Outcome} Outcome
 * @typedef {{amount: number, state: "placing"|"short"|"placed", why?: string}} Draft
 * @typedef {object} Desk  What a box needs to know about the table.
 * @property {number[]} chips
 * @property {boolean} pots  Bets lie in front of the seats, and pots in the middle.
 * @property {number} banker  The box whose hand lies in front of the dealer, or 0.
 * @property {Map<string, string>} titles  Button labels by name.
 * @property {number} hold  The chip in the player's hand, in cents; 0 while bets are closed.
 * @property {Set<string>} winning  The cards that made the hands that won a pot.
 * @property {boolean} sits  A press on a free box takes the seat there.
 * @property {number|null} each  How many boxes a player may bet on; null is any number.
 * @property {Map<string, Draft>} drafts  By "box:spot".
 * @property {(card: import("./scene.js").SceneCard) => HTMLElement} card
 * @property {(box: number, spot: string) => void} press
 * @property {(player: string) => string} called  Display names of players.
 * @property {(spot: string) => string} spotTitle
 */

/** @typedef {Spot & {members?: string[]}} Place  A spot, or one circle for a whole group of them. */

/**
 * The circles of a box: spots of a group share one circle, which opens a sheet of bets.
 * @param {Spot[]} spots
 * @returns {Place[]}
 */
export function circles(spots) {
  const groups = [...new Set(spots.map((spot) => spot.group).filter(Boolean))];
  return [
    ...spots.filter((spot) => !spot.group),
    ...groups.map((group) => ({
      name: `group:${group}`, title: String(group), beside_main: spots.find((it) => it.group === group)?.beside_main, members: spots.filter((it) => it.group === group).map((it) => it.name),
    })),
  ];
}

/** @param {Place} place @param {string} spot */
const covers = (place, spot) => (place.members ? place.members.includes(spot) : place.name === spot);

export class BoxView {
  /**
   * @param {number} box
   * @param {Spot[]} spots
   * @param {import("../shared/types.js").Layout} layout
   */
  constructor(box, spots, layout) {
    this.box = box;
    this.spots = spots;
    this.places = circles(spots);
    this.layout = layout;
    this.title = boxWord(layout, box);
    this.hands = h("div", { class: "hands" });
    this.row = h("div", { class: "spots" });
    this.name = h("span", { class: "who" });
    this.purse = h("span", { class: "purse" });
    this.fee = h("span", { class: "fee" });
    this.reach = h("span", { class: "reach" });
    this.lammers = h("span", { class: "lammers" });
    this.node = h("div", { class: "box", role: "group", "data-box": box, "aria-label": this.title },
      this.hands, this.row, h("div", { class: "plate" },
        h("span", { class: "plate-line" }, this.reach, this.name, this.purse), h("span", { class: "plate-line" }, this.lammers, this.fee)));
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
    // A bank that was dealt a pile has its hand in front of the dealer.
    const all = desk.banker === this.box ? [] : handsOf(scene, this.box);
    // A finished hand with a bet left is tucked under that bet.
    const [hands, tucked] = [all.filter(([, place]) => !place.under), all.filter(([, place]) => place.under).map(([, place]) => place)];
    const bets = desk.pots ? inFront(scene, this.box) : scene.bets.filter((bet) => bet.box === this.box);
    this.node.style.setProperty("--rise", riseOf(this.layout.drawing, this.places).toFixed(3));
    mark(this.node, "data-mine", mine);
    mark(this.node, "data-turn", turn.length > 0);
    mark(this.node, "data-free", !seat?.player && bets.length === 0);
    mark(this.node, "data-live", all.length > 0 || bets.length > 0 || this.drafted(desk) > 0);
    // The parts of a hand are opened one after the other; it is shown as set once more than one lies there.
    const set = hands.filter(([name]) => partOf(name)).length > 1;
    const split = all.length > 1 && !set;
    mark(this.node, "data-set", set);
    mark(this.node, "data-split", split);
    mark(this.node, "data-hands", split && hands.length > 1 ? String(hands.length) : null);
    mark(this.node, "data-rows", split && hands.length > 2);
    mark(this.node, "data-resting", scene.resting);
    mark(this.node, "data-bank", view.bank.posted != null && view.bank.box === this.box);
    this.plate(seat, mine && !this.behind(view, desk), view.me.boxes.length > 1);
    this.money(scene, desk);
    mark(this.node, "data-won", scene.stakes.pots.some((pot) => pot.won?.some((it) => it.box === this.box)));
    const outcomes = scene.outcomes.filter((it) => it.box === this.box);
    mark(this.node, "data-ended", outcomes.length > 0);
    keyed(this.hands, hands, ([name]) => name, ([name]) => makeHand(name.split(".")[1]), (node, [name, place]) => {
      const part = name.split(".")[1];
      const asked = turn.some((it) => it.hand === Number(part) || (it.hand === 0 && !split));
      const main = this.spots[0]?.name;
      // A result is shown where the wager was; only split hands show theirs separately.
      fillHand(node, place, `${this.title}${set ? `, ${part}` : split ? `, hand ${part}` : ""}`, desk, asked,
        split ? outcomes.filter((it) => it.spot === main && it.hand === Number(part) && !it.backline) : []);
      spread(node.firstElementChild, set ? 0 : place.cards.length);
    });
    const others = outcomes.filter((it) => it.spot !== this.spots[0]?.name || it.backline || !split);
    this.updateSpots(scene, desk, seat ?? null, mine, bets, others, tucked);
  }

  /** The order of boxes in rows: the player's own first, free ones last. */
  get rank() {
    const { mine, free, live } = this.node.dataset;
    return mine !== undefined ? 0 : free !== undefined && live === undefined ? 2 : 1;
  }

  /** Another player's box that this player bets behind. @param {import("../shared/types.js").View} view @param {Desk} desk */
  behind(view, desk) {
    const seat = view.boxes.find((it) => it.box === this.box);
    return seat?.player != null && seat.player !== view.me.player
      && (desk.drafts.has(`${this.box}:${BACK}`) || view.bets.some((bet) => bet.box === this.box && bet.owner === view.me.player));
  }

  /** Buttons, collection, and the order of payment. @param {Scene} scene @param {Desk} desk */
  money(scene, desk) {
    const { view } = scene;
    const lammers = counted(scene.buttons.filter((it) => it.box === this.box));
    keyed(this.lammers, lammers, (it) => `${it.button}:${it.note ?? ""}:${it.times}`, (it) => lammer(it, desk.titles.get(it.button)));
    const fees = view.fees.filter((it) => it.box === this.box);
    const taken = view.phase === "round" || scene.resting;
    // The box's own wager comes before the bets behind it.
    const own = feeWords(fees.filter((it) => it.owner === fees[0]?.owner));
    const behind = feeWords(fees.filter((it) => it.owner !== fees[0]?.owner));
    say(this.fee, own && `${own.startsWith("$") ? "fee " : ""}${own}${behind && ` · behind ${behind}`}${taken && fees.some((it) => it.amount) ? " taken" : ""}`);
    const at = (view.bank.reach ?? []).indexOf(this.box) + 1;
    say(this.reach, at ? String(at) : "");
    mark(this.reach, "title", at ? `Number ${at} in the order of payment` : null);
  }

  /** @param {Desk} desk */
  drafted(desk) {
    return this.spots.reduce((sum, spot) => sum + (desk.drafts.get(`${this.box}:${spot.name}`)?.amount ?? 0), 0);
  }

  /** @param {BoxSeat|undefined} seat @param {boolean} mine @param {boolean} several  The player has several boxes. */
  plate(seat, mine, several) {
    const name = mine ? (several ? `You · ${this.title.toLowerCase()}` : "You") : seat?.name ?? seat?.player ?? "";
    say(this.name, name ? name : this.title);
    const doing = seat?.out || seat?.said || (seat?.away && !mine ? "away" : "");
    say(this.purse, [name && !mine && seat ? money(seat.stack) : "", doing].filter(Boolean).join(" · "));
    mark(this.node, "data-folded", endingOf(this.layout, seat?.said ?? "")?.gone);
    mark(this.node, "data-away", seat?.away);
  }

  /**
   * @param {Scene} scene
   * @param {Desk} desk
   * @param {BoxSeat|null} seat
   * @param {boolean} mine
   * @param {Bet[]} bets
   * @param {Outcome[]} outcomes
   * @param {ScenePlace[]} tucked
   */
  updateSpots(scene, desk, seat, mine, bets, outcomes, tucked) {
    const { view } = scene;
    const betting = view.phase === "betting";
    // A wager offered during the round (insurance) has no printed spot; it gets a place while it is open.
    const offered = [...new Set([...bets, ...outcomes].map((bet) => bet.spot))]
      .filter((name) => !this.spots.some((spot) => spot.name === name))
      .map((name) => ({ name, title: desk.pots ? "Bet" : desk.spotTitle(name) }));
    const strange = seat?.player != null && seat.player !== view.me.player;
    // Behind another player's wager, where the house allows it; the bank's own box takes no bets.
    const back = strange && this.layout.backline && bets.some((bet) => !bet.backline);
    const open = desk.hold > 0 && view.bank.box !== this.box && (strange ? back : !this.barred(desk));
    const sits = desk.sits && !seat?.player;
    const shown = [...this.places, ...offered];
    const mainBet = this.wished(desk, this.spots[0]?.name);
    // Three or more results side by side take two lines each.
    mark(this.row, "data-crowd", shown.length > 2);
    keyed(this.row, shown, (spot) => spot.name,
      (spot) => makeSpot(spot, this.layout, (node) => node.getAttribute("aria-disabled") === "true" || desk.press(this.box, strangeSpot(this, desk, spot))), (node, spot) => {
        const main = spot.name === this.spots[0]?.name;
        const here = bets.filter((bet) => covers(spot, bet.spot));
        const drafts = [...(spot.members ?? [spot.name]), ...(main ? [BACK] : [])]
          .flatMap((name) => desk.drafts.get(`${this.box}:${name}`) ?? []);
        const side = outcomes.filter((it) => covers(spot, it.spot));
        mark(node, "data-strange", strange);
        fillSpot(node, {
          box: this.title, spot, bets: here, drafts, side, desk, betting, me: view.me.player,
          tucked: tucked.filter((it) => it.under === spot.name),
          sits: sits && !offered.some((it) => it === spot),
          closed: view.closed?.[spot.name]?.says ?? "",
          open: open && !view.closed?.[spot.name] && this.takes(spot, desk, { strange, main, mainBet }),
        });
      });
  }

  /** @param {Desk} desk @param {string|undefined} spot */
  wished(desk, spot) {
    return desk.drafts.get(`${this.box}:${spot}`)?.amount ?? 0;
  }

  /** The player bets on as many other boxes as the house permits. @param {Desk} desk */
  barred(desk) {
    const boxes = new Set([...desk.drafts].filter(([, it]) => it.amount > 0).map(([key]) => Number(key.split(":")[0])));
    return desk.each != null && !boxes.has(this.box) && boxes.size >= desk.each;
  }

  /** Whether a circle takes another chip: a result is not a place to bet, a side bet needs the main wager, and limits are
   * kept. @param {Place} spot @param {Desk} desk @param {{strange: boolean, main: boolean, mainBet: number}} its */
  takes(spot, desk, { strange, main, mainBet }) {
    if (!this.places.includes(spot)) return false;
    if (strange) return main;
    if (spot.beside_main && !mainBet) return false;
    if (spot.members) return true;
    const wish = this.wished(desk, spot.name);
    return spot.stake != null ? wish === 0 : spot.most == null || wish + desk.hold <= spot.most;
  }
}

/** @param {Scene} scene @param {number} box */
export function handsOf(scene, box) {
  return [...scene.places].filter(([name]) => name.startsWith(`${box}.`) && name.split(".").length === 2);
}

/** A box's bet in this betting round. @param {Scene} scene @param {number} box @returns {Bet[]} */
function inFront(scene, box) {
  const stake = scene.stakes.front.get(box);
  const bet = scene.bets.find((it) => it.box === box);
  return stake && bet ? [{ ...bet, stake, can_win: null }] : [];
}

/** The collection, or that a button pays for it. @param {import("../shared/types.js").Fee[]} fees */
function feeWords(fees) {
  const due = fees.reduce((sum, it) => sum + it.amount, 0);
  return due ? money(due) : fees.some((it) => it.waived) ? "no fee: button" : "";
}

/** Identical buttons are stacked. @param {import("../shared/types.js").Button[]} buttons */
function counted(buttons) {
  const same = (/** @type {import("../shared/types.js").Button} */ it) => buttons.filter((other) => other.button === it.button && other.note === it.note);
  return buttons.filter((it) => same(it)[0] === it).map((it) => ({ ...it, times: same(it).length }));
}

/** A button at a box: a short label on the screen, a full one for screen readers.
 * @param {import("../shared/types.js").Button & {times: number}} button @param {string} [title] */
function lammer({ button, note, times }, title) {
  const words = button.replace(/-/g, " ");
  if (button === "bank" && note) {
    return h("span", { class: "lammer", "data-button": button, title: `The bank's ${note === "2" ? "second and last" : "first"} round in a row`, text: `${title ?? words} ${note}` });
  }
  const several = times > 1 ? `${times} times: ` : "";
  const says = note ? `${several}${words}, for a wager of $${note}` : words;
  if (!note && (!title || title.toLowerCase() === words)) return h("span", { class: "lammer", "data-button": button, text: title ?? words });
  return h("span", { class: "lammer", "data-button": button, title: says },
    h("span", { "aria-hidden": "true", text: `${title ?? words}${times > 1 ? ` ×${times}` : ""}` }), h("span", { class: "unseen", text: says }));
}

/** What pressing a circle bets on: the spot, or behind it. @param {BoxView} box @param {Desk} desk @param {Place} spot */
function strangeSpot(box, desk, spot) {
  const node = box.row.querySelector(`[data-spot="${spot.name}"]`);
  return node?.hasAttribute("data-strange") ? BACK : spot.name;
}

/** @param {string} [half]  The hand's id, or front and back for a hand that is set. */
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
  keyed(cards, place.cards, (card) => card.id, (card) => desk.card(card), (node, card) => mark(node, "data-made", desk.winning.has(card.face)));
  say(label, place.label);
  showOutcome(outcome, outcomes, desk);
}

/** More cards than fit side by side go in two rows, the later ones in front. @param {Element|null} cards @param {number} count */
function spread(cards, count) {
  if (!(cards instanceof HTMLElement)) return;
  const row = count > 4 ? Math.max(3, Math.ceil(count / 2)) : count;
  mark(cards, "data-many", count > 4);
  cards.style.setProperty("--row", String(row));
  [...cards.children].forEach((card, at) => mark(card, "data-front", count > 4 && at >= row));
}

/** @param {{name: string, title: string, beside_main?: boolean, pays?: string, rows?: string[][]}} spot
 * @param {import("../shared/types.js").Layout} layout @param {(node: HTMLElement) => void} press */
function makeSpot(spot, layout, press) {
  const node = h("button", { type: "button", class: "spot", "data-spot": spot.name, "data-beside": spot.beside_main, onclick: () => press(node) },
    h("span", { class: "ring", "aria-hidden": "true" }, h("span", { class: "spot-title", text: spot.title })),
    h("span", { class: "tuck" }), h("span", { class: "piles" }), h("span", { class: "outcome" }), h("span", { class: "outcome-behind" }));
  explain(node, layout, spot);
  putSpot(node, printedSpot(layout.drawing, spot));
  return node;
}

/**
 * @typedef {{key: string, amount: number, can?: number|null, by?: string}} Pile
 * @param {HTMLElement} node
 * @param {{box: string, spot: Place, bets: Bet[], drafts: Draft[], side: Outcome[], tucked: ScenePlace[], desk: Desk,
 *   closed: string, open: boolean, sits: boolean, betting: boolean, me: string|null}} its
 */
function fillSpot(node, { box, spot, bets, drafts, side, tucked, desk, closed, open, sits, betting, me }) {
  const [, tuck, piles, outcome, behind] = node.children;
  keyed(tuck, tucked.flatMap((it) => it.cards), (card) => card.id, (card) => desk.card(card));
  const shown = pilesOf(spot, bets, drafts, desk, betting, me);
  keyed(piles, shown, (it) => it.key, () => h("span", { class: "pile" }, h("span"), h("span", { class: "amount" }), h("span", { class: "by" })),
    (pile, it) => {
      say(/** @type {Element} */ (pile.lastElementChild), it.by ?? "");
      if (pile.dataset.amount === String(it.amount)) return;
      pile.dataset.amount = String(it.amount);
      pile.firstElementChild?.replaceChildren(stack(it.amount, desk.chips));
      say(/** @type {Element} */ (pile.children[1]), money(it.amount));
    });
  const states = drafts.filter((it) => it.amount > 0).map((it) => it.state);
  const draft = ["short", "placing"].find((it) => states.some((state) => state === it)) ?? "placed";
  const state = shown.length === 0 ? "empty" : betting ? draft : "locked";
  mark(node, "data-state", state);
  showOutcome(outcome, side.filter((it) => !it.backline), desk);
  say(behind, behindWords(side.filter((it) => it.backline), desk));
  mark(node, "data-closed", closed !== "" && shown.length === 0);
  node.title = [closed && `${upper(closed)}.`, node.dataset.pays ?? ""].filter(Boolean).join("\n");
  mark(node, "aria-disabled", open || sits ? null : "true");
  // One tab stop per usable spot; spots in other players' boxes are skipped.
  node.tabIndex = open || sits ? 0 : -1;
  node.setAttribute("aria-label", spotName({ box, spot, shown, state, open, sits, hold: desk.hold, why: drafts.find((it) => it.why)?.why, tucked }));
}

/**
 * The player's own chips as laid on the page, everyone else's as the table has them.
 * @param {Place} spot @param {Bet[]} bets @param {Draft[]} drafts @param {Desk} desk @param {boolean} betting @param {string|null} me
 * @returns {Pile[]}
 */
function pilesOf(spot, bets, drafts, desk, betting, me) {
  const wished = drafts.reduce((sum, it) => sum + it.amount, 0);
  const theirs = betting ? bets.filter((bet) => bet.owner !== me) : bets;
  /** @type {Pile[]} */
  const piles = spot.members
    ? theirs.length ? [{ key: "group", amount: theirs.reduce((sum, bet) => sum + bet.stake, 0) }] : []
    : [...theirs.filter((bet) => !bet.backline).map((bet) => ({ key: `bet-${bet.id}`, amount: bet.stake, can: bet.can_win })), ...behindPiles(theirs, desk)];
  return betting && wished > 0 ? [{ key: "draft", amount: wished, by: theirs.some((bet) => !bet.backline) ? "behind: you" : "" }, ...piles] : piles;
}

/** The bets behind a box: one pile per owner, whichever hands they are on. @param {Bet[]} bets @param {Desk} desk @returns {Pile[]} */
function behindPiles(bets, desk) {
  const back = bets.filter((bet) => bet.backline);
  return [...new Set(back.map((bet) => bet.owner))].map((owner) => {
    const own = back.filter((bet) => bet.owner === owner);
    const sum = (/** @type {(bet: Bet) => number} */ of) => own.reduce((all, bet) => all + of(bet), 0);
    return { key: `behind-${owner}`, amount: sum((bet) => bet.stake), can: sum((bet) => bet.can_win ?? 0), by: `behind: ${desk.called(owner)}` };
  });
}

/**
 * @param {{box: string, spot: Place, shown: Pile[], state: string, open: boolean, sits: boolean, hold: number, why?: string,
 *   tucked: ScenePlace[]}} its
 */
function spotName({ box, spot, shown, state, open, sits, hold, why, tucked }) {
  const parts = [`${box}, ${spot.title}`];
  if (shown.length === 0) parts.push("no bet");
  for (const it of shown) {
    const words = it.can ? `${money(it.amount)}, can win ${money(it.can)}` : money(it.amount);
    parts.push(it.by ? `${words}, ${it.by}` : words);
  }
  for (const it of tucked) parts.push(`cards tucked under it: ${it.label}`);
  if (state === "short") parts.push(`not placed yet: ${why}`);
  if (sits) parts.push("press to take this seat");
  else if (open) parts.push(spot.members ? "press to choose" : `press to add ${money(spot.stake ?? hold)}`);
  return parts.join("; ");
}
