/** Rulings on a settled round, in words. */
import { h } from "./dom.js";
import { signed } from "./money.js";

/** Rulings on a round, in words, for everybody who recalls it. @param {any[]} rulings */
export function rulingLines(rulings) {
  return rulings.map((it) => {
    const moved = Object.entries(it.changes ?? {}).map(([name, amount]) => `${name} ${signed(Number(amount))}`).join(", ");
    return h("p", { class: "ruling-line", text: `Ruling (${it.ruling.replaceAll("-", " ")}): ${moved || "nothing changes"}. ${it.why} [${it.clause}] Signed by ${it.by.join(" and ")}.` });
  });
}
