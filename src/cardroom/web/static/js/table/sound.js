/** Sounds, made here and off until they are turned on: a card, a chip, a win. */
import { setting } from "../shared/settings.js";

/** Frequency in hertz, length in seconds, and start after the event. @type {Record<string, number[][]>} */
const SOUNDS = {
  card: [[900, 0.03, 0], [500, 0.03, 0.02]],
  chip: [[2100, 0.04, 0], [2600, 0.05, 0.05]],
  won: [[660, 0.12, 0], [880, 0.18, 0.12]],
};
/** @type {Record<string, string>} */
const EVENTS = { "card-dealt": "card", "card-shown": "card", "bet-placed": "chip", "bet-raised": "chip" };

/** @type {AudioContext|null} */
let audio = null;

/** @param {import("../shared/types.js").TableEvent} event @param {string|null|undefined} me */
export function sound(event, me) {
  if (setting("sound") !== "on") return;
  const won = event.event === "bet-settled" && event.owner === me && event.paid > event.taken;
  const name = won ? "won" : EVENTS[event.event];
  if (!name) return;
  audio ??= new AudioContext();
  for (const [pitch, length, after] of SOUNDS[name]) {
    const [tone, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.06, start);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
