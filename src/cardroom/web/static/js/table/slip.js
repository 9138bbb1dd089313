/** The betting slip: each wager with what it can win, or its result and the rule that decided it. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { banks } from "../felt/bank.js";
import { money, signed } from "../shared/money.js";
import { potLines } from "../felt/pots.js";
import { boxWord, isVoid, outcomeWord, playerWord, seatName, spotWord, titled, upper, whereWord } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {import("../felt/pots.js").Line} Line
 */

export class Slip {
  constructor() {
    this.title = h("h2", { class: "slip-title" });
    this.list = h("ul", { class: "slip-lines" });
    this.others = h("ul", { class: "slip-lines" });
    this.total = h("p", { class: "slip-total" });
    this.sign = h("div", { class: "slip-sign" });
    this.node = h("section", { class: "slip", "aria-label": "Wagers", tabindex: 0, onscroll: () => this.measure() },
      h("header", {}, this.title, this.total), this.list, this.others, this.sign);
  }

  /** The player's own wagers come before other players'. @param {HTMLElement} node */
  add(node) {
    this.list.after(node);
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    const open = view.bets;
    // During a round, settled and open wagers; before it, the last round's results.
    const results = view.bets.length && view.phase !== "round" ? [] : view.results;
    const pots = layout.pots ? potLines(layout, view) : [];
    const lines = pots.length ? pots : [...open.map((bet) => openLine(layout, view, bet)), ...results.map((it) => endLine(layout, view, it)), ...(results.length && !open.length ? takenLines(view) : feeLines(view))];
    this.sign.replaceChildren(...(layout.sign ?? []).map((text) => h("p", { text })));
    say(this.title, open.length && layout.pots ? "Pots" : open.length ? "On the felt" : results.length ? "Last round" : "Wagers");
    const banked = banks(view) && results.length > 0;
    const net = stackChange(view);
    if (banked) lines.unshift(bankLine(view));
    const ended = banked || view.results.some((it) => isMine(view, it));
    say(this.total, !open.length && ended ? signed(net) : "");
    mark(this.total, "data-result", ended ? outcomeWord(net) : null);
    if (view.phase === "round" || !open.length) lines.unshift(...view.floor.map((it, at) => floorLine(layout, it, at)));
    const [own, others] = pots.length ? [lines, []] : [lines.filter((it) => it.mine), lines.filter((it) => !it.mine)];
    keyed(this.list, lines.length ? own : [blank()], (it) => it.key, makeLine, fillLine);
    keyed(this.others, others, (it) => it.key, makeLine, fillLine);
    this.measure();
  }

  /** A list that scrolls must be reachable by keyboard and show that it continues. */
  measure() {
    const { scrollHeight, clientHeight, scrollTop } = this.node;
    mark(this.node, "tabindex", scrollHeight > clientHeight ? "0" : null);
    mark(this.node, "data-more", scrollHeight - clientHeight - scrollTop > 4);
  }
}

/** The headline of a round: wagers, the bank, and the collection. @param {View} view */
export function stackChange(view) {
  const wagers = view.results.filter((it) => isMine(view, it)).reduce((sum, it) => sum + it.net, 0);
  return wagers + (banks(view) && view.results.length ? view.bank.collected - view.bank.paid : 0) - feesOf(view);
}

/** The player's collection for the round. @param {View} view */
export const feesOf = (view) => view.round_fees?.filter((it) => it.owner === view.me.player).reduce((sum, it) => sum + it.amount, 0) ?? 0;

/** @param {View} view @param {{box: number, owner?: string}} it */
function isMine(view, it) {
  return it.owner === undefined ? view.me.boxes.includes(it.box) : it.owner === view.me.player;
}

/** @param {Layout} layout @param {View} view @param {{box: number, spot: string, hand: number, owner?: string, backline?: boolean}} it */
function called(layout, view, it) {
  const split = Object.keys(view.places).filter((name) => name.startsWith(`${it.box}.`)).length > 1 && it.hand > 0;
  // Somebody else may have the seat by now.
  const same = view.boxes.some((seat) => seat.box === it.box && seat.player === it.owner);
  const several = view.boxes.filter((seat) => seat.player === it.owner).length > 1;
  const who = same && !several ? seatName(layout, view, it.box) : boxWord(layout, it.box);
  if (layout.pots) return who;
  const behind = it.backline ? ` · behind${it.owner === view.me.player ? "" : `, ${playerWord(view, String(it.owner))}`}` : "";
  return `${who} · ${spotWord(layout, it.spot)}${split ? ` · hand ${it.hand}` : ""}${behind}`;
}

