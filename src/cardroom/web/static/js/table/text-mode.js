/** The table as a log and a command line: for blind players, and for speed. Loaded only when it is chosen. */
import { h, say, stylesheet } from "../shared/dom.js";
import * as commands from "../shared/commands.js";
import { money } from "../shared/money.js";
import { playerBanked } from "../felt/bank.js";
import { betWords, PARTS, peopleWords, turnWords } from "./state-words.js";
import { BACK } from "../felt/wagers.js";
import { boxWord, inPerson, positionWord } from "../shared/words.js";

/** @typedef {import("../shared/types.js").View} View @typedef {import("../shared/types.js").Layout} Layout */

const KEPT = 300;

/**
 * @typedef {{place: (box: number, spot: string, cents: number) => void, deal: () => void, next: () => void,
 *   act: (box: number, verb: string, amount: number|null, cards: string[]) => void, sit: (box?: number) => void,
 *   leave: () => Promise<unknown>, buy: (cents: number) => Promise<unknown>, cash: () => Promise<unknown>, order: (command: Record<string, unknown>) => Promise<unknown>,
 *   rebet: () => void, undo: () => void, clear: () => void, double: () => void, felt: () => void}} Actions
 */

/** The commands of this table, as its layout and the view offer them. @param {Layout} layout @param {View} view */
function helpWords(layout, view) {
  const { spots } = layout.boxes[0];
  const { box } = layout.boxes[layout.boxes.length - 1];
  const least = (view.limits.least / 100).toString();
  return [
    ...(spots.length ? [`${betExamples(spots, least, box).join(", ")}: place a bet`, "rebet, double bets, undo, clear: change the wagers"] : []),
    ...(layout.backline ? [`behind ${least} on ${box}: bet behind another player`] : []),
    `deal: ${layout.pots ? "ask for the next hand" : "no more bets"}`, "next: clear the table", ...decisionWords(layout, view),
    `${PARTS.map(([name]) => name).join(", ")}, people: say the state`,
    ...(playerBanked(view) ? ["bank 200, pass: take or pass the bank that you are offered"] : []),
    ...(view.me.blinds ? ["post, wait: your blinds"] : []), ...(layout.pots ? ["out, in: sit out and back in"] : []),
    ...(view.setup ? ["setup: ask for a new set-up of cards"] : []),
    `sit, sit ${box}, leave: take or leave a ${positionWord(layout).toLowerCase()}`, "buy 100, cash: chips", "felt: back to the felt",
  ];
}

/** @param {import("../shared/types.js").Spot[]} spots @param {string} least @param {number} box */
function betExamples([, side], least, box) {
  const stake = side && (side.stake ?? side.least);
  return [`bet ${least}`, ...(side ? [`bet ${stake ? stake / 100 : least} ${side.title.toLowerCase()}`] : []), `bet ${least} on ${box}`];
}

/** How decisions are typed: the names of all, and one that takes an amount, a number or cards. @param {Layout} layout @param {View} view */
function decisionWords({ verbs }, view) {
  const asked = view.asks[0]?.options.find((it) => it.most != null && it.most > (it.least ?? 0) && !it.counts);
  const amount = asked?.verb ?? verbs.find((it) => it.to)?.verb;
  const number = verbs.find((it) => it.counts);
  const cards = verbs.find((it) => it.control === "set-hand");
  return [
    `${verbs.map((it) => it.verb.replaceAll("-", " ")).join(", ")}: your decisions, where the rules allow them`,
    ...(amount ? [`${amount} ${asked ? (asked.least ?? 0) / 100 : 20}: a decision with an amount`] : []),
    ...(number ? [`${number.verb} 3: a decision with the number of a ${number.counts}`] : []),
    ...(cards ? [`${cards.verb} Ah Kd: a decision with the cards of the front hand`] : []),
  ];
}

