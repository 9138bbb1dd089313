/** `<card-table>`: the felt and everything on it, for any game, from a layout and a view. */
import { h, inOrder, keyed, mark, paint, s, say } from "../shared/dom.js";
import { bankWords } from "./bank.js";
import { Board } from "./board.js";
import { BoxView, circles, fillHand, handsOf, makeHand } from "./box.js";
import { PlayCard, UNSEEN } from "../shared/card.js";
import { stack } from "./chip.js";
import { Dice } from "./dice.js";
import { drawFelt, geometry, LOW } from "./felt.js";
import * as motion from "./motion.js";
import { MeterSign } from "./meter-sign.js";
import { inPiles, partOf } from "./places.js";
import { CARD_WIDTH } from "./printed-spots.js";
import { advance, sceneOf } from "./scene.js";
import { playerWord, spotWord, whereWord } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").TableEvent} TableEvent
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./box.js").Desk} Desk
 */

/** Pauses before the next event, at pace 1. @type {Record<string, number>} */
const REST = {
  "card-dealt": 260, "card-shown": 420, "hand-split": 420, "bet-settled": 420, "hand-ended": 140,
  "bank-ended": 260, acted: 160, "bet-raised": 300, "bet-placed": 60, peeked: 300, offered: 200, "bets-closed": 200,
  "bet-lowered": 200, "cards-moved": 160, "dice-rolled": 900, "pot-fee-taken": 350, "pot-awarded": 900,
};
/** Piles are dealt, and set hands opened, at a dealer's speed.
 * @param {Layout|null} layout @param {TableEvent} event */
function restAfter(layout, event) {
  if (event.event === "card-dealt" && inPiles(layout, event.place)) return 25;
  if (event.event === "card-shown" && partOf(event.place)) return 90;
  return REST[event.event] ?? 0;
}

