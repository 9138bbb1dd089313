/** Choosing one of the piles on the felt. */
import { h, keyed } from "./dom.js";

export class PileChoice {
  /** @param {(pile: number) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.node = h("div", { class: "acts pile-choice", role: "group", "aria-label": "Piles", hidden: true });
  }

  /** @param {import("./types.js").Option|null} option */
  update(option) {
    this.node.hidden = !option;
    const piles = option ? Array.from({ length: Number(option.most) }, (_, at) => at + 1) : [];
    keyed(this.node, piles, (pile) => pile, (pile) =>
      h("button", { type: "button", class: "act", "data-pile": pile, "aria-keyshortcuts": String(pile), onclick: () => this.choose(pile) },
        h("span", { class: "act-title", text: `Pile ${pile}` }), h("kbd", { "aria-hidden": "true", text: String(pile) })));
  }
}
