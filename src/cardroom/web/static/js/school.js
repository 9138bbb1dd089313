/** The school: the drills, and one question after another. Loaded only when it is opened. */
import { get, post } from "./api.js";
import { PlayCard } from "./card.js";
import { h, say } from "./dom.js";
import { heading } from "./lettering.js";
import { money } from "./money.js";
import { notice } from "./notice.js";
import { becomeSomebody } from "./seat.js";

const TICK = 100;
const WORDS = { right: "Right", late: "Right, but late", wrong: "Wrong" };

/** The style sheet comes with the page, once. */
export function styled() {
  if (document.querySelector('link[href="css/school.css"]')) return;
  document.head.append(h("link", { rel: "stylesheet", href: "css/school.css" }));
}

const crumbs = (/** @type {Node[]} */ ...more) =>
  h("nav", { class: "crumbs", "aria-label": "You are here" }, h("a", { href: "#/", text: "Lobby" }), ...more.flatMap((it) => [" / ", it]));

/** Every drill, by game, with the person's own progress. */
export class SchoolPage {
  constructor() {
    styled();
    document.title = "School – cardroom";
    this.game = h("select", { onchange: () => this.list() });
    this.house = h("select", {});
    this.level = h("select", {}, ...["trainee", "dealer", "senior"].map((it) => h("option", { value: it, text: it })));
    this.drills = h("ul", { class: "drills" });
    this.weak = h("p", { class: "quiet" });
    this.node = h("main", { class: "paper school", id: "main", tabindex: -1 }, crumbs(),
      h("h1", {}, heading("School")),
      h("p", { class: "quiet", text: "Questions about rounds of the engine, which grades every answer. Missed cases come up again." }),
      h("form", { class: "school-choices" }, field("Game", this.game), field("Level", this.level), field("Rules of", this.house)),
      this.weak, this.drills);
    this.load();
  }

  close() {}

  async load() {
    try {
      await becomeSomebody();
      const [school, mine] = await Promise.all([get("/api/school"), get("/api/school/progress")]);
      this.all = school.drills;
      const titles = new Map(school.drills.map((/** @type {any} */ it) => [it.game, it.game_title]));
      this.game.replaceChildren(...[...titles].map(([id, title]) => h("option", { value: id, text: title })));
      this.house.replaceChildren(h("option", { value: "", text: "each worked round" }),
        ...school.houses.map((/** @type {string} */ it) => h("option", { value: it, text: it.replaceAll("_", " ") })));
      const kept = remembered();
      for (const name of /** @type {const} */ (["game", "level", "house"])) if (kept[name]) this[name].value = kept[name];
      if (!this.game.value) this.game.selectedIndex = 0;
      if (this.house.selectedIndex < 0) this.house.selectedIndex = 0;
      say(this.weak, weakest(mine, school.recorded));
      this.list();
    } catch (error) {
      notice(error);
    }
  }

  list() {
    const own = (this.all ?? []).filter((/** @type {any} */ it) => it.game === this.game.value);
    this.drills.replaceChildren(...own.map((/** @type {any} */ it) => h("li", {},
      h("a", { class: "drill", href: `#/school/${it.name}`, onclick: () => this.remember() },
        h("strong", { text: it.title }), h("span", { class: "quiet", text: it.about }),
        h("span", { class: "drill-score", text: it.asked ? `${it.right} of ${it.asked} right` : "" })))));
  }

  remember() {
    const kept = { game: this.game.value, level: this.level.value, house: this.house.value };
    sessionStorage.setItem("school", JSON.stringify(kept));
  }
}

/** @returns {Record<string, string>} */
function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem("school") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} text @param {HTMLElement} control */
const field = (text, control) => h("label", {}, h("span", { text }), control);

/** @param {any} mine @param {boolean} recorded */
function weakest(mine, recorded) {
  const kept = recorded ? "" : "You are a guest: your answers are forgotten when you leave. ";
  const weak = mine.clauses.filter((/** @type {any} */ it) => it.right < it.asked).slice(0, 3);
  return weak.length ? `${kept}To practice: ${weak.map((/** @type {any} */ it) => it.name).join(", ")}.` : kept;
}

