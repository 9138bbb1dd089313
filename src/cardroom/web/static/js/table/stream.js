/**
 * The WebSocket of one table; it reconnects from the last step seen until it is closed.
 *
 * A returning client names the last `seq` it has; the service sends all later steps.
 */
import { upper } from "../shared/words.js";

/**
 * @typedef {import("../shared/types.js").Layout} Layout
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").Step} Step
 * @typedef {"connecting"|"open"|"lost"|"refused"} Status
 * @typedef {object} Listener
 * @property {(layout: Layout, view: View, seq: number) => void} hello
 * @property {(step: Step) => void} step
 * @property {(news: Partial<View>) => void} news  A change without a step: another table moved a meter, or the table is closing.
 * @property {() => void} opened  The service listens.
 * @property {(status: Status, why?: string) => void} status
 * @property {() => Promise<unknown>} stranger  The session has expired; log in again.
 * @property {() => void} other  Another person is logged in now.
 * @property {(why: string) => void} gone  The table no longer exists.
 */

const NOBODY = 4401;
const BARRED = 4403;
const NO_TABLE = 4404;
/** Too many attempts or streams, or viewers of the table. */
const TOO_MANY = [4429, 4503];

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class Stream {
  /** @param {string} table @param {Listener} listener */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    this.seq = 0;
    /** @type {string|undefined} Why the table was stopped, as last reported. */ this.why = undefined;
    /** @type {string|null|undefined} Whose view it is. */ this.player = undefined;
    this.wait = FIRST_WAIT;
    this.closed = false;
    /** @type {WebSocket|null} */ this.socket = null;
    // Back from sleep or a tunnel: retry at once.
    this.wake = () => this.retryNow();
    addEventListener("online", this.wake);
    this.open();
  }

  open() {
    if (this.closed) return;
    this.listener.status("connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const from = this.seq ? `?from=${this.seq}` : "";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.table)}/stream${from}`);
    this.socket = socket;
    socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    socket.onclose = ({ code, reason }) => this.ended(socket, code, reason);
  }

  /** @param {any} message */
  take(message) {
    // The close that follows has the reason; a stream that was refused did not begin.
    if (message.type === "bye") return;
    this.wait = FIRST_WAIT;
    if (message.type === "hello") {
      const { player } = message.view.me;
      if (this.player !== undefined && player !== this.player) return this.listener.other();
      this.player = player;
      this.listener.status("open");
      this.listener.opened();
      // A hello after a break that missed nothing brings only the time that is left; otherwise it replaces the view.
      if (this.seq && message.seq === this.seq && message.view.why === this.why) return this.listener.news({ clock: message.view.clock });
      this.seq = message.seq;
      this.why = message.view.why;
      this.listener.hello(message.layout, message.view, message.seq);
    } else if (message.type === "step" && message.seq > this.seq) {
      this.listener.status("open");
      this.seq = message.seq;
      this.why = message.view.why;
      // New rules come with a new layout.
      if (message.layout) this.listener.hello(message.layout, message.view, message.seq);
      else this.listener.step(message);
    } else if (message.type === "meters") {
      this.listener.news({ meters: message.meters });
    } else if (message.type === "closing") {
      this.listener.news({ closing: message.why });
    }
  }

  /** @param {WebSocket} socket @param {number} code @param {string} reason */
  async ended(socket, code, reason) {
    if (this.closed || socket !== this.socket) return;
    const why = `${upper(reason)}.`;
    if (code === BARRED) {
      this.close();
      return this.listener.status("refused", why);
    }
    this.listener.status("lost", TOO_MANY.includes(code) ? why : undefined);
    if (code === NO_TABLE) {
      this.close();
      return this.listener.gone(reason);
    }
    if (code === NOBODY) await this.listener.stranger().catch(() => undefined);
    const wait = this.wait * (0.7 + Math.random() * 0.6);
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Dropped while the connection is down. @param {Record<string, unknown>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  retryNow() {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    this.socket?.close();
  }
}
