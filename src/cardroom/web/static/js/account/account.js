/** The account line of the lobby: everyone is a guest until they log in. */
import { h, say } from "../shared/dom.js";
import { get, post, Refused } from "../shared/api.js";
import { showAccount, showEnrollment } from "./account-page.js";
import { openDialog } from "../shared/dialog.js";
import { money } from "../shared/money.js";
import { forgetSeats } from "../shared/seat.js";

export class Account {
  constructor() {
    this.words = h("span", { class: "quiet" });
    this.button = h("button", { type: "button", class: "plainbutton", onclick: () => this.press() });
    this.own = h("button", { type: "button", class: "plainbutton", text: "Account", hidden: true, onclick: () => showAccount(this.me) });
    this.nick = h("button", { type: "button", class: "plainbutton", text: "Nickname", hidden: true, onclick: () => this.askNickname() });
    this.node = h("p", { class: "account" }, this.words, this.nick, this.own, this.button);
    /** @type {any} */ this.me = null;
  }

  async load() {
    this.me = await get("/api/me");
    const guest = this.me.role === "guest";
    const purse = this.me.duties?.includes("play") ? ` · wallet ${money(this.me.wallet)}` : "";
    const called = this.me.nickname ? `, called ${this.me.nickname}` : "";
    this.nick.hidden = !this.me.duties?.includes("play");
    say(this.words, `${guest ? "You are a guest" : `${this.me.name}, ${this.me.role}`}${called}${purse}`);
    say(this.button, guest ? "Log in" : "Log out");
    this.own.hidden = guest;
    if (this.me.enroll) showEnrollment("Staff also log in with a code from an authenticator. Set one up now; you cannot start work until you do.");
  }

  /** What others read at the tables. */
  askNickname() {
    const nick = h("input", { id: "nickname", type: "text", maxlength: 24, autocomplete: "nickname" });
    nick.value = this.me.nickname;
    const wrong = h("p", { class: "form-wrong", role: "alert" });
    const dialog = openDialog("Nickname", h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      post("/api/me/nickname", { nickname: nick.value }).then(() => {
        dialog.close();
        return this.load();
      }, (error) => say(wrong, error.message));
    } }, h("p", { class: "form-row" }, h("label", { for: "nickname", text: "Name shown at the tables" }), nick),
    h("p", { class: "quiet", text: "Records use your account name. Leave this empty to be shown by that name." }), wrong,
    h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Save" }))));
  }

  press() {
    if (this.me?.role === "guest") showLogin();
    else become("/api/logout", {});
  }
}

/** Reloads the page, so that nothing of the previous user stays on the screen. @param {string} path @param {unknown} body */
async function become(path, body) {
  await post(path, body);
  forgetSeats();
  location.reload();
}

function showLogin() {
  const name = h("input", { id: "name", type: "text", autocomplete: "username", required: true, minlength: 2, maxlength: 24 });
  const password = h("input", { id: "password", type: "password", autocomplete: "current-password", required: true });
  const code = h("input", { id: "code", type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12 });
  const codeRow = h("p", { class: "form-row", hidden: true }, h("label", { for: "code", text: "Code" }), code);
  const wrong = h("p", { class: "form-wrong", role: "alert" });
  const failed = (/** @type {Error} */ error) => {
    say(wrong, error.message);
    if (!(error instanceof Refused) || error.refusal.clause.id !== "service.code") return;
    codeRow.hidden = false;
    code.focus();
  };
  const enter = (/** @type {string} */ path, /** @type {object} */ more = {}) => become(path, { name: name.value, password: password.value, ...more }).catch(failed);
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    enter("/api/login", { code: code.value });
  } },
  h("p", { class: "form-row" }, h("label", { for: "name", text: "Name" }), name),
  h("p", { class: "form-row" }, h("label", { for: "password", text: "Password" }), password), codeRow, wrong,
  h("div", { class: "acts" },
    h("button", { class: "act lead" }, h("span", { class: "act-title", text: "Log in" })),
    h("button", { type: "button", class: "act", onclick: () => form.reportValidity() && enter("/api/register") }, h("span", { class: "act-title", text: "Open an account" }))));
  openDialog("Log in", form);
}
