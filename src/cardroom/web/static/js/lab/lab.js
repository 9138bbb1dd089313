/** The laboratory: a game, its options, and what they change. Loaded only when it is opened. */
import { get, post, send } from "../shared/api.js";
import { changeRules } from "../shared/commands.js";
import { openDialog } from "../shared/dialog.js";
import { h, say, stylesheet } from "../shared/dom.js";
import { LabForm, titleOf } from "../options/form.js";
import { heatMap, strategy } from "./charts.js";
import { banking, costs, findings, progressive, realShoe, Section, tornado, wagers, wagersOfTwo } from "./results.js";
import { session } from "./session.js";
import { asked, fresh, linkTo, percent, read, startOf } from "../options/state.js";
import { heading } from "../shared/lettering.js";
import { notice } from "../shared/notice.js";
import { patiently } from "../shared/patience.js";
import { showOpening } from "../options/opening.js";
import { becomeSomebody } from "../shared/seat.js";
import { edgeWord, titled, upper } from "../shared/words.js";

/** @typedef {import("../options/state.js").State} State */

const DEBOUNCE = 180;
const AGAIN = 700;
const REST = ["check", "costs", "strategy", "hands", "deviation", "bank", "shoe", "session", "changes"];

export class LabPage {
  /** @param {string} [game] @param {string} [first] @param {string} [second]  Two states, as links write them. */
  constructor(game, first, second) {
    stylesheet("lab");
    document.title = "Laboratory – cardroom";
    this.closed = false;
    this.turn = 0;
    /** @type {State} */ this.state = read(game ?? "blackjack", first === "-" ? "" : first);
    /** @type {State|null} */ this.other = second === undefined ? null : read(this.state.game, second === "-" ? "" : second);
    this.game = h("select", { onchange: () => this.pick(this.game.value) });
    this.start = h("select", { onchange: () => this.restart() });
    this.law = h("select", { onchange: () => this.setLaw() });
    this.sum = h("p", { class: "lab-sum", role: "status" });
    this.wrong = h("ul", { class: "lab-faults", role: "alert" });
    this.side = h("div", { class: "lab-side" });
    this.compare = h("button", { type: "button", class: "plainbutton", text: "Compare with this", onclick: () => this.toggleOther() });
    this.second = h("p", { class: "lab-second", hidden: true });
    this.poster = act("Post at the table", () => this.postRules(), "lead");
    this.poster.hidden = !this.state.table;
    /** @type {Set<string>} Parts that are simulated only when somebody wants to know. */ this.wanted = new Set();
    this.sections = {
      odds: new Section("Wagers"), shoe: new Section("From a real shoe"), costs: new Section("What each change costs"), check: new Section("Law and warnings"),
      changes: new Section("All single changes"), strategy: new Section("Best play"), hands: new Section("Value of every hand"),
      meter: new Section("Progressive meter"), session: new Section("A session"), bank: new Section("Banking"),
    };
    this.node = h("main", { class: "lab", id: "main", tabindex: -1 },
      h("nav", { class: "crumbs", "aria-label": "You are here" }, h("a", { href: "#/", text: "Lobby" })),
      h("header", { class: "lab-head" }, h("h1", {}, heading("Laboratory")),
        h("p", { class: "quiet", text: "Change a rule, and see at once what it costs. Every figure is computed from the same rules that the tables deal by." })),
      h("div", { class: "lab-bar" }, field("Game", this.game), field("Start from", this.start), field("Law", this.law),
        h("div", { class: "row-acts lab-acts" },
          this.poster, act("Open this table", () => this.open(), "lead"), act("Save as a house", () => this.save()), act("Print the sheets", () => this.print()), act("Submission pack", () => this.submission()),
          act("Copy link", () => this.copy()), this.compare)),
      this.second, this.wrong,
      h("div", { class: "lab-main" }, this.side,
        h("div", { class: "lab-results" }, this.sum, ...Object.values(this.sections).map((it) => it.node))));
    this.load();
  }

  close() {
    clearTimeout(this.wait);
    this.closed = true;
    this.turn += 1;
  }

