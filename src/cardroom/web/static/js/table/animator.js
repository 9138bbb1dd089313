/**
 * The queue of steps, shown one after another, event by event.
 *
 * A page that is far behind (a tab that slept, a long reconnect) jumps to the last view: the table
 * must never show an old state for long. Announcements are made in any case.
 */
import { pace } from "../shared/settings.js";

const BEHIND = 6;

/**
 * @typedef {import("../shared/types.js").Step} Step
 * @typedef {import("../shared/types.js").TableEvent} TableEvent
 */

export class Animator {
  /**
   * @param {import("../felt/card-table.js").CardTable} table
   * @param {{told: (event: TableEvent, after: import("../shared/types.js").View) => void, settled: (step: Step) => void,
   *   news: (news: Partial<import("../shared/types.js").View>) => void}} hear
   */
  constructor(table, hear) {
    this.table = table;
    this.hear = hear;
    /** @type {Step[]} */ this.queue = [];
    /** @type {Step|null} */ this.showing = null;
    this.busy = false;
  }

  /** @param {Step} step */
  push(step) {
    this.queue.push(step);
    if (!this.busy) this.run();
  }

  /**
   * A change without a step. Steps that were sent before and are still to be shown include it,
   * so that no sign falls back to an older figure or announces a win before its cards.
   * @param {Partial<import("../shared/types.js").View>} news
   */
  news(news) {
    const last = this.queue.at(-1) ?? this.showing;
    if (last) last.view = { ...last.view, ...news };
    else this.hear.news(news);
  }

  async run() {
    this.busy = true;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      this.showing = step;
      for (const event of step.events) {
        this.hear.told(event, step.view);
        const now = this.queue.length > BEHIND || document.hidden ? 0 : pace();
        if (now) await this.table.tell(event, now);
        else this.table.skip(event);
      }
      this.busy = this.queue.length > 0;
      this.showing = null;
      this.table.settle(step.view);
      this.hear.settled(step);
      this.busy = true;
    }
    this.busy = false;
  }

  /** Whether the screen shows the latest known view. */
  get current() {
    return !this.busy;
  }
}
