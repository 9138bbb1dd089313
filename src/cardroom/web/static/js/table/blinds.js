/** Joining or rejoining a poker game: post the blinds, or wait. Also sitting out. */
import { h, keyed, say } from "../shared/dom.js";
import { send } from "../shared/api.js";
import { answerBlinds, sitIn, sitOut } from "../shared/commands.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";

/** @typedef {import("../shared/types.js").View} View */

/** @param {{big: number, small: number}} owed */
function owedWords({ big, small }) {
  const parts = [big ? `the big blind of ${money(big)}` : "", small ? `a dead small blind of ${money(small)}` : ""];
  return parts.filter(Boolean).join(" and ");
}

export class BlindsOffer {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.words = h("p", { class: "asked" });
    this.acts = h("div", { class: "acts" });
    this.node = h("div", { class: "controls", role: "group", "aria-label": "Blinds", hidden: true }, this.words, this.acts);
    this.leave = h("button", { type: "button", class: "plainbutton", hidden: true, onclick: () => this.do(this.out ? sitIn() : sitOut()) });
    this.out = false;
  }

  /** @param {Record<string, unknown>} command */
  async do(command) {
    await send(this.table, command).catch(notice);
  }

  /** @param {View} view @param {boolean} pots  Whether the game is dealt to seats. */
  update(view, pots) {
    const seat = view.boxes.find((it) => it.player != null && it.player === view.me.player);
    this.out = seat?.out === "sitting out";
    this.leave.hidden = !pots || !seat;
    say(this.leave, this.out ? "Sit in" : "Sit out");
    const owed = view.phase === "round" ? null : view.me.blinds;
    this.node.hidden = !owed || this.out;
    if (!owed || this.out) return;
    const waits = owed.answer === "wait";
    say(this.words, owed.answer === "post" ? `You will post ${owedWords(owed)} on the next hand.`
      : waits ? "You are waiting for the big blind." : `You owe ${owedWords(owed)}. Post now, or wait for the big blind?`);
    const offers = [{ how: "post", title: "Post and play", key: "p" }, { how: "wait", title: "Wait for the big blind", key: "w" }]
      .filter((it) => it.how !== owed.answer);
    keyed(this.acts, offers, (it) => it.how, (it) =>
      h("button", { type: "button", class: it.how === "post" ? "act lead" : "act", "data-how": it.how, "aria-keyshortcuts": it.key, onclick: () => this.do(answerBlinds(it.how)) },
        h("span", { class: "act-title", text: it.title }), h("kbd", { "aria-hidden": "true", text: it.key.toUpperCase() })));
  }

  /** A player who has not answered yet cannot call for the deal. */
  get open() {
    return !this.node.hidden;
  }
}
