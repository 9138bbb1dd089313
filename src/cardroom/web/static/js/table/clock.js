/** The time left for the players the table is waiting for. */
import { h, mark, say } from "../shared/dom.js";

const HURRY = 10;

export class Clock {
  constructor() {
    this.bar = h("span", { class: "clock-bar", "aria-hidden": "true" }, h("span"));
    this.words = h("span", { class: "clock-words" });
    this.node = h("p", { class: "clock", role: "timer", hidden: true }, this.words, this.bar);
    /** @type {{seconds: number, of: number}|null} */ this.shown = null;
    this.ends = 0;
    this.of = 1;
    this.timer = setInterval(() => this.tick(), 500);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {{seconds: number, of: number}|null|undefined} clock */
  update(clock) {
    // The page is drawn again without news of the clock, which must not start over.
    if (clock && clock !== this.shown) Object.assign(this, { ends: performance.now() + clock.seconds * 1000, of: clock.of });
    if (clock) this.shown = clock;
    this.node.hidden = !clock;
    this.tick();
  }

  tick() {
    if (this.node.hidden) return;
    const left = Math.max(0, (this.ends - performance.now()) / 1000);
    say(this.words, `${Math.ceil(left)} s`);
    mark(this.node, "data-hurry", left < HURRY);
    const bar = /** @type {HTMLElement} */ (this.bar.firstElementChild);
    bar.style.transform = `scaleX(${Math.min(1, left / this.of).toFixed(3)})`;
  }
}
