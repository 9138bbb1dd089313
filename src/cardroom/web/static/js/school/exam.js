/** An examination: one question after another, no help, and the result at the end. */
import { get, post } from "../shared/api.js";
import { h, paint, say } from "../shared/dom.js";
import { notice } from "../shared/notice.js";
import { patiently } from "../shared/patience.js";
import { outcome } from "./school.js";
import { AnswerForm, TimeBar, crumbs, drawn, ended, styled, toSchool, whenReady } from "./parts.js";

export class ExamPage {
  /** @param {string} exam */
  constructor(exam) {
    styled();
    document.title = "Examination – cardroom";
    this.path = `/api/school/exams/${encodeURIComponent(exam)}`;
    this.exam = exam;
    this.closed = false;
    /** For what is asked for again. */
    this.page = { told: (/** @type {string} */ words) => say(this.count, words), closed: () => this.closed };
    /** @type {any} */ this.question = null;
    this.title = h("h1", { class: "drill-title", text: "Examination" });
    this.count = h("p", { class: "quiet", "aria-live": "polite" });
    this.time = new TimeBar();
    this.scene = h("section", { class: "scene", "aria-label": "The table" });
    this.text = h("p", { class: "question", id: "question" });
    this.form = new AnswerForm((given) => this.send(given));
    this.grade = h("section", { class: "grade", "aria-live": "polite" });
    this.stop = h("button", { type: "button", class: "plainbutton", text: "End the examination", onclick: () => this.giveUp() });
    this.node = h("main", { class: "paper school drill-page", id: "main", tabindex: -1, onkeydown: (/** @type {KeyboardEvent} */ event) => this.form.key(event) },
      crumbs(toSchool()), h("div", { class: "drill-head" }, this.title, this.count, this.time.node),
      this.text, this.scene, this.form.node, this.grade, this.stop);
    this.form.hide();
    say(this.text, "The examination is being prepared…");
    this.load();
  }

  close() {
    this.closed = true;
    this.time.close();
  }

  async load() {
    try {
      const exams = await patiently(() => get("/api/school/exams"), this.page);
      const own = exams.find((/** @type {any} */ it) => it.exam === this.exam);
      if (own?.ended) this.finish(own);
      else await this.next();
    } catch (error) {
      say(this.text, error instanceof Error ? error.message : String(error));
    }
  }

  async next() {
    const told = await patiently(() => whenReady(`${this.path}/questions`, {}, () => !this.closed), this.page);
    if (this.closed) return;
    this.question = told.question;
    this.time.start(told.question);
    say(this.title, `Examination: ${told.question.title}`);
    say(this.count, `Question ${told.number} of ${told.questions}`);
    paint(this.scene, told.question.theme);
    this.scene.replaceChildren(...drawn(told.question.scene));
    say(this.text, told.question.text);
    this.grade.replaceChildren();
    this.form.show(told.question);
  }

  /** @param {string} given */
  async send(given) {
    if (!this.question || this.sending) return;
    this.sending = true;
    try {
      const told = await post(`${this.path}/answers`, { id: this.question.id, given });
      if (told.why) {
        this.grade.replaceChildren(h("p", { class: "unreadable", text: told.why }));
        this.form.input?.focus();
      } else if (told.exam.ended) this.finish(told.exam);
      else await this.next();
    } catch (error) {
      ended(error, (words) => this.next().then(() => this.grade.replaceChildren(words), notice));
    } finally {
      this.sending = false;
    }
  }

  async giveUp() {
    if (!confirm("End the examination now? Questions that are not answered count as wrong.")) return;
    try {
      this.finish(await post(`${this.path}/end`));
    } catch (error) {
      notice(error);
    }
  }

  /** @param {any} exam */
  finish(exam) {
    this.question = null;
    this.time.stop();
    this.time.node.hidden = true;
    this.form.hide();
    this.stop.remove();
    this.scene.remove();
    say(this.title, `Examination: ${exam.title}`);
    say(this.count, "");
    say(this.text, exam.passed ? "You have passed." : "You have not passed.");
    const back = h("a", { class: "primary", href: "#/school", text: "Back to the school" });
    this.grade.replaceChildren(
      h("p", { class: "verdict", "data-verdict": exam.passed ? "right" : "wrong", text: `${outcome(exam)}.` }),
      exam.passed ? h("p", {}, h("a", { href: `${this.path}/certificate`, target: "_blank", text: "Certificate (PDF)" })) : "",
      h("p", { class: "quiet entry", text: `Examination ${exam.exam}, journal entry ${exam.entry}` }), back);
    back.focus({ preventScroll: true });
  }
}