  load() {
    patiently(async () => {
      await becomeSomebody();
      this.games = await get("/api/games");
      this.game.replaceChildren(...this.games.map((/** @type {any} */ it) => h("option", { value: it.id, text: it.title })));
      if (!this.games.some((/** @type {any} */ it) => it.id === this.state.game)) this.state = fresh(this.games[0].id);
      await this.show();
    }, { told: (words) => say(this.sum, words), closed: () => this.closed }).catch(notice);
  }

  /** The form of the game, then its figures. */
  async show() {
    const { state } = this;
    this.game.value = state.game;
    this.form = await get(`/api/lab/games/${encodeURIComponent(state.game)}`);
    if (this.closed) return;
    document.title = `${this.form.title} in the laboratory – cardroom`;
    this.start.replaceChildren(...this.form.starts.map((/** @type {any} */ it) => h("option", { value: it.name, text: it.title })));
    this.start.value = startOf(state, this.form).name;
    this.law.replaceChildren(h("option", { value: "", text: "None" }), ...this.form.states.flatMap((/** @type {string} */ it) => [h("option", { value: `${it}/commercial`, text: titled(it) }), h("option", { value: `${it}/tribal`, text: `${titled(it)}, tribal casino` })]));
    this.law.value = state.law ? `${state.law}/${state.room}` : "";
    this.options = new LabForm(this.form, state, () => this.later());
    this.side.replaceChildren(this.options.node);
    this.ask();
  }

  /** @param {string} game */
  async pick(game) {
    this.state = { ...fresh(game), table: this.state.table };
    this.other = null;
    for (const section of Object.values(this.sections)) section.show(undefined, () => []);
    await this.show().catch(notice);
  }

  restart() {
    this.state.start = this.start.value;
    const { state } = startOf(this.state, this.form);
    if (state && !this.state.law) {
      this.state.law = state;
      this.law.value = `${state}/${this.state.room}`;
    }
    this.options?.refill();
    this.ask();
  }

  setLaw() {
    const [law, room] = this.law.value.split("/");
    this.state.law = law;
    this.state.room = room ?? "commercial";
    this.ask();
  }

  later() {
    clearTimeout(this.wait);
    this.wait = setTimeout(() => this.ask(), DEBOUNCE);
  }

  /** A bar of the tornado was pressed. @param {string} option @param {string} value */
  apply(option, value) {
    const spec = this.form.options.find((/** @type {any} */ it) => it.name === option);
    this.options?.choose(spec, value);
    this.options?.refill();
  }

  /** Millions of rounds. @param {string} part */
  want(part) {
    this.wanted.add(part);
    this.ask();
  }

  /** Asks until everything is known, or until something else is asked. */
  async ask() {
    // A field that loses the focus to a link has changed, too, and the address is the next page's.
    if (this.closed) return;
    const turn = ++this.turn;
    history.replaceState(null, "", linkTo(this.state, this.other));
    this.showOther();
    this.options?.update([]);
    const start = startOf(this.state, this.form).options;
    const now = asked(this.state, this.form);
    /** @type {Record<string, any>} */ let first = {};
    /** @type {Record<string, any>} */ let begun = {};
    /** @type {Record<string, any>} */ let second = {};
    const gone = () => this.closed || turn !== this.turn;
    const page = { told: (/** @type {string} */ words) => void (words && say(this.sum, words)), closed: gone };
    const results = (/** @type {object} */ about) => patiently(() => post("/api/lab/results", about), page);
    while (!gone()) {
      try {
        const odds = first.odds;
        const parts = !odds || odds.status === "computing" ? ["odds", "check"] : ["odds", ...REST.filter((it) => this.needed(it, odds.result))];
        const answer = await results({ ...now, start, parts });
        if (gone()) return;
        this.faults(answer.faults);
        if (answer.faults.length) return this.dim(answer.faults);
        first = answer.parts;
        if (this.other) second = await this.secondParts(this.other, parts, results);
        else if (first.strategy?.status === "ready") begun = (await results({ game: this.state.game, options: start, parts: ["strategy"] })).parts;
        if (gone()) return;
        this.draw(first, begun, second);
        const open = [first, begun, second].some((it) => Object.values(it).some((part) => part.status === "computing"));
        if (!open && parts.length > 2) return;
        await new Promise((done) => setTimeout(done, open ? AGAIN : 0));
      } catch (error) {
        if (gone()) return;
        this.age();
        return notice(error);
      }
    }
  }

