/** People and roles, for administrators: accounts, what waits for a second administrator, and the room's health. */
import { h, keyed, say } from "../shared/dom.js";
import { get, post } from "../shared/api.js";
import { openDialog, submit } from "../shared/dialog.js";
import { money } from "../shared/money.js";
import { titled } from "../shared/words.js";

const ROLES = ["player", "proposition", "dealer", "floor", "office", "surveillance", "admin"];
/** What may be done with an account, and when it is offered. @type {[string, string, (it: any, own: boolean) => boolean][]} */
const ACTS = [
  ["unlock", "Unlock", (it) => it.locked],
  ["enable", "Enable", (it) => it.disabled],
  ["disable", "Disable", (it, own) => !it.disabled && !own],
  ["new-password", "New password", (it) => !it.disabled],
  ["new-authenticator", "Remove the authenticator", (it) => it.authenticator],
  ["end-sessions", "End sessions", (it) => it.sessions > 0],
];

export class PeoplePage {
  /** @param {string} own  The administrator's own name. */
  constructor(own) {
    this.own = own;
    this.state = h("p", { role: "status" });
    this.facts = h("dl", { class: "room-facts" });
    this.ordered = h("p", { role: "status" });
    this.proposals = h("ul", { class: "tables" });
    this.people = h("ul", { class: "tables" });
    this.said = h("div", { role: "status" });
    this.node = h("div", { class: "admin" },
      h("section", { "aria-labelledby": "health-title" }, h("h2", { id: "health-title", text: "The room" }), this.state,
        this.facts, h("p", { class: "row-acts" },
          h("button", { type: "button", class: "plainbutton", text: "Sign a checkpoint", onclick: () => this.order("checkpoint", "The checkpoint is signed.") }),
          h("button", { type: "button", class: "plainbutton", text: "Make a backup", onclick: () => this.order("backup", "The backup is made and verified.") })), this.ordered,
        h("p", { class: "quiet", text: "The whole journal is verified on the machine: cardroom audit verify. A house is written in the laboratory, and posted with cardroom run --house FILE." })),
      h("section", { "aria-labelledby": "waits-title" }, h("h2", { id: "waits-title", text: "Waiting for a second administrator" }), this.proposals),
      h("section", { "aria-labelledby": "people-title" },
        h("div", { class: "row-head" }, h("h2", { id: "people-title", text: "People and roles" }),
          h("button", { type: "button", class: "plainbutton", text: "Add a person", onclick: () => this.add() })),
        this.said, this.people));
    this.refresh();
  }

  load() {}

  async refresh() {
    try {
      const [people, proposals] = await Promise.all([get("/api/people"), get("/api/proposals")]);
      keyed(this.people, people, (it) => JSON.stringify(it), (it) => this.person(it));
      keyed(this.proposals, proposals.length ? proposals : [null], (it) => it?.id ?? "none", (it) => (it ? this.proposal(it) : h("li", { class: "quiet", text: "Nothing is waiting." })));
    } catch (error) {
      say(this.said, error instanceof Error ? error.message : String(error));
    }
    const health = await get("/health").catch((error) => ({ status: "not ready", why: error.message }));
    say(this.state, health.status === "ready" ? "Tables are open, and the journal can be written." : `The room is not ready: ${health.why}`);
    await get("/api/room").then((it) => this.room(it), (error) => say(this.ordered, error.message));
  }

