/** The words shown for ids, phases and places. */
import { money } from "./money.js";

/** @param {string} id "even-money" becomes "Even money". */
export function titled(id) {
  const words = id.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} words */
export const upper = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** The help that is permitted. @type {Record<string, string>} */
const HELP = { none: "no help", charts: "charts permitted", coach: "coach permitted" };

/** @param {string|undefined} help */
export const helpWord = (help) => HELP[help ?? "none"] ?? HELP.none;

/** The title of a verb, as on its button. @param {Layout} layout @param {string} verb */
export const verbWord = (layout, verb) => layout.verbs.find((it) => it.verb === verb)?.title ?? titled(verb);

/** What may be chosen, with what it costs: "Double $10", "Raise from $4 to $60".
 * @param {Layout} layout @param {import("./types.js").Option} option */
export function optionWord(layout, { verb, costs, least, most, counts }) {
  const title = verbWord(layout, verb);
  if (costs) return `${title} ${money(costs)}`;
  if (least == null) return title;
  const amount = (/** @type {number} */ it) => (counts ? `${counts} ${it}` : money(it));
  return most != null && most > least ? `${title} from ${amount(least)} to ${amount(most)}` : `${title} ${amount(least)}`;
}

/** The amount of an answer that was given: chips, or the number of a pile. @param {Layout|null} layout @param {string} verb @param {number} amount */
export function amountWord(layout, verb, amount) {
  const counts = layout?.verbs.find((it) => it.verb === verb)?.counts;
  return counts ? `${counts} ${amount}` : money(amount);
}

/** A way in which hands end. @param {Pick<Layout, "endings">|null} layout @param {string} how */
export const endingOf = (layout, how) => layout?.endings.find((it) => it.how === how);

/** The name of a hand, and how it ended: "soft 18, stood". @param {Layout|null} layout @param {string} name @param {string} how */
export const endedWord = (layout, name, how) => [name, endingOf(layout, how)?.says ?? how].filter(Boolean).join(", ");

/** As `analysis/documents.py` names them. @type {Record<string, string>} */
const EDGES = { house: "house edge", bank: "bank's edge" };

/** Whose edge it is: the house's, or that of the player who banks. @param {string} whose */
export const edgeWord = (whose) => EDGES[whose] ?? EDGES.house;

/** @param {number} net */
export const outcomeWord = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "push");

/** The ids of rules about irregularities begin with it, as in `rules/clauses.py`. */
const IRREGULARITY = "irregularity.";

/** A void wager is not a push: it was never decided. @param {import("./types.js").Clause|string|undefined} clause */
export const isVoid = (clause) => (typeof clause === "object" ? clause.id : clause ?? "").startsWith(IRREGULARITY);

/** The question to the player. @param {Layout} layout @param {string} topic */
export const topicWord = (layout, topic) => layout.topics.find((it) => it.topic === topic)?.asks ?? titled(topic);

/** The local time of day. @param {number} at  Seconds since the epoch. */
export const clockWord = (at) => new Date(at * 1000).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });

/** @type {Record<string, string>} */
const PHASES = {
  betting: "Place your bets",
  round: "No more bets",
  over: "The round is over",
  paused: "The table is paused",
  broken: "Waiting for a banker",
};

/** Where players play for pots, betting begins after the deal. @type {Record<string, string>} */
const HANDS = { betting: "Between hands", round: "In play" };

/** @param {string} phase @param {boolean} [pots]  Players play for pots. */
export const phaseWord = (phase, pots = false) => (pots && HANDS[phase]) || (PHASES[phase] ?? titled(phase));

/** The message at a table that cannot continue: why, and where the money is. @param {string} why */
export const setAsideWord = (why) => `This table was set aside (${why}). Play here has ended. Wagers of the unfinished round are back in the stacks; cash out to move yours to your wallet.`;

/** The stakes of a table. @param {string|undefined} stakes @param {{least: number, most: number|null}} limits */
export const stakesWord = (stakes, { least, most }) => stakes || (most === null ? `${money(least)} minimum` : `${money(least)} – ${money(most)}`);

/** @typedef {import("./types.js").Layout} Layout */

/** The layout's word for a place at the table: a box or a seat. @param {Layout|null} layout */
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
  if (hand) return hand === "1" ? boxWord(layout, box) : `${boxWord(layout, box)}, ${/\d/.test(hand) ? `hand ${hand}` : `${hand} hand`}`;
  return place === "bank" ? layout?.bank.title ?? "Dealer" : titled(place.replace(/(\d+)$/, " $1"));
}

/**
 * The layout's name for a spot; an unknown spot goes by its id.
 * @param {Layout|null} layout
 * @param {string} name
 */
export function spotWord(layout, name) {
  const known = [...(layout?.boxes[0]?.spots ?? []), ...(layout?.offered ?? [])];
  return known.find((it) => it.name === name)?.title ?? titled(name);
}

/**
 * The display name of a player.
 * @param {import("./types.js").View|null} view
 * @param {string} player
 */
export function playerWord(view, player) {
  if (player === view?.me.player) return "You";
  return view?.boxes.find((it) => it.player === player)?.name ?? player;
}

/** Verbs that follow a name, and follow "you". */
const SECOND = [["has", "have"], ["bets", "bet"], ["also needs", "also need"], ["does not", "do not"], ["owes", "owe"], ["was", "were"]];

/**
 * A refusal for its reader: "guest-4f2a has $3 left" becomes "you have $3 left", and other players get their display names.
 * @param {string} words
 * @param {import("./types.js").View|null} view
 */
export function inPerson(words, view) {
  if (!view) return words;
  const own = SECOND.reduce((text, [one, two]) => text.replaceAll(`${view.me.player} ${one}`, `you ${two}`), words)
    .replaceAll(`${view.me.player}'s`, "your").replaceAll(view.me.player, "you");
  return view.boxes.reduce((text, it) => (it.player && it.name ? text.replaceAll(it.player, it.name) : text), own);
}

/**
 * The player in the seat, or the name of the place.
 * @param {Layout|null} layout
 * @param {import("./types.js").View|null} view
 * @param {number} box
 */
export function seatName(layout, view, box) {
  const seat = view?.boxes.find((it) => it.box === box);
  return seat?.player ? playerWord(view, seat.player) : boxWord(layout, box);
}
