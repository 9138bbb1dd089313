/** The page: shows the part of the card room that the address after `#` names. */
import { LobbyPage } from "./lobby/lobby.js";
import { RulesPage } from "./shared/help.js";
import { TablePage } from "./table/table-page.js";
import { showNewPassword } from "./account/account-page.js";
import { h, say } from "./shared/dom.js";
import { notice } from "./shared/notice.js";
import { part, patiently } from "./shared/patience.js";
import { installSuits } from "./shared/suits.js";
import { listenForKeys } from "./shared/keys.js";
import { keepPresses } from "./shared/presses.js";
import { applySettings } from "./shared/settings.js";

/** @type {{node: HTMLElement, close: () => void}|null} */
let page = null;

/** @param {string} hash */
function pageFor(hash) {
  const [kind, id, part, number] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (kind === "table" && id && part === "rounds") return later(() => import("./table/recall.js").then((it) => new it.RecallPage(id, number ? Number(number) : null)));
  if (kind === "table" && id) {
    // Take a seat once only; going back in the history must not sit down again.
    if (part === "sit") history.replaceState(null, "", `#/table/${encodeURIComponent(id)}`);
    return new TablePage(id, { sit: part === "sit" });
  }
  if (kind === "rules" && id) return new RulesPage(id);
  if (kind === "school" && id === "table" && part) return later(() => import("./school/table.js").then((it) => new it.WholeTablePage(part)));
  if (kind === "school" && id === "exam" && part) return later(() => import("./school/exam.js").then((it) => new it.ExamPage(part)));
  if (kind === "school" && id === "progress") return later(() => import("./school/class.js").then((it) => new it.ProgressPage()));
  if (kind === "school" && id === "class") return later(() => import("./school/class.js").then((it) => new it.ClassPage(part)));
  if (kind === "school") return later(() => import("./school/school.js").then((it) => (id ? new it.DrillPage(id, part) : new it.SchoolPage())));
  if (kind === "office") return later(() => import("./office/office.js").then((it) => new it.OfficePage(id ?? "", [part, number].filter(Boolean))));
  if (kind === "statement") return later(() => import("./office/office.js").then((it) => new it.StatementPage()));
  if (kind === "sign" && id) return later(() => import("./table/sign-page.js").then((it) => new it.SignPage(id)));
  if (kind === "play") return later(() => import("./account/play.js").then((it) => new it.PlayPage()));
  if (kind === "lab") return later(() => import("./lab/lab.js").then((it) => new it.LabPage(id || undefined, part, number)));
  return new LobbyPage();
}

/**
 * A page whose files are loaded only when it is opened.
 * @param {() => Promise<{node: HTMLElement, close: () => void}>} load
 */
function later(load) {
  const node = h("div", { class: "later", tabindex: -1 });
  /** @type {{node: HTMLElement, close: () => void}|null} */
  let inner = null;
  let closed = false;
  patiently(() => part(load()), { told: (words) => say(node, words), closed: () => closed }).then((it) => {
    inner = it;
    if (closed) it.close();
    else node.replaceChildren(it.node);
  }).catch(notice);
  return { node, close: () => { closed = true; inner?.close(); } };
}

function show() {
  const link = location.hash.match(/^#\/password\/([0-9a-f]+)$/);
  page?.close();
  for (const sheet of document.querySelectorAll("dialog")) sheet.close();
  const first = page === null;
  page = pageFor(location.hash);
  document.getElementById("room")?.replaceChildren(page.node);
  scrollTo(0, 0);
  // Screen readers announce the new page; the browser itself announces the first one.
  if (!first) page.node.focus();
  if (link) {
    // The link is a secret that is good once; it must not stay in the history.
    history.replaceState(null, "", "#/");
    showNewPassword(link[1]);
  }
}

applySettings();
installSuits();
listenForKeys();
keepPresses();
// The skip link must not change the address: the part after "#" selects the page.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main")?.focus();
});
addEventListener("hashchange", show);
show();