  /** @param {any} it */
  room({ house, journal, backups, tables, streams }) {
    const kept = { file: "in a file", database: "in PostgreSQL", memory: "in memory: it ends with the service" }[/** @type {"file"} */ (journal.kept)];
    const facts = [
      ["House", house.title ? `${house.title}${house.state && !house.title.includes(titled(house.state)) ? `, ${titled(house.state)}` : ""}: ${house.games.length} ${house.games.length === 1 ? "game" : "games"}, from ${house.file}` : "None: every game with this room's default options"],
      ["Now", `${tables} ${tables === 1 ? "table" : "tables"}, ${streams} ${streams === 1 ? "person" : "people"} watching or playing`],
      ["Journal", `${journal.entries.toLocaleString()} entries in ${journal.streams} streams, ${kept}${journal.paused ? `; nothing can be written: ${journal.paused}` : ""}`],
      ["Last checkpoint", journal.signed_at ? `number ${journal.checkpoints}, ${new Date(journal.signed_at).toLocaleString()}` : "none"],
      ["Last backup", backups.length ? `${new Date(backups[0].at).toLocaleString()}, ${backups[0].folder}` : "none made here"],
    ];
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => [h("dt", { text: name }), h("dd", { text: value })]));
  }

  /** @param {string} what @param {string} done */
  async order(what, done) {
    say(this.ordered, "One moment…");
    try {
      this.room(await post(`/api/room/${what}`));
      say(this.ordered, done);
    } catch (error) {
      say(this.ordered, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {any} it */
  person(it) {
    const facts = [it.role, it.company ? `${it.company}, badge ${it.badge}` : "", it.disabled ? "disabled" : "", it.locked ? "locked" : "", it.authenticator ? "has an authenticator" : "", it.sessions ? `${it.sessions} open session${it.sessions > 1 ? "s" : ""}` : ""];
    const own = it.name === this.own;
    return h("li", { class: "table-row" },
      h("span", { class: "table-words" }, h("strong", { text: it.name }), h("span", { class: "quiet", text: facts.filter(Boolean).join(" · ") })),
      h("span", { class: "row-acts" },
        it.role === "player" && h("button", { type: "button", class: "plainbutton", text: "Credit…", "aria-label": `Credit: ${it.name}`, onclick: () => this.credit(it) }),
        !own && h("button", { type: "button", class: "plainbutton", text: "Role…", "aria-label": `Role of ${it.name}`, onclick: () => this.role(it) }),
        ...ACTS.filter(([, , when]) => when(it, own)).map(([path, title]) =>
          h("button", { type: "button", class: "plainbutton", text: title, "aria-label": `${title}: ${it.name}`, onclick: () => this.do(`/api/people/${encodeURIComponent(it.name)}/${path}`, {}, `${title}: ${it.name}`) }))));
  }

  /** @param {any} it */
  proposal(it) {
    const words = `${titled(it.what)}${it.role ? ` ${it.role}` : ""}: ${it.name}, proposed by ${it.by === this.own ? "you" : it.by}`;
    const act = (/** @type {string} */ how, /** @type {string} */ title) =>
      h("button", { type: "button", class: "plainbutton", text: title, "aria-label": `${title}: ${words}`, onclick: () => this.do(`/api/proposals/${it.id}/${how}`, {}, `${title}: ${words}`) });
    return h("li", { class: "table-row" }, h("span", { text: words }),
      h("span", { class: "row-acts" }, it.by === this.own ? act("reject", "Withdraw") : act("approve", "Approve"), it.by !== this.own && act("reject", "Reject")));
  }

  /** @param {string} path @param {object} body @param {string} what */
  async do(path, body, what) {
    try {
      this.tell(await post(path, body), what);
    } catch (error) {
      this.said.replaceChildren(h("p", { class: "form-wrong", text: error instanceof Error ? error.message : String(error) }));
    }
    await this.refresh();
  }

  /** What came of a change: a link is shown once. @param {any} result @param {string} what */
  tell(result, what) {
    const link = result.link && `${location.origin}/#/password/${result.link.split("/").at(-1)}`;
    this.said.replaceChildren(
      h("p", { text: result.done ? `${what}: done.` : `${what}: waits for a second administrator.` }),
      link && h("p", {}, "Give this link to the person it is for. It sets a password once, within a day: ", h("code", { class: "otp-key", text: link })));
  }

  add() {
    const name = h("input", { id: "person-name", type: "text", required: true, minlength: 2, maxlength: 24, autocomplete: "off" });
    const { role, rows, given } = granted("player", "", "");
    this.ask("Add a person", [["person-name", "Name", name], ...rows], async () => {
      this.tell(await post("/api/people", { name: name.value, role: role.value, ...given() }), `Account of ${name.value}`);
    });
  }

  /** Play money for a player. @param {any} it */
  credit(it) {
    const amount = h("input", { id: "credit", type: "number", min: 1, max: 1000000, step: 1, value: 1000, required: true });
    this.ask(`Credit ${it.name}`, [["credit", "Play money in dollars", amount]], async () => {
      const cents = Math.round(Number(amount.value) * 100);
      this.tell(await post(`/api/people/${encodeURIComponent(it.name)}/credits`, { amount: cents }), `${money(cents)} for ${it.name}`);
    }, "The journal records the credit and who gave it.");
  }

  /** @param {any} it */
  role(it) {
    const { role, rows, given } = granted(it.role, it.company ?? "", it.badge ?? "");
    this.ask(`Role of ${it.name}`, rows, async () => {
      this.tell(await post(`/api/people/${encodeURIComponent(it.name)}/role`, { role: role.value, ...given() }), `${it.name} as ${role.value}`);
    });
  }

  /** @param {string} title @param {[string, string, HTMLElement][]} rows @param {() => Promise<void>} give @param {string} [note] */
  ask(title, rows, give, note = "A staff role waits until a second administrator approves it.") {
    const wrong = h("p", { class: "form-wrong", role: "alert" });
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      submit(form, wrong, () => give().then(() => void this.refresh()));
    } },
    ...rows.map(([id, words, control]) => h("p", { class: "form-row" }, h("label", { for: id, text: words }), control)),
    h("p", { class: "quiet", text: note }), wrong,
    h("button", { class: "act lead" }, h("span", { class: "act-title", text: title })));
    openDialog(title, form);
  }
}

/** A role, and for a proposition player the company and the badge. @param {string} chosen @param {string} company @param {string} badge */
function granted(chosen, company, badge) {
  const role = roles("person-role", chosen);
  const fields = /** @type {const} */ (["company", "badge"]).map((name) => h("input", { id: `person-${name}`, type: "text", maxlength: 60, autocomplete: "off", value: { company, badge }[name] }));
  const show = () => fields.forEach((field) => {
    const hidden = role.value !== "proposition";
    field.required = !hidden;
    if (field.parentElement) field.parentElement.hidden = hidden;
  });
  role.addEventListener("change", show);
  queueMicrotask(show);
  /** @type {[string, string, HTMLElement][]} */
  const rows = [["person-role", "Role", role], ["person-company", "Company", fields[0]], ["person-badge", "Badge", fields[1]]];
  return { role, rows, given: () => (role.value === "proposition" ? { company: fields[0].value, badge: fields[1].value } : {}) };
}

/** @param {string} id @param {string} chosen */
function roles(id, chosen) {
  const select = h("select", { id }, ...ROLES.map((role) => h("option", { value: role, text: titled(role) })));
  select.value = chosen;
  return select;
}
