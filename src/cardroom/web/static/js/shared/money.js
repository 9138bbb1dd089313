/** Formats cents. Amounts are whole cents everywhere in the page. */

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * $12 or $12.50: cents are shown only if there are any.
 * @param {number} cents
 */
export function money(cents) {
  const size = Math.abs(cents);
  const text = size % 100 === 0 ? WHOLE.format(size / 100) : EXACT.format(size / 100);
  return `${cents < 0 ? "−" : ""}$${text}`;
}

/**
 * The net result of a wager: +$15, −$10, or $0.
 * @param {number} cents
 */
export function signed(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/**
 * An amount given in tenths of a cent: $4.98, or 0.4¢ below one cent.
 * @param {number} mills
 */
export function tenths(mills) {
  return mills > 0 && mills < 10 ? `0.${mills}¢` : money(Math.round(mills / 10));
}

/**
 * The value on a chip: 5, 1K, 50¢.
 * @param {number} cents
 */
export function chipText(cents) {
  if (cents < 100) return `${cents}¢`;
  const dollars = cents / 100;
  if (dollars >= 1000 && dollars % 1000 === 0) return `${dollars / 1000}K`;
  return String(dollars);
}

/**
 * An amount in chips, largest first; a remainder below the smallest chip is one odd chip.
 * @param {number} cents
 * @param {number[]} chips
 */
export function inChips(cents, chips) {
  /** @type {number[]} */
  const out = [];
  let rest = cents;
  for (const chip of [...chips].sort((a, b) => b - a)) {
    while (rest >= chip) {
      out.push(chip);
      rest -= chip;
    }
  }
  for (const coin of [50, 25, 10, 5, 1]) {
    while (rest >= coin) {
      out.push(coin);
      rest -= coin;
    }
  }
  return out;
}
