/** The class, for the trainer: everybody's progress, rounds dealt, and examinations. */
import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { notice } from "../shared/notice.js";
import { outcome } from "./school.js";
import { crumbs, styled, toSchool } from "./parts.js";
import { becomeSomebody } from "../shared/seat.js";

const COLUMNS = ["asked", "right", "late", "time", "trend"];

/** A table that is scrolled on a narrow screen, by keyboard too. @param {string} name @param {Node} table */
const wide = (name, table) => h("div", { class: "wide", role: "region", tabindex: 0, "aria-label": name }, table);

/** @param {any[]} rows @param {string} name */
function standings(rows, name) {
  if (!rows.length) return h("p", { class: "quiet", text: "Nothing yet." });
  return wide(`By ${name}`, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col", text: name }), ...COLUMNS.map((text) => h("th", { scope: "col", class: "num", text })))),
    h("tbody", {}, ...rows.map((it) => h("tr", {}, h("th", { scope: "row", text: it.title }),
      ...[it.asked, `${it.percent}%`, it.late || "", `${it.seconds.toFixed(0)} s`, it.trend ? `${it.trend > 0 ? "+" : ""}${Math.round(100 * it.trend)}%` : ""].map((text) => h("td", { class: "num", text: String(text) })))))));
}

export class ClassPage {
  /** @param {string} [person] */
  constructor(person) {
    styled();
    document.title = "The class – cardroom";
    this.body = h("div", { class: "class-body" });
    const up = person ? [h("a", { href: "#/school/class", text: "The class" })] : [];
    this.node = h("main", { class: "paper school", id: "main", tabindex: -1 }, crumbs(toSchool(), ...up),
      h("h1", { class: "drill-title", text: person ?? "The class" }), this.body);
    this.load(person).catch(notice);
  }

  close() {}

  /** @param {string} [person] */
  async load(person) {
    const everybody = await get("/api/school/class");
    if (!person) {
      this.body.replaceChildren(everybody.length ? overview(everybody) : h("p", { text: "Nobody with an account has answered a question yet." }));
      return;
    }
    const [row, one] = [everybody.find((/** @type {any} */ it) => it.person === person), await get(`/api/school/class/${encodeURIComponent(person)}`)];
    this.body.replaceChildren(
      h("h2", { text: "Examinations" }), exams(person, row?.exams ?? []),
      h("h2", { text: "Weakest rules" }), standings(one.clauses.slice(0, 12), "rule"),
      h("h2", { text: "By drill" }), standings(one.drills, "drill"),
      h("h2", { text: "Whole rounds dealt" }), standings(one.tables, "game"));
  }
}

/** A person's own progress, which nobody else but the floor is shown. */
export class ProgressPage {
  constructor() {
    styled();
    document.title = "My progress – cardroom";
    this.body = h("div", { class: "class-body" });
    this.node = h("main", { class: "paper school", id: "main", tabindex: -1 }, crumbs(toSchool()),
      h("h1", { class: "drill-title", text: "My progress" }), this.body);
    this.load().catch(notice);
  }

  close() {}

  async load() {
    await becomeSomebody();
    const mine = await get("/api/school/progress");
    this.body.replaceChildren(
      h("h2", { text: "Weakest rules" }), standings(mine.clauses.slice(0, 12), "rule"),
      h("h2", { text: "By game" }), standings(mine.games, "game"),
      h("h2", { text: "By drill" }), standings(mine.drills, "drill"),
      h("h2", { text: "Whole rounds dealt" }), standings(mine.tables, "game"));
  }
}

/** @param {any[]} rows */
function overview(rows) {
  const cells = (/** @type {any} */ it) => {
    const weakest = it.games.length ? `${it.games[0].title} (${it.games[0].percent}%)` : "";
    const passed = it.exams.filter((/** @type {any} */ one) => one.passed).map((/** @type {any} */ one) => one.title).join(", ");
    const dealt = it.tables.map((/** @type {any} */ one) => `${one.title} ${one.percent}%`).join(", ");
    return [String(it.asked), it.asked ? `${it.percent}%` : "", weakest, dealt, passed, new Date(it.last * 1000).toLocaleDateString()];
  };
  return wide("The class", h("table", { class: "class-table" },
    h("thead", {}, h("tr", {}, ...["trainee", "questions", "right", "weakest game", "rounds dealt right", "passed", "last"].map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map((it) => h("tr", {},
      h("th", { scope: "row" }, h("a", { href: `#/school/class/${encodeURIComponent(it.person)}`, text: it.person })),
      ...cells(it).map((text) => h("td", { text })))))));
}

/** @param {string} person @param {any[]} rows */
function exams(person, rows) {
  if (!rows.length) return h("p", { class: "quiet", text: "None yet." });
  return h("ul", { class: "exam-list" }, ...rows.map((it) => h("li", {},
    h("span", { text: `${it.title}, ${new Date(it.at * 1000).toLocaleDateString()}: ${outcome(it)}` }),
    it.passed ? h("a", { href: `/api/school/class/${encodeURIComponent(person)}/exams/${encodeURIComponent(it.exam)}/certificate`, target: "_blank", text: "Certificate" }) : "")));
}
