/** The coach: the value of each option, shown only when the player asks. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { get } from "../shared/api.js";
import { cardName } from "../shared/card.js";
import { tenths } from "../shared/money.js";
import { costly } from "../shared/settings.js";
import { upper } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Advice} Advice
 * @typedef {import("../shared/types.js").Worth} Worth
 * @typedef {import("../shared/types.js").View} View
 */

const AGAIN = 400;
const SHOWN = 4;

export class Coach {
  /** @param {string} table @param {{told: () => void, set: (cards: string[]) => void, called: (verb: string) => string}} hear */
  constructor(table, hear) {
    this.table = table;
    this.hear = hear;
    /** The question asked, so that its answer is not shown for another. */ this.question = "";
    /** @type {Advice|null} */ this.advice = null;
    /** @type {Advice|null} Known, but not shown: for a warning only. */ this.quiet = null;
    this.busy = false;
    this.button = h("button", { type: "button", class: "coach-ask", "aria-keyshortcuts": "a", hidden: true, onclick: () => this.ask() },
      h("span", { text: "Ask the coach" }), h("kbd", { "aria-hidden": "true", text: "A" }));
    this.bar = h("progress", { class: "coach-bar", hidden: true, "aria-label": "Coach's progress" });
    this.why = h("p", { class: "coach-why" });
    this.list = h("ul", { class: "coach-settings" });
    this.assumes = h("p", { class: "coach-assumes" });
    this.node = h("div", { class: "coach", role: "status", hidden: true }, this.why, this.bar, this.list, this.assumes);
  }

  /** A new question clears the coach's answer. @param {View} view */
  update(view) {
    const [ask] = view.asks;
    const seen = ask && [view.table.round, ask, view.places[`${ask.box}.${ask.hand || 1}`]?.cards, view.places.bank?.cards, view.places.board?.cards];
    const question = seen ? JSON.stringify(seen) : "";
    this.button.hidden = view.table.help !== "coach" || !question;
    this.box = ask?.box ?? 0;
    if (question === this.question) return;
    this.question = question;
    this.advice = this.quiet = null;
    this.busy = false;
    this.show();
    if (!this.button.hidden && costly() !== null) this.peek();
  }

  /** Learn the values of the options without showing them. */
  async peek() {
    const { question } = this;
    while (question === this.question && !this.quiet) {
      const said = await this.fetch();
      if (question === this.question && said.status) this.quiet = said;
      else await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** @returns {Promise<any>} */
  fetch() {
    return get(`/api/tables/${encodeURIComponent(this.table)}/advice?box=${this.box}`)
      .catch((error) => ({ status: "none", why: error instanceof Error ? error.message : String(error) }));
  }

  /** What a decision costs against the best, in tenths of a cent, where that is much and the coach was not asked.
   * @param {string} verb @param {string[]} cards  Those in front, of a hand that is set. */
  costs(verb, cards) {
    const [most, options] = [costly(), this.advice ? [] : this.quiet?.options ?? []];
    const same = (/** @type {string[]|undefined} */ laid) => [...(laid ?? [])].sort().join() === [...cards].sort().join();
    const taken = options.find((it) => it.verb === verb && same(it.cards));
    return taken && most !== null && options[0].units - taken.units > most ? options[0].mills - taken.mills : 0;
  }

  async ask() {
    if (this.busy || this.advice) return;
    const { question } = this;
    this.busy = true;
    while (this.busy && question === this.question) {
      const said = await this.fetch();
      if (question !== this.question) return;
      this.busy = !said.status;
      if (said.status) this.advice = said;
      this.show(said.status ? null : said);
      // If the answer does not fit on the screen, scroll to it and the buttons.
      this.node.closest(".controls")?.scrollIntoView({ block: "nearest" });
      if (this.busy) await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** @param {{what: string, done: number, of: number}|null} [progress] */
  show(progress = null) {
    const { advice } = this;
    this.node.hidden = !advice && !progress;
    mark(this.button, "aria-disabled", advice || progress ? "true" : null);
    this.bar.hidden = !progress;
    if (progress?.of) Object.assign(this.bar, { max: progress.of, value: progress.done });
    else this.bar.removeAttribute("value");
    const chart = advice?.chart ? ` The chart, which goes by totals only, says ${this.hear.called(advice.chart).toLowerCase()}.` : "";
    say(this.why, progress?.what ?? sentence(advice?.why ?? "") + chart);
    const settings = advice?.options?.filter((it) => it.cards?.length).slice(0, SHOWN) ?? [];
    keyed(this.list, settings, (it) => String(it.cards), (it) => this.setting(it));
    say(this.assumes, advice?.assumes?.length ? `Assumes ${advice.assumes.join("; ")}.` : "");
    this.hear.told();
  }

  /** A way to set the hand; pressing it sets the cards that way. @param {Worth} it */
  setting(it) {
    const cards = it.cards ?? [];
    const node = h("button", { type: "button", class: "coach-setting", onclick: () => this.hear.set(cards) },
      h("span", { class: "unseen", text: `${cards.map(cardName).join(" and ")} in front: ` }),
      h("span", { class: "coach-cards", "aria-hidden": "true", text: cards.map(short).join(" ") }),
      h("span", { class: "coach-worth" }, ...worthParts(it)), h("span", { class: "coach-label", text: it.label }));
    mark(node, "data-best", it.best);
    return h("li", {}, node);
  }

  /** The value of an option, if the coach has given it. @param {string} verb @returns {Worth|null} */
  worth(verb) {
    return this.advice?.options?.find((it) => it.verb === verb && !it.cards?.length) ?? null;
  }
}

/** 4♣; a joker is written out. @param {string} face */
const short = (face) => (face === "Jk" ? "Joker" : `${face[0] === "T" ? "10" : face[0]}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[face[1]]}`);

/** In money and in wagers. @param {Worth|null} it */
export function worthParts(it) {
  if (!it) return [];
  const sign = it.units > 0 ? "+" : it.units < 0 ? "−" : "";
  const cents = `${it.mills ? sign : ""}${tenths(Math.abs(it.mills))}`;
  return [
    ...(it.best ? [h("span", { class: "best", text: "best" })] : []),
    h("span", { text: cents }), " ", h("span", { class: "in-wagers", text: `${sign}${Math.abs(it.units).toFixed(3)} wagers` }),
  ];
}

/** @param {string} text */
const sentence = (text) => (text ? upper(text) + (/[.!?]$/.test(text) ? "" : ".") : "");
