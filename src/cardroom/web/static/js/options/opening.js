/** The form that opens a table, from the lobby and from the laboratory. Loaded only when it is opened. */
import { get, post } from "../shared/api.js";
import { h, say, stylesheet } from "../shared/dom.js";
import { openDialog } from "../shared/dialog.js";
import { LabForm } from "./form.js";
import { asked, fresh, linkTo, startOf } from "./state.js";

/** @typedef {import("./state.js").State} State */

const HELP = [["", "Default"], ["none", "None"], ["charts", "Charts"], ["coach", "Coach and charts"]];
const DEALING = [["automatic", "The house deals"], ["by-hand", "I deal, step by step"], ["physical", "Real cards: I enter them"]];
const DEBOUNCE = 180;

/** @param {any[]} games @param {State} [begun]  What the laboratory has chosen. */
export function showOpening(games, begun = fresh(games[0].id)) {
  const opening = new Opening(games, structuredClone(begun));
  opening.dialog = openDialog("Open a table", opening.node);
  return opening.show();
}

class Opening {
  /** @param {any[]} games @param {State} state */
  constructor(games, state) {
    stylesheet("lab");
    this.state = state;
    /** @type {HTMLDialogElement|null} */ this.dialog = null;
    /** @type {any} */ this.form = null;
    this.game = select("game", games.map((it) => [it.id, it.title]));
    this.game.value = state.game;
    this.game.addEventListener("change", () => this.show(fresh(this.game.value)));
    this.start = select("start", []);
    this.start.addEventListener("change", () => this.restart());
    this.dealing = select("dealing", DEALING);
    this.bots = h("input", { id: "bots", type: "number", min: 0, max: 6, value: 2 });
    this.title = h("input", { id: "title", type: "text", maxlength: 60, placeholder: "The Long Room" });
    this.help = select("help", HELP);
    this.options = h("div", { class: "open-options" });
    this.count = h("span", { class: "quiet" });
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    this.press = h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Open the table" }));
    this.lab = h("a", { text: "See in the laboratory what these rules cost" });
    this.node = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => this.open(event) },
      row("game", "Game", this.game), row("start", "Rules", this.start), row("dealing", "Dealer", this.dealing), row("bots", "Bots", this.bots),
      row("title", "Table name", this.title), row("help", "Help at the table", this.help),
      h("details", {}, h("summary", {}, "House options", this.count), this.options), this.wrong, this.press, h("p", {}, this.lab));
  }

  /** The options of the game. @param {State} [state] */
  async show(state = this.state) {
    this.state = state;
    try {
      const form = await get(`/api/lab/games/${encodeURIComponent(state.game)}`);
      if (state !== this.state) return;
      this.form = form;
      this.start.replaceChildren(...form.starts.map((/** @type {any} */ it) => h("option", { value: it.name, text: it.title })));
      this.start.value = startOf(state, form).name;
      this.list = new LabForm(form, state, () => this.changed(), "open");
      this.options.replaceChildren(this.list.node);
      this.changed();
    } catch (error) {
      this.refused(error);
    }
  }

  restart() {
    this.state.start = this.start.value;
    this.list?.refill();
    this.changed();
  }

  /** Faults are marked where they are. */
  changed() {
    this.lab.href = linkTo(this.state, null);
    const { length } = Object.keys(this.state.options);
    say(this.count, length ? ` · ${length} changed` : "");
    clearTimeout(this.wait);
    this.wait = setTimeout(async () => {
      const { faults } = await post("/api/lab/results", { ...asked(this.state, this.form), parts: [] }).catch(() => ({ faults: [] }));
      this.list?.update(faults);
    }, DEBOUNCE);
  }

  /** @param {Event} event */
  async open(event) {
    event.preventDefault();
    if (!this.form) return;
    this.press.disabled = true;
    try {
      const { game, options, side_bets } = asked(this.state, this.form);
      const table = { dealing: this.dealing.value, bots: Number(this.bots.value), title: this.title.value, help: this.help.value || null };
      const { id } = await post("/api/tables", { game, options, side_bets, ...table });
      this.dialog?.close();
      location.hash = `#/table/${encodeURIComponent(id)}/sit`;
    } catch (error) {
      this.refused(error);
    }
  }

  /** The entries are kept. @param {unknown} error */
  refused(error) {
    this.press.disabled = false;
    say(this.wrong, error instanceof Error ? error.message : "");
    this.wrong.scrollIntoView({ block: "nearest" });
  }
}

/** @param {string} id @param {string[][]} choices */
const select = (id, choices) => h("select", { id }, ...choices.map(([value, text]) => h("option", { value, text })));

/** @param {string} id @param {string} words @param {HTMLElement} control */
const row = (id, words, control) => h("p", { class: "form-row" }, h("label", { for: id, text: words }), control);
