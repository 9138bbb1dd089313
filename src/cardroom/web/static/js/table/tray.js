/** The betting tray: chips to pick up, and what can be done with the chips laid. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { flatChip } from "../felt/chip.js";
import { broke } from "./chips-dialog.js";
import { money } from "../shared/money.js";
import { playerWord } from "../shared/words.js";

/**
 * @typedef {import("../felt/wagers.js").Wagers} Wagers
 * @typedef {{hold: (chip: number) => void, deal: () => Promise<void>, buy: () => void}} Acts
 */

export class Tray {
  /** @param {Wagers} wagers @param {Acts} acts */
  constructor(wagers, acts) {
    this.wagers = wagers;
    this.acts = acts;
    this.chip = 0;
    this.blind = false;
    this.banks = false;
    /** The player has too few chips to bet here: the button buys some instead. */ this.out = false;
    /** A press on Deal is on its way. */ this.asking = false;
    this.follows = h("input", { type: "checkbox", id: "follows" });
    this.follow = h("p", { class: "follows", hidden: true }, this.follows,
      h("label", { for: "follows", text: "My bets behind other players follow doubles and splits" }));
    this.chips = h("div", { class: "chips", role: "radiogroup", "aria-label": "Chip to bet with" });
    this.undo = tool("Undo", "z", () => wagers.undo());
    this.clear = tool("Clear", "c", () => wagers.clear());
    this.rebet = tool("Rebet", "b", () => wagers.rebet());
    this.double = tool("Double", "x", () => wagers.double());
    this.dealTitle = h("span", { class: "act-title", text: "Deal" });
    this.deal = h("button", { type: "button", class: "act lead", "aria-keyshortcuts": "g", onclick: () => this.press() },
      this.dealTitle, h("kbd", { "aria-hidden": "true", text: "G" }));
    this.hint = h("p", { class: "hint" });
    this.node = h("div", { class: "tray", role: "group", "aria-label": "Bets" },
      this.hint, this.chips, this.follow,
      h("div", { class: "tools" }, this.undo, this.clear, this.rebet, this.double, this.deal));
    this.chips.addEventListener("keydown", (event) => this.walk(event));
  }

  /** One press deals, and lays the last round's bets first where none is laid. Chips on their way arrive first. */
  async press() {
    if (this.asking || this.deal.getAttribute("aria-disabled") === "true") return;
    if (this.out) return this.acts.buy();
    this.asking = true;
    if (!this.blind && this.wagers.again) this.wagers.rebet();
    await this.wagers.told;
    if (this.blind || this.wagers.ready) await this.acts.deal();
    this.asking = false;
  }

  /** @param {number} chip */
  pick(chip) {
    this.chip = chip;
    this.acts.hold(chip);
  }

  /** Arrow keys move among the chips, as in any group of radio buttons. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...this.chips.children]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = all[(at + step + all.length) % all.length];
    next.focus();
    next.click();
  }

  /**
   * @param {number[]} chips
   * @param {import("../shared/types.js").View} view
   * @param {{waits: string[], spots: boolean, banks: boolean, behind: boolean}} state  Whom the deal waits
   *   for; whether bets come before it; whether the player is the bank; whether one may bet behind others.
   */
  update(chips, view, { waits, spots, banks, behind }) {
    const { wagers } = this;
    // A game without wagers before the deal (poker) is dealt as soon as a player asks.
    this.blind = !spots || banks;
    this.banks = banks;
    this.follow.hidden = this.blind || !behind;
    this.chips.hidden = this.blind;
    for (const tool of [this.undo, this.clear, this.rebet, this.double]) tool.hidden = this.blind;
    if (!chips.includes(this.chip)) this.pick(usual(chips, view.limits.least));
    keyed(this.chips, chips, (chip) => chip,
      (chip) => h("button", {
        type: "button", class: "pick", role: "radio", "aria-label": `${money(chip)} chip`, onclick: () => this.pick(chip),
      }, flatChip(chip)),
      (node, chip) => {
        node.setAttribute("aria-checked", String(chip === this.chip));
        node.tabIndex = chip === this.chip ? 0 : -1;
        mark(node, "data-poor", chip > wagers.free);
      });
    can(this.undo, wagers.past.length > 0);
    can(this.clear, wagers.wishes.size > 0);
    can(this.rebet, wagers.again);
    can(this.double, wagers.wishes.size > 0);
    this.out = !banks && wagers.wishes.size === 0 && wagers.free < (this.blind ? 1 : view.limits.least);
    can(this.deal, this.out || (this.blind ? banks ? view.bets.length > 0 : view.me.stack > 0 : wagers.legal || wagers.again));
    say(this.dealTitle, this.out ? (broke(view) ? "Refill" : "Buy in") : !this.blind && wagers.again ? "Rebet and deal" : "Deal");
    say(this.hint, this.words(view, waits));
  }

  /** @param {import("../shared/types.js").View} view @param {string[]} waits */
  words(view, waits) {
    const { wagers } = this;
    const short = [...wagers.drafts().values()].find((draft) => draft.state === "short");
    if (waits.length) return `Your bets are placed. Waiting for ${waits.map((player) => playerWord(view, player)).join(", ")}.`;
    if (this.out) return wagers.free > 0 ? `You have too few chips for a bet here: the minimum is ${money(view.limits.least)}.` : "You have no chips here.";
    if (this.banks) return view.bets.length ? "Bets are open. Deal when everyone is ready." : "Bets are open. No one has bet yet.";
    if (this.blind) return "Ready for the next hand?";
    if (short) return `Not placed yet: ${short.why}.`;
    if (wagers.wishes.size === 0) return `Pick a chip, then press a circle on the felt to bet.`;
    return wagers.ready ? "Your bets are placed." : "Placing your bets…";
  }
}

/** @param {number[]} chips @param {number} least */
function usual(chips, least) {
  return chips.find((chip) => chip >= least && chip >= 500) ?? chips[Math.min(1, chips.length - 1)];
}

/** @param {string} title @param {string} key @param {() => void} act */
function tool(title, key, act) {
  const button = h("button", { type: "button", class: "tool", "aria-keyshortcuts": key, onclick: () => {
    if (button.getAttribute("aria-disabled") !== "true") act();
  } }, h("span", { text: title }), h("kbd", { "aria-hidden": "true", text: key.toUpperCase() }));
  return button;
}

/** @param {Element} button @param {boolean} yes */
function can(button, yes) {
  mark(button, "aria-disabled", yes ? null : "true");
}
