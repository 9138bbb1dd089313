/** Meters: their terms, and changes that two people sign. */
import { h, say } from "../shared/dom.js";
import { get, post } from "../shared/api.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";

/** @typedef {{by: string, why: string, terms?: Record<string, string>, into?: string}} Wish */
/** @typedef {{id: string, title: string, cents: number, tables: Record<string, string>, terms: Record<string, string>, options?: {name: string, value: string, about: string}[], prepared?: Wish|null, approved?: Wish|null, retired?: boolean}} Meter */

export class MeterChanges {
  /** @param {{name: string}} me */
  constructor(me) {
    this.me = me;
    /** @type {Meter[]} */ this.meters = [];
    this.meter = h("select", { id: "meter", onchange: () => this.show() });
    this.place = h("div", { class: "dispute" });
    this.node = h("div", {}, h("p", { class: "quiet", text: "A change to a meter needs two people and a notice at every table on it. What the meter holds belongs to the players." }), row("meter", "Meter", this.meter), this.place);
    this.load();
  }

  async load() {
    try {
      this.meters = await get("/api/office/meters");
      this.meter.replaceChildren(...this.meters.map((it) => h("option", { value: it.id, text: it.title === it.id ? [it.id, ...Object.values(it.tables)].join(", ") : it.title })));
      this.show();
    } catch (error) {
      notice(error);
    }
  }

  show() {
    const it = this.meters.find((each) => each.id === this.meter.value);
    if (!it) {
      this.place.replaceChildren(h("p", { class: "quiet", text: "There is no meter." }));
      return;
    }
    const tables = Object.values(it.tables);
    const facts = [["shows", money(it.cents)], ["tables", tables.join(", ") || "none"], ...Object.entries(it.terms)].map(([name, value]) => [capital(name), value]);
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    this.place.replaceChildren(h("dl", { class: "tray-facts" }, ...facts.flatMap(([name, value]) => [h("dt", { text: name }), h("dd", { text: value })])), this.wrong, ...this.next(it));
  }

  /** What can be done with a meter now. @param {Meter} it */
  next(it) {
    if (it.retired) return [h("p", { role: "status", text: "This meter is retired." })];
    if (it.approved) return [h("p", { role: "status", text: `${wishWords(it.approved, it.terms)} Signed; each table on the meter follows between two of its rounds, after its notice.` })];
    if (it.prepared) return [this.waiting(it, it.prepared)];
    const others = this.meters.filter((each) => each.id !== it.id && !each.retired);
    const forms = [];
    if (it.options?.length) forms.push(this.changing(it, it.options));
    else forms.push(Object.keys(it.tables).length ? this.replacing(it) : h("p", { class: "quiet", text: "No table is on this meter; its terms change at a table." }));
    forms.push(others.length ? this.retiring(it, others) : h("p", { class: "quiet", text: "To retire a meter, open another one first: it gets the money." }));
    return forms;
  }

  /** @param {Meter} it @param {Wish} wish */
  waiting(it, wish) {
    const why = h("input", { id: "void-why", type: "text", required: true, maxlength: 300 });
    const own = wish.by === this.me.name;
    return h("section", { "aria-labelledby": "waiting-title" }, h("h2", { id: "waiting-title", text: "Waits for a signature" }),
      h("p", { text: `${wishWords(wish, it.terms)} Prepared by ${wish.by}: ${wish.why}` }),
      own ? h("p", { class: "quiet", text: "A second person signs." }) : h("button", { class: "act lead", type: "button", onclick: () => this.do("sign", { meter: it.id }) }, h("span", { class: "act-title", text: "Sign the change" })),
      h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.do("void", { meter: it.id, why: why.value });
      } }, row("void-why", "Reason to void it", why), h("button", { class: "plainbutton", text: "Void the change" })));
  }

  /** @param {Meter} it @param {{name: string, value: string, about: string}[]} options */
  changing(it, options) {
    const value = h("input", { id: "term-value", type: "text", required: true, autocomplete: "off" });
    const about = h("p", { class: "quiet" });
    const chosen = () => options.find((each) => each.name === term.value);
    const explain = () => {
      value.value = chosen()?.value ?? "";
      say(about, chosen()?.about ?? "");
    };
    const term = h("select", { id: "term", onchange: explain }, ...options.map((each) => h("option", { value: each.name, text: each.name.replaceAll("_", " ") })));
    const why = h("input", { id: "change-why", type: "text", required: true, maxlength: 300 });
    const rounds = h("input", { id: "change-rounds", type: "number", min: 1, max: 1000, value: 1 });
    explain();
    return h("section", { "aria-labelledby": "change-title" }, h("h2", { id: "change-title", text: "Change a term" }), h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.do("change", { meter: it.id, options: { [term.value]: value.value }, why: why.value, rounds: Number(rounds.value) });
    } }, row("term", "Term", term), about, row("term-value", "New value", value), row("change-why", "Reason", why), row("change-rounds", "Rounds before it takes effect", rounds),
    h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Prepare the change" }))));
  }

  /** The terms are in a side bet file of the house: its new text replaces it. @param {Meter} it */
  replacing(it) {
    const file = h("input", { id: "term-file", type: "file", accept: ".toml", required: true });
    const why = h("input", { id: "change-why", type: "text", required: true, maxlength: 300 });
    const rounds = h("input", { id: "change-rounds", type: "number", min: 1, max: 1000, value: 1 });
    return h("section", { "aria-labelledby": "change-title" }, h("h2", { id: "change-title", text: "Change the terms" }),
      h("p", { class: "quiet", text: "The terms of this meter are in a side bet file of the house. Change a copy of the file, and choose it here." }),
      h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = await file.files?.[0]?.text();
        if (text) this.do("change", { meter: it.id, side_bet: text, why: why.value, rounds: Number(rounds.value) });
      } }, row("term-file", "New side bet file", file), row("change-why", "Reason", why), row("change-rounds", "Rounds before it takes effect", rounds),
      h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Prepare the change" }))));
  }

  /** @param {Meter} it @param {Meter[]} others */
  retiring(it, others) {
    const into = h("select", { id: "into" }, ...others.map((each) => h("option", { value: each.id, text: each.title })));
    const why = h("input", { id: "retire-why", type: "text", required: true, maxlength: 300 });
    return h("section", { "aria-labelledby": "retire-title" }, h("h2", { id: "retire-title", text: "Retire this meter" }), h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.do("retire", { meter: it.id, into: into.value, why: why.value });
    } }, row("into", "Meter that gets the money", into), row("retire-why", "Reason", why), h("button", { class: "act" }, h("span", { class: "act-title", text: "Prepare to retire it" }))));
  }

  /** @param {string} what @param {object} body */
  async do(what, body) {
    try {
      const now = await post(`/api/office/meters/${what}`, body);
      this.meters = this.meters.map((each) => (each.id === now.id ? now : each));
      this.show();
    } catch (error) {
      if (this.wrong) say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {string} name */
export const capital = (name) => `${name[0].toUpperCase()}${name.slice(1)}`;

/** @param {Wish} wish @param {Record<string, string>} before */
function wishWords(wish, before) {
  if (wish.into) return `The meter is retired into ${wish.into}.`;
  const terms = wish.terms ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(terms)])];
  const changed = names.filter((name) => before[name] !== terms[name]);
  return changed.map((name) => `${capital(name)}: ${before[name] ?? "none"} becomes ${terms[name] ?? "none"}.`).join(" ");
}

/** @param {string} id @param {string} words @param {HTMLElement} control */
const row = (id, words, control) => h("p", { class: "form-row" }, h("label", { for: id, text: words }), control);
