/** A guided round: what to do next, in a sentence or two, until the first result. Loaded when it is asked for. */
import { get } from "../shared/api.js";
import { banks, lies, playerBanked } from "../felt/bank.js";
import { h, say } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { feesOf, stackChange } from "./slip.js";
import { topicWord } from "../shared/words.js";

/** @typedef {import("../shared/types.js").View} View @typedef {import("../shared/types.js").Layout} Layout */

export class Guide {
  /** @param {() => void} done */
  constructor(done) {
    this.step = h("strong", {});
    this.words = h("span", {});
    this.go = h("button", { type: "button", class: "plainbutton", text: "Next", onclick: () => this.read() });
    this.node = h("div", { class: "guide", role: "status" }, h("p", {}, this.step, " ", this.words),
      h("span", { class: "row-acts" }, this.go, h("button", { type: "button", class: "plainbutton", text: "End the guide", onclick: done })));
    this.last = "";
    /** The player knows how the game works. */ this.knows = false;
    /** Whether a round has begun under the guide. */ this.played = false;
    this.about = "";
    /** @type {{layout: Layout, view: View}|null} */ this.now = null;
  }

  /** @param {Layout} layout @param {View} view */
  update(layout, view) {
    this.knows ||= view.phase === "round" || view.asks.length > 0;
    this.played ||= view.phase === "round" || (this.now !== null && this.now.view.table.round !== view.table.round);
    this.now = { layout, view };
    if (!this.about) this.learn(layout);
    const next = this.next(layout, view);
    this.go.hidden = this.knows;
    if (!next || next.join() === this.last) return;
    this.last = next.join();
    say(this.step, next[0]);
    say(this.words, next[1]);
  }

  /** How the game works has been read: on to the first bet. */
  read() {
    this.knows = true;
    if (this.now) this.update(this.now.layout, this.now.view);
  }

  /** @param {Layout} layout */
  async learn(layout) {
    this.about = `${[layout.felt.line, layout.felt.sub].filter(Boolean).join(". ")}.`;
    const games = await get("/api/games").catch(() => []);
    const known = games.find((/** @type {any} */ it) => it.id === layout.game);
    this.about = known?.how || known?.about || this.about;
    if (this.now) this.update(this.now.layout, this.now.view);
  }

  /** @param {Layout} layout @param {View} view @returns {[string, string]|null} */
  next(layout, view) {
    const seated = view.boxes.some((it) => it.player === view.me.player);
    // A long text over the felt on a phone: it comes first, and goes.
    if (!this.knows) return ["How it works.", this.about];
    if (!seated) return ["Welcome.", "Press Take a seat. You get chips with it."];
    if (view.bank.asked === view.me.player) return ["The bank is offered to you.", "The player who banks pays the winners and collects from the losers. You may pass."];
    if (view.asks.length) return this.asked(layout, view);
    if (view.phase === "round") return ["The round is under way.", view.turn.length ? "Other players are deciding. Wait for your turn." : "The cards are dealt by the posted rules."];
    if (this.played && lies(view) && view.results.some((it) => it.owner === view.me.player)) return this.result(view);
    if (lies(view) && playerBanked(view)) return ["The round is over.", "The slip shows what everybody won or lost. Press Next round."];
    if (layout.pots) return this.hand(view);
    if (banks(view)) return ["You have the bank.", "The others bet against you. Press Deal when they have."];
    const laid = view.bets.some((it) => it.owner === view.me.player);
    const side = layout.boxes[0]?.spots.some((it) => it.beside_main) ? " The circles next to it are side bets, which you can leave out; hold the pointer or a finger on one to see what it pays." : "";
    if (laid) return ["Now press Deal.", `Or press the circle again to bet more; Undo takes a chip back.${side}`];
    return ["Place a bet.", `Choose a chip below and press ${layout.boxes[0].spots[0].title} at your seat. The minimum is ${money(view.limits.least)}.`];
  }

  /** Between two hands of poker. @param {View} view @returns {[string, string]} */
  hand({ me: { blinds } }) {
    if (blinds?.answer === "wait") return ["You are waiting for the big blind.", "You are dealt in when it comes to your seat, or as soon as you post it."];
    if (blinds && !blinds.answer) return ["A game is on.", "Post the blind to be dealt in at once, or wait until it comes to your seat."];
    return ["Press Deal.", "The blinds are posted for you."];
  }

  /** @param {Layout} layout @param {View} view @returns {[string, string]} */
  asked(layout, view) {
    const ask = view.asks[0];
    const hand = view.places[`${ask.box}.${ask.hand || 1}`];
    const verbs = ask.options.flatMap((it) => layout.verbs.find((verb) => verb.verb === it.verb && verb.means) ?? []).map((it) => `${it.title}: ${it.means}`);
    const best = view.table.help === "coach" ? " Ask the coach shows what each is worth." : view.table.help === "charts" ? " The chart shows the best play." : "";
    const topic = topicWord(layout, ask.topic);
    return [/[?]$/.test(topic) ? topic : `${topic}${hand?.label ? `: ${hand.label}` : ""}.`, `${verbs.length ? `${verbs.join("; ")}.` : ""}${best}`.trim()];
  }

  /** @param {View} view @returns {[string, string]} */
  result(view) {
    const rule = view.results.find((it) => it.owner === view.me.player)?.clause;
    const net = stackChange(view);
    const fee = feesOf(view);
    const after = fee ? `, after a collection of ${money(fee)}` : "";
    const why = rule ? ` The rule: ${rule.says} (${rule.cite}).` : "";
    const said = net > 0 ? `You won ${money(net)}` : net < 0 ? `You lost ${money(-net)}` : "You broke even";
    return [`${said}${after}.`, `${why} The slip names the rule of every payment. Play on, or end the guide.`.trim()];
  }
}
