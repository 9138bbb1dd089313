/** Your own account: password, sessions, authenticator; and the link that sets a first password. */
import { h, say } from "../shared/dom.js";
import { get, post, remove } from "../shared/api.js";
import { openDialog } from "../shared/dialog.js";

let fields = 0;

/**
 * @param {string} label
 * @param {Record<string, any>} props
 */
function field(label, props) {
  const id = `account-field-${++fields}`;
  const input = h("input", { id, required: true, ...props });
  return { input, row: h("p", { class: "form-row" }, h("label", { for: id, text: label }), input) };
}

/**
 * A form with one button; what is refused is said below its fields.
 *
 * @param {HTMLElement[]} rows
 * @param {string} title
 * @param {() => Promise<unknown>} send
 */
function form(rows, title, send) {
  const wrong = h("p", { class: "form-wrong", role: "alert" });
  return h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    say(wrong, "");
    send().catch((error) => say(wrong, error.message));
  } }, ...rows, wrong, h("div", { class: "acts" }, h("button", { class: "act lead" }, h("span", { class: "act-title", text: title }))));
}

const password = (/** @type {string} */ label, /** @type {string} */ autocomplete) => field(label, { type: "password", autocomplete, maxlength: 200 });

/** @param {any} me */
export async function showAccount(me) {
  const old = password("Current password", "current-password");
  const fresh = password("New password", "new-password");
  const said = h("p", { role: "status" });
  const change = form([old.row, fresh.row], "Change password", async () => {
    await post("/api/password", { old: old.input.value, new: fresh.input.value });
    old.input.value = fresh.input.value = "";
    say(said, "The password is changed, and all other sessions have ended.");
    await list();
  });
  const rows = h("ul", { class: "sessions" });
  const list = async () => {
    const sessions = await get("/api/sessions");
    rows.replaceChildren(...sessions.map((/** @type {any} */ it) => h("li", {},
      `${it.current ? "This session" : `From ${it.address || "an unknown address"}`}, since ${new Date(it.opened * 1000).toLocaleString()} `,
      !it.current && h("button", { type: "button", class: "plainbutton", text: "End", onclick: () => remove(`/api/sessions/${it.id}`).then(list) }))));
  };
  openDialog(`Account of ${me.name}`,
    h("h3", { text: "Password" }), change, said,
    h("h3", { text: "Sessions" }), rows,
    h("h3", { text: "Authenticator" }),
    h("p", {}, me.authenticator ? "You log in with a code from your authenticator. " : "Use a phone app that shows a code for each login. ",
      h("button", { type: "button", class: "plainbutton", text: me.authenticator ? "Set up another one" : "Set one up", onclick: () => showEnrollment("") }),
      me.authenticator && me.role === "player" && h("button", { type: "button", class: "plainbutton", text: "Turn it off", onclick: () => showRemoval() })));
  await list();
}

/** A player may log in with the password alone. */
function showRemoval() {
  const proof = password("Your password", "current-password");
  const code = field("Code that the authenticator shows now", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12 });
  openDialog("Turn the authenticator off",
    h("p", { text: "From then on your password alone is enough to log in." }),
    form([proof.row, code.row], "Turn it off", async () => {
      await post("/api/authenticator/remove", { password: proof.input.value, code: code.input.value });
      location.reload();
    }));
}

/** @param {string} why */
export function showEnrollment(why) {
  const proof = password("Your password", "current-password");
  const before = field("Code from your current authenticator, if you have one", { type: "text", inputmode: "numeric", maxlength: 12, required: false });
  const steps = h("div", {});
  steps.append(form([proof.row, before.row], "Continue", async () => {
    const { key, uri, picture } = await post("/api/authenticator", { password: proof.input.value, code: before.input.value });
    const code = field("Code that it shows now", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12 });
    steps.replaceChildren(
      h("p", { text: "Scan this code with your authenticator app:" }),
      h("img", { class: "otp-code", src: picture, alt: "QR code with the key below", width: 196, height: 196 }),
      h("p", { text: "Or add an account with this key:" }),
      h("p", {}, h("code", { class: "otp-key", text: key.match(/.{1,4}/g).join(" ") })),
      h("p", {}, h("a", { href: uri, text: "Open it in an app on this device" })),
      form([code.row], "Finish", async () => {
        await post("/api/authenticator/confirm", { code: code.input.value });
        location.reload();
      }));
    code.input.focus();
  }));
  openDialog("Set up an authenticator", h("p", { text: why }), steps);
}

/** @param {string} link */
export function showNewPassword(link) {
  const fresh = password("New password", "new-password");
  const done = h("div", {});
  done.append(form([fresh.row], "Set the password", async () => {
    const { name } = await post("/api/password/link", { link, password: fresh.input.value });
    done.replaceChildren(h("p", { role: "status", text: `The password of ${name} is set. Close this, and log in.` }));
  }));
  openDialog("Set your password", done);
}
