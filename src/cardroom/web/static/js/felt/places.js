/** Where cards lie: what the name of a place says. */

/** The part of a hand that was set, "front" or "back"; of any other hand, nothing. @param {string} place */
export const partOf = (place) => /^\d+\.(\D+)$/.exec(place)?.[1] ?? "";

/** A pile, or what is left over from dealing piles. @param {import("../shared/types.js").Layout|null} layout @param {string} place */
export const inPiles = (layout, place) => layout !== null && (layout.pile_places.includes(place) || place === layout.left_over);
