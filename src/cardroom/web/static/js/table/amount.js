/**
 * The amount of a bet or a raise: a slider that steps by what the rules allow, a figure to type,
 * and shortcuts for common amounts that are legal. A fixed amount is on its button and needs none.
 */
import { h, keyed, mark, say } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { potTotal } from "../felt/pots.js";

/**
 * @typedef {import("../shared/types.js").Option} Option
 * @typedef {import("../shared/types.js").View} View
 * @typedef {{title: string, to: number}} Pick
 */

export class Amount {
  /** @param {{changed: () => void, give: () => void}} hear  Called when the amount changes; when Enter is pressed. */
  constructor(hear) {
    this.hear = hear;
    /** @type {Option|null} */ this.option = null;
    this.value = 0;
    this.slide = h("input", { type: "range", class: "slide", "aria-label": "Amount", oninput: () => this.set(Number(this.slide.value)) });
    this.typed = h("input", {
      type: "text", class: "figure typed", inputmode: "decimal", autocomplete: "off", size: 7, "aria-label": "Amount in dollars",
      oninput: () => this.read(),
      onchange: () => this.legal && this.label(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.picks = h("div", { class: "picks", role: "group", "aria-label": "Amounts" });
    this.node = h("div", { class: "amounts", hidden: true },
      h("div", { class: "range" }, this.nudge("Less", "-", -1), this.slide, this.nudge("More", "+", 1), this.typed), this.picks);
  }

  /** @param {string} title @param {string} sign @param {number} way */
  nudge(title, sign, way) {
    return h("button", {
      type: "button", class: "nudge", "aria-label": title, "aria-keyshortcuts": sign === "+" ? "Plus" : sign,
      onclick: () => this.set(this.value + way * (this.option?.step ?? 1)),
    }, h("span", { "aria-hidden": "true", text: sign === "-" ? "−" : sign }));
  }

  /**
   * @param {Option|null} option  The option with a range of amounts, if any.
   * @param {View} view
   * @param {"least"|"most"} from  The starting amount for a new question.
   * @param {number} call  The price of a call.
   */
  update(option, view, from, call) {
    const pot = potTotal(view);
    // The next street or hand may have the same limits.
    const fresh = JSON.stringify([view.table.round, view.places.board, pot, view.asks[0]]);
    const same = this.fresh === fresh;
    this.fresh = fresh;
    this.option = option;
    this.node.hidden = !option;
    if (!option || same) return;
    this.slide.min = String(option.least);
    this.slide.max = String(option.most);
    this.slide.step = String(option.step ?? 1);
    const mine = view.boxes.find((it) => view.me.boxes.includes(it.box))?.front ?? 0;
    const picks = from === "least" ? this.offer(option, pot + call, mine + call) : [];
    keyed(this.picks, picks, (it) => `${it.title}${it.to}`, (it) => this.pick(it, picks.indexOf(it) + 1));
    this.picks.hidden = picks.length === 0;
    this.set(Number(option[from]));
  }

  /**
   * The minimum, fractions of the pot after a call, and all in: each only where it is legal.
   * @param {Option} option @param {number} pot @param {number} level @returns {Pick[]}
   */
  offer(option, pot, level) {
    const [least, most, step] = [Number(option.least), Number(option.most), option.step ?? 1];
    const near = (/** @type {number} */ to) => least + Math.floor((to - least) / step) * step;
    const parts = [{ title: "½ pot", to: near(level + pot / 2) }, { title: "Pot", to: near(level + pot) }]
      .filter((it) => it.to > least && it.to < most);
    return [{ title: "Min", to: least }, ...parts, { title: "All in", to: most }];
  }

  /** @param {Pick} it @param {number} key */
  pick(it, key) {
    return h("button", { type: "button", class: "tool", "aria-keyshortcuts": String(key), onclick: () => this.set(it.to) },
      h("span", { text: it.title }), h("span", { class: "pick-sum", text: money(it.to) }), h("kbd", { "aria-hidden": "true", text: String(key) }));
  }

  /** @param {number} value */
  set(value) {
    const { least, most, step = 1 } = this.option ?? {};
    const [low, high] = [Number(least), Number(most)];
    this.value = Math.min(high, Math.max(low, low + Math.round((value - low) / step) * step));
    this.legal = true;
    this.label();
    this.hear.changed();
  }

  label() {
    this.slide.value = String(this.value);
    this.slide.setAttribute("aria-valuetext", money(this.value));
    this.typed.value = money(this.value).replace(/,/g, "");
    mark(this.typed, "aria-invalid", null);
  }

  /** A typed amount counts only if it is legal. */
  read() {
    const typed = Math.round(Number(this.typed.value.replace(/[$,\s]/g, "")) * 100);
    const { least, most, step = 1 } = this.option ?? {};
    const fits = typed >= Number(least) && typed <= Number(most) && (typed - Number(least)) % step === 0;
    this.legal = fits;
    mark(this.typed, "aria-invalid", fits ? null : "true");
    if (fits) {
      this.value = typed;
      this.slide.value = String(typed);
    }
    this.hear.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) this.set(this.value + step * (this.option?.step ?? 1));
    else if (event.key === "Enter") this.hear.give();
    else return;
    event.preventDefault();
  }

  /** Why the typed amount cannot be bet; empty if it can. */
  get wrong() {
    if (!this.option || this.legal) return "";
    const { least, most, step = 1 } = this.option;
    return `Enter ${money(Number(least))} to ${money(Number(most))}, in steps of ${money(step)}.`;
  }

  /** @param {Element} sum  The figure on the button. @param {Option} option @param {string} before  The words before the amount. */
  write(sum, option, before) {
    const all = this.value === option.most;
    const words = all && !this.picks.hidden ? "all in " : before;
    say(sum, this.legal ? `${words}${money(this.value)}` : "?");
  }
}
