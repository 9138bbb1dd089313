/** The office: reports of a gaming day, trays and slips, disputes, statements, and exclusions. Loaded when it is opened. */
import { h, keyed, say, stylesheet } from "../shared/dom.js";
import { get, post } from "../shared/api.js";
import { DisputeDesk, JackpotSlip } from "./dispute.js";
import { heading } from "../shared/lettering.js";
import { MeterChanges, capital } from "./meters.js";
import { money, signed } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { DayReport, Statement } from "./report-view.js";
import { becomeSomebody } from "../shared/seat.js";
import { Trays } from "./trays.js";

/** @typedef {{node: HTMLElement, close?: () => void}} Part */
/** @typedef {{name: string, duties: string[]}} Me */

/** The parts of the office: address, title, the duty it needs, and what it shows. @type {[string, string, string, (me: Me, rest: string[]) => Part][]} */
const PARTS = [
  ["daily", "Daily report", "report", () => new DayReport("daily", { spans: true, theory: true })],
  ["bank", "Banking book", "report", () => new DayReport("bank", { spans: false, theory: false })],
  ["rotation", "Rotation record", "report", () => new DayReport("rotation", { spans: false, theory: false })],
  ["incidents", "Incident log", "report", () => new DayReport("incidents", { spans: false, theory: false })],
  ["meters", "Meters", "report", () => new DayReport("meters", { spans: false, theory: false })],
  ["terms", "Meter changes", "meters", (me) => new MeterChanges(me)],
  ["jackpots", "Jackpots", "report", (me, rest) => (rest.length === 2 && me.duties.includes("mend") ? new JackpotSlip(rest[0], Number(rest[1])) : new DayReport("jackpots", { spans: false, theory: false }))],
  ["trays", "Trays and slips", "sign", (me) => new Trays(me)],
  ["dispute", "Dispute desk", "mend", (_me, rest) => (rest.length === 2 ? new DisputeDesk(rest[0], Number(rest[1])) : new DisputeChoice())],
  ["notices", "Notices", "mend", () => new Notices()],
  ["statement", "Statements", "count", (_me, rest) => (rest[0] ? new Statement(`/api/office/people/${encodeURIComponent(rest[0])}/statement`) : new StatementChoice())],
  ["exclusions", "Exclusions", "exclude", () => new Exclusions()],
];

/** What a person finds in the office. @param {string[]} duties */
const partsFor = (duties) => PARTS.filter(([, , duty]) => duties.includes(duty));

export class OfficePage {
  /** @param {string} part @param {string[]} rest */
  constructor(part, rest) {
    stylesheet("office");
    document.title = "Office – cardroom";
    /** @type {Part|null} */ this.inner = null;
    this.nav = h("nav", { class: "office-nav", "aria-label": "Office" });
    this.place = h("div", {});
    this.title = h("h1", {});
    this.node = h("main", { class: "paper office", id: "main", tabindex: -1 },
      h("nav", { class: "crumbs", "aria-label": "You are here" }, h("a", { href: "#/", text: "Lobby" })), this.title, this.nav, this.place);
    this.load(part, rest);
  }

  close() {
    this.inner?.close?.();
    this.title.remove();
  }

  /** @param {string} part @param {string[]} rest */
  async load(part, rest) {
    try {
      const me = await get("/api/me");
      const mine = partsFor(me.duties ?? []);
      const chosen = mine.find(([name]) => name === part) ?? (part ? undefined : mine[0]);
      this.title.replaceChildren(heading(chosen ? chosen[1] : "Office"));
      this.nav.replaceChildren(...mine.map(([name, title]) => h("a", { class: "plainbutton", href: `#/office/${name}`, text: title, "aria-current": name === chosen?.[0] ? "page" : null })));
      if (!chosen) {
        this.place.replaceChildren(h("p", { text: mine.length ? "This part of the office is not one of your duties." : "The office is for staff: log in first." }));
        return;
      }
      this.inner = chosen[3](me, rest);
      if (this.title.isConnected) this.place.replaceChildren(this.inner.node);
      else this.inner.close?.();
    } catch (error) {
      notice(error);
    }
  }
}

/** A player's own statement. */
export class StatementPage {
  constructor() {
    stylesheet("office");
    document.title = "Your statement – cardroom";
    /** @type {Statement|null} */ this.inner = null;
    this.place = h("div", {});
    this.node = h("main", { class: "paper office", id: "main", tabindex: -1 },
      h("nav", { class: "crumbs", "aria-label": "You are here" }, h("a", { href: "#/", text: "Lobby" })),
      h("h1", {}, heading("Your statement")), this.place);
    becomeSomebody().then(() => {
      this.inner = new Statement("/api/me/statement");
      this.place.replaceChildren(new OwnLimits().node, this.inner.node);
    }).catch(notice);
  }

  close() {
    this.inner?.close();
  }
}

