/** The player's settings for this browser: deck colors, speed, keys. */
import { h } from "./dom.js";
import { openDialog } from "./dialog.js";

/** @type {Record<string, string>} */
const DEFAULTS = { deck: "four", speed: "normal", keys: "on" };
/** Multiplies the pauses; 0 shows each step at once. @type {Record<string, number>} */
const SPEEDS = { calm: 1.6, normal: 1, brisk: 0.45, instant: 0 };

const CHOICES = [
  { name: "deck", title: "Deck", values: [["four", "Four colors"], ["two", "Two colors"]] },
  { name: "speed", title: "Dealing speed", values: [["calm", "Calm"], ["normal", "Normal"], ["brisk", "Brisk"], ["instant", "Instant"]] },
  { name: "keys", title: "Keyboard shortcuts", values: [["on", "On"], ["off", "Off"]] },
];

/** @param {string} name */
export function setting(name) {
  try {
    return localStorage.getItem(`cardroom.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name]; // Play works without storage.
  }
}

/** @param {string} name @param {string} value */
function choose(name, value) {
  try {
    localStorage.setItem(`cardroom.${name}`, value);
  } catch {
    // The setting lasts as long as the page.
  }
  DEFAULTS[name] = value;
  applySettings();
}

/** The pace of the deal; no animation for people whose system asks for reduced motion. */
export function pace() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return SPEEDS[setting("speed")] ?? 1;
}

export function applySettings() {
  document.documentElement.dataset.deck = setting("deck");
}

export function showSettings() {
  const fields = CHOICES.map(({ name, title, values }) =>
    h("fieldset", { class: "choice" }, h("legend", { text: title }),
      ...values.map(([value, words]) => {
        const input = h("input", { type: "radio", name, value, onchange: () => choose(name, value) });
        input.checked = setting(name) === value;
        return h("label", {}, input, h("span", { text: words }));
      })));
  openDialog("Settings", ...fields,
    h("p", { class: "quiet", text: "Saved in this browser only. There is no sound." }));
}
