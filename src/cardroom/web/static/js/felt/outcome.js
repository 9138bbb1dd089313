/** Results on the felt: what a wager won or lost, and what the bets behind it did. */
import { mark, say } from "../shared/dom.js";
import { signed } from "../shared/money.js";
import { isVoid, outcomeWord } from "../shared/words.js";

/** @typedef {import("./scene.js").Outcome} Outcome @typedef {Pick<import("../shared/types.js").Layout, "pots">} Played  Whether for pots. */

/** @param {Element} node @param {Outcome[]} side @param {Played} played */
export function showOutcome(node, side, played) {
  mark(node, "data-result", side.length ? outcomeWord(side.reduce((sum, it) => sum + it.net, 0)) : null);
  say(node, side.length ? outcomeOf(side, played) : "");
}

/** The results of the bets behind a box, one per owner. @param {Outcome[]} side @param {Played} played */
export function behindWords(side, played) {
  const owners = [...new Set(side.map((it) => it.owner))];
  const each = owners.map((owner) => outcomeOf(side.filter((it) => it.owner === owner), played));
  return each.length ? `behind ${each.join(", ").replaceAll("\n", " ").toLowerCase()}` : "";
}

/** A result on the felt; it says if the bank's money did not reach the wager. @param {Outcome[]} side @param {Played} played */
function outcomeOf(side, { pots }) {
  const net = side.reduce((sum, it) => sum + it.net, 0);
  const action = side.reduce((sum, it) => sum + (it.action ?? it.stake), 0);
  // A line break where results are close together; a space elsewhere.
  if (action === 0) return "No\naction";
  const part = side.some((it) => (it.action ?? it.stake) < it.stake) ? "\n· part" : "";
  // In a game for pots nobody pushes, nor do wagers of which one won what the other lost.
  const pushed = !pots && side.every((it) => it.net === 0);
  const even = side.every((it) => isVoid(it.clause)) ? "Void" : pushed ? "Push" : "Even";
  return `${net === 0 ? even : signed(net)}${part}`;
}
