/** What a state of the laboratory gives: wagers, costs, findings, all single changes, meter, banking. */
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { picture } from "./picture.js";
import { change, percent } from "../options/state.js";
import { edgeWord, titled, upper } from "../shared/words.js";

/** @typedef {import("../options/state.js").State} State */
/** @typedef {{status: string, why?: string, text?: string, done?: number, of?: number, result?: any}} Part */

/** A smaller change is "±0" in three decimals of a percent. */
const SEEN = 5e-6;

/** One game's part of a section: its result, its progress, or why there is none. */
class Pane {
  /** @param {string} title @param {string} [mark]  Of the names of its tables, so that no two are alike. */
  constructor(title, mark = "") {
    this.title = h("h3", { class: "lab-whose", text: title, hidden: true });
    this.mark = mark;
    this.body = h("div", { class: "lab-body", onchange: () => this.name() });
    this.wait = h("div", { class: "lab-wait", role: "status" });
    this.node = h("div", { class: "lab-pane" }, this.title, this.body, this.wait);
    this.key = "";
  }

  /** @param {Part|undefined} part @param {(result: any) => (Node|string|false|null)[]} draw */
  show(part, draw) {
    this.node.hidden = !part;
    if (!part) return;
    const computing = part.status === "computing";
    const known = part.result !== null && part.result !== undefined;
    const key = JSON.stringify(part.result) + part.status;
    if (known && key !== this.key) this.body.replaceChildren(...draw(part.result).filter((it) => it !== false && it !== null).map((it) => /** @type {Node} */ (it)));
    if (known) this.key = key;
    this.name();
    this.node.toggleAttribute("data-stale", computing && !known);
    this.wait.replaceChildren(...(computing ? [h("span", { text: `${part.text || "Computing"}…` }), h("progress", part.of ? { value: part.done, max: part.of, "aria-label": "Computed" } : { "aria-label": "Computing" })]
      : part.status === "none" ? [h("p", { class: "quiet", text: `${upper(part.why ?? "")}.` })] : []));
    if (part.status === "none") {
      this.body.replaceChildren();
      this.key = "";
    }
  }

  /** What is shown is of another state, and nothing is computed. */
  age() {
    this.wait.replaceChildren();
    this.node.toggleAttribute("data-stale", true);
  }

  name() {
    for (const it of this.body.querySelectorAll("[role=region]")) {
      const label = it.getAttribute("aria-label") ?? "";
      if (!label.endsWith(this.mark)) it.setAttribute("aria-label", label + this.mark);
    }
  }
}

/** A section of the results, with one game or two side by side. */
export class Section {
  /** @param {string} title @param {string} [about] */
  constructor(title, about = "") {
    const id = `lab-${title.toLowerCase().replace(/\W+/g, "-")}`;
    this.one = new Pane("This game");
    this.two = new Pane("Second game", ", second game");
    this.node = h("section", { class: "lab-part", "aria-labelledby": id }, h("h2", { id, text: title }),
      about && h("p", { class: "quiet", text: about }), h("div", { class: "lab-pair" }, this.one.node, this.two.node));
  }

  /** @param {Part|undefined} part @param {(result: any) => (Node|string|false|null)[]} draw @param {Part} [other]  Of the second game. @param {(result: any) => (Node|string|false|null)[]} [drawOther] */
  show(part, draw, other, drawOther = draw) {
    this.node.hidden = !part && !other;
    this.one.title.hidden = this.two.title.hidden = !other;
    this.one.show(part, draw);
    this.two.show(other, drawOther);
  }
}