/** What a player may lose, and how long they may play, in a gaming day; the player decides, and the house enforces it. */
class OwnLimits {
  constructor() {
    this.today = h("p", { class: "quiet", role: "status" });
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    this.loss = h("input", { id: "loss", type: "text", inputmode: "decimal", placeholder: "no limit" });
    this.minutes = h("input", { id: "minutes", type: "number", min: 0, max: 1500, placeholder: "no limit" });
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const dollars = this.loss.value.replace(/[$,\s]/g, "");
      this.ask(post("/api/me/limits", { loss: dollars ? Math.round(Number(dollars) * 100) : null, minutes: this.minutes.value ? Number(this.minutes.value) : null }));
    } }, row("loss", "The most you may lose in a gaming day, in dollars", this.loss), row("minutes", "The most minutes you may play in a gaming day", this.minutes),
    h("p", { class: "quiet", text: "A lower limit takes effect at once, a higher one after a day." }), this.wrong,
    h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Set limits" })));
    this.node = h("section", { "aria-labelledby": "limits-title" }, h("h2", { id: "limits-title", text: "Your limits" }), this.today, form);
    this.ask(get("/api/me/limits"));
  }

  /** @param {Promise<any>} asked */
  async ask(asked) {
    try {
      const now = await asked;
      this.loss.value = now.loss === null ? "" : String(now.loss / 100);
      this.minutes.value = now.minutes === null ? "" : String(now.minutes);
      say(this.wrong, "");
      const coming = now.coming ? ` From ${new Date(now.coming.since / 1e6).toLocaleString()}: ${limitWords(now.coming)}.` : "";
      say(this.today, `Today you have bought in for ${money(now.at_risk)} more than you have cashed out, and played ${minutesWord(now.played)}. In force: ${limitWords(now)}.${coming}`);
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {number} minutes */
const minutesWord = (minutes) => `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;

/** @param {{loss?: number|null, minutes?: number|null}} limits */
const limitWords = ({ loss = null, minutes = null }) => [loss === null ? "" : `a loss of ${money(loss)}`, minutes === null ? "" : minutesWord(minutes)].filter(Boolean).join(" and ") || "no limits";

/** Which round a dispute is about. */
class DisputeChoice {
  constructor() {
    this.table = h("select", { id: "table", onchange: () => this.choose() });
    this.round = h("input", { id: "round", type: "number", min: 1, required: true });
    this.last = h("div", { "aria-live": "polite" });
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      location.hash = `#/office/dispute/${encodeURIComponent(this.table.value)}/${this.round.value}`;
    } }, row("table", "Table", this.table), row("round", "Round", this.round), h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Open the round" })));
    this.node = h("div", {}, h("p", { class: "quiet", text: "A ruling is about a round that was settled and cleared. While a round is open, use the remedies at its table." }), form, this.last);
    get("/api/tables").then((tables) => {
      this.table.replaceChildren(...tables.map((/** @type {any} */ it) => h("option", { value: it.id, text: it.title || it.game_title })));
      this.choose();
    }).catch(notice);
  }

  /** The last rounds of the table, with what everybody won or lost. */
  async choose() {
    const table = this.table.value;
    const rounds = table ? await get(`/api/tables/${encodeURIComponent(table)}/rounds`).catch((error) => error) : [];
    if (this.table.value !== table) return;
    if (rounds instanceof Error) return this.last.replaceChildren(h("p", { class: "form-wrong", text: `The last rounds could not be loaded. ${rounds.message}` }));
    const shown = [...rounds].sort((a, b) => b.number - a.number).slice(0, LAST_ROUNDS);
    this.last.replaceChildren(h("h2", { text: "Last rounds of the table" }), shown.length
      ? h("ul", { class: "last-rounds" }, ...shown.map((it) => h("li", {}, h("a", { href: `#/office/dispute/${encodeURIComponent(table)}/${it.number}`, text: `Round ${it.number}` }),
        `: ${Object.entries(it.results).map(([name, amount]) => `${name} ${signed(Number(amount))}`).join(", ") || "nobody played"}`)))
      : h("p", { class: "quiet", text: "No round was settled here yet." }));
  }
}

const LAST_ROUNDS = 10;

/** Whose statement the office prints. */
class StatementChoice {
  constructor() {
    const name = h("input", { id: "player", type: "text", required: true, autocomplete: "off" });
    this.node = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      location.hash = `#/office/statement/${encodeURIComponent(name.value)}`;
    } }, row("player", "Name of the player", name), h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Show the statement" })));
  }
}

