/** What is posted at a table: limits, pay tables, which totals must draw or stand, the collection. */
import { h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { money } from "./money.js";
import { titled } from "./words.js";

/**
 * @param {import("./types.js").Layout} layout
 * @param {import("./types.js").View} view
 */
export function showSigns(layout, view) {
  const { least, most } = view.limits;
  const spots = (layout.boxes[0]?.spots ?? []).filter((it) => it.stake || it.least != null);
  openDialog(`Posted at this table`,
    h("p", { text: layout.stakes ? `${layout.title}. ${layout.stakes}.` : `${layout.title}. Wagers ${most === null ? `from ${money(least)}` : `${money(least)} to ${money(most)}`}.` }),
    ...spots.filter((it) => !it.group).map((it) => h("p", { text: it.stake ? `${it.title}: ${money(it.stake)}, no more and no less.` : `${it.title}: from ${money(it.least ?? 0)}.` })),
    ...layout.signs.flatMap((sign) => [h("h3", { text: sign.title }), table(sign)]));
}

/** @param {import("./types.js").Sign} sign */
function table({ title, head, rows }) {
  return h("table", { class: "sign", "aria-label": title },
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {},
      h("th", { scope: "row", text: titled(first) }), ...rest.map((text) => h("td", { text, "data-duty": text.startsWith("must") ? text.slice(5) : null }))))));
}
