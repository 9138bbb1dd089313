/** The form of the laboratory: options in groups, own pay tables, and side bets. */
import { h, mark, say } from "../shared/dom.js";
import { titled, upper } from "../shared/words.js";

/** @typedef {import("./state.js").State} State */

const ANSWERS = /** @type {Record<string, string>} */ ({ true: "Yes", false: "No", none: "None" });
/** Where form and figures do not fit next to each other, the figures come right after the closed groups. */
const WIDE = matchMedia("(min-width: 901px)");
const OWN = "@own";
const NEW_BET = `name = "lucky-pair"
title = "Lucky Pair"
cards = ["first", "second"]

[[row]]
name = "suited-pair"
when = "pair and same suit"
pays = "20 to 1"

[[row]]
name = "pair"
when = "pair"
pays = "7 to 1"
`;

export class LabForm {
  /** @param {any} form @param {State} state @param {() => void} changed @param {string} [name]  For the ids of its controls. */
  constructor(form, state, changed, name = "lab") {
    this.form = form;
    this.state = state;
    this.changed = changed;
    this.name = name;
    /** @type {Map<string, Row>} */ this.rows = new Map();
    /** @type {{node: HTMLDetailsElement, names: string[], count: HTMLElement}[]} */ this.groups = [];
    this.bets = h("div", { class: "lab-bets" });
    this.node = h("div", { class: "lab-form form", role: "group", "aria-label": "Options" }, ...this.build());
    this.drawBets();
    this.update([]);
  }

  build() {
    /** @type {Map<string, any[]>} */
    const grouped = new Map();
    for (const option of this.form.options) grouped.set(option.group, [...(grouped.get(option.group) ?? []), option]);
    return [...grouped].map(([title, all], place) => {
      const count = h("span", { class: "lab-count" });
      const options = all.filter((it) => it.kind !== "side-bets");
      const rows = options.map((option) => {
        const row = new Row(option, this);
        this.rows.set(option.name, row);
        return row.node;
      });
      const node = h("details", { class: "lab-group", open: place < 1 && WIDE.matches && this.name === "lab" }, h("summary", {}, h("span", { text: title }), count),
        h("div", { class: "lab-rows" }, ...rows, options.length < all.length && this.betsPart()));
      this.groups.push({ node, names: options.map((it) => it.name), count });
      return node;
    });
  }

  betsPart() {
    const file = h("input", { type: "file", accept: ".toml", multiple: true, class: "unseen", id: `${this.name}-file`, onchange: async () => {
      for (const it of file.files ?? []) this.state.bets.push(await it.text());
      file.value = "";
      this.drawBets();
      this.changed();
    } });
    return h("div", { class: "lab-own" }, h("h3", { text: "Side bets of your own" }), this.bets,
      h("div", { class: "row-acts" },
        h("button", { type: "button", class: "plainbutton", text: "Write a side bet", onclick: () => {
          this.state.bets.push(NEW_BET);
          this.drawBets();
          this.bets.querySelector("textarea:last-of-type")?.scrollIntoView({ block: "nearest" });
          this.changed();
        } }),
        h("label", { class: "plainbutton lab-upload", for: `${this.name}-file`, text: "Open files" }), file));
  }

  drawBets() {
    this.bets.replaceChildren(...this.state.bets.map((text, place) => {
      const name = titleOf(text, place);
      const area = h("textarea", { rows: 12, spellcheck: "false", "aria-label": `${name}, as a file`, oninput: () => {
        this.state.bets[place] = area.value;
        this.changed();
      } });
      area.value = text;
      return h("details", { class: "lab-bet", open: true }, h("summary", { text: name }), area,
        h("button", { type: "button", class: "plainbutton", text: `Remove ${name}`, onclick: () => {
          this.state.bets.splice(place, 1);
          this.drawBets();
          this.changed();
        } }));
    }));
  }

