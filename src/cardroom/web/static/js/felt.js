/** Where things go on the felt, and the drawing of the table under them. */
import { s } from "./dom.js";
import { arc } from "./lettering.js";

/**
 * @typedef {object} Geometry
 * @property {"arc"|"rows"} shape  Boxes on an arc, or in rows where an arc does not fit.
 * @property {boolean} crowded  Too many boxes and circles for anything else on the felt.
 * @property {number} card  Width of a card in pixels.
 * @property {Map<number, {x: number, y: number, turn: number}>} boxes
 * @property {{x: number, y: number}} bank
 * @property {number} letters  How far down the lettering on the felt goes.
 * @property {{x: number, y: number}} shoe
 * @property {{cx: number, cy: number, rx: number, ry: number}} rim
 */

/** The style sheet sets the felt's height under the same condition. */
const ROOM_FOR_AN_ARC = "(min-width: 760px) and (min-height: 640px)";
/** Decisions are next to the felt, which has no height to spare. */
export const LOW = "(min-width: 640px) and (max-height: 520px)";
/** Boxes times circles, with the name counted as a circle: ten seats of Three Card Poker would overlap. */
const CIRCLES_ON_AN_ARC = 28;
const SPREAD = (62 * Math.PI) / 180;
/** With nothing but the board in front of the dealer, the seats go further around. */
const WIDE = (75 * Math.PI) / 180;

/**
 * Box 1 is at the dealer's left, which is the right-hand side of a player who looks at the dealer.
 *
 * @param {number} width
 * @param {number} height
 * @param {number[]} boxes
 * @param {number} spots  Spots side by side in a box.
 * @param {boolean} pots  Seats around a board, with bets in front of them.
 * @returns {Geometry}
 */
export function geometry(width, height, boxes, spots, pots = false) {
  const crowded = !pots && boxes.length * (spots + 1) > CIRCLES_ON_AN_ARC;
  // By the window, not the felt's own height: rows make the felt taller, and it would flicker.
  if (width < 560 || crowded || !matchMedia(ROOM_FOR_AN_ARC).matches) {
    const card = Math.max(42, Math.min(width * 0.148, Math.max(innerHeight * 0.15, 46), crowded ? 52 : 64));
    return {
      shape: "rows", crowded, card, boxes: new Map(), bank: { x: width / 2, y: 60 },
      shoe: { x: width - card * 0.6, y: 20 }, rim: { cx: width / 2, cy: 0, rx: width, ry: height },
      letters: card * (width >= 440 ? 2.3 : 2.78),
    };
  }
  const rim = { cx: width / 2, cy: -height * 0.02, rx: width / 2 - 14, ry: height * 1.0 - 12 };
  // Many boxes, or several spots in each, need smaller cards to avoid overlap.
  const room = Math.max(0.78, Math.min(1, 7.6 / (boxes.length + 1.2 * (spots - 1))));
  const card = Math.max(44, Math.min(width * (spots > 1 ? 0.048 : 0.053), height * 0.122, 120) * room);
  const places = new Map();
  const [a, b] = [rim.rx * 0.85, rim.ry * (pots ? 0.79 : 0.745)];
  const turns = pots ? evenly(boxes.length, a, b) : boxes.map((_, at) => SPREAD * (1 - (2 * at) / Math.max(1, boxes.length - 1)));
  boxes.forEach((box, at) => {
    const turn = boxes.length === 1 ? 0 : turns[at];
    places.set(box, { x: rim.cx + a * Math.sin(turn), y: rim.cy + b * Math.cos(turn), turn });
  });
  return {
    shape: "arc", crowded, card, boxes: places, rim,
    bank: { x: width / 2, y: height * 0.045 },
    shoe: { x: rim.cx + rim.rx * 0.5, y: height * 0.05 },
    // Leave room for the pots under the board.
    letters: height * (pots ? 0.425 : 0.345),
  };
}

