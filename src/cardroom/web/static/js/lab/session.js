/** How a session may end, and the risk of ruin in it: pictures and figures. */
import { h, s } from "../shared/dom.js";
import { axis, picture } from "./picture.js";
import { percent } from "../options/state.js";
import { table } from "./results.js";
import { money, signed } from "../shared/money.js";
import { upper } from "../shared/words.js";

/** @typedef {{share: number, result: number}} Quantile */

const [WIDTH, HEIGHT] = [600, 180];
const BARS = 30;
const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** @param {any} found */
export function session(found) {
  const shown = found.quantiles.filter((/** @type {Quantile} */ it) => SHARES.includes(it.share));
  return [
    h("p", { text: `${found.rounds} rounds at ${money(found.bet)} average ${signed(Math.round(found.mean))}, give or take ${money(Math.round(found.deviation))} (one standard deviation). ${percent(found.ahead, 0)} of all sessions end ahead.` }),
    ends(found.curve),
    table(["Sessions that end no better", ...shown.map((/** @type {Quantile} */ it) => `${Math.round(it.share * 100)}%`)], [["Result", ...shown.map((/** @type {Quantile} */ it) => signed(it.result))]], "Results of a session"),
    ...(found.ruin?.curve.length ? ruin(found) : []),
    h("p", { class: "quiet", text: `${upper(found.method)}. ${found.assumptions.map(upper).join(". ")}.` }),
  ];
}

/** The results in steps of half a percent, as bars. @param {Quantile[]} curve */
function ends(curve) {
  const [least, most] = [curve[0].result, curve[curve.length - 1].result];
  const step = Math.max(1, (most - least) / BARS);
  const bars = Array.from({ length: BARS }, (_, at) => curve.filter((it) => Math.min(BARS - 1, Math.floor((it.result - least) / step)) === at).length);
  const high = Math.max(...bars);
  const x = (/** @type {number} */ result) => ((result - least) / (step * BARS)) * WIDTH;
  return h("figure", { class: "lab-picture" }, s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Results of a session, from ${signed(least)} to ${signed(most)}` },
    ...bars.map((count, at) => s("rect", {
      class: least + (at + 0.5) * step > 0 ? "lab-bar-up" : "lab-bar-down", x: (at * WIDTH) / BARS + 1, width: WIDTH / BARS - 2, y: HEIGHT - 24 - (count / high) * (HEIGHT - 30), height: (count / high) * (HEIGHT - 30),
    })),
    ...axis([[0, signed(least)], ...(least < 0 && most > 0 ? [[x(0), "$0"]] : []), [WIDTH, signed(most)]])),
    h("figcaption", { class: "quiet", text: "99 of 100 sessions end within this range." }));
}

/** @param {any} found */
function ruin(found) {
  /** @type {{curve: {bankroll: number, within: number}[], within: number, bankroll: number}} */
  const { curve, within, bankroll } = found.ruin;
  const most = curve[curve.length - 1].bankroll;
  const words = `A bankroll of ${money(bankroll)} is lost before the session ends in ${within < 0.001 ? "less than 0.1%" : percent(within, 1)} of all cases.`;
  const half = curve.find((it) => it.within <= 0.5);
  return [picture([{ points: curve.map((it) => [it.bankroll, it.within]) }],
    { least: 0, most, marks: [[0, "$0"], ...(half ? [[half.bankroll, money(half.bankroll)]] : []), [most, money(most)]] },
    { least: 0, most: 1, marks: [[0, "0%"], [0.5, "50%"], [1, "100%"]] },
    `Risk of ruin by bankroll. ${words}`, `The risk of losing a bankroll before the session ends, by the bankroll. ${words}`, "falls")];
}
