/** What the pages of the school share: the table of a question, and the form for its answer. */
import { PlayCard } from "../shared/card.js";
import { h, stylesheet } from "../shared/dom.js";
import { Refused, post } from "../shared/api.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { upper } from "../shared/words.js";

/** Milliseconds. */
const AGAIN = 250;

/** The style sheet comes with the page, once. */
export function styled() {
  stylesheet("school");
}

export const crumbs = (/** @type {Node[]} */ ...more) =>
  h("nav", { class: "crumbs", "aria-label": "You are here" }, h("a", { href: "#/", text: "Lobby" }), ...more.flatMap((it) => [" / ", it]));

export const toSchool = () => h("a", { href: "#/school", text: "School" });

/**
 * What was open is open no longer, which the page says where the grade would be; any other error is a notice.
 * @param {unknown} error @param {(words: HTMLElement) => void} say
 */
export function ended(error, say) {
  if (error instanceof Refused && error.status === 409) say(h("p", { class: "unreadable", text: `${upper(error.refusal.why)}.` }));
  else notice(error);
}

/**
 * Asks again while the service prepares the answer: a first question may need odds that nobody has asked for yet.
 * @param {string} path @param {object} [body] @param {() => boolean} [wanted] @returns {Promise<any>}
 */
export async function whenReady(path, body, wanted = () => true) {
  let found = await post(path, body);
  while (found.status === "computing" && wanted()) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    found = await post(path, body);
  }
  return found;
}

/** @param {string} text @param {HTMLElement} control */
export const field = (text, control) => h("label", {}, h("span", { text }), control);

/** The choices of game, level and house, for this tab. @returns {Record<string, string>} */
export function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem("school") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} kept */
export const remember = (kept) => sessionStorage.setItem("school", JSON.stringify({ ...remembered(), ...kept }));

/** @param {any} clause @param {string} [before] */
export const ruleText = (clause, before = "Rule") => (clause ? `${before}: ${clause.says} (${clause.cite}).` : "");

/** The table of a question. @param {any} scene @returns {Node[]} */
export function drawn(scene) {
  const list = (/** @type {string[]|undefined} */ lines, /** @type {string} */ name) =>
    lines?.length ? [h("ul", { class: name }, ...lines.map((text) => h("li", { text })))] : [];
  // Hands that nobody sees come last: on a small screen, what the question is about must be in sight.
  const hidden = (/** @type {any} */ it) => it.cards.every((/** @type {string} */ face) => face === "??");
  const seen = [...(scene.hands ?? [])].sort((one, other) => Number(hidden(one)) - Number(hidden(other)));
  const hands = seen.map((/** @type {any} */ it) => h("figure", { class: "scene-hand" },
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

/** The form for an answer: a choice by number, an amount, or any text. */
export class AnswerForm {
  /** @param {(given: string) => void} send */
  constructor(send) {
    this.send = send;
    this.node = h("form", { class: "answer", onsubmit: (/** @type {Event} */ event) => this.submit(event) });
  }

  /** @param {any} question */
  show(question) {
    this.input = undefined;
    this.node.replaceChildren(...(question.form === "choice" ? this.choices(question) : this.controls(question)));
    this.node.hidden = false;
    /** @type {HTMLElement|null} */ (this.input ?? this.node.querySelector("button"))?.focus({ preventScroll: true });
  }

  hide() {
    this.node.hidden = true;
  }

  /** @param {any} question @returns {Node[]} */
  choices(question) {
    return question.options.map((/** @type {string} */ text, /** @type {number} */ n) =>
      h("button", { type: "button", class: "school-choice", "aria-keyshortcuts": String(n + 1), onclick: () => this.send(String(n + 1)) },
        h("kbd", { text: String(n + 1) }), h("span", { text })));
  }

  /** @param {any} question @returns {Node[]} */
  controls(question) {
    const payment = question.form === "payment";
    const decimal = payment || question.form === "money";
    this.input = h("input", { type: "text", name: "given", autocomplete: "off", inputmode: decimal ? "decimal" : "text", "aria-labelledby": "question", "aria-describedby": "write" });
    const plain = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", class: "plainbutton", text, onclick });
    return [
      ...(payment ? [plain("Pay", () => this.side("pay")), plain("Take", () => this.side("take"))] : []),
      this.input, h("button", { type: "submit", class: "primary", text: "Answer" }),
      ...(payment ? [plain("Nothing", () => this.send("0"))] : []),
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

  /** Numbers choose. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const choices = this.node.hidden ? [] : [...this.node.querySelectorAll(".school-choice")];
    const chosen = choices[Number(event.key) - 1];
    if (chosen instanceof HTMLElement) {
      event.preventDefault();
      chosen.click();
    }
  }
}

/** The time that is left, as a bar. */
export class TimeBar {
  constructor() {
    this.node = h("meter", { min: 0, max: 1, value: 1, "aria-label": "Time left" });
    /** @type {any} */ this.question = null;
    this.started = 0;
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** @param {any} question */
  start(question) {
    this.question = question;
    this.started = performance.now() - (question.seconds - question.left) * 1000;
  }

  stop() {
    this.question = null;
  }

  close() {
    clearInterval(this.timer);
  }

  tick() {
    if (!this.question) return;
    const left = this.question.seconds - (performance.now() - this.started) / 1000;
    this.node.value = Math.max(left / this.question.seconds, 0);
    const seconds = Math.max(Math.ceil(left), 0);
    this.node.title = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  }
}
