/** The home pages of the staff: each role finds its tables and its work, and is offered nothing else. */
import { h, keyed, refill, say } from "../shared/dom.js";
import { get, send } from "../shared/api.js";
import * as commands from "../shared/commands.js";
import { CardTable } from "../felt/card-table.js";
import { openDialog } from "../shared/dialog.js";
import { notice } from "../shared/notice.js";
import { PeoplePage } from "./people-page.js";
import { helpWord, phaseWord, stakesWord, titled, upper } from "../shared/words.js";

/** @typedef {{node: HTMLElement, load: (rows: any[]) => void}} Part */

const LOOK = 3000;
/** Tables on the wall at a time. */
const TILES = 6;
const HELP = ["none", "charts", "coach"];
const DEALING = [["automatic", "The house deals"], ["by-hand", "A dealer deals, step by step"], ["physical", "Real cards"]];

/**
 * The parts of a person's home page, by duty.
 * @param {{duties?: string[], name: string}} me
 * @returns {Part[]}
 */
export function staffHome(me) {
  const has = (/** @type {string} */ duty) => me.duties?.includes(duty) ?? false;
  return [
    ...(has("deal") && !has("mend") ? [new DealerTables()] : []),
    ...(["report", "sign", "exclude"].some(has) ? [new OfficeDoor(me.duties ?? [])] : []),
    ...(has("mend") ? [new FloorTables()] : []),
    ...(has("oversee") ? [new Wall()] : []),
    ...(has("manage") ? [new PeoplePage(me.name)] : []),
  ];
}

/** @param {string} id @param {string} title @param {string} text @param {HTMLElement[]} content */
function part(id, title, text, ...content) {
  return h("section", { "aria-labelledby": id }, h("h2", { id, text: title }), h("p", { class: "quiet", text }), ...content);
}

/** @param {any} row */
const titleOf = (row) => row.title || row.game_title || titled(row.game);

/** @param {any} row */
const factsOf = (row) => [
  row.game_title === titleOf(row) ? "" : row.game_title ?? titled(row.game), stakesWord(row.stakes, row.limits), `${row.taken} of ${row.seats} seats taken`,
  row.set_aside ? "set aside, cash-out only" : phaseWord(row.phase, row.pots), row.round ? `round ${row.round}` : "", dealtWord(row), helpWord(row.help),
].filter(Boolean).join(" · ");

/** @param {any} row */
const dealtWord = (row) => ({ physical: "real cards", "by-hand": "dealt by hand" })[/** @type {string} */ (row.dealing)] ?? "dealt by the house";

/** @param {any} row @param {...(Node|false)} acts */
function tableRow(row, ...acts) {
  return [h("span", { class: "table-words" }, h("strong", { text: titleOf(row) }), h("span", { class: "quiet", text: factsOf(row) })),
    h("span", { class: "row-acts" }, ...acts)];
}

/** @param {any} row @param {string} text @param {string} [more] */
const link = (row, text, more = "") => h("a", { class: "plainbutton", href: `#/table/${encodeURIComponent(row.id)}${more}`, text, "aria-label": `${text}: ${titleOf(row)}` });

/** @param {HTMLElement} list @param {any[]} rows @param {(row: any) => HTMLElement[]} make */
function fill(list, rows, make) {
  keyed(list, rows, (row) => row.id, () => h("li", { class: "table-row" }), (node, row) => {
    const now = JSON.stringify(row);
    if (node.dataset.row === now) return;
    node.dataset.row = now;
    refill(node, make(row));
  });
}

/** Links to the parts of the office that a person's duties need; by duty, as `office.js` has them. */
const OFFICE = [["daily", "Daily report", "report"], ["bank", "Banking book", "report"], ["rotation", "Rotation record", "report"], ["incidents", "Incident log", "report"],
  ["meters", "Meters", "report"], ["terms", "Meter changes", "meters"], ["jackpots", "Jackpots", "report"], ["trays", "Trays and slips", "sign"], ["dispute", "Dispute desk", "mend"], ["notices", "Notices", "mend"], ["statement", "Statements", "count"], ["exclusions", "Exclusions", "exclude"]];