  /** Only what the game has. @param {string} part @param {any} odds */
  needed(part, odds) {
    if (part === "bank") return this.form.banked_by_players;
    if (part === "shoe" || part === "session") return this.wanted.has(part);
    if (part === "deviation") return (odds?.wagers ?? []).some((/** @type {any} */ it) => it.deviation === null || it.deviation === undefined);
    return true;
  }

  /** The same parts of the second game, from its own start. @param {State} other @param {string[]} parts @param {(about: object) => Promise<any>} results @returns {Promise<Record<string, any>>} */
  async secondParts(other, parts, results) {
    const answer = await results({ ...asked(other, this.form), start: startOf(other, this.form).options, parts });
    if (!answer.faults.length) return answer.parts;
    return Object.fromEntries(parts.map((part) => [part, { status: "none", why: answer.faults.join("; ") }]));
  }

  /** @param {Record<string, any>} first @param {Record<string, any>} begun @param {Record<string, any>} second */
  draw(first, begun, second) {
    const { sections, other } = this;
    const [one, two] = [first, second].map((it) => (it.deviation?.status === "ready" ? it.deviation : it.odds));
    const start = edgesOf(first.costs?.result);
    if (two?.result && one?.result) sections.odds.show({ ...one, result: [one.result, two.result] }, (it) => wagersOfTwo(it[0], it[1]));
    else sections.odds.show({ ...one, result: one?.result && { odds: one.result, start } }, (it) => wagers(it.odds, it.start));
    if ([first, second].some((it) => it.deviation?.status === "computing" && it.odds?.status === "ready")) sections.odds.one.wait.replaceChildren(h("span", { text: "The standard deviation is being simulated…" }), h("progress", { "aria-label": "Computing" }));
    const later = (/** @type {"shoe"|"session"} */ part, /** @type {(it: any) => Node[]} */ make, /** @type {string} */ title) => {
      if (this.wanted.has(part)) sections[part].show(first[part], make, second[part]);
      else sections[part].show({ status: "ready", result: "not asked" }, () => [act(title, () => this.want(part))]);
    };
    later("shoe", realShoe, "Simulate the cut card");
    later("session", session, "Compute a session");
    sections.costs.show(first.costs, (it) => costs(it, one?.result, first.costs.status), second.costs, (it) => costs(it, two?.result, second.costs.status));
    sections.check.show(first.check, (it) => findings(it, this.state.law), second.check, (it) => findings(it, other?.law ?? ""));
    sections.changes.show(first.changes, (it) => tornado(it, (option, value) => this.apply(option, value)),
      second.changes, (it) => tornado(it, (option, value) => this.swap().then(() => this.apply(option, value))));
    const chart = (/** @type {any} */ it) => strategy(it.now, it.before ?? undefined, it.whose);
    sections.strategy.show(other ? compared(first.strategy, second.strategy, "the second game") : compared(first.strategy, begun.strategy, "the starting point"), chart,
      compared(second.strategy, first.strategy, "this game"), chart);
    sections.hands.show(first.hands, heatMap, second.hands);
    sections.meter.show(meterOf(one), progressive, meterOf(two));
    sections.bank.show(first.bank, banking, second.bank);
    this.headline(one?.result, start);
  }

  /** @param {any} odds @param {Record<string, number>|null} start */
  headline(odds, start) {
    const main = odds?.wagers?.[0];
    if (!main) return say(this.sum, "");
    const by = start?.[main.spot] === undefined ? null : main.edge - start[main.spot];
    const moved = by === null || Math.abs(by) < 5e-7 ? "" : `, ${percent(Math.abs(by))} ${by > 0 ? "more" : "less"} than at the start`;
    say(this.sum, `${main.title}: ${edgeWord(odds.edge_of)} ${percent(main.edge)}${moved}.`);
  }

