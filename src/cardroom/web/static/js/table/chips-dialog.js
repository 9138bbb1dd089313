/** Buying in and cashing out, any amount; and new play money for players who have none left. */
import { h, say } from "../shared/dom.js";
import { Answers, post } from "../shared/api.js";
import { buyIn, cashOut } from "../shared/commands.js";
import { openDialog, submit } from "../shared/dialog.js";
import { money } from "../shared/money.js";
import { usualBuyIn } from "../shared/seat.js";
import { inPerson } from "../shared/words.js";

/** @typedef {import("../shared/types.js").View} View */

/** A player with less than this gets new play money, in cents. */
const POOR = 10000;

/** Not enough for the smallest wager, on the table or in the wallet. @param {View} view */
export function broke(view) {
  const staked = view.bets.filter((bet) => bet.owner === view.me.player).reduce((sum, bet) => sum + bet.stake, 0);
  return view.table.chips !== "practice" && view.me.wallet + view.me.stack + staked < Math.min(view.limits.least, POOR);
}

/**
 * @param {string} table
 * @param {() => View|undefined} look  The table now.
 */
export function showChips(table, look) {
  const amount = h("input", { id: "chips-amount", type: "text", inputmode: "decimal", autocomplete: "off", required: true });
  const facts = h("p", { role: "status" });
  const wrong = h("p", { class: "form-wrong", role: "alert" });
  const picks = h("div", { class: "picks" });
  const answers = new Answers(table, "request");
  const cents = () => Math.round(Number(amount.value.replace(/[$,\s]/g, "")) * 100);
  const fill = (/** @type {number} */ value) => {
    amount.value = value % 100 ? (value / 100).toFixed(2) : String(value / 100);
  };
  const show = (/** @type {number|undefined} */ wallet) => {
    const view = look();
    if (!view) return;
    const purse = wallet ?? view.me.wallet;
    say(facts, view.table.chips === "practice" ? `Stack ${money(view.me.stack)}. Practice chips, good at this table only.` : `Stack ${money(view.me.stack)}. Wallet ${money(purse)}.`);
    refill.hidden = !broke(view) || purse + view.me.stack >= view.limits.least;
    const offers = [["Usual", usualBuyIn(view, purse)], ["Whole wallet", purse], ["Whole stack", view.me.stack]].filter(([, value]) => Number(value) > 0);
    picks.replaceChildren(...offers.map(([title, value]) => h("button", { type: "button", class: "tool", onclick: () => fill(Number(value)) },
      h("span", { text: String(title) }), " ", h("span", { class: "pick-sum", text: money(Number(value)) }))));
    if (!amount.value) fill(usualBuyIn(view, purse) || view.me.stack);
  };
  const move = (/** @type {(amount: number) => Record<string, unknown>} */ command) => submit(form, wrong, async () => {
    if (!(cents() > 0)) throw new Error("Type an amount in dollars.");
    await answers.give(0, command(cents())).catch((error) => {
      throw new Error(inPerson(error.message, look() ?? null));
    });
  });
  const refill = h("button", { type: "button", class: "act", hidden: true, onclick: async () => {
    try {
      const { wallet } = await post("/api/refill");
      amount.value = "";
      show(wallet);
      amount.focus();
    } catch (error) {
      say(wrong, error instanceof Error ? error.message : String(error));
    }
  } }, h("span", { class: "act-title", text: "Refill my wallet" }));
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    move(buyIn);
  } }, facts, h("p", { class: "form-row" }, h("label", { for: "chips-amount", text: "Amount in dollars" }), amount), picks, wrong,
  h("div", { class: "acts" }, refill, h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Buy in" })),
    h("button", { type: "button", class: "act", onclick: () => move(cashOut) }, h("span", { class: "act-title", text: "Cash out" }))));
  openDialog("Chips", form);
  show(undefined);
  amount.focus();
  amount.select();
}
