/** Trays and slips: counts, fills, credits, drop boxes, and second signatures, as far as one's duties go. */
import { h, keyed, refill, say } from "../shared/dom.js";
import { Answers, get, send } from "../shared/api.js";
import { openDialog, submit } from "../shared/dialog.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";

const LOOK = 4000;

/** @typedef {{value: number, pieces: HTMLInputElement}} Counted */

export class Trays {
  /** @param {{name: string, duties: string[]}} me */
  constructor(me) {
    this.me = me;
    this.list = h("div", { class: "trays" });
    this.none = h("p", { class: "quiet" });
    this.node = h("div", {}, h("p", { class: "quiet", text: "One person prepares a slip, and another person signs it. Nothing counts until the second signature." }), this.none, this.list);
    this.seen = "";
    /** @type {any[]} */ this.tables = [];
    this.timer = setInterval(() => this.load(), LOOK);
    this.load();
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {string} duty */
  has(duty) {
    return this.me.duties.includes(duty);
  }

  async load() {
    try {
      const tables = await get("/api/office/trays");
      const now = JSON.stringify(tables);
      if (now === this.seen) return;
      this.seen = now;
      this.tables = tables;
      say(this.none, tables.length ? "" : "No table plays with the house's chips.");
      keyed(this.list, this.tables, (it) => it.id, (it) => h("section", { class: "tray-card", "aria-labelledby": `tray-${it.id}` }), (node, it) => refill(node, this.table(it)));
    } catch (error) {
      notice(error);
    }
  }

  /** @param {any} it */
  table(it) {
    const tray = it.tray;
    const facts = tray ? [["Opener", tray.opener], ["Fills", tray.fills], ["Credits", tray.credits], ["Buy-ins", tray.bought], ["House win", tray.won], ["Should be in the tray", tray.expected], [`Should be in drop box ${tray.box}`, tray.in_box]] : [];
    return [h("h2", { id: `tray-${it.id}`, text: it.title }),
      h("p", { class: "quiet", text: [it.game, it.dealer ? `dealer ${it.dealer}` : "", it.round ? `round ${it.round} in play` : "between rounds", tray ? "" : "the tray is not open"].filter(Boolean).join(" · ") }),
      tray && h("dl", { class: "tray-facts" }, ...facts.flatMap(([name, amount]) => [h("dt", { text: String(name) }), h("dd", { text: money(Number(amount)) })])),
      ...it.boxes.map((/** @type {any} */ box) => h("p", { class: "tray-box" }, `Drop box ${box.box} was pulled: ${money(box.expected)} expected. `, (this.has("count") || this.has("mend")) && this.button(it, "Count the box", () => this.count(it, "Count the box", "count-box", { box: box.box }, { why: true })))),
      ...it.slips.map((/** @type {any} */ slip) => this.slip(it, slip)),
      h("p", { class: "row-acts" }, ...this.acts(it))].filter(Boolean);
  }

  /** @param {any} it @param {string} title @param {() => void} act */
  button(it, title, act) {
    return h("button", { type: "button", class: "plainbutton", text: title, "aria-label": `${title}: ${it.title}`, onclick: act });
  }

  /** @param {any} it */
  acts(it) {
    const floor = this.has("mend");
    const waits = (/** @type {string} */ kind) => it.slips.some((/** @type {any} */ slip) => slip.kind === kind);
    return [
      floor && !it.tray && !waits("opener") && this.button(it, "Opening count", () => this.count(it, "Opening count", "open-tray", {}, { box: true })),
      it.tray && (floor || this.has("count")) && this.button(it, "Fill", () => this.count(it, "Fill", "fill-tray", {}, {})),
      it.tray && (floor || this.has("count")) && this.button(it, "Credit", () => this.count(it, "Credit", "credit-tray", {}, {})),
      floor && it.tray && !waits("closer") && this.button(it, "Closing count", () => this.count(it, "Closing count", "close-tray", {}, { why: true })),
      this.has("deal") && it.dealer !== this.me.name && this.button(it, "I'm dealing here", () => this.send(it, { command: "dealer-in" })),
      it.dealer === this.me.name && this.button(it, "I'm leaving", () => this.send(it, { command: "dealer-out" })),
    ];
  }

  /** @param {any} it @param {any} slip */
  slip(it, slip) {
    const own = slip.by === this.me.name;
    const off = slip.kind === "closer" || slip.kind === "box" ? slip.amount - slip.expected : 0;
    return h("div", { class: "tray-slip" }, h("p", {}, h("strong", { text: `Slip ${slip.number}: ${slip.says}${slip.kind === "ruling" ? "" : `: ${money(slip.amount)}`}` }), h("span", { class: "quiet", text: ` signed by ${own ? "you" : slip.by}` }),
      off ? h("span", { class: "tray-off", text: ` ${money(Math.abs(off))} ${off > 0 ? "over" : "short"}` }) : null, slip.why ? h("span", { text: `: ${slip.why}` }) : null),
      slip.chips.length ? h("p", { class: "quiet", text: slip.chips.map((/** @type {[number, number]} */ [value, pieces]) => `${pieces} × ${money(value)}`).join(", ") }) : null,
    h("p", { class: "row-acts" }, own ? h("span", { class: "quiet", text: "Waits for a second person." }) : this.button(it, `Sign slip ${slip.number}`, () => this.send(it, { command: "sign-slip", slip: slip.number })),
      (this.has("mend") || this.has("count")) && this.button(it, `Void slip ${slip.number}`, () => this.undo(it, slip))));
  }

  /** @param {any} it @param {Record<string, unknown>} command */
  async send(it, command) {
    await send(it.id, command).catch(notice);
    await this.load();
  }

  /** @param {any} it @param {any} slip */
  undo(it, slip) {
    const why = h("input", { id: "void-why", type: "text", required: true, maxlength: 200 });
    this.ask(it, `Void slip ${slip.number}`, [row("void-why", "Reason", why)], () => ({ command: "void-slip", slip: slip.number, why: why.value }));
  }

  /** Chips are counted piece by piece. @param {any} it @param {string} title @param {string} command @param {Record<string, unknown>} more @param {{box?: boolean, why?: boolean}} asks */
  count(it, title, command, more, asks) {
    const sum = h("output", { class: "tray-sum", text: money(0) });
    const { chips } = this.tables.find((now) => now.id === it.id);
    const values = command === "count-box" ? [1, 5, 25, 100, 500, 1000, 2000, 5000, 10000, ...chips] : chips;
    /** @type {Counted[]} */
    const counted = [...new Set(values)].sort((one, other) => other - one).map((value) => ({ value, pieces: h("input", { id: `chip-${value}`, type: "number", min: 0, step: 1, inputmode: "numeric", placeholder: "0" }) }));
    const total = () => counted.reduce((all, { value, pieces }) => all + value * Number(pieces.value || 0), 0);
    const box = h("input", { id: "box", type: "text", maxlength: 32, required: true, autocomplete: "off" });
    const why = h("input", { id: "why", type: "text", maxlength: 200 });
    const grid = h("div", { class: "tray-count", oninput: () => say(sum, money(total())) }, ...counted.map(({ value, pieces }) => row(pieces.id, money(value), pieces)));
    this.ask(it, `${title}: ${it.title}`, [asks.box ? row("box", "Number of the drop box", box) : null, h("p", { class: "quiet", text: "Number of pieces of each value" }), grid, h("p", {}, "Total ", sum),
      asks.why ? row("why", "Explanation, if the count differs from the books", why) : null],
    () => ({ command, ...more, chips: counted.filter(({ pieces }) => Number(pieces.value) > 0).map(({ value, pieces }) => [value, Number(pieces.value)]), ...(asks.box ? { box: box.value } : {}), ...(asks.why && why.value ? { why: why.value } : {}) }));
  }

  /** @param {any} it @param {string} title @param {(HTMLElement|null)[]} content @param {() => Record<string, unknown>} command */
  ask(it, title, content, command) {
    const answers = new Answers(it.id, "slip");
    const wrong = h("p", { class: "form-wrong", role: "alert" });
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      submit(form, wrong, () => answers.give(0, command()).then(() => void this.load()));
    } }, ...content, wrong, h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Sign as the first person" })));
    openDialog(title, form);
  }
}

/** @param {string} id @param {string} words @param {HTMLElement} control */
const row = (id, words, control) => h("p", { class: "form-row" }, h("label", { for: id, text: words }), control);
