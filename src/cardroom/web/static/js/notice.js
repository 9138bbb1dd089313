/** An error line at the top of the page; it stays until dismissed or replaced. */
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
