/** The school: what can be practiced, and drills, one question after another. */
import { get, post } from "../shared/api.js";
import { h, paint, say } from "../shared/dom.js";
import { heading } from "../shared/lettering.js";
import { notice } from "../shared/notice.js";
import { AnswerForm, TimeBar, crumbs, drawn, ended, field, remember, remembered, ruleText, styled, toSchool, whenReady } from "./parts.js";
import { becomeSomebody } from "../shared/seat.js";

const WORDS = { right: "Right", late: "Right, but late", wrong: "Wrong" };
const AUDIENCES = { dealer: "For dealers", floor: "For the floor", player: "For players" };

/** Every drill, by game, with the person's own progress; whole tables and examinations. */
export class SchoolPage {
  constructor() {
    styled();
    document.title = "School – cardroom";
    this.game = h("select", { onchange: () => this.list() });
    this.house = h("select", { onchange: () => this.list() });
    this.level = h("select", { onchange: () => this.list() }, ...["trainee", "dealer", "senior"].map((it) => h("option", { value: it, text: it })));
    this.drills = h("div", { class: "drill-groups" });
    this.weak = h("p", { class: "quiet" });
    this.more = h("p", { class: "school-links" });
    this.exams = h("section", { "aria-label": "Examinations" });
    this.node = h("main", { class: "paper school", id: "main", tabindex: -1 }, crumbs(),
      h("h1", {}, heading("School")),
      h("p", { class: "quiet", text: "Questions about rounds that the engine plays; the engine grades every answer. Missed cases come up again." }),
      h("form", { class: "school-choices" }, field("Game", this.game), field("Level", this.level), field("Rules of", this.house)),
      this.weak, this.more, this.drills, this.exams);
    this.load();
  }

  close() {}

  async load() {
    try {
      this.me = await becomeSomebody();
      const [school, mine] = await Promise.all([get("/api/school"), get("/api/school/progress")]);
      this.all = school.drills;
      this.recorded = school.recorded;
      const titles = new Map(school.drills.map((/** @type {any} */ it) => [it.game, it.game_title]));
      this.game.replaceChildren(...[...titles].map(([id, title]) => h("option", { value: id, text: title })));
      this.house.replaceChildren(h("option", { value: "", text: "each worked round" }),
        ...school.houses.map((/** @type {string} */ it) => h("option", { value: it, text: school.house_titles[it] ?? it })));
      const kept = remembered();
      for (const name of /** @type {const} */ (["game", "level", "house"])) if (kept[name]) this[name].value = kept[name];
      if (!this.game.value) this.game.selectedIndex = 0;
      if (this.house.selectedIndex < 0) this.house.selectedIndex = 0;
      say(this.weak, weakest(mine, school.recorded));
      this.list();
      if (school.recorded) this.showExams(await get("/api/school/exams"));
    } catch (error) {
      notice(error);
    }
  }

  list() {
    remember({ game: this.game.value, level: this.level.value, house: this.house.value });
    // The questions are prepared while the person chooses.
    post("/api/school/preparations", { game: this.game.value, house: this.house.value }).catch(() => {});
    const own = (this.all ?? []).filter((/** @type {any} */ it) => it.game === this.game.value);
    const groups = Object.entries(AUDIENCES).map(([audience, title]) => [title, own.filter((/** @type {any} */ it) => it.audience === audience)]);
    this.drills.replaceChildren(...groups.filter(([, rows]) => rows.length).map(([title, rows]) => h("section", { class: "drill-group" },
      h("h2", { text: title }), h("ul", { class: "drills" }, ...rows.map((/** @type {any} */ it) => drillLink(it, this.level.selectedIndex))))));
    const staff = this.me?.role === "floor" ? [h("a", { href: "#/school/class", text: "The class" })] : [];
    const mine = h("a", { href: "#/school/progress", text: "My progress" });
    const record = this.recorded ? [h("a", { href: "/api/school/record", download: "school.json", text: "Export my record" })] : [];
    this.more.replaceChildren(
      h("a", { class: "primary", href: `#/school/table/${this.game.value}`, text: "Deal a whole round" }),
      ...(this.recorded ? [h("button", { type: "button", class: "plainbutton", text: "Take an examination", onclick: () => this.begin() })] : []),
      mine, ...staff, ...record);
  }

  async begin() {
    try {
      const exam = await whenReady("/api/school/exams", { game: this.game.value, house: this.house.value });
      location.hash = `#/school/exam/${encodeURIComponent(exam.exam)}`;
    } catch (error) {
      notice(error);
    }
  }

  /** @param {any[]} exams */
  showExams(exams) {
    if (!exams.length) return;
    this.exams.replaceChildren(h("h2", { text: "My examinations" }), h("ul", { class: "exam-list" }, ...exams.map((it) => h("li", {},
      h("span", { text: `${it.title}, ${new Date(it.at * 1000).toLocaleDateString()}: ${outcome(it)}` }),
      it.ended ? "" : h("a", { href: `#/school/exam/${encodeURIComponent(it.exam)}`, text: "Continue" }),
      it.passed ? h("a", { href: `/api/school/exams/${encodeURIComponent(it.exam)}/certificate`, target: "_blank", text: "Certificate" }) : ""))));
  }
}

