/** Past rounds of a table, step by step, exactly as the journal has them. */
import { h, keyed, mark, say } from "../shared/dom.js";
import { get } from "../shared/api.js";
import { Announcer, tellEvent } from "../felt/announcer.js";
import { CardTable } from "../felt/card-table.js";
import { rootsSeen, shuffleMark } from "../fairness/fair-shuffle.js";
import { heading } from "../shared/lettering.js";
import { signed } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { faults, unopened, unproved } from "../fairness/proof.js";
import { rulingLines } from "../shared/ruling.js";
import { becomeSomebody } from "../shared/seat.js";
import { pace } from "../shared/settings.js";
import { Slip } from "./slip.js";
import { amountWord, boxWord, titled } from "../shared/words.js";

export class RecallPage {
  /** @param {string} table @param {number|null} number */
  constructor(table, number) {
    this.table = table;
    this.number = number;
    this.at = 0;
    this.playing = false;
    /** @type {any} */ this.round = null;
    /** @type {import("../shared/types.js").Layout|null} */ this.layout = null;
    this.list = h("ul", { class: "rounds" });
    this.none = h("p", { class: "quiet" });
    this.felt = /** @type {CardTable} */ (document.createElement("card-table"));
    this.slip = new Slip();
    this.announcer = new Announcer();
    this.what = h("p", { class: "replay-what" });
    this.count = h("p", { class: "replay-count" });
    this.facts = h("dl", { class: "replay-facts" });
    this.entry = h("dd");
    this.slide = h("input", { type: "range", class: "slide", min: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slide.value)) });
    this.play = h("button", { type: "button", class: "tool", text: "Play", "aria-keyshortcuts": "p", onclick: () => this.toggle() });
    this.links = h("p", { class: "replay-links" });
    this.rulings = h("div", { class: "replay-rulings" });
    this.checked = h("ul", { class: "replay-checked", "aria-live": "polite" });
    this.screen = h("div", { class: "replay", hidden: true },
      h("div", { class: "replay-felt" }, h("p", { class: "replay-ribbon", text: "Replay" }), this.felt),
      h("div", { class: "dock" },
        h("section", { class: "replay-steps", "aria-label": "Steps" }, this.count, this.what, this.slide,
          h("div", { class: "tools" },
            step("First", () => this.go(0)), step("Back", () => this.go(this.at - 1)), this.play,
            step("Next", () => this.go(this.at + 1)), step("Last", () => this.go(Infinity)))),
        h("section", { class: "replay-proof", "aria-label": "Record" }, this.rulings, this.facts, this.links, this.checked), this.slip.node));
    this.node = h("main", { class: "recall", id: "main", tabindex: -1 },
      h("header", { class: "bar" }, h("a", { class: "brand", href: "#/", "aria-label": "Lobby" }, heading("Cardroom", { weight: 9 })),
        h("div", { class: "bar-facts" }, h("h1", { class: "bar-name", text: "Past rounds" })),
        h("nav", { class: "bar-nav", "aria-label": "Table" }, h("a", { href: `#/table/${encodeURIComponent(table)}`, text: "Back to the table" }))),
      h("div", { class: "recall-body" }, h("section", { class: "recall-list", "aria-label": "Rounds" }, this.none, this.list), this.screen), this.announcer.node);
    this.load();
  }

  close() {
    this.playing = false;
  }

  get path() {
    return `/api/tables/${encodeURIComponent(this.table)}`;
  }

  async load() {
    try {
      await becomeSomebody();
      const [hello, rounds] = await Promise.all([get(this.path), get(`${this.path}/rounds`)]);
      this.layout = hello.layout;
      this.mends = hello.view.me.role === "floor";
      document.title = `Past rounds – ${hello.view.table.title} – cardroom`;
      const rows = withLast(rounds, hello.view);
      say(this.none, rows.length ? "" : "No round has been played at this table yet.");
      keyed(this.list, rows, (it) => it.number, (it) => this.row(it, hello.view.me.player));
      if (this.number === null && rows.length) this.number = rows[0].number;
      if (this.number !== null) await this.show(await get(`${this.path}/rounds/${this.number}`));
    } catch (error) {
      notice(error);
    }
  }

  /** @param {any} it @param {string} me */
  row(it, me) {
    const net = (it.results ?? it.net)?.[me];
    const end = net === undefined ? "" : signed(net);
    const link = h("a", { href: `#/table/${encodeURIComponent(this.table)}/rounds/${it.number}` },
      h("span", { text: `Round ${it.number}` }), h("span", { class: "round-net", text: end }));
    mark(link, "data-result", net > 0 ? "won" : net < 0 ? "lost" : null);
    mark(link, "aria-current", it.number === this.number ? "true" : null);
    return h("li", {}, link);
  }

  /** @param {any} round */
  async show(round) {
    if (!this.layout) return;
    this.round = { ...round, steps: untilCleared(round.steps) };
    this.layout = round.layout ?? this.layout;
    this.screen.hidden = false;
    this.slide.max = String(this.round.steps.length - 1);
    const link = `${location.origin}${location.pathname}#/table/${encodeURIComponent(this.table)}/rounds/${this.number}`;
    this.facts.replaceChildren(...fact("Round", String(round.round)),
      ...fact("Journal hash", round.hash || "written when the table is cleared"), h("dt", { text: "Hash of this step" }), this.entry);
    const copied = h("span", { role: "status" });
    this.links.replaceChildren(
      h("button", { type: "button", class: "plainbutton", text: "Copy link", onclick: () => copy(link, copied) }),
      h("button", { type: "button", class: "plainbutton", text: "Download as scenario", onclick: () => this.download() }),
      h("button", { type: "button", class: "plainbutton", text: "Check the cards", onclick: () => this.check() }),
      h("button", { type: "button", class: "plainbutton", text: "Download proof", onclick: () => this.downloadProof() }), copied);
    this.rulings.replaceChildren(...rulingLines(round.rulings ?? []));
    if (this.mends && round.hash && round.steps.some((step) => step.events.some((event) => event.event === "progressive-won"))) this.links.prepend(h("a", { class: "plainbutton", href: `#/office/jackpots/${encodeURIComponent(this.table)}/${this.number}`, text: "Jackpot slip" }));
    if (this.mends && round.hash) this.links.prepend(h("a", { class: "plainbutton", href: `#/office/dispute/${encodeURIComponent(this.table)}/${this.number}`, text: "Rule on this round" }));
    this.checked.replaceChildren();
    for (const current of this.list.querySelectorAll("a")) {
      mark(current, "aria-current", current.hash.endsWith(`/rounds/${this.number}`) ? "true" : null);
    }
    if (this.layout) this.felt.show(this.layout, round.steps[0].view);
    this.go(0);
  }

  /** Fetched first: a round with cards the player has not seen is refused, and the page says so. */
  async download() {
    try {
      const text = await get(`${this.path}/rounds/${this.number}/scenario`);
      saveFile(text, "application/toml", `${this.table}-${this.number}.toml`);
    } catch (error) {
      notice(error);
    }
  }

  /** Here, in the browser: the service only hands over the numbers. */
  async check() {
    try {
      /** @type {import("../fairness/proof.js").Proof[]} */
      const proofs = await get(`${this.path}/rounds/${this.number}/proof`);
      const seen = rootsSeen();
      const lines = proofs.flatMap((proof) => verdict(proof, seen));
      const shown = cardsShown(this.round?.steps ?? []);
      if (proofs.length) lines.push(...unproved(proofs, shown).map((card) => [`${card} was dealt, and no proof opens it.`, "bad"]));
      this.checked.replaceChildren(...(lines.length ? lines : [["This round was dealt without a published commitment.", "bad"]])
        .map(([text, state]) => h("li", { text, "data-state": state })));
    } catch (error) {
      notice(error);
    }
  }

  /** One file per shoe, for `cardroom audit fairness`. */
  async downloadProof() {
    try {
      const proofs = await get(`${this.path}/rounds/${this.number}/proof`);
      for (const [index, proof] of proofs.entries()) {
        const suffix = proofs.length > 1 ? `-${index + 1}` : "";
        saveFile(JSON.stringify(proof, null, 2), "application/json", `${this.table}-${this.number}${suffix}.json`);
      }
    } catch (error) {
      notice(error);
    }
  }

  /** @param {number} to */
  async go(to) {
    const steps = this.round?.steps ?? [];
    const at = Math.max(0, Math.min(steps.length - 1, to));
    const forward = at === this.at + 1;
    this.at = at;
    const { events, view, input, hash } = steps[at];
    say(this.entry, hash ?? "");
    const words = events.map((/** @type {any} */ event) => tellEvent(event, this.layout, view)).filter(Boolean);
    say(this.count, `Step ${at + 1} of ${steps.length} · ${inputWord(this.layout, input)}`);
    say(this.what, words.join(" ") || "No visible change.");
    this.slide.value = String(at);
    this.slide.setAttribute("aria-valuetext", `Step ${at + 1} of ${steps.length}`);
    this.announcer.say(words.join(" "));
    const speed = pace();
    if (forward && speed) {
      for (const event of events) {
        if (this.at !== at) return;
        await this.felt.tell(event, speed * 0.8);
      }
    }
    if (this.at !== at || !this.layout) return;
    this.felt.settle(view);
    this.slip.update(this.layout, view);
  }

  async toggle() {
    this.playing = !this.playing;
    say(this.play, this.playing ? "Stop" : "Play");
    if (this.playing && this.at >= this.round.steps.length - 1) await this.go(0);
    while (this.playing && this.at < this.round.steps.length - 1) {
      await this.go(this.at + 1);
      await new Promise((done) => setTimeout(done, 700));
    }
    this.playing = false;
    say(this.play, "Play");
  }
}

