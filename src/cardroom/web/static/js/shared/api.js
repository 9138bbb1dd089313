/** REST: one function for each kind of call; a refusal is an error that carries its clause. */

/** @typedef {import("./types.js").Refusal} Refusal */

export class Refused extends Error {
  /** @param {Refusal} refusal @param {number} status */
  constructor(refusal, status) {
    super(sentence(refusal));
    this.refusal = refusal;
    this.status = status;
  }
}

/** The question or its answer was lost on the way: to ask again may help. */
export class Lost extends Error {}

/**
 * A refusal as a sentence: the rule, then the details of this case.
 * @param {Refusal} refusal
 */
export function sentence({ clause, why }) {
  // That a message has a form is for programs; people read what is wrong with it.
  if (clause.id === "service.form" && why) return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
  const says = clause.says.charAt(0).toUpperCase() + clause.says.slice(1);
  const cite = clause.cite ? ` (${clause.cite})` : "";
  return why ? `${says}: ${why}${cite}.` : `${says}${cite}.`;
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function call(path, init) {
  /** @type {Response} */
  let answer;
  let text = "";
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
    text = await answer.text();
  } catch {
    throw new Lost("The card room is not responding. Is it still running?");
  }
  const type = answer.headers.get("content-type") ?? "";
  const body = type.includes("json") && text ? JSON.parse(text) : text;
  if (answer.ok) return body;
  if (body?.refusal) throw new Refused(body.refusal, answer.status);
  if (body?.clause) throw new Refused(body, answer.status);
  // A proxy in front of the card room says so in its own words.
  if (answer.status >= 500) throw new Lost("The card room is not responding.");
  throw new Error(typeof body?.detail === "string" ? body.detail : `The card room returned an error (${answer.status}).`);
}

/** An answer that takes longer is taken for lost; what is computed for long is asked for again and again instead. */
const LONGEST_READ = 30000;

/** @param {string} path */
export const get = (path) => call(path, { signal: AbortSignal.timeout(LONGEST_READ) });

/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) =>
  call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path */
export const remove = (path) => call(path, { method: "DELETE" });

/**
 * A command takes effect once, however often it is sent: a retry after a lost answer has the same
 * key.
 *
 * @param {string} table
 * @param {Record<string, unknown>} command
 * @param {string} [key]  Of a command that may have been sent before.
 */
export async function send(table, command, key = newKey()) {
  const body = { key, command };
  const path = `/api/tables/${encodeURIComponent(table)}/commands`;
  try {
    return await post(path, body);
  } catch (error) {
    if (error instanceof Refused) throw error;
    await new Promise((done) => setTimeout(done, 400));
    return post(path, body);
  }
}

/**
 * A player's decisions, or what a form sends. One without an acknowledgment may have been saved: until
 * the screen shows another step (which a form does not wait for), the next press has the same key, and
 * the service carries out only one of the two.
 */
export class Answers {
  /** @param {string} table @param {string} [what] */
  constructor(table, what = "decision") {
    this.table = table;
    this.what = what;
    /** @type {{seq: number, key: string}|null} */ this.open = null;
  }

  /** @param {number} seq  The step that the screen shows. @param {Record<string, unknown>} command */
  async give(seq, command) {
    const again = this.open?.seq === seq ? this.open : null;
    this.open = again ?? { seq, key: newKey() };
    try {
      await send(this.table, command, this.open.key);
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.clause.id !== "service.key") throw error;
      throw new Error(`Your earlier ${this.what} was saved. It appears when the connection is back.`);
    }
    // The result of one that was given again has yet to be seen.
    if (!again) this.open = null;
  }
}

/** Browsers offer `randomUUID` only over HTTPS, which a card room's own network may not have. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
