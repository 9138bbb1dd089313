/** The strategy chart for the rules posted at a table, where charts are permitted. */
import { h } from "./dom.js";
import { get } from "./api.js";
import { openDialog } from "./dialog.js";

const AGAIN = 500;
/** Rows by rank are sorted like the columns; an object would put the numbers first. */
const RANKS = "23456789TJQKA";
const BY_RANK = ["pair", "first"];
const BLOCKS = [["hard", "Hard totals"], ["soft", "Soft totals"], ["pair", "Pairs"], ["aces", "Split aces"], ["doubled", "After a double"], ["first", "First card"]];
/** A code has the color of its first verb. @type {Record<string, string>} */
const KINDS = { hit: "hit", stand: "stand", double: "more", "max-bet": "more", split: "split", surrender: "give-up" };

/** @param {import("./types.js").Layout} layout @param {import("./types.js").View} view */
export const hasChart = (layout, view) => (view.table.help ?? "none") !== "none" && layout.family === "twentyone";

/** @param {string} table @param {import("./types.js").Layout} layout */
export async function showChart(table, layout) {
  const body = h("div", { class: "chart", role: "status" }, h("p", { text: "The chart is being computed…" }), h("progress", { "aria-label": "Computing the chart" }));
  const dialog = openDialog(`Strategy chart: ${layout.title}`, body);
  while (dialog.isConnected) {
    const chart = await get(`/api/tables/${encodeURIComponent(table)}/chart`).catch((error) => ({ status: "none", why: String(error.message ?? error) }));
    if (chart.status !== "computing") return body.replaceChildren(...(chart.status === "ready" ? drawn(chart, layout) : [h("p", { text: chart.why })]));
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** @param {any} chart @param {import("./types.js").Layout} layout */
function drawn(chart, layout) {
  const blocks = BLOCKS.filter(([name]) => Object.keys(chart[name] ?? {}).length);
  const edge = (chart.edge * 100).toFixed(2).replace("-", "−");
  return [
    h("p", { class: "quiet", text: `By total and ${layout.bank.title.toLowerCase()}'s up card, for a fresh shoe. With this play, the ${layout.bank.title === "Bank" ? "bank's" : "house"} edge is ${edge}% of the initial wager.` }),
    ...blocks.flatMap(([name, title]) => [h("h3", { text: title }), grid(chart, name, title)]),
    h("dl", { class: "chart-legend" }, ...Object.entries(chart.legend).flatMap(([code, words]) => [h("dt", {}, cell(chart, code, "span")), h("dd", { text: words })])),
  ];
}

/** @param {any} chart @param {string} name @param {string} title */
function grid(chart, name, title) {
  /** @type {[string, string[]][]} */
  const rows = Object.entries(chart[name]);
  if (BY_RANK.includes(name)) rows.sort(([one], [other]) => RANKS.indexOf(one) - RANKS.indexOf(other));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, h("table", { class: "chart-grid" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen", text: title })), ...chart.ups.map((/** @type {string} */ up) => h("th", { scope: "col", text: rankWord(up) })))),
    h("tbody", {}, ...rows.map(([row, codes]) => h("tr", {}, h("th", { scope: "row", text: name === "pair" ? `${rankWord(row)},${rankWord(row)}` : rankWord(row) }), ...codes.map((code) => cell(chart, code, "td")))))));
}

/** A rank as printed on the card. @param {string} rank */
const rankWord = (rank) => (rank === "T" ? "10" : rank);

/** @param {any} chart @param {string} code @param {"td"|"span"} tag */
function cell(chart, code, tag) {
  const verb = chart.plays[code]?.[0] ?? "";
  return h(tag, { class: "chart-code", "data-kind": KINDS[verb] ?? "total", title: chart.legend[code] ?? code, text: code });
}
