/** The sign of a progressive meter: the current prize, and awards still to be paid. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { money } from "../shared/money.js";

/** @typedef {import("../shared/types.js").Meter} Meter */

export class MeterSign {
  constructor() {
    this.node = h("div", { class: "meters" });
  }

  /** @param {Meter[]} meters */
  update(meters) {
    keyed(this.node, meters, (it) => it.name, () => h("div", { class: "meter", role: "group", "aria-label": "Progressive meter" },
      h("span", { class: "meter-title" }), h("span", { class: "meter-amount" }), h("ul", { class: "meter-wins" })),
    (node, it) => {
      const [title, amount, wins] = node.children;
      const before = amount.textContent, now = money(it.amount);
      say(title, it.title);
      say(amount, it.set_aside ? `${now}, no bets` : now);
      mark(node, "title", it.set_aside ? `This meter was set aside: ${it.set_aside}` : "");
      if (before && before !== now) glow(amount);
      keyed(wins, it.wins, (win) => `${win.table} ${win.box} ${win.amount}`, (win) => h("li", { text: `${money(win.amount)} won, being paid` }));
    });
  }
}

/** Highlight an amount that has changed. @param {Element} node */
function glow(node) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  node.animate([{ color: "#fff6d8", textShadow: "0 0 18px #ffcf6e" }, {}], { duration: 900, easing: "ease-out" });
}
