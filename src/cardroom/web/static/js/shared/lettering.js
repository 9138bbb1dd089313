/**
 * Our own lettering: capitals and digits as single strokes on a body of 100 units.
 *
 * It is drawn here so that felt, cards and chips look the same on every machine; with a system font
 * the card indices would differ from player to player.
 */
import { s } from "./dom.js";

/** Width of the body and its strokes. @type {Record<string, [number, string]>} */
const GLYPHS = {
  A: [74, "M0 100 37 0 74 100M13 68H61"],
  B: [58, "M0 44H30M0 0H28A22 22 0 0 1 28 44H30A28 28 0 0 1 30 100H0Z"],
  C: [80, "M80 16.5A46 50 0 1 0 80 83.5"],
  D: [72, "M0 0V100H24A48 50 0 0 0 24 0Z"],
  E: [48, "M48 0H0V100H48M0 47H40"],
  F: [46, "M46 0H0V100M0 47H38"],
  G: [84, "M80 16.5A46 50 0 1 0 84 78V55H50"],
  H: [66, "M0 0V100M66 0V100M0 47H66"],
  I: [0, "M0 0V100"],
  J: [40, "M40 0V70A28 29 0 0 1 0 90"],
  K: [62, "M0 0V100M58 0 0 60M21 39 62 100"],
  L: [46, "M0 0V100H46"],
  M: [86, "M0 100 9 0 43 72 77 0 86 100"],
  N: [68, "M0 100V0L68 100V0"],
  O: [92, "M46 0A46 50 0 1 1 46 100A46 50 0 1 1 46 0Z"],
  P: [55, "M0 100V0H28A27 28 0 0 1 28 56H0"],
  Q: [92, "M46 0A46 50 0 1 1 46 100A46 50 0 1 1 46 0ZM56 68 88 106"],
  R: [60, "M0 100V0H28A27 28 0 0 1 28 56H0M27 56 60 100"],
  S: [54, "M50 16C45 5 37 0 27 0C12 0 4 10 4 23C4 38 15 43 28 48C43 54 54 60 54 76C54 91 43 100 28 100C14 100 5 94 0 82"],
  T: [64, "M0 0H64M32 0V100"],
  U: [66, "M0 0V66A33 34 0 0 0 66 66V0"],
  V: [70, "M0 0 35 100 70 0"],
  W: [104, "M0 0 27 100 52 20 77 100 104 0"],
  X: [64, "M2 0 62 100M62 0 2 100"],
  Y: [64, "M0 0 32 52 64 0M32 52V100"],
  Z: [60, "M2 0H58L0 100H60"],
  0: [62, "M31 0A31 50 0 1 1 31 100A31 50 0 1 1 31 0Z"],
  1: [24, "M0 20 24 0V100"],
  "½": [68, "M0 11 14 0V46M8 100 58 0M40 68C40 50 68 50 68 66C68 78 40 84 40 100H68"],
  2: [54, "M2 26C2 10 12 0 27 0C42 0 52 10 52 25C52 38 44 48 32 61L0 100H54"],
  3: [54, "M3 0H50L23 39C42 38 54 50 54 69C54 88 42 100 26 100C13 100 4 94 0 83"],
  4: [62, "M46 100V0L0 70H62"],
  5: [54, "M48 0H10L5 45C11 40 18 38 26 38C43 38 54 50 54 69C54 88 42 100 26 100C13 100 5 95 0 84"],
  6: [58, "M45 0C24 18 2 45 2 70C2 88 14 100 29 100C45 100 57 88 57 71C57 54 45 43 30 43C18 43 8 49 4 59"],
  7: [54, "M0 0H54L18 100"],
  8: [56, "M28 45C15 45 6 36 6 23C6 9 15 0 28 0C41 0 50 9 50 23C50 36 41 45 28 45C12 45 1 57 1 73C1 89 12 100 28 100C44 100 55 89 55 73C55 57 44 45 28 45Z"],
  9: [58, "M13 100C34 82 56 55 56 30C56 12 44 0 29 0C13 0 1 12 1 29C1 46 13 57 28 57C40 57 50 51 54 41"],
  " ": [34, ""],
  ".": [0, "M0 99V100"],
  ",": [6, "M6 96 0 116"],
  "-": [30, "M0 54H30"],
  "–": [46, "M0 54H46"],
  "·": [0, "M0 51V52"],
  "'": [0, "M0 0V22"],
  ":": [0, "M0 36V37M0 92V93"],
  "/": [44, "M44 -6 0 106"],
  "&": [74, "M74 100 18 32C6 16 14 0 30 0C46 0 54 16 40 30L18 46C-6 62 0 100 28 100C52 100 68 80 70 54"],
  $: [54, "M50 20C45 10 37 6 27 6C12 6 4 14 4 25C4 39 15 43 28 48C43 54 54 60 54 75C54 88 43 95 28 95C14 95 5 89 0 79M27 -10V110"],
  "¢": [46, "M46 34A25 27 0 1 0 46 76M25 14V96"],
  "%": [74, "M14 6A14 16 0 1 1 14 38A14 16 0 1 1 14 6ZM60 62A14 16 0 1 1 60 94A14 16 0 1 1 60 62ZM64 0 10 100"],
  "+": [52, "M0 54H52M26 28V80"],
  "=": [50, "M0 40H50M0 68H50"],
  "(": [16, "M16 -8C-5 24 -5 76 16 108"],
  ")": [16, "M0 -8C21 24 21 76 0 108"],
  "!": [0, "M0 0V66M0 99V100"],
};

