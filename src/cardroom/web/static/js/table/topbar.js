/** The bar above the felt: game, limits, round, and links. */
import { h, mark, say } from "../shared/dom.js";
import { BankStrip, playerBanked } from "../felt/bank.js";
import { hasChart, showChart } from "../shared/chart.js";
import { showHelp } from "../shared/help.js";
import { heading } from "../shared/lettering.js";
import { money } from "../shared/money.js";
import { showSettings } from "../shared/settings.js";
import { showSigns } from "../shared/signs.js";
import { helpWord, phaseWord, stakesWord, upper } from "../shared/words.js";

/** Notice of a coming change of rules. @param {import("../shared/types.js").View} view */
function comingWords({ notice }) {
  if (!notice) return "";
  const time = notice.not_before ? `not before ${new Date(notice.not_before * 1000).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" })}` : "";
  const rounds = notice.rounds > 1 ? `After ${notice.rounds} more rounds` : notice.rounds ? "After one more round" : "After this round";
  const when = time ? `${rounds}, ${time}` : rounds;
  const yes = (/** @type {string} */ value) => ({ true: "yes", false: "no" })[value] ?? value;
  const what = notice.changes.map((it) => `${it.about}: ${yes(it.will)} instead of ${yes(it.was)}`);
  return `${when}, the rules at this table change: ${what.join("; ") || notice.title}.`;
}

export class TopBar {
  /** @param {string} id */
  constructor(id) {
    this.game = h("span", { class: "bar-game" });
    this.title = h("span", { class: "bar-title" });
    this.limits = h("span", { class: "bar-limits" });
    this.count = h("span", { class: "bar-count" });
    this.phase = h("span");
    this.round = h("span", { class: "bar-round" }, this.count, this.phase);
    this.stack = h("span", { class: "bar-stack", "aria-hidden": "true" });
    this.meter = h("span", { class: "bar-meter", "aria-hidden": "true" });
    this.link = h("span", { class: "bar-link", role: "status" });
    this.rules = h("a", { href: "#/", text: "Rules" });
    this.help = h("span", { class: "bar-help" });
    this.chart = h("button", { type: "button", class: "bar-chart", text: "Chart", hidden: true, onclick: () => this.layout && showChart(id, this.layout, () => this.dock()) });
    /** Set by the page. */ this.dock = () => {};
    this.guide = () => {};
    this.bank = new BankStrip();
    this.coming = h("p", { class: "coming", role: "status", hidden: true });
    this.name = h("h1", { class: "bar-name" }, this.game);
    this.node = h("header", { class: "bar" },
      h("a", { class: "brand", href: "#/", "aria-label": "Lobby" }, heading("Cardroom", { weight: 9 })),
      h("div", { class: "bar-facts" }, this.name, this.title, this.limits, this.stack, this.round, this.help, this.meter, this.link),
      h("nav", { class: "bar-nav", "aria-label": "Table" },
        h("a", { href: `#/table/${id}/rounds`, text: "Rounds" }), this.rules,
        this.chart,
        h("button", { type: "button", text: "Posted", onclick: () => this.layout && this.view && showSigns(id, this.layout, this.view, () => this.guide(), () => this.dock()) }),
        h("button", { type: "button", text: "Keys", onclick: () => this.layout && showHelp(this.layout, this.view?.table.help) }),
        h("button", { type: "button", text: "Settings", onclick: showSettings })), this.bank.node, this.coming);
  }

  /**
   * @param {import("../shared/types.js").Layout} layout
   * @param {import("../shared/types.js").View} view
   * @param {number} free  The player's chips; a phone shows them nowhere else.
   */
  update(layout, view, free) {
    this.layout = layout;
    this.view = view;
    this.bank.update(view);
    this.coming.hidden = !view.notice;
    say(this.coming, comingWords(view));
    say(this.game, layout.title);
    // A table without a name of its own is named after its game, shown already, and a number.
    say(this.title, view.table.title.replace(layout.title, "").replace(/^ (?=\S)/, "Table "));
    say(this.limits, stakesWord(layout.stakes, view.limits));
    const over = view.phase === "over" || (view.phase === "betting" && playerBanked(view) && Object.keys(view.places).length > 0);
    const phase = over ? "Over" : phaseWord(view.phase, layout.pots);
    say(this.count, view.table.round ? `${layout.pots ? "Hand" : "Round"} ${view.table.round} · ` : "");
    say(this.phase, phase);
    const helped = view.table.help ?? "none";
    say(this.help, helped === "none" ? "" : upper(helpWord(helped)));
    this.chart.hidden = !hasChart(layout, view);
    say(this.meter, view.meters.map((it) => `${it.title} ${money(it.amount)}`).join(" · "));
    say(this.stack, view.me.boxes.length ? money(free) : "");
    mark(this.rules, "href", `#/rules/${layout.game}`);
  }

  /** What the page is waiting for. @param {string} words */
  waits(words) {
    say(this.link, words);
  }

  /** @param {import("./stream.js").Status} status @param {string} [why] */
  connection(status, why = "Connection lost.") {
    this.waits({ open: "", connecting: "Connecting…", lost: `${why} Trying again…`, refused: why }[status]);
    mark(this.node, "data-link", status);
  }
}
