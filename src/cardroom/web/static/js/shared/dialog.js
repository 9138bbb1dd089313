/** A modal dialog with a title and a close button. The browser keeps the focus inside and restores it. */
import { h } from "./dom.js";

let opened = 0;

/**
 * @param {string} title
 * @param {...Node} content
 */
export function openDialog(title, ...content) {
  // One dialog may open another: each has its own title.
  const id = `sheet-title-${++opened}`;
  const close = h("button", { type: "button", class: "plainbutton", text: "Close", onclick: () => dialog.close() });
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": id, onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id, text: title }), close),
    h("div", { class: "sheet-body", tabindex: 0, role: "region", "aria-labelledby": id }, ...content));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
