/** What things are called in front of people. */
import { money } from "./money.js";

/** @param {string} id "even-money" becomes "Even money". */
export function titled(id) {
  const words = id.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} words */
export const upper = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** What players may be helped by. @type {Record<string, string>} */
const HELP = { none: "no help", charts: "charts permitted", coach: "coach permitted" };

/** @param {string|undefined} help */
export const helpWord = (help) => HELP[help ?? "none"] ?? HELP.none;

/** What a verb was answered with: chips, or the number of a pile. @param {string} verb @param {number} amount */
export const amountWord = (verb, amount) => (verb === "choose" ? `pile ${amount}` : money(amount));

/** @param {number} net */
export const outcomeWord = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "push");

/** A void wager is no push: it was never decided. @param {import("./types.js").Clause|string|undefined} clause */
export const isVoid = (clause) => (typeof clause === "object" ? clause.id : clause ?? "").startsWith("irregularity.");

/** @type {Record<string, string>} */
const TOPICS = {
  play: "Your hand",
  natural: "Stand to be paid at once, or double as 11?",
  insurance: "Insurance?",
  surrender: "Surrender?",
  bet: "Your bet",
  set: "Set your hand",
  show: "Show your hand?",
  pile: "Choose the pile to be delivered first",
  "house-way": "Set the house way, unseen?",
};

/** @param {string} topic */
export const topicWord = (topic) => TOPICS[topic] ?? titled(topic);

/** A time of the day where the page is read. @param {number} at  Seconds since the epoch. */
export const clockWord = (at) => new Date(at * 1000).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });

/** @type {Record<string, string>} */
const PHASES = {
  betting: "Place your bets",
  round: "No more bets",
  over: "The round is over",
  paused: "The table is paused",
  broken: "The game waits for a bank",
};

/** In games for pots nobody is asked to lay a bet down. @type {Record<string, string>} */
const HANDS = { betting: "Between hands", round: "In play" };

/** @param {string} phase @param {string} [stakes]  What a game for pots is played for. */
export const phaseWord = (phase, stakes = "") => (stakes && HANDS[phase]) || (PHASES[phase] ?? titled(phase));

/** Where a table cannot go on: why, and where the money is. @param {string} why */
export const setAsideWord = (why) => `This table was set aside (${why}). Nothing more is played here. The wagers of the unfinished round are back in the stacks; cash out to take yours to your wallet.`;

/** What a table is played for. @param {string|undefined} stakes @param {{least: number, most: number|null}} limits */
export const stakesWord = (stakes, { least, most }) => stakes || (most === null ? `from ${money(least)}` : `${money(least)} – ${money(most)}`);

/** @typedef {import("./types.js").Layout} Layout */

/** What the layout calls a place at the table: a box, or a seat. @param {Layout|null} layout */
export const positionWord = (layout) => layout?.position ?? "Box";

/** @param {Layout|null} layout @param {number|string} box */
export const boxWord = (layout, box) => `${positionWord(layout)} ${box}`;

/**
 * Where a card goes, in words: "3.1" is box 3.
 * @param {string} place
 * @param {Layout|null} layout
 */
export function whereWord(place, layout) {
  const [box, hand] = place.split(".");
  if (hand) return hand === "1" ? boxWord(layout, box) : `${boxWord(layout, box)}, hand ${hand}`;
  return place === "bank" ? layout?.bank.title ?? "Dealer" : titled(place.replace(/(\d+)$/, " $1"));
}

/**
 * What the layout calls a spot; one that the page has not been told of is called by its id.
 * @param {Layout|null} layout
 * @param {string} name
 */
export function spotWord(layout, name) {
  const known = [...(layout?.boxes[0]?.spots ?? []), ...(layout?.offered ?? [])];
  return known.find((it) => it.name === name)?.title ?? titled(name);
}

/**
 * What to call a player.
 * @param {import("./types.js").View|null} view
 * @param {string} player
 */
export function playerWord(view, player) {
  if (player === view?.me.player) return "You";
  return view?.boxes.find((it) => it.player === player)?.name ?? player;
}

/**
 * Who sits there, or else the place.
 * @param {Layout|null} layout
 * @param {import("./types.js").View|null} view
 * @param {number} box
 */
export function seatName(layout, view, box) {
  const seat = view?.boxes.find((it) => it.box === box);
  return seat?.player ? playerWord(view, seat.player) : boxWord(layout, box);
}