  /** @param {string[]} faults */
  faults(faults) {
    this.options?.update(faults);
    const known = new Set(this.form.options.filter((/** @type {any} */ it) => it.kind !== "side-bets").map((/** @type {any} */ it) => it.name));
    this.wrong.replaceChildren(...faults.filter((it) => !known.has(it.match(/^\w+/)?.[0] ?? "")).map((text) => h("li", { text: faultWords(text) })));
  }

  /** The figures are those of the state before the fault. @param {string[]} faults */
  dim(faults) {
    say(this.sum, `${faultWords(faults[0])}.${this.sections.odds.one.key ? " The figures below are from before." : ""}`);
    this.age();
  }

  /** Nothing is computed any longer. */
  age() {
    for (const { one, two } of Object.values(this.sections)) for (const pane of [one, two]) pane.age();
  }

  showOther() {
    say(this.compare, this.other ? "Stop comparing" : "Compare with this");
    this.second.hidden = !this.other;
    if (!this.other) return;
    const { options, bets, law, room } = this.other;
    const changes = [...Object.entries(options).map(([name, value]) => `${titled(name)} ${value}`), ...bets.map(titleOf)].join(", ") || "nothing changed";
    const where = law && `, by the law of ${titled(law)}${room === "tribal" ? " for tribal casinos" : ""}`;
    this.second.replaceChildren(h("span", { text: `Second game: ${startOf(this.other, this.form).title}, ${changes}${where}. ` }),
      h("button", { type: "button", class: "linkbutton", text: "Swap the two", onclick: () => this.swap() }));
  }

  toggleOther() {
    this.other = this.other ? null : structuredClone(this.state);
    this.ask();
  }

  async swap() {
    if (!this.other) return;
    [this.state, this.other] = [this.other, this.state];
    await this.show().catch(notice);
  }

  async copy() {
    const link = location.href;
    const field = h("input", { type: "text", readonly: true, "aria-label": "Permanent link" });
    field.value = link;
    const said = h("p", { class: "quiet", role: "status" });
    openDialog("Permanent link", h("div", { class: "form" }, field), said);
    field.select();
    await navigator.clipboard?.writeText(link).then(() => say(said, "Copied."), () => say(said, "Press Ctrl+C to copy."));
  }

  open() {
    showOpening(this.games, this.state);
  }

