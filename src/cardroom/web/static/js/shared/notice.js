/** An error line at the top of the page, above nothing that is pressed; it goes when something succeeds or after a while. */
import { h } from "./dom.js";

const bar = h("div", { class: "notice", role: "alert", hidden: true });
const words = h("p");
bar.append(words, h("button", { type: "button", class: "plainbutton", text: "Close", onclick: () => (bar.hidden = true) }));

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/** @param {unknown} error */
export function notice(error) {
  if (!bar.isConnected) document.body.append(bar);
  words.textContent = error instanceof Error ? error.message : String(error);
  bar.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (bar.hidden = true), 12000);
}

/** What was refused no longer matters. */
export function unsay() {
  bar.hidden = true;
}
