/** Where the printed felt has the spots of a box. */
import { mark } from "../shared/dom.js";

/**
 * @typedef {import("../shared/types.js").Drawing} Drawing
 * @typedef {{form: string, right: number, down: number}} PrintedSpot  From the middle of the main wager, in cards.
 */

/** The width of a card in millimeters. */
export const CARD_WIDTH = 63.5;
/** Cards are larger on the screen than on a table, so circles move less than the felt has them. */
const SHIFT = 0.45;

/** @param {Drawing} drawing @param {{name: string}} place @returns {PrintedSpot|null} */
export function printedSpot({ box }, { name }) {
  const shape = box.find((it) => it.spot === name);
  const main = box[0];
  return shape ? { form: shape.kind, right: (shape.x - main.x) / CARD_WIDTH, down: (SHIFT * (shape.y - main.y)) / CARD_WIDTH } : null;
}

/** How far hands are moved up, in cards, to clear the circles next to the main one.
 * @param {Drawing} drawing @param {{name: string}[]} places */
export function riseOf(drawing, places) {
  const highest = Math.min(0, ...places.map((it) => printedSpot(drawing, it)?.down ?? 0));
  return Math.max(0, -highest - 0.09);
}

/** Put a circle where the felt has it. @param {HTMLElement} node @param {PrintedSpot|null} where */
export function putSpot(node, where) {
  if (where) node.dataset.form = where.form;
  // Under the main wager, not next to it.
  mark(node, "data-under", where !== null && where.right === 0 && where.down > 0);
  node.style.setProperty("--down", where ? where.down.toFixed(3) : "0");
  node.style.setProperty("--order", where && where.right < 0 ? "-1" : "0");
}

/** Put a bet of a field where the felt has its cell. @param {HTMLElement} node @param {Drawing} drawing @param {string} spot */
export function putCell(node, { box }, spot) {
  const cells = box.filter((it) => it.kind === "cell");
  const cell = cells.find((it) => it.spot === spot);
  if (!cell) return;
  const unit = Math.min(...cells.map((it) => it.width));
  const left = Math.min(...cells.map((it) => it.x - it.width / 2));
  const rows = [...new Set(cells.map((it) => it.y))].sort((one, other) => one - other);
  node.style.setProperty("--column", `${Math.round((cell.x - cell.width / 2 - left) / unit) + 1} / span ${Math.round(cell.width / unit)}`);
  node.style.setProperty("--line", String(rows.indexOf(cell.y) + 1));
}
