/** Best play in the laboratory: the chart, what changed in it, and the value of every hand. */
import { blocksOf } from "../shared/chart.js";
import { h } from "../shared/dom.js";
import { percent } from "../options/state.js";
import { table } from "./results.js";
import { titled, upper } from "../shared/words.js";

const RANKS = "23456789TJQKA";

/** @param {string} rank */
const rank = (rank) => (rank === "T" ? "10" : rank);

/** @param {unknown} cards */
const tens = (cards) => String(cards ?? "–").replace(/\bT\b/g, "10");

/** "2, 3, 4" in a row is "2 to 4". @param {string} cards */
function span(cards) {
  const all = cards.split(", ");
  return all.length > 2 && RANKS.includes(all.join("")) ? `${rank(all[0])} to ${rank(all[all.length - 1])}` : tens(cards);
}

/** @param {any} now @param {any|undefined} before  The chart to compare with. @param {string} whose  Whose that is. */
export function strategy(now, before, whose) {
  if (!now.chart) return lowest(now, before, whose);
  let changed = 0;
  const old = new Map(before?.chart ? blocksOf(before.chart, before.headings).flatMap((block) => block.rows.map((it) => [`${block.name} ${it.row}`, it.codes])) : []);
  const blocks = blocksOf(now.chart, now.headings).map((block) => {
    const body = block.rows.map((it) => h("tr", {}, h("th", { scope: "row", text: it.name }),
      ...it.codes.map((code, at) => {
        const was = old.get(`${block.name} ${it.row}`)?.[at];
        const differs = before?.chart && was !== code;
        if (differs) changed += 1;
        const words = now.legend[code] ?? code;
        return h("td", { class: "chart-code", "data-kind": now.kinds[code] ?? "other", "data-changed": differs || null, title: differs ? `${words}; before: ${before.legend[was] ?? was ?? "not asked"}` : words, text: code });
      })));
    return grid(block.title, now.chart.ups, body);
  });
  const said = before?.chart ? (changed ? `${changed} ${changed === 1 ? "decision differs" : "decisions differ"} from ${whose} (outlined).` : `The same decisions as ${whose}.`) : "";
  return [h("p", { text: `This chart costs ${percent(now.cost, 4)} against perfect play. ${said}` }),
    h("div", { class: "lab-blocks" }, ...blocks),
    h("dl", { class: "chart-legend" }, ...Object.entries(now.legend).flatMap(([code, words]) => [h("dt", {}, h("span", { class: "chart-code", "data-kind": now.kinds[code] ?? "other", text: code })), h("dd", { text: upper(String(words)) })]))];
}

/** @param {string} title @param {string[]} ups @param {Node[]} body @param {string} [of] */
const grid = (title, ups, body, of = "Best play") => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${of}: ${title.toLowerCase()}` },
  h("table", { class: "chart-grid" }, h("caption", { text: title }),
    h("thead", {}, h("tr", {}, h("td", {}), ...ups.map((up) => h("th", { scope: "col", text: rank(up) })))), h("tbody", {}, ...body)));

/** @param {any} now @param {any|undefined} before @param {string} whose */
function lowest(now, before, whose) {
  const old = new Map((before?.lowest ?? []).map((/** @type {any} */ it) => [it.bank_shows, it.hand]));
  const differs = (/** @type {any} */ it) => old.size > 0 && old.get(it.bank_shows) !== it.hand;
  return [h("p", { text: `Playing these hands costs ${percent(now.cost, 4)} against perfect play.` }),
    table(["The bank shows", "Lowest hand that plays", upper(whose)], now.lowest.map((/** @type {any} */ it) => [span(it.bank_shows), h(differs(it) ? "strong" : "span", { text: tens(it.hand) }), differs(it) ? tens(old.get(it.bank_shows)) : "the same"]), "Lowest hand")];
}

/** The value of every starting hand, from red to green. @param {{ups: string[], hands: any[], kinds: Record<string, string>}} found */
export function heatMap(found) {
  const verbs = [...new Set(found.hands.flatMap((it) => Object.keys(it.options)))];
  const box = h("div", { class: "lab-blocks" });
  const pick = h("select", { "aria-label": "Value of", onchange: () => draw(pick.value) }, h("option", { value: "", text: "Best play" }), ...verbs.map((verb) => h("option", { value: verb, text: titled(verb) })));
  const draw = (/** @type {string} */ verb) => box.replaceChildren(...[...new Set(found.hands.map((it) => it.kind))].flatMap((kind) => {
    const of = found.hands.filter((it) => it.kind === kind);
    if (!of.some((it) => it.best)) return [];
    const body = [...new Set(of.map((it) => it.total))].map((total) => h("tr", {}, h("th", { scope: "row", text: kind === "pair" ? `${rank(total)},${rank(total)}` : rank(total) || "all" }),
      ...found.ups.map((up) => heat(of.find((it) => it.total === total && it.up === up), verb))));
    return [grid(found.kinds[kind] ?? upper(kind), found.ups, body, "Value")];
  }));
  draw("");
  return [h("p", {}, pick), box, h("p", { class: "quiet", text: "Expected value per wager, in percent, of each starting hand against each up card." })];
}

/** @param {any|undefined} hand @param {string} verb */
function heat(hand, verb) {
  const value = hand && (verb ? hand.options[verb] : hand.value);
  if (value === undefined) return h("td", { class: "heat", text: "" });
  const node = h("td", { class: "heat", title: Object.entries(hand.options).map(([name, worth]) => `${titled(name)} ${percent(Number(worth), 1)}`).join(", "), text: String(Math.round(value * 100)).replace("-", "−") });
  node.style.setProperty("--heat", `${Math.round(Math.max(-1, Math.min(1, value)) * 100)}`);
  node.style.backgroundColor = `hsl(${value < 0 ? 8 : 140} ${Math.round(20 + 45 * Math.min(1, Math.abs(value) * 1.3))}% ${Math.round(88 - 30 * Math.min(1, Math.abs(value)))}%)`;
  return node;
}