export class CardTable extends HTMLElement {
  constructor() {
    super();
    /** @type {Layout|null} */ this.layout = null;
    /** @type {Scene|null} */ this.scene = null;
    /** @type {Map<number, PlayCard>} */ this.cards = new Map();
    /** @type {BoxView[]} */ this.boxes = [];
    /** @type {import("./felt.js").Geometry|null} */ this.where = null;
    /** @type {Desk} */
    this.desk = {
      chips: [], hold: 0, sits: false, each: null, winning: new Set(), drafts: new Map(), pots: false, banker: 0, titles: new Map(),
      card: (card) => this.cardFor(card),
      called: (player) => playerWord(this.scene?.view ?? null, player),
      spotTitle: (spot) => spotWord(this.layout, spot),
      press: (box, spot) => this.dispatchEvent(new CustomEvent("spot", { detail: { box, spot } })),
    };
    this.drawing = s("svg", { class: "felt-drawing", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.bankCards = h("div", { class: "bank-hands" });
    this.bankPlate = h("p", { class: "bank-plate" });
    this.bank = h("div", { class: "bank", role: "group" }, this.bankCards, this.bankPlate);
    this.board = new Board();
    this.dice = new Dice();
    this.others = h("div", { class: "others" });
    this.sign = new MeterSign();
    this.row = h("div", { class: "boxes" });
    this.flight = h("div", { class: "flight", "aria-hidden": "true" });
    this.resizes = new ResizeObserver(() => this.arrange());
  }

  connectedCallback() {
    if (!this.firstChild) this.append(this.drawing, this.bank, this.board.node, this.dice.node, this.others, this.sign.node, this.row, this.flight);
    this.resizes.observe(this);
  }

  disconnectedCallback() {
    this.resizes.disconnect();
  }

  /** Show a view at once, without animation. @param {Layout} layout @param {View} view */
  show(layout, view) {
    if (this.layout !== layout) {
      this.layout = layout;
      paint(this, layout.drawing.theme);
      this.desk.chips = layout.chips;
      this.desk.pots = layout.pots;
      this.desk.each = layout.boxes_each ?? null;
      this.desk.titles = new Map(layout.buttons.map((it) => [it.button, it.title]));
      this.board.post(layout);
      this.bank.hidden = this.desk.pots;
      mark(this, "data-pots", layout.pots);
      mark(this, "data-board", Boolean(layout.board));
      mark(this, "data-piles", layout.piles > 0);
      this.boxes = layout.boxes.map((it) => new BoxView(it.box, it.spots, layout));
      this.row.replaceChildren(...this.boxes.map((it) => it.node));
      this.bank.setAttribute("aria-label", layout.bank.title);
    }
    this.settle(view);
    this.arrange();
  }

  /** The view after a step. @param {View} view */
  settle(view) {
    this.scene = sceneOf(view, this.scene ?? undefined);
    this.render();
  }

  /** What a press on a circle does: lay a chip, or take a seat. @param {Pick<Desk, "hold"|"sits"|"drafts">} desk */
  lay(desk) {
    Object.assign(this.desk, desk);
    if (this.scene) this.render();
  }

  /**
   * Show one event; resolves when the next may begin.
   * @param {TableEvent} event
   * @param {number} pace
   */
  async tell(event, pace) {
    const { scene } = this;
    if (!scene) return;
    const rest = restAfter(this.layout, event) * pace;
    // Nobody sees what is followed at once by something else: it is drawn with that, or with the view of the step.
    if (!rest) return this.skip(event);
    const moving = () => this.querySelectorAll("play-card, .pile");
    const before = motion.rectsOf(moving());
    const stake = this.pileOf(event);
    advance(scene, event, this.layout);
    this.render();
    const moved = motion.moved(before, moving());
    if (event.event === "card-dealt") this.deals(event, pace);
    if (event.event === "card-shown" && event.card !== UNSEEN) this.turns(event, pace);
    if (event.event === "bet-settled" && stake && !this.desk.pots) this.pays(event, stake, pace);
    if (event.event === "pot-awarded") this.pushes(event, pace);
    if (event.event === "bet-placed" || event.event === "bet-raised") {
      const pile = this.pileOf(event);
      if (pile && !before.has(pile)) motion.drop(pile, motion.middleOf(this.plateOf(event.box)), pace);
      else if (pile && event.event === "bet-raised") motion.drop(pile, null, pace);
    }
    motion.glide(moved, pace);
    await new Promise((done) => setTimeout(done, rest));
  }

  /** An event without animation; the step's view follows. @param {TableEvent} event */
  skip(event) {
    if (this.scene) advance(this.scene, event, this.layout);
  }

  /** @param {TableEvent} event @param {number} pace */
  deals(event, pace) {
    const dealt = this.scene?.places.get(event.place)?.cards.at(-1);
    const card = dealt && this.cards.get(dealt.id);
    if (!card) return;
    const base = this.getBoundingClientRect();
    const shoe = this.where?.shoe ?? { x: base.width, y: 0 };
    motion.deal(card, { x: base.left + shoe.x, y: base.top + shoe.y }, pace);
  }

  /** @param {TableEvent} event @param {number} pace */
  turns(event, pace) {
    const shown = this.scene?.places.get(event.place)?.cards[event.position];
    const card = shown && this.cards.get(shown.id);
    if (card) motion.turn(card, pace);
  }

  /** A pot, or a part of it, goes to its winner. @param {TableEvent} event @param {number} pace */
  pushes(event, pace) {
    const from = motion.middleOf(this.board.chipsOf(event.pot));
    motion.fly(this.flight, stack(event.amount, this.desk.chips), [from, motion.middleOf(this.plateOf(event.box))], { pace: pace * 1.6 });
  }

  /** Losing chips go to the bank; winners are paid next to their stake and pick up both. */
  pays(/** @type {TableEvent} */ event, /** @type {HTMLElement} */ pile, /** @type {number} */ pace) {
    const from = this.lastPile ?? motion.middleOf(this.plateOf(event.box));
    const bank = motion.middleOf(this.bank);
    const home = motion.middleOf(this.plateOf(event.box));
    const put = (/** @type {number} */ cents) => stack(cents, this.desk.chips);
    if (event.taken > 0) motion.fly(this.flight, put(event.taken), [from, { x: bank.x, y: bank.y - 60 }], { pace });
    if (event.returned > 0) motion.fly(this.flight, put(event.returned), [from, from, home], { pace });
    if (event.paid > 0) {
      const nearby = { x: from.x + pile.offsetWidth * 0.8, y: from.y };
      motion.fly(this.flight, put(event.paid), [bank, nearby, home], { pace });
    }
  }

  /** The pile of the bet an event is about. @param {TableEvent} event @returns {HTMLElement|null} */
  pileOf(event) {
    if (event.bet === undefined || event.box === undefined) return null;
    const bet = this.scene?.bets.find((it) => it.id === event.bet);
    const spot = event.spot ?? bet?.spot;
    const bets = this.scene?.bets.filter((it) => it.box === event.box && it.spot === spot) ?? [];
    const at = bets.findIndex((it) => it.id === event.bet);
    const piles = this.querySelectorAll(`[data-box="${event.box}"] [data-spot="${spot}"] .pile`);
    const pile = /** @type {HTMLElement|null} */ (piles[at] ?? null);
    this.lastPile = pile ? motion.middleOf(pile) : null;
    return pile;
  }

  /** @param {number} box */
  plateOf(box) {
    return this.querySelector(`[data-box="${box}"] .plate`);
  }

  /** @param {import("./scene.js").SceneCard} it */
  cardFor(it) {
    let card = this.cards.get(it.id);
    if (!card) this.cards.set(it.id, (card = PlayCard.of(it.face)));
    return card;
  }

  /** Another table changed a meter. @param {import("../shared/types.js").Meter[]} meters */
  showMeters(meters) {
    if (this.scene) this.scene.view = { ...this.scene.view, meters };
    this.sign.update(meters);
  }

  render() {
    const { scene, layout } = this;
    if (!scene || !layout) return;
    for (const place of scene.places.values()) for (const it of place.cards) this.cardFor(it).face = it.face;
    this.desk.banker = layout.piles && !scene.places.has("bank") ? scene.view.bank.box ?? 0 : 0;
    this.desk.winning = new Set(scene.stakes.pots.flatMap((pot) => (pot.won ?? []).flatMap((it) => it.cards ?? [])));
    mark(this, "data-made", this.desk.winning.size > 0);
    for (const box of this.boxes) box.update(scene, this.desk);
    this.order();
    this.renderBank(scene, layout);
    this.board.update(scene, this.desk);
    this.dice.update(scene.dice);
    this.sign.update(scene.view.meters);
    const live = new Set([...scene.places.values()].flatMap((place) => place.cards.map((it) => it.id)));
    for (const id of this.cards.keys()) if (!live.has(id)) this.cards.delete(id);
    mark(this, "data-phase", scene.view.phase);
    mark(this, "data-resting", scene.resting);
  }

  /** In rows, boxes are in visual order, so that the keyboard follows it. */
  order() {
    const ranks = new Map(this.boxes.map((it) => [it, this.dataset.shape === "rows" ? it.rank : 0]));
    const nodes = [...ranks].sort((one, other) => one[1] - other[1]).map(([it]) => it.node);
    if (nodes.every((node, at) => node === this.row.children[at])) return;
    const at = document.activeElement;
    inOrder(this.row, nodes);
    if (at instanceof HTMLElement && this.row.contains(at)) at.focus({ preventScroll: true });
  }

  /** The dealer's hand, and every place that is neither a box nor the dealer: board, piles.
   * @param {Scene} scene @param {Layout} layout */
  renderBank(scene, layout) {
    const own = this.desk.banker ? handsOf(scene, this.desk.banker) : [];
    /** @type {[string, import("./scene.js").ScenePlace][]} */
    const hands = own.length ? own : [["bank", scene.places.get("bank") ?? { cards: [], label: "", status: "" }]];
    const asked = own.length > 0 && scene.turn.some((it) => it.box === this.desk.banker);
    keyed(this.bankCards, hands, ([name]) => name, ([name]) => makeHand(name.split(".")[1]), (node, [name, place]) =>
      fillHand(node, place, partOf(name) ? `${layout.bank.title}, ${partOf(name)}` : layout.bank.title, this.desk, asked, []));
    say(this.bankPlate, bankWords(scene.view));
    const others = [...scene.places].filter(([name, place]) =>
      name !== "bank" && name !== "board" && !/^\d+\./.test(name) && (layout.pile_places.includes(name) || place.cards.some((card) => card.face !== UNSEEN)));
    // Piles of empty seats are dead when the others have been delivered.
    mark(this.others, "data-dead", layout.pile_places.some((name) => !scene.places.has(name)));
    keyed(this.others, others, ([name]) => name, ([name]) =>
      h("div", { class: "place", "data-place": name }, makeHand(),
      h("span", { class: "place-title", text: whereWord(name, layout) })),
    (node, [name, place]) => fillHand(/** @type {HTMLElement} */ (node.firstElementChild), place, whereWord(name, layout), this.desk, false, []));
  }

  /** Place everything for the size of the felt. */
  arrange() {
    if (!this.layout) return;
    // Its own size, not that on the screen: on the wall of tables it is drawn smaller.
    const { offsetWidth: width, offsetHeight: height } = this;
    if (!width) return;
    const { boxes } = this.layout;
    const where = geometry(width, height, this.layout.drawing, Math.max(1, ...boxes.map((it) => circles(it.spots).length)), this.desk.pots);
    this.where = where;
    this.dataset.shape = where.shape;
    this.order();
    mark(this, "data-wide", width >= 440);
    this.dataset.cards = where.card < 56 ? "small" : "fine";
    this.style.setProperty("--card", `${where.card.toFixed(1)}px`);
    this.style.setProperty("--base", `${where.card.toFixed(1)}px`);
    const low = matchMedia(LOW).matches;
    mark(this, "data-low", low);
    // A phone needs the space above the seats for the board or piles; the bar names the game.
    const bare = where.shape === "rows" && (low || this.desk.pots || this.layout.piles || where.crowded);
    drawFelt(this.drawing, where, width, height, this.layout.drawing, bare ? { line: "" } : this.layout.felt);
    // A wider box than a card is printed for a whole hand, not for the first card.
    const first = this.layout.drawing.table.find((it) => it.kind === "card" && it.width <= CARD_WIDTH);
    mark(this, "data-first", Boolean(first?.words.length));
    this.style.setProperty("--first-card", JSON.stringify(first?.words.join(" ") ?? ""));
    for (const view of this.boxes) {
      const at = where.boxes.get(view.box);
      view.node.style.setProperty("--x", at ? `${at.x.toFixed(1)}px` : "0");
      view.node.style.setProperty("--y", at ? `${at.y.toFixed(1)}px` : "0");
      view.node.style.setProperty("--lean", at ? Math.sin(at.turn).toFixed(3) : "0");
      mark(view.node, "data-side", at && Math.abs(at.turn) > 0.8 ? (at.turn > 0 ? "right" : "left") : null);
    }
  }
}

customElements.define("card-table", CardTable);