/** Drills have levels of their own, from the easiest on. @param {any} it @param {number} level */
const drillLink = (it, level) => h("li", {}, h("a", { class: "drill", href: `#/school/${it.name}/${it.levels[Math.min(level, it.levels.length - 1)].name}` },
  h("strong", { text: it.title }), h("span", { class: "quiet", text: it.about }),
  h("span", { class: "drill-score", text: it.asked ? `${it.right} of ${it.asked} right` : "" })));

/** An answer as it was given: the text of a choice, not its number. @param {any} question @param {string} given */
const inWords = (question, given) => (question.form === "choice" ? question.options[Number(given) - 1] : given) ?? given;

/** @param {any} exam */
export function outcome(exam) {
  if (!exam.ended) return `${exam.answered} of ${exam.questions} answered`;
  return `${exam.right} of ${exam.questions} right, ${exam.passing} needed: ${exam.passed ? "passed" : "not passed"}`;
}

/** @param {any} mine @param {boolean} recorded */
function weakest(mine, recorded) {
  const kept = recorded ? "" : "You are a guest: your answers are forgotten when you leave. ";
  const weak = mine.clauses.filter((/** @type {any} */ it) => it.right < it.asked).slice(0, 3);
  const dealt = mine.tables.map((/** @type {any} */ it) => `${it.title}, ${it.percent}%`);
  const tables = dealt.length ? ` Whole rounds dealt right: ${dealt.join("; ")}.` : "";
  return `${kept}${weak.length ? `To practice: ${weak.map((/** @type {any} */ it) => it.title).join("; ")}.` : ""}${tables}`;
}

/** One drill: a question, its answer, the next question. */
export class DrillPage {
  /** @param {string} name @param {string} [level] */
  constructor(name, level = "") {
    styled();
    this.name = name;
    this.level = level;
    /** @type {any} */ this.question = null;
    this.title = h("h1", { class: "drill-title", text: "Drill" });
    this.count = h("p", { class: "quiet" });
    this.time = new TimeBar();
    this.scene = h("section", { class: "scene", "aria-label": "The table" });
    this.text = h("p", { class: "question", id: "question" });
    this.form = new AnswerForm((given) => this.send(given));
    this.grade = h("section", { class: "grade", "aria-live": "polite" });
    this.node = h("main", { class: "paper school drill-page", id: "main", tabindex: -1, onkeydown: (/** @type {KeyboardEvent} */ event) => this.form.key(event) },
      crumbs(toSchool()), h("div", { class: "drill-head" }, this.title, this.count, this.time.node),
      this.text, this.scene, this.form.node, this.grade);
    this.form.hide();
    say(this.text, "The drill is being prepared…");
    this.next();
  }

  close() {
    this.closed = true;
    this.time.close();
  }

  async next() {
    const { house = "" } = remembered();
    try {
      await (this.known ??= becomeSomebody());
      const found = await whenReady("/api/school/questions", { drill: this.name, level: this.level, house }, () => !this.closed);
      if (!this.closed) this.show(found);
    } catch (error) {
      this.known = undefined;
      say(this.text, error instanceof Error ? error.message : "");
    }
  }

  /** @param {any} question */
  show(question) {
    this.question = question;
    this.time.start(question);
    document.title = `${question.title} – cardroom`;
    paint(this.scene, question.theme);
    say(this.title, question.title);
    this.scene.replaceChildren(...drawn(question.scene));
    say(this.text, question.text);
    this.grade.replaceChildren();
    this.form.show(question);
  }

  /** @param {string} given */
  async send(given) {
    const question = this.question;
    if (!question || this.sending) return;
    this.sending = true;
    try {
      const told = await post("/api/school/answers", { id: question.id, given });
      if (told.verdict === "unreadable") this.again(told.why);
      else this.tell(told, inWords(question, given));
    } catch (error) {
      ended(error, (words) => this.over(words));
    } finally {
      this.sending = false;
    }
  }

  /** @param {string} why */
  again(why) {
    this.grade.replaceChildren(h("p", { class: "unreadable", text: why }));
    this.form.input?.focus();
  }

  /** @param {any} told @param {string} given */
  tell(told, given) {
    this.over(
      h("p", { class: "verdict", "data-verdict": told.verdict, text: `${WORDS[/** @type {"right"} */ (told.verdict)]}. The answer is: ${told.answer}` }),
      ...(told.verdict === "wrong" && given ? [h("p", { class: "given", text: `You answered: ${given}` })] : []),
      ...(told.working ?? []).map((/** @type {string} */ line) => h("p", { text: line })),
      h("p", { class: "quiet", text: ruleText(told.clause, told.decided ? "Rule" : "The round is an example of") }));
    say(this.count, `${told.right ?? 0} of ${told.asked} right`);
  }

  /** The question has ended; what there is to say about it, and the next one. @param {...HTMLElement} words */
  over(...words) {
    this.question = null;
    this.time.stop();
    this.form.hide();
    const next = h("button", { type: "button", class: "primary", text: "Next question", onclick: () => this.next() });
    this.grade.replaceChildren(...words, next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }
}
