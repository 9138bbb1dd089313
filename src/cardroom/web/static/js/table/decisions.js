/** The review after a round: the player's decisions, the best play, and what each mistake cost; totals for the session. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { get } from "../shared/api.js";
import { tenths } from "../shared/money.js";
import { titled, upper } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Decision} Decision
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").Layout} Layout
 */

const AGAIN = 400;

export class Decisions {
  /** @param {string} table @param {() => void} grown  Called when the text has grown. */
  constructor(table, grown) {
    this.table = table;
    this.grown = grown;
    /** The round that is shown or being fetched. */ this.round = "";
    /** @type {Layout|null} */ this.layout = null;
    this.tally = h("p", { class: "decisions-tally" });
    this.list = h("ul", { class: "decisions-lines" });
    this.node = h("section", { class: "decisions", "aria-label": "Your decisions", hidden: true },
      h("header", {}, h("h2", { text: "This session" }), this.tally), this.list);
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    this.layout = layout;
    const over = view.phase !== "round" && view.table.round > 0 && view.table.help === "coach" && view.me.boxes.length > 0;
    if (!over) this.node.hidden = true;
    const round = over ? `${view.table.round}` : "";
    if (round === this.round) return;
    this.round = round;
    if (round) this.load(round);
  }

  /** @param {string} round */
  async load(round) {
    while (round === this.round) {
      const said = await get(`/api/tables/${encodeURIComponent(this.table)}/review`).catch(() => null);
      if (!said || round !== this.round) return;
      if (said.sitting) return this.show(said);
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** @param {import("../shared/types.js").Review} review */
  show({ decisions, sitting }) {
    this.node.hidden = sitting.decisions === 0;
    const given = sitting.mills ? ` · ${tenths(sitting.mills)} lost to mistakes` : "";
    say(this.tally, `${sitting.right} of ${sitting.decisions} correct${given}`);
    keyed(this.list, decisions.map((it, at) => ({ ...it, at })), (it) => `${this.round} ${it.at}`, (it) => this.line(it));
    this.grown();
  }

  /** @param {Decision} it */
  line(it) {
    const verb = (/** @type {string} */ name, /** @type {string|undefined} */ label) =>
      (label ? upper(label) : this.layout?.verbs.find((each) => each.verb === name)?.title ?? titled(name));
    const node = h("li", { class: "decisions-line" },
      h("span", { class: "decisions-what", text: `${upper(it.hand)}: ${verb(it.verb, it.label)}` }),
      h("span", { class: "decisions-end", text: it.right ? "correct" : `cost ${tenths(it.mills)}` }),
      !it.right && h("span", { class: "decisions-best", text: `${it.chart ? "As the chart says. " : ""}Best: ${verb(it.best, it.best_label)}, worth ${tenths(it.mills)} more. ${it.why}` }));
    mark(node, "data-right", it.right);
    return node;
  }
}
