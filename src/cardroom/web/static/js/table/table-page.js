/** The page of one table: the felt above; chips, decisions and slip below. */
import { h, mark, say } from "../shared/dom.js";
import { BankOffer, banks, exposure, lies, playerBanked } from "../felt/bank.js";
import { Animator } from "./animator.js";
import { BlindsOffer } from "./blinds.js";
import { ChartDock } from "../shared/chart.js";
import { Clock } from "./clock.js";
import { Announcer, tellAsk, tellEvent } from "../felt/announcer.js";
import { CardTable } from "../felt/card-table.js";
import { Controls } from "./controls.js";
import { DealerDesk } from "../floor/dealer.js";
import { Decisions } from "./decisions.js";
import { FairShuffle } from "../fairness/fair-shuffle.js";
import { Purse } from "./purse.js";
import { Setup } from "./setup.js";
import { Slip } from "./slip.js";
import { SpotSheet } from "./spot-sheet.js";
import { Stream } from "./stream.js";
import { TopBar } from "./topbar.js";
import { Tray } from "./tray.js";
import { BACK, Wagers } from "../felt/wagers.js";
import { Answers, send } from "../shared/api.js";
import * as commands from "../shared/commands.js";
import { becomeSomebody, bestBox, freeBoxes, leaveTable, mayPlay, seated, takeSeat } from "../shared/seat.js";
import { notice, unsay } from "../shared/notice.js";
import { patiently } from "../shared/patience.js";
import { knowGame, knowsGame, setting } from "../shared/settings.js";
import { sound } from "./sound.js";
import { StateKeys } from "./state-words.js";
import { inPerson, phaseWord, seatName, setAsideWord } from "../shared/words.js";

/** @typedef {import("../shared/types.js").View} View @typedef {import("../shared/types.js").Layout} Layout */

export class TablePage {
  /** @param {string} id @param {{sit: boolean}} how */
  constructor(id, { sit }) {
    this.id = id;
    this.sit = sit;
    /** Events are being shown that make the last view's questions out of date. */
    this.dealing = false;
    /** @type {Layout|null} */ this.layout = null;
    /** @type {View|null} What the screen shows; the stream may be ahead of it. */ this.view = null;
    /** @type {string[]} */ this.waits = [];
    /** The number of the step that the screen shows. */ this.seq = 0;
    /** @type {{seq: number, done: () => void}[]} */ this.awaited = [];
    /** @type {Promise<void>|null} A seat is being taken; what is pressed meanwhile waits for it. */ this.joining = null;
    this.bar = new TopBar(id);
    this.felt = /** @type {CardTable} */ (document.createElement("card-table"));
    this.announcer = new Announcer();
    this.wagers = new Wagers({
      place: (box, spot, stake) => this.place(box, spot, stake),
      withdraw: (box, spot) => send(id, commands.withdrawBet(box, spot === BACK ? null : spot)),
      changed: () => this.changed(),
      refused: (error) => this.refused(error),
    });
    this.tray = new Tray(this.wagers, { hold: () => this.refresh(), deal: () => this.deal(), buy: () => this.purse.buy.click() });
    this.sheet = new SpotSheet(this.wagers, (box, spot) => this.press(box, spot));
    this.answers = new Answers(id);
    this.controls = new Controls(id, (...answer) => this.answer(...answer));
    this.bank = new BankOffer(id);
    this.blinds = new BlindsOffer(id);
    this.clock = new Clock();
    this.purse = new Purse(id);
    this.setup = new Setup(id);
    this.purse.buy.after(this.blinds.leave, this.setup.node, this.bank.change);
    this.fair = new FairShuffle((message) => this.stream?.send(message));
    this.purse.node.append(this.fair.node);
    this.slip = new Slip();
    this.decisions = new Decisions(id, () => this.slip.measure());
    this.slip.add(this.decisions.node);
    this.dealer = new DealerDesk(id);
    this.status = h("p", { class: "status" });
    this.seat = h("button", { type: "button", class: "act lead seat", onclick: () => this.sitHere() },
      h("span", { class: "act-title", text: "Take a seat" }));
    this.next = h("button", { type: "button", class: "act lead", "aria-keyshortcuts": "g", onclick: () => this.clear() },
      h("span", { class: "act-title", text: "Next round" }), h("kbd", { "aria-hidden": "true", text: "G" }));
    this.middle = h("div", { class: "middle" }, this.status, this.clock.node, this.seat, this.bank.node, this.blinds.node, this.controls.node,
      this.sheet.node, this.next, this.tray.node);
    /** @type {import("./text-mode.js").TextMode|null} */ this.text = null;
    /** @type {import("./guide.js").Guide|null} */ this.guide = null;
    this.offer = h("button", { type: "button", class: "guide-offer", text: "New to this game? Guide me through a round", hidden: true, onclick: () => this.startGuide() });
    this.middle.append(this.offer);
    this.chart = new ChartDock(id);
    this.bar.dock = () => this.chart.toggle();
    this.state = new StateKeys((words) => this.tell(words), () => this.toggleText());
    this.bar.guide = () => this.startGuide();
    // Nothing can be pressed before the table is known: the press would do nothing.
    this.dock = h("div", { class: "dock", hidden: true }, this.purse.node, this.middle, this.slip.node);
    this.node = h("main", { class: "table-page", id: "main", tabindex: -1 },
      this.bar.node, this.state.node, this.felt, this.chart.node, this.dealer.node, this.dock, this.announcer.node);
    this.closed = false;
    this.animator = new Animator(this.felt, {
      told: (event, after) => this.told(event, after),
      settled: (step) => this.take(step.view, step.seq),
      news: (news) => this.news(news),
    });
    this.felt.addEventListener("spot", (event) => {
      const { box, spot } = /** @type {CustomEvent} */ (event).detail;
      this.press(box, spot);
    });
    this.start();
  }

