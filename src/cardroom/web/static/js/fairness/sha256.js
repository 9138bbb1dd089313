/**
 * SHA-256 (FIPS 180-4). The browser's own is missing on pages not served over HTTPS, and every
 * page must be able to check the house.
 */

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractional parts of the roots of the first primes. */
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {Uint8Array} data @returns {Uint8Array} */
export function sha256(data) {
  const state = Uint32Array.from(START);
  const blocks = padded(data);
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) compress(state, blocks, at, words);
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  state.forEach((word, index) => view.setUint32(4 * index, word));
  return digest;
}

/** @param {Uint32Array} state @param {DataView} blocks @param {number} at @param {Uint32Array} words */
function compress(state, blocks, at, words) {
  for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const s0 = turn(words[i - 15], 7) ^ turn(words[i - 15], 18) ^ (words[i - 15] >>> 3);
    const s1 = turn(words[i - 2], 17) ^ turn(words[i - 2], 19) ^ (words[i - 2] >>> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] += word; });
}

/** @param {Uint8Array} data */
function padded(data) {
  const bytes = new Uint8Array(((data.length + 8) >> 6 << 6) + 64);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (data.length * 8) >>> 0);
  return view;
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */ const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}
