import { hash, type Random } from './random.js';

/** Turns the places of a collection into ids and back, without a table. */
export interface Ids {
  /** The id at an index from 0. */
  idAt(index: number): string;
  /** The index behind an id of this kind and organization; undefined for any other text. */
  indexOf(id: string): number | undefined;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** Five letters of five bits. */
const mask = 2 ** 25 - 1;
/** Ids of one organization: the upper half of the block is never given to a resource. */
const block = 2 ** 23;
/** Any odd number scatters neighbours over the space and can be undone. */
const multiplier = 0x1a2b3c5;
const inverse = invert(multiplier);

/**
 * Ids that look opaque and are the same at every start, such as `scr_8f3k2`.
 *
 * @param kind the part before the underscore
 * @param organization number of the organization, 0 to 3; no id belongs to two of them
 */
export function createIds(kind: string, organization: number): Ids {
  const salt = hash(kind) & mask;
  const first = organization * block;
  return {
    idAt: (index) => `${kind}_${spell((Math.imul(first + index, multiplier) & mask) ^ salt)}`,
    indexOf(id) {
      const value = id.startsWith(`${kind}_`) ? read(id.slice(kind.length + 1)) : undefined;
      if (value === undefined) return undefined;
      const index = (Math.imul(value ^ salt, inverse) & mask) - first;
      return index >= 0 && index < block ? index : undefined;
    },
  };
}

/** An index that no collection reaches: its id looks right and exists nowhere. */
export function danglingIndex(index: number): number {
  return block / 2 + index;
}

/** A made-up id for what nobody looks up by it, such as a slot. */
export function createSlotId(random: Random): string {
  return `slt_${spell(random.int(0, mask))}${spell(random.int(0, mask))}`;
}

function spell(value: number): string {
  let text = '';
  for (let shift = 20; shift >= 0; shift -= 5) text += alphabet.charAt((value >>> shift) & 31);
  return text;
}

function read(text: string): number | undefined {
  if (text.length !== 5) return undefined;
  let value = 0;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return undefined;
    value = value * 32 + digit;
  }
  return value;
}

/** The number that undoes a multiplication in 32 bits; each of Newton's steps doubles the bits that are right. */
function invert(odd: number): number {
  let guess = odd;
  for (let step = 0; step < 5; step += 1) guess = Math.imul(guess, 2 - Math.imul(odd, guess));
  return guess;
}
