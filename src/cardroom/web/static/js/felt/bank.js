/** The bank of a player-banked game: the banker, what is left of it, who is next, and the offer to take it. */
import { h, say } from "../shared/dom.js";
import { send } from "../shared/api.js";
import { declineBank, postBank } from "../shared/commands.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { playerWord } from "../shared/words.js";

/** @typedef {import("../shared/types.js").View} View */

/** The banker does not bet. @param {View} view */
export const banks = (view) => view.bank.posted != null && view.bank.owner === view.me.player;

/** @param {View} view */
export const playerBanked = (view) => (view.bank.limit ?? "none") !== "none";

/** A finished round is still on the table. @param {View} view */
export const lies = (view) => view.phase !== "round" && Object.keys(view.places).length > 0;

/** The text next to the dealer's cards. @param {View} view */
export function bankWords(view) {
  const { bank } = view;
  if (bank.posted == null) return "";
  return `${banks(view) ? "You have the bank" : `${playerWord(view, bank.owner)} has the bank`}: ${money(bank.posted)}`;
}

/**
 * The facts about the bank, one string each.
 * @param {View} view
 * @returns {string[]}
 */
export function bankFacts(view) {
  const { bank } = view;
  const next = line(view);
  if (bank.posted == null) {
    return [bank.asked ? `${bank.asked === view.me.player ? "You are" : `${playerWord(view, bank.asked)} is`} offered the bank` : "No one has the bank", next && `then ${next}`].filter(Boolean);
  }
  const who = banks(view) ? "You have the bank" : `${playerWord(view, bank.owner)} has the bank`;
  return [
    `${who}: ${money(bank.posted)}`, bank.round === 2 ? "second and last round" : "first of two rounds",
    left(view), bank.paid || bank.collected ? `paid ${money(bank.paid)}, won ${money(bank.collected)}` : "",
    next && `next: ${next}`,
  ].filter(Boolean);
}

/** How many of those who are next in line are named. */
const NAMED = 2;

/** The players whom the bank goes to next; in a long line, also how many of them are before the player. @param {View} view */
function line(view) {
  const all = view.bank.next ?? [];
  const mine = all.indexOf(String(view.me.player));
  const named = all.slice(0, NAMED).map((player) => (player === view.me.player ? "you" : playerWord(view, player)));
  if (mine >= NAMED) named.push(`you are number ${mine + 1} in line`);
  else if (all.length > NAMED) named.push(`${all.length - NAMED} more`);
  return named.join(", ");
}

/** What is left of the posted amount. @param {View} view */
function left({ bank }) {
  if (bank.limit === "combined") return `${money(bank.can_pay ?? 0)} left to pay or win`;
  return `left to pay ${money(bank.can_pay ?? 0)}, to win ${money(bank.can_collect ?? 0)}`;
}

/** What the bank can lose on the wagers on the felt. @param {View} view */
export function exposure(view) {
  const stakes = view.bets.reduce((sum, bet) => sum + bet.stake, 0);
  const wins = view.bets.reduce((sum, bet) => sum + (bet.can_win ?? 0), 0);
  const most = Math.min(wins, view.bank.can_pay ?? wins);
  if (!stakes) return "There are no wagers against you.";
  return `Wagers against you: ${money(stakes)}. You can lose up to ${money(most)} and win up to ${money(Math.min(stakes, view.bank.can_collect ?? stakes))}.`;
}

export class BankStrip {
  constructor() {
    this.node = h("p", { class: "bank-strip", hidden: true, "aria-label": "The bank" });
  }

  /** @param {View} view */
  update(view) {
    this.node.hidden = !playerBanked(view);
    if (!this.node.hidden) say(this.node, bankFacts(view).join(" · "));
  }
}

export class BankOffer {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.title = h("p", { class: "asked" });
    this.figure = h("output", { class: "figure" });
    this.amount = h("input", { type: "range", class: "slide", "aria-label": "Bank amount", oninput: () => this.choose() });
    /** The player has moved the slider; a growing stack must not move it back. */
    this.chosen = false;
    this.sum = h("span", { class: "act-sum" });
    /** The banker is changing or withdrawing the amount. */
    this.changing = false;
    this.change = h("button", { type: "button", class: "plainbutton", hidden: true, text: "Change the bank", onclick: () => this.reopen() });
    /** @type {View | null} */
    this.view = null;
    this.pass = act("Pass", "n", () => this.answer(declineBank()));
    this.node = h("div", { class: "controls bank-offer", role: "group", "aria-label": "The bank", hidden: true }, this.title,
      h("p", { class: "why", text: "You pay the winners and collect from the losers, up to the amount you post. Your collection comes out of the rest of your stack." }),
      h("div", { class: "range" }, this.amount, this.figure),
      h("div", { class: "acts" }, act("Post the bank", "b", () => this.answer(postBank(Number(this.amount.value))), this.sum), this.pass));
  }

  /** Until "no more bets", the banker may raise, lower, or withdraw the amount. */
  reopen() {
    if (!this.view) return;
    this.changing = true;
    this.chosen = true;
    this.update(this.view);
    this.amount.value = String(this.view.bank.posted);
    this.label();
  }

  /** @param {View} view */
  update(view) {
    this.view = view;
    const { bank, me } = view;
    const mayChange = banks(view) && view.phase === "betting" && !lies(view);
    this.changing &&= mayChange;
    this.change.hidden = !mayChange || this.changing;
    const asked = Boolean(me.player) && bank.asked === me.player && view.phase !== "round";
    // When the game is on hold for want of a banker, any player in line may take the bank.
    const waits = view.phase === "broken" && (bank.next ?? []).includes(String(me.player));
    this.pass.hidden = !asked && !this.changing;
    say(/** @type {HTMLElement} */ (this.pass.querySelector(".act-title")), this.changing ? "Withdraw it" : "Pass");
    say(this.title, this.changing ? "Change your bank?" : asked ? "Take the bank?" : "No one has taken the bank. Will you?");
    const step = Math.max(view.limits.chip, 100);
    // The collection comes out of the stack, and the wagers are not known yet.
    const posted = this.changing ? bank.posted ?? 0 : 0;
    const free = Math.max(0, me.stack + posted - (bank.collection ?? 0));
    const most = String(free - (free % step));
    // The offer may come before the chips do: the range follows the stack.
    const open = asked || waits || this.changing;
    if (open && (this.node.hidden || this.amount.max !== most)) {
      this.amount.min = String(step);
      this.amount.step = String(step);
      this.amount.max = most;
      // About half of it: some chips stay in hand for the collection and for another round.
      const round = Math.max(step, view.limits.least);
      if (!this.chosen) this.amount.value = String(Math.max(step, Math.floor(Number(most) / 2 / round) * round));
      this.label();
    }
    if (!open) this.chosen = false;
    this.node.hidden = !open;
  }

  choose() {
    this.chosen = true;
    this.label();
  }

  label() {
    const words = money(Number(this.amount.value));
    say(this.figure, words);
    say(this.sum, words);
    this.amount.setAttribute("aria-valuetext", words);
  }

  /** @param {Record<string, unknown>} command */
  async answer(command) {
    this.changing = false;
    await send(this.table, command).catch(notice);
  }
}

/** @param {string} title @param {string} key @param {() => void} run @param {HTMLElement} [sum] */
function act(title, key, run, sum) {
  return h("button", { type: "button", class: sum ? "act lead" : "act", "aria-keyshortcuts": key, onclick: run },
    h("span", { class: "act-title", text: title }), sum, h("kbd", { "aria-hidden": "true", text: key.toUpperCase() }));
}
