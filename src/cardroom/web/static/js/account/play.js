/** A person's own play: the bankroll, results against expectation, mistakes, wagers, and every round. */
import { get } from "../shared/api.js";
import { h, s, say, stylesheet } from "../shared/dom.js";
import { percent } from "../options/state.js";
import { heading } from "../shared/lettering.js";
import { money, signed, tenths } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { becomeSomebody } from "../shared/seat.js";
import { titled, upper } from "../shared/words.js";

const AGAIN = 1500;
const SHOWN = 100;
const SESSION_GAP = 4 * 3600 * 1000;

/** @typedef {{at: number, table: string, title: string, game: string, rules: string, round: number, session: number, result: number, fees: number, void: boolean, banked: boolean, wagers: any[]}} Played */
/** @typedef {{mean: number, deviation: number}} Expected  In cents. */

export class PlayPage {
  constructor() {
    stylesheet("lab");
    stylesheet("play");
    document.title = "My play – cardroom";
    this.closed = false;
    /** @type {any} */ this.found = { rounds: [], theory: {}, costly: [], reviewed: 0, to_review: 0, open: [] };
    this.session = h("select", { id: "play-session", onchange: () => this.draw() });
    this.game = h("select", { id: "play-game", onchange: () => this.draw() });
    this.kind = h("select", { id: "play-kind", onchange: () => this.draw() }, ...[["", "All rounds"], ["won", "Rounds won"], ["lost", "Rounds lost"], ["push", "Pushes"], ["void", "Void rounds"], ["banked", "Rounds I banked"]].map(([value, text]) => h("option", { value, text })));
    this.sum = h("p", { class: "lab-sum", role: "status" });
    this.body = h("div", { class: "lab-results" });
    this.node = h("main", { class: "lab play", id: "main", tabindex: -1 },
      h("nav", { class: "crumbs", "aria-label": "You are here" }, h("a", { href: "#/", text: "Lobby" })),
      h("h1", {}, heading("My play")),
      h("form", { class: "lab-bar", "aria-label": "Filters" }, field("Session", this.session), field("Game", this.game), field("Rounds", this.kind),
        h("div", { class: "row-acts lab-acts" }, h("button", { type: "button", class: "plainbutton", text: "Export as CSV", onclick: () => this.save("csv") }), h("button", { type: "button", class: "plainbutton", text: "Export as JSON", onclick: () => this.save("json") }))),
      this.sum, this.body);
    this.load();
  }

  close() {
    this.closed = true;
  }

