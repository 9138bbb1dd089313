/** Help: the keys of this table, and the rule page of a game. */
import { h, say } from "./dom.js";
import { get } from "./api.js";
import { openDialog } from "./dialog.js";
import { heading } from "./lettering.js";
import { notice } from "./notice.js";
import { patiently } from "./patience.js";
import { printed } from "./signs.js";
import { titled } from "./words.js";

const BETTING = [["G", "Deal, or rebet and deal"], ["Z", "Undo"], ["C", "Clear"], ["B", "Rebet"], ["X", "Double the bets"]];
const CARDS = [["U", "Request a new set-up of cards (player-banked games)"]];
const HANDS = [["G", "Deal"], ["P", "Post the blinds you owe"], ["W", "Wait for the big blind"]];
const RAISES = [["+", "One chip more"], ["-", "One chip less"], ["1 – 4", "Minimum, half pot, pot, all in (where legal)"]];
const STATE = [[",", "Say your hand"], [".", "Say the bank's hand or the board"], [";", "Say the bets"], ["'", "Say the pot and your stack"], ["/", "Say whose turn it is"], ["\\", "Text mode: a log and a command line"]];
const SETTING = [["1 – 7", "Move a card or choose a pile"], ["↑ ↓", "Move the card to the front or back"], ["← →", "Go to the next card"]];

/** @param {import("./types.js").Layout} layout @param {string} [helped]  The help that is permitted. */
export function showHelp(layout, helped) {
  const verbs = layout.verbs.filter((it) => it.key?.length === 1).map((it) => [String(it.key).toUpperCase(), it.title]);
  openDialog("Keys",
    h("p", { text: "Tab moves to the next control; Enter or Space presses it. In the tray, the arrow keys choose a chip." }),
    h("h3", { text: layout.pots ? "Between hands" : "While bets are open" }), keyList(layout.pots ? HANDS : [...BETTING, ...(layout.piles ? CARDS : [])]),
    h("h3", { text: "When it is your turn" }),
    keyList([...verbs, ...(helped === "coach" ? [["A", "Ask the coach"]] : []), ...(layout.controls.includes("slider") ? RAISES : []), ...(layout.controls.includes("set-hand") ? SETTING : [])]),
    h("h3", { text: "At any time" }), keyList(STATE),
    h("p", {}, h("a", { href: `#/rules/${layout.game}`, text: `The rules of ${layout.title}`, onclick: (/** @type {Event} */ event) => {
      /** @type {Element} */ (event.target).closest("dialog")?.close();
    } })));
}

/** @param {string[][]} rows */
function keyList(rows) {
  return h("dl", { class: "keys" }, ...rows.flatMap(([key, words]) => [h("dt", {}, h("kbd", { text: key })), h("dd", { text: words })]));
}

export class RulesPage {
  /** @param {string} game */
  constructor(game) {
    this.closed = false;
    this.crumbs = h("p", { class: "crumbs" }, h("a", { href: "#/", text: "Lobby" }));
    this.waits = h("p", { role: "status" });
    this.body = h("div", { class: "rules-body" }, this.crumbs, this.waits);
    this.node = h("main", { class: "paper", id: "main", tabindex: -1 }, this.body);
    patiently(() => get(`/api/games/${encodeURIComponent(game)}/rules`), { told: (words) => say(this.waits, words), closed: () => this.closed })
      .then((page) => this.show(page)).catch(notice);
  }

  close() {
    this.closed = true;
  }

  /** @param {any} page */
  show(page) {
    document.title = `Rules of ${page.title} – cardroom`;
    this.body.replaceChildren(
      this.crumbs,
      h("h1", {}, heading(page.title)),
      h("p", { class: "quiet", text: page.source ?? "" }), page.how ? h("p", { class: "how", text: page.how }) : "",
      printed(`/api/games/${encodeURIComponent(page.game)}`, page.printed),
      ...part("Posted at the table", page.sign, readings),
      ...part("Procedure", page.procedure, steps),
      ...part("The whole round", page.round, sections),
      ...part("House options", page.options, options),
      ...part("Clauses", page.clauses, clauses),
      ...part("Where the rule book is silent", page.readings, readings));
  }
}

/** @param {string} title @param {any[]|undefined} items @param {(items: any[]) => Node} make */
function part(title, items, make) {
  return items?.length ? [h("h2", { text: title }), make(items)] : [];
}

/** @param {any[]} items */
const steps = (items) => h("ol", {}, ...items.map((it) => h("li", { text: typeof it === "string" ? it : it.says })));

/** @param {{title: string, says: string[]}[]} items */
const sections = (items) => h("div", {}, ...items.flatMap((it) => [h("h3", { text: it.title }), readings(it.says)]));

/** @param {any[]} items */
const readings = (items) => h("ul", {}, ...items.map((it) => h("li", { text: typeof it === "string" ? it : it.says })));

/** @param {any[]} items */
const options = (items) => table(["Option", "Meaning", "Choices", "Default"],
  items.map((it) => [titled(it.name), it.about ?? "", (it.values?.length ? it.values.join(", ") : it.expected) ?? "", String(it.default)]));

/** @param {any[]} items */
const clauses = (items) => table(["Clause", "Rule", "Source"], items.map((it) => [it.id, it.says, it.cite]));

/** @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": head[1] }, h("table", {},
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row", text: first }), ...rest.map((text) => h("td", { text })))))));
}
