import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import { hashOf, RecordIndex } from './record-index.js';
import type { LazyItems } from './lazy-page.js';

/**
 * One page of a list. A record is checked when it is first looked at: a sweep reads pages of a hundred for a handful of
 * records, and checking costs more than parsing. An item that breaks the contract is an error in its place and costs
 * nothing else.
 */
export interface Page<T> {
  readonly pagination: Pagination;
  /** Every item, in order. */
  readonly items: readonly (T | PartnerError)[];
  /** Number of items. */
  readonly length: number;
  /** The item at an index below `length`, alone. */
  at(index: number): T | PartnerError;
  /** The id of the item at an index, as it came; of any type where the item breaks the contract. */
  idAt(index: number): unknown;
  /** The index of the first item with an id, or -1. `hash` is the id's, by `hashOf`. */
  indexOf(id: string, hash: number): number;
  /** False once something has deviated from the contract; items count from when they are first read. */
  readonly isExact: boolean;
}

/**
 * @param check the record of a raw item, which is the item itself where it is exact; or why it is none
 * @param isExact false where the page deviates from the contract outside its items
 */
export const createPage = <T>(
  raw: readonly unknown[],
  pagination: Pagination,
  check: (item: unknown) => T | PartnerError,
  isExact = true,
): Page<T> => new ParsedPage(raw, pagination, check, isExact);

/**
 * A class for the sake of its getter: one in an object literal gives every page a hidden class of its own, which V8
 * keeps, with all that the page has read, until the next full collection.
 */
class ParsedPage<T> implements Page<T> {
  private readonly checked: (T | PartnerError)[] = [];
  private index: RecordIndex | undefined;

  constructor(
    private readonly raw: readonly unknown[],
    readonly pagination: Pagination,
    private readonly check: (item: unknown) => T | PartnerError,
    public isExact: boolean,
  ) {}

  get length(): number {
    return this.raw.length;
  }

  get items(): readonly (T | PartnerError)[] {
    for (let index = 0; index < this.length; index += 1) this.at(index);
    return this.checked;
  }

  at(index: number): T | PartnerError {
    return (this.checked[index] ??= this.checkAt(index));
  }

  private checkAt(index: number): T | PartnerError {
    const raw = this.raw[index];
    const record = this.check(raw);
    if (record !== raw) this.isExact = false;
    return record;
  }

  idAt(index: number): unknown {
    return idOf(this.raw[index]);
  }

  hashAt(index: number): number {
    const id = this.idAt(index);
    return typeof id === 'string' ? hashOf(id) : -1;
  }

  indexOf(id: string, hash: number): number {
    this.index ??= new RecordIndex(this);
    return this.index.find(id, hash);
  }
}

/**
 * A page of which items are read one by one, and all together only where somebody asks for them all.
 *
 * @param whole the same page, read as usual; throws a PartnerError where the text is none
 * @param recordOf the record of an item's text where it keeps the contract to the letter
 */
export const createLazyPage = <T>(
  split: LazyItems,
  pagination: Pagination,
  whole: () => Page<T>,
  recordOf: (text: string) => T | undefined,
): Page<T> => new CutPage(split, pagination, whole, recordOf);

class CutPage<T> implements Page<T> {
  private readonly read: (T | PartnerError)[] = [];
  private asUsual: Page<T> | undefined;
  private index: RecordIndex | undefined;

  constructor(
    private readonly split: LazyItems,
    readonly pagination: Pagination,
    private readonly whole: () => Page<T>,
    private readonly recordOf: (text: string) => T | undefined,
  ) {}

  get length(): number {
    return this.split.length;
  }

  get isExact(): boolean {
    return this.asUsual?.isExact ?? true;
  }

  get items(): readonly (T | PartnerError)[] {
    return this.page().items;
  }

  at(index: number): T | PartnerError {
    return (this.read[index] ??= this.readAt(index));
  }

  idAt(index: number): unknown {
    return this.split.idAt(index);
  }

  indexOf(id: string, hash: number): number {
    this.index ??= new RecordIndex(this.split);
    return this.index.find(id, hash);
  }

  /** Where one item is not to the letter, the others will not be either. */
  private readAt(index: number): T | PartnerError {
    const record = this.asUsual === undefined ? this.recordOf(this.split.itemAt(index)) : undefined;
    if (record !== undefined) return record;
    try {
      return this.page().at(index);
    } catch (error) {
      if (error instanceof PartnerError) return error;
      throw error;
    }
  }

  private page(): Page<T> {
    return (this.asUsual ??= this.whole());
  }
}

const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
