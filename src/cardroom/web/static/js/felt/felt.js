/** Where things go on the felt, and the drawing of the table under them. */
import { s } from "../shared/dom.js";
import { arc } from "../shared/lettering.js";

/**
 * @typedef {object} Geometry
 * @property {"arc"|"rows"} shape  Boxes on an arc, or in rows where an arc does not fit.
 * @property {boolean} crowded  Too many boxes and circles for anything else on the felt.
 * @property {number} card  Width of a card in pixels.
 * @property {Map<number, {x: number, y: number, turn: number}>} boxes
 * @property {{x: number, y: number}} bank
 * @property {number} letters  How far down the lettering on the felt goes, in rows.
 * @property {[number, number]} scale  Pixels per millimeter of the felt, across and down.
 * @property {{x: number, y: number}} shoe
 * @property {{cx: number, cy: number, rx: number, ry: number}} rim
 */

/** The style sheet sets the felt's height under the same condition. */
const ROOM_FOR_AN_ARC = "(min-width: 760px) and (min-height: 640px)";
/** A phone on its side, or a window zoomed to 200% or 400%: the felt has no height to spare. */
export const LOW = "(max-height: 520px)";
/** Boxes times circles, with the name counted as a circle: ten seats of Three Card Poker would overlap. */
const CIRCLES_ON_AN_ARC = 28;

/**
 * The printed felt, stretched to the window; cards and chips are larger than on a real table.
 *
 * @param {number} width
 * @param {number} height
 * @param {import("../shared/types.js").Drawing} drawing
 * @param {number} spots  Spots side by side in a box.
 * @param {boolean} pots  Seats around a board, with bets in front of them.
 * @returns {Geometry}
 */
export function geometry(width, height, drawing, spots, pots = false) {
  const { boxes } = drawing;
  const crowded = !pots && boxes.length * (spots + 1) > CIRCLES_ON_AN_ARC;
  // By the window, not the felt's own height: rows make the felt taller, and it would flicker.
  if (width < 560 || crowded || !matchMedia(ROOM_FOR_AN_ARC).matches) {
    const card = Math.max(42, Math.min(width * 0.148, Math.max(innerHeight * 0.15, 46), crowded ? 52 : 64));
    return {
      shape: "rows", crowded, card, boxes: new Map(), bank: { x: width / 2, y: 60 },
      shoe: { x: width - card * 0.6, y: 20 }, rim: { cx: width / 2, cy: 0, rx: width, ry: height },
      letters: card * (width >= 440 ? 2.3 : 2.78), scale: [1, 1],
    };
  }
  const rim = { cx: width / 2, cy: -height * 0.02, rx: width / 2 - 14, ry: height * 1.0 - 12 };
  // Many boxes, or several spots in each, need smaller cards to avoid overlap.
  const room = Math.max(0.78, Math.min(1, 7.6 / (boxes.length + 1.2 * (spots - 1))));
  const card = Math.max(spots > 2 ? 36 : 44, Math.min(width * (spots > 1 ? 0.048 : 0.053), height * 0.122, 120) * room);
  const places = new Map();
  /** @type {[number, number]} */
  const scale = [(2 * rim.rx) / drawing.width, rim.ry / drawing.depth];
  for (const { box, x, y, turn } of boxes) {
    places.set(box, { x: rim.cx + x * scale[0], y: rim.cy + y * scale[1], turn: (turn * Math.PI) / 180 });
  }
  return {
    shape: "arc", crowded, card, boxes: places, rim, scale,
    bank: { x: width / 2, y: height * 0.045 },
    shoe: { x: rim.cx + rim.rx * 0.5, y: height * 0.05 },
    letters: 0,
  };
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
 * @param {import("../shared/types.js").Drawing} printed
 * @param {{line: string, sub?: string}} words  In rows, where there is no room for all that is printed.
 */
export function drawFelt(drawing, where, width, height, printed, words) {
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const parts = where.shape === "arc"
    ? [...arcTable(where), ...printed.bands.flatMap((band) => bandLines(where, band)), arcs(where, printed)]
    : [...rowTable(width, height), lettering(where, width, words)];
  // Several felts on one page have a lamp each, in their own color.
  const lamp = `lamp-${++lamps}`;
  drawing.replaceChildren(gradients(where, width, height, lamp), ...parts);
  const felt = /** @type {SVGElement|null} */ (drawing.querySelector(".table-felt"));
  if (felt) felt.style.fill = `url(#${lamp})`;
}

let lamps = 0;

/** @param {Geometry} where @param {number} width @param {number} height @param {string} id  Of the lamp. */
function gradients({ rim }, width, height, id) {
  const lamp = s("radialGradient", {
    id, gradientUnits: "userSpaceOnUse", cx: rim.cx, cy: height * 0.3, r: Math.max(width * 0.56, height * 0.66),
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

/** @param {Geometry} where */
function arcTable({ rim, card, shoe }) {
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
    rack, shoeBox, tray,
  ];
}

/**
 * The two lines of a band around the dealer's side of the boxes.
 * @param {Geometry} where
 * @param {import("../shared/types.js").Drawing["bands"][number]} band
 */
function bandLines({ rim, scale: [across, down] }, { inner, outer, center, turn }) {
  const angle = (turn * Math.PI) / 180;
  return [outer, inner].map((radius, at) => {
    const [x, y] = [radius * Math.sin(angle) * across, rim.cy + (center + radius * Math.cos(angle)) * down];
    return s("path", { class: at ? "felt-line thin" : "felt-line",
      d: `M${rim.cx - x} ${y}A${radius * across} ${radius * down} 0 0 0 ${rim.cx + x} ${y}` });
  });
}

/**
 * The printed lines, except the title: the bar names the game.
 * @param {Geometry} where
 * @param {import("../shared/types.js").Drawing} printed
 */
function arcs({ rim, scale: [across, down] }, printed) {
  const group = s("g", { class: "felt-words" });
  for (const { words, radius, center, size, role } of printed.arcs) {
    if (role === "title") continue;
    const low = radius + size / 2;
    group.append(arc(words, {
      cx: rim.cx, cy: rim.cy + center * down, rx: low * across, ry: low * down, size: size * Math.min(across, down), weight: role === "line" ? 9.5 : 9, gap: 30,
    }));
  }
  return group;
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
 * The main lines, where boxes are in rows.
 * @param {Geometry} where
 * @param {number} width
 * @param {{line: string, sub?: string}} words
 */
function lettering({ rim, card, letters: y }, width, { line, sub }) {
  const group = s("g", { class: "felt-words" });
  const [cx, rx, ry] = [rim.cx, width * 1.1, width * 0.34];
  const low = width >= 440;
  const room = width * 0.86;
  const size = Math.min(card * (low ? 0.34 : 0.46), room / (line.length * 0.92));
  group.append(arc(line, { cx, cy: y - ry, rx, ry, size, weight: 9.5 }));
  if (sub) {
    const small = Math.min(card * (low ? 0.17 : 0.23), size * 0.75, room / (sub.length * 0.92));
    group.append(arc(sub, { cx, cy: y - ry + small * 1.2 + card * 0.14, rx, ry, size: small, weight: 9 }));
  }
  return group;
}
