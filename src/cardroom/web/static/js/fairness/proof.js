/**
 * Checks the proof of a past round without trusting the service: the same checks as
 * `cardroom audit fairness`.
 */
import { bytesOf, hex, joined, tag, unhex } from "./bytes.js";
import { SQUARINGS, opened } from "./contribution.js";
import { sha256 } from "./sha256.js";

const CARD = tag("cardroom card 1"), NODE = tag("cardroom node 1"), ROOT = tag("cardroom root 1");
const MIX = tag("cardroom mix 1"), DRAW = tag("cardroom draw 1");
const DICE = tag("cardroom dice 1"), THROW = tag("cardroom throw 1");
const NO_SEED = "0".repeat(64);
const WORD = 1n << 64n;

/**
 * @typedef {{position: number, card: string, salt: string, path: string[], dealt?: number}} Opening
 * @typedef {{player: string, modulus: string, value: string, prime?: string}} Contribution
 * @typedef {{seed: string, squarings: number, contributions: Contribution[]}} Mix
 * @typedef {{commitment: string, secret: string, throw: number, dice: number[]}} DiceProof
 * @typedef {{root: string, size: number, openings: Opening[], mix?: Mix|null, dice?: DiceProof|null}} Proof
 */

/** Every fault found, one line each. @param {Proof} proof */
export function faults(proof) {
  const found = proof.openings.filter((opening) => !verified(proof, opening))
    .map((opening) => `${opening.card} is not the card that the house committed to.`);
  if (new Set(proof.openings.map((opening) => opening.position)).size < proof.openings.length) found.push("One card is shown as two.");
  return [...found, ...mixFaults(proof), ...diceFaults(proof)];
}

/** Cards on the table that no proof opens. @param {Proof[]} proofs @param {string[]} shown */
export function unproved(proofs, shown) {
  const left = proofs.flatMap((proof) => proof.openings.map((opening) => opening.card));
  return shown.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Contributions whose primes were not opened; only repeated squaring can check them. @param {Proof} proof */
export const unopened = (proof) => (proof.mix?.contributions ?? []).filter((each) => !each.prime).map((each) => each.player);

/** @param {Proof} proof @param {Opening} opening */
function verified(proof, opening) {
  const path = [...opening.path];
  let digest = sha256(joined(CARD, bytesOf(opening.position, 4), new TextEncoder().encode(opening.card), unhex(opening.salt)));
  for (let place = opening.position, width = proof.size; width > 1; place >>= 1, width = (width + 1) >> 1) {
    if ((place ^ 1) >= width) continue;
    const neighbor = unhex(path.shift() ?? "");
    digest = sha256(place & 1 ? joined(NODE, neighbor, digest) : joined(NODE, digest, neighbor));
  }
  return !path.length && hex(sha256(joined(ROOT, bytesOf(proof.size, 4), digest))) === proof.root;
}

/** @param {Proof} proof */
function mixFaults(proof) {
  const { mix } = proof;
  if (!mix) {
    const moved = proof.openings.some((opening) => (opening.dealt ?? opening.position) !== opening.position);
    return moved ? ["The cards were not dealt in the house's order, although no player contributed to the shuffle."] : [];
  }
  const found = mix.contributions.filter((each) => each.prime && opened(each.modulus, each.prime, mix.squarings) !== each.value)
    .map((each) => `The contribution of ${each.player} is not the one committed to.`);
  if (mix.squarings < SQUARINGS) found.push("The house could compute every contribution before it closed the list.");
  if (mixingSeed(proof.root, mix.contributions) !== mix.seed) found.push("The contributions do not produce this seed.");
  const places = permutation(mix.seed, proof.size);
  for (const opening of proof.openings) {
    if (places[opening.dealt ?? -1] !== opening.position) found.push(`${opening.card} was not dealt in the order that the mix gives.`);
  }
  return found;
}

/** @param {string} root @param {{player: string, value: string}[]} contributions */
export function mixingSeed(root, contributions) {
  const parts = contributions.flatMap(({ player, value }) => {
    const name = new TextEncoder().encode(player);
    return [bytesOf(name.length, 2), name, unhex(value)];
  });
  return hex(sha256(joined(MIX, unhex(root), ...parts)));
}

/** @param {string} seed @param {number} size */
export function permutation(seed, size) {
  const below = drawing(unhex(seed));
  const order = Array.from({ length: size }, (_, index) => index);
  for (let i = 0; i < size - 1; i++) {
    const j = i + below(size - i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** @param {Uint8Array} seed @returns {(n: number) => number} */
function drawing(seed) {
  /** @type {bigint[]} */ const words = [];
  let block = 0;
  const next = () => {
    if (!words.length) {
      const digest = hex(sha256(joined(DRAW, seed, bytesOf(block++, 8))));
      for (let at = 0; at < 64; at += 16) words.push(BigInt(`0x${digest.slice(at, at + 16)}`));
    }
    return /** @type {bigint} */ (words.shift());
  };
  return (n) => {
    const size = BigInt(n), limit = WORD - WORD % size;
    let word = next();
    while (word >= limit) word = next();
    return Number(word % size);
  };
}

/** @param {Proof} proof */
function diceFaults(proof) {
  const thrown = proof.dice;
  if (!thrown) return [];
  const found = [];
  const secret = unhex(thrown.secret);
  if (hex(sha256(joined(DICE, secret))) !== thrown.commitment) found.push("The dice are not the ones committed to.");
  const seed = unhex(proof.mix?.seed ?? NO_SEED);
  const below = drawing(sha256(joined(THROW, secret, seed, bytesOf(thrown.throw, 4))));
  if (thrown.dice.some((face) => face !== 1 + below(6))) found.push("The committed secret gives different dice.");
  return found;
}
