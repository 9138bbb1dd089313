/** The dice as they landed. */
import { h, keyed, s, say } from "../shared/dom.js";

/** The pips of each face, on a 3 by 3 grid. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @param {number} face */
function die(face) {
  return s("svg", { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" },
    s("rect", { class: "die-body", x: 4, y: 4, width: 92, height: 92, rx: 18 }),
    ...PIPS[face].map((at) => s("circle", { class: "die-pip", cx: 25 + 25 * (at % 3), cy: 25 + 25 * Math.floor(at / 3), r: 9.5 })));
}

export class Dice {
  constructor() {
    this.row = h("span", { class: "dice-row" });
    this.words = h("span", { class: "dice-words" });
    this.node = h("p", { class: "dice", hidden: true }, this.row, this.words);
  }

  /** @param {number[]} dice */
  update(dice) {
    this.node.hidden = dice.length === 0;
    keyed(this.row, dice.map((face, at) => ({ face, at })), (it) => `${it.at}:${it.face}`, (it) => h("span", {}, die(it.face)));
    say(this.words, dice.length ? `Dice: ${dice.reduce((sum, it) => sum + it, 0)}` : "");
  }
}