export class TextMode {
  /** @param {Actions} actions */
  constructor(actions) {
    stylesheet("text");
    this.actions = actions;
    /** @type {Layout|null} */ this.layout = null;
    /** @type {View|null} */ this.view = null;
    /** @type {string[]} */ this.past = [];
    this.at = 0;
    this.log = h("div", { class: "text-log", role: "log", "aria-label": "Log of the table", tabindex: 0 });
    this.line = h("input", { id: "text-line", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "text-hint", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    this.hint = h("p", { class: "quiet", id: "text-hint", text: "Type help for the commands." });
    this.node = h("section", { class: "text-mode", "aria-label": "Text mode" }, this.log,
      h("form", { class: "text-form", onsubmit: (/** @type {Event} */ event) => this.enter(event) }, h("label", { for: "text-line", text: "Command" }), this.line,
        h("button", { class: "plainbutton", text: "Enter" })), this.hint);
  }

  focus() {
    this.line.focus({ preventScroll: true });
  }

  /** @param {string} words @param {string} [kind] */
  tell(words, kind = "") {
    if (!words) return;
    this.log.append(h("p", { text: words, "data-kind": kind || null }));
    while (this.log.childElementCount > KEPT) this.log.firstChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    const first = !this.view;
    this.layout = layout;
    this.view = view;
    if (first) this.tell(`${layout.title}. ${peopleWords(layout, view)} ${betWords(layout, view)} ${turnWords(layout, view)}`);
    say(this.hint, view.asks.length ? turnWords(layout, view) : "Type help for the commands.");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    this.at = Math.max(0, Math.min(this.past.length, this.at + (event.key === "ArrowUp" ? -1 : 1)));
    this.line.value = this.past[this.at] ?? "";
  }

  /** @param {Event} event */
  async enter(event) {
    event.preventDefault();
    const text = this.line.value.trim();
    if (!text) return;
    this.past.push(text);
    this.at = this.past.length;
    this.line.value = "";
    this.tell(text, "typed");
    try {
      await this.run(text.toLowerCase().replaceAll("$", ""));
    } catch (error) {
      this.tell(inPerson(error instanceof Error ? error.message : String(error), this.view), "wrong");
    }
  }

  /** @param {string} text */
  async run(text) {
    const { layout, view, actions } = this;
    if (!layout || !view) return this.tell("The table is not connected yet. Try again in a moment.", "wrong");
    const [word, ...rest] = text.split(/\s+/);
    const part = PARTS.find(([name]) => name === word && !(word === "bank" && rest.length));
    if (part) return this.tell(part[3](layout, view));
    if (this.decide(text, word)) return;
    switch (word) {
      case "help": case "?": return helpWords(layout, view).forEach((line) => this.tell(line));
      case "people": return this.tell(peopleWords(layout, view));
      case "bet": return this.bet(rest);
      case "behind": return this.bet(rest, BACK);
      case "bank": return void await actions.order(commands.postBank(cents(rest[0])));
      case "pass": return void await actions.order(commands.declineBank());
      case "post": case "wait": return void await actions.order(commands.answerBlinds(word));
      case "out": return void await actions.order(commands.sitOut());
      case "in": return void await actions.order(commands.sitIn());
      case "setup": return void await actions.order(commands.askSetup());
      case "deal": return actions.deal();
      case "next": return actions.next();
      case "rebet": return actions.rebet();
      case "undo": return actions.undo();
      case "clear": return actions.clear();
      case "double": return actions.double();
      case "sit": return actions.sit(rest[0] ? Number(rest[0]) : undefined);
      case "leave": return void await actions.leave();
      case "buy": return void await actions.buy(cents(rest[0]));
      case "cash": return void await actions.cash();
      case "felt": return actions.felt();
      default: throw new Error(`"${text}" is not a command here. ${turnWords(layout, view)} Type help for all commands.`);
    }
  }

  /** A decision by its verb, its title or its key. @param {string} text @param {string} word */
  decide(text, word) {
    const ask = this.view?.asks[0];
    if (!ask || !this.layout) return false;
    const names = (/** @type {string} */ verb) => {
      const known = this.layout?.verbs.find((it) => it.verb === verb);
      return [verb, verb.replaceAll("-", " "), known?.title.toLowerCase() ?? "", known?.key ?? ""];
    };
    const typedName = (/** @type {string} */ verb) => names(verb).filter((name) => name && `${text} `.startsWith(`${name} `)).sort((a, b) => b.length - a.length)[0];
    const option = ask.options.find((it) => typedName(it.verb));
    if (!option) {
      const barred = ask.barred.find((it) => names(it.verb).includes(word));
      if (barred) throw new Error(`Not now: ${barred.clause.says} (${barred.clause.cite}).`);
      return false;
    }
    const rest = text.slice(typedName(option.verb).length).split(/\s+/).filter(Boolean);
    const given = rest.find((it) => /^\d/.test(it) && !option.cards);
    const counts = option.counts ?? "";
    const typed = () => {
      if (!given || (counts && !/^\d+$/.test(given))) return missing(option, counts);
      return counts ? Number(given) : cents(given);
    };
    const amount = option.least == null ? null : given || (option.most != null && option.most > option.least) ? typed() : option.least;
    this.actions.act(ask.box, option.verb, amount, option.cards ? rest.filter((it) => it !== "the").map(card) : []);
    return true;
  }

  /** "10", "5 fortune", "10 on 3", "10 fortune on 3". @param {string[]} words @param {string} [behind]  The spot behind a box. */
  bet(words, behind) {
    const { layout, view } = this;
    if (!layout || !view) return;
    const on = words.indexOf("on");
    const box = on >= 0 ? Number(words[on + 1]) : view.me.boxes[0];
    const name = words.slice(1, on < 0 ? undefined : on).join(" ");
    const spots = layout.boxes.find((it) => it.box === box)?.spots ?? [];
    if (!spots.length) throw new Error(box ? `${boxWord(layout, box)} takes no bets.` : "Sit down first: type sit.");
    const spot = name ? spots.find((it) => [it.name, it.title.toLowerCase(), it.name.replace(/.*\//, "").replaceAll("-", " ")].some((known) => known.toLowerCase().startsWith(name))) : spots[0];
    if (!spot) throw new Error(`There is no bet called ${name}. Bets: ${spots.map((it) => it.title).join(", ")}.`);
    const stake = cents(words[0]);
    const least = spot.least ?? view.limits.least;
    if (stake < least && !view.bets.some((it) => it.box === box && it.owner === view.me.player)) throw new Error(`The minimum on ${spot.title} is ${money(least)}.`);
    this.actions.place(box, behind ?? spot.name, stake);
  }
}

/** @param {string|undefined} text */
function cents(text) {
  const amount = Math.round(Number((text ?? "").replaceAll(",", "")) * 100);
  if (!(amount > 0)) throw new Error("Type an amount in dollars, as in bet 10.");
  return amount;
}

/** @param {{verb: string, least?: number|null, most?: number|null}} option @param {string} counts @returns {never} */
function missing({ verb, least, most }, counts) {
  if (counts) throw new Error(`Type the number of a ${counts} from ${least} to ${most}, as in ${verb} ${least}.`);
  throw new Error(`Type an amount from ${money(least ?? 0)} to ${money(most ?? 0)}, as in ${verb} ${(least ?? 0) / 100}.`);
}

/** "ah" or "10h" as cards are written. @param {string} text */
const card = (text) => (text.startsWith("joker") || text === "jk" ? "Jk" : `${text.slice(0, -1).replace("10", "t").toUpperCase()}${text.slice(-1)}`);
