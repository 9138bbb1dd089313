/**
 * This page's part in a shuffle: it contributes, checks that its contribution is used, and remembers
 * what the house committed to, for checking past rounds.
 */
import { ANSWER_MS, SQUARINGS, freshSecret, opened } from "./contribution.js";
import { mixingSeed } from "./proof.js";
import { h, mark, say } from "../shared/dom.js";

const KEPT_ROOTS = 500;
const STORED = "cardroom.roots";

/**
 * Roots that this browser saw before betting, and the marks of shuffles that it followed to the end.
 * @returns {string[]}
 */
export function rootsSeen() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "[]");
  } catch {
    return [];
  }
}

/** What is kept of a shuffle that this page has checked. @param {string} root @param {string} seed */
export const shuffleMark = (root, seed) => `${root}/${seed}`;

/** @typedef {{player: string, modulus: string}} Contributor */

export class FairShuffle {
  /** @param {(message: Record<string, unknown>) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {Promise<import("./contribution.js").Secret>} */ this.ready = freshSecret();
    /** @type {{shoe: number, root: string, modulus: string, prime: string, at: number}|null} */ this.sent = null;
    /** @type {{contributors: Contributor[], squarings: number, used: boolean, quick: boolean, changed: boolean}|null} */ this.closed = null;
    this.node = h("p", { class: "quiet fair", role: "status" });
  }

  /** @param {any[]} events  Events as they arrive, not as they are shown. @param {boolean} seated */
  follow(events, seated) {
    for (const event of events) {
      if (event.event === "shoe-committed") this.committed(event, seated);
      else if (event.event === "contributions-closed") this.contributionsClosed(event);
      else if (event.event === "shoe-loaded") this.loaded(event);
    }
  }

  /** After a break of the connection: what was sent may have been lost with the service. */
  again() {
    const { sent, closed } = this;
    if (!sent) return;
    this.send({ type: "modulus", shoe: sent.shoe, modulus: sent.modulus });
    if (closed?.used) this.send({ type: "prime", shoe: sent.shoe, prime: sent.prime });
  }

  /** A page that comes in the middle of a shuffle contributes, too. @param {{number: number, next_root?: string}} shoe @param {boolean} seated */
  greet(shoe, seated) {
    if (shoe.next_root && this.sent?.root !== shoe.next_root) this.committed({ shoe: shoe.number + 1, root: shoe.next_root }, seated);
  }

  /** @param {any} event @param {boolean} seated */
  async committed(event, seated) {
    this.sent = this.closed = null;
    remember(event.root);
    if (!seated) return this.tell("");
    const { modulus, prime } = await this.ready;
    this.sent = { shoe: event.shoe, root: event.root, modulus, prime, at: performance.now() };
    this.send({ type: "modulus", shoe: event.shoe, modulus });
    this.ready = freshSecret();
  }

  /** @param {any} event */
  contributionsClosed(event) {
    if (this.sent?.shoe !== event.shoe) return;
    const { modulus, prime, at } = /** @type {NonNullable<typeof this.sent>} */ (this.sent);
    /** @type {Contributor[]} */ const contributors = event.contributors ?? [];
    const squarings = event.squarings ?? 0, before = this.closed;
    if (before) {
      // The house knows this page's prime by now, and could choose whom to add or to leave out.
      before.changed ||= squarings !== before.squarings || !sameContributors(contributors, before.contributors);
      return;
    }
    const used = contributors.some((each) => each.modulus === modulus);
    this.closed = { contributors, squarings, used, quick: performance.now() - at <= ANSWER_MS, changed: false };
    // A contribution that the house had time to work out is opened, too: it counts anyway.
    if (used) this.send({ type: "prime", shoe: event.shoe, prime });
  }

  /** @param {any} event */
  async loaded(event) {
    const { sent, closed } = this;
    if (!sent || sent.shoe !== event.shoe || !closed) return;
    if (!closed.used) return this.tell("Your page was too slow to contribute to this shuffle.");
    /** @type {{player: string, value: string, prime?: string}[]} */ const values = event.opened ?? [];
    const kept = event.root === sent.root && mixingSeed(sent.root, values) === event.seed;
    if (closed.changed || !kept || !await asClosed(sent, closed, values)) {
      return this.tell("Warning: this shuffle does not match the house's commitment. Do not bet on it; call the floor.", "bad");
    }
    const silent = closed.contributors.filter((each, index) => each.modulus !== sent.modulus && !values[index].prime).map((each) => each.player);
    if (silent.length) {
      return this.tell(`Your page helped to shuffle these cards, but ${silent.join(" and ")} did not open the contribution that counted. cardroom audit fairness can check it.`);
    }
    if (closed.squarings < SQUARINGS) {
      return this.tell("Your page helped to shuffle these cards, but the house could compute every contribution before it closed the list.");
    }
    if (!closed.quick) {
      return this.tell("Your page helped to shuffle these cards, but the connection was too slow to prove that nobody could predict them.");
    }
    remember(shuffleMark(sent.root, event.seed));
    this.tell("Your page helped to shuffle these cards.");
  }

  /** @param {string} text @param {string|null} state */
  tell(text, state = null) {
    say(this.node, text);
    mark(this.node, "data-state", state);
  }
}

/**
 * Whether these are the contributions on the closed list, all of them and no other.
 * @param {{modulus: string, prime: string}} own @param {{contributors: Contributor[], squarings: number}} closed
 * @param {{player: string, value: string, prime?: string}[]} values
 */
async function asClosed(own, { contributors, squarings }, values) {
  if (values.length !== contributors.length) return false;
  for (const [index, { player, value, prime }] of values.entries()) {
    const by = contributors[index], known = by.modulus === own.modulus ? own.prime : prime;
    if (by.player !== player) return false;
    // One at a time, so that the page stays responsive.
    await new Promise((resolve) => setTimeout(resolve));
    if (known && opened(by.modulus, known, squarings) !== value) return false;
  }
  return true;
}

/** @param {Contributor[]} one @param {Contributor[]} other */
const sameContributors = (one, other) => one.length === other.length &&
  one.every((each, index) => each.player === other[index].player && each.modulus === other[index].modulus);

/** @param {string} seen */
function remember(seen) {
  const roots = [...rootsSeen().filter((each) => each !== seen), seen].slice(-KEPT_ROOTS);
  try {
    localStorage.setItem(STORED, JSON.stringify(roots));
  } catch {
    // Without storage, the check of past rounds says that this browser did not see the commitment.
  }
}