/**
 * Newest first; the round still on the table is the last one played, listed or not.
 * @param {any[]} rounds
 * @param {import("../shared/types.js").View} view
 */
function withLast(rounds, view) {
  const lies = view.phase !== "round" && Object.keys(view.places).length > 0;
  const known = rounds.some((it) => it.number === view.table.round);
  /** @type {Record<string, number>} */
  const net = {};
  for (const it of view.results) if (it.owner) net[it.owner] = (net[it.owner] ?? 0) + it.net;
  const all = lies && !known ? [...rounds, { number: view.table.round, net }] : [...rounds];
  return all.sort((a, b) => b.number - a.number);
}

/** The step that clears the table shows an empty felt; the replay ends with the cards still out. @param {any[]} steps */
function untilCleared(steps) {
  const last = steps.findLastIndex((it) => Object.keys(it.view.places).length > 0);
  return last < 0 ? steps : steps.slice(0, last + 1);
}

/** @param {string} text @param {string} type @param {string} name */
function saveFile(text, type, name) {
  const file = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10000);
}

/** The cards on the table before it was cleared. @param {any[]} steps @returns {string[]} */
function cardsShown(steps) {
  const places = steps.map((step) => Object.values(step.view.places)).filter((found) => found.length).pop() ?? [];
  return places.flatMap((/** @type {any} */ place) => place.cards).filter((card) => card !== "??");
}

