/** What a player is asked: every legal action a button with its key, every barred one with its clause. */
import { h, keyed, mark, say } from "./dom.js";
import { sentence } from "./api.js";
import { money } from "./money.js";
import { SetHand } from "./set-hand.js";
import { titled, topicWord } from "./words.js";

/**
 * @typedef {import("./types.js").Ask} Ask
 * @typedef {import("./types.js").Option} Option
 * @typedef {import("./types.js").Layout} Layout
 * @typedef {import("./types.js").View} View
 * @typedef {{verb: string, option: Option|null, why: string}} Choice
 */

export class Controls {
  /** @param {(box: number, verb: string, amount: number|null, cards: string[]) => void} act */
  constructor(act) {
    this.setting = new SetHand();
    this.act = act;
    /** @type {Ask|null} */ this.ask = null;
    /** @type {Layout|null} */ this.layout = null;
    this.sent = "";
    this.title = h("p", { class: "asked" });
    this.buttons = h("div", { class: "acts" });
    this.amount = h("input", { type: "range", class: "slide", "aria-label": "Amount", oninput: () => this.label() });
    this.figure = h("output", { class: "figure" });
    this.range = h("div", { class: "range", hidden: true }, this.amount, this.figure);
    this.why = h("p", { class: "why", id: "why" });
    // Reasons stand beside the buttons, not in them: they describe a button, they are not its name.
    this.reasons = h("div", { hidden: true });
    /** @type {WeakMap<HTMLElement, HTMLElement>} */ this.reasonOf = new WeakMap();
    this.node = h("div", { class: "controls", role: "group", "aria-label": "Your decision" },
      this.title, this.setting.node, this.buttons, this.range, this.why, this.reasons);
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    this.layout = layout;
    const ask = view.asks[0] ?? null;
    const before = this.ask;
    // A new question clears the reason that was shown for the old one.
    if (!ask || JSON.stringify(ask) !== JSON.stringify(this.ask)) say(this.why, "");
    this.ask = ask;
    this.sent = "";
    if (!ask) return;
    if (before?.topic !== ask.topic) this.reasons.replaceChildren();
    const place = view.places[`${ask.box}.${ask.hand || 1}`];
    const many = view.me.boxes.length > 1 || Object.keys(view.places).filter((name) => name.startsWith(`${ask.box}.`)).length > 1;
    const which = many ? ` · box ${ask.box}${ask.hand > 1 ? `, hand ${ask.hand}` : ""}` : "";
    say(this.title, `${topicWord(ask.topic)}${which}${place?.label ? ` · ${place.label}` : ""}`);
    this.slider(ask);
    this.setting.update(ask.options.some((it) => it.cards) ? place?.cards ?? [] : null);
    keyed(this.buttons, this.choices(layout, ask), (it) => `${ask.topic}:${it.verb}`,
      (it) => this.button(it.verb), (node, it) => this.dress(node, it));
    this.label();
  }

  /** The layout's order, so that a button does not move when another is barred.
   * @param {Layout} layout @param {Ask} ask @returns {Choice[]} */
  choices(layout, ask) {
    /** @type {Choice[]} */
    const all = [
      ...ask.options.map((option) => ({ verb: option.verb, option, why: "" })),
      ...ask.barred.filter((it) => !ask.options.some((option) => option.verb === it.verb))
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
    key && h("kbd", { "aria-hidden": "true", text: key.toUpperCase() }));
    this.reasonOf.set(node, reason);
    return node;
  }

  /** @param {HTMLElement} node @param {Choice} choice */
  dress(node, { option, why }) {
    mark(node, "aria-disabled", option ? null : "true");
    const reason = this.reasonOf.get(node);
    if (reason) say(reason, why);
  }

  /** @param {HTMLElement} node */
  explain(node) {
    say(this.why, this.reasonOf.get(node)?.textContent ?? "");
  }

  /** One slider serves the option that has a range; its step comes from the rules. @param {Ask} ask */
  slider(ask) {
    const ranged = ask.options.find((it) => it.most != null && it.least != null && it.most > it.least);
    this.range.hidden = !ranged;
    if (!ranged) return;
    this.amount.min = String(ranged.least);
    this.amount.max = String(ranged.most);
    this.amount.step = String(ranged.step ?? 1);
    this.amount.value = String(ranged.most);
  }

  /** @param {Option} option */
  amountOf(option) {
    if (option.least == null) return null;
    return option.most != null && option.most > option.least ? Number(this.amount.value) : option.least;
  }

  label() {
    say(this.figure, money(Number(this.amount.value)));
    this.amount.setAttribute("aria-valuetext", money(Number(this.amount.value)));
    for (const option of this.ask?.options ?? []) {
      const sum = this.buttons.querySelector(`[data-verb="${option.verb}"] .act-sum`);
      const amount = this.amountOf(option);
      if (sum) say(sum, amount === null ? "" : money(amount));
    }
  }

  /** @param {string} verb */
  press(verb) {
    const node = this.buttons.querySelector(`[data-verb="${verb}"]`);
    if (!(node instanceof HTMLElement) || !this.ask) return;
    if (node.getAttribute("aria-disabled") === "true") return this.explain(node);
    const option = this.ask.options.find((it) => it.verb === verb);
    if (option?.cards && !this.setting.ready) return say(this.why, "Pick the two cards in front first.");
    // One answer to a question: a second click must not answer the next one.
    if (this.sent) return;
    this.sent = verb;
    this.act(this.ask.box, verb, option ? this.amountOf(option) : null, option?.cards ? this.setting.front : []);
  }

  /** The answer was refused; the question still stands. */
  again() {
    this.sent = "";
  }
}