  /** Words for the ear, and for the log of the text mode. @param {string} words */
  tell(words) {
    if (this.text) this.text.tell(words);
    else this.announcer.say(words);
  }

  /** The log and the command line instead of the felt, and back. */
  async toggleText() {
    if (this.text) {
      this.text.node.remove();
      this.text = null;
      mark(this.node, "data-text", null);
      return;
    }
    const { TextMode } = await import("./text-mode.js");
    this.text = new TextMode({
      place: (box, spot, cents) => this.wagers.add(box, spot, cents), deal: () => this.deal(), next: () => this.clear(),
      act: (...answer) => this.answer(...answer), sit: (box) => this.sitHere(box), felt: () => this.toggleText(),
      leave: () => leaveTable(this.id), buy: (cents) => send(this.id, commands.buyIn(cents)), cash: () => send(this.id, commands.cashOut()), order: (command) => send(this.id, command),
      rebet: () => this.wagers.rebet(), undo: () => this.wagers.undo(), clear: () => this.wagers.clear(), double: () => this.wagers.double(),
    });
    this.felt.after(this.text.node);
    mark(this.node, "data-text", true);
    if (this.layout && this.view) this.text.update(this.layout, this.view);
    this.text.focus();
  }

  async startGuide() {
    if (this.guide) return;
    const { Guide } = await import("./guide.js");
    this.guide = new Guide(() => {
      this.guide?.node.remove();
      this.guide = null;
      if (this.layout) knowGame(this.layout.game);
      this.refresh();
    });
    this.bar.node.append(this.guide.node);
    this.refresh();
  }

  /** A guided round is offered until the player has played a round of the game. @param {View} view @param {Layout} layout @param {boolean} idle */
  offerGuide(view, layout, idle) {
    if (!this.guide && view.results.some((it) => it.owner === view.me.player)) knowGame(layout.game);
    this.offer.hidden = !idle || this.guide !== null || !mayPlay(view) || knowsGame(layout.game);
  }

  async start() {
    if (setting("view") === "text") this.toggleText();
    await patiently(becomeSomebody, { told: (words) => this.bar.waits(words), closed: () => this.closed }).catch(notice);
    if (this.closed) return;
    this.stream = new Stream(this.id, {
      hello: (layout, view, seq) => this.hello(layout, view, seq),
      step: (step) => {
        this.fair.follow(step.events, seated(step.view));
        this.animator.push(step);
      },
      opened: () => {
        this.waits = []; // a service that was restarted has forgotten who asked for the deal
        this.stream?.send({ type: "contributes" });
        this.fair.again();
      },
      news: (news) => this.animator.news(news),
      status: (status, why) => this.bar.connection(status, why),
      stranger: becomeSomebody,
      // A new page, so that nothing of the previous user stays on the screen.
      other: () => (notice("Your session has ended. Log in again in the lobby."), dispatchEvent(new Event("hashchange"))),
      gone: () => this.gone(),
    });
  }

  close() {
    this.closed = true;
    this.clock.close();
    this.stream?.close();
  }

  gone() {
    this.bar.connection("open");
    notice(new Error("This table is closed. The lobby lists the open tables."));
    location.hash = "#/";
  }

  /** @param {Layout} layout @param {View} view @param {number} seq */
  hello(layout, view, seq) {
    if (this.view && this.view.table.digest !== view.table.digest) this.announcer.say("The rules have changed and are shown here.");
    this.layout = layout;
    this.fair.greet(view.shoe, seated(view));
    this.wagers.post(layout);
    this.animator.queue.length = 0;
    this.dock.hidden = false;
    this.felt.show(layout, view);
    document.title = `${layout.title} – ${view.table.title || "Table"} – cardroom`;
    this.take(view, seq);
    if (this.sit && !seated(view) && mayPlay(view)) this.sitHere();
    this.sit = false;
  }

