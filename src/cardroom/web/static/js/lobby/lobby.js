/** The lobby: the games of the house, and the tables that are open. */
import { Account } from "../account/account.js";
import { h, keyed, paint, refill, say } from "../shared/dom.js";
import { get, post, Refused } from "../shared/api.js";
import { PlayCard } from "../shared/card.js";
import { heading } from "../shared/lettering.js";
import { money } from "../shared/money.js";
import { notice } from "../shared/notice.js";
import { part, patiently } from "../shared/patience.js";
import { becomeSomebody, cashHere, forgetSeat, leaveTable, onlyCashes, rememberedSeats } from "../shared/seat.js";
import { showSettings } from "../shared/settings.js";
import { edgeWord, helpWord, phaseWord, stakesWord, titled, upper } from "../shared/words.js";

/** @typedef {import("../shared/types.js").View} View */

const REFRESH = 5000;
/** From here on, people ask themselves whether anything happens. */
const SLOW = 1000;
const EDGE_TRIES = 24;
const DUTIES = /** @type {Record<string, string>} */ ({ dealer: "a dealer", floor: "floor staff", office: "office staff", admin: "an administrator" });
const FANS = [["As", "Kh", "Jd"], ["Qc", "7h", "Ad"], ["Kd", "Ks", "9c"], ["Ah", "Tc", "5s"], ["Jc", "Qs", "8d"]];

export class LobbyPage {
  constructor() {
    document.title = "cardroom";
    this.games = h("ul", { class: "games" });
    this.tables = h("ul", { class: "tables" });
    this.none = h("p", { class: "quiet" });
    this.mine = h("ul", { class: "tables" });
    this.seats = h("section", { "aria-labelledby": "mine-title", hidden: true },
      h("h2", { id: "mine-title", text: "Your seats" }), this.mine);
    /** @type {any[]} */ this.rows = [];
    this.account = new Account();
    /** @type {any[]} */ this.known = [];
    this.plays = true;
    // Hidden until the games are known.
    this.opener = h("button", { type: "button", class: "plainbutton", disabled: true, text: "Open a table of your own", onclick: () => import("../options/opening.js").then((it) => it.showOpening(this.known)).catch(notice) });
    this.ownPlay = h("a", { href: "#/play", text: "My play" });
    const title = heading("Cardroom", { weight: 8, gap: 40 });
    /** @type {import("./staff-home.js").Part[]} The parts of a home page of the staff. */ this.staff = [];
    this.work = h("div", { class: "staff-home" });
    this.closed = false;
    /** What the page is waiting for. */
    this.waits = h("p", { class: "lobby-waits", role: "status" });
    this.slow = setTimeout(() => this.known.length || this.waits.textContent || this.told("Opening the card room…"), SLOW);
    this.sentence = h("p", { text: "Play money. Real rules: every decision and every payment names its clause." });
    this.play = h("section", { "aria-labelledby": "games-title", hidden: true }, h("div", { class: "row-head" }, h("h2", { id: "games-title", text: "Sit down and play" }), this.filter()), this.games);
    this.openTables = h("section", { "aria-labelledby": "tables-title" },
      h("div", { class: "row-head" }, h("h2", { id: "tables-title", text: "Open tables" }), this.opener), this.none, this.tables);
    this.node = h("main", { class: "lobby", id: "main", tabindex: -1 },
      h("header", { class: "lobby-head" }, h("h1", {}, title), this.sentence, this.account.node, this.waits),
      this.work, this.seats, this.play,
      this.openTables,
      h("footer", { class: "lobby-foot" },
        h("button", { type: "button", class: "plainbutton", text: "Settings", onclick: showSettings }),
        h("a", { href: "#/school", text: "School" }), h("a", { href: "#/lab", text: "Laboratory" }), this.ownPlay, h("a", { href: "/docs", text: "For programmers" })));
    this.start();
    this.timer = setInterval(() => this.load(), REFRESH);
  }

  /** Games by their banker, or by a word. */
  filter() {
    const kind = h("select", { "aria-label": "Kind of game", class: "filter", onchange: () => sift() },
      ...[["", "All games"], ["house", "Banked by the house"], ["players", "Banked by players"], ["pots", "Against each other"]].map(([value, text]) => h("option", { value, text })));
    const word = h("input", { type: "search", class: "filter", "aria-label": "Find a game", placeholder: "Find a game", oninput: () => sift() });
    const sift = () => this.known.forEach((game, at) => {
      const text = `${game.title} ${game.about} ${game.family}`.toLowerCase();
      const node = this.games.children[at];
      if (node instanceof HTMLElement) node.hidden = (kind.value !== "" && game.banked !== kind.value) || !text.includes(word.value.trim().toLowerCase());
    });
    return h("span", { class: "row-acts" }, kind, word);
  }

