/** The player's money: chips on the table, the wallet, buying in and cashing out. */
import { h, say } from "../shared/dom.js";
import { broke, showChips } from "./chips-dialog.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { cashHere, leaveTable, onlyCashes } from "../shared/seat.js";

/** @typedef {import("../shared/types.js").View} View */

/** @param {View} view */
const practice = (view) => view.table.chips === "practice";

export class Purse {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.stack = h("strong", { class: "stack-sum" });
    this.felt = h("span", { class: "felt-sum" });
    this.wallet = h("span", { class: "wallet-sum" });
    this.buy = h("button", { type: "button", class: "plainbutton", text: "Buy in", onclick: () => showChips(this.table, () => this.view) });
    this.cash = h("button", { type: "button", class: "plainbutton", text: "Cash out", onclick: () => cashHere(this.table).catch(notice) });
    this.leave = h("button", { type: "button", class: "plainbutton", text: "Leave", onclick: () => this.standUp() });
    this.node = h("section", { class: "purse-panel", "aria-label": "Your chips" },
      h("p", { class: "purse-main" }, h("span", { class: "tag", text: "Your stack" }), this.stack),
      h("p", { class: "purse-more" }, this.felt, this.wallet),
      h("p", { class: "purse-acts" }, this.buy, this.cash, this.leave));
  }

  /** @param {View} view @param {number} free @param {boolean} seated */
  update(view, free, seated) {
    this.view = view;
    const staked = view.me.stack - free + view.bets.filter((bet) => bet.owner === view.me.player)
      .reduce((sum, bet) => sum + bet.stake, 0);
    say(this.stack, money(free));
    say(this.felt, `On the felt ${money(staked)}`);
    say(this.wallet, practice(view) ? "Practice chips, good at this table only" : `Wallet ${money(view.me.wallet)}`);
    this.node.hidden = !seated && view.me.stack === 0;
    this.buy.hidden = !seated || Boolean(view.set_aside);
    say(this.buy, broke(view) ? "Refill" : "Chips");
    this.cash.hidden = !onlyCashes(view) || view.me.stack === 0;
    this.leave.hidden = !seated || ["round", "over"].includes(view.phase);
  }

  async standUp() {
    await leaveTable(this.table).catch(notice);
  }
}