  /** @param {import("../shared/types.js").TableEvent} event @param {View} after */
  told(event, after) {
    sound(event, this.view?.me.player);
    // Only the view that follows has the name of a player who sits down.
    this.tell(tellEvent(event, this.layout, event.event === "player-sat" ? after : this.view));
    // Cards are being dealt: bets must not look changeable.
    if (event.event === "bets-closed" || event.event === "acted") {
      this.dealing = true;
      this.refresh();
    }
  }

  /** The screen shows this view now. @param {View} view @param {number} seq */
  take(view, seq) {
    const before = this.view;
    this.view = view;
    this.seq = seq;
    this.dealing = false;
    // Not by its phase: a round without decisions is over in the same step.
    if (before && before.table.round !== view.table.round) {
      this.waits = [];
      this.wagers.closed();
      this.sheet.close();
    }
    this.wagers.follow(view, seq);
    this.refresh();
    for (const it of this.awaited) if (it.seq <= seq) it.done();
    this.awaited = this.awaited.filter((it) => it.seq > seq);
    if (view.asks.length && JSON.stringify(view.asks) !== JSON.stringify(before?.asks)) {
      this.tell(this.layout ? tellAsk(this.layout, view) : "");
      this.keepFocus();
      this.controls.node.scrollIntoView({ block: "nearest" });
    } else if (before?.asks.length && !view.asks.length) this.keepFocus();
  }

  /** A change without a step: a meter, or the table is closing. @param {Partial<View>} news */
  news(news) {
    if (this.view) this.view = { ...this.view, ...news };
    if (news.meters) this.felt.showMeters(news.meters);
    if (news.closing) this.announcer.say(news.closing);
    this.refresh();
  }

