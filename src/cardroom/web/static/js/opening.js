/** The form to open a table: game, dealer, bots, and house options. */
import { h, say } from "./dom.js";
import { openDialog } from "./dialog.js";
import { titled } from "./words.js";

const HELP = [["", "Default"], ["none", "None"], ["charts", "Charts"], ["coach", "Coach and charts"]];
const DEALING = [["automatic", "The house deals"], ["by-hand", "I deal, step by step"], ["physical", "Real cards: I enter them"]];

/**
 * @param {any[]} games
 * @param {(ask: Record<string, unknown>) => Promise<void>} open  A refusal is shown in the form, which keeps its entries.
 */
export function showOpening(games, open) {
  const game = select("game", games.map((it) => [it.id, it.title]));
  const dealing = select("dealing", DEALING);
  const bots = h("input", { id: "bots", type: "number", min: 0, max: 6, value: 2 });
  const title = h("input", { id: "title", type: "text", maxlength: 60, placeholder: "The Long Room" });
  const help = select("help", HELP);
  const options = h("div", { class: "form-rows" });
  const list = () => options.replaceChildren(...(games.find((it) => it.id === game.value)?.options ?? []).map(option));
  game.addEventListener("change", list);
  list();
  const press = h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Open the table" }));
  const wrong = h("p", { class: "form-wrong", role: "alert" });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    press.disabled = true;
    open({ game: game.value, dealing: dealing.value, bots: Number(bots.value), title: title.value, help: help.value || null, options: chosen(options) })
      .then(() => dialog.close(), (error) => {
        press.disabled = false;
        say(wrong, error.message);
        wrong.scrollIntoView({ block: "nearest" });
      });
  } },
  row("game", "Game", game), row("dealing", "Dealer", dealing), row("bots", "Bots", bots), row("title", "Table name", title), row("help", "Help at the table", help),
  h("details", {}, h("summary", { text: "House options" }), options), wrong,
  press);
  const dialog = openDialog("Open a table", form);
}

/** @param {string} id @param {string[][]} choices */
const select = (id, choices) => h("select", { id }, ...choices.map(([value, text]) => h("option", { value, text })));

/** @param {string} id @param {string} words @param {HTMLElement} control @param {string} [about] */
const row = (id, words, control, about = "") => h("p", { class: "form-row" },
  h("label", { for: id, text: words }), control, about && h("span", { class: "quiet", text: about }));

/** @type {Record<string, string>} */
const ANSWERS = { true: "yes", false: "no" };

/** @param {any} it */
function option(it) {
  const id = `option-${it.name}`;
  const control = it.values?.length
    ? select(id, [["", `${ANSWERS[it.default] ?? it.default} (default)`], ...it.values.filter((/** @type {string} */ value) => value !== it.default).map((/** @type {string} */ value) => [value, ANSWERS[value] ?? value])])
    : h("input", { id, type: "text", placeholder: `${it.default} (default)` });
  control.setAttribute("name", it.name);
  return row(id, titled(it.name), control, it.about);
}

/** Only options that differ from the default are sent. @param {Element} options */
function chosen(options) {
  /** @type {Record<string, string>} */
  const given = {};
  for (const control of options.querySelectorAll("select, input")) {
    const { name, value } = /** @type {HTMLInputElement} */ (control);
    if (value) given[name] = value;
  }
  return given;
}