  /** The value in force. @param {any} option */
  value(option) {
    const start = this.form.starts.find((/** @type {any} */ it) => it.name === this.state.start);
    return this.state.options[option.name] ?? start?.options[option.name] ?? option.default;
  }

  /** What it would be without the changes. @param {any} option */
  begun(option) {
    const start = this.form.starts.find((/** @type {any} */ it) => it.name === this.state.start);
    return start?.options[option.name] ?? option.default;
  }

  /** @param {any} option @param {string} value */
  choose(option, value) {
    if (value === this.begun(option) || value === "") delete this.state.options[option.name];
    else this.state.options[option.name] = value;
    this.changed();
  }

  /** Marks what differs from the start, and what is wrong. @param {string[]} faults */
  update(faults) {
    for (const [name, row] of this.rows) row.update(faults.filter((it) => it.match(/^\w+/)?.[0] === name));
    for (const { names, count, node } of this.groups) {
      const changed = names.filter((name) => name in this.state.options).length;
      say(count, changed ? `${changed} changed` : "");
      if (names.some((name) => this.rows.get(name)?.wrong.textContent)) node.open = true;
    }
  }

  /** After a state from elsewhere: a link, a bar of the tornado. */
  refill() {
    for (const row of this.rows.values()) row.fill();
    this.drawBets();
  }
}

/** What a side bet's file calls it. @param {string} text @param {number} place */
export const titleOf = (text, place) => text.match(/^\s*title\s*=\s*"([^"]*)"/m)?.[1] ?? `Side bet ${place + 1}`;