/**
 * The result of checking one shoe, line by line.
 * @param {import("../fairness/proof.js").Proof} proof @param {string[]} seen @returns {[string, string][]}
 */
function verdict(proof, seen) {
  const wrong = faults(proof);
  if (wrong.length) return wrong.map((text) => [text, "bad"]);
  const many = proof.openings.length;
  /** @type {[string, string][]} */
  const lines = [[many === 1 ? "The card you saw is the one the house committed to." : `The ${many} cards you saw are the ones the house committed to.`, "good"]];
  lines.push(seen.includes(proof.root) ? ["This browser saw the commitment before the bets.", "good"] :
    ["This browser was not connected when the house committed to the cards.", "plain"]);
  const players = (proof.mix?.contributions ?? []).map((each) => each.player);
  lines.push(players.length ? [`Contributed to the shuffle: ${players.join(", ")}.`, "good"] :
    ["No player contributed to this shuffle.", "plain"]);
  if (proof.mix) {
    lines.push(seen.includes(shuffleMark(proof.root, proof.mix.seed)) ?
      ["This browser saw that all contributions were committed to before any was opened.", "good"] :
      ["This browser did not follow the shuffle: it cannot say when the contributions were committed to.", "plain"]);
  }
  for (const player of unopened(proof)) {
    lines.push([`${player} did not open the contribution; \`cardroom audit fairness\` can check it.`, "plain"]);
  }
  if (proof.dice) lines.push(["The house committed to the dice before the roll.", "good"]);
  return lines;
}

/** @param {string} title @param {() => void} act */
const step = (title, act) => h("button", { type: "button", class: "tool", text: title, onclick: act });

/** @param {string} name @param {string} value */
const fact = (name, value) => [h("dt", { text: name }), h("dd", { text: value })];

/** The input of a step, in a few words. @param {import("../shared/types.js").Layout|null} layout @param {any} input */
function inputWord(layout, input) {
  const name = input?.verb || input?.kind || input?.input || input?.command || "";
  const parts = [titled(name), input?.amount ? amountWord(layout, input.verb ?? "", input.amount) : "", input?.box ? boxWord(layout, input.box).toLowerCase() : ""];
  return parts.filter(Boolean).join(" · ");
}

/** @param {string} text @param {HTMLElement} status */
async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
    say(status, "Copied");
  } catch {
    say(status, text); // No clipboard: the link can be copied by hand.
  }
}