/** @param {Layout} layout @param {View} view @param {import("../shared/types.js").Bet} bet @returns {Line} */
function openLine(layout, view, bet) {
  return {
    key: `bet-${bet.id}`, what: called(layout, view, bet), stake: money(bet.stake),
    end: bet.can_win ? `can win ${money(bet.can_win)}` : "", why: "", result: null, mine: isMine(view, bet),
  };
}

/** @param {Layout} layout @param {View} view @param {import("../shared/types.js").Result} it @returns {Line} */
function endLine(layout, view, it) {
  return {
    key: `end-${it.box}-${it.spot}-${it.hand}-${it.owner}-${it.backline ?? false}`, what: called(layout, view, it), stake: money(it.stake),
    end: ending(it), why: reasons(it).join(". "),
    result: outcomeWord(it.net), mine: isMine(view, it),
  };
}

/** The rules that decided it, and the row of the pay table that paid it. @param {import("../shared/types.js").Result} it */
function reasons(it) {
  const clauses = [it.clause, it.covered_by].flatMap((clause) => (clause ? [`${upper(clause.says)} (${clause.cite})`] : []));
  return it.row_title ? [...clauses, `Paid as posted for “${it.row_title}”`] : clauses;
}

/** Won, lost or push, and how much of the wager had action. @param {import("../shared/types.js").Result} it */
function ending(it) {
  if (it.coverage === "none") return "no action, returned";
  const how = it.net === 0 ? (isVoid(it.clause) ? "returned" : "push") : `${it.net > 0 ? "won" : "lost"} ${money(Math.abs(it.net))}`;
  return it.coverage === "partial" ? `${how} · ${money(it.action)} had action` : how;
}

/** The player's collection, due or taken. @param {View} view @returns {Line[]} */
function feeLines(view) {
  const mine = view.fees.filter((it) => it.owner === view.me.player);
  const [due, free] = [mine.reduce((sum, it) => sum + it.amount, 0), mine.reduce((sum, it) => sum + (it.waived ?? 0), 0)];
  const taken = view.phase === "round" || Object.keys(view.places).length > 0;
  if (!due && !free) return [];
  const end = `${taken ? "taken" : "due at the deal"}${free ? `, ${money(free)} paid by a button` : ""}`;
  return [{ key: "fee", what: "Collection", stake: money(due), end, why: "", result: null, mine: true }];
}

/** What was collected for the round whose results are shown. @param {View} view @returns {Line[]} */
function takenLines(view) {
  return feeLines({ ...view, fees: view.round_fees ?? [], phase: "round" });
}

/** @param {View} view @returns {Line} */
function bankLine({ bank }) {
  const net = bank.collected - bank.paid;
  return {
    key: "bank", what: "Your bank", stake: money(bank.posted ?? 0), end: net === 0 ? "even" : `${net > 0 ? "won" : "lost"} ${money(Math.abs(net))}`,
    why: "", result: outcomeWord(net), mine: true,
  };
}

/** Floor interventions: what happened, the rule, and the note. @param {Layout} layout @param {import("../shared/types.js").Mended} it @param {number} at @returns {Line} */
function floorLine(layout, it, at) {
  const { box = 0, hand = 0, note, clause } = it;
  return {
    key: `floor-${at}`, what: `The floor · ${titled(it.kind)}`, stake: "", end: box ? whereWord(`${box}.${hand || 1}`, layout) : "",
    why: `${upper(clause.says)} (${clause.cite})${note ? `. Noted: ${note}` : ""}`, result: null, mine: true,
  };
}

/** @returns {Line} */
const blank = () => ({ key: "none", what: "No wagers yet", stake: "", end: "", why: "", result: null, mine: true });

function makeLine() {
  return h("li", { class: "slip-line" },
    h("span", { class: "slip-what" }), h("span", { class: "slip-stake" }), h("span", { class: "slip-end" }),
    h("span", { class: "slip-clause" }));
}

/** @param {HTMLElement} node @param {Line} it */
function fillLine(node, it) {
  const [what, stake, end, clause] = node.children;
  say(what, it.what);
  say(stake, it.stake);
  say(end, it.end);
  say(clause, it.why);
  mark(node, "data-result", it.result);
  mark(node, "data-mine", it.mine);
}
