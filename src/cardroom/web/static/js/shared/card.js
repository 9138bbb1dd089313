/** A playing card: `<play-card>`, drawn by the house, on a face of 250 by 350 units. */
import { h, s } from "./dom.js";
import { line } from "./lettering.js";
import { pip } from "./suits.js";

export const UNSEEN = "??";

/** @type {Record<string, string>} */
const RANKS = {
  A: "Ace", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight",
  9: "Nine", T: "Ten", J: "Jack", Q: "Queen", K: "King",
};
/** @type {Record<string, string>} */
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export const RANK_ORDER = Object.keys(RANKS).sort((a, b) => "A23456789TJQK".indexOf(a) - "A23456789TJQK".indexOf(b));
export const SUIT_ORDER = ["s", "h", "d", "c"];

/** The name of a card: "Ten of clubs". @param {string} face */
export function cardName(face) {
  if (face === UNSEEN) return "Face-down card";
  if (face === "Jk") return "Joker";
  return `${RANKS[face[0]]} of ${SUITS[face[1]]}`;
}

const [LEFT, MID, RIGHT] = [91, 125, 159];
const [TOP, BOTTOM] = [64, 286];
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[MID, TOP], [MID, BOTTOM]],
  3: [[MID, TOP], [MID, 175], [MID, BOTTOM]],
  4: corners(),
  5: [...corners(), [MID, 175]],
  6: [...corners(), [LEFT, 175], [RIGHT, 175]],
  7: [...corners(), [LEFT, 175], [RIGHT, 175], [MID, 120]],
  8: [...corners(), [LEFT, 175], [RIGHT, 175], [MID, 120], [MID, 230]],
  9: [...corners(), [LEFT, 138], [RIGHT, 138], [LEFT, 212], [RIGHT, 212], [MID, 175]],
  T: [...corners(), [LEFT, 138], [RIGHT, 138], [LEFT, 212], [RIGHT, 212], [MID, 101], [MID, 249]],
};

/** @returns {[number, number][]} */
function corners() {
  return [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]];
}

/** The upper half of a court card. @type {Record<string, string>} */
const EMBLEMS = {
  K: "M84 128V82L104 104 125 64 146 104 166 82V128ZM84 138H166",
  Q: "M82 130C94 112 100 84 125 60C150 84 156 112 168 130ZM125 60V130M102 130C103 108 111 88 125 60M148 130C147 108 139 88 125 60M86 139H164",
  J: "M88 66 150 132M162 66 100 132M140 140 160 120M110 140 90 120M88 66 92 80 102 81ZM162 66 158 80 148 81Z",
};
/** @type {Record<string, [number, number][]>} */
const JEWELS = { K: [[84, 76], [125, 57], [166, 76]], Q: [[125, 54]], J: [[155, 137], [95, 137]] };

/** All in one path: a table shows dozens of cards. */
const RAYS = Array.from({ length: 36 }, (_, turn) => {
  const [x, y] = [Math.sin((turn * Math.PI) / 18), Math.cos((turn * Math.PI) / 18)];
  return `M${125 + 42 * x} ${175 + 42 * y}L${125 + 210 * x} ${175 + 210 * y}`;
}).join("");

/** @param {string} rank @param {string} suit */
function court(rank, suit) {
  const half = () => s("g", { class: "emblem" },
    s("path", { d: EMBLEMS[rank] }),
    ...JEWELS[rank].map(([cx, cy]) => s("circle", { cx, cy, r: 5 })));
  const below = s("g", { transform: "rotate(180 125 175)" }, half());
  return s("g", { class: "court" },
    s("svg", { x: 68, y: 40, width: 114, height: 270, viewBox: "68 40 114 270" }, s("path", { class: "rays", d: RAYS })),
    s("rect", { class: "frame", x: 68, y: 40, width: 114, height: 270, rx: 8 }),
    half(), below,
    s("circle", { class: "medal", cx: 125, cy: 175, r: 33 }),
    pip(suit, 125, 176, 38));
}

/** @param {string} suit */
function ace(suit) {
  return s("g", { class: "ace" },
    s("circle", { class: "ring", cx: 125, cy: 175, r: 82 }),
    s("circle", { class: "beads", cx: 125, cy: 175, r: 92 }),
    pip(suit, 125, 175, 104));
}

