/** A modal dialog with a title and a close button. The browser keeps the focus inside and restores it. */
import { h } from "./dom.js";

/**
 * @param {string} title
 * @param {...Node} content
 */
export function openDialog(title, ...content) {
  const close = h("button", { type: "button", class: "plainbutton", text: "Close", onclick: () => dialog.close() });
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title", onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id: "sheet-title", text: title }), close),
    h("div", { class: "sheet-body", tabindex: 0, role: "region", "aria-labelledby": "sheet-title" }, ...content));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
