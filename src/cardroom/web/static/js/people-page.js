/** People and roles, for administrators: accounts, what waits for a second administrator, and the room's health. */
import { h, keyed, say } from "./dom.js";
import { get, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { titled } from "./words.js";

const ROLES = ["player", "dealer", "floor", "surveillance", "admin"];
/** What may be done with an account, and when it is offered. @type {[string, string, (it: any, own: boolean) => boolean][]} */
const ACTS = [
  ["unlock", "Unlock", (it) => it.locked],
  ["enable", "Enable", (it) => it.disabled],
  ["disable", "Disable", (it, own) => !it.disabled && !own],
  ["new-password", "New password", (it) => !it.disabled],
  ["new-authenticator", "Forget the authenticator", (it) => it.authenticator],
  ["end-sessions", "End sessions", (it) => it.sessions > 0],
];

export class PeoplePage {
  /** @param {string} own  The administrator's own name. */
  constructor(own) {
    this.own = own;
    this.state = h("p", { role: "status" });
    this.proposals = h("ul", { class: "tables" });
    this.people = h("ul", { class: "tables" });
    this.said = h("div", { role: "status" });
    this.node = h("div", { class: "admin" },
      h("section", { "aria-labelledby": "health-title" }, h("h2", { id: "health-title", text: "The room" }), this.state,
        h("p", { class: "quiet", text: "Backups and checkpoints are made on the machine: cardroom backup, cardroom audit verify, cardroom audit checkpoint." })),
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
      keyed(this.proposals, proposals.length ? proposals : [null], (it) => it?.id ?? "none", (it) => (it ? this.proposal(it) : h("li", { class: "quiet", text: "Nothing waits." })));
    } catch (error) {
      say(this.said, error instanceof Error ? error.message : String(error));
    }
    const health = await get("/health").catch((error) => ({ status: "not ready", why: error.message }));
    say(this.state, health.status === "ready" ? "Tables are open, and the journal can be written." : `The room is not ready: ${health.why}`);
  }

  /** @param {any} it */
  person(it) {
    const facts = [it.role, it.disabled ? "disabled" : "", it.locked ? "locked" : "", it.authenticator ? "has an authenticator" : "", it.sessions ? `${it.sessions} open session${it.sessions > 1 ? "s" : ""}` : ""];
    const own = it.name === this.own;
    return h("li", { class: "table-row" },
      h("span", { class: "table-words" }, h("strong", { text: it.name }), h("span", { class: "quiet", text: facts.filter(Boolean).join(" · ") })),
      h("span", { class: "row-acts" },
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
      link && h("p", {}, "Hand over this link; it sets a password once, within a day: ", h("code", { class: "otp-key", text: link })));
  }

  add() {
    const name = h("input", { id: "person-name", type: "text", required: true, minlength: 2, maxlength: 24, autocomplete: "off" });
    const role = roles("person-role", "player");
    this.ask("Add a person", [["person-name", "Name", name], ["person-role", "Role", role]], async () => {
      this.tell(await post("/api/people", { name: name.value, role: role.value }), `Account of ${name.value}`);
    });
  }

  /** @param {any} it */
  role(it) {
    const role = roles("person-role", it.role);
    this.ask(`Role of ${it.name}`, [["person-role", "Role", role]], async () => {
      this.tell(await post(`/api/people/${encodeURIComponent(it.name)}/role`, { role: role.value }), `${it.name} as ${role.value}`);
    });
  }

  /** @param {string} title @param {[string, string, HTMLElement][]} rows @param {() => Promise<void>} give */
  ask(title, rows, give) {
    const wrong = h("p", { class: "form-wrong", role: "alert" });
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      give().then(() => {
        dialog.close();
        this.refresh();
      }, (error) => say(wrong, error.message));
    } },
    ...rows.map(([id, words, control]) => h("p", { class: "form-row" }, h("label", { for: id, text: words }), control)),
    h("p", { class: "quiet", text: "A staff role waits until a second administrator approves it." }), wrong,
    h("button", { class: "act lead" }, h("span", { class: "act-title", text: title })));
    const dialog = openDialog(title, form);
  }
}

/** @param {string} id @param {string} chosen */
function roles(id, chosen) {
  const select = h("select", { id }, ...ROLES.map((role) => h("option", { value: role, text: titled(role) })));
  select.value = chosen;
  return select;
}
