/** The dispute desk: a settled round, what a ruling would change, and the ruling itself, which a second person signs. */
import { h, say } from "../shared/dom.js";
import { get, post, send } from "../shared/api.js";
import { money, signed } from "../shared/money.js";
import { rulingLines } from "../shared/ruling.js";

const RULINGS = [
  ["let-stand", "Let it stand"], ["void-hand", "Void a hand"], ["correct-card", "Correct a card"],
  ["correct-payment", "Correct a payment"], ["pay-out-of-turn", "Pay out of turn"],
];

const PAYMENTS = ["correct-payment", "pay-out-of-turn"];

export class DisputeDesk {
  /** @param {string} table @param {number} round */
  constructor(table, round) {
    this.table = table;
    this.round = round;
    /** @type {Record<string, any>|null} */ this.command = null;
    this.path = `/api/tables/${encodeURIComponent(table)}`;
    this.past = h("div", {});
    this.ruling = h("select", { id: "ruling", onchange: () => this.choose() }, ...RULINGS.map(([value, text]) => h("option", { value, text })));
    this.fields = h("div", { class: "form-rows" });
    this.why = h("input", { id: "why", type: "text", required: true, maxlength: 300 });
    this.clause = h("input", { id: "clause", type: "text", required: true, value: "office.ruling" });
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    this.shown = h("div", { "aria-live": "polite" });
    this.node = h("div", { class: "dispute" },
      h("p", {}, h("a", { href: `#/table/${encodeURIComponent(table)}/rounds/${round}`, text: "See the round step by step" })), this.past,
      h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.preview();
      } }, row("ruling", "Ruling", this.ruling), this.fields, row("why", "Reason", this.why), row("clause", "Clause of the rules", this.clause), this.wrong,
      h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Show what changes" }))), this.shown);
    this.load();
  }

  close() {}

  async load() {
    try {
      const rounds = await get(`${this.path}/rounds`);
      const found = rounds.find((/** @type {any} */ it) => it.number === this.round);
      this.players = Object.keys(found?.results ?? {});
      this.past.replaceChildren(found ? h("p", { text: `Round ${this.round}: ${Object.entries(found.results).map(([name, amount]) => `${name} ${signed(Number(amount))}`).join(", ") || "nobody played"}.` }) : h("p", { text: "This round is not cleared yet; use the remedies of the round itself." }),
        ...rulingLines(found?.rulings ?? []));
      // Only payments list the players; what was filled in meanwhile for another ruling stays.
      if (PAYMENTS.includes(this.ruling.value)) this.choose();
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }

  choose() {
    this.command = null;
    this.shown.replaceChildren();
    const kind = this.ruling.value;
    const text = (/** @type {string} */ id, /** @type {string} */ words, /** @type {Record<string, unknown>} */ more = {}) => row(id, words, h("input", { id, type: "text", ...more }));
    if (kind === "void-hand") {
      this.fields.replaceChildren(text("box", "Box", { inputmode: "numeric", required: true }), text("hand", "Hand, if it was split", { inputmode: "numeric" }),
        row("side-bets", "Settled side bets", h("select", { id: "side-bets" }, h("option", { value: "stand", text: "stand" }), h("option", { value: "void", text: "are void" }))));
    } else if (kind === "correct-card") {
      this.fields.replaceChildren(text("place", "Where: bank, or box.hand like 3.1", { required: true }), text("position", "Which card there, from 1", { inputmode: "numeric", required: true }), text("card", "What it was, like 9c", { required: true }));
    } else if (kind === "let-stand") {
      this.fields.replaceChildren();
    } else {
      this.fields.replaceChildren(h("p", { class: "quiet", text: "Dollars that each player gets; use a minus sign for money that the player gives back." }),
        ...(this.players ?? []).map((name, number) => row(`pay-${number}`, name, h("input", { id: `pay-${number}`, type: "text", inputmode: "decimal", placeholder: "0", "data-player": name }))));
    }
  }

  /** @param {string} id */
  value(id) {
    return /** @type {HTMLInputElement|null} */ (this.fields.querySelector(`#${id}`))?.value.trim() ?? "";
  }

  asked() {
    const kind = this.ruling.value;
    /** @type {Record<string, any>} */
    const asked = { command: "rule-on-round", by: "", round: this.round, ruling: kind, why: this.why.value, clause: this.clause.value };
    if (kind === "void-hand") Object.assign(asked, { box: Number(this.value("box")), hand: Number(this.value("hand") || 0), side_bets: this.value("side-bets") });
    if (kind === "correct-card") Object.assign(asked, { place: this.value("place"), position: Number(this.value("position")), card: this.value("card") });
    if (PAYMENTS.includes(kind)) {
      asked.changes = Object.fromEntries([.../** @type {NodeListOf<HTMLInputElement>} */ (this.fields.querySelectorAll("[data-player]"))]
        .map((field) => [field.dataset.player, Math.round(Number(field.value.replace(/[$,\s]/g, "").replace("−", "-") || 0) * 100)]).filter(([, amount]) => amount));
    }
    return asked;
  }

  async preview() {
    say(this.wrong, "");
    this.shown.replaceChildren();
    try {
      const found = await post(`${this.path}/ruling`, this.asked());
      this.command = found.command;
      this.shown.replaceChildren(h("section", { "aria-label": "Before and after" }, h("h2", { text: "Before and after" }),
        h("div", { class: "report-scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...["", "Before", "Change", "After"].map((text, place) => h(place ? "th" : "td", { scope: place ? "col" : null, "data-kind": place ? "number" : null, text })))),
          h("tbody", {}, ...found.lines.map((/** @type {any} */ it) => h("tr", {}, h("th", { scope: "row", text: it.name }), ...[money(it.before), it.change ? signed(it.change) : "", money(it.after)].map((text) => h("td", { "data-kind": "number", text }))))))),
        h("button", { type: "button", class: "act lead", onclick: () => this.rule() }, h("span", { class: "act-title", text: "Sign the ruling" })),
        h("p", { class: "quiet", text: "It counts when a second person signs it, between rounds. Later rounds stand." })));
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }

  async rule() {
    try {
      const { by: _, ...command } = this.command ?? {};
      await send(this.table, command);
      this.shown.replaceChildren(h("p", { role: "status" }, "The ruling waits for a second person: ", h("a", { href: "#/office/trays", text: "slips" }), "."));
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }
}

/** A jackpot slip: the award and the cards that won it, which two people compare and sign. */
export class JackpotSlip {
  /** @param {string} table @param {number} round */
  constructor(table, round) {
    this.table = table;
    this.round = round;
    this.box = h("input", { id: "jackpot-box", type: "number", min: 1, required: true });
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    this.shown = h("div", { "aria-live": "polite" });
    this.node = h("div", { class: "dispute" }, h("p", {}, h("a", { href: `#/table/${encodeURIComponent(table)}/rounds/${round}`, text: `Round ${round} step by step` })),
      h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.ask();
      } }, row("jackpot-box", "Box that won", this.box), this.wrong, h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Show the award" }))), this.shown);
  }

  async ask() {
    say(this.wrong, "");
    this.shown.replaceChildren();
    try {
      const { by: _, ...slip } = await post(`/api/tables/${encodeURIComponent(this.table)}/jackpot`, { round: this.round, box: Number(this.box.value) });
      this.shown.replaceChildren(h("section", { "aria-label": "Jackpot slip" }, h("h2", { text: "Jackpot slip" }),
        h("p", { text: `${slip.player}, box ${slip.box}: ${slip.row}, ${money(slip.award)} of the meter ${slip.meter}, with ${slip.cards.join(" ")}.` }),
        h("button", { type: "button", class: "act lead", onclick: () => this.sign(slip) }, h("span", { class: "act-title", text: "Sign the slip" }))));
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Record<string, unknown>} slip */
  async sign(slip) {
    try {
      await send(this.table, { ...slip, command: "verify-jackpot" });
      this.shown.replaceChildren(h("p", { role: "status" }, "The slip waits for a second person: ", h("a", { href: "#/office/trays", text: "slips" }), "."));
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {string} id @param {string} words @param {HTMLElement} control */
const row = (id, words, control) => h("p", { class: "form-row" }, h("label", { for: id, text: words }), control);
