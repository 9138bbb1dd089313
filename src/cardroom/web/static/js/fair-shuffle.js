/**
 * This page's part in a shuffle: it contributes, checks that its contribution is used, and remembers
 * what the house committed to, for checking past rounds.
 */
import { ANSWER_MS, freshSecret, opened } from "./contribution.js";
import { mixingSeed } from "./proof.js";
import { h, mark, say } from "./dom.js";

const KEPT_ROOTS = 500;
const STORED = "cardroom.roots";

/** Roots that this browser saw before betting. @returns {string[]} */
export function rootsSeen() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "[]");
  } catch {
    return [];
  }
}

export class FairShuffle {
  /** @param {(message: Record<string, unknown>) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {Promise<import("./contribution.js").Secret>} */ this.ready = freshSecret();
    /** @type {{shoe: number, root: string, modulus: string, prime: string, at: number}|null} */ this.sent = null;
    /** @type {{squarings: number, used: boolean, quick: boolean}|null} */ this.closed = null;
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
    const used = (event.contributors ?? []).some((/** @type {any} */ each) => each.modulus === modulus);
    this.closed = { squarings: event.squarings ?? 0, used, quick: performance.now() - at <= ANSWER_MS };
    // A contribution that the house had time to work out is opened, too: it counts anyway.
    if (used) this.send({ type: "prime", shoe: event.shoe, prime });
  }

  /** @param {any} event */
  loaded(event) {
    const { sent, closed } = this;
    if (!sent || sent.shoe !== event.shoe || !closed) return;
    if (!closed.used) return this.tell("Your page was too slow to contribute to this shuffle.");
    const value = opened(sent.modulus, sent.prime, closed.squarings);
    const kept = (event.opened ?? []).some((/** @type {any} */ each) => each.value === value);
    if (event.root !== sent.root || !kept || mixingSeed(sent.root, event.opened) !== event.seed) {
      return this.tell("Warning: this shuffle does not match the house's commitment. Do not bet on it; call the floor.", "bad");
    }
    this.tell(closed.quick ? "Your page helped to shuffle these cards." :
      "Your page helped to shuffle these cards, but the connection was too slow to prove that nobody could predict them.");
  }

  /** @param {string} text @param {string|null} state */
  tell(text, state = null) {
    say(this.node, text);
    mark(this.node, "data-state", state);
  }
}

/** @param {string} root */
function remember(root) {
  const roots = [...rootsSeen().filter((each) => each !== root), root].slice(-KEPT_ROOTS);
  try {
    localStorage.setItem(STORED, JSON.stringify(roots));
  } catch {
    // Without storage, the check of past rounds says that this browser did not see the commitment.
  }
}
