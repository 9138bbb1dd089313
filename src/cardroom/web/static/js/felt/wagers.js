/**
 * The chips a player lays before the deal: undo, clear, rebet, double, and what the table has accepted.
 *
 * Chips are laid one by one, and a single chip may be less than the minimum. So each spot has a
 * wish here, which is sent to the table as soon as it is a legal wager. Until the table confirms
 * it, the page shows it as not placed: money must not look in play when it is not.
 *
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("./box.js").Draft} Draft
 * @typedef {Map<string, number>} Wishes  "box:spot" to cents; "box:back" is a bet behind a box.
 */
import { Lost, Refused } from "../shared/api.js";
import { money } from "../shared/money.js";

export const BACK = "back";

/** Of a bet, or of one that is taken back. */
const UNANSWERED = "The card room did not answer. Your chips are back where they were; if the change was saved, it appears when the connection is back.";

/** @param {{box: number, spot: string, backline?: boolean}} bet */
const keyOf = (bet) => `${bet.box}:${bet.backline ? BACK : bet.spot}`;

export class Wagers {
  /**
   * @param {{place: (box: number, spot: string, stake: number) => Promise<{seq: number}>,
   *   withdraw: (box: number, spot: string) => Promise<{seq: number}>,
   *   changed: () => void, refused: (error: Error) => void}} table
   */
  constructor(table) {
    this.table = table;
    /** @type {Wishes} */ this.wishes = new Map();
    /** @type {Wishes[]} */ this.past = [];
    /** @type {Wishes} */ this.last = new Map();
    /** @type {Set<string>} Spots that take no bet before the next shuffle. */ this.barred = new Set();
    /** @type {Wishes} What the table has. */ this.placed = new Map();
    this.busy = false;
    /** Resolves when the table has every chip on its way, or has refused one. */ this.told = Promise.resolve();
    /** The last step that the table answered with. */ this.seq = 0;
    /** @type {Map<string, import("../shared/types.js").Spot>} */ this.spots = new Map();
    this.least = 1;
    this.stack = 0;
  }

  /** @param {import("../shared/types.js").Layout} layout */
  post(layout) {
    this.spots = new Map(layout.boxes.flatMap((box) => box.spots).map((spot) => [spot.name, spot]));
  }

  /**
   * The table's wagers; the player's own wishes stand while they are on their way. A view from before
   * the table's last answer does not know of the bet yet.
   * @param {View} view @param {number} seq
   */
  follow(view, seq) {
    const mine = new Map(view.bets.filter((bet) => bet.owner === view.me.player).map((bet) => [keyOf(bet), bet.stake]));
    this.least = view.limits.least;
    this.stack = view.me.stack;
    this.barred = new Set(Object.keys(view.closed ?? {}));
    if (view.phase === "round") {
      this.wishes.clear();
      this.past = [];
      this.placed.clear();
      return;
    }
    if (seq < this.seq) return;
    this.placed = mine;
    if (!this.busy && ![...this.wishes].some(([key, wish]) => this.short(key, wish))) this.wishes = new Map(mine);
  }

  /** Bets are closed: remember them for a rebet. The first view of the round may have settled some already. */
  closed() {
    if (this.placed.size) this.last = new Map(this.placed);
  }

  /** @param {string} key */
  leastOf(key) {
    return this.spots.get(spotOf(key))?.least ?? this.least;
  }

  /** @param {string} key @param {number} wish */
  short(key, wish) {
    return wish > 0 && wish < this.leastOf(key);
  }

  /** The player's chips at this table, laid or not. */
  get chips() {
    return this.stack + sum(this.placed);
  }

  /** The player's remaining chips while wishes are on their way. */
  get free() {
    return this.chips - sum(this.wishes);
  }

  /** A spot with a fixed stake takes that stake. @param {number} box @param {string} spot @param {number} chip */
  add(box, spot, chip) {
    const key = `${box}:${spot}`;
    this.change(new Map(this.wishes).set(key, this.spots.get(spot)?.stake ?? (this.wishes.get(key) ?? 0) + chip));
  }

  undo() {
    const before = this.past.pop();
    if (before) this.aim(before);
  }

  clear() {
    this.change(new Map());
  }

  /** Resolves when the table has the bets, or has refused one. */
  rebet() {
    return this.change(this.repeat);
  }

  /** The last round's bets, without those that the table would refuse now. */
  get repeat() {
    return new Map([...this.last].filter(([key]) => !this.barred.has(spotOf(key))));
  }

  /** The last round's bets can be laid again: none is on the felt, and the stack is enough. */
  get again() {
    const { repeat } = this;
    return this.wishes.size === 0 && repeat.size > 0 && sum(repeat) <= this.free;
  }

  double() {
    this.change(new Map([...this.wishes].map(([key, wish]) => [key, this.spots.get(spotOf(key))?.stake ?? wish * 2])));
  }

  /** @param {Wishes} wishes */
  change(wishes) {
    this.past.push(this.wishes);
    return this.aim(wishes);
  }

  /** @param {Wishes} wishes */
  aim(wishes) {
    this.wishes = wishes;
    this.table.changed();
    if (!this.busy) this.told = this.tell();
    return this.told;
  }

  /** Send the differences to the table one by one; refused chips go back. */
  async tell() {
    this.busy = true;
    try {
      for (let next = this.difference(); next; next = this.difference()) {
        const { key, wish } = next;
        const [box, spot] = [Number(key.split(":")[0]), spotOf(key)];
        this.seq = (await (wish === 0 ? this.table.withdraw(box, spot) : this.table.place(box, spot, wish))).seq;
        if (wish === 0) this.placed.delete(key);
        else this.placed.set(key, wish);
        this.table.changed();
      }
    } catch (error) {
      this.wishes = new Map(this.placed);
      this.past = [];
      this.table.refused(error instanceof Lost ? new Error(UNANSWERED) : /** @type {Error} */ (error));
      if (!(error instanceof Refused)) console.warn(error);
    } finally {
      this.busy = false;
      this.table.changed();
    }
  }

  /** The next difference to send. Side bets need a main wager: it is placed first, and taken back last. */
  difference() {
    const gone = [...this.placed.keys()].reverse().find((key) => !this.wishes.get(key));
    if (gone) return { key: gone, wish: 0 };
    for (const [key, wish] of this.wishes) {
      if (wish !== (this.placed.get(key) ?? 0) && !this.short(key, wish)) return { key, wish };
    }
    return null;
  }

  /** Every wager on the page is one that the table takes, and there is at least one. */
  get legal() {
    return this.wishes.size > 0 && ![...this.wishes].some(([key, wish]) => this.short(key, wish));
  }

  /** The table has accepted every chip, and there is at least one. */
  get ready() {
    return !this.busy && this.placed.size > 0 && this.difference() === null && this.legal;
  }

  /** @returns {Map<string, Draft>} */
  drafts() {
    /** @type {Map<string, Draft>} */
    const drafts = new Map();
    for (const [key, amount] of this.wishes) {
      const state = this.placed.get(key) === amount ? "placed" : this.short(key, amount) ? "short" : "placing";
      const why = state === "short" ? `the minimum is ${money(this.leastOf(key))}` : "";
      drafts.set(key, { amount, state, why });
    }
    return drafts;
  }
}

/** @param {string} key */
const spotOf = (key) => key.slice(key.indexOf(":") + 1);

/** @param {Wishes} wishes */
const sum = (wishes) => [...wishes.values()].reduce((total, wish) => total + wish, 0);
