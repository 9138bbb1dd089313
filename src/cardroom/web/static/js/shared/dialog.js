/** A modal dialog with a title and a close button. The browser keeps the focus inside and restores it. */
import { h, say } from "./dom.js";

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

/**
 * Sends the form of a dialog, which then closes; otherwise it says why not, and keeps what was typed. A second press
 * before the answer does nothing.
 * @param {HTMLFormElement} form @param {HTMLElement} wrong @param {() => Promise<unknown>} give
 */
export async function submit(form, wrong, give) {
  if (form.ariaBusy) return;
  form.ariaBusy = "true";
  say(wrong, "");
  try {
    await give();
    form.closest("dialog")?.close();
  } catch (error) {
    say(wrong, error instanceof Error ? error.message : String(error));
  } finally {
    form.ariaBusy = null;
  }
}
