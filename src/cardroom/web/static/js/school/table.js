/** The whole table: the trainee deals a round, by buttons or by typing. */
import { post } from "../shared/api.js";
import { h, paint, say } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { crumbs, drawn, ended, remember, remembered, ruleText, styled, toSchool } from "./parts.js";
import { becomeSomebody } from "../shared/seat.js";

export class WholeTablePage {
  /** @param {string} game */
  constructor(game) {
    styled();
    document.title = "A whole round – cardroom";
    this.game = game;
    /** @type {any} */ this.round = null;
    this.title = h("h1", { class: "drill-title", text: "Deal a whole round" });
    this.count = h("p", { class: "quiet" });
    this.scene = h("section", { class: "scene", "aria-label": "The table" });
    this.input = h("input", { type: "text", name: "did", autocomplete: "off", autocapitalize: "off", "aria-label": "What you do", placeholder: "card 1 2 bank", list: "actions" });
    this.known = h("datalist", { id: "actions" });
    this.form = h("form", { class: "answer", onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      this.input, this.known, h("button", { type: "submit", class: "primary", text: "Do it" }));
    this.menu = h("section", { class: "actions", "aria-label": "What a dealer does" });
    this.marks = h("section", { class: "grade marks", "aria-live": "polite" });
    this.source = h("select", { "aria-label": "Which round", onchange: () => this.begin() },
      h("option", { value: "random", text: "a random round" }), h("option", { value: "worked", text: "a worked round" }));
    this.node = h("main", { class: "paper school drill-page dealing", id: "main", tabindex: -1 }, crumbs(toSchool()),
      h("div", { class: "drill-head" }, this.title, this.count, this.source),
      this.scene, h("div", { class: "doing" }, this.form, this.marks, this.menu));
    this.source.value = remembered().source ?? "random";
    this.begin();
  }

  close() {}

  async begin() {
    remember({ source: this.source.value });
    try {
      await becomeSomebody();
      this.marks.replaceChildren();
      this.form.hidden = false;
      this.show(await post("/api/school/rounds", { game: this.game, house: remembered().house ?? "", source: this.source.value }));
      this.input.focus({ preventScroll: true });
    } catch (error) {
      notice(error);
    }
  }

  /** @param {any} round */
  show(round) {
    this.round = round;
    paint(this.scene, round.theme);
    say(this.title, `Deal a whole round: ${round.title}`);
    say(this.count, round.departures ? `Mistakes so far: ${round.departures}, ${money(round.cost)}` : "");
    this.scene.replaceChildren(...drawn(round.scene));
    this.known.replaceChildren(...round.menu.flatMap((/** @type {any} */ row) =>
      row.form === "settle" ? row.choices.flatMap((/** @type {any} */ it) => ["pay", "take", "push"].map((side) => h("option", { value: `${side} ${it.write}` })))
        : row.choices.map((/** @type {any} */ it) => h("option", { value: it.write }))));
    this.menu.replaceChildren(...round.menu.map((/** @type {any} */ row) => this.row(row)));
  }

  /** @param {any} row */
  row(row) {
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, /** @type {string} */ name) =>
      h("button", { type: "button", class: "plainbutton", text, onclick, "aria-label": name });
    const body = row.choices.flatMap((/** @type {any} */ it) => {
      if (row.form === "plain") return [button(it.text, () => this.send(it.write), `${row.title}: ${it.text}`)];
      const amount = h("input", { type: "text", inputmode: "decimal", size: 6, autocomplete: "off", "aria-label": `${row.title} ${it.text}: amount` });
      const write = (/** @type {string} */ text) => (amount.value.trim() ? this.send(`${text} ${amount.value}`) : amount.focus());
      amount.addEventListener("keydown", (event) => { if (event.key === "Enter" && row.form === "amount") { event.preventDefault(); write(it.write); } });
      const sides = row.form === "amount" ? [button("Take", () => write(it.write), `${row.title} ${it.text}`)]
        : [button("Pay", () => write(`pay ${it.write}`), `Pay ${it.text}`), button("Take", () => write(`take ${it.write}`), `Take ${it.text}`), button("Push", () => this.send(`push ${it.write}`), `Push ${it.text}`)];
      return [h("span", { class: "action-money" }, h("span", { text: it.text }), amount, ...sides)];
    });
    return h("div", { class: "action-row", role: "group", "aria-label": row.title }, h("span", { class: "quiet", text: row.title }), h("div", { class: "action-choices" }, ...body));
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.input.value.trim()) this.send(this.input.value);
  }

  /** @param {string} did */
  async send(did) {
    if (!this.round || this.sending) return;
    this.sending = true;
    try {
      const told = await post(`/api/school/rounds/${this.round.id}/actions`, { did });
      if (told.why) {
        this.marks.replaceChildren(h("p", { class: "unreadable", text: told.why }));
        return;
      }
      this.input.value = "";
      this.show(told);
      this.marks.replaceChildren(...(told.marks.length ? told.marks.map(marked) : [h("p", { class: "done", text: `Done: ${told.said}.` })]));
      if (told.over) this.finish(told);
      else this.input.focus({ preventScroll: true });
    } catch (error) {
      ended(error, (words) => this.over(words));
    } finally {
      this.sending = false;
    }
  }

  /** @param {any} round */
  finish(round) {
    const clean = !round.departures;
    this.over(h("p", { class: "verdict", "data-verdict": clean ? "right" : "wrong", text: clean
      ? `Dealt without a mistake: ${round.due} steps.`
      : `${round.departures} of ${round.due} steps went wrong${round.departures === 1 ? " and" : "; together they"} would have cost ${money(round.cost)}.` }));
  }

  /** @param {HTMLElement} words */
  over(words) {
    this.form.hidden = true;
    const next = h("button", { type: "button", class: "primary", text: "Another round", onclick: () => this.begin() });
    this.marks.append(words, next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }
}

/** @param {any} it */
const marked = (it) => h("div", { class: "departure" },
  h("p", { class: "verdict", "data-verdict": "wrong", text: `Not right: the dealer should ${it.due}.` }),
  ...(it.cost ?? []).map((/** @type {string} */ text) => h("p", { text })),
  h("p", { class: "quiet", text: ruleText(it.clause) }));
