import { utf8Text } from '../base/decode-text.js';
import { asBuffer } from './transport/decode-body.js';
import type { RestResponse } from './transport/transport.js';

/**
 * What a body may hold. Each value but the first follows a bracket or a comma, so these are
 * counted.
 */
export interface JsonLimits {
  /** Of the whole body, without the items that hold too many by themselves. */
  readonly maxValues: number;
  /** Of one item of a list. */
  readonly maxItemValues: number;
  /** Objects and lists in each other. */
  readonly maxLevels: number;
}

/**
 * The contract names no limits. A page of a hundred screens holds 5,000 values, and a configuration
 * of 10,000 slots 150,000; to parse and check so many takes a tenth of a second.
 */
export const jsonLimits: JsonLimits = {
  maxValues: 250_000,
  maxItemValues: 25_000,
  maxLevels: 1000,
};

/** Bytes, or characters, that are not looked through: they cannot hold too many values. */
const maxUnseen = 2 * jsonLimits.maxValues;

/**
 * The text of a body of bounded cost: bytes bound neither what parsing takes nor what checking
 * does.
 *
 * @returns the text, where each item of a list that holds too much is `null`, which no record is;
 *   undefined where the rest of it holds too much
 */
export function boundedBody(response: RestResponse): string | undefined {
  const { bytes, body } = response;
  if (body.length <= maxUnseen) return body;
  const text = bytes === undefined ? Buffer.from(body) : asBuffer(bytes);
  return boundJson(text, jsonLimits);
}

/**
 * The same of a part of a body, which is UTF-8. A view of each record would cost as much as its
 * text.
 */
export const boundedText = (bytes: Buffer, start: number, end: number): string | undefined =>
  end - start <= maxUnseen
    ? bytes.toString('utf8', start, end)
    : boundJson(bytes.subarray(start, end), jsonLimits);

export const boundJson = (bytes: Buffer, limits: JsonLimits): string | undefined =>
  new ValueCount(bytes, limits).bounded();

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * Counts the values of a JSON text in one pass over its bytes. What is no JSON is counted somehow:
 * its parser refuses it.
 */
class ValueCount {
  private level = 0;
  private values = 0;
  private isTooMuch = false;
  /** Whether what is open on the second level is a list, as `data` of a page. */
  private isInList = false;
  /** Where the item of that list begins that is open now; -1 where none is. */
  private itemAt = -1;
  private valuesBeforeItem = 0;
  private isItemTooDeep = false;
  private readonly kept: Buffer[] = [];
  /** Where what is not yet kept begins. */
  private keptTo = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly limits: JsonLimits,
  ) {}

  bounded(): string | undefined {
    const { bytes } = this;
    for (let at = 0; at < bytes.length && !this.isTooMuch; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = endOfString(bytes, at);
      else if (byte === comma) this.values += 1;
      else if (byte === openList || byte === openObject) this.open(at, byte === openList);
      else if (byte === closeList || byte === closeObject) this.close(at);
    }
    if (this.isTooMuch || this.values > this.limits.maxValues) return undefined;
    return utf8Text(Buffer.concat([...this.kept, bytes.subarray(this.keptTo)]));
  }

  private open(at: number, isList: boolean): void {
    const { maxValues, maxLevels } = this.limits;
    if (this.level === 1) this.isInList = isList;
    if (this.level === 2 && this.isInList) {
      this.itemAt = at;
      this.valuesBeforeItem = this.values;
      this.isItemTooDeep = false;
    }
    this.level += 1;
    this.values += 1;
    const isTooDeep = this.level > maxLevels;
    if (this.itemAt !== -1) this.isItemTooDeep ||= isTooDeep;
    else this.isTooMuch = isTooDeep || this.values > maxValues;
  }

  private close(at: number): void {
    this.level -= 1;
    if (this.level !== 2 || this.itemAt === -1) return;
    const itemValues = this.values - this.valuesBeforeItem;
    if (this.isItemTooDeep || itemValues > this.limits.maxItemValues) {
      this.kept.push(this.bytes.subarray(this.keptTo, this.itemAt), nothing);
      this.keptTo = at + 1;
      this.values = this.valuesBeforeItem;
    }
    this.itemAt = -1;
  }
}

const nothing = Buffer.from('null');

/** Where the string ends that begins at a quote. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
