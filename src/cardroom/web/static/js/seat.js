/** Coming to a table: who one is, a chair, and chips for it. */
import { get, post, send } from "./api.js";
import { buyIn, sitDown } from "./commands.js";

/** @typedef {import("./types.js").View} View */

const USUAL_BUY_IN = 50000;

/** Somebody who comes without a name is a guest. */
export async function becomeSomebody() {
  const me = await get("/api/me").catch(() => null);
  return me?.name ? me : post("/api/guest");
}

/** @param {View} view */
export const seated = (view) => view.boxes.some((it) => it.player === view.me.player);

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
  const amount = usualBuyIn(view);
  if (view.me.stack === 0 && amount > 0) await send(id, buyIn(amount));
}

/** What a player buys without being asked: enough for an evening, and a whole number of chips. @param {View} view */
export function usualBuyIn(view) {
  const wanted = Math.min(view.me.wallet, Math.max(USUAL_BUY_IN, view.limits.least * 20));
  return wanted - (wanted % Math.max(view.limits.chip, 1));
}
