import { hash, type Random } from './random.js';

/** Converts indices of a collection to ids and back, without a table. */
export interface Ids {
  /** The id at an index from 0. */
  idAt(index: number): string;
  /** The index of an id of this kind and organization; undefined for any other text. */
  indexOf(id: string): number | undefined;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** Five letters of five bits. */
const mask = 2 ** 25 - 1;
/** Ids of one organization: no resource uses the upper half of the block. */
const block = 2 ** 23;
/** Any odd number scatters neighbours over the space, and has an inverse. */
const multiplier = 0x1a2b3c5;
const inverse = invert(multiplier);

/**
 * Ids that look opaque and are the same at every start, such as `scr_8f3k2`.
 *
 * @param kind the part before the underscore
 * @param organization number of the organization, 0 to 3; their ids do not overlap
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

/** An index beyond every collection: its id looks valid, and no resource has it. */
export function danglingIndex(index: number): number {
  return block / 2 + index;
}

/** A random id: no request looks up a slot. */
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

/** The inverse of an odd number in 32 bits; each of Newton's steps doubles the correct bits. */
function invert(odd: number): number {
  let guess = odd;
  for (let step = 0; step < 5; step += 1) guess = Math.imul(guess, 2 - Math.imul(odd, guess));
  return guess;
}
