/** Animations on the felt, all by transforms, which the compositor runs while the page is busy. */

const DEAL = "cubic-bezier(.16,.8,.3,1)";
const SLIDE = "cubic-bezier(.4,0,.2,1)";

/** @typedef {Map<Element, DOMRect>} Rects */

/** @param {Iterable<Element>} nodes @returns {Rects} */
export function rectsOf(nodes) {
  const rects = new Map();
  for (const node of nodes) rects.set(node, node.getBoundingClientRect());
  return rects;
}

/** @param {DOMRect} rect */
const center = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });

/**
 * What has moved, and by how much. All places are read before anything is animated: the browser computes the layout
 * once, not once per card.
 * @param {Rects} before
 * @param {Iterable<Element>} nodes
 * @returns {[Element, number, number][]}
 */
export function moved(before, nodes) {
  return [...nodes].flatMap((node) => {
    const old = before.get(node);
    if (!old) return [];
    const now = node.getBoundingClientRect();
    const [dx, dy] = [old.left - now.left, old.top - now.top];
    return Math.abs(dx) + Math.abs(dy) < 1 ? [] : [/** @type {[Element, number, number]} */ ([node, dx, dy])];
  });
}

/**
 * Everything that has moved glides from its old place to the new one.
 * @param {[Element, number, number][]} all
 * @param {number} pace
 */
export function glide(all, pace) {
  for (const [node, dx, dy] of all) {
    node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
      { duration: 300 * pace, easing: SLIDE });
  }
}

/**
 * A card leaves the shoe face down and turns over on the way, unless it stays hidden.
 * @param {Element} card
 * @param {{x: number, y: number}} from  In the window's coordinates.
 * @param {number} pace
 */
export function deal(card, from, pace) {
  const to = center(card.getBoundingClientRect());
  card.animate([
    { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(24deg) scale(.9)` },
    { transform: "none" },
  ], { duration: 430 * pace, easing: DEAL, fill: "backwards" });
  if (!card.hasAttribute("down")) turn(card, pace, 130 * pace);
}

/**
 * A card is turned face up.
 * @param {Element} card
 * @param {number} pace
 * @param {number} [delay]
 */
export function turn(card, pace, delay = 0) {
  card.firstElementChild?.animate([{ transform: "rotateY(180deg)" }, { transform: "rotateY(0deg)" }],
    { duration: 300 * pace, delay, easing: "ease-in-out", fill: "backwards" });
}

/**
 * Chips arrive at a spot.
 * @param {Element} pile
 * @param {{x: number, y: number}|null} from
 * @param {number} pace
 */
export function drop(pile, from, pace) {
  const to = center(pile.getBoundingClientRect());
  const start = from ? `translate(${from.x - to.x}px, ${from.y - to.y}px)` : "translateY(-16px) scale(1.12)";
  pile.animate([{ transform: start, opacity: from ? 1 : 0 }, { transform: "none", opacity: 1 }],
    { duration: (from ? 380 : 160) * pace, easing: DEAL });
}

/**
 * A copy of some chips moves across the felt and disappears.
 * @param {Element} layer
 * @param {Element} chips
 * @param {{x: number, y: number}[]} path  In the window's coordinates.
 * @param {{pace: number, delay?: number}} when
 */
export async function fly(layer, chips, path, { pace, delay = 0 }) {
  const base = layer.getBoundingClientRect();
  const ghost = document.createElement("span");
  ghost.className = "ghost";
  ghost.append(chips);
  layer.append(ghost);
  const frames = path.map(({ x, y }, at) => ({
    transform: `translate(${x - base.left}px, ${y - base.top}px) translate(-50%, -50%)`,
    opacity: at === path.length - 1 ? 0.15 : 1,
  }));
  await ghost.animate(frames, {
    duration: 420 * (path.length - 1) * pace, delay: delay * pace, easing: SLIDE, fill: "both",
  }).finished.catch(() => undefined);
  ghost.remove();
}

/** @param {Element|null} node */
export function middleOf(node) {
  return node ? center(node.getBoundingClientRect()) : { x: innerWidth / 2, y: 0 };
}