class OfficeDoor {
  /** @param {string[]} duties */
  constructor(duties) {
    const links = OFFICE.filter(([, , duty]) => duties.includes(duty)).map(([name, text]) => h("a", { class: "plainbutton", href: `#/office/${name}`, text }));
    this.node = part("office-title", "Office", duties.includes("report") ? "Reports, counts, and slips." : "Slips that wait for a signature.", h("p", { class: "row-acts" }, ...links));
  }

  load() {}
}

class DealerTables {
  constructor() {
    this.list = h("ul", { class: "tables" });
    this.none = h("p", {});
    this.node = part("dealer-title", "Tables you deal", "Tables that wait for a dealer: step by step, or with real cards.", this.none, this.list);
  }

  /** @param {any[]} rows */
  load(rows) {
    const mine = rows.filter((row) => row.dealing !== "automatic");
    say(this.none, mine.length ? "" : "No table needs a dealer now. The floor can change how a table is dealt.");
    fill(this.list, mine, (row) => tableRow(row, link(row, "Deal")));
  }
}

class FloorTables {
  constructor() {
    this.list = h("ul", { class: "tables" });
    this.node = part("floor-title", "Tables at a glance", "Open a table to correct an irregularity or note a company. To rule on a dispute, open its past rounds.", this.list);
    /** @type {any[]} */ this.rows = [];
  }

  /** @param {any[]} rows */
  load(rows) {
    this.rows = rows;
    fill(this.list, rows, (row) => tableRow(row, link(row, "Open"), link(row, "Past rounds", "/rounds"),
      row.meters?.length > 0 && h("a", { class: "plainbutton", href: `#/sign/${encodeURIComponent(row.id)}`, text: "Meter sign", "aria-label": `Meter sign: ${titleOf(row)}` }),
      !row.set_aside && h("button", { type: "button", class: "plainbutton", text: row.phase === "paused" ? "Resume" : "Pause", "aria-label": `${row.phase === "paused" ? "Resume" : "Pause"}: ${titleOf(row)}`, onclick: () => halt(row) }),
      !row.set_aside && h("button", { type: "button", class: "plainbutton", text: "Rules…", "aria-label": `Rules: ${titleOf(row)}`, onclick: () => changeRules(row) }),
      !row.set_aside && h("button", { type: "button", class: "plainbutton", text: "Change…", "aria-label": `Change: ${titleOf(row)}`, onclick: () => showChange(this.rows.find((now) => now.id === row.id)) })));
  }
}

/** The laboratory with this table's rules; it posts them when they are changed. @param {any} row */
async function changeRules(row) {
  try {
    const [{ game, options }, { fresh, linkTo }] = await Promise.all([get(`/api/lab/tables/${encodeURIComponent(row.id)}`), import("../options/state.js")]);
    location.hash = linkTo({ ...fresh(game), options, table: row.id }, null);
  } catch (error) {
    notice(error);
  }
}

/** @param {any} row */
async function halt(row) {
  await send(row.id, row.phase === "paused" ? commands.resume() : commands.pause("the floor")).catch(notice);
}

/** Limits, dealing and help of a table; the limits from the next round on. @param {any} row */
function showChange(row) {
  const wrong = h("p", { class: "form-wrong", role: "alert" });
  const dollars = (/** @type {number|null} */ cents) => (cents == null ? "" : String(cents / 100));
  const least = h("input", { id: "least", type: "text", inputmode: "decimal", value: dollars(row.limits.least) });
  const most = h("input", { id: "most", type: "text", inputmode: "decimal", value: dollars(row.limits.most), placeholder: "none" });
  const dealing = h("select", { id: "dealing" }, ...DEALING.map(([value, text]) => h("option", { value, text })));
  dealing.value = row.dealing;
  const help = h("select", { id: "help" }, ...HELP.map((value) => h("option", { value, text: upper(helpWord(value)) })));
  help.value = row.help ?? "none";
  const cents = (/** @type {HTMLInputElement} */ field) => Math.round(Number(field.value.replace(/[$,\s]/g, "")) * 100);
  const form = h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const top = most.value ? cents(most) : null;
      if (!row.stakes && (cents(least) !== row.limits.least || top !== row.limits.most)) await send(row.id, commands.postLimits(cents(least), top));
      if (dealing.value !== row.dealing) await send(row.id, commands.changeDealing(dealing.value));
      if (help.value !== (row.help ?? "none")) await send(row.id, commands.permitHelp(help.value));
      dialog.close();
    } catch (error) {
      say(wrong, error instanceof Error ? error.message : String(error));
    }
  } },
  !row.stakes && h("p", { class: "form-row" }, h("label", { for: "least", text: "Minimum wager in dollars" }), least),
  !row.stakes && h("p", { class: "form-row" }, h("label", { for: "most", text: "Maximum wager in dollars" }), most),
  h("p", { class: "form-row" }, h("label", { for: "dealing", text: "Dealing" }), dealing),
  h("p", { class: "form-row" }, h("label", { for: "help", text: "Help for players" }), help), wrong,
  h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Change" })));
  const dialog = openDialog(titleOf(row), form);
}

