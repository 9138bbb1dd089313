/** The middle of the table: the board, the pots, and the collection. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { fillHand, makeHand } from "./box.js";
import { stack } from "./chip.js";
import { money } from "../shared/money.js";
import { potTotal, wonWords } from "./pots.js";
import { clockWord, seatName } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {import("../shared/types.js").Pot} Pot
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./box.js").Desk} Desk
 */

export class Board {
  constructor() {
    /** @type {Layout|null} */ this.layout = null;
    this.hand = makeHand();
    this.slots = h("div", { class: "slots", "aria-hidden": "true" });
    this.pots = h("ul", { class: "pots", "aria-label": "Pots" });
    this.drop = h("p", { class: "drop" });
    this.node = h("div", { class: "board", role: "group", hidden: true },
      h("div", { class: "board-cards" }, this.slots, this.hand), this.pots, this.drop);
  }

  /** @param {Layout} layout */
  post(layout) {
    this.layout = layout;
    this.node.hidden = !layout.board;
    this.node.setAttribute("aria-label", layout.pots ? "Board and pots" : "Board");
    this.slots.replaceChildren(...Array.from({ length: Number(layout.board ?? 0) }, () => h("span", { class: "slot" })));
  }

  /** @param {Scene} scene @param {Desk} desk */
  update(scene, desk) {
    if (this.node.hidden) return;
    const { stakes, view } = scene;
    fillHand(this.hand, scene.places.get("board") ?? { cards: [], label: "", status: "" }, "Board", desk, false, []);
    keyed(this.pots, stakes.pots, (pot) => pot.title, () =>
      h("li", { class: "pot" }, h("span", { class: "pot-chips" }), h("span", { class: "pot-sum" }), h("span", { class: "pot-in" })),
    (node, pot) => this.fill(node, pot, scene, desk));
    const bets = [...stakes.front.values()].some(Boolean) && scene.view.phase === "round";
    const all = bets && stakes.pots.length ? `${money(potTotal(view))} with bets` : "";
    const fee = stakes.collected ? `Collection ${money(stakes.collected)}` : "";
    const time = view.time ? `Time ${money(view.time.fee)} at ${clockWord(view.time.at)}` : "";
    say(this.drop, [all, fee, time].filter(Boolean).join(" · "));
  }

  /** @param {HTMLElement} node @param {Pot} pot @param {Scene} scene @param {Desk} desk */
  fill(node, pot, scene, desk) {
    const [chips, sum, who] = node.children;
    if (chips.getAttribute("data-amount") !== String(pot.amount)) {
      chips.setAttribute("data-amount", String(pot.amount));
      chips.replaceChildren(stack(pot.amount, desk.chips));
    }
    say(sum, `${pot.title} ${money(pot.amount)}`);
    const won = wonWords(this.layout, scene.view, pot);
    mark(node, "data-won", won.length > 0);
    // Everyone with cards is in a single pot; names are shown only for pots that some cannot win.
    const several = scene.stakes.pots.length > 1;
    say(who, won.length ? won.join("\n") : several ? pot.boxes.map((box) => seatName(this.layout, scene.view, box)).join(", ") : "");
  }

  /** The pile that an award comes from. @param {number} pot */
  chipsOf(pot) {
    return this.pots.children[Math.min(pot, this.pots.children.length - 1)]?.firstElementChild ?? this.hand;
  }
}
