/** The bets that share one circle of the box (Monte Carlo): every outcome with its odds. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { putCell } from "../felt/printed-spots.js";

/**
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {import("../shared/types.js").Spot} Spot
 * @typedef {import("../felt/wagers.js").Wagers} Wagers
 */

export class SpotSheet {
  /** @param {Wagers} wagers @param {(box: number, spot: string) => void} press */
  constructor(wagers, press) {
    this.wagers = wagers;
    this.press = press;
    this.box = 0;
    this.group = "";
    this.title = h("h2", {});
    this.list = h("div", { class: "outcomes" });
    this.node = h("section", { class: "spot-sheet", hidden: true, "aria-label": "Bets of this box" },
      h("header", {}, this.title, h("button", { type: "button", class: "plainbutton", text: "Done", onclick: () => this.close() })), this.list);
  }

  /** @param {number} box @param {string} group */
  open(box, group) {
    const again = !this.node.hidden && this.box === box && this.group === group;
    [this.box, this.group] = again ? [0, ""] : [box, group];
  }

  close() {
    this.box = 0;
  }

  /** @param {Layout} layout @param {boolean} betting */
  update(layout, betting) {
    const spots = (layout.boxes[0]?.spots ?? []).filter((it) => it.group && it.group === this.group);
    this.node.hidden = !betting || !this.box || spots.length === 0;
    if (this.node.hidden) return;
    say(this.title, `${this.group} · box ${this.box}`);
    const drafts = this.wagers.drafts();
    keyed(this.list, spots, (spot) => spot.name, (spot) => h("button", {
      type: "button", class: "outcome-bet", "data-outcome": spot.name, onclick: () => this.press(this.box, spot.name),
    }, h("span", { text: spot.title }), h("span", { class: "quiet", text: spot.pays ?? "" }), h("strong")), (node, spot) => {
      putCell(node, layout.drawing, spot.name);
      const draft = drafts.get(`${this.box}:${spot.name}`);
      mark(node, "data-state", draft?.state ?? null);
      say(/** @type {Element} */ (node.lastElementChild), draft?.amount ? money(draft.amount) : "");
    });
  }
}
