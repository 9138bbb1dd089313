/** The player's decision: a button with its key for every legal action, and the clause that bars any other. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { sentence } from "../shared/api.js";
import { Amount } from "./amount.js";
import { Coach, worthParts } from "./coach.js";
import { money, tenths } from "../shared/money.js";
import { NumberChoice } from "./number-choice.js";
import { SetHand } from "./set-hand.js";
import { boxWord, titled, topicWord } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Ask} Ask
 * @typedef {import("../shared/types.js").Option} Option
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {import("../shared/types.js").View} View
 * @typedef {{verb: string, option: Option|null, why: string}} Choice
 */

export class Controls {
  /** @param {string} table @param {(box: number, verb: string, amount: number|null, cards: string[]) => void} act */
  constructor(table, act) {
    this.setting = new SetHand();
    this.act = act;
    /** @type {Ask|null} */ this.ask = null;
    /** @type {Layout|null} */ this.layout = null;
    this.sent = "";
    /** @type {import("../shared/types.js").Bet[]} */ this.bets = [];
    /** The decision that the player was warned about. */ this.warned = "";
    this.banks = false;
    this.title = h("p", { class: "asked" });
    this.buttons = h("div", { class: "acts" });
    this.amount = new Amount({ changed: () => this.label(), give: () => this.amount.option && this.press(this.amount.option.verb) });
    this.numbers = new NumberChoice((option, number) => this.give(option.verb, number, []));
    this.why = h("p", { class: "why", id: "why", role: "status" });
    this.coach = new Coach(table, {
      told: () => this.price(), set: (cards) => this.setting.lay(cards),
      called: (verb) => this.layout?.verbs.find((it) => it.verb === verb)?.title ?? titled(verb),
    });
    // Reasons are next to the buttons, not in them: they describe a button and are not part of its name.
    this.reasons = h("div", { hidden: true });
    /** @type {WeakMap<HTMLElement, HTMLElement>} */ this.reasonOf = new WeakMap();
    this.node = h("div", { class: "controls", role: "group", "aria-label": "Your decision" },
      this.title, this.coach.button, this.setting.node, this.numbers.node, this.amount.node, this.buttons, this.why, this.coach.node, this.reasons);
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    this.layout = layout;
    const ask = view.asks[0] ?? null;
    const before = this.ask;
    // A new question clears the reason shown for the old one.
    if (!ask || JSON.stringify(ask) !== JSON.stringify(this.ask)) say(this.why, "");
    this.ask = ask;
    this.bets = view.bets;
    this.sent = "";
    if (!ask) return;
    if (before?.topic !== ask.topic) this.reasons.replaceChildren();
    const place = view.places[`${ask.box}.${ask.hand || 1}`];
    const split = ask.hand > 0 && Object.keys(view.places).filter((name) => name.startsWith(`${ask.box}.`)).length > 1;
    const which = (view.me.boxes.length > 1 ? ` · ${boxWord(layout, ask.box).toLowerCase()}` : "") + (split ? ` · hand ${ask.hand}` : "");
    say(this.title, `${topicWord(layout, ask.topic)}${which}${place?.label ? ` · ${place.label}` : ""}`);
    this.numbers.update(layout, ask.options.filter((it) => it.counts));
    this.measure(layout, view, ask);
    const set = ask.options.find((it) => it.cards);
    this.setting.update(set ? place?.cards ?? [] : null, set?.fronts);
    this.banks = view.bank.box === ask.box;
    keyed(this.buttons, this.choices(layout, ask), (it) => `${ask.topic}:${it.verb}`,
      (it) => this.button(it.verb), (node, it) => this.dress(node, it));
    this.label();
    this.coach.update(view);
  }

  /** The coach's value for each option is on its button. */
  price() {
    for (const node of this.buttons.querySelectorAll(".act")) {
      const worth = this.coach.worth(/** @type {HTMLElement} */ (node).dataset.verb ?? "");
      const shown = node.querySelector(".act-worth");
      shown?.replaceChildren(...worthParts(worth));
      mark(node, "data-best", worth?.best);
    }
  }

  /** The layout's order, so that a button does not move when another is barred.
   * @param {Layout} layout @param {Ask} ask @returns {Choice[]} */
  choices(layout, ask) {
    const may = new Set(ask.options.map((option) => option.verb));
    const known = new Map(layout.verbs.map((it) => [it.verb, it.instead]));
    // Of two verbs that exclude each other, one gets the button: the one offered, or the one barred last.
    const taken = (/** @type {string} */ verb) => {
      const other = known.get(verb);
      if (!other) return false;
      return may.has(other) || ask.barred.findLastIndex((it) => it.verb === other) > ask.barred.findIndex((it) => it.verb === verb);
    };
    /** @type {Choice[]} */
    const all = [
      ...ask.options.filter((option) => !option.counts).map((option) => ({ verb: option.verb, option, why: "" })),
      ...ask.barred.filter((it) => !may.has(it.verb) && known.has(it.verb) && !taken(it.verb))
        .map((it) => ({ verb: it.verb, option: null, why: sentence({ clause: it.clause, why: "" }) })),
    ];
    const order = layout.verbs.map((it) => it.verb);
    const at = (/** @type {Choice} */ it) => (order.includes(it.verb) ? order.indexOf(it.verb) : order.length);
    return all.sort((a, b) => at(a) - at(b));
  }

