/** The sign of a table's meters, alone on a screen. It needs no login and no mouse. */
import { h, say, stylesheet } from "../shared/dom.js";
import { get } from "../shared/api.js";
import { MeterSign } from "../felt/meter-sign.js";

const LOOK = 2000;

export class SignPage {
  /** @param {string} table */
  constructor(table) {
    stylesheet("office");
    document.title = "Progressive – cardroom";
    this.table = table;
    this.title = h("h1", {});
    this.status = h("p", { class: "quiet", role: "status" });
    this.sign = new MeterSign();
    this.node = h("main", { class: "sign-page", id: "main", tabindex: -1 }, this.title, this.sign.node, this.status);
    this.timer = setInterval(() => this.look(), LOOK);
    this.look();
  }

  close() {
    clearInterval(this.timer);
  }

  async look() {
    try {
      const row = (await get("/api/tables")).find((/** @type {any} */ it) => it.id === this.table);
      say(this.title, row ? row.title || row.game_title : "This table is not open");
      this.sign.update(row?.meters ?? []);
      say(this.status, row && !row.meters.length ? "This table has no progressive meter." : "");
    } catch {
      // An old amount must not look like the current one.
      say(this.status, "No connection to the card room. The amount may have changed.");
    }
  }
}
