/** What is posted at a table: limits, pay tables, which totals must draw or stand, the collection. */
import { h, mark } from "./dom.js";
import { get } from "./api.js";
import { hasChart, showChart } from "./chart.js";
import { openDialog } from "./dialog.js";
import { money } from "./money.js";
import { helpWord, titled, upper } from "./words.js";

/**
 * @param {string} id
 * @param {import("./types.js").Layout} layout
 * @param {import("./types.js").View} view
 */
export function showSigns(id, layout, view) {
  const { least, most } = view.limits;
  const spots = (layout.boxes[0]?.spots ?? []).filter((it) => it.stake || it.least != null);
  openDialog(`Posted at this table`,
    h("p", { text: layout.stakes ? `${layout.title}. ${layout.stakes}.` : `${layout.title}. Wagers ${most === null ? `from ${money(least)}` : `${money(least)} to ${money(most)}`}.` }),
    h("p", { class: "row-acts" }, h("span", { text: `${upper(helpWord(view.table.help))} at this table.` }),
      hasChart(layout, view) && h("button", { type: "button", class: "plainbutton", text: "Chart of best play", onclick: (/** @type {Event} */ event) => {
        /** @type {Element} */ (event.target).closest("dialog")?.close();
        showChart(id, layout);
      } })),
    ...spots.filter((it) => !it.group).map((it) => h("p", { text: it.stake ? `${it.title}: ${money(it.stake)}, no more and no less.` : `${it.title}: from ${money(it.least ?? 0)}.` })),
    ...layout.signs.flatMap((sign) => [h("h3", { text: sign.title }), table(sign)]),
    printed(`/api/tables/${encodeURIComponent(view.table.id)}`, layout.sheets.filter((it) => it !== CARD || (view.table.help ?? "none") !== "none")));
}

/** @type {Record<string, string>} */
const SHEETS = { sign: "the sign", rules: "the rules", layout: "the layout" };
/** A sheet that has to be computed before it is printed. */
const CARD = "strategy";
const AGAIN = 700;

/** The sheets as PDF. @param {string} path  Of the table or the game. @param {string[]} sheets */
export function printed(path, sheets) {
  const links = sheets.filter((it) => it in SHEETS).flatMap((it, at) => [at ? ", " : "", pdf(`${path}/sheets/${it}`, SHEETS[it])]);
  return h("div", { class: "print" }, h("p", {}, "On paper (PDF): ", ...links), sheets.includes(CARD) && card(`${path}/sheets/${CARD}`));
}

/** @param {string} href @param {string} text */
const pdf = (href, text) => h("a", { href, target: "_blank", rel: "noopener", text });

/** Asked for by a press; a link when it is there. @param {string} href */
function card(href) {
  const button = h("button", { type: "button", class: "plainbutton", text: "Print best play on a card", onclick: () => compute() });
  const state = h("span", { role: "status" });
  const node = h("p", { class: "row-acts" }, button, state);
  const compute = async () => {
    if (button.hasAttribute("aria-disabled")) return;
    mark(button, "aria-disabled", "true");
    state.replaceChildren("Best play is being computed… ", h("progress", { "aria-label": "Computing best play" }));
    while (node.isConnected) {
      const said = await get(href).catch((error) => ({ wrong: error.message }));
      if (said.wrong) {
        mark(button, "aria-disabled", null);
        return state.replaceChildren(said.wrong);
      }
      if (said.status !== "computing") {
        const [link, held] = [pdf(href, "best play on a card for the pocket"), document.activeElement === button];
        button.remove();
        state.replaceChildren("Ready: ", link);
        return held && link.focus();
      }
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  };
  return node;
}

/** @param {import("./types.js").Sign} sign */
function table({ title, head, rows }) {
  return h("table", { class: "sign", "aria-label": title },
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {},
      h("th", { scope: "row", text: titled(first) }), ...rest.map((text) => h("td", { text, "data-duty": text.startsWith("must") ? text.slice(5) : null }))))));
}