/** @param {string[]} head @param {(string|Node)[][]} rows @param {string} label */
export function table(head, rows, label) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${label}, table` }, h("table", { class: "lab-figures" },
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), ...rest.map((it) => h("td", {}, it)))))));
}

/** @typedef {{key: string, title: string, all: any[]}} Group */

/** The figures of a group of wagers, from the least to the greatest. @type {[string, (it: any) => number|null, (it: number|null) => string][]} */
const FIGURES = [
  ["Std. deviation", (it) => it.deviation, (it) => (it === null ? "–" : it.toFixed(3))],
  ["Hit frequency", (it) => it.hit_frequency, (it) => percent(it, 2)],
  ["Element of risk", (it) => it.element_of_risk, (it) => percent(it)],
];

/** @param {Group|undefined} group @param {(it: any) => number|null} of @param {(it: number|null) => string} words */
function span(group, of, words) {
  if (!group) return "not offered";
  const sorted = [...group.all].sort((one, other) => (of(one) ?? 0) - (of(other) ?? 0));
  return [...new Set([sorted[0], sorted[sorted.length - 1]].map((it) => words(of(it))))].join(" to ");
}

/** @param {any} odds */
const edgeTitle = (odds) => upper(edgeWord(odds.edge_of));

/** Every wager. @param {any} odds @param {Record<string, number>|null} start */
export function wagers(odds, start) {
  const groups = grouped(odds.wagers);
  const rows = groups.map((group) => {
    const [first] = group.all;
    const before = start?.[first.spot];
    return [group.title, strong(span(group, (it) => it.edge, percent), first.edge < 0),
      before === undefined ? (start ? "new" : "–") : delta(first.edge - before), ...FIGURES.map(([, of, words]) => span(group, of, words))];
  });
  return [table(["Wager", edgeTitle(odds), "Change", ...FIGURES.map(([title]) => title)], rows, "Wagers"), ...notes(odds)];
}

/** The wagers of two games in one table: each figure of this game, then of the second. @param {any} one @param {any} two */
export function wagersOfTwo(one, two) {
  const [ours, theirs] = [one, two].map((odds) => new Map(grouped(odds.wagers).map((it) => [it.key, it])));
  const figures = [/** @type {typeof FIGURES[0]} */ ([edgeTitle(one), (it) => it.edge, (it) => percent(it)]), ...FIGURES];
  const body = [...new Set([...ours.keys(), ...theirs.keys()])].map((key) => h("tr", {},
    h("th", { scope: "row", text: (ours.get(key) ?? theirs.get(key))?.title ?? key }),
    ...figures.flatMap(([, of, words]) => {
      const [here, there] = [ours, theirs].map((it) => span(it.get(key), of, words));
      return [h("td", {}, here === there ? here : h("strong", { text: here })), h("td", { class: "lab-other" }, here === there ? there : h("strong", { text: there }))];
    })));
  return [h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Wagers, table" }, h("table", { class: "lab-figures lab-both" },
    h("thead", {}, h("tr", {}, h("td", {}), ...figures.map(([title]) => h("th", { scope: "colgroup", colspan: 2, text: title }))),
      h("tr", {}, h("th", { scope: "col", text: "Wager" }), ...figures.flatMap(() => [h("th", { scope: "col", text: "This game" }), h("th", { scope: "col", class: "lab-other", text: "Second game" })]))),
    h("tbody", {}, ...body))), ...notes(one)];
}

/** How the figures were found, and what was not. @param {any} odds */
function notes(odds) {
  const found = [...new Set(grouped(odds.wagers).map(({ all }) => all[0].method))];
  // "Exact: a fraction" says nothing next to "exact: a fraction, every hand ...".
  const methods = found.filter((one) => !found.some((other) => other !== one && other.startsWith(one)));
  const some = (/** @type {string} */ method) => odds.wagers.some((/** @type {any} */ it) => it.simulated_rounds && it.deviation_method === method);
  const simulated = some("simulated") ? " The standard deviation of the main wager is simulated." : some("exact") ? " How often the main wager wins is simulated." : "";
  return [h("p", { class: "quiet", text: `${upper(methods.join("; "))}.${simulated}` }),
    ...odds.not_reckoned.map((/** @type {any} */ it) => h("p", { class: "quiet", text: `${it.title}: ${it.why}.` })),
    odds.paid && h("p", { class: "quiet", text: `The figures are ${odds.paid}.` })];
}

/** Bets of one group, as the single cards of Monte Carlo, are one line. @param {any[]} list */
function grouped(list) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const it of list) {
    const [group, row] = it.spot.split("/");
    const known = found.get(group);
    if (known) known.all.push(it);
    else found.set(group, { key: group, title: row ? titled(group) : it.title, all: [it] });
  }
  return [...found.values()];
}

/** @param {string} text @param {boolean} warned  The wager favors the player. */
const strong = (text, warned) => h("strong", { class: warned ? "lab-favors" : "", text });

/** @param {number} share */
const delta = (share) => h("span", { class: Math.abs(share) < SEEN ? "quiet" : share > 0 ? "lab-up" : "lab-down", text: change(share) });

/** One option of a variation, in words. @param {any} variation */
function words({ options }) {
  const [[option, value]] = Object.entries(options);
  const short = option === "side_bets" ? "of your own" : / pays /.test(value) ? "own table" : ({ true: "yes", false: "no" }[value] ?? String(value).replace(/([a-z])-(?=[a-z])/g, "$1 "));
  return `${titled(option)}: ${short}`;
}

/** Each wager dealt to the cut card, next to a fresh shoe. @param {any} found */
export function realShoe(found) {
  const rows = found.rows.flatMap((/** @type {any} */ row) => [{ ...row, title: found.title }, ...row.side_bets].map((it) => [
    it.title, String(row.boxes), percent(row.dealt, 0), percent(it.edge), change(it.change), `± ${percent(it.error)}`]));
  return [table(["Wager", "Boxes", "Dealt", "Edge", "From a fresh shoe", "Std. error"], rows, "From a real shoe"),
    h("p", { class: "quiet", text: "A shoe whose high cards come early gives more rounds, the last of them from low cards, so the edge before a cut card is not that of a fresh shoe. Simulated." })];
}

/** What each change cost. @param {any} costs @param {any|undefined} odds  Of all changes together. @param {string} status */
export function costs(costs, odds, status) {
  if (!costs.variations.length) return status === "computing" ? [] : [h("p", { class: "quiet", text: "Nothing is changed yet." })];
  const [{ spot, edge }] = costs.wagers;
  const rows = costs.variations.map((/** @type {any} */ it) => (it.unpriced ? [words(it), "not by itself", upper(it.unpriced)]
    : [words(it), spot in it.edges ? delta(it.changes[spot]) : "not offered", others(it, costs.wagers)]));
  const total = odds?.wagers.find((/** @type {any} */ it) => it.spot === spot)?.edge - edge;
  const sum = costs.variations.reduce((/** @type {number} */ so, /** @type {any} */ it) => so + (it.changes[spot] ?? NaN), 0);
  if (Number.isFinite(total)) {
    if (rows.length > 1 && Math.abs(total - sum) > SEEN) rows.push(["What the changes do together, beyond their sum", delta(total - sum), ""]);
    rows.push([h("strong", { text: "All changes together" }), delta(total), ""]);
  }
  const found = table(["Change, by itself", "Main wager", "Other wagers"], rows, "What each change costs");
  found.classList.add("lab-costs");
  return [found];
}

/** @param {number} count */
const wagerCount = (count) => `${count} ${count === 1 ? "wager" : "wagers"}`;

/** @param {any} variation @param {any[]} wagers */
function others({ edges, changes }, wagers) {
  const [main, ...rest] = wagers;
  const known = new Set(wagers.map((it) => it.spot));
  const changed = rest.filter((it) => Math.abs(changes[it.spot] ?? 0) > SEEN);
  const added = Object.keys(edges).filter((spot) => !known.has(spot)).length;
  const gone = rest.filter((it) => !(it.spot in edges)).length + (main.spot in edges ? 0 : 1);
  return [...changed.slice(0, 2).map((it) => `${it.title} ${change(changes[it.spot])}`),
    ...(added ? [`${wagerCount(added)} more`] : []), ...(gone ? [`${wagerCount(gone)} fewer`] : [])].join(", ");
}

/** @param {any[]} findings @param {string} law */
export function findings(findings, law) {
  const order = ["fault", "warning", "deviation", "condition", "note"];
  // Without a state, the check only says that there is none.
  const list = findings.filter((it) => law || it.cite !== "the house's file").sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
  const none = law ? `We found nothing that prevents posting this game in ${titled(law)}.` : "No law was checked: choose a state above.";
  return [!law && list.length ? h("p", { text: none }) : null, list.length ? h("ul", { class: "lab-findings" }, ...list.map((it) => h("li", { "data-level": it.level },
    h("span", { class: "lab-level", text: titled(it.level) }), h("span", { text: `${upper(it.says.replace(/^[a-z_0-9]+(?= = )/, titled))} ` }, h("span", { class: "quiet", text: it.cite })))))
    : h("p", { text: none })];
}

/**
 * All single changes, the largest first: bars to both sides of the edge as it is.
 * @param {any} found @param {(option: string, value: string) => void} apply
 */
export function tornado(found, apply) {
  const bars = h("div", { class: "tornado" });
  const pick = h("select", { "aria-label": "Wager", onchange: () => draw(pick.value) }, ...found.wagers.map((/** @type {any} */ it) => h("option", { value: it.spot, text: it.title })));
  const draw = (/** @type {string} */ spot) => {
    const rows = found.variations.filter((/** @type {any} */ it) => Math.abs(it.changes[spot] ?? 0) > SEEN)
      .sort((/** @type {any} */ one, /** @type {any} */ other) => Math.abs(other.changes[spot]) - Math.abs(one.changes[spot]));
    const widest = Math.abs(rows[0]?.changes[spot] ?? 1);
    bars.replaceChildren(...rows.map((/** @type {any} */ it) => bar(it, it.changes[spot], widest, apply)));
    if (!rows.length) bars.append(h("p", { class: "quiet", text: "No single change affects this wager." }));
  };
  draw(found.wagers[0]?.spot);
  const unpriced = found.variations.filter((/** @type {any} */ it) => it.unpriced);
  return [found.wagers.length > 1 ? h("p", {}, pick) : null, bars,
    h("p", { class: "quiet", text: "Press a bar to make that change. Bars to the right cost the player, bars to the left the house or the bank." }),
    unpriced.length ? h("details", {}, h("summary", { text: `${unpriced.length} ${unpriced.length === 1 ? "change is" : "changes are"} not possible alone` }),
      h("ul", { class: "lab-findings" }, ...unpriced.map((/** @type {any} */ it) => h("li", {}, h("span", { class: "lab-level", text: words(it) }), h("span", { text: `${upper(it.unpriced)}.` }))))) : null];
}

/** @param {any} it @param {number} by @param {number} widest @param {(option: string, value: string) => void} apply */
function bar(it, by, widest, apply) {
  const [[option, value]] = Object.entries(it.options);
  const fill = h("span", { class: "tornado-fill" });
  fill.style.setProperty("--part", `${(Math.abs(by) / widest) * 50}%`);
  return h("button", { type: "button", class: "tornado-bar", "data-side": by > 0 ? "up" : "down", "aria-label": `${words(it)}, ${change(by)}. Make this change.`, onclick: () => apply(option, String(value)) },
    h("span", { class: "tornado-name", text: words(it) }), h("span", { class: "tornado-line" }, fill), h("span", { class: "tornado-by", text: change(by) }));
}

/** The progressive bet by its meter. @param {any} meter */
export function progressive(meter) {
  const cash = (/** @type {number} */ dollars) => money(Math.round(dollars * 100));
  return [h("dl", { class: "lab-facts" },
    ...fact("Hold in the long run", percent(meter.hold, 2)), ...fact(`Edge at ${cash(meter.meter)}`, percent(meter.edge, 2)),
    ...fact("Fair at a meter of", meter.break_even === null ? "never" : cash(meter.break_even)),
    ...fact("Bets between jackpots", meter.bets_between_jackpots ? Math.round(meter.bets_between_jackpots).toLocaleString() : "none"),
    ...fact("Hit frequency", percent(meter.hit_frequency, 2))),
  table(["Meter", "Edge"], meter.edges.map((/** @type {any} */ it) => [cash(it.meter), strong(percent(it.edge, 2), it.edge < 0)]), "Edge by meter"),
  ...(meter.grows?.length ? [growth(meter, cash)] : [])];
}

/** How the meter grows until it is won. @param {any} meter @param {(dollars: number) => string} cash */
function growth(meter, cash) {
  /** @type {{bets: number, meter: number, won: number}[]} */
  const grows = meter.grows;
  const last = grows[grows.length - 1];
  const half = grows.find((it) => it.won >= 0.5) ?? last;
  const near = (/** @type {number} */ dollars) => cash(Math.round(dollars));
  const words = `Half of all jackpots are won before the meter shows ${near(half.meter)}.`;
  return picture([{ points: grows.map((it) => [it.bets, it.meter]) }],
    { least: 0, most: last.bets, marks: [[0, "0 bets"], [half.bets, Math.round(half.bets).toLocaleString()], [last.bets, Math.round(last.bets).toLocaleString()]] },
    { least: 0, most: last.meter, marks: [[meter.seed, near(meter.seed)], [half.meter, near(half.meter)], [last.meter, near(last.meter)]] },
    `Growth of the meter. ${words}`, `The meter by the bets since the last jackpot, on average. ${words}`, "rises");
}

/** @param {string} name @param {string} value */
const fact = (name, value) => [h("dt", { text: name }), h("dd", { text: value })];

/** What a short bank does to each seat. @param {any[]} banks @param {(cents: number|null) => string} cash */
function bySeat(banks, cash) {
  const lines = banks.map((bank) => ({ name: bank.posted === null ? "covers everything" : `posts ${cash(bank.posted)}`,
    points: bank.seats.filter((/** @type {any} */ it) => !it.behind).map((/** @type {any} */ it) => [it.seat, it.edge]) }));
  const seats = lines[0].points.map(([seat]) => seat);
  const edges = lines.flatMap((it) => it.points.map(([, edge]) => edge));
  const [least, most] = [Math.min(0, ...edges), Math.max(...edges)];
  if (seats.length < 2 || least === most) return [];
  return [picture(lines, { least: Math.min(...seats), most: Math.max(...seats), marks: seats.map((seat) => [seat, String(seat)]) },
    { least, most, marks: [[least, percent(least, 2)], [most, percent(most, 2)]] },
    "Edge against each seat, by what the bank posts", "The edge against each seat, by what the bank posts: the order of payment decides which seats have less action.", "rises")];
}

/** @param {any} bank */
export function banking(bank) {
  const cash = (/** @type {number|null} */ cents) => (cents === null ? "covers everything" : money(Math.round(cents)));
  const fees = (/** @type {any[]} */ rows) => rows.map((it) => [it.bracket.replace(/\d[\d,.]*/g, "$$$&"), money(it.fee), `${percent(it.share.least, 2)} to ${percent(it.share.most, 2)}`]);
  const risk = (/** @type {any} */ it) => it?.within?.find((/** @type {any} */ each) => each.rounds === 1000)?.chance ?? null;
  return [
    h("h3", { text: "Collections" }),
    bank.collection.player.length || bank.collection.bank.length
      ? h("div", { class: "lab-two" }, bank.collection.player.length ? table(["Players' wager", "Collection", "Share of the wager"], fees(bank.collection.player), "Players' collection") : "",
        bank.collection.bank.length ? table(["Bank's action", "Collection", "Share of the action"], fees(bank.collection.bank), "Bank's collection") : "")
      : h("p", { text: "No collection." }),
    h("h3", { text: `One wager of ${money(bank.one_wager.stake)} against a short bank` }),
    table(["Bank posts", upper(edgeWord("bank"))], bank.one_wager.banks.map((/** @type {any} */ it) => [cash(it.posted), percent(it.edge, 2)]), "Short bank"),
    ...bySeat(bank.banks, cash),
    h("h3", { text: `Banking ${bank.wagers.length} wagers, with ${money(bank.bankroll)}` }),
    table(["Bank posts", "Wins per round, after collection", "Std. deviation", "Ruin within 1,000 rounds", "Ruin in the long run"],
      bank.banks.map((/** @type {any} */ it) => [cash(it.posted), `${money(Math.round(it.value))} ± ${money(Math.round(it.error))}`, money(Math.round(it.deviation)), percent(risk(it.ruin), 1), percent(it.ruin?.forever?.chance ?? null, 1)]), "Banking"),
    h("p", { class: "quiet", text: `${bank.deals.toLocaleString()} rounds were dealt. ${upper(bank.play)}. ${bank.assumptions.map(upper).join(". ").replace(/ \(--[\w-]+\)/g, "")}.` })];
}
