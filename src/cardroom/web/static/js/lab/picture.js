/** Lines in a small picture, for the laboratory. */
import { h, s } from "../shared/dom.js";

/** @typedef {{name?: string, points: number[][]}} Line */
/** @typedef {{least: number, most: number, marks: (number|string)[][]}} Axis  Marks: a value, and its words. */

/** No line rises above the highest mark, so its words have the head for themselves. */
const [WIDTH, HEIGHT, FOOT, HEAD] = [600, 190, 28, 20];

/**
 * Words of the axis are at the end where the lines are not: on the left above a line that rises, on the right below it.
 * @param {Line[]} lines @param {Axis} across @param {Axis} up
 * @param {string} label @param {string} caption @param {"rises"|"falls"} course
 */
export function picture(lines, across, up, label, caption, course) {
  const x = (/** @type {number} */ value) => ((value - across.least) / (across.most - across.least)) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - FOOT - ((value - up.least) / (up.most - up.least)) * (HEIGHT - FOOT - HEAD);
  const left = (/** @type {number} */ value) => (value > (up.least + up.most) / 2) === (course === "rises");
  return h("figure", { class: "lab-picture" }, s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    ...up.marks.flatMap(([value, words]) => [s("line", { class: "lab-grid-line", x1: 0, x2: WIDTH, y1: y(Number(value)), y2: y(Number(value)) }),
      s("text", { x: left(Number(value)) ? 0 : WIDTH, y: y(Number(value)) - 4, "text-anchor": left(Number(value)) ? "start" : "end" }, words)]),
    ...lines.map((line, at) => s("polyline", { class: "lab-path", "data-line": at % 4, points: line.points.map(([one, two]) => `${x(one).toFixed(1)},${y(two).toFixed(1)}`).join(" ") })),
    ...axis(across.marks.map(([value, words]) => [x(Number(value)), words]))),
  lines.length > 1 ? h("p", { class: "lab-lines" }, ...lines.map((line, at) => h("span", { "data-line": at % 4, text: line.name ?? "" }))) : null,
  h("figcaption", { class: "quiet", text: caption }));
}

/** Words under a picture. @param {(number|string)[][]} marks */
export const axis = (marks) => marks.map(([x, text]) => s("text", { x, y: HEIGHT - 6, "text-anchor": Number(x) < 20 ? "start" : Number(x) > WIDTH - 20 ? "end" : "middle" }, text));
