/** Joining a table: an account, a seat, and chips. */
import { get, post, send } from "./api.js";
import { buyIn, cashOut, leaveSeat, sitDown } from "./commands.js";

/** @typedef {import("./types.js").View} View */

const USUAL_BUY_IN = 50000;

/** A visitor without an account is a guest; only the card room knows whether they have one. */
export async function becomeSomebody() {
  const me = await get("/api/me");
  return me.name ? me : post("/api/guest");
}

/** @param {View} view */
export const seated = (view) => view.boxes.some((it) => it.player === view.me.player);

/** Dealers, floor staff and surveillance are on duty and do not play. @param {View} view */
export const mayPlay = (view) => ["guest", "player", "proposition"].includes(view.me.role);

/** @param {View} view */
export const freeBoxes = (view) => view.boxes.filter((it) => !it.player).map((it) => it.box);

/**
 * The free box nearest the middle, with the best view of the dealer.
 * @param {View} view
 */
export function bestBox(view) {
  const middle = (view.boxes.length + 1) / 2;
  return freeBoxes(view).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
}

/**
 * Sit down and buy in, unless already done.
 * @param {View} view
 * @param {number} box
 * @returns {Promise<number>}  The number of the table's last step in it.
 */
export async function takeSeat(view, box) {
  const { id } = view.table;
  const seq = seated(view) ? 0 : (await send(id, sitDown(box))).seq;
  remember(id);
  if (view.me.stack > 0) return seq;
  const wallet = view.me.wallet < USUAL_BUY_IN ? await gather(id) : view.me.wallet;
  const amount = usualBuyIn(view, wallet);
  return amount > 0 ? (await send(id, buyIn(amount))).seq : seq;
}

/**
 * Chips left at other tables come along: a person sits at one table.
 * @param {string} id
 * @returns {Promise<number>}  The wallet afterward.
 */
async function gather(id) {
  // A table with a round in play refuses to release its player; the others do.
  for (const other of rememberedSeats()) if (other !== id) await leaveTable(other).catch(() => undefined);
  return (await get("/api/me")).wallet;
}

/**
 * The default buy-in: enough for an evening, and a whole number of chips.
 * @param {View} view
 * @param {number} wallet
 */
export function usualBuyIn(view, wallet) {
  const wanted = Math.min(wallet, Math.max(USUAL_BUY_IN, view.limits.least * 20));
  return wanted - (wanted % Math.max(view.limits.chip, 1));
}

const SEATS = "cardroom.seats";

/** Tables where this browser left chips, so that the lobby can link to them. */
export function rememberedSeats() {
  try {
    return /** @type {string[]} */ (JSON.parse(localStorage.getItem(SEATS) ?? "[]"));
  } catch {
    return [];
  }
}

/** @param {string} id */
function remember(id) {
  keep([id, ...rememberedSeats().filter((it) => it !== id)].slice(0, 12));
}

/** @param {string[]} ids */
function keep(ids) {
  try {
    localStorage.setItem(SEATS, JSON.stringify(ids));
  } catch {
    // No storage: the player finds the table in the list.
  }
}

/** @param {string} id */
export function forgetSeat(id) {
  keep(rememberedSeats().filter((it) => it !== id));
}

/** Leave the seat and cash out. @param {string} id */
export async function leaveTable(id) {
  await send(id, leaveSeat());
  await cashHere(id);
}

/** Cash out at a table where the player no longer plays; a player who lost everything has nothing to cash. @param {string} id */
export async function cashHere(id) {
  const { view } = await get(`/api/tables/${encodeURIComponent(id)}`);
  if (view.me.stack > 0) await send(id, cashOut());
  forgetSeat(id);
}

/** The player has left the seat, or play here has ended: only the chips are left to take. @param {View} view */
export const onlyCashes = (view) => Boolean(view.set_aside) || !seated(view);

/** The list belongs to the previous user. */
export function forgetSeats() {
  keep([]);
}
