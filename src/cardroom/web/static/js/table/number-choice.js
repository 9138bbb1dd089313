/** Choosing a number of something other than chips: one of the piles on the felt. */
import { h, keyed } from "../shared/dom.js";
import { upper, verbWord } from "../shared/words.js";

/** @typedef {import("../shared/types.js").Option} Option */

export class NumberChoice {
  /** @param {(option: Option, number: number) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.node = h("div", { class: "acts number-choice", role: "group", hidden: true });
  }

  /** @param {import("../shared/types.js").Layout} layout @param {Option[]} options  Those that take a number. */
  update(layout, options) {
    this.node.hidden = options.length === 0;
    this.node.setAttribute("aria-label", options.map((it) => verbWord(layout, it.verb)).join(", "));
    const all = options.flatMap((option) => numbers(option).map((number) => ({ option, number })));
    keyed(this.node, all, ({ option, number }) => `${option.verb} ${option.counts} ${number}`, (it) => this.button(it.option, it.number, options[0]));
  }

  /** The keys are those of the first option, and of its numbers that one key can type. @param {Option} option @param {number} number @param {Option} first */
  button(option, number, first) {
    const key = option === first && number < 10 ? String(number) : null;
    return h("button", { type: "button", class: "act", "data-number": number, "aria-keyshortcuts": key, onclick: () => this.choose(option, number) },
      h("span", { class: "act-title", text: `${upper(option.counts ?? "")} ${number}` }), key && h("kbd", { "aria-hidden": "true", text: key }));
  }
}

/** @param {Option} option */
function numbers({ least, most, step = 1 }) {
  const [low, high] = [Number(least), Number(most)];
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, at) => low + at * step);
}