/** Surveillance: several felts at once, with every card that has been dealt. */
class Wall {
  constructor() {
    this.frozen = false;
    this.page = 0;
    /** @type {any[]} */ this.all = [];
    /** @type {any[]} */ this.rows = [];
    /** @type {Map<string, CardTable>} */ this.felts = new Map();
    this.tiles = h("ul", { class: "wall" });
    this.none = h("p", {});
    this.freeze = h("button", { type: "button", class: "plainbutton", "aria-pressed": "false", text: "Freeze the wall", onclick: () => this.stop() });
    this.next = h("button", { type: "button", class: "plainbutton", text: "Next tables", onclick: () => this.turn() });
    this.node = part("wall-title", "Wall of tables", "The busiest tables first, with every card that has been dealt.", h("p", { class: "row-acts" }, this.freeze, this.next), this.none, this.tiles);
    this.timer = setInterval(() => this.look(), LOOK);
  }

  close() {
    clearInterval(this.timer);
  }

  stop() {
    this.frozen = !this.frozen;
    this.freeze.setAttribute("aria-pressed", String(this.frozen));
  }

  turn() {
    this.page = (this.page + 1) * TILES < this.all.length ? this.page + 1 : 0;
    this.lay();
    this.look();
  }

  /** @param {any[]} rows */
  load(rows) {
    const first = this.rows.length === 0;
    this.all = [...rows].sort((one, other) => other.taken - other.bots - (one.taken - one.bots) || other.round - one.round);
    if (this.page * TILES >= rows.length) this.page = 0;
    this.next.hidden = rows.length <= TILES;
    if (!this.frozen) this.lay();
    say(this.none, rows.length ? "" : "No tables are open.");
    if (first) this.look();
  }

  lay() {
    this.rows = this.all.slice(this.page * TILES, (this.page + 1) * TILES);
    keyed(this.tiles, this.rows, (row) => row.id, (row) => this.tile(row), (node, row) => {
      const halted = row.phase === "paused";
      const [state, pause] = [".wall-state", ".wall-pause"].map((it) => /** @type {HTMLElement} */ (node.querySelector(it)));
      say(state, halted ? "Paused. Floor staff can resume play." : "");
      pause.hidden = halted || Boolean(row.set_aside);
    });
  }

  /** @param {any} row */
  tile(row) {
    const felt = /** @type {CardTable} */ (document.createElement("card-table"));
    this.felts.set(row.id, felt);
    // Surveillance may stop a game; only the floor lets it go on.
    const pause = h("button", { type: "button", class: "plainbutton wall-pause", text: "Pause", "aria-label": `Pause: ${titleOf(row)}`, onclick: () => {
      pause.hidden = true;
      send(row.id, commands.pause("surveillance")).catch((error) => {
        pause.hidden = false;
        notice(error);
      });
    } });
    return h("li", { class: "wall-tile" }, h("p", { class: "row-head" }, h("span", {}, h("strong", { text: titleOf(row) }), " ", h("span", { class: "wall-state quiet" })),
      h("span", { class: "row-acts" }, link(row, "Watch"), link(row, "Past rounds", "/rounds"), pause)), h("div", { class: "wall-felt" }, felt));
  }

  async look() {
    if (this.frozen || document.hidden || !this.node.isConnected) return;
    for (const row of this.rows) {
      const hello = await get(`/api/tables/${encodeURIComponent(row.id)}`).catch(() => null);
      // The wall may have been frozen while the answer was on its way.
      if (this.frozen) return;
      if (hello) this.felts.get(row.id)?.show(hello.layout, hello.view);
    }
  }
}
