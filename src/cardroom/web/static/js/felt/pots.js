/** Pots: bets in front of the seats, the pots in the middle, who is in each, and who won it. */
import { money } from "../shared/money.js";
import { seatName } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").Pot} Pot
 * @typedef {import("../shared/types.js").TableEvent} TableEvent
 * @typedef {{pots: Pot[], front: Map<number, number>, collected: number}} Stakes
 * @typedef {{key: string, what: string, stake: string, end: string, why: string,
 *   result: string|null, mine: boolean}} Line  Of the slip.
 */

/** The share of a pot that is not split. */
export const WHOLE = "pot";

/** @param {View} view @returns {Stakes} */
export function stakesOf(view) {
  return {
    pots: view.pots ?? [],
    front: new Map(view.boxes.filter((it) => it.front).map((it) => [it.box, it.front ?? 0])),
    collected: view.collected ?? 0,
  };
}

/** All bets go to the last pot; the next view says whether they made two.
 * @param {Stakes} stakes */
function gather(stakes) {
  const chips = total(stakes.front.values());
  if (!chips) return;
  const last = stakes.pots.at(-1) ?? { title: "Pot", amount: 0, boxes: [] };
  stakes.pots = [...stakes.pots.slice(0, -1), { ...last, amount: last.amount + chips }];
  stakes.front = new Map();
}

/** @param {Iterable<number>} amounts */
const total = (amounts) => [...amounts].reduce((sum, it) => sum + it, 0);

/** @param {Stakes} stakes @param {number} box @param {number} cents */
function put(stakes, box, cents) {
  stakes.front = new Map(stakes.front).set(box, Math.max(0, (stakes.front.get(box) ?? 0) + cents));
}

/** In a game for pots, which has no other bets. @param {Stakes} stakes @param {TableEvent} event */
export function advanceStakes(stakes, event) {
  switch (event.event) {
    case "bets-closed":
    case "round-cleared":
      Object.assign(stakes, { pots: [], front: new Map(), collected: 0 });
      break;
    case "bet-placed":
      put(stakes, event.box, event.stake);
      break;
    case "bet-raised":
      put(stakes, event.box, event.added);
      break;
    case "bet-lowered":
      put(stakes, event.box, -event.returned);
      break;
    case "card-dealt":
      if (event.place === "burn" || event.place === "board") gather(stakes);
      break;
    case "pot-fee-taken":
      stakes.collected += event.amount;
      stakes.pots = stakes.pots.map((pot, at) => (at ? pot : { ...pot, amount: pot.amount - event.amount }));
      break;
    case "pot-awarded":
      gather(stakes);
      stakes.pots = awarded(stakes.pots, event);
      break;
  }
}

/** @param {Pot[]} pots @param {TableEvent} event */
function awarded(pots, event) {
  const all = [...pots];
  while (all.length <= event.pot) all.push({ title: potTitle(all.length), amount: 0, boxes: [] });
  const pot = all[event.pot];
  const won = [...(pot.won ?? []), { box: event.box, amount: event.amount, side: event.share, cause: event.cause ?? "" }];
  all[event.pot] = { ...pot, amount: Math.max(pot.amount, total(won.map((it) => it.amount))), won };
  return all;
}

/** @param {number} at */
export const potTitle = (at) => (at ? `Side pot ${at}` : "Main pot");

/** The total on the table. @param {View} view */
export const potTotal = (view) => total((view.pots ?? []).map((it) => it.amount)) + total(view.boxes.map((it) => it.front ?? 0));

/** The winners of a pot, one line each: "Ada: $30, high, pair of aces".
 * @param {Layout|null} layout @param {View} view @param {Pot} pot */
export function wonWords(layout, view, pot) {
  return (pot.won ?? []).map((it) =>
    `${seatName(layout, view, it.box)} ${money(it.amount)}${it.side === WHOLE ? "" : ` for the ${it.side}`}${it.cause ? `: ${it.cause}` : ""}`);
}

/**
 * The slip of a poker hand: each pot with its players.
 * @param {Layout} layout
 * @param {View} view
 * @returns {Line[]}
 */
export function potLines(layout, view) {
  const mine = (/** @type {Pot} */ pot) => pot.boxes.some((box) => view.me.boxes.includes(box));
  const bets = view.boxes.filter((it) => it.front).map((it) => ({
    key: `front-${it.box}`, what: view.me.boxes.includes(it.box) ? "Your bet" : `Bet of ${seatName(layout, view, it.box)}`, stake: money(it.front ?? 0), end: "", why: "", result: null,
    mine: view.me.boxes.includes(it.box),
  }));
  return [...(view.pots ?? []).map((pot, at) => {
    const won = wonWords(layout, view, pot);
    const says = won.length ? won.join("; ") : pot.boxes.map((box) => seatName(layout, view, box)).join(", ");
    return {
      key: `pot-${at}`, what: pot.title, stake: money(pot.amount), end: "", why: because(says, pot), result: null, mine: mine(pot) || won.length > 0,
    };
  }), ...(view.collected ? [{ key: "collected", what: "Collection", stake: money(view.collected), end: "from the pot", why: "", result: null, mine: false }] : []), ...bets];
}

/** @param {string} says @param {Pot} pot */
function because(says, pot) {
  const cite = pot.won?.[0]?.clause?.cite;
  return says && cite ? `${says} (${cite})` : says;
}
