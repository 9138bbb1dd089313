/**
 * This page's contribution to a shuffle: the product of two secret primes, and later one of them.
 *
 * The same numbers as `cardroom.fairness.contribution`, which says why nobody can choose such a
 * contribution late or hold it back.
 */
import { bytesOf, hex, joined, tag } from "./bytes.js";
import { sha256 } from "./sha256.js";

export const PRIME_BITS = 512;
const MODULUS_BYTES = PRIME_BITS / 4;
/** The time the house has to close the contributions: the service's ANSWER_SECONDS. */
export const ANSWER_MS = 750;
/** The squarings that nobody can do in that time: the service's SQUARINGS. */
export const SQUARINGS = 2 ** 25;
const SMALL = smallPrimes(2000);
const TAG = tag("cardroom contribution 1");

/** @typedef {{modulus: string, prime: string}} Secret */

/** Two primes, found little by little so that the page stays responsive. @returns {Promise<Secret>} */
export async function freshSecret() {
  const first = await freshPrime(), second = await freshPrime();
  return first === second ? freshSecret() : { modulus: (first * second).toString(16), prime: first.toString(16) };
}

async function freshPrime() {
  for (;;) {
    const number = randomBits();
    if (!SMALL.every((small) => number % small)) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (isPrime(number)) return number;
  }
}

function randomBits() {
  const bytes = crypto.getRandomValues(new Uint8Array(PRIME_BITS / 8));
  // The two highest bits are set, so that a product of two has its full length.
  bytes[0] |= 0xc0;
  bytes[bytes.length - 1] |= 1;
  return BigInt(`0x${hex(bytes)}`);
}

/**
 * The value of a contribution; null if this is not a prime of the modulus.
 * @param {string} modulusText @param {string} primeText @param {number} squarings
 */
export function opened(modulusText, primeText, squarings) {
  const modulus = BigInt(`0x${modulusText}`), prime = BigInt(`0x${primeText || "0"}`);
  if (prime < 2n || modulus % prime) return null;
  const other = modulus / prime;
  if (prime === other || !isLargePrime(prime) || !isLargePrime(other)) return null;
  const exponent = power(2n, BigInt(squarings), (prime - 1n) * (other - 1n));
  const found = power(2n, exponent, modulus);
  return hex(sha256(joined(TAG, bytesOf(modulus, MODULUS_BYTES), bytesOf(found, MODULUS_BYTES))));
}

/** @param {bigint} number */
const isLargePrime = (number) => number.toString(2).length === PRIME_BITS && isPrime(number);

/** Baillie, Pomerance, Selfridge and Wagstaff: no composite is known to pass. @param {bigint} number */
const isPrime = (number) => passesBaseTwo(number) && passesLucas(number);

/** @param {bigint} number */
function passesBaseTwo(number) {
  const [odd, twos] = withoutTwos(number - 1n);
  let found = power(2n, odd, number);
  if (found === 1n || found === number - 1n) return true;
  for (let i = 1; i < twos; i++) {
    found = found * found % number;
    if (found === number - 1n) return true;
  }
  return false;
}

/** @param {bigint} number */
function passesLucas(number) {
  if (isSquare(number)) return false;
  let size = 5n;
  while (jacobi(signed(size), number) !== -1) size += 2n;
  const d = signed(size), q = (1n - d) / 4n;
  const [odd, twos] = withoutTwos(number + 1n);
  let [u, v, raised] = lucas(odd, d, q, number);
  if (!u || !v) return true;
  for (let i = 1; i < twos; i++) {
    v = mod(v * v - 2n * raised, number);
    raised = raised * raised % number;
    if (!v) return true;
  }
  return false;
}

/** @param {bigint} size */
const signed = (size) => (size % 4n === 1n ? size : -size);

/** @param {bigint} index @param {bigint} d @param {bigint} q @param {bigint} number */
function lucas(index, d, q, number) {
  let u = 1n, v = 1n, raised = mod(q, number);
  for (const bit of index.toString(2).slice(1)) {
    [u, v, raised] = [u * v % number, mod(v * v - 2n * raised, number), raised * raised % number];
    if (bit === "1") {
      [u, v] = [half(u + v, number), half(d * u + v, number)];
      raised = mod(raised * q, number);
    }
  }
  return [u, v, raised];
}

/** @param {bigint} value @param {bigint} number */
const half = (value, number) => mod((value % 2n ? value + number : value) / 2n, number);

/** @param {bigint} top @param {bigint} bottom */
function jacobi(top, bottom) {
  let sign = 1;
  top = mod(top, bottom);
  while (top) {
    const [odd, twos] = withoutTwos(top);
    if (twos % 2 && (bottom % 8n === 3n || bottom % 8n === 5n)) sign = -sign;
    if (odd % 4n === 3n && bottom % 4n === 3n) sign = -sign;
    [top, bottom] = [bottom % odd, odd];
  }
  return bottom === 1n ? sign : 0;
}

/** @param {bigint} number @returns {[bigint, number]} */
function withoutTwos(number) {
  let twos = 0;
  while (number % 2n === 0n) {
    number /= 2n;
    twos += 1;
  }
  return [number, twos];
}

/** @param {bigint} number */
function isSquare(number) {
  let guess = 1n << BigInt((number.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + number / guess) / 2n;
    if (next >= guess) return guess * guess === number;
    guess = next;
  }
}

/** @param {bigint} base @param {bigint} exponent @param {bigint} number */
function power(base, exponent, number) {
  let found = 1n;
  for (const bit of exponent.toString(2)) {
    found = found * found % number;
    if (bit === "1") found = found * base % number;
  }
  return found;
}

/** @param {bigint} value @param {bigint} number */
const mod = (value, number) => ((value % number) + number) % number;

/** @param {number} below @returns {bigint[]} */
function smallPrimes(below) {
  const found = [];
  for (let n = 3; n < below; n += 2) if (found.every((prime) => n % prime)) found.push(n);
  return found.map(BigInt);
}
