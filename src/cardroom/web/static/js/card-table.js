/** `<card-table>`: the felt with everything that lies on it, for any game, from a layout and a view. */
import { h, keyed, mark, s, say } from "./dom.js";
import { bankWords } from "./bank.js";
import { BoxView, fillHand } from "./box.js";
import { PlayCard, UNSEEN } from "./card.js";
import { stack } from "./chip.js";
import { drawFelt, geometry } from "./felt.js";
import * as motion from "./motion.js";
import { money } from "./money.js";
import { advance, sceneOf } from "./scene.js";
import { whereWord } from "./words.js";

/**
 * @typedef {import("./types.js").Layout} Layout
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./box.js").Desk} Desk
 */

/** How long the eye needs before the next event, at pace 1. @type {Record<string, number>} */
const REST = {
  "card-dealt": 260, "card-shown": 420, "hand-split": 420, "bet-settled": 420, "hand-ended": 140,
  "bank-ended": 260, acted: 160, "bet-raised": 300, "bet-placed": 60, peeked: 300, offered: 200, "bets-closed": 200,
};

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
      chips: [], hold: 0, drafts: new Map(),
      card: (card) => this.cardFor(card),
      press: (box, spot) => this.dispatchEvent(new CustomEvent("spot", { detail: { box, spot } })),
    };
    this.drawing = s("svg", { class: "felt-drawing", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.bankCards = h("div", { class: "hand", role: "group" },
      h("div", { class: "cards" }), h("span", { class: "label" }), h("span", { class: "outcome" }));
    this.bankPlate = h("p", { class: "bank-plate" });
    this.bank = h("div", { class: "bank", role: "group" }, this.bankCards, this.bankPlate);
    this.others = h("div", { class: "others" });
    this.meters = h("div", { class: "meters" });
    this.row = h("div", { class: "boxes" });
    this.flight = h("div", { class: "flight", "aria-hidden": "true" });
    this.resizes = new ResizeObserver(() => this.arrange());
  }

  connectedCallback() {
    if (!this.firstChild) this.append(this.drawing, this.bank, this.others, this.meters, this.row, this.flight);
    this.resizes.observe(this);
  }

  disconnectedCallback() {
    this.resizes.disconnect();
  }

  /** Show a view at once, without movement. @param {Layout} layout @param {View} view */
  show(layout, view) {
    if (this.layout !== layout) {
      this.layout = layout;
      this.dataset.game = layout.game;
      this.desk.chips = layout.chips;
      this.boxes = layout.boxes.map((it) => new BoxView(it.box, it.spots));
      this.row.replaceChildren(...this.boxes.map((it) => it.node));
      this.bank.setAttribute("aria-label", layout.bank.title);
    }
    this.settle(view);
    this.arrange();
  }

  /** The truth after a step. @param {View} view */
  settle(view) {
    this.scene = sceneOf(view, this.scene ?? undefined);
    this.render();
  }

  /** What the player holds and has laid down; @param {number} hold @param {Desk["drafts"]} drafts */
  lay(hold, drafts) {
    this.desk.hold = hold;
    this.desk.drafts = drafts;
    if (this.scene) this.render();
  }

  /**
   * One event, shown; resolves when the next may begin.
   * @param {TableEvent} event
   * @param {number} pace
   */
  async tell(event, pace) {
    const { scene } = this;
    if (!scene) return;
    const moving = () => this.querySelectorAll("play-card, .pile");
    const before = motion.rectsOf(moving());
    const stake = this.pileOf(event);
    advance(scene, event);
    this.render();
    motion.glide(before, moving(), pace);
    if (event.event === "card-dealt") this.deals(event, pace);
    if (event.event === "card-shown") this.turns(event, pace);
    if (event.event === "bet-settled" && stake) this.pays(event, stake, pace);
    if (event.event === "bet-placed" || event.event === "bet-raised") {
      const pile = this.pileOf(event);
      if (pile && !before.has(pile)) motion.drop(pile, motion.middleOf(this.plateOf(event.box)), pace);
      else if (pile && event.event === "bet-raised") motion.drop(pile, null, pace);
    }
    const rest = (REST[event.event] ?? 0) * pace;
    if (rest) await new Promise((done) => setTimeout(done, rest));
  }

  /** An event that is not shown; the step's view follows. @param {TableEvent} event */
  skip(event) {
    if (this.scene) advance(this.scene, event);
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

  /** Losing chips go to the bank; winners are paid beside their stake and pick both up. */
  pays(/** @type {TableEvent} */ event, /** @type {HTMLElement} */ pile, /** @type {number} */ pace) {
    const from = this.lastPile ?? motion.middleOf(this.plateOf(event.box));
    const bank = motion.middleOf(this.bank);
    const home = motion.middleOf(this.plateOf(event.box));
    const put = (/** @type {number} */ cents) => stack(cents, this.desk.chips);
    if (event.taken > 0) motion.fly(this.flight, put(event.taken), [from, { x: bank.x, y: bank.y - 60 }], { pace });
    if (event.returned > 0) motion.fly(this.flight, put(event.returned), [from, from, home], { pace });
    if (event.paid > 0) {
      const beside = { x: from.x + pile.offsetWidth * 0.8, y: from.y };
      motion.fly(this.flight, put(event.paid), [bank, beside, home], { pace });
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

  render() {
    const { scene, layout } = this;
    if (!scene || !layout) return;
    for (const place of scene.places.values()) for (const it of place.cards) this.cardFor(it).face = it.face;
    for (const box of this.boxes) box.update(scene, this.desk);
    this.renderBank(scene, layout);
    const live = new Set([...scene.places.values()].flatMap((place) => place.cards.map((it) => it.id)));
    for (const id of this.cards.keys()) if (!live.has(id)) this.cards.delete(id);
    mark(this, "data-phase", scene.view.phase);
    mark(this, "data-resting", scene.resting);
  }

  /** The dealer's hand, and every place that is neither a box nor the dealer: board, piles.
   * @param {Scene} scene @param {Layout} layout */
  renderBank(scene, layout) {
    const bank = scene.places.get("bank") ?? { cards: [], label: "", status: "" };
    fillHand(this.bankCards, bank, layout.bank.title, this.desk, false, []);
    say(this.bankPlate, bankWords(scene.view));
    const others = [...scene.places].filter(([name, place]) =>
      name !== "bank" && !/^\d+\.\d+$/.test(name) && (name.startsWith("pile") || place.cards.some((card) => card.face !== UNSEEN)));
    keyed(this.others, others, ([name]) => name, ([name]) =>
      h("div", { class: "place" }, h("div", { class: "hand", role: "group" },
        h("div", { class: "cards" }), h("span", { class: "label" }), h("span", { class: "outcome" })),
      h("span", { class: "place-title", text: whereWord(name, layout.bank.title) })),
    (node, [name, place]) => fillHand(/** @type {HTMLElement} */ (node.firstElementChild), place, whereWord(name), this.desk, false, []));
    keyed(this.meters, layout.meters, (it) => it.name, () => h("span", { class: "meter" }),
      (node, it) => say(node, `${it.title} ${money(it.amount ?? 0)}`));
  }

  /** Put everything where the size of the felt wants it. */
  arrange() {
    if (!this.layout) return;
    const { width, height } = this.getBoundingClientRect();
    if (!width) return;
    const { boxes } = this.layout;
    const where = geometry(width, height, boxes.map((it) => it.box), Math.max(1, ...boxes.map((it) => it.spots.length)));
    this.where = where;
    this.dataset.shape = where.shape;
    mark(this, "data-wide", width >= 440);
    this.dataset.cards = where.card < 56 ? "small" : "fine";
    this.style.setProperty("--card", `${where.card.toFixed(1)}px`);
    this.style.setProperty("--base", `${where.card.toFixed(1)}px`);
    drawFelt(this.drawing, where, width, height, this.layout.felt);
    for (const view of this.boxes) {
      const at = where.boxes.get(view.box);
      view.node.style.setProperty("--x", at ? `${at.x.toFixed(1)}px` : "0");
      view.node.style.setProperty("--y", at ? `${at.y.toFixed(1)}px` : "0");
    }
  }
}

customElements.define("card-table", CardTable);