class Row {
  /** @param {any} option @param {LabForm} form */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    const id = `${form.name}-${option.name}`;
    this.control = this.makeControl(id);
    this.table = h("div", { class: "lab-table", hidden: true });
    this.back = h("button", { type: "button", class: "linkbutton", text: "Undo", "aria-label": `Undo ${titled(option.name)}`, onclick: () => {
      form.choose(option, "");
      this.fill();
    } });
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    const rule = option.clause ? `${upper(option.clause.says)} (${option.clause.cite}).` : "";
    this.node = h("div", { class: "form-row lab-row", "data-option": option.name },
      h("div", { class: "lab-label" }, h("label", { for: id, text: titled(option.name) }), this.back),
      this.control, this.table, this.wrong,
      h("p", { class: "quiet", text: `${upper(option.about)}.` }),
      rule && h("p", { class: "lab-clause", text: rule }));
    this.fill();
  }

  /** @param {string} id */
  makeControl(id) {
    const { kind, values, least, most, expected } = this.option;
    const set = (/** @type {Event} */ event) => this.set(/** @type {HTMLInputElement} */ (event.target).value);
    if (kind === "choice" || kind === "rows") {
      return h("select", { id, onchange: set }, ...values.map((/** @type {string} */ value) => h("option", { value, text: ANSWERS[value] ?? (/^[a-z]+(-[a-z]+)*$/.test(value) ? titled(value) : value) })),
        kind === "rows" && h("option", { value: OWN, text: "A table of your own" }));
    }
    if (kind === "number") return h("input", { id, type: "number", min: least, max: most, onchange: set });
    return h("input", { id, type: "text", title: expected, onchange: set });
  }

  /** @param {string} value */
  set(value) {
    if (value !== OWN) {
      this.table.hidden = true;
      return this.form.choose(this.option, value);
    }
    this.drawTable(this.posted());
    this.read();
  }

  /** The rows of the table that was chosen before, to begin with. @returns {{name: string, when: string, pays: string}[]} */
  posted() {
    const { posted, rows } = this.option;
    const known = posted[this.form.value(this.option)] ?? Object.values(posted)[0] ?? {};
    const found = Object.entries(known).map(([name, pays]) => ({ name, when: "", pays: String(pays) }));
    return found.length ? found : [{ name: rows[0]?.name ?? "", when: "", pays: "10 to 1" }];
  }

  fill() {
    const value = this.form.value(this.option);
    const own = this.option.kind === "rows" && / pays /.test(value);
    this.control.value = own ? OWN : value;
    if (own) this.drawTable(rowsIn(value));
    else this.table.hidden = true;
  }

  /** @param {{name: string, when: string, pays: string}[]} rows */
  drawTable(rows) {
    this.table.hidden = false;
    const words = new Map(this.option.rows.map((/** @type {any} */ it) => [it.name, it.words]));
    const line = (/** @type {{name: string, when: string, pays: string}} */ row) => {
      const known = words.has(row.name) && !row.when;
      const field = (/** @type {string} */ part, /** @type {string} */ label, /** @type {string} */ value) => {
        const input = h("input", { type: "text", "data-part": part, "aria-label": `${label} of ${words.get(row.name) ?? "the new row"}`, onchange: () => this.read() });
        input.value = value;
        return input;
      };
      const node = h("div", { class: "lab-line", "data-name": known ? row.name : "" },
        known ? h("span", { text: upper(String(words.get(row.name))) }) : field("name", "Name", row.name),
        !known && field("when", "Condition", row.when), field("pays", "Odds", row.pays),
        h("button", { type: "button", class: "linkbutton", text: "Remove", "aria-label": `Remove ${words.get(row.name) ?? row.name}`, onclick: () => {
          node.remove();
          this.read();
        } }));
      return node;
    };
    const missing = this.option.rows.filter((/** @type {any} */ it) => !rows.some((row) => row.name === it.name));
    const more = h("select", { "aria-label": `Add a row to ${titled(this.option.name)}`, onchange: () => {
      const added = more.value === OWN ? { name: "my-row", when: "pair", pays: "5 to 1" } : { name: more.value, when: "", pays: "5 to 1" };
      this.drawTable(inOrder([...this.lines(), added], this.option.rows));
      this.read();
    } }, h("option", { value: "", text: "Add a row" }), ...missing.map((/** @type {any} */ it) => h("option", { value: it.name, text: upper(it.words) })),
    this.option.new_rows && h("option", { value: OWN, text: "A row with its own condition" }));
    this.table.replaceChildren(...rows.map(line), missing.length || this.option.new_rows ? more : "");
  }

  /** @returns {{name: string, when: string, pays: string}[]} */
  lines() {
    return [...this.table.querySelectorAll(".lab-line")].map((node) => {
      const part = (/** @type {string} */ name) => /** @type {HTMLInputElement|null} */ (node.querySelector(`[data-part="${name}"]`))?.value.trim() ?? "";
      return { name: /** @type {HTMLElement} */ (node).dataset.name || part("name"), when: part("when"), pays: part("pays") };
    });
  }

  read() {
    const text = this.lines().map((it) => (it.when ? `${it.name} when ${it.when} pays ${it.pays}` : `${it.name} pays ${it.pays}`)).join("; ");
    this.form.choose(this.option, text || this.form.begun(this.option));
    if (!text) this.fill();
  }

  /** @param {string[]} faults */
  update(faults) {
    const changed = this.option.name in this.form.state.options;
    this.back.hidden = !changed;
    mark(this.node, "data-changed", changed);
    say(this.wrong, faults.map((it) => `${upper(it)}.`).join(" "));
  }
}

/** @param {string} text */
const rowsIn = (text) => text.split(";").flatMap((part) => {
  const found = part.match(/^\s*(.+?)(?:\s+when\s+(.+?))?\s+pays\s+(.+?)\s*$/);
  return found ? [{ name: found[1], when: found[2] ?? "", pays: found[3] }] : [];
});

/** Rows of the book keep its order; new rows come first. @param {{name: string, when: string, pays: string}[]} rows @param {any[]} known */
function inOrder(rows, known) {
  const place = (/** @type {{name: string, when: string}} */ row) => (row.when ? -1 : known.findIndex((it) => it.name === row.name));
  return [...rows].sort((one, other) => place(one) - place(other));
}
