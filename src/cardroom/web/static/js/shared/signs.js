/** The signs posted at a table: limits, pay tables, drawing rules, the collection. */
import { h, mark, say } from "./dom.js";
import { get } from "./api.js";
import { hasChart, showChart } from "./chart.js";
import { openDialog } from "./dialog.js";
import { money } from "./money.js";
import { helpWord, titled, upper } from "./words.js";

/**
 * @param {string} id
 * @param {import("./types.js").Layout} layout
 * @param {import("./types.js").View} view
 * @param {() => void} guide  Starts the guided round.
 * @param {() => void} dock  Keeps the chart next to the table.
 */
export function showSigns(id, layout, view, guide, dock) {
  const { least, most } = view.limits;
  const spots = (layout.boxes[0]?.spots ?? []).filter((it) => it.stake || it.least != null || (it.beside_main && (it.most ?? null) !== most));
  openDialog(`Posted at this table`,
    h("p", { text: layout.stakes ? `${layout.title}. ${layout.stakes}.` : `${layout.title}. Wagers ${range(least, most)}.` }),
    h("p", { class: "row-acts" }, h("span", { text: `${upper(helpWord(view.table.help))} at this table.` }),
      hasChart(layout, view) && h("button", { type: "button", class: "plainbutton", text: "Strategy chart", onclick: (/** @type {Event} */ event) => {
        /** @type {Element} */ (event.target).closest("dialog")?.close();
        showChart(id, layout, dock);
      } }),
      view.me.role === "guest" || view.me.role === "player" ? h("button", { type: "button", class: "plainbutton", text: "Guide me through a round", onclick: (/** @type {Event} */ event) => {
        /** @type {Element} */ (event.target).closest("dialog")?.close();
        guide();
      } }) : ""),
    howOf(layout.game),
    ...spots.filter((it) => !it.group).map((it) => h("p", { text: it.stake ? `${it.title}: exactly ${money(it.stake)}.` : `${it.title}: ${range(it.least ?? least, it.most)}.` })),
    view.table.absence_seconds ? h("p", { text: `The seat of a player who is gone for ${minutesWord(view.table.absence_seconds)} is released, and the chips go to the player's wallet.` }) : "",
    ...layout.signs.flatMap((sign) => [h("h3", { text: sign.title }), table(sign)]),
    ...layout.words.flatMap((part) => [h("h3", { text: part.title }), ...part.says.map((text) => h("p", { text }))]),
    printed(`/api/tables/${encodeURIComponent(view.table.id)}`, layout.printed.filter((it) => !it.charts || (view.table.help ?? "none") !== "none")));
}

/** @param {number} seconds */
const minutesWord = (seconds) => (Math.round(seconds / 60) === 1 ? "a minute" : `${Math.round(seconds / 60)} minutes`);

/** @param {number} least @param {number|null|undefined} most */
const range = (least, most) => most == null ? `from ${money(least)}` : `${money(least)} to ${money(most)}`;

/** A finger held on a circle for this long, in milliseconds, asks what it pays. */
const HOLD = 550;

/**
 * What a circle pays, on hover; a right click or a finger held on it opens the sign, and for the main wager how the game works.
 * @param {HTMLElement} node @param {import("./types.js").Layout} layout @param {{title: string, pays?: string, rows?: string[][]}} spot
 */
export function explain(node, layout, spot) {
  const main = spot === layout.boxes[0]?.spots[0];
  const rows = spot.rows?.length ? spot.rows : spot.pays ? [[spot.title, spot.pays]] : [];
  const sign = layout.signs.find((it) => it.title === spot.title) ?? { title: spot.title, head: ["Hand", "Pays"], rows };
  if (!sign.rows.length) return;
  node.dataset.pays = `${spot.title} pays\n${sign.rows.map(([what, odds]) => `${titled(what)}: ${odds}`).join("\n")}`;
  let [timer, held] = [0, false];
  const show = () => openDialog(`${spot.title} pays`, table(sign), main ? howOf(layout.game) : "");
  node.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (!held) show();
  });
  // Some phones send no contextmenu.
  node.addEventListener("pointerdown", (event) => {
    held = false;
    if (event.pointerType === "touch") timer = setTimeout(() => { held = true; show(); }, HOLD);
  });
  for (const ends of ["pointerup", "pointercancel", "pointerleave"]) node.addEventListener(ends, () => clearTimeout(timer));
  node.addEventListener("click", (event) => held && event.stopImmediatePropagation(), true);
}

/** How a game works, in a paragraph. @param {string} game */
function howOf(game) {
  const node = h("p", { class: "how" });
  get("/api/games").then((games) => say(node, games.find((/** @type {any} */ it) => it.id === game)?.how ?? ""), () => undefined);
  return node;
}

const AGAIN = 700;

/** Links to the PDF sheets. @param {string} path  The path of the table or the game. @param {import("./types.js").PrintedSheet[]} sheets */
export function printed(path, sheets) {
  const links = sheets.filter((it) => !it.computes).flatMap((it, at) => [at ? ", " : "", pdf(`${path}/sheets/${it.sheet}`, `the ${it.title.toLowerCase()}`)]);
  const made = sheets.filter((it) => it.computes).map((it) => maker(`${path}/sheets/${it.sheet}`, it.title.toLowerCase(), `Computing ${it.computes}`));
  return h("div", { class: "print" }, h("p", {}, "Print (PDF): ", ...links), ...made);
}

/** @param {string} href @param {string} text */
const pdf = (href, text) => h("a", { href, target: "_blank", rel: "noopener", text });

/** A button that starts the computation, and a link when it is done. @param {string} href @param {string} title @param {string} doing */
function maker(href, title, doing) {
  const button = h("button", { type: "button", class: "plainbutton", text: `Make a ${title}`, onclick: () => compute() });
  const state = h("span", { role: "status" });
  const node = h("p", { class: "row-acts" }, button, state);
  const compute = async () => {
    if (button.hasAttribute("aria-disabled")) return;
    mark(button, "aria-disabled", "true");
    state.replaceChildren(`${doing}… `, h("progress", { "aria-label": doing }));
    while (node.isConnected) {
      const said = await get(href).catch((error) => ({ wrong: error.message }));
      if (said.wrong) {
        mark(button, "aria-disabled", null);
        return state.replaceChildren(said.wrong);
      }
      if (said.status !== "computing") {
        const [link, held] = [pdf(href, `${title} (PDF)`), document.activeElement === button];
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
