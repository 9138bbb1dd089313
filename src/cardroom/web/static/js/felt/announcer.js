/** Announces what happens on the felt, for screen readers. */
import { h } from "../shared/dom.js";
import { cardName, UNSEEN } from "../shared/card.js";
import { money } from "../shared/money.js";
import { inPiles } from "./places.js";
import { potTitle, WHOLE } from "./pots.js";
import { amountWord, boxWord, endedWord, helpWord, isVoid, optionWord, playerWord, seatName, spotWord, titled, topicWord, whereWord } from "../shared/words.js";

const KEPT = 40;

/**
 * @typedef {import("../shared/types.js").TableEvent} TableEvent
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").Layout} Layout
 */

/**
 * One event as a sentence; empty for events that concern only the house.
 * @param {TableEvent} event
 * @param {Layout|null} layout
 * @param {View|null} view
 * @returns {string}
 */
export function tellEvent(event, layout, view) {
  const bank = layout?.bank.title ?? "Dealer";
  const me = view?.me.player ?? null;
  const who = playerWord(view, event.owner ?? event.player ?? "");
  const spot = spotWord(layout, event.spot ?? "");
  const at = boxWord(layout, event.box);
  switch (event.event) {
    case "bets-closed": return "No more bets.";
    case "wager-laid": return `${who}: ${money(event.stake)} on ${at.toLowerCase()}, ${spot}.`;
    case "wager-withdrawn": return `${who}: took back ${money(event.stake)} from ${at.toLowerCase()}.`;
    case "bet-placed": return layout?.pots && event.stake ? `${seatName(layout, view, event.box)}: ${money(event.stake)}.` : "";
    case "bet-lowered": return event.returned ? `${seatName(layout, view, event.box)} takes back ${money(event.returned)}.` : "";
    case "pot-fee-taken": return `Collection: ${money(event.amount)} from the pot.`;
    case "pot-awarded": return `${seatName(layout, view, event.box)}: ${money(event.amount)} from the ${potTitle(event.pot).toLowerCase()}${event.share === WHOLE ? "" : `, ${event.share}`}${event.cause ? `, with ${event.cause}` : ""}.`;
    case "button-placed": return `${titled(event.button)} button: ${at.toLowerCase()}.`;
    case "cards-moved": return `${whereWord(event.place, layout)} goes to ${whereWord(event.to, layout).toLowerCase()}.`;
    case "blinds-answered": return `${who}: ${event.how === "post" ? "posts the blinds" : "waits for the big blind"}.`;
    case "help-permitted": return `Help at the table: ${helpWord(event.help)}.`;
    case "company-noted": return `${who} banks for ${event.company || "no company"}.`;
    case "player-away": return `${who}: sitting out.`;
    case "player-back": return `${who}: back in the game.`;
    case "bet-raised": return `${layout?.pots ? seatName(layout, view, event.box) : at}: ${money(event.added)} more, ${money(event.stake)} in all.`;
    case "card-dealt":
      if (event.place === "burn" || inPiles(layout, event.place)) return "";
      return `${holder(event.place, layout, view)}: ${event.card === UNSEEN ? "a card face down" : cardName(event.card)}.`;
    // Named at a real table for its owner, while it stays face down.
    case "card-shown": return event.card === UNSEEN ? "" : `${shows(holder(event.place, layout, view))} ${cardName(event.card)}.`;
    case "offered": return `${titled(event.what)} is offered.`;
    case "acted": return `${layout?.pots ? seatName(layout, view, event.box) : at}: ${titled(event.verb)}${event.amount ? ` ${amountWord(layout, event.verb, event.amount)}` : ""}.`;
    case "hand-split": return `${at} splits.`;
    case "hand-ended": return `${layout?.pots ? seatName(layout, view, event.box) : at}: ${endedWord(layout, event.label, event.how)}.`;
    case "peeked": return `The dealer peeks: ${event.natural ? "a natural" : "no natural"}.`;
    case "bank-ended": return `${bank} has ${layout?.hand_words[event.label] ?? event.label}.`;
    case "bank-offered": return event.player === me ? "You are offered the bank." : `The bank is offered to ${who}.`;
    case "bank-accepted": return `${who}: bank of ${money(event.amount)}.`;
    case "bank-declined": return `${who} passes the bank.`;
    case "game-broken": return "No one takes the bank. The game is broken until someone does.";
    case "fee-taken": return event.amount ? `Collection from ${who}: ${money(event.amount)}.` : "";
    case "free-collection-given": return `${who} gets a free collection button for the next round.`;
    case "dice-rolled": return `Dice: ${event.dice.join(", ")}.`;
    case "bet-settled": return settled(event, layout?.pots ? seatName(layout, view, event.box) : `${at}, ${spot}`);
    case "progressive-won": return `${at} wins ${money(event.award)} from the progressive.`;
    case "progressive-restarted": return "The progressive meter is reset.";
    case "bet-reversed": return `${at}: the payment on ${spot} is reversed.`;
    case "intervened": return `The floor: ${titled(event.kind)}.`;
    case "ruling-made": return `Ruling on round ${event.round}: ${titled(event.ruling)}. ${event.why}.`;
    case "rewound": return "The round was rewound.";
    case "shuffle-due": return event.why === "new set-up" ? "A new set-up of cards was requested." : "";
    case "shoe-loaded": return "The cards are shuffled.";
    case "cut-card-out": return "The cut card is out: this is the last round of the shoe.";
    case "player-sat": return `${who} sat down at seat ${event.seat}.`;
    case "seat-left": return `${who} left seat ${event.seat}.`;
    case "time-noted": return event.owing.length ? `A half hour is over. The time collection is due from ${event.owing.map((/** @type {string} */ it) => playerWord(view, it)).join(", ")}.` : "";
    case "rules-noticed": return `Notice: the posted rules will change after round ${event.after}.`;
    case "limits-posted": return `Wagers from now on: ${money(event.least)}${event.most ? ` to ${money(event.most)}` : " and up"}.`;
    case "table-paused": return `The table is paused: ${event.why}.`;
    case "table-resumed": return "The game resumes.";
    case "round-ended": return me && event.net?.[me] !== undefined ? ending(event.net[me], collected(view)) : "";
    default: return "";
  }
}

