/** Keyboard shortcuts of the table. A key works while its button is visible and enabled. */
import { setting } from "./settings.js";

/** A button's key is in its `aria-keyshortcuts`; pressing the key presses the button. */
export function listenForKeys() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const at = /** @type {HTMLElement} */ (event.target);
    if (at.closest("input:not([type=range]), select, textarea, dialog") && event.key.length === 1) return;
    if (document.querySelector("dialog[open]") || setting("keys") === "off") return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (name.length > 1 || name === " ") return;
    // "+" joins two keys in that attribute, so the key itself is spelled out.
    const called = name === "+" ? "Plus" : name;
    const button = [...document.querySelectorAll("[aria-keyshortcuts]")]
      .find((it) => it.getAttribute("aria-keyshortcuts") === called && it.checkVisibility());
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    button.click();
  });
}
