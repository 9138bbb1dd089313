/** The strategy chart for the rules posted at a table, where charts are permitted. */
import { h, mark } from "./dom.js";
import { get } from "./api.js";
import { openDialog } from "./dialog.js";
import { choose, setting } from "./settings.js";
import { edgeWord, upper } from "./words.js";

const AGAIN = 500;
/** Rows by rank are sorted like the columns; an object would put the numbers first. */
const RANKS = "23456789TJQKA";

/** @param {import("./types.js").Layout} layout @param {import("./types.js").View} view */
export const hasChart = (layout, view) => (view.table.help ?? "none") !== "none" && Boolean(layout.chart);

/** Where the chart fits next to the felt. */
const WIDE = matchMedia("(min-width: 1080px) and (min-height: 620px)");

/** @param {string} table @param {import("./types.js").Layout} layout @param {() => void} dock  Shows it next to the table. */
export async function showChart(table, layout, dock) {
  const body = h("div", { class: "chart", role: "status" }, h("p", { text: "The chart is being computed…" }), h("progress", { "aria-label": "Computing the chart" }));
  const dialog = openDialog(`Strategy chart: ${layout.title}`, body);
  if (WIDE.matches) {
    body.before(h("p", {}, h("button", { type: "button", class: "plainbutton", text: "Keep it next to the table", onclick: () => {
      dialog.close();
      dock();
    } })));
  }
  const chart = await fetched(table, () => dialog.isConnected);
  if (chart) body.replaceChildren(...(chart.status === "ready" ? drawn(chart) : [h("p", { text: chart.why })]));
}

/** The chart, as soon as it is known; null if nobody waits. @param {string} table @param {() => boolean} wanted */
async function fetched(table, wanted) {
  while (wanted()) {
    const chart = await get(`/api/tables/${encodeURIComponent(table)}/chart`).catch((error) => ({ status: "none", why: String(error.message ?? error) }));
    if (chart.status !== "computing") return chart;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  return null;
}

/** The chart next to the table, with the cells of the player's decision lit. */
export class ChartDock {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.open = setting("chart") === "open";
    this.digest = "";
    /** @type {any} */ this.chart = null;
    /** The decision whose cells are lit, so that those of another are not. */ this.question = "";
    this.body = h("div", { class: "chart" });
    this.node = h("aside", { class: "chart-dock", "aria-label": "Strategy chart", hidden: true },
      h("h2", { class: "unseen", text: "Strategy chart" }), h("p", {}, h("button", { type: "button", class: "plainbutton", text: "Close the chart", onclick: () => this.toggle() })), this.body);
  }

  toggle() {
    this.open = !this.open;
    choose("chart", this.open ? "open" : "closed");
    if (this.layout && this.view) this.update(this.layout, this.view);
  }

  /** @param {import("./types.js").Layout} layout @param {import("./types.js").View} view */
  update(layout, view) {
    this.layout = layout;
    this.view = view;
    this.node.hidden = !this.open || !hasChart(layout, view);
    if (this.node.hidden) return;
    if (this.digest !== view.table.digest) this.load(view.table.digest);
    this.light(view);
  }

  /** @param {string} digest */
  async load(digest) {
    this.digest = digest;
    this.chart = null;
    this.body.replaceChildren(h("p", { role: "status", text: "The chart is being computed…" }));
    const chart = await fetched(this.table, () => this.node.isConnected && this.digest === digest);
    if (!chart) return;
    this.chart = chart;
    this.body.replaceChildren(...(chart.status === "ready" ? drawn(chart) : [h("p", { text: chart.why })]));
    this.question = "";
    if (this.view) this.light(this.view);
  }

  /** The cells that the player's decision is in: which, the card room says. @param {import("./types.js").View} view */
  async light(view) {
    const [ask] = this.chart?.status === "ready" ? view.asks : [];
    const question = ask ? `${view.table.seq} ${ask.box}` : "";
    if (question === this.question) return;
    this.question = question;
    const { cells = [] } = ask ? await get(`/api/tables/${encodeURIComponent(this.table)}/chart/cells?box=${ask.box}`).catch(() => ({})) : {};
    if (question !== this.question) return;
    for (const cell of this.body.querySelectorAll("[data-lit]")) mark(cell, "data-lit", null);
    for (const { block, row, up } of cells) {
      const cell = this.body.querySelector(`[data-block="${CSS.escape(block)}"] [data-row="${CSS.escape(row)}"] [data-up="${CSS.escape(up)}"]`);
      if (cell) mark(cell, "data-lit", true);
    }
    this.body.querySelector("[data-lit]")?.scrollIntoView({ block: "center" });
  }
}

/** @param {any} chart */
function drawn(chart) {
  const blocks = blocksOf(chart, chart.headings);
  const edge = chart.edge == null ? "" : `With this play, the ${edgeWord(chart.edge_of)} is ${(chart.edge * 100).toFixed(2).replace("-", "−")}% of the initial wager.`;
  return [
    h("p", { class: "quiet", text: [chart.about, edge].filter(Boolean).join(" ") }),
    ...blocks.flatMap((block) => [h("h3", { text: block.title }), grid(chart, block)]),
    h("dl", { class: "chart-legend" }, ...Object.entries(chart.legend).flatMap(([code, words]) => [h("dt", {}, cell(chart, code, "span")), h("dd", { text: words })])),
  ];
}

/** @typedef {{row: string, name: string, codes: string[]}} Row */
/** @typedef {{name: string, title: string, rows: Row[]}} Block */

/**
 * The blocks of a chart that have rows, as their headings say. A total is named as on the felt, so not by its cards.
 * @param {any} chart @param {Record<string, any>} headings @returns {Block[]}
 */
export function blocksOf(chart, headings) {
  const others = chart.others ?? {};
  return [...new Set([...Object.keys(headings), ...Object.keys(others)])].map((name) => {
    const heading = headings[name] ?? { title: upper(name), rows: "hands", names: {} };
    const rows = Object.entries(others[name] ?? chart[name] ?? {});
    if (heading.rows === "ranks") rows.sort(([one], [other]) => RANKS.indexOf(one) - RANKS.indexOf(other));
    const nameOf = (/** @type {string} */ row) => (heading.rows === "totals" ? row : rankWord(heading.names[row] ?? row));
    return { name, title: heading.title, rows: rows.map(([row, codes]) => ({ row, name: nameOf(row), codes })) };
  }).filter((block) => block.rows.length);
}

/** @param {any} chart @param {Block} block */
function grid(chart, { name, title, rows }) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, h("table", { class: "chart-grid", "data-block": name },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen", text: title })), ...chart.ups.map((/** @type {string} */ up) => h("th", { scope: "col", text: rankWord(up) })))),
    h("tbody", {}, ...rows.map((it) => h("tr", { "data-row": it.row }, h("th", { scope: "row", text: it.name }), ...it.codes.map((code, at) => cell(chart, code, "td", chart.ups[at])))))));
}

/** Ranks as printed on the card. @param {string} ranks */
const rankWord = (ranks) => ranks.replace(/\bT\b/g, "10");

/** @param {any} chart @param {string} code @param {"td"|"span"} tag @param {string} [up] */
function cell(chart, code, tag, up) {
  return h(tag, { class: "chart-code", "data-up": up, "data-kind": chart.kinds[code] ?? "other", title: chart.legend[code] ?? code, text: code });
}