/**
 * Angles of seats at equal distances along the rim.
 * @param {number} count @param {number} a @param {number} b
 */
function evenly(count, a, b) {
  const steps = 400;
  const angles = Array.from({ length: steps + 1 }, (_, at) => WIDE * (1 - (2 * at) / steps));
  const lengths = [0];
  for (const angle of angles.slice(1)) lengths.push((lengths.at(-1) ?? 0) + Math.hypot(a * Math.cos(angle), b * Math.sin(angle)));
  const whole = lengths.at(-1) ?? 1;
  return Array.from({ length: count }, (_, at) => angles[lengths.findIndex((it) => it >= (whole * at) / Math.max(1, count - 1) - 1e-9)]);
}

/** @param {number} cx @param {number} cy @param {number} rx @param {number} ry */
const bowl = (cx, cy, rx, ry) => `M${cx - rx} -40V${cy}A${rx} ${ry} 0 0 0 ${cx + rx} ${cy}V-40Z`;

/** @param {number} count @param {(at: number) => SVGElement} make */
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));

/**
 * The table: rail, brass, felt, lettering. It is drawn again only when the size changes.
 *
 * @param {SVGElement} drawing
 * @param {Geometry} where
 * @param {number} width
 * @param {number} height
 * @param {{line: string, sub?: string}} words
 */
export function drawFelt(drawing, where, width, height, words) {
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const parts = where.shape === "arc" ? arcTable(where, height) : rowTable(width, height);
  drawing.replaceChildren(gradients(where, width, height), ...parts, lettering(where, width, words));
}

/** @param {Geometry} where @param {number} width @param {number} height */
function gradients({ rim }, width, height) {
  const lamp = s("radialGradient", {
    id: "lamp", gradientUnits: "userSpaceOnUse", cx: rim.cx, cy: height * 0.3, r: Math.max(width * 0.56, height * 0.66),
  });
  for (const [offset, name] of [["0", "near"], ["0.45", "mid"], ["1", "far"]]) {
    lamp.append(s("stop", { offset, class: `lamp-${name}` }));
  }
  const rail = s("linearGradient", { id: "rail", x1: 0, y1: 0, x2: 0, y2: 1 });
  for (const [offset, name] of [["0", "a"], ["0.72", "b"], ["0.9", "c"], ["1", "d"]]) {
    rail.append(s("stop", { offset, class: `rail-${name}` }));
  }
  // A weave of two fine diagonals: cloth, not plastic.
  const cloth = s("pattern", { id: "cloth", width: 4, height: 4, patternUnits: "userSpaceOnUse" },
    s("path", { d: "M0 0 4 4M-1 3 1 5M3 -1 5 1", stroke: "#fff", "stroke-width": 0.7, opacity: 0.5 }),
    s("path", { d: "M4 0 0 4M1 -1 -1 1M5 3 3 5", stroke: "#000", "stroke-width": 0.7, opacity: 0.6 }));
  return s("defs", {}, lamp, rail, cloth);
}

