/** Coming to a table: who one is, a chair, and chips for it. */
import { get, post, send } from "./api.js";
import { buyIn, cashOut, leaveSeat, sitDown } from "./commands.js";

/** @typedef {import("./types.js").View} View */

const USUAL_BUY_IN = 50000;

/** Somebody who comes without a name is a guest. */
export async function becomeSomebody() {
  const me = await get("/api/me").catch(() => null);
  return me?.name ? me : post("/api/guest");
}

/** @param {View} view */
export const seated = (view) => view.boxes.some((it) => it.player === view.me.player);

/** Dealers, the floor and surveillance are at work here. @param {View} view */
export const mayPlay = (view) => view.me.role === "guest" || view.me.role === "player";

/** @param {View} view */
export const freeBoxes = (view) => view.boxes.filter((it) => !it.player).map((it) => it.box);

/**
 * The free box nearest to the middle: it has the best view of the dealer.
 * @param {View} view
 */
export function bestBox(view) {
  const middle = (view.boxes.length + 1) / 2;
  return freeBoxes(view).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
}

/**
 * Sit down and buy in, as far as either is still to be done.
 * @param {View} view
 * @param {number} box
 */
export async function takeSeat(view, box) {
  const { id } = view.table;
  if (!seated(view)) await send(id, sitDown(box));
  remember(id);
  if (view.me.stack > 0) return;
  const wallet = view.me.wallet < USUAL_BUY_IN ? await gather(id) : view.me.wallet;
  const amount = usualBuyIn(view, wallet);
  if (amount > 0) await send(id, buyIn(amount));
}

/**
 * Chips left at other tables come along: one person sits at one table.
 * @param {string} id
 * @returns {Promise<number>}  What the wallet holds then.
 */
async function gather(id) {
  // A table where a round is on keeps its player, and refuses; the others let go.
  for (const other of rememberedSeats()) if (other !== id) await leaveTable(other).catch(() => undefined);
  return (await get("/api/me")).wallet;
}

/**
 * What a player buys without being asked: enough for an evening, and a whole number of chips.
 * @param {View} view
 * @param {number} wallet
 */
export function usualBuyIn(view, wallet) {
  const wanted = Math.min(wallet, Math.max(USUAL_BUY_IN, view.limits.least * 20));
  return wanted - (wanted % Math.max(view.limits.chip, 1));
}

const SEATS = "cardroom.seats";

/** Tables where this browser left chips, so that the lobby can lead back to them. */
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
    // A browser that keeps nothing: the player finds the table in the list.
  }
}

/** @param {string} id */
export function forgetSeat(id) {
  keep(rememberedSeats().filter((it) => it !== id));
}

/** Stand up and take the chips along. @param {string} id */
export async function leaveTable(id) {
  await send(id, leaveSeat());
  await send(id, cashOut());
  forgetSeat(id);
}

/** Take the chips from a table where nobody has a seat any longer. @param {string} id */
export async function cashHere(id) {
  await send(id, cashOut());
  forgetSeat(id);
}

/** Another person has left chips elsewhere, or nowhere. */
export function forgetSeats() {
  keep([]);
}

/** A guest without money starts again as another guest, with a new wallet. */
export async function startOver() {
  await post("/api/logout");
  await post("/api/guest");
  forgetSeats();
  location.reload();
}