/** One drill: a question, its answer, the next question. */
export class DrillPage {
  /** @param {string} name */
  constructor(name) {
    styled();
    this.name = name;
    /** @type {any} */ this.question = null;
    this.started = 0;
    this.title = h("h1", { class: "drill-title" });
    this.count = h("p", { class: "quiet" });
    this.time = h("meter", { min: 0, max: 1, value: 1, "aria-label": "Time left" });
    this.scene = h("section", { class: "scene", "aria-label": "The table" });
    this.text = h("p", { class: "question", id: "question" });
    this.form = h("form", { class: "answer", onsubmit: (/** @type {Event} */ event) => this.submit(event) });
    this.grade = h("section", { class: "grade", "aria-live": "polite" });
    this.node = h("main", { class: "paper school drill-page", id: "main", tabindex: -1, onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
      crumbs(h("a", { href: "#/school", text: "School" })), h("div", { class: "drill-head" }, this.title, this.count, this.time),
      this.text, this.scene, this.form, this.grade);
    this.timer = setInterval(() => this.tick(), TICK);
    // The first question about a game looks through all its worked rounds.
    say(this.text, "The drill is being prepared …");
    this.next();
  }

  close() {
    clearInterval(this.timer);
  }

  async next() {
    const { level = "", house = "" } = remembered();
    try {
      await (this.known ??= becomeSomebody());
      this.show(await post("/api/school/questions", { drill: this.name, level, house }));
    } catch (error) {
      this.known = undefined;
      say(this.text, error instanceof Error ? error.message : "");
      notice(error);
    }
  }

  /** @param {any} question */
  show(question) {
    this.question = question;
    this.started = performance.now() - (question.seconds - question.left) * 1000;
    document.title = `${question.title} – cardroom`;
    this.node.dataset.game = question.game;
    say(this.title, question.title);
    this.scene.replaceChildren(...drawn(question.scene));
    say(this.text, question.text);
    this.grade.replaceChildren();
    this.form.replaceChildren(...this.controls(question));
    this.form.hidden = false;
    /** @type {HTMLElement|null} */ (this.form.querySelector("input") ?? this.form.querySelector("button"))?.focus({ preventScroll: true });
  }

  /** @param {any} question @returns {Node[]} */
  controls(question) {
    if (question.form === "choice") {
      return question.options.map((/** @type {string} */ text, /** @type {number} */ n) =>
        h("button", { type: "button", class: "school-choice", "aria-keyshortcuts": String(n + 1), onclick: () => this.send(String(n + 1)) },
          h("kbd", { text: String(n + 1) }), h("span", { text })));
    }
    const decimal = question.form === "payment" || question.form === "money";
    this.input = h("input", { type: "text", name: "given", autocomplete: "off", inputmode: decimal ? "decimal" : "text", "aria-labelledby": "question", "aria-describedby": "write" });
    const sides = question.form === "payment" ? ["pay", "take"].map((side) => h("button", { type: "button", class: "plainbutton", text: side === "pay" ? "Pay" : "Take", onclick: () => this.side(side) })) : [];
    const nothing = question.form === "payment" ? [h("button", { type: "button", class: "plainbutton", text: "Nothing", onclick: () => this.send("0") })] : [];
    return [...sides, this.input, h("button", { type: "submit", class: "primary", text: "Answer" }), ...nothing,
      h("p", { class: "quiet write", id: "write", text: question.write })];
  }

  /** Pay or take, in front of what is written. @param {string} side */
  side(side) {
    if (!this.input) return;
    this.input.value = `${side} ${this.input.value.replace(/^\s*(pay|take)\s*/i, "")}`;
    this.input.focus();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.input?.value.trim()) this.send(this.input.value);
  }

  /** Numbers choose; Enter continues. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const choices = this.form.hidden ? [] : [...this.form.querySelectorAll(".school-choice")];
    const chosen = choices[Number(event.key) - 1];
    if (chosen instanceof HTMLElement) {
      event.preventDefault();
      chosen.click();
    }
  }

  /** @param {string} given */
  async send(given) {
    const question = this.question;
    if (!question || this.sending) return;
    this.sending = true;
    try {
      const told = await post("/api/school/answers", { id: question.id, given });
      if (told.verdict === "unreadable") this.again(told.why);
      else this.tell(told);
    } catch (error) {
      notice(error);
    } finally {
      this.sending = false;
    }
  }

  /** @param {string} why */
  again(why) {
    this.grade.replaceChildren(h("p", { class: "unreadable", text: why }));
    this.input?.focus();
  }

  /** @param {any} told */
  tell(told) {
    this.question = null;
    this.form.hidden = true;
    const rule = told.clause ? `${told.decided ? "Rule" : "The round is an example of"}: ${told.clause.says} (${told.clause.cite}).` : "";
    const next = h("button", { type: "button", class: "primary", text: "Next question", onclick: () => this.next() });
    this.grade.replaceChildren(
      h("p", { class: "verdict", "data-verdict": told.verdict, text: `${WORDS[/** @type {"right"} */ (told.verdict)]}. The answer is: ${told.answer}` }),
      ...(told.working ?? []).map((/** @type {string} */ line) => h("p", { text: line })),
      h("p", { class: "quiet", text: rule }), next);
    say(this.count, `${told.right ?? 0} of ${told.asked} right`);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  tick() {
    if (!this.question) return;
    const left = this.question.seconds - (performance.now() - this.started) / 1000;
    this.time.value = Math.max(left / this.question.seconds, 0);
    this.time.title = `${Math.max(Math.ceil(left), 0)} seconds`;
  }
}

/** The table of a question. @param {any} scene @returns {Node[]} */
function drawn(scene) {
  const list = (/** @type {string[]|undefined} */ lines, /** @type {string} */ name) =>
    lines?.length ? [h("ul", { class: name }, ...lines.map((text) => h("li", { text })))] : [];
  const hands = (scene.hands ?? []).map((/** @type {any} */ it) => h("figure", { class: "scene-hand" },
    h("figcaption", { text: it.label ? `${it.name}: ${it.label}` : it.name }),
    h("div", { class: "scene-cards" }, ...it.cards.map((/** @type {string} */ face) => PlayCard.of(face)))));
  const bets = (scene.bets ?? []).map((/** @type {any} */ it) => h("li", {}, h("span", { text: it.name }), h("strong", { text: money(it.stake) })));
  return [
    ...(scene.posted?.length ? [h("p", { class: "quiet", text: `Posted: ${scene.posted.join(", ")}` })] : []),
    ...list(scene.facts, "scene-facts"),
    hands.length ? h("div", { class: "scene-hands" }, ...hands) : "",
    bets.length ? h("ul", { class: "scene-bets" }, ...bets) : "",
    ...list(scene.story, "scene-story"),
  ].filter((it) => it !== "");
}