/** @param {string} rank @param {string} suit */
function middle(rank, suit) {
  if (suit === "j") return s("g", { class: "ace" }, s("circle", { class: "ring", cx: 125, cy: 175, r: 66 }), pip("j", 125, 175, 96));
  if (rank === "A") return ace(suit);
  if (rank in EMBLEMS) return court(rank, suit);
  return s("g", {}, ...PIPS[rank].map(([x, y]) => pip(suit, x, y, 40, y > 175 ? "down" : "up")));
}

/** @param {string} rank @param {number} size @param {number} x @param {number} y */
function index(rank, size, x, y) {
  const ten = rank === "T";
  return line(ten ? "10" : rank, {
    x, y, size, weight: size > 90 ? 17 : 15, gap: ten ? 22 : 0, narrow: ten ? 0.66 : 0.82,
  });
}

/** The word JOKER down the edge: a letter J would be a jack. @param {number} size @param {number} x @param {number} top */
function joker(size, x, top) {
  return [..."JOKER"].map((letter, at) => line(letter, { x, y: top + size + at * size * 1.24, size, weight: 16, narrow: 0.8 }));
}

/**
 * The face in two versions: `fine` with pips and courts, `plain` with an index that a phone can
 * show; the style sheet picks one by the size of the cards on the table.
 * @param {string} face
 */
function front(face) {
  if (face === "Jk") return jokerFront();
  const [rank, suit] = face;
  const corner = () => [index(rank, 64, 38, 86), pip(suit, 38, 120, 42)];
  return s("svg", { viewBox: "0 0 250 350", class: `ink ink-${suit}`, "aria-hidden": "true" },
    s("g", { class: "fine" }, middle(rank, suit), ...corner(),
      s("g", { transform: "rotate(180 125 175)" }, ...corner())),
    s("g", { class: "plain" }, index(rank, 138, 70, 168), pip(suit, 70, 250, 100),
      s("g", { class: "shade" }, pip(suit, 186, 262, 104))));
}

function jokerFront() {
  return s("svg", { viewBox: "0 0 250 350", class: "ink ink-j", "aria-hidden": "true" },
    s("g", { class: "fine" }, middle("", "j"), ...joker(30, 32, 22), s("g", { transform: "rotate(180 125 175)" }, ...joker(30, 32, 22))),
    s("g", { class: "plain" }, ...joker(50, 46, 26), pip("j", 166, 175, 130)));
}

/** Eight rows of six fans, in one path. */
const FANS = Array.from({ length: 48 }, (_, fan) => {
  const row = Math.floor(fan / 6);
  const [x, y] = [20 + (fan % 6) * 42 + (row % 2) * 21, 50 + row * 40];
  return [21, 14, 7].map((r) => `M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}`).join("");
}).join("");

function back() {
  return s("svg", { viewBox: "0 0 250 350", "aria-hidden": "true" },
    s("svg", { x: 20, y: 20, width: 210, height: 310, viewBox: "20 20 210 310" }, s("path", { class: "fans", d: FANS })),
    s("rect", { class: "edge", x: 14, y: 14, width: 222, height: 322, rx: 10 }),
    s("circle", { class: "seal", cx: 125, cy: 175, r: 40 }),
    s("g", { class: "monogram" }, line("C", { x: 125, y: 199, size: 48, weight: 9 })));
}

export class PlayCard extends HTMLElement {
  static observedAttributes = ["face"];

  /** @param {string} face */
  static of(face) {
    const card = /** @type {PlayCard} */ (document.createElement("play-card"));
    card.setAttribute("face", face);
    return card;
  }

  get face() {
    return this.getAttribute("face") ?? UNSEEN;
  }

  set face(face) {
    if (face !== this.face) this.setAttribute("face", face);
  }

  attributeChangedCallback() {
    const face = this.face;
    if (!this.firstChild) {
      this.append(h("span", { class: "leaf" }, h("span", { class: "front" }), h("span", { class: "back" }, back())));
      this.setAttribute("role", "img");
    }
    this.setAttribute("aria-label", cardName(face));
    this.toggleAttribute("down", face === UNSEEN);
    if (face !== UNSEEN) this.querySelector(".front")?.replaceChildren(front(face));
  }
}

customElements.define("play-card", PlayCard);