/** @param {string} char @returns {[number, string]} */
const glyph = (char) => GLYPHS[char] ?? GLYPHS[" "];

/**
 * The width of a text on the body of 100.
 * @param {string} text
 * @param {number} gap
 */
function widthOf(text, gap) {
  let width = 0;
  for (const char of text) width += glyph(char)[0] + gap;
  return width - gap;
}

/**
 * A line of lettering centered on x, its baseline at y; strokes take the current color.
 *
 * @param {string} words
 * @param {{x?: number, y?: number, size: number, weight?: number, gap?: number, narrow?: number,
 *   anchor?: "middle"|"start"}} how
 */
export function line(words, { x = 0, y = 0, size, weight = 10, gap = 26, narrow = 1, anchor = "middle" }) {
  const text = words.toUpperCase();
  const scale = size / 100;
  const width = widthOf(text, gap) * scale * narrow;
  const group = s("g", {
    class: "lettering",
    "stroke-width": weight,
    transform: `translate(${x - (anchor === "middle" ? width / 2 : 0)} ${y - size}) scale(${scale * narrow} ${scale})`,
  });
  let at = 0;
  for (const char of text) {
    const [wide, d] = glyph(char);
    if (d) group.append(s("path", { d, transform: `translate(${round(at)})` }));
    at += wide + gap;
  }
  return group;
}

/**
 * Lettering along the underside of an ellipse, read from the players' side of the table.
 *
 * @param {string} words
 * @param {{cx: number, cy: number, rx: number, ry: number, size: number, weight?: number, gap?: number}} how
 */
export function arc(words, { cx, cy, rx, ry, size, weight = 9, gap = 40 }) {
  const text = words.toUpperCase();
  const scale = size / 100;
  const total = widthOf(text, gap) * scale;
  const group = s("g", { class: "lettering", "stroke-width": weight });
  let at = -total / 2;
  for (const char of text) {
    const [wide, d] = glyph(char);
    if (d) {
      // The middle of the letter along the arc, as an angle from the bottom.
      const angle = along(at + (wide * scale) / 2, rx, ry);
      const px = cx + rx * Math.sin(angle);
      const py = cy + ry * Math.cos(angle);
      const tilt = (Math.atan2(-ry * Math.sin(angle), rx * Math.cos(angle)) * 180) / Math.PI;
      group.append(
        s("path", {
          d,
          transform: `translate(${round(px)} ${round(py)}) rotate(${round(tilt)}) scale(${scale.toFixed(4)}) translate(${-wide / 2} -100)`,
        }),
      );
    }
    at += (wide + gap) * scale;
  }
  return group;
}

/**
 * The angle whose arc from the bottom of the ellipse has this length, by small steps.
 * @param {number} length
 * @param {number} rx
 * @param {number} ry
 */
function along(length, rx, ry) {
  const step = 0.004;
  let angle = 0;
  let left = Math.abs(length);
  while (left > 0 && angle < 2.6) {
    left -= Math.hypot(rx * Math.cos(angle), ry * Math.sin(angle)) * step;
    angle += step;
  }
  return Math.sign(length) * angle;
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/**
 * A heading in our lettering; screen readers get the text. A long one is set in two lines.
 * @param {string} words
 * @param {{weight?: number, gap?: number}} [how]
 */
export function heading(words, { weight = 10, gap = 26 } = {}) {
  const rows = words.length > 22 ? halves(words) : [words];
  const width = Math.max(...rows.map((row) => widthOf(row.toUpperCase(), gap))) + weight + 4;
  return s(
    "svg",
    {
      class: rows.length > 1 ? "heading two" : "heading", role: "img", "aria-label": words,
      viewBox: `0 -6 ${round(width)} ${rows.length * 150 - 30}`,
    },
    ...rows.map((row, at) => line(row, { x: width / 2, y: 100 + at * 150, size: 100, weight, gap })),
  );
}

/** Two lines of about the same length. @param {string} words */
function halves(words) {
  const parts = words.split(" ");
  let at = 1;
  while (at < parts.length - 1 && parts.slice(0, at + 1).join(" ").length <= words.length / 2 + 2) at += 1;
  return [parts.slice(0, at).join(" "), parts.slice(at).join(" ")];
}
