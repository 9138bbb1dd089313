/** A new set-up of cards for the next round, which players may request in player-banked games. */
import { h, mark, say } from "../shared/dom.js";
import { send, sentence } from "../shared/api.js";
import { askSetup } from "../shared/commands.js";
import { notice } from "../shared/notice.js";

const WORDS = "New set-up";

export class Setup {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.why = h("span", { id: "why-setup", class: "unseen" });
    this.words = h("span", { text: WORDS });
    this.button = h("button", { type: "button", class: "plainbutton", "aria-keyshortcuts": "u", "aria-describedby": "why-setup", onclick: () => this.ask() },
      this.words, h("kbd", { "aria-hidden": "true", text: "U" }));
    this.node = h("span", { class: "setup", hidden: true }, this.button, this.why);
  }

  /** @param {import("../shared/types.js").View} view */
  update(view) {
    const { setup } = view;
    this.node.hidden = !setup;
    if (!setup) say(this.words, WORDS);
    say(this.why, setup?.refused ? sentence(setup.refused) : "Different cards will be shuffled for the next round.");
    mark(this.button, "aria-disabled", setup?.refused ? "true" : null);
    mark(this.button, "title", this.why.textContent);
  }

  async ask() {
    if (this.button.hasAttribute("aria-disabled")) return notice(new Error(this.why.textContent ?? ""));
    try {
      await send(this.table, askSetup());
      say(this.words, "New set-up is ready");
    } catch (error) {
      notice(error);
    }
  }
}
