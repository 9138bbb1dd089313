/** What is posted at a table: limits, pay tables, which totals must draw or stand, the collection. */
import { h } from "./dom.js";
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
    printed(`/api/tables/${encodeURIComponent(view.table.id)}`));
}

/** Links to the sheets as PDF. @param {string} path  Of the table or the game. */
export function printed(path) {
  const link = (/** @type {string} */ sheet, /** @type {string} */ text) => h("a", { href: `${path}/sheets/${sheet}`, target: "_blank", rel: "noopener", text });
  return h("p", { class: "print" }, "On paper (PDF): ", link("sign", "the sign"), ", ", link("rules", "the rules"), ", ", link("layout", "the layout"));
}

/** @param {import("./types.js").Sign} sign */
function table({ title, head, rows }) {
  return h("table", { class: "sign", "aria-label": title },
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {},
      h("th", { scope: "row", text: titled(first) }), ...rest.map((text) => h("td", { text, "data-duty": text.startsWith("must") ? text.slice(5) : null }))))));
}
