/** The four suits as drawings, defined once in the page and used by every card. */
import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  s: "M50 3C59 25 96 40 96 65C96 79 86 87 75 87C66 87 58 82 54 74C55 85 59 92 67 97H33C41 92 45 85 46 74C42 82 34 87 25 87C14 87 4 79 4 65C4 40 41 25 50 3Z",
  h: "M50 95C21 69 3 51 3 29C3 14 14 4 27 4C38 4 46 11 50 22C54 11 62 4 73 4C86 4 97 14 97 29C97 51 79 69 50 95Z",
  d: "M50 1C58 20 71 37 88 50C71 63 58 80 50 99C42 80 29 63 12 50C29 37 42 20 50 1Z",
  c: "M50 3A22 22 0 0 1 67 39A23 23 0 1 1 54 69C55 82 60 91 68 97H32C40 91 45 82 46 69A23 23 0 1 1 33 39A22 22 0 0 1 50 3Z",
  j: "M50 2 61 37H98L68 59 79 95 50 73 21 95 32 59 2 37H39Z",
};

/** Put the drawings into the page; cards refer to them by name. */
export function installSuits() {
  if (document.getElementById("suit-s")) return;
  const sprite = s("svg", { class: "sprite", "aria-hidden": "true" });
  for (const [suit, d] of Object.entries(PATHS)) {
    sprite.append(s("symbol", { id: `suit-${suit}`, viewBox: "0 0 100 100" }, s("path", { d })));
  }
  document.body.append(sprite);
}

/**
 * A suit centered on a point; upside down in the lower half of a card.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {"up"|"down"} [way]
 */
export function pip(suit, x, y, size, way = "up") {
  return s("use", {
    href: `#suit-${suit}`,
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
    transform: way === "down" ? `rotate(180 ${x} ${y})` : null,
  });
}
