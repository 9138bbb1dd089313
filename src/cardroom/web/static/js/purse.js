/** The player's money: chips on the table, the wallet, buying in and cashing out. */
import { h, say } from "./dom.js";
import { send } from "./api.js";
import { buyIn } from "./commands.js";
import { money } from "./money.js";
import { notice } from "./notice.js";
import { cashHere, leaveTable, startOver, usualBuyIn } from "./seat.js";

/** @typedef {import("./types.js").View} View */

/** @param {View} view */
const practice = (view) => view.table.chips === "practice";

export class Purse {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.stack = h("strong", { class: "stack-sum" });
    this.felt = h("span", { class: "felt-sum" });
    this.wallet = h("span", { class: "wallet-sum" });
    this.buy = h("button", { type: "button", class: "plainbutton", text: "Buy in", onclick: () => this.buyMore() });
    this.cash = h("button", { type: "button", class: "plainbutton", text: "Cash out", onclick: () => cashHere(this.table).catch(notice) });
    this.leave = h("button", { type: "button", class: "plainbutton", text: "Leave", onclick: () => this.standUp() });
    this.again = h("button", { type: "button", class: "plainbutton", text: "New play money", onclick: () => startOver().catch(notice) });
    this.node = h("section", { class: "purse-panel", "aria-label": "Your chips" },
      h("p", { class: "purse-main" }, h("span", { class: "tag", text: "Your stack" }), this.stack),
      h("p", { class: "purse-more" }, this.felt, this.wallet),
      h("p", { class: "purse-acts" }, this.buy, this.again, this.cash, this.leave));
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
    this.buy.hidden = !seated || view.me.wallet <= 0;
    this.again.hidden = view.me.role !== "guest" || view.me.wallet + free + staked > 0;
    this.cash.hidden = !view.set_aside || view.me.stack === 0;
    this.leave.hidden = !seated || ["round", "over"].includes(view.phase);
  }

  async buyMore() {
    if (!this.view) return;
    await send(this.table, buyIn(Math.max(usualBuyIn(this.view, this.view.me.wallet), 1))).catch(notice);
  }

  async standUp() {
    await leaveTable(this.table).catch(notice);
  }
}