/** @param {Geometry} where @param {number} height */
function arcTable({ rim, card, shoe }, height) {
  const { cx, cy, rx, ry } = rim;
  const pad = Math.max(16, card * 0.36);
  const slots = 11;
  const slot = card * 0.46;
  const rack = s("g", { class: "rack", transform: `translate(${cx - (slots * slot) / 2} 0)` },
    s("rect", { class: "rack-box", x: -8, y: 2, width: slots * slot + 16, height: card * 0.34 + 8, rx: 7 }),
    ...many(slots, (at) => s("rect", {
      class: `rack-slot rack-${at % 5}`, x: at * slot + 2, y: 6, width: slot - 4, height: card * 0.34, rx: slot * 0.3,
    })));
  const shoeBox = s("g", { class: "shoe", transform: `translate(${shoe.x} ${shoe.y}) rotate(14)` },
    s("rect", { class: "shoe-body", x: -card * 0.62, y: -card * 0.5, width: card * 1.3, height: card * 1.5, rx: 9 }),
    s("rect", { class: "shoe-lip", x: -card * 0.44, y: card * 0.3, width: card * 0.94, height: card * 0.6, rx: 5 }));
  const tray = s("g", { class: "shoe", transform: `translate(${2 * cx - shoe.x} ${shoe.y}) rotate(-14)` },
    s("rect", { class: "shoe-body", x: -card * 0.62, y: -card * 0.4, width: card * 1.2, height: card * 1.25, rx: 9 }),
    s("rect", { class: "tray-well", x: -card * 0.5, y: -card * 0.28, width: card * 0.96, height: card, rx: 5 }));
  return [
    s("path", { class: "table-shadow", d: bowl(cx, cy, rx, ry) }),
    s("path", { class: "table-rail", d: bowl(cx, cy, rx, ry) }),
    s("path", { class: "table-sheen", d: bowl(cx, cy, rx - pad * 0.32, ry - pad * 0.32) }),
    s("path", { class: "table-brass", d: bowl(cx, cy, rx - pad, ry - pad) }),
    s("path", { class: "table-felt", d: bowl(cx, cy, rx - pad - 3, ry - pad - 3) }),
    s("path", { class: "felt-cloth", d: bowl(cx, cy, rx - pad - 3, ry - pad - 3) }),
    s("path", { class: "felt-line", d: lineAt(rim, 0.575, height) }),
    s("path", { class: "felt-line thin", d: lineAt(rim, 0.588, height) }),
    rack, shoeBox, tray,
  ];
}

/**
 * A line printed around the dealer's side of the boxes.
 * @param {{cx: number, cy: number, rx: number, ry: number}} rim
 * @param {number} part
 * @param {number} height
 */
function lineAt({ cx, cy, rx, ry }, part, height) {
  const [a, b] = [rx * part * 0.9, ry * part * 0.9];
  const turn = 1.08;
  const [x, y] = [a * Math.sin(turn), b * Math.cos(turn)];
  return `M${cx - x} ${cy + y + height * 0.02}A${a} ${b} 0 0 0 ${cx + x} ${cy + y + height * 0.02}`;
}

/** @param {number} width @param {number} height */
function rowTable(width, height) {
  return [
    s("rect", { class: "table-rail", x: -20, y: -20, width: width + 40, height: height + 20, rx: 26 }),
    s("rect", { class: "table-brass", x: 5, y: -20, width: width - 10, height: height + 14, rx: 20 }),
    s("rect", { class: "table-felt", x: 7, y: -20, width: width - 14, height: height + 12, rx: 18 }),
    s("rect", { class: "felt-cloth", x: 7, y: -20, width: width - 14, height: height + 12, rx: 18 }),
  ];
}

/**
 * @param {Geometry} where
 * @param {number} width
 * @param {{line: string, sub?: string}} words
 */
function lettering({ rim, card, shape, letters: y }, width, { line, sub }) {
  const group = s("g", { class: "felt-words" });
  const [cx, rx] = [rim.cx, shape === "arc" ? rim.rx * 0.62 : width * 1.1];
  const ry = shape === "arc" ? rim.ry * 0.3 : width * 0.34;
  const low = shape === "rows" && width >= 440;
  const room = shape === "arc" ? width * 0.36 : width * 0.86;
  const size = Math.min(card * (low ? 0.34 : 0.46), room / (line.length * 0.92));
  group.append(arc(line, { cx, cy: y - ry, rx, ry, size, weight: 9.5 }));
  if (sub) {
    const small = Math.min(card * (low ? 0.17 : 0.23), size * 0.75, (room * (shape === "arc" ? 1.12 : 1)) / (sub.length * 0.92));
    group.append(arc(sub, { cx, cy: y - ry + small * 1.2 + card * 0.14, rx, ry, size: small, weight: 9 }));
  }
  return group;
}