/** Notice of other rules, limits, or collection at a table. */
class Notices {
  constructor() {
    this.table = h("select", { id: "table", onchange: () => this.choose() });
    this.option = h("select", { id: "option", onchange: () => this.explain() });
    this.value = h("input", { id: "value", type: "text", required: true, autocomplete: "off" });
    this.about = h("p", { class: "quiet" });
    this.rounds = h("input", { id: "rounds", type: "number", min: 1, max: 1000, value: 1 });
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    this.shown = h("div", { "aria-live": "polite" });
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.give();
    } }, row("table", "Table", this.table), row("option", "Option", this.option), this.about, row("value", "New value", this.value),
    row("rounds", "Rounds before it takes effect", this.rounds), this.wrong, h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Give notice" })));
    this.node = h("div", {}, h("p", { class: "quiet", text: "A change is posted in advance and takes effect between rounds only. The house and the law may ask for a longer period." }), form, this.shown);
    this.load();
  }

  async load() {
    try {
      const [tables, games] = await Promise.all([get("/api/tables"), get("/api/games")]);
      this.tables = tables;
      this.games = games;
      this.table.replaceChildren(...tables.map((/** @type {any} */ it) => h("option", { value: it.id, text: it.title || it.game_title })));
      this.choose();
    } catch (error) {
      notice(error);
    }
  }

  choose() {
    const game = this.tables?.find((/** @type {any} */ it) => it.id === this.table.value)?.game;
    this.options = this.games?.find((/** @type {any} */ it) => it.id === game)?.options ?? [];
    this.option.replaceChildren(...this.options.map((/** @type {any} */ it) => h("option", { value: it.name, text: it.name.replaceAll("_", " ") })));
    this.posted = {};
    this.explain();
    const table = this.table.value;
    get(`/api/lab/tables/${encodeURIComponent(table)}`).then((found) => {
      if (this.table.value !== table) return;
      this.posted = found.options;
      this.explain();
    }).catch(notice);
  }

  /** What the option decides, and what is posted now. */
  explain() {
    const option = this.options?.find((/** @type {any} */ it) => it.name === this.option.value);
    const now = option ? this.posted?.[option.name] ?? option.default : "";
    say(this.about, option ? `${capital(option.about)}. Now: ${now === "" ? "none" : now}.` : "");
  }

  async give() {
    say(this.wrong, "");
    try {
      const path = `/api/tables/${encodeURIComponent(this.table.value)}/notice`;
      await post(path, { options: { [this.option.value]: this.value.value }, rounds: Number(this.rounds.value) });
      this.shown.replaceChildren(h("p", { role: "status" }, "Notice is given at the table. ", h("a", { href: `${path}/pdf`, target: "_blank", rel: "noopener", text: "Print it" }), " and read it out before the next round."));
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
    }
  }
}

/** People who are not seated. */
class Exclusions {
  constructor() {
    this.list = h("ul", { class: "tables" });
    this.none = h("p", { class: "quiet" });
    this.wrong = h("p", { class: "form-wrong", role: "alert" });
    const name = h("input", { id: "excluded", type: "text", required: true, maxlength: 40, autocomplete: "off" });
    const why = h("input", { id: "exclude-why", type: "text", required: true, maxlength: 300 });
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.do(post("/api/office/exclusions", { name: name.value, why: why.value })).then((done) => done && form.reset());
    } }, row("excluded", "Name", name), row("exclude-why", "Reason", why), this.wrong, h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Exclude" })));
    this.node = h("div", {}, h("p", { class: "quiet", text: "A person on this list may not be seated, buy chips, bet, or bank, but can always leave and cash out." }), this.none, this.list, h("h2", { text: "Exclude a person" }), form);
    this.load();
  }

  async load() {
    const rows = await get("/api/office/exclusions").catch((error) => error);
    // The list that was shown stays.
    if (rows instanceof Error) return say(this.none, `The list could not be loaded. ${rows.message}`);
    say(this.none, rows.length ? "" : "Nobody is excluded.");
    keyed(this.list, rows, (it) => it.name, (it) => h("li", { class: "table-row" }, h("span", { class: "table-words" }, h("strong", { text: it.name }), h("span", { class: "quiet", text: it.why })), this.back(it)));
  }

  /** @param {any} it */
  back(it) {
    const id = `readmit-${it.name}`;
    const why = h("input", { id, type: "text", required: true, maxlength: 300, placeholder: "Reason", "aria-label": `Reason to readmit ${it.name}` });
    return h("form", { class: "row-acts", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.do(post(`/api/office/exclusions/${encodeURIComponent(it.name)}/readmit`, { why: why.value }));
    } }, why, h("button", { class: "plainbutton", text: "Readmit", "aria-label": `Readmit ${it.name}` }));
  }

  /** @param {Promise<unknown>} asked */
  async do(asked) {
    try {
      await asked;
      say(this.wrong, "");
      await this.load();
      return true;
    } catch (error) {
      say(this.wrong, error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}

/** @param {string} id @param {string} words @param {HTMLElement} control */
const row = (id, words, control) => h("p", { class: "form-row" }, h("label", { for: id, text: words }), control);