  /** @param {string} words */
  told(words) {
    say(this.waits, words);
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.slow);
    for (const it of this.staff) /** @type {any} */ (it).close?.();
  }

  /** Staff find their work here, and are offered no game: each role has only its duties. */
  async show() {
    const { me } = this.account;
    this.plays = me?.duties?.includes("play") ?? true;
    this.play.hidden = this.opener.hidden = this.ownPlay.hidden = !this.plays;
    if (this.plays || !me?.duties?.length) return;
    say(this.sentence, `You are working here as ${DUTIES[me.role] ?? me.role}.`);
    // The floor has every table in a list of its own.
    this.openTables.hidden = me.duties.includes("mend");
    const { staffHome } = await part(import("./staff-home.js"));
    this.staff = staffHome(me);
    this.work.replaceChildren(...this.staff.map((it) => it.node));
  }

  async start() {
    const page = { told: (/** @type {string} */ words) => this.told(words), closed: () => this.closed };
    try {
      const games = patiently(() => get("/api/games"), page);
      await patiently(() => becomeSomebody().then(() => this.account.load()), page);
      await patiently(() => this.show(), page);
      this.known = await games;
      this.told("");
      this.opener.disabled = false;
      const posted = this.known.filter((game) => game.house);
      keyed(this.games, posted.length ? posted : this.known, (game) => game.id, (game) => this.gameCard(game));
      await this.load();
      await this.loadSeats();
      this.loadEdges();
    } catch (error) {
      notice(error);
    }
  }

  async load() {
    const rows = await get("/api/tables").catch((error) => {
      this.told(`${error.message} Trying again…`);
    });
    if (!rows) return;
    // The games may still be on their way.
    if (this.known.length) this.told("");
    this.rows = rows;
    for (const it of this.staff) it.load(rows);
    say(this.none, rows.length ? "" : "No tables are open. Pick a game above to open one.");
    keyed(this.tables, rows, (row) => row.id, () => h("li", { class: "table-row" }),
      (node, row) => fillRow(node, row, this.plays));
  }

  /** @param {any} game */
  gameCard(game) {
    const fan = FANS[this.known.indexOf(game) % FANS.length];
    const card = h("li", { class: "game", "data-game": game.id },
      h("button", { type: "button", class: "game-card", onclick: () => this.sit(game) },
        h("span", { class: "fan", "aria-hidden": "true" }, ...fan.map((face) => PlayCard.of(face))),
        h("span", { class: "game-title" }, heading(game.title)),
        h("span", { class: "game-sit", text: "Take a seat" })),
      h("details", { class: "game-how" }, h("summary", { text: "How it works" }), h("p", { text: game.how })), h("p", { class: "game-about" }, h("span", { text: game.about || opening(game.how) }), " ", h("span", { class: "quiet", text: game.wagers }), h("span", { class: "game-edge" })),
      h("a", { class: "game-rules", href: `#/rules/${game.id}`, text: `Rules of ${game.title}` }));
    paint(card, game.theme);
    return card;
  }

  /** What each game costs; the first time the edges are computed, and come one by one. */
  async loadEdges() {
    for (let tries = 0; tries < EDGE_TRIES && this.node.isConnected && this.plays; tries += 1) {
      const rows = await get("/api/lab/edges").catch(() => []);
      for (const row of rows) {
        const line = this.games.querySelector(`[data-game="${row.game}"] .game-edge`);
        if (line && row.edge !== null) say(line, ` ${upper(edgeWord(row.edge_of))}: ${(row.edge * 100).toFixed(2)}%.`.replace("-", "−"));
      }
      if (rows.every((/** @type {any} */ it) => it.ready)) return;
      await new Promise((done) => setTimeout(done, REFRESH));
    }
  }

  /** Tables where the player still has chips, with buttons to return or cash out. */
  async loadSeats() {
    const found = [];
    for (const id of rememberedSeats()) {
      try {
        const { view } = await get(`/api/tables/${encodeURIComponent(id)}`);
        if (view.me.boxes.length || view.me.stack > 0) found.push(view);
        else forgetSeat(id);
      } catch (error) {
        // A lost answer says nothing about the chips there.
        if (error instanceof Refused && error.status === 404) forgetSeat(id);
      }
    }
    this.seats.hidden = found.length === 0;
    keyed(this.mine, found, (view) => `${view.table.id} ${onlyCashes(view)}`, (view) => seatRow(view, () => this.leave(view)));
  }

  /** @param {View} view */
  async leave(view) {
    await (onlyCashes(view) ? cashHere : leaveTable)(view.table.id).catch(notice);
    await this.loadSeats();
    await this.account.load().catch(notice);
  }

  /**
   * The player's own seat at this game; otherwise an open table where nobody would have to wait for
   * them, and where they owe no blinds; otherwise a new table; and if the house opens no more, any free seat.
   * @param {any} game
   */
  async sit(game) {
    await this.load();
    const rows = this.rows.filter((row) => row.game === game.id && row.dealing === "automatic");
    const seats = rememberedSeats();
    const free = rows.filter((row) => row.taken < row.seats);
    const found = rows.find((row) => seats.includes(row.id)) ?? free.find((row) => row.phase === "betting" && row.taken === row.bots && !(row.pots && row.round));
    if (found) return enter(found.id);
    try {
      enter((await post("/api/tables", { game: game.id, bots: 2, house: game.house })).id);
    } catch (error) {
      if (free.length) enter(free[0].id);
      else notice(error);
    }
  }

}

