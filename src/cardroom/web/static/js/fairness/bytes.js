/** Bytes, hexadecimal text, and numbers of any size. */

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export function unhex(text) {
  const even = text.length % 2 ? `0${text}` : text;
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Big-endian, in a fixed length. @param {bigint|number} number @param {number} length */
export const bytesOf = (number, length) => unhex(BigInt(number).toString(16).padStart(2 * length, "0"));

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {string} words  A domain label for a hash, ended by a zero byte. */
export const tag = (words) => new TextEncoder().encode(`${words}\0`);
