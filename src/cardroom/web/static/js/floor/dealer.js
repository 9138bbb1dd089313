/** The dealer controls: what the round is waiting for, the next step, cards, and the floor's remedies. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { send } from "../shared/api.js";
import { CardPad } from "./card-pad.js";
import * as commands from "../shared/commands.js";
import { notice } from "../shared/notice.js";
import { boxWord, titled, whereWord } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {{can: string, title: string, key: string|null, run: (view: View) => void, lead?: boolean}} Step
 */

/** What a player is asked for. @param {Layout} layout @param {string} topic */
const askedFor = (layout, topic) => layout.topics.find((it) => it.topic === topic)?.waits ?? `(${titled(topic).toLowerCase()})`;

/** What the round is waiting for, in a dealer's words. @param {import("../shared/types.js").DealerView} desk @param {Layout} layout @param {View["turn"]} turn */
function waitWords({ waits, head, place, can, names }, layout, turn) {
  if (can.includes("load-shoe")) return head === "bets" ? "Shuffle all the cards" : "The shoe is empty: shuffle the discards";
  if (typeof names === "number" && place) return `Waiting for the name of card ${names + 1}: ${whereWord(place, layout)}`;
  if (head === "card" && place) return place === "burn" ? "Waiting for the burn card" : `Waiting for a card: ${whereWord(place, layout)}`;
  if (head === "answer" && turn.length) return `Waiting for ${turn.map((it) => `${boxWord(layout, it.box).toLowerCase()} ${askedFor(layout, it.topic)}`).join(" and ")}`;
  return head === "over" ? "The round is over" : `Waiting for ${waits || "bets"}`;
}

export class DealerDesk {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {View|null} */ this.view = null;
    /** @type {Layout|null} */ this.layout = null;
    this.waits = h("p", { class: "waits", role: "status" });
    this.steps = h("div", { class: "acts" });
    this.pad = new CardPad((card) => this.do(commands.enterCard(card)));
    this.node = h("section", { class: "dealer-desk", "aria-label": "Dealer controls", hidden: true },
      h("h2", { text: "Dealer controls" }), this.waits, this.steps, this.pad.node);
  }

  /** Players never need the forms: they are loaded when one is opened. @param {(forms: typeof import("./intervention.js")) => void} show */
  form(show) {
    import("./intervention.js").then(show).catch(notice);
  }

  /** @param {Record<string, unknown>} command */
  async do(command) {
    await send(this.table, command).catch(notice);
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    const desk = view.dealer;
    this.view = view;
    this.layout = layout;
    this.node.hidden = !desk;
    if (!desk) return;
    say(this.waits, waitWords(desk, layout, view.turn));
    this.pad.joker.hidden = !layout.jokers;
    this.pad.node.hidden = !desk.can.includes("enter-card");
    this.pad.hidden.hidden = typeof desk.names === "number";
    mark(this.pad.node, "aria-label", desk.place ? `Enter the card for ${whereWord(desk.place, layout)}` : "Enter a card");
    keyed(this.steps, this.choices(view), (it) => it.title,
      (it) => h("button", { type: "button", class: it.lead ? "act lead" : "act", "aria-keyshortcuts": it.key, onclick: () => this.view && it.run(this.view) },
        h("span", { class: "act-title", text: it.title }), it.key && h("kbd", { "aria-hidden": "true", text: it.key.toUpperCase() })));
  }

  /** @param {View} view @returns {Step[]} */
  choices(view) {
    const desk = view.dealer;
    /** @type {Step[]} */
    const all = [
      { can: "close-bets", title: "No more bets", key: "m", lead: true, run: () => this.do(commands.closeBets()) },
      { can: "deal-card", title: "Deal the card", key: "g", lead: true, run: () => this.do(commands.dealCard()) },
      { can: "proceed", title: "Proceed", key: "o", lead: true, run: () => this.do(commands.proceed()) },
      { can: "dice", title: "Dice…", key: null, lead: true, run: () => this.form((it) => it.showDice((shown) => this.do(commands.dice(shown)))) },
      { can: "end-round", title: "Clear the table", key: "l", lead: true, run: () => this.do(commands.endRound()) },
      { can: "load-shoe", title: "Cards shuffled", key: null, lead: true, run: () => this.do(commands.loadShoe()) },
      { can: "replace-cards", title: "Damaged cards replaced", key: null, lead: true, run: () => this.do(commands.replaceCards()) },
      { can: "show-cut-card", title: "Cut card out", key: null, run: () => this.do(commands.showCutCard()) },
      { can: "lapse", title: "Time is up", key: null, run: (now) => now.turn[0] && this.do(commands.lapse(now.turn[0].box)) },
      { can: "pause", title: "Pause", key: null, run: () => this.do(commands.pause("the floor was called")) },
      { can: "resume", title: "Resume", key: null, lead: true, run: () => this.do(commands.resume()) },
      { can: "permit-help", title: "Help…", key: null, run: (now) => this.form((it) => it.showPermission(now, (help) => this.do(commands.permitHelp(help)))) },
      { can: "note-company", title: "Companies…", key: null, run: (now) => this.form((it) => it.showCompanies(now, (player, company) => this.do(commands.noteCompany(player, company)))) },
      { can: "intervene", title: "Floor…", key: null, run: (now) => this.form((it) => this.layout && it.showIntervention(this.layout, now, (fields) => send(this.table, commands.intervene(fields)))) },
    ];
    return [...this.figures(desk?.figure ?? ""), ...all].filter((it) => desk?.can.includes(it.can));
  }

  /** The dealer answers yes or no after looking. @param {string} name @returns {Step[]} */
  figures(name) {
    return [["yes", 1], ["no", 0]].map(([word, value]) => ({
      can: "figure", title: `${titled(name)}: ${word}`, key: null, run: () => this.do(commands.figure(name, Number(value))),
    }));
  }
}
