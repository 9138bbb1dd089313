/** The player's settings for this browser: deck colors, speed, keys. */
import { h } from "./dom.js";
import { openDialog } from "./dialog.js";

/** @type {Record<string, string>} */
const DEFAULTS = { deck: "four", back: "red", theme: "dark", speed: "normal", keys: "on", sound: "off", warn: "5", view: "felt", chart: "closed", known: "" };
/** Multiplies the pauses; 0 shows each step at once. @type {Record<string, number>} */
const SPEEDS = { calm: 1.6, normal: 1, brisk: 0.45, instant: 0 };

const CHOICES = [
  { name: "deck", title: "Deck", values: [["four", "Four colors"], ["two", "Two colors"]] },
  { name: "back", title: "Card backs", values: [["red", "Red"], ["blue", "Blue"], ["green", "Green"]] },
  { name: "theme", title: "Colors", values: [["dark", "Dark"], ["light", "Light"], ["contrast", "High contrast"]] },
  { name: "view", title: "Tables open as", values: [["felt", "Felt"], ["text", "Text: a log and a command line"]] },
  { name: "speed", title: "Dealing speed", values: [["calm", "Calm"], ["normal", "Normal"], ["brisk", "Brisk"], ["instant", "Instant"]] },
  { name: "keys", title: "Keyboard shortcuts", values: [["on", "On"], ["off", "Off"]] },
  { name: "sound", title: "Sound", values: [["off", "Off"], ["on", "On"]] },
  { name: "warn", title: "Where the coach is permitted, warn before a decision that costs more than", values: [["2", "2% of the wager"], ["5", "5%"], ["20", "20%"], ["never", "Never warn"]] },
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
export function choose(name, value) {
  try {
    localStorage.setItem(`cardroom.${name}`, value);
  } catch {
    // The setting lasts as long as the page.
  }
  DEFAULTS[name] = value;
  applySettings();
}

/** Whether a round of this game has been played in this browser. @param {string} game */
export const knowsGame = (game) => setting("known").split(" ").includes(game);

/** @param {string} game */
export function knowGame(game) {
  if (!knowsGame(game)) choose("known", `${setting("known")} ${game}`.trim());
}

/** The part of the wager above which a decision is warned about; null for never. */
export function costly() {
  const percent = Number(setting("warn"));
  return Number.isNaN(percent) ? null : percent / 100;
}

/** The pace of the deal; no animation for people whose system asks for reduced motion. */
export function pace() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return SPEEDS[setting("speed")] ?? 1;
}

export function applySettings() {
  for (const name of ["deck", "back", "theme"]) document.documentElement.dataset[name] = setting(name);
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
    h("p", { class: "quiet", text: "Saved in this browser only." }));
}
