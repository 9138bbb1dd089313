/** Builds elements in one expression, and updates lists in place. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} node
 * @param {Record<string, any>} props
 */
function dress(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, props);
  for (const child of children) if (child || child === "") node.append(child);
  return node;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, props);
  for (const child of children) if (child) node.append(child);
  return /** @type {SVGElement} */ (node);
}

/** @type {WeakMap<Node, string>} */
const keys = new WeakMap();

/**
 * The children of `parent` become one node per item, in order. A node whose key stays is kept, so
 * that focus, animations and screen readers are not disturbed by what did not change.
 *
 * @template I
 * @template {HTMLElement} N
 * @param {Element} parent
 * @param {Iterable<I>} items
 * @param {(item: I) => string|number} keyOf
 * @param {(item: I) => N} make
 * @param {(node: N, item: I) => void} [update]
 */
export function keyed(parent, items, keyOf, make, update) {
  /** @type {Map<string, ChildNode>} */
  const old = new Map();
  for (const child of [...parent.childNodes]) {
    const key = keys.get(child);
    if (key === undefined) continue;
    // Of two nodes with the same key, only the last would be found again; the other would never go away.
    old.get(key)?.remove();
    old.set(key, child);
  }
  const wanted = [...items].map((item) => ({ item, key: String(keyOf(item)) }));
  // First what is gone, so that the rest is in its place already: a node that is moved loses the press on it.
  const stays = new Set(wanted.map((it) => it.key));
  for (const [key, node] of old) if (!stays.has(key)) node.remove();
  inOrder(parent, wanted.map(({ item, key }) => {
    let node = /** @type {N|undefined} */ (old.get(key));
    old.delete(key);
    if (!node) {
      node = make(item);
      keys.set(node, key);
    }
    if (update) update(node, item);
    return node;
  }));
}

/**
 * Puts nodes first among their parent's children, in this order, and touches none that is in its place. Where the
 * browser can, a node keeps the focus and the press on it while it moves.
 * @param {Element} parent
 * @param {Iterable<Element>} nodes
 */
export function inOrder(parent, nodes) {
  /** @type {ChildNode|null} */
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else if (node.parentNode === parent && "moveBefore" in parent) /** @type {any} */ (parent).moveBefore(node, next);
    else parent.insertBefore(node, next);
  }
}

/**
 * Like `replaceChildren`, but a node that would look the same stays, with the focus and the press on it. It keeps its
 * listeners, too: what they need and nobody sees may be out of date.
 * @param {Element} parent @param {Iterable<HTMLElement>} nodes
 */
export const refill = (parent, nodes) => keyed(parent, nodes, (it) => it.outerHTML, (it) => it);

/** Loads a style sheet that only some pages need, once. @param {string} name */
export function stylesheet(name) {
  const href = `css/${name}.css`;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h("link", { rel: "stylesheet", href }));
}

/**
 * Sets text only where it differs: writing the same text again makes some screen readers repeat it.
 * @param {Element} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * @param {Element} node
 * @param {string} name
 * @param {string|boolean|null|undefined} value
 */
export function mark(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

/** The colors of a game's felt, for a node and everything in it. @param {HTMLElement} node @param {import("./types.js").Theme} theme */
export function paint(node, theme) {
  for (const [shade, color] of Object.entries(theme)) node.style.setProperty(`--felt-${shade}`, color);
}