  /** The floor posts other rules at a table, after a notice of some rounds. */
  postRules() {
    const rounds = h("input", { id: "notice-rounds", type: "number", min: 0, max: 1000, value: 1 });
    const wrong = h("p", { class: "form-wrong", role: "alert" });
    const dialog = openDialog("Post at the table", h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await send(this.state.table, changeRules(this.state.game, { ...this.form.usual, ...asked(this.state, this.form).options }, Number(rounds.value)));
        dialog.close();
        location.hash = `#/table/${encodeURIComponent(this.state.table)}`;
      } catch (error) {
        say(wrong, error instanceof Error ? error.message : "");
      }
    } }, h("p", { class: "form-row" }, h("label", { for: "notice-rounds", text: "Rounds until the rules change" }), rounds),
    h("p", { class: "quiet", text: "Everybody at the table reads the notice. 0 changes the rules at once, and needs an empty layout between rounds. Side bets from files are added when a table is opened." }), wrong,
    h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Post the rules" }))));
  }

  save() {
    const name = h("input", { id: "house-name", type: "text", value: "my-room", pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*", maxlength: 60, required: true });
    const text = h("textarea", { rows: 16, readonly: true, "aria-label": "The house's file", hidden: true, spellcheck: "false" });
    const link = h("a", { class: "plainbutton", hidden: true, text: "Download the file" });
    const wrong = h("p", { class: "form-wrong", role: "alert" });
    openDialog("Save as a house", h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const made = await post("/api/lab/house", { ...asked(this.state, this.form), name: name.value });
        text.value = made.text;
        text.hidden = link.hidden = false;
        link.href = URL.createObjectURL(new Blob([made.text], { type: "application/toml" }));
        link.download = made.file;
        say(wrong, "");
      } catch (error) {
        say(wrong, error instanceof Error ? error.message : "");
      }
    } }, h("p", { class: "form-row" }, h("label", { for: "house-name", text: "Name of the house" }), name), wrong,
    h("button", { class: "plainbutton", text: "Write the file" }), text, link,
    h("p", { class: "quiet", text: "The file lists every option with its meaning. A room posts it with: cardroom run --house FILE" })));
  }

  print() {
    const said = h("p", { class: "quiet", role: "status" });
    const body = asked(this.state, this.form);
    openDialog("Print the sheets", h("div", { class: "row-acts" }, ...this.form.printed.map((/** @type {import("../shared/types.js").PrintedSheet} */ sheet) =>
      act(sheet.title, () => this.printed(sheet, body, said)))), said);
  }

  /** Everything that a regulator asks for, as a zip file. */
  submission() {
    const name = h("input", { id: "pack-name", type: "text", value: "my-room", pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*", maxlength: 60, required: true });
    const said = h("p", { role: "status" });
    openDialog("Submission pack", h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      say(said, "The pack is being made…");
      try {
        const blob = await made("/api/lab/submission", { ...asked(this.state, this.form), name: name.value }, said);
        if (blob) said.replaceChildren(h("a", { href: URL.createObjectURL(blob), download: `${name.value}.zip`, text: "Download the pack" }));
      } catch (error) {
        say(said, error instanceof Error ? error.message : "");
      }
    } }, h("p", { class: "form-row" }, h("label", { for: "pack-name", text: "Name of the house" }), name),
    h("p", { class: "quiet", text: "Rules, sign, layout, felt, the math report, clauses with their proofs, findings, internal controls, random numbers, and hashes, as cardroom submit writes them. It takes a few minutes. Choose the law first: a game with faults is refused." }),
    h("button", { class: "plainbutton", text: "Make the pack" }), said));
  }

  /** @param {import("../shared/types.js").PrintedSheet} sheet @param {any} body @param {HTMLElement} said */
  async printed(sheet, body, said) {
    say(said, "The sheet is being made…");
    try {
      const blob = await made(`/api/lab/sheets/${sheet.sheet}`, body, said);
      if (!blob) return;
      const link = h("a", { href: URL.createObjectURL(blob), target: "_blank", text: `Open the ${sheet.title.toLowerCase()}`, download: `${this.state.game}-${sheet.sheet}.pdf` });
      said.replaceChildren(link);
    } catch (error) {
      say(said, error instanceof Error ? error.message : "");
    }
  }
}

/** By spot, without the changes. @param {any} changes @returns {Record<string, number>|null} */
const edgesOf = (changes) => (changes ? Object.fromEntries(changes.wagers.map((/** @type {any} */ it) => [it.spot, it.edge])) : null);

/** A chart, with the one that it is compared with. @param {any} part @param {any} before @param {string} whose */
const compared = (part, before, whose) => part && { ...part, result: part.result && { now: part.result, before: before?.result, whose } };

/** @param {any} odds */
const meterOf = (odds) => (odds?.result?.progressive ? { status: "ready", result: odds.result.progressive } : undefined);

/** The option as it is labeled. @param {string} text */
const faultWords = (text) => upper(text.replace(/^side_bets: /, "").replace(/^[a-z_0-9]+(?=[:,] | = )/, titled));

/** A file, as soon as it is made; null if nobody waits. @param {string} path @param {any} body @param {HTMLElement} shown */
async function made(path, body, shown) {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), credentials: /** @type {RequestCredentials} */ ("same-origin") };
  while (shown.isConnected) {
    const answer = await fetch(path, init);
    if (answer.status === 202) {
      const { text, done, of } = await answer.json();
      if (text) say(shown, `${text}${of ? `, ${done} of ${of}` : ""}…`);
      await new Promise((again) => setTimeout(again, 1000));
    } else if (answer.ok) return answer.blob();
    else throw new Error((await answer.json()).refusal?.why ?? "This could not be made.");
  }
  return null;
}

/** @param {string} text @param {HTMLElement} control */
function field(text, control) {
  control.id = `lab-choice-${text.toLowerCase().replace(" ", "-")}`;
  return h("p", { class: "lab-field" }, h("label", { for: control.id, text }), control);
}

/** @param {string} text @param {() => void} run @param {string} [kind] */
const act = (text, run, kind = "") => h("button", { type: "button", class: `plainbutton ${kind}`, text, onclick: run });
