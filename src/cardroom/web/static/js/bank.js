/** The bank of a player-banked game: who has it, what is posted, and the offer to take it. */
import { h, say } from "./dom.js";
import { send } from "./api.js";
import { declineBank, postBank } from "./commands.js";
import { money } from "./money.js";
import { notice } from "./notice.js";

/** @typedef {import("./types.js").View} View */

/**
 * What stands beside the dealer's cards.
 * @param {View} view
 */
export function bankWords(view) {
  const { bank } = view;
  if (bank.posted == null) return "";
  const name = view.boxes.find((it) => it.player === bank.owner)?.name ?? bank.owner;
  const who = bank.owner === view.me.player ? "You have the bank" : `${name} has the bank`;
  return `${who}: ${money(bank.posted)}${bank.paid ? `, paid ${money(bank.paid)}` : ""}${bank.collected ? `, won ${money(bank.collected)}` : ""}`;
}

export class BankOffer {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.figure = h("output", { class: "figure" });
    this.amount = h("input", { type: "range", class: "slide", "aria-label": "Amount of the bank", oninput: () => this.label() });
    this.node = h("div", { class: "controls", role: "group", "aria-label": "The bank", hidden: true },
      h("p", { class: "asked", text: "Take the bank?" }),
      h("div", { class: "range" }, this.amount, this.figure),
      h("div", { class: "acts" },
        h("button", { type: "button", class: "act lead", onclick: () => this.answer(postBank(Number(this.amount.value))) }, h("span", { class: "act-title", text: "Post the bank" })),
        h("button", { type: "button", class: "act", onclick: () => this.answer(declineBank()) }, h("span", { class: "act-title", text: "Pass it on" }))));
  }

  /** @param {View} view */
  update(view) {
    const asked = Boolean(view.me.player) && view.bank.asked === view.me.player && view.phase !== "round";
    const step = Math.max(view.limits.chip, 100);
    const most = String(view.me.stack - (view.me.stack % step));
    // The offer may come before the chips do: the range follows the stack.
    if (asked && (this.node.hidden || this.amount.max !== most)) {
      this.amount.min = String(step);
      this.amount.step = String(step);
      this.amount.max = most;
      this.amount.value = most;
      this.label();
    }
    this.node.hidden = !asked;
  }

  label() {
    say(this.figure, money(Number(this.amount.value)));
    this.amount.setAttribute("aria-valuetext", money(Number(this.amount.value)));
  }

  /** @param {Record<string, unknown>} command */
  async answer(command) {
    await send(this.table, command).catch(notice);
  }
}