/** @param {TableEvent} event @param {string} what */
function settled(event, what) {
  if (event.action === 0) return `${what} has no action; ${money(event.stake)} is returned.`;
  const net = event.paid - event.taken;
  const how = net > 0 ? `wins ${money(net)}` : net < 0 ? `loses ${money(-net)}` : isVoid(event.clause) ? "is void and returned" : "is a push";
  if (what === "You") return `You ${net > 0 ? "win" : "lose"} ${money(Math.abs(net))}.`;
  return `${what} ${how}${event.action < event.stake ? `; ${money(event.action)} of it had action` : ""}.`;
}

/** Where a card lies; in a game dealt to seats, the player. @param {string} place @param {Layout|null} layout @param {View|null} view */
const holder = (place, layout, view) => (layout?.pots && /^\d/.test(place) ? seatName(layout, view, Number.parseInt(place, 10)) : whereWord(place, layout));

/** @param {string} who */
const shows = (who) => (who === "You" ? "You show" : `${who} shows`);

/** The player's own collection in this round. @param {View|null} view */
const collected = (view) => (view?.fees ?? []).filter((it) => it.owner === view?.me.player && !it.waived).reduce((sum, it) => sum + it.amount, 0);

/** The change of the stack, as on the slip. @param {number} net @param {number} fees */
function ending(net, fees) {
  const all = net - fees;
  const after = fees ? `, after a collection of ${money(fees)}` : "";
  return `The round is over: you ${all === 0 ? "broke even" : `${all > 0 ? "won" : "lost"} ${money(Math.abs(all))}`}${after}.`;
}

/**
 * The decision a player faces, with everything needed to make it.
 * @param {Layout} layout
 * @param {View} view
 */
export function tellAsk(layout, view) {
  const ask = view.asks[0];
  if (!ask) return "";
  const hand = view.places[`${ask.box}.${ask.hand || 1}`];
  const up = view.places.bank?.cards.filter((card) => card !== UNSEEN).map(cardName).join(", ");
  const verbs = ask.options.map((option) => optionWord(layout, option));
  const topic = topicWord(layout, ask.topic);
  const where = boxWord(layout, ask.box);
  return [`${topic}${topic.endsWith("?") ? ` ${where}` : `, ${where.toLowerCase()}`}${hand?.label ? `: ${hand.label}` : ""}`,
    up ? `${layout.bank.title} shows ${up}` : "", `You may: ${verbs.join(", ")}`].filter(Boolean).join(". ") + ".";
}

export class Announcer {
  constructor() {
    this.node = h("div", { class: "unseen", role: "log", "aria-live": "polite", "aria-label": "What happens at the table" });
  }

  /** @param {string} words */
  say(words) {
    if (!words) return;
    this.node.append(h("p", { text: words }));
    while (this.node.childElementCount > KEPT) this.node.firstChild?.remove();
  }
}