  /** @param {string} verb */
  button(verb) {
    const known = this.layout?.verbs.find((it) => it.verb === verb);
    const key = known?.key?.length === 1 ? known.key : null;
    const id = `why-${verb}`;
    const reason = h("span", { id });
    this.reasons.append(reason);
    const node = h("button", {
      type: "button", class: "act", "data-verb": verb, "aria-keyshortcuts": key, "aria-describedby": id,
      onclick: () => this.press(verb),
      onfocus: () => this.explain(node),
      onpointerenter: () => this.explain(node),
    },
    h("span", { class: "act-title", text: known?.title ?? titled(verb) }), h("span", { class: "act-sum" }),
    h("span", { class: "act-worth" }), key && h("kbd", { "aria-hidden": "true", text: key.toUpperCase() }));
    this.reasonOf.set(node, reason);
    return node;
  }

  /** @param {HTMLElement} node @param {Choice} choice */
  dress(node, { option, why }) {
    node.classList.toggle("lead", Boolean(option?.cards));
    mark(node, "aria-disabled", option ? null : "true");
    const reason = this.reasonOf.get(node);
    if (reason) say(reason, why);
  }

  /** @param {HTMLElement} node */
  explain(node) {
    say(this.why, this.reasonOf.get(node)?.textContent ?? "");
  }

  /** One slider serves the option with a range. A raise starts at the minimum, any other wager at the maximum.
   * @param {Layout} layout @param {View} view @param {Ask} ask */
  measure(layout, view, ask) {
    const ranged = ask.options.find((it) => !it.counts && it.most != null && it.least != null && it.most > it.least);
    const call = ask.options.find((it) => it.costs != null)?.costs ?? 0;
    this.amount.update(ranged ?? null, view, layout.controls.includes("slider") ? "least" : "most", call);
  }

  /** The cost of a verb that takes as much again as the hand's wager. @param {string} verb */
  matched(verb) {
    const { ask, layout } = this;
    if (!ask || layout?.verbs.find((it) => it.verb === verb)?.costs !== "wager") return null;
    const main = layout.boxes[0]?.spots[0]?.name;
    return this.bets.find((bet) => bet.box === ask.box && bet.spot === main && !bet.backline && (!ask.hand || !bet.hand || bet.hand === ask.hand))?.stake ?? null;
  }

  /** @param {Option} option */
  amountOf(option) {
    if (option.least == null) return null;
    return option.most != null && option.most > option.least ? this.amount.value : option.least;
  }

  label() {
    for (const node of this.buttons.children) {
      const sum = node.querySelector(".act-sum");
      const option = this.ask?.options.find((it) => it.verb === node.getAttribute("data-verb"));
      if (!sum) continue;
      const before = option && this.layout?.verbs.find((it) => it.verb === option.verb)?.to ? "to " : "";
      if (option && option === this.amount.option) this.amount.write(sum, option, before);
      else {
        const amount = option ? option.costs ?? this.amountOf(option) ?? this.matched(option.verb) : null;
        say(sum, amount == null ? "" : `${before}${money(amount)}`);
      }
    }
  }

  /** @param {string} verb */
  press(verb) {
    const node = this.buttons.querySelector(`[data-verb="${verb}"]`);
    if (!(node instanceof HTMLElement) || !this.ask) return;
    if (node.getAttribute("aria-disabled") === "true") return this.explain(node);
    const option = this.ask.options.find((it) => it.verb === verb);
    const wrong = (option?.cards && this.setting.wrong(this.banks)) || (option === this.amount.option && this.amount.wrong);
    if (wrong) return say(this.why, wrong);
    const front = option?.cards ? this.setting.front : [];
    const lost = this.coach.costs(verb, front);
    const about = JSON.stringify([this.ask, verb, front]);
    if (lost && this.warned !== about) {
      this.warned = about;
      return say(this.why, `On average this costs ${tenths(lost)} against the best play. Press again to do it anyway.`);
    }
    this.give(verb, option ? this.amountOf(option) : null, front);
  }

  /** One answer per question: a second click must not answer the next one.
   * @param {string} verb @param {number|null} amount @param {string[]} cards */
  give(verb, amount, cards) {
    if (this.sent || !this.ask) return;
    this.sent = verb;
    this.act(this.ask.box, verb, amount, cards);
  }

  /** The answer was refused; the question still stands. */
  again() {
    this.sent = "";
  }
}
