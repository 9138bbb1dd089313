/** Chips: a flat one to pick up, and stacks of them on the felt. */
import { s } from "../shared/dom.js";
import { chipText, inChips } from "../shared/money.js";
import { line } from "../shared/lettering.js";

const [RX, RY, THICK] = [46, 30, 11];
const TALLEST = 12;

/**
 * The color of a denomination, as is customary in casinos; CSS has one rule for each.
 * @param {number} cents
 */
function hue(cents) {
  for (const step of [100000, 50000, 10000, 2500, 500, 100]) if (cents >= step) return `chip-${step}`;
  return "chip-coin";
}

/** @param {number} cents @param {number} size */
function value(cents, size) {
  const text = chipText(cents);
  const fit = text.length > 2 ? 0.7 : text.length > 1 ? 0.85 : 1;
  return line(text, { size: size * fit, y: (size * fit) / 2, weight: 15, gap: 22, narrow: 0.86 });
}

/**
 * A chip seen from above, for the tray.
 * @param {number} cents
 */
export function flatChip(cents) {
  return s("svg", { viewBox: "-50 -50 100 100", class: `chip ${hue(cents)}`, "aria-hidden": "true" },
    s("circle", { class: "body", r: 47 }),
    s("circle", { class: "edge-marks", r: 41 }),
    s("circle", { class: "edge", r: 47 }),
    s("circle", { class: "inlay", r: 31 }),
    s("circle", { class: "inlay-line", r: 27.5 }),
    s("g", { class: "value" }, value(cents, 27)));
}

/** @param {number} cents @param {number} y @param {"top"|"under"} where */
function disc(cents, y, where) {
  const side = `M${-RX} ${y}V${y + THICK}A${RX} ${RY} 0 0 0 ${RX} ${y + THICK}V${y}`;
  const group = s("g", { class: hue(cents) }, s("path", { class: "body side", d: side }));
  for (const angle of [-1.15, -0.55, 0, 0.55, 1.15]) {
    const wide = 6 * Math.cos(angle) + 1.5;
    const x = RX * Math.sin(angle);
    const edge = y + RY * Math.cos(angle);
    group.append(s("path", { class: "stripe", d: `M${x - wide} ${edge}h${2 * wide}v${THICK}h${-2 * wide}Z` }));
  }
  group.append(s("ellipse", { class: "body", rx: RX, ry: RY, cy: y }));
  if (where === "top") {
    group.append(
      s("ellipse", { class: "edge-marks", rx: 40.5, ry: 24.5, cy: y }),
      s("ellipse", { class: "inlay", rx: 31, ry: 20, cy: y }),
      s("g", { class: "value", transform: `translate(0 ${y}) scale(1 .68)` }, value(cents, 27)));
  }
  group.append(s("ellipse", { class: "edge", rx: RX, ry: RY, cy: y }));
  return group;
}

/**
 * An amount as a stack; very tall stacks are cut off at the bottom, and the amount is written next to them.
 * @param {number} cents
 * @param {number[]} chips
 */
export function stack(cents, chips) {
  const pile = inChips(cents, chips).slice(-TALLEST);
  const height = RY * 2 + THICK * pile.length;
  const drawing = s("svg", {
    viewBox: `-50 ${-height + RY + THICK - 2} 100 ${height + 6}`,
    class: "stack", "aria-hidden": "true",
    width: 100, height: height + 6,
  });
  pile.forEach((chip, at) => drawing.append(disc(chip, -at * THICK, at === pile.length - 1 ? "top" : "under")));
  drawing.style.setProperty("--tall", String(height + 6));
  return drawing;
}