/** The first two sentences. @param {string} text */
const opening = (text) => text.split(/(?<=\.) /).slice(0, 2).join(" ");

/** Where the clipboard is not available (no HTTPS), the address is shown to be copied. @param {string} id @param {HTMLElement} button */
async function invite(id, button) {
  const address = `${location.origin}/#/table/${encodeURIComponent(id)}`;
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = "Copied";
  } catch {
    notice(`Send this address to your guests: ${address}`);
  }
}

/** @param {string} id */
function enter(id) {
  location.hash = `#/table/${encodeURIComponent(id)}/sit`;
}

/** @param {import("../shared/types.js").View} view @param {() => void} leave */
function seatRow(view, leave) {
  const title = view.table.title || titled(view.table.game);
  const staked = view.bets.filter((bet) => bet.owner === view.me.player).reduce((sum, bet) => sum + bet.stake, 0);
  return h("li", { class: "table-row" },
    h("span", { class: "table-words" }, h("strong", { text: title }), h("span", { class: "quiet", text: `${money(view.me.stack + staked)} on the table` })),
    h("span", { class: "row-acts" },
      h("a", { class: "plainbutton", href: `#/table/${encodeURIComponent(view.table.id)}`, text: "Back to the table", "aria-label": `Back to the table: ${title}` }),
      h("button", { type: "button", class: "plainbutton", text: "Copy an invitation", "aria-label": `Copy an invitation to ${title}`, onclick: (/** @type {Event} */ event) => invite(view.table.id, /** @type {HTMLElement} */ (event.target)) }),
      onlyCashes(view) ? h("button", { type: "button", class: "plainbutton", text: "Cash out", "aria-label": `Cash out at ${title}`, onclick: leave }) : view.phase !== "round" && h("button", { type: "button", class: "plainbutton", text: "Leave", "aria-label": `Leave ${title} and cash out`, onclick: leave })));
}

/** @param {HTMLElement} node @param {any} row @param {boolean} plays */
function fillRow(node, row, plays) {
  const free = plays && !row.set_aside ? row.seats - row.taken : 0;
  const title = row.title || row.game_title || titled(row.game);
  const facts = [
    title === row.game_title ? "" : row.game_title ?? titled(row.game), stakesWord(row.stakes, row.limits),
    `${row.taken} of ${row.seats} seats taken`, row.set_aside ? "set aside, cash-out only" : phaseWord(row.phase, row.pots),
    ...row.meters.map((/** @type {import("../shared/types.js").Meter} */ it) => `${it.title} ${money(it.amount)}`),
    row.dealing && row.dealing !== "automatic" ? (row.dealing === "physical" ? "real cards" : "dealt by hand") : "",
    row.chips === "practice" ? "practice chips" : "",
    row.help && row.help !== "none" ? helpWord(row.help) : "",
  ].filter(Boolean).join(" · ");
  if (node.dataset.facts === facts) return;
  node.dataset.facts = facts;
  const to = `#/table/${encodeURIComponent(row.id)}`;
  refill(node, [
    h("span", { class: "table-words" }, h("strong", { text: title }), h("span", { class: "quiet", text: facts })),
    h("a", { class: "plainbutton", href: free > 0 ? `${to}/sit` : to, text: free > 0 ? "Sit down" : "Watch", "aria-label": `${free > 0 ? "Sit down" : "Watch"}: ${title}` })]);
}