  /** Keep the keyboard focus when its button disappears. */
  keepFocus() {
    const at = document.activeElement;
    if (at && at !== document.body && at.checkVisibility()) return;
    const next = [...this.middle.querySelectorAll(".acts button:not([aria-disabled]), .middle > .lead, .tray .lead")].find((it) => it.checkVisibility());
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** The player's chips change: a call for the deal no longer stands. */
  changed() {
    this.waits = [];
    this.refresh();
  }

  refresh() {
    const { view, layout } = this;
    if (!view || !layout) return;
    const asked = view.asks.length > 0 && !this.dealing;
    const betting = view.phase === "betting" && !this.dealing;
    const mine = seated(view);
    // In player-banked games there must be a banker before anyone bets.
    const resting = lies(view) && playerBanked(view);
    const hold = betting && !resting && !banks(view) && mine && !layout.pots ? this.tray.chip || 1 : 0;
    const sits = !mine && mayPlay(view) && view.phase !== "paused" && !view.closing && !view.set_aside;
    this.felt.lay({ hold, sits, drafts: this.wagers.drafts() });
    const free = betting ? this.wagers.free : view.me.stack;
    this.bar.update(layout, view, free);
    this.state.update(layout, view);
    this.text?.update(layout, view);
    this.guide?.update(layout, view);
    this.chart.update(layout, view);
    this.purse.update(view, free, mine);
    this.slip.update(layout, view);
    this.decisions.update(layout, view);
    this.dealer.update(layout, view);
    this.bank.update(view);
    this.setup.update(view);
    this.blinds.update(view, layout.pots);
    this.clock.update(this.dealing ? null : view.clock);
    this.controls.node.hidden = !asked;
    this.next.hidden = !resting || !mine || view.phase === "paused" || view.table.dealing !== "automatic" || this.dealing;
    this.tray.node.hidden = asked || !betting || !mine || !this.bank.node.hidden || resting || this.absent(view);
    this.sheet.update(layout, betting && !this.tray.node.hidden);
    this.seat.hidden = mine || view.phase === "paused" || freeBoxes(view).length === 0 || !mayPlay(view);
    if (asked) this.controls.update(layout, view);
    if (!this.tray.node.hidden) {
      const spots = layout.boxes.some((it) => it.spots.length > 0);
      this.tray.update(layout.chips, view, { waits: this.waits, spots, banks: banks(view), behind: layout.backline });
    }
    this.offerGuide(view, layout, !asked && view.phase === "betting" && !this.dealing);
    const silent = asked || this.blinds.open || !this.bank.node.hidden || (!this.tray.node.hidden && !banks(view));
    say(this.status, silent ? "" : this.dealing ? "No more bets." : this.words(view));
    mark(this.node, "data-asked", asked);
    mark(this.node, "data-help", view.table.help);
  }

  /** A player who is sitting out, or has not answered about the blinds, cannot call for the deal. @param {View} view */
  absent(view) {
    return this.blinds.out || (this.blinds.open && !view.me.blinds?.answer);
  }

  /** @param {View} view */
  words(view) {
    if (view.set_aside) return setAsideWord(view.set_aside);
    if (view.closing) return view.closing;
    if (view.phase === "paused") return `${phaseWord("paused")}${view.why ? `: ${view.why}` : "."}`;
    const turn = view.turn[0];
    if (turn && !view.asks.length) return `${view.turn.length > 1 ? "Waiting for the other players" : `Waiting for ${seatName(this.layout, view, turn.box)}`}.${banks(view) ? ` ${exposure(view)}` : ""}`;
    if (this.blinds.out) return "You are sitting out.";
    if (view.phase !== "round" && view.bank.asked && view.bank.asked !== view.me.player) return "The bank is offered to another player.";
    if (lies(view) && playerBanked(view)) return "The round is over.";
    if (banks(view)) return `You have the bank. ${exposure(view)}`;
    if (view.phase === "broken") return "The game is broken until someone takes the bank.";
    if (!mayPlay(view) && view.dealer) return "You're on duty. Use the dealer controls.";
    if (view.me.role === "surveillance") return "You are watching, and see every card that has been dealt.";
    if (!seated(view)) return freeBoxes(view).length ? "You are watching." : "Every seat is taken; you are watching.";
    if (this.layout?.pots && view.phase === "betting") return "Between hands.";
    return view.dealer ? `${phaseWord(view.phase)}. Waiting for the dealer.` : `${phaseWord(view.phase)}.`;
  }

  /** @param {number} [wanted]  A free box; otherwise the best one. */
  async sitHere(wanted) {
    const { view } = this;
    const box = view && (wanted ?? bestBox(view));
    if (!view || !box || this.joining) return;
    this.joining = takeSeat(view, box).then((seq) => this.shown(seq), (error) => this.refused(error));
    await this.joining;
    this.joining = null;
  }

  /** Resolves when the screen shows this step. @param {number} seq @returns {Promise<void>} */
  shown(seq) {
    return new Promise((done) => (this.seq >= seq ? done() : this.awaited.push({ seq, done })));
  }

  /** @param {number} box @param {string} spot */
  press(box, spot) {
    const { view } = this;
    if (this.joining) return void this.joining.then(() => this.press(box, spot));
    if (view && this.felt.desk.sits) return this.sitHere(box);
    if (!view || view.phase !== "betting" || !this.tray.chip) return;
    if (spot.startsWith("group:")) {
      this.sheet.open(box, spot.slice(6));
      this.refresh();
      return this.sheet.node.scrollIntoView({ block: "nearest" });
    }
    const chip = this.wagers.spots.get(spot)?.stake ?? this.tray.chip;
    if (seated(view) && chip > this.wagers.free) {
      return notice(new Error("You don't have enough chips for that. Buy in for more, or choose a smaller chip."));
    }
    this.wagers.add(box, spot, this.tray.chip);
  }

  /** The first bet of a player without a seat, or without chips, takes the seat at that box and buys in. */
  async place(/** @type {number} */ box, /** @type {string} */ spot, /** @type {number} */ stake) {
    await this.joining;
    if (this.wagers.chips === 0) await this.shown(this.wagers.seq); // chips that are taken back come with the view
    if (this.view && (!seated(this.view) || this.wagers.chips === 0)) await takeSeat(this.view, box);
    const follows = (this.tray.follows.checked && this.layout?.follows) || [];
    const done = await send(this.id, spot === BACK ? commands.backBet(box, stake, follows) : commands.placeBet(box, spot, stake));
    unsay();
    return done;
  }

  async deal() {
    try {
      const done = await send(this.id, commands.closeBets());
      this.waits = done.waits ?? [];
      unsay();
      this.refresh();
    } catch (error) {
      this.refused(error);
    }
  }

  async clear() {
    await send(this.id, commands.endRound()).catch((error) => this.refused(error));
  }

  /** @param {number} box @param {string} verb @param {number|null} amount @param {string[]} cards */
  async answer(box, verb, amount, cards) {
    try {
      await this.answers.give(this.seq, commands.answer(box, verb, amount, cards));
      unsay();
    } catch (error) {
      this.controls.again();
      this.refused(error);
    }
  }

  /** @param {unknown} error */
  refused(error) {
    const words = inPerson(error instanceof Error ? error.message : String(error), this.view);
    // A notice is read out by itself, and must not cover the log of the text mode.
    return this.text ? this.tell(words) : notice(words);
  }
}