  async load() {
    try {
      await becomeSomebody();
      while (!this.closed) {
        this.found = await get("/api/me/play");
        this.sessions();
        this.draw();
        const open = this.found.more || this.found.reviewed < this.found.to_review || Object.values(this.found.theory).some((/** @type {any} */ it) => !it.ready);
        if (!open) return;
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    } catch (error) {
      notice(error);
    }
  }

  /** A gaming session ends when nothing is played for four hours. */
  sessions() {
    /** @type {{name: string, rounds: Played[]}[]} */
    const found = [];
    let last = -Infinity;
    for (const round of this.found.rounds) {
      if (round.at - last > SESSION_GAP) found.push({ name: String(round.at), rounds: [] });
      found[found.length - 1].rounds.push(round);
      last = round.at;
    }
    this.parts = found.reverse();
    fill(this.session, [...this.parts.map((it) => [it.name, `${day(it.rounds[0].at)}, ${it.rounds.length} ${it.rounds.length === 1 ? "round" : "rounds"}`]), ["", "All sessions"]]);
    const games = new Map(this.found.rounds.map((/** @type {Played} */ it) => [it.game, this.found.theory[it.rules]?.title ?? titled(it.game)]));
    fill(this.game, [["", "All games"], ...games]);
  }

  /** @returns {Played[]} */
  chosen() {
    const all = this.parts?.find((it) => it.name === this.session.value)?.rounds ?? this.found.rounds;
    const kinds = /** @type {Record<string, (it: Played) => boolean>} */ ({ won: (it) => it.result > 0, lost: (it) => it.result < 0, push: (it) => it.result === 0 && !it.void, void: (it) => it.void, banked: (it) => it.banked });
    return all.filter((/** @type {Played} */ it) => (!this.game.value || it.game === this.game.value) && (kinds[this.kind.value]?.(it) ?? true));
  }

  draw() {
    const rounds = this.chosen();
    if (!this.found.rounds.length) {
      say(this.sum, this.found.more ? "Your rounds are being read…" : "You have not played a round yet.");
      return this.body.replaceChildren();
    }
    const total = rounds.reduce((so, it) => so + it.result, 0);
    say(this.sum, `${rounds.length} ${rounds.length === 1 ? "round" : "rounds"}, ${signed(total)}${this.found.more ? "; more rounds are being read" : ""}.`);
    this.body.replaceChildren(
      part("Bankroll", ...bankroll(rounds, this.course(rounds))),
      part("Result and expectation", ...this.expectation(rounds)),
      part("Costliest mistakes", ...this.mistakes()),
      part("Wagers", this.wagers(rounds)),
      part("Rounds", ...this.list(rounds)));
  }

  /** What was staked, by wager, with its odds. @param {Played[]} rounds */
  staked(rounds) {
    /** @type {Map<string, {title: string, bets: number, first: number, action: number, net: number, expected: number|null, variance: number|null}>} */
    const found = new Map();
    for (const round of rounds) {
      if (round.void) continue;
      const theory = this.found.theory[round.rules];
      for (const wager of whole(round.wagers, theory)) {
        const odds = theory?.spots[wager.spot];
        const key = `${round.game} ${wager.spot}`;
        const it = found.get(key) ?? { title: `${theory?.title ?? titled(round.game)}: ${odds?.title ?? spotTitle(wager.spot, theory)}`, bets: 0, first: 0, action: 0, net: 0, expected: 0, variance: 0 };
        it.bets += 1;
        it.first += wager.first;
        it.action += wager.action;
        it.net += wager.net;
        it.expected = odds && it.expected !== null ? it.expected - odds.edge * wager.first : null;
        it.variance = typeof odds?.deviation === "number" && it.variance !== null ? it.variance + odds.deviation ** 2 * wager.squares : null;
        found.set(key, it);
      }
    }
    return [...found.values()];
  }

  /** What the bankroll was expected to be after each round, or null before the odds are known. Rounds that have no
   * odds, such as those the player banked, move it by their result. @param {Played[]} rounds @returns {Expected[]|null} */
  course(rounds) {
    let [mean, variance, known] = [0, 0, false];
    const course = [{ mean, deviation: 0 }];
    for (const round of rounds) {
      const theory = this.found.theory[round.rules];
      const wagers = whole(round.wagers, theory);
      const odds = wagers.map((it) => theory?.spots[it.spot]);
      if (round.void || round.banked || !odds.every((it) => typeof it?.deviation === "number")) mean += round.result;
      else {
        known ||= odds.length > 0;
        mean -= round.fees;
        wagers.forEach((it, at) => {
          mean -= odds[at].edge * it.first;
          variance += odds[at].deviation ** 2 * it.squares;
        });
      }
      course.push({ mean, deviation: Math.sqrt(variance) });
    }
    return known ? course : null;
  }

  /** @param {Played[]} rounds */
  expectation(rounds) {
    const known = this.staked(rounds).filter((it) => it.expected !== null && it.variance !== null);
    const waiting = Object.values(this.found.theory).some((/** @type {any} */ it) => !it.ready);
    if (!known.length) return [h("p", { class: "quiet", text: waiting ? "The odds of these games are being computed…" : "These games have no odds to compare with." })];
    const net = known.reduce((so, it) => so + it.net, 0);
    const expected = known.reduce((so, it) => so + (it.expected ?? 0), 0);
    const deviation = Math.sqrt(known.reduce((so, it) => so + (it.variance ?? 0), 0));
    const away = deviation ? (net - expected) / deviation : 0;
    const fees = rounds.reduce((so, it) => so + it.fees, 0);
    const words = Math.abs(away) < 1.96 ? "That is within the 95% band." : Math.abs(away) < 2.58 ? "That is outside the 95% band." : "That is outside the 99% band.";
    return [band(net, expected, deviation),
      h("p", { text: `Your wagers netted ${signed(net)}; with the best play, the expected result was ${signed(Math.round(expected))}, give or take ${money(Math.round(1.96 * deviation))}. ${words}` }),
      h("p", { class: "quiet", text: `Before collections${fees ? ` of ${money(fees)}` : ""}. Wagers of one round are taken as independent.` })];
  }

  mistakes() {
    const { costly: list, reviewed, to_review } = this.found;
    const where = "Decisions are reviewed at tables where the coach is permitted.";
    const said = !to_review ? where : reviewed < to_review ? `${reviewed} of ${to_review} rounds reviewed…` : list.length ? `The last ${to_review} rounds were reviewed.` : `No mistakes in the last ${to_review} rounds. ${where}`;
    const words = h("p", { class: "quiet", role: "status", text: said });
    if (!list.length) return [words];
    return [words, h("ul", { class: "play-mistakes" }, ...list.map((/** @type {any} */ it) => h("li", {},
      h("span", {}, this.replay(it.table, it.round, upper(it.decision.hand)),
        h("span", { class: "quiet", text: ` ${titled(it.decision.verb)}${it.decision.label ? ` ${it.decision.label}` : ""}; better: ${titled(it.decision.best).toLowerCase()}${it.decision.best_label ? ` ${it.decision.best_label}` : ""}` })),
      h("strong", { text: `−${tenths(it.decision.mills)}` }))))];
  }

  /** @param {Played[]} rounds */
  wagers(rounds) {
    const rows = this.staked(rounds).sort((one, other) => other.action - one.action);
    return table(["Wager", "Rounds", "Action", "Result", "Per action", "Expected"], rows.map((it) => [it.title, String(it.bets), money(it.action), tinted(it.net), it.action ? percent(it.net / it.action, 1) : "–", it.expected === null ? "–" : signed(Math.round(it.expected))]), "Wagers");
  }

  /** A round of a table that is still there can be replayed. @param {string} table @param {number} round @param {string} text */
  replay(table, round, text) {
    const open = this.found.open.includes(table);
    return open ? h("a", { href: `#/table/${encodeURIComponent(table)}/rounds/${round}`, text }) : h("span", { title: "This table was closed.", text });
  }

  /** @param {Played[]} rounds */
  list(rounds) {
    const rows = [...rounds].reverse().slice(0, SHOWN).map((it) => [
      this.replay(it.table, it.round, `${it.title || titled(it.game)}, round ${it.round}`),
      time(it.at), it.wagers.map((wager) => `${spotTitle(wager.spot, this.found.theory[it.rules])} ${money(wager.first)}`).join(", ") || "–", it.void ? "void" : tinted(it.result)]);
    return [table(["Round", "Time", "Wagers", "Result"], rows, "Rounds"), rounds.length > SHOWN ? h("p", { class: "quiet", text: `The last ${SHOWN} are shown; the export has all ${rounds.length}.` }) : ""];
  }

  /** @param {"csv"|"json"} form */
  save(form) {
    const rounds = this.chosen();
    const head = ["time", "table", "title", "game", "round", "wagers", "fees", "result", "void", "banked"];
    const cell = (/** @type {any} */ value) => `"${String(value).replaceAll('"', '""').replace(/^([=+@-])(?!\d)/, "'$1")}"`;
    const lines = rounds.map((it) => [new Date(it.at).toISOString(), it.table, it.title, it.game, it.round, it.wagers.map((wager) => `${wager.spot} ${(wager.first / 100).toFixed(2)} ${(wager.net / 100).toFixed(2)}`).join("; "), (it.fees / 100).toFixed(2), (it.result / 100).toFixed(2), it.void, it.banked].map(cell).join(","));
    const text = form === "json" ? JSON.stringify(rounds, null, 2) : [head.join(","), ...lines].join("\r\n");
    const url = URL.createObjectURL(new Blob([text], { type: form === "json" ? "application/json" : "text/csv" }));
    h("a", { href: url, download: `my-play.${form}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }
}

/** The wagers of a round, with what was added in the hand's turn in the wager whose odds include it. @param {any[]} wagers @param {any} theory */
function whole(wagers, theory) {
  const main = (/** @type {any} */ it) => theory?.part_of[it.spot];
  return wagers.filter((it) => !main(it)).map((it) => wagers.filter((other) => main(other) === it.spot)
    .reduce((sum, part) => ({ ...sum, action: sum.action + part.action, net: sum.net + part.net }), it));
}

/** Chips through the session as a line, over the band that holds 95 of 100 of them. @param {Played[]} rounds @param {Expected[]|null} course */
function bankroll(rounds, course) {
  let sum = 0;
  const points = [0, ...rounds.map((it) => (sum += it.result))];
  const edges = (course ?? []).flatMap((it) => [it.mean - 1.96 * it.deviation, it.mean + 1.96 * it.deviation]);
  const bottom = Math.min(...points, ...edges);
  const span = Math.max(Math.max(...points, ...edges) - bottom, 1);
  const at = (/** @type {number} */ round, /** @type {number} */ value) => `${((round / Math.max(points.length - 1, 1)) * 600).toFixed(1)},${(130 - ((value - bottom) / span) * 120).toFixed(1)}`;
  const line = (/** @type {number[]} */ values) => values.map((value, round) => at(round, value)).join(" ");
  const words = `From $0 to ${signed(sum)}; the highest was ${signed(Math.max(...points))}, the lowest ${signed(Math.min(...points))}.`;
  /** @type {SVGElement[]} */
  const band = [];
  if (course) {
    const high = course.map((it, round) => at(round, it.mean + 1.96 * it.deviation));
    const low = course.map((it, round) => at(round, it.mean - 1.96 * it.deviation));
    band.push(s("polygon", { points: [...high, ...low.reverse()].join(" "), class: "play-95" }), s("polyline", { points: line(course.map((it) => it.mean)), class: "play-mean" }));
  }
  const zero = line([0, ...rounds.map(() => 0)]);
  return [s("svg", { viewBox: "0 0 600 140", class: "play-line", role: "img", "aria-label": `Bankroll. ${words}${course ? ` ${bandWords(course)}` : ""}`, preserveAspectRatio: "none" },
    ...band, s("polyline", { points: zero, class: "play-zero" }), s("polyline", { points: line(points), class: "play-path" })),
  h("p", { class: "quiet", text: words }), course ? h("p", { class: "quiet", text: bandWords(course) }) : ""];
}

/** @param {Expected[]} course */
function bandWords(course) {
  const { mean, deviation } = course[course.length - 1];
  const [low, high] = [mean - 1.96 * deviation, mean + 1.96 * deviation].map((it) => signed(Math.round(it)));
  return `With the best play, 95 of 100 bankrolls are within the band at any given time, after collections: ${low} to ${high} at the end.`;
}

/** Where the result lies in the band of expected ones. @param {number} net @param {number} expected @param {number} deviation */
function band(net, expected, deviation) {
  const reach = Math.max(Math.abs(net - expected), 2.8 * deviation, 1);
  const x = (/** @type {number} */ value) => 300 + ((value - expected) / reach) * 280;
  const bar = (/** @type {number} */ times, /** @type {string} */ name) => s("rect", { x: x(expected - times * deviation), width: Math.max(x(expected + times * deviation) - x(expected - times * deviation), 1), y: 14, height: 24, class: name });
  return s("svg", { viewBox: "0 0 600 52", class: "play-band", role: "img", "aria-label": `Expected ${signed(Math.round(expected))}, result ${signed(net)}` },
    bar(2.58, "play-99"), bar(1.96, "play-95"), s("line", { x1: 300, x2: 300, y1: 8, y2: 44, class: "play-zero" }), s("circle", { cx: x(net), cy: 26, r: 8, class: "play-dot" }));
}

/** @param {string} title @param {...(Node|string)} content */
const part = (title, ...content) => h("section", { class: "lab-part", "aria-label": title }, h("h2", { text: title }), ...content);

/** @param {string[]} head @param {(string|Node)[][]} rows @param {string} label */
const table = (head, rows, label) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${label}, table` }, h("table", { class: "lab-figures" },
  h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col", text })))),
  h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), ...rest.map((it) => h("td", {}, it)))))));

/** The posted name of a spot, or its id if the rules are not at hand. @param {string} spot @param {any} theory */
const spotTitle = (spot, theory) => theory?.titles?.[spot] ?? titled(spot.split("/")[0]);

/** @param {number} cents */
const tinted = (cents) => h("span", { class: cents > 0 ? "lab-up" : cents < 0 ? "lab-down" : "", text: signed(cents) });

/** @param {number} at */
const day = (at) => new Date(at).toLocaleDateString([], { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** @param {number} at */
const time = (at) => new Date(at).toLocaleString([], { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** @param {string} text @param {HTMLElement} control */
const field = (text, control) => h("p", { class: "lab-field" }, h("label", { for: control.id, text }), control);

/** Choices, with the one that was chosen. @param {HTMLSelectElement} select @param {(string)[][]} choices */
function fill(select, choices) {
  const was = select.options.length ? select.value : null;
  select.replaceChildren(...choices.map(([value, text]) => h("option", { value, text })));
  if (was !== null && choices.some(([value]) => value === was)) select.value = was;
}
