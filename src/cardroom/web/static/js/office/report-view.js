/** A report of the office or a player's statement: its day, its chart, its tables, and files to keep. */
import { h, say } from "../shared/dom.js";
import { get } from "../shared/api.js";
import { money } from "../shared/money.js";

const AGAIN = 1500;
const FORMS = [["pdf", "PDF"], ["csv", "CSV"], ["json", "JSON"]];

/** @typedef {{name: string, title: string, kind: string}} Column */
/** @typedef {{name: string, title: string, columns: Column[], rows: any[][], empty: string, brief: string[]}} ReportTable */
/** @typedef {{title: string, note: string, tables: ReportTable[], titles?: Record<string, string>, games?: Record<string, string>, meters?: Record<string, string>, drawing?: string, drawn?: string, remarks?: string[], day?: string}} Report */

/** What tables, games, and meters are called, by their ids. @typedef {{table: Record<string, string>, game: Record<string, string>, meter: Record<string, string>}} Titles */

/**
 * Asks until the report is computed.
 * @param {string} path
 * @param {() => boolean} wanted
 * @returns {Promise<Report|null>}  Null if nobody waits for it any longer.
 */
export async function computed(path, wanted) {
  for (;;) {
    const found = await get(path);
    if (!wanted()) return null;
    if (found.status !== "computing") return found;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** @param {any} cell @param {string} kind @param {Titles} titles */
function shown(cell, kind, titles) {
  if (cell === null || cell === undefined) return "";
  switch (kind) {
    case "table": case "game": case "meter": return titles[kind][cell] ?? String(cell);
    case "cents": return money(cell);
    case "exact": return exact(String(cell));
    case "decimal": return money(Math.round(cell));
    case "percent": return `${(cell * 100).toFixed(2)}%`.replace("-", "−");
    case "number": return cell.toLocaleString("en-US");
    default: return String(cell);
  }
}

/** An amount to the fraction of a cent, like "200240" or "400481/2". @param {string} text */
function exact(text) {
  const [top, below = "1"] = text.split("/");
  const whole = Math.floor(Number(top) / Number(below));
  const rest = Number(top) - whole * Number(below);
  return rest ? `${money(whole)} +${rest}/${below}¢` : money(whole);
}

/** The chart comes as a drawing for paper; it keeps its own colors. @param {string} drawing @param {string} words */
function chart(drawing, words) {
  const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return null;
  parsed.setAttribute("role", "img");
  parsed.setAttribute("aria-label", words);
  return h("figure", { class: "report-chart" }, document.adoptNode(parsed), h("figcaption", { text: words }));
}

/** A sentence wraps, so that what comes after it stays in sight. @param {string} text @param {string|null} kind */
const cell = (text, kind) => h("td", { "data-kind": kind, class: text.length > LONG ? "long" : null, text });

const LONG = 40;

/** @param {ReportTable} table @param {number} number @param {Titles} titles */
function section(table, number, titles) {
  const id = `report-${number}-${table.name}`;
  const kept = table.columns.map((column, place) => ({ column, place })).filter(({ column }) => !table.brief.length || table.brief.includes(column.name));
  const align = (/** @type {Column} */ column) => (["text", "table", "game", "meter"].includes(column.kind) ? null : "number");
  const body = table.rows.length
    ? h("div", { class: "report-scroll", tabindex: 0, role: "group", "aria-labelledby": id },
      h("table", {}, h("thead", {}, h("tr", {}, ...kept.map(({ column }) => h("th", { scope: "col", "data-kind": align(column), text: column.title || "Name" })))),
        h("tbody", {}, ...table.rows.map((row) => h("tr", { "data-flag": row.some((cell) => typeof cell === "string" && cell.startsWith("outside")) ? "outside" : null },
          ...kept.map(({ column, place }) => cell(shown(row[place], column.kind, titles), align(column))))))))
    : h("p", { class: "quiet", text: table.empty });
  return h("section", { "aria-labelledby": id }, h("h2", { id, text: table.title }), body);
}

/**
 * The report as one node.
 * @param {Report} report
 * @param {(form: string) => string} file  The address of a file, by its form.
 */
function reportNode(report, file) {
  const titles = { table: report.titles ?? {}, game: report.games ?? {}, meter: report.meters ?? {} };
  return h("article", { class: "report", "aria-label": report.title },
    h("h2", { class: "report-title", text: report.title }), h("p", { class: "quiet", text: report.note }),
    h("p", { class: "row-acts" }, ...FORMS.map(([form, text]) => h("a", { class: "plainbutton", href: file(form), download: "", text: `Download ${text}` }))),
    report.drawing ? chart(report.drawing, report.drawn ?? "") : null,
    ...report.tables.map((table, number) => section(table, number, titles)),
    ...(report.remarks ?? []).map((text) => h("p", { class: "quiet", text })));
}

/** A report of a gaming day, with a choice of the day and, for the daily report, of the span. */
export class DayReport {
  /** @param {string} name @param {{spans: boolean, theory: boolean}} has */
  constructor(name, has) {
    this.name = name;
    this.has = has;
    this.asked = 0;
    this.day = h("input", { type: "date", onchange: () => this.load() });
    this.span = h("select", { onchange: () => this.load() },
      h("option", { value: "day", text: "The day" }), h("option", { value: "month", text: "Month to date" }), h("option", { value: "year", text: "Year to date" }));
    this.status = h("p", { role: "status", class: "quiet" });
    this.place = h("div", {});
    this.node = h("div", {},
      h("form", { class: "report-asks", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        h("label", {}, h("span", { text: "Gaming day" }), this.day), has.spans && h("label", {}, h("span", { text: "Span" }), this.span)),
      this.status, this.place);
    this.load();
  }

  /** @param {string} theory */
  query(theory) {
    const asked = new URLSearchParams();
    if (this.day.value) asked.set("day", this.day.value);
    if (this.has.spans) asked.set("span", this.span.value);
    if (theory) asked.set("theory", theory);
    const text = asked.toString();
    return text ? `?${text}` : "";
  }

  close() {
    this.asked += 1;
  }

  /** The figures come at once; what should have been won takes longer the first time. */
  async load() {
    const turn = ++this.asked;
    const wanted = () => this.asked === turn;
    const path = `/api/office/reports/${this.name}`;
    const stages = this.has.theory ? ["left-out", "computed"] : [""];
    say(this.status, "Computing the report…");
    try {
      for (const stage of stages) {
        const found = await computed(`${path}${this.query(stage)}`, wanted);
        if (!found) return;
        if (found.day && !this.day.value) this.day.value = found.day;
        this.place.replaceChildren(reportNode(found, (form) => `${path}/${form}${this.query("")}`));
        say(this.status, stage === "left-out" ? "Computing the expected win…" : "");
      }
    } catch (error) {
      if (wanted()) say(this.status, error instanceof Error ? error.message : String(error));
    }
  }
}

/** A player's statement: the player's own, or one that the office asks for. */
export class Statement {
  /** @param {string} path */
  constructor(path) {
    this.open = true;
    this.status = h("p", { role: "status", class: "quiet", text: "Computing the statement…" });
    this.place = h("div", {});
    this.node = h("div", {}, this.status, this.place);
    computed(path, () => this.open).then((found) => {
      if (!found) return;
      say(this.status, "");
      this.place.replaceChildren(reportNode(found, (form) => `${path}/${form}`));
    }, (error) => say(this.status, error.message));
  }

  close() {
    this.open = false;
  }
}
